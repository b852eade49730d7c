"""Reports and scenes as text, HTML, SVG and PNG. Pure: bytes in, bytes out."""

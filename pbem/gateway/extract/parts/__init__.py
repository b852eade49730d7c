"""From raw mail to text: parts, charsets, HTML."""

"""Mail in: taken at a source, stored, read, settled."""

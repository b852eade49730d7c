"""Rule books, documentation, the page about the API."""

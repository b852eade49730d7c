"""Everything that thinks or talks."""

VERSION = "0.1.0"
"""As in `pyproject.toml`, which a test holds it against."""

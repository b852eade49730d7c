"""Everything that thinks or talks."""

VERSION = "0.1.0"
"""The one place: `pyproject.toml` has the build read it from here, so that a checkout knows it without being installed."""

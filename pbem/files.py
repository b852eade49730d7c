"""Where the files are that are no modules: beside this package in a checkout, inside it where Wardroom is installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent
"""The folder from which `pbem` and `events` are imported."""
INSTALLED = (PACKAGE / "templates").is_dir()
PROGRAM = "wardroom" if INSTALLED else "./wardroom"
"""The command line, as it is typed where this runs."""
_HOME = PACKAGE if INSTALLED else ROOT
TEMPLATES = _HOME / "templates"
DOCS = _HOME / "docs"
STATIC = PACKAGE / "web" / "static"

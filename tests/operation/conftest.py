"""The site, for what is seen of it from outside."""

from __future__ import annotations

from tests.cli.conftest import shell
from tests.web.conftest import site

__all__ = ["shell", "site"]

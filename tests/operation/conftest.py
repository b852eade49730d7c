"""The site, for what is seen of it from outside."""

from __future__ import annotations

from tests.cli.conftest import first_shell, shell
from tests.web.conftest import site

__all__ = ["first_shell", "shell", "site"]

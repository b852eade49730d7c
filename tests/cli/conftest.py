"""A shell for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Commands against a data folder of the test's own."""
    return Shell(tmp_path / "data")

"""Shells for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.stores import new_file


@pytest.fixture
def first_shell(tmp_path: Path) -> Shell:
    """Commands against a data folder of the test's own, which is not there yet."""
    return Shell(tmp_path / "data")


@pytest.fixture
def shell(first_shell: Shell) -> Shell:
    """The same, after a command has set up the database: that takes longer than most tests."""
    new_file(Path(first_shell.env["WARDROOM_DATA"]) / "wardroom.db").close()
    return first_shell

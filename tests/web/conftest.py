"""A site for the tests of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.builders.sites import Place, site_in


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A site over a real room, with a clock that the test moves."""
    with site_in(tmp_path) as made:
        yield made

"""A site for the tests of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.web.replay_files import make_replay
from pbem.web.replay_files.replay_file import Wanted
from pbem.web.replay_files.replay_queue import ReplayQueue
from tests.web.builders.sites import WebSite, site_in


@pytest.fixture
def site(tmp_path: Path) -> Iterator[WebSite]:
    """A site with a real database and a clock that the test moves."""
    with site_in(tmp_path) as made:
        yield made


@pytest.fixture
def replays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay files are made in a thread of this process: to start another takes a second."""

    def make(queue: ReplayQueue, wanted: Wanted) -> bool:
        queue.folder.mkdir(mode=0o700, exist_ok=True)
        make_replay.make(queue.database, queue.folder, wanted)
        return True

    monkeypatch.setattr(ReplayQueue, "_make", make)

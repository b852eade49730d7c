"""Killed 500 times while posting: no post is there twice, none is lost, and the log says so of each."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from events.platform import ForumSet
from pbem.gateway.forums.places import Place
from pbem.service.games.game_master import announce
from pbem.service.games.opening import open_game
from pbem.service.history import OPERATOR
from pbem.service.repository import load
from pbem.service.thread.forum_acts import set_forum
from tests.storm.discourse_process import discourse_process
from tests.storm.posting_run import gateway_on

KILLS = int(os.environ.get("WARDROOM_POSTING_KILLS", "500"))
GAMES, WORDS = 5, 160


@pytest.mark.deep
def test_no_post_comes_twice_and_none_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "wardroom.db"
    gateway = gateway_on(path)
    with closing(gateway.context.database), discourse_process() as stub:
        gateway.forums.places.add(Place("club", "discourse", stub.url, "wardroom", stub.key, part=stub.category))
        streams = [open_game(gateway.context, "star_navy", "first-blood") for _ in range(GAMES)]
        for stream in streams:
            set_forum(gateway.context, stream, ForumSet("club", "", ["announcements"], "the club meets there", OPERATOR))
            for number in range(1, WORDS + 1):
                announce(gateway.context, stream, f"Word {number} of game {stream} to all who watch")
        run = [sys.executable, "-m", "tests.storm.posting_run", str(path), str(KILLS), "7"]
        done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=1200)
        killed, _ = map(int, done.stdout.split())
        texts = stub.texts()
        assert killed == KILLS, f"all was posted after {killed} kills: there was too little to post"
        for stream in streams:
            said = [int(found[1]) for text in texts for found in [re.search(rf"Word (\d+) of game {stream} to", text)] if found]
            assert said == list(range(1, WORDS + 1)), Counter(said).most_common(3)
            assert load(gateway.context, stream).ledger.posted["club"] == [f"a{number}" for number in range(1, WORDS + 1)]
            assert len(set(gateway.forums.posts.topic(row) for row in gateway.forums.posts.of(stream))) == 1

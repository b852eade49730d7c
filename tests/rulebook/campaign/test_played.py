"""What the service plays, and which of it are rule books."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pbem.campaign.game import CAMPAIGN
from pbem.campaign.played import KEY, PLAYED, rule_books
from pbem.games import GAMES


def test_campaigns_are_played_beside_the_rule_books() -> None:
    assert list(PLAYED) == [*GAMES, KEY] and len(PLAYED) == len(GAMES) + 1
    assert PLAYED[KEY] is CAMPAIGN and PLAYED["star_navy"] is GAMES["star_navy"]
    assert KEY in PLAYED and CAMPAIGN.key == KEY and "chess" not in PLAYED
    with pytest.raises(KeyError):
        PLAYED["chess"]


def test_a_campaign_is_no_rule_book() -> None:
    books = rule_books(PLAYED)
    assert list(books) == list(GAMES) and len(books) == len(GAMES) and KEY not in books
    with pytest.raises(KeyError):
        books[KEY]


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    """A mail of another game need not load campaigns."""
    code = "import sys, pbem.campaign.played; print([name for name in sys.modules if name.startswith('pbem.campaign')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['pbem.campaign', 'pbem.campaign.played']"

"""What a player has not seen yet: kept for who plays, told to who comes back after more than one turn."""

from __future__ import annotations

import pytest

from pbem.accounts.last_looks import erase, last_look
from tests.service.builders.statements import statements
from tests.web.builders.sites import WebSite

BLUE, TOLD = "blue@example.org", "Since you last looked"


@pytest.fixture
def stream(site: WebSite) -> str:
    return site.opened()


def looked(site: WebSite, stream: str, path: str = "", who: str = BLUE) -> str:
    answer = site.browser(who).get(f"/g/{stream}{path}")
    assert answer.status_code == 200
    return answer.text


def seen(site: WebSite, stream: str, who: str = BLUE) -> int:
    return last_look(site.context.database, site.person(who).id, stream)


def test_nothing_is_told_at_the_first_visit(site: WebSite, stream: str) -> None:
    """However late they come."""
    site.played(stream, 3)
    assert TOLD not in looked(site, stream) and seen(site, stream) == 3


def test_who_comes_back_begins_at_the_first_turn_not_seen(site: WebSite, stream: str) -> None:
    """Once: the latest is seen now. After a single turn there is nothing to go back to."""
    looked(site, stream)
    site.played(stream, 3)
    page = looked(site, stream)
    assert TOLD in page and f'{TOLD}: <a href="/g/{stream}/t/1">turn 1</a> to 3' in page
    assert TOLD not in looked(site, stream)
    site.played(stream, 1)
    assert TOLD not in looked(site, stream) and seen(site, stream) == 4


def test_an_older_turn_moves_nothing_back(site: WebSite, stream: str) -> None:
    """Nor does a step of the latest count as having read its report."""
    looked(site, stream)
    site.played(stream, 2)
    looked(site, stream, "/t/2/e/0")
    assert seen(site, stream) == 0
    looked(site, stream)
    looked(site, stream, "/t/1")
    assert seen(site, stream) == 2


@pytest.mark.parametrize("who", ["", "stranger@example.org"])
def test_nothing_is_kept_of_strangers(site: WebSite, stream: str, who: str) -> None:
    """They are told nothing, and looking is no write; the same for a player who looks as a spectator."""
    for path, reader in (("", who), ("?side=spectator", BLUE)):
        looked(site, stream, path, reader)
        site.played(stream, 2)
        assert TOLD not in looked(site, stream, path, reader)
    rows = site.context.database.con.execute("SELECT count(*) FROM last_looks").fetchone()
    assert rows[0] == 0


def test_one_write_a_turn(site: WebSite, stream: str) -> None:
    """To look again at what was seen writes nothing."""
    site.played(stream, 1)
    writes = []
    for _ in range(2):
        with statements(site.context) as sent:
            looked(site, stream)
        writes.append(sum("INTO last_looks" in each for each in sent))
    assert writes == [1, 0]


def test_looks_are_erased_with_their_person(site: WebSite, stream: str) -> None:
    """Theirs alone."""
    for who in (BLUE, "red@example.org"):
        looked(site, stream, who=who)
    erase(site.context.database, site.person(BLUE).id)
    assert (seen(site, stream), seen(site, stream, "red@example.org")) == (-1, 0)

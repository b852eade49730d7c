"""What lets a person in: nothing of it can be read in the tables, all of it can be revoked, none of it guessed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from events.database import Connections
from pbem.accounts import credentials
from pbem.accounts.credentials import MOST_KEYS, Keys, TooManyKeys
from tests.conftest import repeated_entropy

AT, LATER = "2026-01-01T12:00:00.000000Z", "2026-01-01T13:00:00.000000Z"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Connections]:
    made = Connections(tmp_path / "keys.db", [credentials.migrations])
    yield made
    made.close()


@pytest.fixture
def table(db: Connections) -> Keys:
    return Keys(db, repeated_entropy(), b"a secret for tests")


def test_a_session_is_opened_by_its_cookie_alone(table: Keys, db: Connections) -> None:
    """The cookie opens it; its hash, which the table and the page have, does not."""
    opener = table.open_session("p1", "Firefox on Linux", AT)
    found = table.session(opener)
    assert found is not None and (found.person, found.about, found.seen) == ("p1", "Firefox on Linux", AT)
    assert table.session(found.hash) is None and table.session("") is None
    assert opener not in str(db.con.execute("SELECT * FROM sessions").fetchall())
    table.see_session(found.hash, LATER)
    assert table.sessions("p1")[0].seen == LATER


def test_sessions_are_closed_by_their_owner(table: Keys) -> None:
    """One, all but one, all; another person closes none of them."""
    openers = [table.open_session("p1", "", AT) for _ in range(3)]
    first, second, third = (session for opener in openers if (session := table.session(opener)))
    assert not table.close_session("p2", first.hash)
    assert table.close_session("p1", first.hash) and table.session(openers[0]) is None
    assert table.close_sessions("p1", but=second.hash) == 1
    assert table.session(openers[1]) is not None and table.session(openers[2]) is None
    assert table.close_sessions("p1") == 1 and not table.sessions("p1")
    assert third.person == "p1"


def test_a_link_is_used_once(table: Keys, db: Connections) -> None:
    """The first use is the only one; looking is none. What was in the link is not to be read in the table."""
    assert not table.was_used("seat.g1.blue")
    assert table.use_once("seat.g1.blue", AT) and table.was_used("seat.g1.blue")
    assert not table.use_once("seat.g1.blue", LATER) and table.use_once("n2", AT)
    assert "g1" not in str(db.con.execute("SELECT * FROM used_links").fetchall())


def test_a_link_used_before_its_hash_was_kept_stays_used(table: Keys, db: Connections) -> None:
    """The migration of an older database, over what it holds."""
    with db.write() as con:
        con.execute("INSERT INTO used_links VALUES('seat.g1.blue', ?)", (AT,))
    assert not table.was_used("seat.g1.blue")
    credentials.used_links_by_hash(Database(db.con))
    assert table.was_used("seat.g1.blue") and not table.use_once("seat.g1.blue", LATER) and not table.was_used("n2")


def test_a_token_is_found_by_its_whole_text(table: Keys, db: Connections) -> None:
    """Not by its beginning, its id or its hash; not as a secret address."""
    token = table.give_token("p1", "notebook", AT)
    key = table.holder("api", token)
    assert key is not None and (key.person, key.label, key.seen) == ("p1", "notebook", "")
    hash = db.con.execute("SELECT hash FROM keys").fetchone()[0]
    assert all(table.holder("api", text) is None for text in (token[:-1], key.id, hash, "", "wr_"))
    assert table.holder("feed", token) is None and token not in str(db.con.execute("SELECT * FROM keys").fetchall())
    table.see_key(key.id, LATER)
    assert table.keys("p1")[0].seen == LATER


def test_a_secret_address_is_signed(table: Keys, db: Connections) -> None:
    """Its id alone opens nothing, nor the other kind's signature, nor another service's; the table does not hold it."""
    feed = table.give_address("p1", "feed", "g1", AT)
    secret = table.secret_of(feed)
    assert table.holder("feed", secret) == feed
    assert table.holder("calendar", secret) is None and table.holder("api", secret) is None
    assert table.holder("feed", feed.id) is None and table.holder("feed", secret[:-1] + "!") is None
    assert table.holder("feed", secret + "\u00e9") is None
    assert secret not in str(db.con.execute("SELECT * FROM keys").fetchall())
    assert Keys(db, repeated_entropy(), b"another secret").holder("feed", secret) is None


def test_an_address_is_given_once_for_each_purpose(table: Keys) -> None:
    """Asked for again it is the same; for another game, kind or person, another."""
    feed = table.give_address("p1", "feed", "g1", AT)
    assert table.give_address("p1", "feed", "g1", LATER) == feed
    others = [
        table.give_address(*asked, AT) for asked in (("p1", "feed", "g2"), ("p1", "calendar", "g1"), ("p2", "feed", "g1"))
    ]
    assert len({feed.id, *(other.id for other in others)}) == 4


def test_a_person_has_twenty_keys(table: Keys) -> None:
    """No more, of whatever kind; one revoked makes room; another person has their own twenty."""
    table.give_address("p1", "feed", "g1", AT)
    tokens = [table.give_token("p1", f"t{n}", AT) for n in range(MOST_KEYS - 1)]
    with pytest.raises(TooManyKeys, match="20"):
        table.give_token("p1", "one more", AT)
    with pytest.raises(TooManyKeys):
        table.give_address("p1", "calendar", "", AT)
    assert len(table.keys("p1")) == MOST_KEYS == len(tokens) + 1
    assert table.give_token("p2", "t", AT)
    assert table.revoke("p1", table.keys("p1")[0].id) and table.give_token("p1", "again", AT)


def test_only_its_owner_revokes(table: Keys) -> None:
    """Another person cannot; revoked, it opens nothing; a new one is another."""
    feed = table.give_address("p1", "feed", "", AT)
    secret = table.secret_of(feed)
    assert not table.revoke("p2", feed.id) and table.holder("feed", secret)
    assert table.revoke("p1", feed.id) and table.holder("feed", secret) is None
    assert not table.revoke("p1", feed.id)
    assert table.secret_of(table.give_address("p1", "feed", "", AT)) != secret


def test_erasing_leaves_others_their_keys(table: Keys) -> None:
    """All of one person's sessions, tokens and addresses are gone; nobody else's."""
    mine, theirs = table.open_session("p1", "", AT), table.open_session("p2", "", AT)
    token, other = table.give_token("p1", "t", AT), table.give_token("p2", "t", AT)
    table.erase("p1")
    assert table.session(mine) is None and table.holder("api", token) is None and not table.keys("p1")
    assert table.session(theirs) and table.holder("api", other)

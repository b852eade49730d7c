"""What lets a person in: sessions, links that work once, tokens for programs, secret addresses of feeds. All can be revoked.

What is given out is never kept: the tables hold its hash, or the id that it was signed for.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from typing import Literal, NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections

KeyKind = Literal["api", "feed", "calendar"]
MOST_KEYS = 20
"""Tokens and secret addresses of one person."""

migrations = Migrations("keys")


@migrations()
def keys(db: Database) -> None:
    """Sessions of browsers, keys of programs, and which one-time links have been used."""
    for statement in (
        """CREATE TABLE sessions(
            hash TEXT PRIMARY KEY, person TEXT NOT NULL, about TEXT NOT NULL, created TEXT NOT NULL, seen TEXT NOT NULL
            ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX sessions_person ON sessions(person)",
        """CREATE TABLE keys(
            id TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, stream TEXT NOT NULL,
            hash TEXT NOT NULL, created TEXT NOT NULL, seen TEXT NOT NULL) STRICT, WITHOUT ROWID""",
        "CREATE INDEX keys_person ON keys(person)",
        "CREATE TABLE used_links(nonce TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ):
        db.execute(statement)


@migrations()
def used_links_by_hash(db: Database) -> None:
    """Links that were used stay used, now that their hashes are kept."""
    used = db.execute("SELECT nonce, at FROM used_links").fetchall()
    db.execute("DELETE FROM used_links")
    for nonce, at in used:
        db.execute("INSERT INTO used_links VALUES(?,?)", (_hash(nonce), at))


class Session(NamedTuple):
    """A browser that is signed in. `hash` names it without opening it; `about` says what it called itself."""

    hash: str
    person: str
    about: str
    created: str
    seen: str


class Key(NamedTuple):
    """A token of a program, or a secret address. `stream` is the game it is for ("": all); `seen` "" if it was never used."""

    id: str
    person: str
    kind: str
    label: str
    stream: str
    created: str
    seen: str


class TooManyKeys(ValueError):
    """A person has as many tokens and addresses as they may; one is to be revoked first. The page answers with it."""


class Keys:
    """All of it over one database. `entropy(n)` gives n unguessable bytes; `secret` signs the secret addresses."""

    def __init__(self, db: Connections, entropy: Callable[[int], bytes], secret: bytes) -> None:
        self.db = db
        self.entropy = entropy
        self.secret = secret

    # ------------------------------------------------------------ browsers

    def open_session(self, person: str, about: str, at: str) -> str:
        """Sign a browser in; what its cookie holds."""
        opener = self._text(20)
        self.db.change("INSERT INTO sessions VALUES(?,?,?,?,?)", (_hash(opener), person, about[:200], at, at))
        return opener

    def session(self, opener: str) -> Session | None:
        """The session that a cookie opens; None when it was closed."""
        row = self.db.con.execute("SELECT * FROM sessions WHERE hash=?", (_hash(opener),)).fetchone()
        return Session(*row) if row else None

    def sessions(self, person: str) -> list[Session]:
        """A person's open sessions, the latest first."""
        rows = self.db.con.execute("SELECT * FROM sessions WHERE person=? ORDER BY seen DESC, hash", (person,))
        return [Session(*row) for row in rows]

    def see_session(self, hash: str, at: str) -> None:
        """It was used at this time."""
        self.db.change("UPDATE sessions SET seen=? WHERE hash=?", (at, hash))

    def close_session(self, person: str, hash: str) -> bool:
        """Sign one of a person's browsers out."""
        return self.db.change("DELETE FROM sessions WHERE person=? AND hash=?", (person, hash)) > 0

    def close_sessions(self, person: str, but: str = "") -> int:
        """Sign all of a person's browsers out, except the one with this hash."""
        return self.db.change("DELETE FROM sessions WHERE person=? AND hash<>?", (person, but))

    def use_once(self, nonce: str, at: str) -> bool:
        """Is it the first time that the link with this nonce is used? It is from now on.

        What is kept is the nonce's hash: a nonce may name a person.
        """
        return self.db.change("INSERT INTO used_links VALUES(?,?) ON CONFLICT DO NOTHING", (_hash(nonce), at)) > 0

    def was_used(self, nonce: str) -> bool:
        """Has the link with this nonce been used?"""
        return self.db.con.execute("SELECT 1 FROM used_links WHERE nonce=?", (_hash(nonce),)).fetchone() is not None

    # ------------------------------------------------------------ programs and feeds

    def give_token(self, person: str, label: str, at: str) -> str:
        """A token for a program that acts for a person. It can be shown this once only."""
        text = f"wr_{self._text(25)}"
        self._add(person, "api", label, "", _hash(text), at)
        return text

    def give_address(self, person: str, kind: KeyKind, stream: str, at: str) -> Key:
        """A feed's or calendar's secret address, `secret_of` it. The one that there is, if there is one."""
        there = next((key for key in self.keys(person) if (key.kind, key.stream) == (kind, stream)), None)
        return there or self._add(person, kind, "", stream, "", at)

    def secret_of(self, key: Key) -> str:
        """What the secret address of this key holds."""
        return f"{key.id}{self._sign(key.id, key.kind)}"

    def holder(self, kind: KeyKind, text: str) -> Key | None:
        """The key that this token or secret is; None when there is none, or it was revoked."""
        where, value = ("hash=?", _hash(text)) if kind == "api" else ("id=?", text[:16])
        row = self.db.con.execute(
            f"SELECT id,person,kind,label,stream,created,seen FROM keys WHERE kind=? AND {where}",  # noqa: S608
            (kind, value),
        ).fetchone()
        found = Key(*row) if row else None
        if found and kind != "api" and not hmac.compare_digest(self.secret_of(found).encode(), text.encode()):
            return None
        return found

    def keys(self, person: str) -> list[Key]:
        """A person's tokens and secret addresses, oldest first."""
        rows = self.db.con.execute(
            "SELECT id,person,kind,label,stream,created,seen FROM keys WHERE person=? ORDER BY created, id", (person,)
        )
        return [Key(*row) for row in rows]

    def see_key(self, id: str, at: str) -> None:
        """It was used at this time."""
        self.db.change("UPDATE keys SET seen=? WHERE id=?", (at, id))

    def revoke(self, person: str, id: str) -> bool:
        """Make one of a person's tokens or secret addresses worthless."""
        return self.db.change("DELETE FROM keys WHERE person=? AND id=?", (person, id)) > 0

    def erase(self, person: str) -> None:
        """Nothing lets this person in any more."""
        with self.db.write() as con:
            con.execute("DELETE FROM sessions WHERE person=?", (person,))
            con.execute("DELETE FROM keys WHERE person=?", (person,))

    # ------------------------------------------------------------ how it is made

    def _add(self, person: str, kind: KeyKind, label: str, stream: str, hash: str, at: str) -> Key:
        if len(self.keys(person)) >= MOST_KEYS:
            raise TooManyKeys(f"you have {MOST_KEYS} tokens and addresses; revoke one first")
        key = Key(self._text(10), person, kind, label[:80], stream, at, "")
        self.db.change("INSERT INTO keys VALUES(?,?,?,?,?,?,?,?)", (key.id, person, kind, key.label, stream, hash, at, ""))
        return key

    def _text(self, n: int) -> str:
        return base64.b32encode(self.entropy(n)).decode().lower().rstrip("=")

    def _sign(self, id: str, kind: str) -> str:
        mac = hmac.digest(self.secret, f"secret address|{kind}|{id}".encode(), "sha256")
        return base64.b32encode(mac).decode().lower()[:16]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()

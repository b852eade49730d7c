"""People: the only home of personal data. Games know a person by a random id, so that a person can be erased."""

from __future__ import annotations

import base64
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections

ADDRESS = re.compile(r"[!-~]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?")
SPECIAL = re.compile(r"[<>()\[\]\\,;:\"/]|@.*@")
MAX_NAME = 80

migrations = Migrations("people")


@migrations()
def people_table(db: Database) -> None:
    """Who plays here, and where to write to them."""
    db.execute(
        """CREATE TABLE people(
            id TEXT PRIMARY KEY, name TEXT NOT NULL, address TEXT NOT NULL UNIQUE, created TEXT NOT NULL
            ) STRICT, WITHOUT ROWID"""
    )


class Person(NamedTuple):
    """`address` is case-folded; `created` is a UTC stamp."""

    id: str
    name: str
    address: str
    created: str


class BadPerson(ValueError):
    """A name or an address that cannot be used, and why."""


@contextmanager
def erasing(db: Connections) -> Iterator[sqlite3.Connection]:
    """A write whose deleted content is overwritten, in the file and in its write-ahead log."""
    db.con.execute("PRAGMA secure_delete=ON")
    with db.write() as con:
        yield con
    db.con.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def fold_address(address: str) -> str:
    """The form in which addresses are kept and compared. Raises `BadPerson` when it is none."""
    folded = address.strip().casefold()
    if not ADDRESS.fullmatch(folded) or SPECIAL.search(folded):
        raise BadPerson(f"{address!r} is no mail address")
    return folded


def clean_name(name: str) -> str:
    """A name on one line, without control characters. Raises `BadPerson` when nothing is left."""
    clean = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:MAX_NAME]
    if not clean:
        raise BadPerson("a person needs a name")
    return clean


class People:
    """The people table. `entropy(n)` gives n unguessable bytes for new ids."""

    def __init__(self, db: Connections, entropy: Callable[[int], bytes]) -> None:
        self.db = db
        self.entropy = entropy

    def add(self, name: str, address: str, at: str) -> Person:
        """A new person, with an id that says nothing about name or address. Raises `BadPerson`, also for a known address."""
        code = base64.b32encode(self.entropy(5)).decode().lower()
        person = Person(code, clean_name(name), fold_address(address), at)
        try:
            with self.db.write() as con:
                con.execute("INSERT INTO people(id, name, address, created) VALUES(?,?,?,?)", person)
        except sqlite3.IntegrityError as e:
            raise BadPerson(f"{person.address} is registered already") from e
        return person

    def by_id(self, person: str) -> Person | None:
        """The person with this id."""
        return self._one("SELECT id, name, address, created FROM people WHERE id=?", person)

    def by_address(self, address: str) -> Person | None:
        """The person who writes from this address, in whatever case."""
        return self._one("SELECT id, name, address, created FROM people WHERE address=?", address.strip().casefold())

    def everyone(self) -> list[Person]:
        """All people, by name."""
        return [Person(*row) for row in self.db.con.execute("SELECT id, name, address, created FROM people ORDER BY name, id")]

    def rename(self, person: str, name: str) -> None:
        """Give a person another name."""
        with erasing(self.db) as con:
            con.execute("UPDATE people SET name=? WHERE id=?", (clean_name(name), person))

    def erase(self, person: str) -> None:
        """Forget a person. Games go on knowing the id, which now leads nowhere."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM people WHERE id=?", (person,))

    def _one(self, query: str, key: str) -> Person | None:
        row = self.db.con.execute(query, (key,)).fetchone()
        return Person(*row) if row else None

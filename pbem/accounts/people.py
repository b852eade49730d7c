"""People: the only home of personal data. Games know a person by a random id, so that a person can be erased."""

from __future__ import annotations

import base64
import re
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple
from zoneinfo import available_timezones

from sqlite_utils import Database, Migrations

from events.database import Connection, Connections
from pbem.core.game.phrases import one_line

ADDRESS = re.compile(r"[!-~]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?")
SPECIAL = re.compile(r"[<>()\[\]\\,;:\"/]|@.*@")
MAX_NAME = 80
GUEST = "Guest"
"""What somebody is called who has not said who they are."""
COLUMNS = "id, name, address, created, zone, epoch"

migrations = Migrations("people")


@migrations()
def people_table(db: Database) -> None:
    """Who plays here, and where to write to them."""
    db.execute(
        """CREATE TABLE people(
            id TEXT PRIMARY KEY, name TEXT NOT NULL, address TEXT NOT NULL UNIQUE, created TEXT NOT NULL
            ) STRICT, WITHOUT ROWID"""
    )


@migrations()
def people_by_mail(db: Database) -> None:
    """A person's clock, the age of their order addresses, and the other addresses that they write from."""
    for statement in (
        "ALTER TABLE people ADD COLUMN zone TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE people ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0",
        "CREATE TABLE aliases(address TEXT PRIMARY KEY, person TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ):
        db.execute(statement)


@migrations()
def guests(db: Database) -> None:
    """A guest has no address; no two people have the same one."""
    for statement in (
        """CREATE TABLE people_and_guests(
            id TEXT PRIMARY KEY, name TEXT NOT NULL, address TEXT NOT NULL, created TEXT NOT NULL,
            zone TEXT NOT NULL DEFAULT '', epoch INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID""",
        f"INSERT INTO people_and_guests({COLUMNS}) SELECT {COLUMNS} FROM people",  # noqa: S608
        "DROP TABLE people",
        "ALTER TABLE people_and_guests RENAME TO people",
        "CREATE UNIQUE INDEX people_address ON people(address) WHERE address<>''",
        "CREATE INDEX people_guests ON people(created) WHERE address=''",
    ):
        db.execute(statement)


@migrations()
def addresses_of_a_person(db: Database) -> None:
    """Their own page lists them."""
    db.execute("CREATE INDEX aliases_person ON aliases(person)")


class Person(NamedTuple):
    """`address` is case-folded, "" of a guest; `created` is a UTC stamp; `zone` an IANA name ("": unknown).

    `epoch` counts rotated keys.
    """

    id: str
    name: str
    address: str
    created: str
    zone: str = ""
    epoch: int = 0

    @property
    def is_guest(self) -> bool:
        """Has nobody said who this is? Then they play games to learn by, and nothing is mailed to them."""
        return not self.address

    @property
    def key(self) -> str:
        """What order addresses are given to: rotating it makes the addresses given before worthless."""
        return f"{self.id}.{self.epoch}" if self.epoch else self.id


class BadPerson(ValueError):
    """A name or an address cannot be used, and why. The page or command that took it answers with it."""


def erasing(db: Connections) -> AbstractContextManager[Connection]:
    """A write whose deleted content is overwritten, as far as the database can."""
    return db.erasing()


def is_guest(con: Connection, person: str) -> bool:
    """Is this the id of a guest, to whom nothing is mailed?"""
    return con.execute("SELECT 1 FROM people WHERE id=? AND address=''", (person,)).fetchone() is not None


def fold_address(address: str) -> str:
    """The form in which addresses are kept and compared. Raises `BadPerson` when it is none."""
    folded = address.strip().casefold()
    if not ADDRESS.fullmatch(folded) or SPECIAL.search(folded):
        raise BadPerson(f"{address!r} is no mail address")
    return folded


def clean_name(name: str) -> str:
    """A name on one line, without control characters. Raises `BadPerson` when nothing is left."""
    clean = one_line(name)[:MAX_NAME]
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
        person = Person(self._new_id(), clean_name(name), fold_address(address), at)
        self._free(person.address)
        return self._insert(person)

    def add_guest(self, at: str) -> Person:
        """Somebody who plays before they say who they are."""
        return self._insert(Person(self._new_id(), GUEST, "", at))

    def name_guest(self, guest: str, name: str, address: str) -> Person:
        """A guest has said who they are. Raises `BadPerson`, also for a known address, and when there is no such guest."""
        known, folded = clean_name(name), fold_address(address)
        self._free(folded)
        with erasing(self.db) as con:
            con.execute("UPDATE people SET name=?, address=? WHERE id=? AND address=''", (known, folded, guest))
        found = self.by_id(guest)
        if found is None or found.address != folded:
            raise BadPerson("the game that was to be kept is gone")
        return found

    def by_id(self, person: str) -> Person | None:
        """The person with this id."""
        return self._one("id=?", person)

    def by_address(self, address: str) -> Person | None:
        """The person who writes from this address, in whatever case: their own, or another that they have told us of."""
        folded = address.strip().casefold()
        if not folded:
            return None  # guests have it, and they write from nowhere: the index leaves them out, and the question must say so
        return self._one("address=? AND address<>''", folded) or self._one(
            "id=(SELECT person FROM aliases WHERE address=?)", folded
        )

    def everyone(self) -> list[Person]:
        """All people, by name."""
        return [Person(*row) for row in self.db.con.execute(f"SELECT {COLUMNS} FROM people ORDER BY name, id")]  # noqa: S608

    def rename(self, person: str, name: str) -> None:
        """Give a person another name."""
        with erasing(self.db) as con:
            con.execute("UPDATE people SET name=? WHERE id=?", (clean_name(name), person))

    def set_zone(self, person: str, zone: str) -> None:
        """The clock that deadlines are told by ("": UTC alone). Raises `BadPerson`."""
        if zone and zone not in available_timezones():
            raise BadPerson(f"{zone!r} is no time zone; write it like Europe/Berlin")
        self.db.change("UPDATE people SET zone=? WHERE id=?", (zone, person))

    def rotate(self, person: str) -> None:
        """Make every order address that was given to a person worthless; new ones go out with their next mails."""
        self.db.change("UPDATE people SET epoch=epoch+1 WHERE id=?", (person,))

    def aliases(self, person: str) -> list[str]:
        """The other addresses a person writes from; mail goes to none of them."""
        rows = self.db.con.execute("SELECT address FROM aliases WHERE person=? ORDER BY address", (person,))
        return [address for (address,) in rows]

    def add_alias(self, person: str, address: str) -> None:
        """A person writes from this address too. Raises `BadPerson`, also for an address that is someone's already."""
        folded = fold_address(address)
        self._free(folded)
        self.db.change("INSERT INTO aliases(address, person) VALUES(?,?)", (folded, person))

    def drop_alias(self, person: str, address: str) -> None:
        """They do not write from there any more."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM aliases WHERE person=? AND address=?", (person, fold_address(address)))

    def erase(self, person: str) -> None:
        """Forget a person. Games go on knowing the id, which now leads nowhere."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM aliases WHERE person=?", (person,))
            con.execute("DELETE FROM people WHERE id=?", (person,))

    def _new_id(self) -> str:
        return base64.b32encode(self.entropy(5)).decode().lower()

    def _insert(self, person: Person) -> Person:
        try:
            self.db.change(f"INSERT INTO people({COLUMNS}) VALUES(?,?,?,?,?,?)", person)
        except sqlite3.IntegrityError as e:
            raise BadPerson(f"{person.address} is registered already") from e
        return person

    def _free(self, address: str) -> None:
        if self.by_address(address):
            raise BadPerson(f"{address} is registered already")

    def _one(self, where: str, key: str) -> Person | None:
        row = self.db.con.execute(f"SELECT {COLUMNS} FROM people WHERE {where}", (key,)).fetchone()  # noqa: S608
        return Person(*row) if row else None

"""How each person wants to be reminded of deadlines: in all their games, and in single ones otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from sqlite_utils import Database, Migrations

from events.database import Connections, upsert
from pbem.accounts.people import BadPerson, erasing

Mode = Literal["reminders", "digest", "off"]
"""A mail before each deadline, one mail a day for all games, or nothing."""
ALL_GAMES = ""
"""Stands where a game's name stands: what holds in every game that has no choice of its own."""
MOST_HOURS = 7 * 24
MOST_TIMES = 5
NUMBERS = re.compile(r"[0-9]+(?:[ ,;h]+[0-9]+)*[ ,;h]*")

migrations = Migrations("reminder_choices")


@migrations()
def reminder_choices(db: Database) -> None:
    """One row for a person's choice for all games, and one for each game that has its own."""
    db.execute(
        """CREATE TABLE reminder_choices(
            person TEXT NOT NULL, stream TEXT NOT NULL, mode TEXT NOT NULL, hours TEXT NOT NULL, PRIMARY KEY(person, stream)
            ) STRICT, WITHOUT ROWID"""
    )


class ReminderChoice(NamedTuple):
    """`hours` are those before a deadline at which a reminder is sent, the most first; they count in the mode `reminders`."""

    mode: Mode = "reminders"
    hours: tuple[int, ...] = (24, 3)


def read_choice(mode: str, hours: str) -> ReminderChoice:
    """A choice from the words of a form; without hours the usual ones. Raises `BadPerson`."""
    known: dict[str, Mode] = {each: each for each in get_args(Mode)}
    if mode not in known:
        raise BadPerson(f"reminders are one of {', '.join(known)}, not {mode[:40]!r}")
    text = hours.strip().lower()
    if text and not NUMBERS.fullmatch(text):
        raise BadPerson(f"{text[:40]!r} are no hours: write them like 24, 3")
    return checked_choice(known[mode], [int(number) for number in re.findall("[0-9]+", text)] or ReminderChoice().hours)


def checked_choice(mode: Mode, hours: Sequence[int]) -> ReminderChoice:
    """A choice with its hours in order, each once. Raises `BadPerson`."""
    if not 1 <= len(hours) <= MOST_TIMES:
        raise BadPerson(f"a deadline is reminded of once to {MOST_TIMES} times")
    if not all(1 <= number <= MOST_HOURS for number in hours):
        raise BadPerson(f"a reminder comes 1 to {MOST_HOURS} hours before the deadline")
    return ReminderChoice(mode, tuple(sorted(set(hours), reverse=True)))


class ReminderChoices:
    """The only code that writes the table."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    def of_person(self, person: str) -> dict[str, ReminderChoice]:
        """What the person has chosen: by game, and for `ALL_GAMES`, which is always there."""
        rows = self.db.con.execute("SELECT stream, mode, hours FROM reminder_choices WHERE person=? ORDER BY stream", (person,))
        said = {stream: ReminderChoice(mode, tuple(map(int, hours.split(",")))) for stream, mode, hours in rows}
        return {ALL_GAMES: ReminderChoice(), **said}

    def in_game(self, person: str, stream: str) -> ReminderChoice:
        """What holds in a game: its own choice, else that for all."""
        said = self.of_person(person)
        return said.get(stream, said[ALL_GAMES])

    def choose(self, person: str, stream: str, choice: ReminderChoice) -> None:
        """What holds in a game, or in all of them, from now on."""
        row = (person, stream, choice.mode, ",".join(map(str, choice.hours)))
        self.db.change(upsert("reminder_choices", "person, stream", "mode, hours"), row)

    def follow(self, person: str, stream: str) -> None:
        """The game has no choice of its own any more."""
        self.db.change("DELETE FROM reminder_choices WHERE person=? AND stream=?", (person, stream))

    def erase(self, person: str) -> None:
        """Forget what a person has chosen."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM reminder_choices WHERE person=?", (person,))

"""For which seat a private message is: as its first line says, as its conversation is about, or as there is only one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

NAMED = re.compile(
    r"\s*(?:\[(?P<tag>[\w.-]{1,40})(?: T[0-9]{1,6})?\]|game\s+(?P<game>[\w.-]{1,40})|(?P<bare>[\w.-]{1,40}))", re.I
)
SEAT = re.compile(r"\s*(?P<seat>[\w-]{1,40})")
END = re.compile(r"\s*(?::|\Z)\s*")
"""What stands behind a name that is meant for the service: a colon, or nothing more on its line."""

Seats = Sequence[tuple[str, str]]
"""(stream, seat) of all that a person may order for."""


class FoundSeat(NamedTuple):
    """The seat that a message is for, and its text without the words that said so; lines keep their numbers."""

    stream: str
    seat: str
    text: str


def seat_of(text: str, about: Seats, mine: Seats) -> FoundSeat | None:
    """The seat, or None where it is not clear. `about`: what the conversation is about; `mine`: all open seats of the writer.

    A conversation about one seat is left only by words that can mean nothing else: `[g7]`, `game g7`, `g7 red`.
    """
    only = about[0] if len(about) == 1 else None
    lines = text.splitlines()
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is not None and (named := _named(lines[first], mine, only is None)):
        stream, seat, rest = named
        return FoundSeat(stream, seat, "\n".join([*lines[:first], rest, *lines[first + 1 :]]))
    if only:
        return FoundSeat(*only, text)
    return FoundSeat(*mine[0], text) if len(mine) == 1 else None


def _named(line: str, mine: Seats, bare: bool) -> tuple[str, str, str] | None:
    """The seat that a line names, and the rest of it. With `bare` the game's name alone will do."""
    found = NAMED.match(line)
    if found is None:
        return None
    name = (found["tag"] or found["game"] or found["bare"]).lower()
    seats = [seat for stream, seat in mine if stream == name]
    rest = line[found.end() :]
    said = SEAT.match(rest)
    seat = next((seat for seat in seats if said and seat == said["seat"].lower()), "")
    if seat and said:
        rest = rest[said.end() :]
    end = END.match(rest)
    rest = rest[end.end() :] if end else rest
    clear = bool(found["tag"] or found["game"]) or (bool(seat) and end is not None) or (bare and end is not None)
    if not clear or not (seat or len(seats) == 1):
        return None
    return name, seat or seats[0], rest

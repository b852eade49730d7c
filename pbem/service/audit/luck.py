"""Was it luck? Every roll of a game with what was at stake in it, as one reader may know it; and what all of it comes to.

While a game goes on a reader is shown the luck of their own rolls that they saw, from what they knew right before each. So
nothing hidden is in it: neither a roll nor how many there were, nor a chance that depends on what they were not shown. When it
is over everything is laid open. Turns that were rolled back count for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from events.base import EVERYONE, Entry, visible
from events.platform import GameOpened, Rolled, StateRestored
from pbem.core.dice.stakes import Stake, Throw
from pbem.core.state.knowledge import Told
from pbem.core.state.ledger_handlers import HANDLERS
from pbem.core.state.record import Record
from pbem.service.audit.luck_table import Cast, LuckTable, SeatLuck, judge, luck_table, together, totals
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext
from pbem.service.repository import reading, streams

THEN = 4
"""Events after a roll that say what became of it; no game needs more."""


@dataclass(frozen=True)
class GameLuck:
    """The luck of a game for one reader. `turn` is the last resolved one; `whole`: nothing is left out."""

    stream: str
    title: str
    turn: int
    whole: bool
    table: LuckTable


def luck(context: ServiceContext, stream: str, reader: str | None) -> GameLuck:
    """The luck of all seats when the game is over, before of the reader's own; `EVERYONE` is the operator, who sees all.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game or seat.
        ActRefused: a spectator asks while the game goes on.
    """
    with reading(context, stream) as now:
        whole = _sees_all(now, reader)
        casts = list(_casts(context, now, None if whole else reader))
        seats = list(now.ledger.seats) if whole or reader is None else [reader]
        return GameLuck(stream, f"{now.game.title}: {now.ledger.title}", now.ledger.closed, whole, luck_table(casts, seats))


def _sees_all(now: Record, reader: str | None) -> bool:
    ledger = now.ledger
    if reader not in (None, EVERYONE, *ledger.seats):
        raise NoSuchSeat(f"{now.stream} has no seat {reader!r}; its seats are {', '.join(ledger.seats)}")
    if reader is None and not ledger.ended:
        raise ActRefused(f"{now.stream} goes on: until it is over players are shown the luck of their own rolls, others none")
    return reader == EVERYONE or ledger.ended


def luck_of_person(context: ServiceContext, person: str) -> LuckTable:
    """For the operator: what a person (or bot) rolled in all games, by the seats that they held when the dice fell.

    Turns in this table count games: the line goes from game to game.
    """
    casts: list[Cast] = []
    for number, stream in enumerate(streams(context), 1):
        with reading(context, stream) as now:
            casts += [cast for of_game in _by_player(_casts(context, now, None), number, person).values() for cast in of_game]
    return luck_table(casts, [person])


def luck_of_all(context: ServiceContext) -> tuple[dict[str, list[SeatLuck]], list[SeatLuck]]:
    """For the operator: all that mattered, by game and seat, and by person (the `seat` there); corrected together."""
    games: dict[str, list[SeatLuck]] = {}
    persons: dict[str, list[Cast]] = {}
    for number, stream in enumerate(streams(context), 1):
        with reading(context, stream) as now:
            casts = list(_casts(context, now, None))
            games[stream] = totals(casts, list(now.ledger.seats))
        for player, theirs in _by_player(casts, number).items():
            persons.setdefault(player, []).extend(theirs)
    by_person = [each for player, casts in sorted(persons.items()) for each in totals(casts, [player])]
    answers = iter(together([*(each for found in games.values() for each in found), *by_person]))
    return {stream: [next(answers) for _ in found] for stream, found in games.items()}, list(answers)


def _by_player(casts: Iterable[Cast], number: int, person: str = "") -> dict[str, list[Cast]]:
    """The casts of a game by player, or of one person only; who held two of the seats has rolled once."""
    found: dict[str, list[Cast]] = {}
    for cast in casts:
        for player in dict.fromkeys(cast.players):
            if player and person in ("", player):
                found.setdefault(player, []).append(cast._replace(turn=number, seats=(player,)))
    return found


# ---------------------------------------------------------------- from the log


def _casts(context: ServiceContext, now: Record, reader: str | None) -> Iterator[Cast]:
    """The rolls of the turns that lead to the present position; with a reader those of their own that they saw."""
    counting = {0, *now.ledger.line()}
    record = Record(context.games, now.stream, _nothing_again)
    entries = context.store.read(now.stream, 0, now.head.version)
    for turn, group in groupby(entries, key=lambda entry: entry.turn):
        of_turn = list(group)
        for place, entry in enumerate(of_turn):
            if isinstance(entry.event, Rolled) and turn in counting:
                yield from _cast(record, of_turn[place:], reader)
            record.read(entry.event, entry.audience)
            if isinstance(entry.event, GameOpened | StateRestored) and reader is not None:
                record.known(reader)  # from here on it is kept up to date


def _nothing_again(record: Record) -> Iterable[Told]:
    """The one reader who is asked for listens from the first event on: nobody needs to be told anything again."""
    return ()


def _cast(record: Record, entries: Sequence[Entry], reader: str | None) -> Iterator[Cast]:
    """The roll that the entries begin with, if it is for this reader."""
    thrown, ledger = entries[0], record.ledger
    ids = ledger.reader(reader)
    if not isinstance(thrown.event, Rolled) or (reader is not None and not visible(thrown.audience, ids)):
        return
    seen = (e.event for e in entries if type(e.event) not in HANDLERS and (reader is None or visible(e.audience, ids)))
    known = record.state if reader is None else record.known(reader)
    stake: Stake = record.game.planning.stake(known, Throw(thrown.event, thrown.audience, list(islice(seen, THEN))))
    seats = tuple(seat for seat in ledger.seats if stake.by in ledger.reader(seat))
    if reader is None or reader in seats:
        players = tuple(ledger.players.get(seat, "") for seat in seats)
        judged = judge(thrown.event.faces, stake.score) if stake.score else None
        yield Cast(thrown.turn, seats if reader is None else (reader,), players, thrown.event, stake.purpose, judged)

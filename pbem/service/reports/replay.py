"""Replay: the report lines of a turn as steps, and the position at each of them as one reader may know it.

The steps are those of the reader's report, by the same numbers; step 0 is the position as the turn began. What is hidden from
the reader is neither counted nor shown: everything here is made from what they know. A reader is a seat, None (a spectator) or,
when the game is over, `EVERYONE`: to whom nothing was ever hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.base import EVERYONE, Entry, visible
from events.lists.game_list import GameRow
from events.platform import Rolled, RolledBack
from pbem.core.drawing.scene import Scene
from pbem.core.state.canonical_json import hash_of
from pbem.core.state.ledger_handlers import HANDLERS
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, NoSuchGame, NoSuchSeat, ServiceContext
from pbem.service.reports.turn_report import NarratedEvent, ResolvedTurn, narrated, resolved_turn, turn_end
from pbem.service.repository import load, no_game, reading

ID = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Step:
    """One numbered line of a turn. `rule` is a clause id or ""; `units` are the ids of the known units that it is about.

    `target` is the known unit that the first of them acts on, "" if it is about that one alone.
    """

    number: int
    phase: str
    text: str
    rule: str
    dice: list[str]
    units: list[str]
    target: str = ""


@dataclass(frozen=True)
class TurnSteps:
    """The steps of a turn for one reader: `steps[n]` has number n."""

    stream: str
    turn: int
    seat: str | None
    steps: list[Step]


@dataclass(frozen=True)
class ShownStep:
    """The position right after a step: its map, and after it, where they were asked for, the record sheets.

    `digest` is the SHA-256 of the canonical JSON of what `hashed` names: while the game goes on "view", what the reader knows
    (a hash of hidden things could be guessed at), when it is over the umpire's whole "state".
    """

    stream: str
    turn: int
    seat: str | None
    step: Step
    scenes: Sequence[Scene]
    digest: str
    hashed: str


@dataclass(frozen=True)
class TurnReplay:
    """Steps, and for each the version of the log up to which it is folded. `key` names all that it was made from."""

    key: tuple[object, ...]
    shown: TurnSteps
    places: list[int]
    ended: bool


def turn_steps(context: ServiceContext, stream: str, turn: int, seat: str | None) -> TurnSteps:
    """The steps of a resolved turn. Raises what `turn_replay` does."""
    return turn_replay(context, stream, turn, seat).shown


def turn_replay(
    context: ServiceContext, stream: str, turn: int, seat: str | None, resolved: Callable[[], ResolvedTurn] | None = None
) -> TurnReplay:
    """A resolved turn (0: the set-up) for this reader, kept for the next who asks. `resolved` gives it as the log has it.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, turn or seat.
        ActRefused: everything is asked for while the game goes on.
    """
    ended = _row(context, stream, turn, seat).status == "ended"
    key = (stream, turn, seat, ended, turn_end(context, stream, turn).head.hash)

    def make() -> TurnReplay:
        given = resolved() if resolved and seat != EVERYONE else None  # `EVERYONE` has a record of their own: it is laid open
        return _made(given or resolved_turn(context, stream, turn), seat, key, ended)

    replay: TurnReplay = context.rendered.get(("replay", *key), make)
    return replay


def step_at(context: ServiceContext, stream: str, turn: int, number: int, seat: str | None, sheets: bool = False) -> ShownStep:
    """The position after step `number`. Raises what `turn_steps` does, and NoSuchGame for a step that is not there."""
    replay = turn_replay(context, stream, turn, seat)
    _check_number(replay, number)
    record = _before(context, stream, turn)
    for entry in context.store.read(stream, record.head.version, replay.places[number]):
        record.apply(entry.event, entry.audience)
    drawn = record.game.report.draw(record.known(seat))
    return _shown_step(replay, number, record, list(drawn) if sheets else [next(drawn)])


def shown_steps(context: ServiceContext, stream: str, turn: int, seat: str | None) -> Iterator[ShownStep]:
    """All steps of a turn as shown, the log folded once. Where nothing on the map changed, the scenes are the same object."""
    replay = turn_replay(context, stream, turn, seat)
    scenes: Sequence[Scene] = []
    for number, (record, changed) in enumerate(positions(context, replay)):
        if changed:
            drawn = [next(record.game.report.draw(record.known(seat)))]
            scenes = scenes if drawn == scenes else drawn
        yield _shown_step(replay, number, record, scenes)


def positions(context: ServiceContext, replay: TurnReplay) -> Iterator[tuple[Record, bool]]:
    """The record at each step of a turn, folded once, and if the reader's map may have changed since the step before."""
    shown = replay.shown
    record = _before(context, shown.stream, shown.turn)
    entries = context.store.read(shown.stream, record.head.version, replay.places[-1])
    for number, place in enumerate(replay.places):
        changed = not number
        while record.head.version < place:
            entry = next(entries)
            changed = changed or _is_shown(record, entry, shown.seat)
            record.apply(entry.event, entry.audience)
            record.head = record.head._replace(version=entry.version)
        yield record, changed


def _is_shown(record: Record, entry: Entry, seat: str | None) -> bool:
    """May it be on the map: does the reader hear of it, or may it lay open what was hidden?"""
    if isinstance(entry.event, Rolled) or type(entry.event) in record.game.report.off_map:
        return False
    if seat == EVERYONE or type(entry.event) in HANDLERS or record.ledger.ended or record.ledger.laid_open:
        return True
    return visible(entry.audience, record.ledger.reader(seat))


def position_hash(replay: TurnReplay, record: Record) -> tuple[str, str]:
    """The `digest` of a position, and what is `hashed`, as `ShownStep` has them."""
    if replay.ended:
        return hash_of(record.state), "state"
    return hash_of(record.known(replay.shown.seat)), "view"


def step_key(replay: TurnReplay, number: int) -> tuple[object, ...]:
    """A name for this step that changes with anything it is made from. Raises NoSuchGame for a step that is not there."""
    _check_number(replay, number)
    return (*replay.key, number)


def undone(context: ServiceContext, stream: str) -> Mapping[int, str]:
    """The turns that were rolled back, and why. They keep their steps."""
    head = context.store.head(stream)

    def make() -> Mapping[int, str]:
        with reading(context, stream) as record:
            return dict(record.ledger.undone)

    found: Mapping[int, str] = context.rendered.get(("undone", stream, head.hash), make)
    return found


def record_at(context: ServiceContext, stream: str, turn: int, seat: str | None) -> tuple[Record, str | None]:
    """The record at a turn's end, and the seat by which to ask it. For `EVERYONE` nothing in it is hidden any more."""
    record = load(context, stream, turn)
    return record, _looking(record, seat)


def _looking(record: Record, seat: str | None) -> str | None:
    """The seat by which to ask the record."""
    if seat is None or seat in record.ledger.seats:
        return seat
    if seat != EVERYONE:
        raise NoSuchSeat(f"{record.stream} has no seat {seat!r}; its seats are {', '.join(record.ledger.seats)}")
    record.ledger.ended = True
    return None


# ---------------------------------------------------------------- making


def _row(context: ServiceContext, stream: str, turn: int, seat: str | None) -> GameRow:
    row = context.store.game(stream)
    if row is None:
        raise no_game(context, stream)
    if turn > row.closed:
        raise NoSuchGame(f"turn {turn} of {stream} is not resolved yet")
    if seat == EVERYONE and row.status != "ended":
        raise ActRefused(f"{stream} goes on: what is hidden is laid open when it is over")
    return row


def _made(resolved: ResolvedTurn, seat: str | None, key: tuple[object, ...], ended: bool) -> TurnReplay:
    record, entries, turn = resolved.record, resolved.entries, resolved.turn
    viewer = _looking(record, seat)
    found = narrated(record, entries, viewer)
    known = record.known(viewer)
    units = {*record.game.report.names(known), *(shape.unit for shape in resolved.map(viewer).shapes)}
    opening, place = _opening(turn, entries)
    steps = [opening, *(_step(each, units) for each in found)]
    places = [place, *(_place(each) for each in found)]
    return TurnReplay(key, TurnSteps(record.stream, turn, seat, steps), places, ended)


def _opening(turn: int, entries: Sequence[Entry]) -> tuple[Step, int]:
    """Step 0 and its place: where the turn began; the first thing on the table; or the position that a roll-back restored."""
    back = next((e.event for e in entries if isinstance(e.event, RolledBack)), None)
    if back is not None:
        text, place = f"Not played: back to the end of turn {back.to}. {back.why}", entries[-1].version
    elif turn:
        text, place = f"The position as turn {turn} began.", entries[0].version - 1
    else:
        text, place = "The empty table.", next(e.version for e in entries if type(e.event) not in HANDLERS)
    return Step(0, "", text, "", [], []), place


def _step(each: NarratedEvent, known: Collection[str]) -> Step:
    line = each.line
    words = [line.text, *line.dice, *(_strings(vars(each.entry.event)) if each.entry else ())]
    named = dict.fromkeys(id for text in words for id in ID.findall(text) if id in known)
    target = str(getattr(each.entry.event, "target", "")) if each.entry else ""
    target = target if target in named and next(iter(named)) != target else ""
    return Step(line.number, line.phase, line.text, line.rule, line.dice, list(named), target)


def _strings(value: Any) -> Iterator[str]:
    """All texts in a payload."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _strings(key)
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _place(each: NarratedEvent) -> int:
    """Up to its event; dice that nothing followed: up to the last of them."""
    entry: Entry = each.entry or each.rolls[-1][1]
    return entry.version


def _before(context: ServiceContext, stream: str, turn: int) -> Record:
    """The record as the turn began; before the set-up there is nothing."""
    return load(context, stream, turn - 1) if turn else Record(context.games, stream)


def _check_number(replay: TurnReplay, number: int) -> None:
    last = len(replay.places) - 1
    if not 0 <= number <= last:
        raise NoSuchGame(f"turn {replay.shown.turn} of {replay.shown.stream} has no step {number} here; the last is {last}")


def _shown_step(replay: TurnReplay, number: int, record: Record, scenes: Sequence[Scene]) -> ShownStep:
    shown, (digest, hashed) = replay.shown, position_hash(replay, record)
    return ShownStep(shown.stream, shown.turn, shown.seat, shown.steps[number], scenes, digest, hashed)

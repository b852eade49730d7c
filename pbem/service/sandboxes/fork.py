"""Make a sandbox: a game of its own that goes on from the position of another one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from events.base import EVERYONE, NOBODY, Draft
from events.platform import GameForked, GameOpened, SeedDrawn, StateRestored
from events.store import EMPTY
from pbem.core.dice import fair_dice
from pbem.core.state import codec
from pbem.core.state.ledger import Ledger
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import ActRefused, NoSuchGame, ServiceContext, stamp
from pbem.service.current_orders import check_seat, filing
from pbem.service.decide import retried
from pbem.service.games.opening import clean_title, open_turn
from pbem.service.reports.replay import record_at
from pbem.service.reports.turn_report import entries_of, narrated
from pbem.service.repository import load

MOST = 20
"""So many sandboxes may one person have."""
WHAT_IF = "What if: "


@dataclass(frozen=True)
class Origin:
    """The position to go on from: that of `stream` at the end of `turn` (0: the opening).

    `seat` is whose knowledge it is made of, "" the whole; `step` the line of the turn after it that was asked for (0: none).
    """

    stream: str
    turn: int
    seat: str = ""
    step: int = 0


def at_step(context: ServiceContext, stream: str, turn: int, step: int, seat: str = "") -> Origin:
    """A line of a turn: that very turn is played again, for the rules go on from turn to turn.

    The lines are those of the reader's report. Raises NoSuchGame, NoSuchSeat, and `ActRefused` for the set-up.
    """
    if turn == 0:
        raise ActRefused("the set-up is not played: fork the end of turn 0, which is the opening position")
    record, viewer = record_at(context, stream, turn, seat or EVERYONE)
    last = len(narrated(record, entries_of(context, record, turn), viewer)) if record.ledger.closed >= turn else 0
    if not 0 <= step <= last:
        raise NoSuchGame(f"turn {turn} of {stream} has no step {step} here; the last is {last}")
    return Origin(stream, turn - 1, seat, step)


def fork(context: ServiceContext, origin: Origin, owner: str = "") -> str:
    """Make a sandbox of `owner`, a person's id ("": the operator), and return its name, s1, s2, …

    Who may look at what is for the caller to ask. The orders of the turn that follows are filed in it: of a seat its own, of
    the whole all; while that turn is open, only those of seats that the owner holds.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, turn or seat. ActRefused: the game was over then, or the owner has as
        many sandboxes as one may have.
    """
    record = _then(context, origin)
    forked = GameForked(origin.stream, origin.turn, origin.step, _whose(context, origin), owner)
    drafts = _first_events(context, record, forked)
    drafts += _filed(context, drafts, origin, owner)

    def begin() -> str:
        check_room(context, owner)
        number = context.store.next_sandbox()
        while context.store.head(name := f"s{number}").version:  # an imported game may be called so
            number += 1
        context.store.append(name, drafts, EMPTY, stamp(context.now()))
        return name

    return retried(begin)


def check_room(context: ServiceContext, owner: str) -> None:
    """Raises `ActRefused` for a person who has as many sandboxes as one may have."""
    count = len(context.store.sandboxes_of(owner))
    if count >= MOST:
        raise ActRefused(f"you have {count} sandboxes, and {MOST} is the most: throw one away first")


def _then(context: ServiceContext, origin: Origin) -> Record:
    """The origin at the end of that turn."""
    now = load(context, origin.stream).ledger
    first = _first_turn(context, origin.stream)
    if not first <= origin.turn <= now.closed:
        raise NoSuchGame(f"{origin.stream} has no end of turn {origin.turn}: its turns are {first} to {now.closed}")
    record = load(context, origin.stream, origin.turn)
    if origin.seat:
        check_seat(record, origin.seat)
    if record.game.rules.verdict(record.state):
        raise ActRefused(f"{origin.stream} was over at the end of turn {origin.turn}: take an earlier one")
    if not record.game.rules.due(record.state):
        raise ActRefused(
            f"after turn {origin.turn} of {origin.stream} nobody owes orders, for its battles were fought next:"
            " take the turn before it, or go on from a turn of a battle's game"
        )
    return record


def _first_turn(context: ServiceContext, stream: str) -> int:
    """A sandbox has no turns before its own first position."""
    row = context.store.sandbox(stream)
    return row.turn if row else 0


def _whose(context: ServiceContext, origin: Origin) -> str:
    """Whose knowledge the position is made of: one that was made of a seat's is never more than that."""
    row = context.store.sandbox(origin.stream)
    return (row.seat if row else "") or origin.seat


def _first_events(context: ServiceContext, then: Record, forked: GameForked) -> list[Draft]:
    """What the sandbox is, and the position: nothing of it is made from more than its owner may know."""
    ledger, game, seed, turn = then.ledger, then.game, context.entropy(32), forked.turn
    title = f"{WHAT_IF}{ledger.title.removeprefix(WHAT_IF)}"
    opened = GameOpened(
        game=ledger.game,
        rules_version=game.rules_version,
        scenario=ledger.scenario,
        title=clean_title(title),
        options=ledger.options,
        seats=ledger.seats,
        crews=ledger.crews,
        seed_hash=fair_dice.seed_hash(seed),
        rhythm_hours=0.0,
    )
    return [
        Draft(forked, turn),
        Draft(opened, turn),
        Draft(SeedDrawn(seed.hex()), turn, audience=NOBODY),
        Draft(_position(then, forked), turn, audience=NOBODY),
        open_turn(seed, turn + 1, ledger.seats, ledger.crews),
    ]


def _position(then: Record, forked: GameForked) -> StateRestored:
    """The whole with what each reader knew; or what one seat knew, completed by guesses, in which nothing is hidden."""
    game, guessed = then.game, forked.seat and not then.ledger.laid_open
    state: Any = game.planning.guess(then.known(forked.seat)) if guessed else then.state
    known = {} if forked.seat else then.knowledge.dump()
    return StateRestored(forked.turn, game.state_version, codec.dump(state), known)


def _filed(context: ServiceContext, opening: list[Draft], origin: Origin, owner: str) -> Iterator[Draft]:
    """The orders of the turn that follows, as far as the owner may know them."""
    made = Record(context.games, "")
    for draft in opening:
        made.apply(draft.event, draft.audience)
    following = load(context, origin.stream, origin.turn + 1).ledger
    if following.turn != origin.turn + 1:
        return
    is_open = following.closed < following.turn and not following.ended
    for seat, filed in following.filed.items():
        theirs = not owner or context.store.sandbox(origin.stream) or owner in _holders(following, seat)
        if origin.seat in ("", seat) and (theirs or not is_open):
            yield filing(made, seat, OrderSheet(filed.sheet), filed.luck, f"from {origin.stream}")


def _holders(ledger: Ledger, seat: str) -> set[str]:
    """The seat's player, and whoever orders for them."""
    return {ledger.players.get(seat, ""), ledger.sitting.get(seat, "")}

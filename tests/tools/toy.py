"""A tiny game and a played log of it: real dice, real kernel, real store, as little else as possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

from events.base import EVERYONE, NOBODY, Draft, Event, Head, event
from events.platform import (
    Blinded,
    DeadlineSet,
    GameEnded,
    GameOpened,
    OrdersFiled,
    SeatTaken,
    SeedDrawn,
    SeedRevealed,
    TurnClosed,
    TurnLocked,
    TurnOpened,
)
from events.schema import load
from events.store import EMPTY, Store
from pbem.core.dice import fair_dice
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.state.game_state import GameState
from pbem.core.state.ledger import audiences
from pbem.core.state.proof_file import proof_file
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet

SEED = sha256(b"the toy's secret").digest()
SEATS = {"blue": "north", "red": "south", "green": "north"}
CREWS = {"blue": "ship", "green": "ship"}
AT = "2031-05-01T12:00:00Z"
TURNS = 3
OVERFLOW = 20  # rolls of turn 2: more than an audience has keys of its own


@dataclass
class State(GameState):
    """What each side has scored."""

    points: dict[str, int] = field(default_factory=dict)


@event("toy.scored")
class Scored(Event):
    """A side won points."""

    side: str
    points: int


class Toy:
    """The rules: each side scores what its dice show."""

    def blank(self, reader: str | None = None, /) -> State:
        return State(reader, points=dict.fromkeys(SEATS.values(), 0))

    def apply(self, state: State, event: Event) -> None:
        assert isinstance(event, Scored)
        state.points[event.side] += event.points

    def setup(self, turn: Turn[State]) -> None:
        turn.roll(1, 6, "who begins", "", EVERYONE)
        turn.roll(2, 6, "hidden stores", "", NOBODY)

    def resolve(self, turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
        turn.phase("Score")
        for _ in range(OVERFLOW if turn.number == 2 else 1):
            turn.roll(1, 20, "the weather", "", EVERYONE)
        for seat, side in SEATS.items():
            points = turn.roll(2, 6, f"points of {side}", "TY-1", EVERYONE)
            turn.emit(Scored(side, sum(points)), "TY-1", EVERYONE)
            turn.roll(1, 10, f"what {side} hears", "", side)
            turn.roll(3, 6, f"what {seat} sees", "", seat)
        turn.roll(1, 100, "what nobody knows", "", NOBODY)
        turn.roll(2, 8, "what the crew finds", "", "ship")

    def load(self, data: Mapping[str, Any]) -> State:
        return load(State, dict(data))


GAMES: Mapping[str, Any] = {"toy": SimpleNamespace(key="toy", rules=Toy())}


@dataclass
class Played:
    """A log under way: what was written, and what the players were sent."""

    store: Store
    stream: str
    head: Head = EMPTY
    record: Record = field(default_factory=lambda: Record(GAMES, "g1"))
    reports: dict[int, str] = field(default_factory=dict)
    shown: dict[tuple[int, str | None], str] = field(default_factory=dict)
    proofs: dict[tuple[int, str | None], dict[str, Any]] = field(default_factory=dict)

    def write(self, *drafts: Draft) -> None:
        """Append, and fold what is new."""
        before = self.head
        self.head = self.store.append(self.stream, drafts, before, AT)
        self.store.fold(self.stream, before, self.record.apply)


def play(store: Store, stream: str = "g1", finish: bool = True) -> Played:
    """Open, play three turns, and (unless told otherwise) end the game and lay the seed open."""
    played = Played(store, stream)
    setup: Turn[State] = Turn(GAMES["toy"].rules.apply, GAMES["toy"].rules.blank(), fair_dice.FairDice(SEED, 0, ""), 0)
    GAMES["toy"].rules.setup(setup)
    opened = GameOpened("toy", 1, "duel", "A duel", {"fog": True}, SEATS, CREWS, fair_dice.seed_hash(SEED), 24.0)
    played.write(Draft(opened), Draft(SeedDrawn(SEED.hex()), audience=NOBODY), *setup.drafts)
    played.write(*(Draft(SeatTaken(seat, f"p{number}")) for number, seat in enumerate(SEATS)))
    for turn in range(1, TURNS + 1):
        play_turn(played, turn)
    if finish:
        played.write(Draft(GameEnded(["north"], "north wins"), TURNS), Draft(SeedRevealed(SEED.hex()), TURNS))
    return played


def play_turn(played: Played, turn: int) -> None:
    """Open, order (green never does, red misses turn 3), lock and resolve; keep the report and everybody's proof file."""
    groups = audiences(SEATS, CREWS)
    root = fair_dice.merkle_root(SEED, turn, groups)
    played.write(Draft(TurnOpened(turn, root, groups), turn), Draft(DeadlineSet(turn, AT, "rhythm"), turn))
    played.reports[turn - 1] = f"> Report of turn {turn - 1}\n> dice root of turn {turn} of {played.stream}: {root}\n"
    for seat in list(SEATS)[: 1 if turn == TURNS else 2]:
        for lines in (["wait"], [f"move {turn}", "fire"]):
            played.write(Draft(filed(seat, turn, {f"{seat.upper()}1": lines, "IDLE": []}), turn, "Orders", "", seat))
    commitments = {seat: order.commitment for seat, order in played.record.ledger.filed.items()}
    locked = TurnLocked(turn, commitments, fair_dice.digest(turn, commitments), [s for s in SEATS if s not in commitments])
    played.write(Draft(locked, turn), Draft(Blinded(fair_dice.blind(SEED, turn)), turn, audience=NOBODY))
    state = codec.copy(played.record.state)
    kernel: Turn[State] = Turn(GAMES["toy"].rules.apply, state, fair_dice.FairDice(SEED, turn, locked.digest), turn)
    GAMES["toy"].rules.resolve(kernel, {})
    before = played.head.version
    played.write(*kernel.drafts, Draft(TurnClosed(turn), turn))
    for seat in (*SEATS, None):
        entries = list(played.store.read(played.stream, before))
        proof = played.proofs[turn, seat] = proof_file(played.record.ledger, played.stream, seat, entries)
        rolls, name = len(proof["rolls"]), seat or "spectators"
        played.shown[turn, seat] = f"> rolls shown to {name} in turn {turn} of {played.stream}: {rolls}\n"


def filed(seat: str, turn: int, sheet: dict[str, list[str]], luck: str = "for the Queen") -> OrdersFiled:
    """A seat's orders, sealed as the service seals them."""
    salt = fair_dice.salt(SEED, turn, seat)
    sealed = fair_dice.commitment(salt, OrderSheet(sheet).text(), luck)
    return OrdersFiled(seat, turn, sheet, luck, salt.hex(), sealed, sha256(f"{seat}{turn}".encode()).hexdigest())

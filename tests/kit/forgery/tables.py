"""Games to be falsified: one of each rule book, played by the service's own use cases in a real database."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from events.base import Head
from pbem.games import GAMES
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.ladder.sitters import sitter_source
from pbem.service.orders.file import file_orders
from pbem.service.receipt import Receipt
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.kit.forgery.log import Log, read_log
from tests.kit.playing import chance_from
from tests.stores import new_database

SCENARIOS = {
    "star_navy": "first-blood",
    "stingray": "overwhelming-numbers",
    "sovereign_seas": "cruisers",
    "wet_thrust": "denmark-strait",
}
STREAM = "g1"
START = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
MOST_BEATS = 60


class RunningClock:
    """Time that tests move, and that goes on a little whenever somebody looks: no two acts are of one time."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def advance(self, hours: float) -> None:
        self.time += timedelta(hours=hours)


def entropy_from(text: str) -> Callable[[int], bytes]:
    """Secrets that are the same in every run."""
    drawn = 0

    def entropy(n: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(f"{text} {drawn}".encode()).digest()[:n]

    return entropy


class Done(NamedTuple):
    """What was done in a game, as the facts from index `before` to `after`. `possible`: so would be the game without it."""

    name: str
    possible: bool
    before: int
    after: int


@dataclass
class Table:
    """A game under way: `first` and `last` are seats of persons on two sides, `others` are played by a bot."""

    key: str
    context: ServiceContext
    clock: RunningClock
    stream: str = STREAM
    done: list[Done] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    """What the players' mails were answered with."""

    def __post_init__(self) -> None:
        game = GAMES[self.key]
        scenario = SCENARIOS[self.key]
        self.seats = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
        self.first, *self.others, self.last = self.seats
        self.bot = next(iter(game.planning.bots))

    @property
    def log(self) -> Log:
        return read_log(self.context.store, self.stream)

    @property
    def head(self) -> Head:
        return self.context.store.head(self.stream)

    @property
    def turn(self) -> int:
        return load(self.context, self.stream).ledger.turn

    def orders(self, seat: str, what: str = "") -> str:
        """Orders for the seat that are legal now; other ones for another `what`."""
        known, game = load(self.context, self.stream).known(seat), GAMES[self.key]
        return game.planning.bots["random" if what else self.bot](known, chance_from(f"{what} {seat} {self.turn}"))

    def nonsense(self, seat: str) -> str:
        """A line that orders a unit of the seat to do what no unit can."""
        asked = GAMES[self.key].rules.due(load(self.context, self.stream).state)[seat]
        return f"{next(iter(asked.units))}: FIRE ANY AT XX99"

    def mail(self, seat: str, text: str, sitter: bool = False) -> Receipt:
        """A mail of the seat, or of who orders for its player, under a source as mails have it."""
        source = hashlib.sha256(f"{seat} {self.head.version} {text}".encode()).hexdigest()
        receipt = file_orders(self.context, self.stream, seat, text, sitter_source(source) if sitter else source)
        self.receipts.append(receipt)
        return receipt

    def beat(self, hours: float = 0.0) -> None:
        """One beat of the clock, so many hours later."""
        self.clock.advance(hours)
        tick(self.context)

    def do(self, name: str, act: Callable[[], object], possible: bool = False) -> None:
        """Carry out something a quarter of an hour later, and note what it wrote."""
        self.clock.advance(0.25)
        before = self.head.version
        act()
        assert self.head.version > before, f"{self.key}: nothing was written: {name}"
        self.done.append(Done(name, possible, before, self.head.version))


def new_table(key: str, path: Path, secret: str = "") -> Table:
    """A table without a game, in a database of its own."""
    clock, entropy = RunningClock(), entropy_from(secret or key)
    return Table(key, ServiceContext(new_database(path), GAMES, clock, entropy, b"a secret for tests"), clock)


@cache
def folder() -> Path:
    """Where the databases of this process are; it goes with the process."""
    made = tempfile.TemporaryDirectory(prefix="forgery-")
    _KEPT.append(made)
    return Path(made.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


@cache
def by_rules(key: str) -> Table:
    """A game between bots that has come to its end by the rules."""
    table = new_table(key, folder() / f"{key}-over.db", f"another game of {key}")
    bot = f"bot:{table.bot}"
    open_game(table.context, key, SCENARIOS[key], players={seat: bot for seat in table.seats})
    for _ in range(MOST_BEATS):
        table.beat(24.0)
        if load(table.context, table.stream).ledger.ended:
            break
    return table

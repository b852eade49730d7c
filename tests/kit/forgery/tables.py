"""Games to be falsified: one of each rule book and a campaign, played by the service's own use cases in a real database."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from events.base import Head
from pbem.campaign.played import KEY, PLAYED
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.ladder.sitters import sitter_source
from pbem.service.orders.file import file_orders
from pbem.service.receipt import Receipt
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.kit.forgery.campaigns.campaign_file import OPTIONS, ending, order_text
from tests.kit.forgery.log import Log, read_log
from tests.stores import new_database

SCENARIOS = {
    "star_navy": "first-blood",
    "stingray": "overwhelming-numbers",
    "sovereign_seas": "cruisers",
    "wet_thrust": "denmark-strait",
    KEY: "own",
}
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
    stream: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the game is opened with."""
    done: list[Done] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    """What the players' mails were answered with."""

    def __post_init__(self) -> None:
        game = PLAYED[self.key]
        scenario = SCENARIOS[self.key]
        self.options = self.options or (OPTIONS if self.key == KEY else {})
        self.stream = self.stream or ("c1" if self.key == KEY else "g1")
        self.seats = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, self.options))]
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
        known = load(self.context, self.stream).known(seat)
        return order_text(PLAYED[self.key], known, "random" if what else self.bot, f"{what} {seat} {self.turn}")

    def nonsense(self, seat: str) -> str:
        """A line that orders a unit of the seat to do what no unit can."""
        asked = PLAYED[self.key].rules.due(load(self.context, self.stream).state)[seat]
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
        go_on(self.context)

    def do(self, name: str, act: Callable[[], object], possible: bool = False) -> None:
        """Carry out something a quarter of an hour later, and note what it wrote."""
        self.clock.advance(0.25)
        before = self.head.version
        act()
        assert self.head.version > before, f"{self.key}: nothing was written: {name}"
        self.done.append(Done(name, possible, before, self.head.version))


def new_table(key: str, path: Path, secret: str = "", options: Mapping[str, Any] | None = None) -> Table:
    """A table without a game, in a database of its own."""
    clock, entropy = RunningClock(), entropy_from(secret or key)
    return Table(
        key, ServiceContext(new_database(path), PLAYED, clock, entropy, b"a secret for tests"), clock, options=options or {}
    )


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
    options = ending() if key == KEY else {}
    table = new_table(key, folder() / f"{key}-over.db", f"another game of {key}", options)
    players = {seat: f"bot:{table.bot}" for seat in table.seats}
    open_game(table.context, key, SCENARIOS[key], setup=GameSetup(players, options=options))
    for _ in range(MOST_BEATS):
        table.beat(24.0)
        if load(table.context, table.stream).ledger.ended:
            break
    return table

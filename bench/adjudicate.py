"""What the resolution of a turn costs: Star Navy's rules, and the service around them, beside `diplomacy`.

A battle of two sides of 15 ships, each ship with a random command that has conditions and alternatives, is played for one
cycle of six turns, the last with its Engine phase; a round plays six battles. diplomacy: seven powers, a random possible order
for each unit, `process()` of 60 movement phases, about as many orders, so that neither side is timed colder than the other.
Orders are read from mails (`parse`, `set_orders`) beforehand; their cost is shown apart.
In the service a turn is closed whole: read and fold about 400 events with their chain, resolve, encode, chain, append with
`synchronous=FULL`, open the next turn with the Merkle root of its dice. Reports are rendered apart, for one seat.
"""

from __future__ import annotations

import gc
import random
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import common as c
from diplomacy import Game as Diplomacy

from events.base import EVERYONE
from events.star_navy.opening import FieldSet, ShipEntered, ShipFitted
from events.star_navy.orders import OrdersStored
from pbem.core.dice.fair_dice import FairDice
from pbem.core.game.protocol import Seat
from pbem.core.game.scenarios import Scenarios
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import Parsed
from pbem.database import open_database
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.language import stored
from pbem.games.star_navy.model.scenario import choices
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import CLASSES
from pbem.present.pixels.png import to_png
from pbem.present.report import to_html, to_text
from pbem.present.svg import to_svg
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.history import OPERATOR
from pbem.service.orders.file import file_orders
from pbem.service.reports.publish import MAP_WIDTH
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import keep_snapshot, load
from pbem.service.turns.close import resolve_now

SHIPS = 15
SIDES = {"blue": "BLUE", "red": "RED"}
TURNS = 6
BATTLES = 6
"""In a round."""
PLAYED = (1, 1, 2)
"""Turns that games have behind them when the next one is closed and timed: on average about 400 events."""
NOW = datetime(2026, 1, 1, 18, tzinfo=UTC)


# ---------------------------------------------------------------- the battle


def seats(scenario: str, options: Any) -> list[Seat]:
    """One a side."""
    return [Seat(seat, side, side.title()) for seat, side in SIDES.items()]


def set_up(turn: Turn[State], scenario: str, options: Any) -> None:
    """Two lines of 15 ships of all classes, 7 to 9 hexes apart."""
    turn.phase("Set-up")
    turn.emit(
        FieldSet(scenario, dict(options), dict(SIDES), 99, 99, "floating", [], ["5049", "5250"], 3, 48), "SN-2.6", EVERYONE
    )
    for seat, row, heading in (("blue", 54, 0), ("red", 46, 3)):
        for n in range(SHIPS):
            enter(turn, f"{SIDES[seat][0]}{n + 1}", seat, f"{40 + n}{row + n % 2}", heading)


def enter(turn: Turn[State], ship: str, seat: str, hex: str, heading: int) -> None:
    """A ship of the class that comes next."""
    ship_class = list(CLASSES)[len(turn.state.ships) % len(CLASSES)]
    turn.emit(ShipEntered(ship, ship_class, SIDES[seat], seat, hex, heading, 0), "SN-2.1", EVERYONE)
    turn.emit(ShipFitted(ship, dict(CLASSES[ship_class].loadout), 3), "SN-2.7", SIDES[seat])
    turn.emit(OrdersStored(ship, {}, "", {}), "SN-15.2", SIDES[seat])


OPENING = replace(STAR_NAVY.scenarios["open-space"], key="battle", title="Battle", summary="Two lines of fifteen ships")
BATTLE = replace(
    STAR_NAVY,
    scenarios=Scenarios({OPENING.key: OPENING}, choices),
    rules=replace(STAR_NAVY.rules, seats=seats, setup=set_up),
)
"""Star Navy with a scenario of its own."""
REMEMBERED = (stored.stored_chain, stored.stored_engine, stored.stored_jump, stored.read_stored)


def mail(state: State, seat: str, rnd: random.Random) -> str:
    """A command for each ship of the seat, and for the Engine phase of turn 6 two engine orders."""
    own = [ship for ship in state.living() if ship.seat == seat]
    enemies = [ship.id for ship in state.living() if ship.seat != seat]
    return "\n".join(line for ship in own for line in block(state, ship, enemies, rnd))


def block(state: State, ship: Ship, enemies: list[str], rnd: random.Random) -> Iterator[str]:
    a, b = rnd.sample(enemies, 2)
    section, side, number = rnd.choice(("F", "LF", "RF")), rnd.choice("LR"), rnd.randrange(1, 6)
    weapons = rnd.randint(1, ship.printed.sections[section].weapons)
    yield f"{ship.id}:"
    yield "  " + rnd.choice(
        (
            f"FIRE ANY AT {a}, {b}, ANY IF ENERGY >= {number} ELSE TURN {side}",
            f"FIRE {section} AT {a}, ANY WITHIN {9 + number} ELSE FIRE ANY ELSE TURN {side} IF RANGE {a} > {number}",
            f"FIRE {section} {weapons} AT ANY IF SHIELDS {section} < 5 ELSE FIRE ANY AT {b}, ANY WITHIN 12",
            f"TURN {side} IF INTEGRITY <= 2 AND RANGE {a} <= {number} ELSE FIRE ANY AT {a}, ANY ELSE MINE",
            f"BOARD {a}, ANY RETREAT BELOW 2 IF RANGE {a} <= 3 ELSE FIRE {section}",
        )
    )
    if state.turn == TURNS - 1:
        yield f"  E1 SHIELDS EVEN {number}"
        yield f"  E2 SPEED {rnd.choice('+-')}1"


# ---------------------------------------------------------------- in process


@dataclass
class Cost:
    """Seconds and orders of some turns."""

    seconds: list[float] = field(default_factory=list)
    reading: list[float] = field(default_factory=list)
    orders: list[int] = field(default_factory=list)
    commands: list[int] = field(default_factory=list)

    @property
    def per_command(self) -> float:
        """Microseconds, were engine orders no orders."""
        return 1e6 * sum(self.seconds) / sum(self.commands)

    @property
    def per_order(self) -> float:
        """Microseconds."""
        return 1e6 * sum(self.seconds) / sum(self.orders)

    @property
    def reading_per_order(self) -> float:
        """Microseconds."""
        return 1e6 * sum(self.reading) / sum(self.orders)


def forget_orders() -> None:
    """Throw away what is remembered of orders read before, as in a process that has just started."""
    for cached in REMEMBERED:
        cached.forget()


def refused(problems: Iterable[object]) -> None:
    if found := [str(problem) for problem in problems]:
        raise SystemExit(f"the battle's orders have problems: {found[:3]}")


def star_navy(seed: int, warm: bool, battles: int = BATTLES) -> Cost:
    """So many battles. Orders are counted as the receipt does: a command with all its conditions and alternatives is one.
    `warm`: by the process that has taken the mails, as `serve` does.
    """
    cost = Cost()
    for no in range(battles):
        play_battle(seed * BATTLES + no, warm, cost)
    return cost


def play_battle(seed: int, warm: bool, cost: Cost) -> None:
    """One cycle: six turns."""
    rnd, state = random.Random(seed), BATTLE.rules.blank()
    key, digest = sha256(f"battle {seed}".encode()).digest(), sha256(f"orders {seed}".encode()).hexdigest()
    BATTLE.rules.setup(
        Turn(BATTLE.rules.apply, state, FairDice(key, 0, ""), 0), "battle", BATTLE.scenarios.options("battle", {})
    )
    for number in range(1, TURNS + 1):
        texts = {seat: mail(state, seat, rnd) for seat in SIDES}
        before = {seat: BATTLE.orders.sheet(state, seat) for seat in SIDES}
        parsed: dict[str, Parsed] = {}
        forget_orders()
        start = time.perf_counter()
        for seat, text in texts.items():
            parsed[seat] = BATTLE.orders.read(state, seat, text, before[seat])
        cost.reading.append(time.perf_counter() - start)
        refused(problem for each in parsed.values() for problem in each.problems)
        cost.orders.append(sum(each.accepted for each in parsed.values()))
        cost.commands.append(len(state.living()))
        turn = Turn(BATTLE.rules.apply, state, FairDice(key, number, digest), number)
        sheets = {seat: each.sheet for seat, each in parsed.items()}
        if not warm:
            forget_orders()
        start = time.perf_counter()
        BATTLE.rules.resolve(turn, sheets)
        cost.seconds.append(time.perf_counter() - start)


def diplomacy(seed: int, phases: int = 60, clock: Callable[[], float] = time.perf_counter) -> Cost:
    """So many movement phases of a game of seven powers; retreats and adjustments between them are not timed."""
    rnd, cost, game = random.Random(seed), Cost(), Diplomacy()
    while len(cost.seconds) < phases:
        if game.is_game_done:
            game = Diplomacy()
        possible = game.get_all_possible_orders()
        chosen = {p: [rnd.choice(possible[at]) for at in game.get_orderable_locations(p) if possible[at]] for p in game.powers}
        moving = game.get_current_phase().endswith("M")
        start = clock()
        for power, orders in chosen.items():
            game.set_orders(power, orders)
        given = clock()
        game.process()
        done = clock()
        if moving:
            cost.reading.append(given - start)
            cost.seconds.append(done - given)
            cost.orders.append(sum(map(len, chosen.values())))
            cost.commands.append(cost.orders[-1])
    return cost


# ---------------------------------------------------------------- the whole service


class Closing(NamedTuple):
    """One turn closed: seconds, orders, events folded and written."""

    seconds: float
    orders: int
    folded: int
    written: int
    stream: str
    turn: int


class Service:
    """A database on the scratch disk, with games whose next turn waits to be closed."""

    def __init__(self, folder: Path) -> None:
        self.rnd = random.Random(5)
        self.context = ServiceContext(
            open_database(folder / "log.db"), {BATTLE.key: BATTLE}, lambda: NOW, self.rnd.randbytes, b"secret"
        )

    def waiting(self, played: int) -> str:
        """A game with so many turns behind it and all orders in."""
        stream = open_game(self.context, BATTLE.key, "battle", players={"blue": "p1", "red": "p2"})
        for turn in range(1, played + 1):
            self.order(stream)
            resolve_now(self.context, stream, "measured", OPERATOR)
            keep_snapshot(self.context, load(self.context, stream, turn), turn)
        self.order(stream)
        return stream

    def order(self, stream: str) -> None:
        state = load(self.context, stream).state
        for seat in SIDES:
            text = mail(state, seat, self.rnd)
            refused(file_orders(self.context, stream, seat, text, sha256(text.encode()).hexdigest()).problems)

    def close(self, played: int, kept: bool) -> Closing:
        """Close the next turn of a new game in the process that has taken its mails: with the record that it has kept in
        memory since the last one, or folded from the log.
        """
        forget_orders()
        stream = self.waiting(played)
        record = load(self.context, stream)
        before, orders = record.head.version, len(record.state.living())
        if kept:
            self.context.records.put(record)
        took = c.seconds(lambda: resolve_now(self.context, stream, "measured", OPERATOR))
        return Closing(took, orders, before, self.context.store.head(stream).version - before, stream, played + 1)


def rendering(context: ServiceContext, stream: str, turn: int, times: int) -> dict[str, float]:
    """Milliseconds for one seat's report of the turn, part by part."""
    made = turn_report(context, stream, turn, "blue")
    parts: dict[str, Callable[[], object]] = {
        "fold, view, happenings": lambda: turn_report(context, stream, turn, "blue"),
        "text": lambda: to_text(made.report),
        "HTML": lambda: to_html(made.report, "cid:map", ""),
        "SVG": lambda: to_svg(made.scenes[0]),
        "PNG": lambda: to_png(made.scenes[0], MAP_WIDTH),
    }
    return {name: 1e3 * c.median(c.seconds(work) for _ in range(times)) for name, work in parts.items()}


# ---------------------------------------------------------------- runs


def main() -> None:
    given = c.options(__doc__ or "", rounds=(15, 5))
    service = Service(c.scratch("adjudicate"))
    star_navy(0, warm=True, battles=1), diplomacy(0, 6), service.close(1, kept=False)
    costs: dict[str, list[Cost]] = {"Star Navy": [], "Star Navy, orders unseen": [], "diplomacy": []}
    closings: dict[str, list[list[Closing]]] = {"record kept": [], "record folded": []}
    for no in range(1, given.rounds + 1):
        work: dict[str, Callable[[], object]] = {
            "Star Navy": lambda: costs["Star Navy"].append(star_navy(no, warm=True)),  # noqa: B023
            "Star Navy, orders unseen": lambda: costs["Star Navy, orders unseen"].append(star_navy(no, warm=False)),  # noqa: B023
            "diplomacy": lambda: costs["diplomacy"].append(diplomacy(no)),  # noqa: B023
            "record kept": lambda: closings["record kept"].append([service.close(n, kept=True) for n in PLAYED]),
            "record folded": lambda: closings["record folded"].append([service.close(n, kept=False) for n in PLAYED]),
        }
        for case in c.shuffled(work, no):
            gc.collect()  # no case pays for what another has left behind
            work[case]()
    last = closings["record kept"][-1][-1]
    report(given, costs, closings, rendering(service.context, last.stream, last.turn, given.rounds))


def per_order(turns: list[Closing]) -> float:
    """Microseconds."""
    return 1e6 * sum(x.seconds for x in turns) / sum(x.orders for x in turns)


def report(
    given: Namespace, costs: dict[str, list[Cost]], closings: dict[str, list[list[Closing]]], parts: dict[str, float]
) -> None:
    ours, unseen, theirs = ([each.per_order for each in case] for case in costs.values())
    strict = c.median(each.per_command for each in costs["Star Navy"])
    reading = {case: c.median(each.reading_per_order for each in found) for case, found in costs.items()}
    each = f"{c.median(ours):.0f} µs, theirs {c.median(theirs):.0f}; engine orders not counted {strict:.0f}"
    fresh = f"in a process that has not read them before {c.median(unseen):.0f}"
    mails = f"read from mails {reading['Star Navy']:.0f} and {reading['diplomacy']:.0f}"
    kept, folded = ([per_order(turns) for turns in case] for case in closings.values())
    figures = [
        c.Figure("a turn resolved, to diplomacy's, per order", c.ratio(ours, theirs), 1, note=f"{each}; {fresh}; {mails}"),
        c.Figure("a turn closed by the process that took its mails, to process() of as many orders", c.ratio(kept, theirs), 4),
        c.Figure("the same by another process, which reads and folds the log first", c.ratio(folded, theirs), 4),
    ]
    for figure, name, took in zip(figures[1:], closings, (kept, folded), strict=True):
        figure.note = closed(closings[name], took, theirs)
    print("a report, in ms: " + ", ".join(f"{name} {ms:.1f}" for name, ms in parts.items()))
    cases = {
        "us_per_order": {case: [each.per_order for each in found] for case, found in costs.items()},
        "us_per_order_read": reading,
        "us_per_order_closed": {"record kept": kept, "record folded": folded},
        "report_ms": parts,
    }
    c.report("adjudicate", given, figures, cases, "diplomacy")


def closed(turns: list[list[Closing]], ours: list[float], theirs: list[float]) -> str:
    """A whole turn's figures in words."""
    every = [turn for each in turns for turn in each]
    orders, before, written = (
        sum(getattr(turn, field) for turn in every) / len(every) for field in ("orders", "folded", "written")
    )
    times = [c.median(xs) * orders / 1e3 for xs in (ours, theirs)]
    return (
        f"{times[0]:.1f} ms, theirs {times[1]:.1f}; {before:.0f} events in the log, {written:.0f} written, {orders:.0f} orders"
    )


if __name__ == "__main__":
    main()

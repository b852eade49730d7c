"""Scenario files (section 8) and game options: what a game starts from. Files are checked when loaded.

SSL-O.1: the printed fleets are hypothetical; a new file beside the others is a new scenario.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

from pbem.core.fleets.fleet_units import Unit
from pbem.core.game import scenarios
from pbem.core.game.options import Choice
from pbem.core.game.unit_ids import natural
from pbem.core.game.validation import Fault, hex_faults
from pbem.core.geometry.hexes import Hex, at, column_row, parse_label
from pbem.games.sovereign_seas.model.geometry import heading_of
from pbem.games.sovereign_seas.model.tables import BRITISH, CLASSES, OF_A_TYPE, SIDES, UNITS, Options, ShipClass, class_of

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Task = Literal["ENTER", "PLACE", "TAKE"]

MOST = 99
"""Columns and rows of the greatest map that labels can name."""
PRINTED_GAP = 20
"""SSL-O1.1, SSL-O2.1, SSL-O3.1: hexes between the sides, in the printed positions; option `start_gap` moves them."""
GAP_STEP = 10
TOLERANCE = 5
"""SSL-O6.1: points by which a fleet may stay below its limit."""


@dataclass(frozen=True)
class Entry:
    """A ship as a scenario lists it. `squadron` 2 is the second admiral's; `edges`: her hex by entry edge, where it differs."""

    id: str
    hex: str
    heading: Facing
    speed: int
    squadron: Literal[1, 2] = 1
    edges: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Shift:
    """How printed positions move for each 10 hexes that `start_gap` is above 20."""

    columns: int = 0
    rows: int = 0


@dataclass(frozen=True)
class Zone:
    """Where a side may place; 0 is no limit."""

    first_column: int = 0
    last_column: int = 0
    first_row: int = 0
    last_row: int = 0


@dataclass(frozen=True)
class Placing:
    """What a side's positions must keep to, beside its zone.

    `apart`: `start_gap` hexes from every enemy ship, or from every hex of `line_row`. `line`: types that form one straight
    line. `escort`: types that keep within `escort_range` of a friend (of a type of `escorted`, if any). `convoy`: the
    merchantmen are in two columns. `speed`: any up to the maximum, the printed one, or up to the maximum less Accl.
    """

    zone: Zone = field(default_factory=Zone)
    zones: dict[str, Zone] = field(default_factory=dict)
    """By entry edge."""
    apart: Literal["", "ships", "row"] = ""
    line_row: int = 0
    line: list[str] = field(default_factory=list)
    escort: list[str] = field(default_factory=list)
    escorted: list[str] = field(default_factory=list)
    escort_range: int = 0
    convoy: bool = False
    speed: Literal["any", "printed", "slow"] = "any"


@dataclass(frozen=True)
class Opening:
    """A scenario file. Without `ships` the fleets are chosen (SSL-O6.1). `stages` are the set-up deadlines (E, section 8)."""

    key: str
    code: str
    title: str
    summary: str
    columns: int
    rows: int
    limit: int
    """SSL-E.3: the last turn."""
    victory: Literal["fleet", "blockade", "convoy", "duel"]
    ships: list[Entry]
    stages: list[dict[str, Task]] = field(default_factory=list)
    placing: dict[str, Placing] = field(default_factory=dict)
    shifts: dict[str, Shift] = field(default_factory=dict)
    """By side, or by entry edge."""
    most_gap: int = 0
    """The greatest `start_gap`; 0: the option does not apply."""
    entry: Literal["", "N", "E", "S", "W"] = ""
    """SSL-O3.1: the edge of the positions listed; "" where nobody chooses one."""
    headings: dict[str, Facing] = field(default_factory=dict)
    """By entry edge."""
    speed_option: bool = False
    """Does `blockade_speed` set the speed of the British?"""
    aliases: list[str] = field(default_factory=list)

    @property
    def bought(self) -> bool:
        """SSL-O6.1: are the fleets chosen?"""
        return not self.ships


class Berth(NamedTuple):
    """Where a ship lies when a game begins."""

    hex: Hex
    heading: int
    speed: int


# ---------------------------------------------------------------- the files


def read_opening(path: Path) -> Opening:
    """A scenario file. Raises `BrokenData` naming file, path and reason."""
    return scenarios.read_opening(path, Opening, faults)


def faults(opening: Opening) -> Iterator[Fault]:
    """What is wrong with a scenario: path and reason."""
    for name, most in (("columns", MOST), ("rows", MOST), ("limit", 1000)):
        if not 1 <= getattr(opening, name) <= most:
            yield name, f"must be 1 to {most}"
            return
    for n, entry in enumerate(opening.ships):
        yield from _entry_faults(opening, f"ships.{n}", entry)
    ids = [entry.id for entry in opening.ships]
    yield from ((f"ships.{n}.id", f"there are two ships {id}") for n, id in enumerate(ids) if id in ids[:n])
    yield from _stage_faults(opening)
    if opening.entry and set(opening.headings) != {"N", "E", "S", "W"}:
        yield "headings", "must be for N, E, S and W"


def _entry_faults(opening: Opening, where: str, entry: Entry) -> Iterator[Fault]:
    """SSL-B.2: one unit is one ship; five of a type at most."""
    letters, number = entry.id[:2], entry.id[2:]
    if letters not in UNITS or number not in map(str, range(1, OF_A_TYPE + 1)):
        yield f"{where}.id", f"{entry.id!r} is no ship; write letters of {', '.join(UNITS)} and a number 1 to {OF_A_TYPE}"
        return
    yield from hex_faults(f"{where}.hex", entry.hex, opening.columns, opening.rows)
    for edge, hex in entry.edges.items():
        yield from hex_faults(f"{where}.edges.{edge}", hex, opening.columns, opening.rows)
    if entry.edges and set(entry.edges) | {opening.entry} != {"N", "E", "S", "W"}:
        yield f"{where}.edges", "must be the three other edges"
    if not 0 <= entry.speed <= CLASSES[UNITS[letters]].speed_track[0]:
        yield f"{where}.speed", "is beyond her maximum"


def _stage_faults(opening: Opening) -> Iterator[Fault]:
    """SSL-A.1: two sides, here and everywhere."""
    named = [("placing", side) for side in opening.placing]
    named += [(f"stages.{n}", side) for n, stage in enumerate(opening.stages) for side in stage]
    for where, side in named:
        if side not in SIDES:
            yield f"{where}.{side}", f"must be {' or '.join(SIDES)}"
    present = {CLASSES[UNITS[entry.id[:2]]].side for entry in opening.ships if entry.id[:2] in UNITS}
    if opening.ships and present != set(SIDES):
        yield "ships", "there must be two sides"
    for side in {side for stage in opening.stages for side, task in stage.items() if task == "PLACE"}:
        if side not in opening.placing:
            yield "placing", f"must have {side}"


OPENINGS = scenarios.read_openings(Path(__file__).parents[1] / "scenarios", read_opening)


# ---------------------------------------------------------------- options


ON_OFF = ("off", "on")


def choices(opening: Opening) -> dict[str, Choice]:
    """The options of a scenario: those that the rulings name."""
    found = {
        "admirals": Choice("one", ("one", "two") if _squadrons(opening) else ("one",)),
        "nmr_limit": Choice(3, most=20),
        "hidden_logs": Choice("off", ON_OFF),
        "impulses": Choice(4, least=2, most=4),
    }
    found |= _set_up_choices(opening)
    return found | {
        "bellerophon_log": Choice("page11", ("page11", "page2")),
        "defense_track": Choice("nine", ("nine", "eleven")),
        "gun_a": Choice("row", ("row", "b")),
        "fp_set": Choice("1223", ("1223", "1112")),
        "to_hit_row": Choice("threes", ("threes", "twos")),
        "strike_face": Choice("odd", ("odd", "even")),
        "decel_div": Choice(2, least=2, most=4),
        "edge": Choice("leave", ("leave", "wall")),
        "wreck_blocks": Choice("off", ON_OFF),
        "ram_miss": Choice("stay", ("stay", "back")),
        "same_hex_fire": Choice("all", ("all", "none")),
        "crit_hull": Choice(2, least=1, most=4),
        "boiler_div": Choice(2, least=2, most=4),
        "no_magazine": Choice("boiler", ("boiler", "sink", "none")),
        "severe_penetrates": Choice("off", ON_OFF),
        "severe_base": Choice("effective", ("effective", "taken")),
        "count_current_turn": Choice("off", ON_OFF),
        "functional": Choice("guns", ("guns", "afloat")),
    }


def _set_up_choices(opening: Opening) -> dict[str, Choice]:
    """Options of some scenarios only."""
    found = {}
    if opening.bought:
        found["points"] = Choice(250, least=50, most=500, step=GAP_STEP)
    if opening.most_gap:
        found["start_gap"] = Choice(PRINTED_GAP, least=GAP_STEP, most=opening.most_gap, step=GAP_STEP)
    if opening.speed_option:
        found["blockade_speed"] = Choice(0, most=10, step=10)
    if opening.victory == "fleet":
        found["fleet_fractions"] = Choice("1/4,1/2", ("1/4,1/2", "1/3,2/3"))
    return found


def _squadrons(opening: Opening) -> bool:
    """Can the ships of each side be split between two admirals?"""
    split = {(CLASSES[UNITS[entry.id[:2]]].side, entry.squadron) for entry in opening.ships}
    return split == set(product(SIDES, (1, 2)))


SCENARIOS = scenarios.Scenarios(OPENINGS, choices, practice="bellerophon-ocean")
find, options = SCENARIOS.find, SCENARIOS.options


# ---------------------------------------------------------------- printed positions


def roster(opening: Opening, side: str) -> list[Entry]:
    """A side's ships in natural id order."""
    found = [entry for entry in opening.ships if CLASSES[UNITS[entry.id[:2]]].side == side]
    return sorted(found, key=lambda entry: natural(entry.id))


def berths(opening: Opening, options: Options, side: str, entry: str = "") -> dict[str, Berth]:
    """Section 8: where a side's ships lie unless they are placed. `entry`: the edge from which the British come."""
    shift = _shift(opening, side, entry or opening.entry)
    return {ship.id: _berth(opening, options, ship, entry or opening.entry, shift) for ship in roster(opening, side)}


def printed_units(opening: Opening, options: Options) -> list[Unit]:
    """The ships of both sides as the scenario has them, British first, in natural id order."""
    return [Unit(entry.id, class_of(entry.id, options).key) for side in SIDES for entry in roster(opening, side)]


def closed_up(opening: Opening, options: Options, side: str, manned: Collection[str]) -> list[tuple[Entry, Berth]]:
    """SSL-CAM.6: where the ships lie that take the places of these printed ids, in natural id order of the places.

    A line, and the ships beside it, close up to its head, so that the given positions stay legal (SSL-O1.1).
    """
    places, entries = berths(opening, options, side), roster(opening, side)
    line = opening.placing.get(side, Placing()).line
    if line:
        ranked = sorted(entries, key=lambda entry: places[entry.id].hex)
        for group in ([e.id for e in ranked if in_line(line, e.id) is inside] for inside in (True, False)):
            places |= zip([id for id in group if id in manned], [places[id] for id in group], strict=False)
    return [(entry, places[entry.id]) for entry in entries if entry.id in manned]


def in_line(line: Sequence[str], id: str) -> bool:
    """SSL-O1.1: is a printed ship of a type that forms the line?"""
    return CLASSES[UNITS[natural(id)[0]]].type in line


def _berth(opening: Opening, options: Options, ship: Entry, entry: str, shift: Shift) -> Berth:
    column, row = column_row(parse_label(ship.edges.get(entry, ship.hex)))
    tens = widened(options) // GAP_STEP
    hex = at(column + shift.columns * tens, row + shift.rows * tens)
    heading = opening.headings[entry] if ship.edges else ship.heading
    speed = int(options["blockade_speed"]) if opening.speed_option and _is_british(ship) else ship.speed
    return Berth(hex, heading_of(heading), speed)


def _is_british(ship: Entry) -> bool:
    return CLASSES[UNITS[ship.id[:2]]].side == BRITISH


def _shift(opening: Opening, side: str, entry: str) -> Shift:
    own = opening.shifts.get(side, Shift())
    return opening.shifts.get(entry, own) if side == BRITISH else own


def widened(options: Options) -> int:
    """How many hexes `start_gap` is above the printed gap."""
    return int(options.get("start_gap", PRINTED_GAP)) - PRINTED_GAP


def zone(opening: Opening, options: Options, side: str, entry: str = "") -> Zone:
    """Where a side may place; limits move with the gap like the printed positions."""
    placing = opening.placing[side]
    found = placing.zones.get(entry or opening.entry, placing.zone)
    shift, tens = _shift(opening, side, entry or opening.entry), widened(options) // GAP_STEP
    by_field = {
        "first_column": shift.columns,
        "last_column": shift.columns,
        "first_row": shift.rows,
        "last_row": shift.rows,
    }
    limits = {name: getattr(found, name) for name in by_field}
    return Zone(**{name: limit + by_field[name] * tens if limit else 0 for name, limit in limits.items()})


# ---------------------------------------------------------------- fleets of one's own (SSL-O6.1)


def buyable(side: str, options: Options) -> dict[str, ShipClass]:
    """Unit letters -> class that a side may take: its warships, the first two types ironclads."""
    logs = {letters: class_of(f"{letters}1", options) for letters in UNITS}
    return {letters: log for letters, log in logs.items() if log.side == side and log.batteries}


def cost(ships: Mapping[str, int], side: str, options: Options) -> int:
    """SSL-D1.1: points of so many ships by unit letters."""
    logs = buyable(side, options)
    return sum(logs[letters].points * number for letters, number in ships.items())


def span_of_points(options: Options) -> tuple[int, int]:
    """SSL-O6.1: the least and the most that a fleet costs."""
    return int(options["points"]) - TOLERANCE, int(options["points"])


def default_fleet(side: str, options: Options) -> dict[str, int]:
    """The fleet of a side that takes none: of every type as evenly as the points allow, then the most expensive."""
    prices = tuple(log.points for log in buyable(side, options).values())
    numbers = _even_fleet(prices, *span_of_points(options))
    return {letters: number for letters, number in zip(buyable(side, options), numbers, strict=True) if number}


@lru_cache(maxsize=256)
def _even_fleet(prices: tuple[int, ...], least: int, most: int) -> tuple[int, ...]:
    def price(numbers: tuple[int, ...]) -> int:
        return sum(number * each for number, each in zip(numbers, prices, strict=True))

    fleets = (numbers for numbers in product(range(OF_A_TYPE + 1), repeat=len(prices)) if least <= price(numbers) <= most)
    return min(fleets, key=lambda numbers: (sum(number**2 for number in numbers), -price(numbers), numbers))


def line_up(side: str, ships: Mapping[str, int], options: Options) -> dict[str, Berth]:
    """Section 8.7: a bought fleet in one column, a hex between ships, at the speed that all of them may begin with."""
    ids = [f"{letters}{number}" for letters in ships for number in range(1, ships[letters] + 1)]
    column, heading = (8, "NE") if side == BRITISH else (53, "NW")
    first = 26 - len(ids)
    speed = min(slow_speed(class_of(id, options)) for id in ids)
    return {id: Berth(at(column, first + 2 * n), heading_of(heading), speed) for n, id in enumerate(ids)}


def slow_speed(log: ShipClass) -> int:
    """Section 8.7: maximum less Accl, the most that a ship of a bought fleet may begin with."""
    return log.speed_track[0] - log.acceleration

"""Scenario files (section 8) and game options: what a game starts from. Files are checked when loaded.

A new file beside the others is a new scenario; its units are those that the ship files list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pbem.core.game import scenarios
from pbem.core.game.options import Choice
from pbem.core.game.validation import Fault, name_faults, range_faults
from pbem.core.geometry.tabletop import MIL, POINTS, Spot
from pbem.games.wet_thrust.model.scs import CLASS_OF, ShipClass, exact
from pbem.games.wet_thrust.model.tables import BRITISH, GERMAN, SIDES, WEATHER
from pbem.games.wet_thrust.model.units import ON_SURFACE, Mode

Side = Literal["german", "british"]
Test = Literal["points", "duel", "escape", "cripple", "convoy", "breakout", "raid"]

LAND_PLANES = 6
"""Section 2.3: aircraft of a land-based unit."""
MOST_TURNS = 1000
FARTHEST = 1000
"""Inches from the middle of the table at which a unit may begin (WT-1.1 knows no edge)."""
NATIONS = {"DE": GERMAN, "UK": BRITISH}
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "points": (),
    "duel": ("marked", "spared"),
    "escape": ("top",),
    "cripple": ("top", "marked"),
    "convoy": ("east",),
    "breakout": ("points", "safe", "hurt"),
    "raid": ("prey", "escort", "salvo", "wound", "sunk", "saved"),
}
"""The numbers that each kind of victory needs; `victory.py` says what they mean."""
WITH_SHIP = ("duel", "escape", "cripple", "breakout", "raid")
"""Kinds of victory that turn on one ship."""
WITH_OTHERS = ("duel", "cripple", "raid")
"""... and on some of her enemies."""


@dataclass(frozen=True)
class Before:
    """What happened to a ship before the game: systems `lost`, those of them `beyond` repair, `empty` fuel boxes."""

    lost: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    empty: int = 0


@dataclass(frozen=True)
class Entry:
    """A vessel as a scenario lists it: `at` in inches. `squadron` 2 is the second admiral's; no `side`: that of her nation."""

    id: str
    at: list[float]
    course: int
    speed: float
    mode: Literal["", "surfaced", "periscope", "deep"] = ""
    side: Literal["", "german", "british"] = ""
    squadron: Literal[1, 2] = 1
    before: Before = field(default_factory=Before)

    @property
    def printed(self) -> ShipClass:
        """Her control sheet as printed."""
        return CLASS_OF[self.id]

    @property
    def plays_for(self) -> str:
        """Her side."""
        return self.side or NATIONS[self.printed.nation]

    @property
    def depth(self) -> Mode:
        """How deep she is."""
        return self.depth_of(self.printed)

    def depth_of(self, printed: ShipClass) -> Mode:
        """Of any vessel in her place: a submarine is on the surface unless the file says otherwise."""
        return (self.mode or "surfaced") if printed.boat else "surface"


@dataclass(frozen=True)
class LandEntry:
    """WT-13.7: land-based bombers, which enter (and leave) `at` this place, in inches, on turn `enters`."""

    id: str
    side: Side
    enters: int
    at: list[float]
    kind: Literal["B"] = "B"
    aircraft: int = LAND_PLANES
    squadron: Literal[1, 2] = 1


@dataclass(frozen=True)
class Victory:
    """Who wins (section 8): the kind of test, the ship on which it turns, `others` of her enemies, and its numbers."""

    test: Test = "points"
    ship: str = ""
    others: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Opening:
    """A scenario file. `sides`: first side first; within a side the order of `units`, then of `land`, is unit order."""

    key: str
    code: str
    title: str
    summary: str
    weather: Literal["calm", "squalls", "driving", "fog", "storm", "gale"]
    limit: int
    """WT-22.2: the last turn."""
    sides: list[Side]
    units: list[Entry]
    land: list[LandEntry] = field(default_factory=list)
    victory: Victory = field(default_factory=Victory)
    aliases: list[str] = field(default_factory=list)

    def roster(self, side: str) -> list[Entry]:
        """A side's vessels in unit order."""
        return [entry for entry in self.units if entry.plays_for == side]

    def shared(self, side: str) -> bool:
        """Ruling W1: has the side ships for a second admiral?"""
        return any(entry.squadron == 2 for entry in self.roster(side))


def mils(at: list[float]) -> Spot:
    """Ruling W2: inches of a data file as a position."""
    x, y = (round(exact(each) * MIL) for each in at)
    return x, y


# ---------------------------------------------------------------- the files


def read_opening(path: Path) -> Opening:
    """A scenario file. Raises `BrokenData` naming file, path and reason."""
    return scenarios.read_opening(path, Opening, faults)


def faults(opening: Opening) -> Iterator[Fault]:
    """What is wrong with a scenario: path and reason."""
    yield from range_faults("limit", opening.limit, MOST_TURNS, 1)
    if sorted(opening.sides) != sorted(SIDES):
        yield "sides", f"must be {' and '.join(SIDES)}, in either order"
    for n, entry in enumerate(opening.units):
        yield from _entry_faults(f"units.{n}", entry)
    ids = [entry.id for entry in opening.units]
    yield from ((f"units.{n}.id", f"{id} is there twice") for n, id in enumerate(ids) if id in ids[:n])
    for n, squadron in enumerate(opening.land):
        yield from _land_faults(f"land.{n}", squadron, [other.id for other in opening.land[:n]])
    if all(id in CLASS_OF for id in ids):
        yield from _side_faults(opening)
        yield from _victory_faults(opening)


def _entry_faults(where: str, entry: Entry) -> Iterator[Fault]:
    if entry.id not in CLASS_OF:
        yield from name_faults(f"{where}.id", entry.id, CLASS_OF)
        return
    ship = entry.printed
    if not entry.side and ship.nation not in NATIONS:
        yield f"{where}.side", f"must be said: {ship.nation} is no side of its own"
    if entry.mode and not ship.boat:
        yield f"{where}.mode", "only submarines have one"
    yield from spot_faults(f"{where}.at", entry.at)
    yield from range_faults(f"{where}.course", entry.course, POINTS, 1)
    top = ship.printed_top(below=entry.depth not in ON_SURFACE)
    if not 0 <= entry.speed <= top:
        yield f"{where}.speed", f"{entry.speed:g} is not 0 to her top speed of {float(top):g}"
    yield from _before_faults(f"{where}.before", entry.before, ship)


def _before_faults(where: str, before: Before, ship: ShipClass) -> Iterator[Fault]:
    for n, system in enumerate(before.lost):
        yield from name_faults(f"{where}.lost.{n}", system, ship.all_systems)
    for n, system in enumerate(before.beyond):
        yield from name_faults(f"{where}.beyond.{n}", system, before.lost)
    yield from range_faults(f"{where}.empty", before.empty, ship.fuel)


def _land_faults(where: str, squadron: LandEntry, before: list[str]) -> Iterator[Fault]:
    letters, number = squadron.id[:2], squadron.id[2:]
    if letters != "LB" or not number.isdigit() or number[0] == "0" or squadron.id in before:
        yield f"{where}.id", f"{squadron.id!r} is no id of its own; write LB1, LB2 and so on"
    yield from range_faults(f"{where}.aircraft", squadron.aircraft, LAND_PLANES, 1)
    yield from range_faults(f"{where}.enters", squadron.enters, MOST_TURNS, 1)
    yield from spot_faults(f"{where}.at", squadron.at)


def spot_faults(where: str, at: list[float]) -> Iterator[Fault]:
    """Is it a place in inches?"""
    if len(at) != 2 or not all(abs(each) <= FARTHEST for each in at):
        yield where, f"{at} is no place; write [inches east, inches north], each at most {FARTHEST}"


def _side_faults(opening: Opening) -> Iterator[Fault]:
    for side in SIDES:
        roster = opening.roster(side)
        if not roster:
            yield "units", f"side {side} has none"
        elif all(entry.squadron == 2 for entry in roster):
            yield "units", f"side {side} has none of squadron 1, its senior admiral's"


def _victory_faults(opening: Opening) -> Iterator[Fault]:
    victory, listed = opening.victory, {entry.id: entry.plays_for for entry in opening.units}
    if victory.test in WITH_SHIP:
        yield from name_faults("victory.ship", victory.ship, listed)
    elif victory.ship:
        yield "victory.ship", f"a victory by {victory.test} turns on no ship"
    if bool(victory.others) != (victory.test in WITH_OTHERS):
        yield "victory.others", f"must be {'given' if victory.test in WITH_OTHERS else 'left out'} for {victory.test}"
    for n, other in enumerate(victory.others):
        enemies = [id for id, side in listed.items() if side != listed.get(victory.ship)]
        yield from name_faults(f"victory.others.{n}", other, enemies)
    needed = NUMBERS[victory.test]
    if set(victory.numbers) != set(needed):
        yield "victory.numbers", f"must be {', '.join(needed) or 'none'}"


OPENINGS = scenarios.read_openings(Path(__file__).parents[1] / "scenarios", read_opening)


# ---------------------------------------------------------------- options

ON_OFF = ("off", "on")


def choices(opening: Opening) -> dict[str, Choice]:
    """Section 2.9, and rulings W1 and W13: the options of a scenario."""
    return {
        "admirals": Choice("one", ("one", "two") if any(map(opening.shared, opening.sides)) else ("one",)),
        "weather": Choice(opening.weather, tuple(WEATHER)),
        "hit_faces": Choice(3, least=1, most=5),
        "fc_loss_penalty": Choice("previous_turn", ("previous_turn", "cumulative")),
        "ladder_resume": Choice("decayed", ("decayed", "advanced")),
        "evasive_armour_scope": Choice("gunfire", ("gunfire", "all")),
        "ram_modifier_unit": Choice("box", ("box", "row")),
        "collision_radius": Choice(0.25, most=4, whole=False),
        "dc_teams_shared": Choice("off", ON_OFF),
        "recon_bar": Choice("recovering", ("recovering", "aloft", "game")),
        "capital_smoke_hides": Choice("on", ON_OFF),
        "torpedo_reload_turns": Choice(0, most=6),
        "open_sheets": Choice("off", ON_OFF),
    }


SCENARIOS = scenarios.Scenarios(OPENINGS, choices)
find, options = SCENARIOS.find, SCENARIOS.options

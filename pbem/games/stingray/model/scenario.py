"""Scenario files (section 8) and game options (section 11): what a game starts from. Files are checked when loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from pbem.core.game import scenarios
from pbem.core.game.options import Choice
from pbem.core.game.validation import Fault, hex_faults
from pbem.core.geometry.hexes import DIRECTIONS, label, parse_label, step
from pbem.games.stingray.model.state import vessel_order
from pbem.games.stingray.model.tables import AQUAPHIBIANS, BATTERY, CLASSES, SIDES, TERRAINIANS, ClassKey, Edge

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
SideKey = Literal["terrainians", "aquaphibians"]

MOST_COLUMNS = 99
MOST_FISH = 3
"""STG-GEN.3: fish that one Aquaphibian player commands."""
SEAT = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Entry:
    """A vessel as a scenario lists it. `fuel` None: a fish's is rolled (STG-FUE.1). `stores`: where they are not full."""

    id: str
    vessel_class: ClassKey
    hex: str
    facing: Facing
    speed: int
    tail: str = ""
    fuel: int | None = None
    stores: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Post:
    """Who commands `vessels`. With `copilot` and crews=two it is two seats, else the one called `alone` (or `id`)."""

    id: str
    title: str
    vessels: list[str]
    copilot: str = ""
    copilot_title: str = ""
    alone: str = ""
    alone_title: str = ""


class Command(NamedTuple):
    """The seats and the crew of a vessel in a game; `copilot` "" where one seat commands (STG-SEA.1)."""

    captain: str
    copilot: str
    crew: str


@dataclass(frozen=True)
class LaidMine:
    """An active mine that lies there from the start."""

    side: SideKey
    hex: str


@dataclass(frozen=True)
class Exit:
    """Points for a vessel that leaves by this edge, with a fix in that move and without (STG-NAV.2)."""

    vessel: str
    edge: Edge
    points: int
    without_fix: int


@dataclass(frozen=True)
class Objectives:
    """Hexes in which a Stingray ends a move with a fix: points each, once; all of them end the game."""

    hexes: list[str] = field(default_factory=list)
    points: int = 0


@dataclass(frozen=True)
class Spies:
    """STG-SPY.1: cards granted: so many traps, and so many of the other kinds (AGENT, PLANS)."""

    traps: int = 0
    others: int = 0


@dataclass(frozen=True)
class Intact:
    """Points to a vessel's side when it ends the game in play, or gone by an edge, with less damage than `under`."""

    vessel: str
    under: int
    points: int


@dataclass(frozen=True)
class Opening:
    """A scenario file. STG-GEN.4: no third crew member or pet has a role in any."""

    key: str
    code: str
    title: str
    summary: str
    columns: int
    rows: int
    limit: int
    home_edge: Edge
    obstacles: list[str]
    vessels: list[Entry]
    posts: list[Post]
    briefings: dict[str, str]
    hq: str
    """STG-COM.3: what HQ answers."""
    crews: Literal["one", "two"] = "two"
    aliases: list[str] = field(default_factory=list)
    known: bool = False
    """Do both sides know the enemy's ids and hexes at the start?"""
    mines: list[LaidMine] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)
    objectives: Objectives = field(default_factory=Objectives)
    spies: Spies = field(default_factory=Spies)
    robbed: int = 0
    """STG-VIC.2: points for robbing a SuperSub; 0: it cannot be robbed."""
    destroyed: dict[str, int] = field(default_factory=dict)
    """Vessel -> points for destroying it, instead of its class's."""
    intact: list[Intact] = field(default_factory=list)

    @property
    def grants_spies(self) -> bool:
        """STG-SPY.1."""
        return bool(self.spies.traps or self.spies.others)


# ---------------------------------------------------------------- the files


def read_opening(path: Path) -> Opening:
    """A scenario file. Raises `BrokenData` naming file, path and reason."""
    return scenarios.read_opening(path, Opening, faults)


def faults(opening: Opening) -> Iterator[Fault]:
    """What is wrong with a scenario: path and reason."""
    for name, most in (("columns", MOST_COLUMNS), ("rows", MOST_COLUMNS), ("limit", 1000)):
        if not 1 <= getattr(opening, name) <= most:
            yield name, f"must be 1 to {most}"
            return
    yield from _place_faults(opening)
    for n, entry in enumerate(opening.vessels):
        yield from _entry_faults(opening, f"vessels.{n}", entry)
    yield from _fleet_faults(opening)
    for n, post in enumerate(opening.posts):
        yield from _post_faults(opening, f"posts.{n}", post)
    yield from _name_faults(opening)
    if set(opening.briefings) != set(SIDES):
        yield "briefings", f"must be for {' and '.join(SIDES)}"


def _place_faults(opening: Opening) -> Iterator[Fault]:
    """All hexes beside those of vessels."""
    for n, text in enumerate(opening.obstacles):
        yield from _hex_faults(opening, f"obstacles.{n}", text)
    for name, labels in (("mines", [m.hex for m in opening.mines]), ("objectives.hexes", opening.objectives.hexes)):
        for n, text in enumerate(labels):
            yield from _open_hex_faults(opening, f"{name}.{n}", text)


def _hex_faults(opening: Opening, where: str, text: str) -> Iterator[Fault]:
    return hex_faults(where, text, opening.columns, opening.rows)


def _open_hex_faults(opening: Opening, where: str, text: str) -> Iterator[Fault]:
    yield from _hex_faults(opening, where, text)
    if text in opening.obstacles:
        yield where, f"{text} is an obstacle"


def _entry_faults(opening: Opening, where: str, entry: Entry) -> Iterator[Fault]:
    """STG-MEG.1: an MF's tail is directly behind its head."""
    printed = CLASSES[entry.vessel_class]
    if not re.fullmatch(rf"{entry.vessel_class}[1-9]\d?", entry.id):
        yield f"{where}.id", f"{entry.id!r} is no name for this class; write {entry.vessel_class}1, {entry.vessel_class}2 …"
    bad = list(_open_hex_faults(opening, f"{where}.hex", entry.hex))
    yield from bad
    behind = DIRECTIONS.index(entry.facing) + 3
    tail = label(step(parse_label(entry.hex), behind)) if entry.vessel_class == "MF" and not bad else ""
    if not bad and entry.tail != tail:
        yield f"{where}.tail", f"must be {tail!r}"
    elif entry.tail:
        yield from _open_hex_faults(opening, f"{where}.tail", entry.tail)
    if not 0 <= entry.speed <= printed.top:
        yield f"{where}.speed", f"must be 0 to {printed.top}"
    if entry.fuel is not None and not (printed.fish and 0 < entry.fuel <= 60 * printed.fuel_dice):
        yield f"{where}.fuel", "only a fish has fuel, 60 AKG at most for each die"
    for weapon, number in entry.stores.items():  # STG-LAU.9
        most = printed.stores.get(weapon, 0)
        if not 0 <= number <= most:
            yield f"{where}.stores", f"{weapon} {number}: it carries {most} at most"
    if entry.vessel_class == "SR" and 0 in (entry.stores.get("MK61"), entry.stores.get("MK7")):
        yield f"{where}.stores", "its tubes begin with a Mk61 and a Mk7"


def _fleet_faults(opening: Opening) -> Iterator[Fault]:
    """One id, one vessel; both sides (STG-GEN.2); one MegaFish at most (STG-GEN.7)."""
    ids = [entry.id for entry in opening.vessels]
    yield from ((f"vessels.{n}.id", f"there are two vessels {id}") for n, id in enumerate(ids) if id in ids[:n])
    if {CLASSES[entry.vessel_class].side for entry in opening.vessels} != set(SIDES):
        yield "vessels", "there must be two sides"
    if sum(entry.vessel_class == "MF" for entry in opening.vessels) > 1:
        yield "vessels", "there is only one MegaFish"
    commanded = [id for post in opening.posts for id in post.vessels]
    if sorted(commanded) != sorted(ids):
        yield "posts", "every vessel must have one post"


def _post_faults(opening: Opening, where: str, post: Post) -> Iterator[Fault]:
    """STG-GEN.3: who may command what."""
    classes = [entry.vessel_class for entry in opening.vessels if entry.id in post.vessels]
    for name in (post.id, post.copilot, post.alone):
        if name and (not SEAT.fullmatch(name) or name in SIDES or name.upper() in post.vessels):
            yield where, f"{name!r} is no name for a seat"
    if len({CLASSES[key].side for key in classes}) != 1:
        yield f"{where}.vessels", "must be vessels of one side"
    elif CLASSES[classes[0]].side == AQUAPHIBIANS and len(classes) > MOST_FISH:
        yield f"{where}.vessels", f"one seat commands {MOST_FISH} fish at most"
    if post.copilot and classes != ["SR"]:
        yield f"{where}.copilot", "only a Stingray has a Co-Pilot"


def _name_faults(opening: Opening) -> Iterator[Fault]:
    """What names a vessel must name one of this scenario."""
    ids = {entry.id for entry in opening.vessels}
    named = [("exits", x.vessel) for x in opening.exits] + [("intact", x.vessel) for x in opening.intact]
    for where, vessel in named + [("destroyed", id) for id in opening.destroyed]:
        if vessel not in ids:
            yield where, f"there is no vessel {vessel}"


OPENINGS = scenarios.read_openings(Path(__file__).parents[1] / "scenarios", read_opening)


# ---------------------------------------------------------------- options


ON_OFF = ("on", "off")


def choices(opening: Opening) -> dict[str, Choice]:
    """Section 11: the options of a scenario."""
    return {
        "crews": Choice(opening.crews, ("one", "two")),
        "mega-accel": Choice("table", ("table", "sheet")),
        "supersub-max": Choice(4, least=3, most=4),
        "sonar-range": Choice(20, least=2, most=98, step=2),
        "fish-sonar-range": Choice(10, most=MOST_COLUMNS),
        "passive-per-apu": Choice(3, most=6),
        "visual-range": Choice(3, most=MOST_COLUMNS),
        "hydrophone-range": Choice(6, most=MOST_COLUMNS),
        "over-mode": Choice("leap", ("leap", "skim")),
        "leap-evade": Choice("on", ON_OFF),
        "re-attack": Choice("off", ON_OFF),
        "mk61-reacquire": Choice("off", ON_OFF),
        "sonar-los": Choice("off", ON_OFF),
        "stopped-is-silent": Choice("on", ON_OFF),
        "ram-round": Choice("nearest", ("nearest", "up", "down")),
        "swap-encounter": Choice("on", ON_OFF),
        "mega-launcher": Choice("one", ("one", "both")),
        "nav-matters": Choice("on", ON_OFF),
        "battery-start": Choice(5, most=BATTERY),
    }


SCENARIOS = scenarios.Scenarios(OPENINGS, choices)
find, options = SCENARIOS.find, SCENARIOS.options


# ---------------------------------------------------------------- who plays what


def roster(entries: Iterable[Entry]) -> list[Entry]:
    """STG-GEN.6: in vessel order: Terrainians first, inside a side by id."""
    by_id = {entry.id: entry for entry in entries}
    order = vessel_order(list(by_id))
    ranked = sorted(order, key=lambda id: CLASSES[by_id[id].vessel_class].side != TERRAINIANS)
    return [by_id[id] for id in ranked]


def commands(opening: Opening, crews: str) -> dict[str, Command]:
    """Who commands what: by the printed id of the vessel."""
    return {vessel: command(post, crews) for post in opening.posts for vessel in post.vessels}


def command(post: Post, crews: str) -> Command:
    """STG-GEN.3: a Stingray's two seats are a crew of its name; everybody else is a crew of one."""
    if post.copilot and crews == "two":
        return Command(post.id, post.copilot, post.vessels[0].lower())
    seat = post.alone or post.id
    return Command(seat, "", seat)

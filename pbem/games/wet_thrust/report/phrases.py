"""Words that the report, the control sheets and the map share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from events.base import Event
from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import inches, number_text
from pbem.games.wet_thrust.model.control_sheet import kind_of
from pbem.games.wet_thrust.model.scenario import OPENINGS
from pbem.games.wet_thrust.model.scs import CLASSES
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import HOLES, SIDES
from pbem.games.wet_thrust.model.turns import game_turn
from pbem.games.wet_thrust.model.units import Vessel

Teller = Callable[[Any, State], "str | None"]
"""Makes the sentence for one type of event."""

COMPASS = ("", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW", "N")
"""By course (WT-1.2)."""
SYSTEMS = {
    "BO": "boiler room",
    "PR": "propeller",
    "RU": "rudder",
    "RA": "radar",
    "SO": "sonar",
    "R": "reconnaissance plane",
    "A": "battery",
    "B": "battery",
    "C": "battery",
    "D": "battery",
    "TL": "torpedo launcher",
    "AS": "anti-submarine mount",
    "F": "fighter squadron",
    "DB": "dive bomber squadron",
    "T": "torpedo bomber squadron",
    "PD": "point defence",
    "AD": "area defence",
    "BR": "bridge",
    "SB": "secondary bridge",
    "FC": "fire control",
    "DC": "damage control",
    "MG": "magazine",
    "HO": "hole",
}
"""2.1, by id prefix."""
AIRCRAFT = {
    "F": "fighter",
    "DB": "dive bomber",
    "T": "torpedo bomber",
    "R": "reconnaissance plane",
    "B": "level bomber",
}
"""WT-11.1."""
DEPTHS = {"surface": "", "surfaced": "on the surface", "periscope": "at periscope depth", "deep": "submerged deep"}
"""WT-18.1."""
CAUSES = {
    "german_control": "German fire control",
    "controls_lost": "fire controls lost last turn",
    "target_smoke": "target makes smoke",
    "own_smoke": "own smoke",
}
"""2.5: modifiers whose names do not say enough."""


def silent(event: Event, known: State) -> None:
    """Bookkeeping: the sheets, the tables and the map show it."""


def side_number(side: str) -> int:
    """1 for the Germans, 2 for the British: their colours."""
    return SIDES.index(side) + 1


def game_title(known: State) -> str:
    """The scenario's title, and how far the game is."""
    opening = OPENINGS.get(known.scenario)
    name = opening.title if opening else "Wet Thrust"
    return f"{name}, {game_turn(known.turn, known.limit)}" if known.turn else f"{name}, before {game_turn(1, known.limit)}"


def place(spot: Sequence[int]) -> str:
    """WT-1.1: `20.0,-4.5`, inches east and north."""
    return f"{inches(spot[0])},{inches(spot[1])}"


def course_words(course: int) -> str:
    """`course 8 (WSW)`."""
    return f"course {course} ({COMPASS[course]})"


def speed_text(speed: Fraction | str) -> str:
    """WT-1.6: an exact speed, to two decimals where it takes more."""
    return number_text(Fraction(speed))


def system_words(id: str) -> str:
    """`boiler room BO2`, `the bridge`."""
    words = SYSTEMS.get(kind_of(id), "")
    return f"the {words}" if id in ("BR", "SB") else f"{words} {id}".strip()


def leak_words(kind: int, flow: int) -> str:
    """WT-16.9: `2 boxes a turn, speed down by a quarter`."""
    slower = {1: "", 0.75: ", speed down by a quarter", 0.5: ", speed halved"}[float(HOLES[kind].speed)]
    return f"{count(flow, 'box', 'boxes')} a turn{slower}"


def aircraft_words(number: int, kind: str) -> str:
    """`6 torpedo bombers`."""
    return count(number, AIRCRAFT[kind])


def class_name(key: str) -> str:
    """The name of a class, or its key if this program does not have it."""
    return CLASSES[key].name if key in CLASSES else key


def her_name(ship: Vessel) -> str:
    """`Antelope, A-class destroyer`, or `Bismarck` where the class bears her name."""
    return ship.name if ship.name in ("", ship.printed.name) else f"{ship.name}, {ship.printed.name}"


def cause_words(cause: str) -> str:
    """What a modifier is for."""
    return CAUSES.get(cause, cause.replace("_", " "))


def modifiers_words(modifiers: Mapping[str, int]) -> str:
    """`broadside +1, weather -1`; those that add nothing are left out."""
    return ", ".join(f"{cause_words(cause)} {number:+d}" for cause, number in modifiers.items() if number)

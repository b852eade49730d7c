"""What a reader knows, put together by hand without a game behind it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import CLASS_OF, Kind
from pbem.games.wet_thrust.model.state import FireMark, State
from pbem.games.wet_thrust.model.tables import BRITISH, GERMAN
from pbem.games.wet_thrust.model.units import Deck, OrderBook, Squadron, Vessel
from tests.rulebook.wet_thrust.builders.known import known

GERMANS = ("BIS", "SCH", "PEU", "GRZ", "U47", "U99", "LB1")
OPTIONS: dict[str, Any] = {"hit_faces": 3, "open_sheets": "off", "weather": "calm"}
SEATS = {"de": GERMAN, "gb": BRITISH}
TURN = 3


def mils(x: float, y: float) -> Spot:
    """Inches as a position."""
    return round(x * 1000), round(y * 1000)


def side_of(id: str) -> str:
    """The usual side of a unit."""
    return GERMAN if id.partition("-")[0] in GERMANS else BRITISH


def ship(id: str, at: tuple[float, float], course: int = 12, speed: str = "6", **changes: Any) -> Vessel:
    """A vessel with an undamaged sheet but for `changes`.

    `sheet`: fields of her sheet, or None; `way`: positions in inches; `standing`: her orders; `held_as`: how she is held.
    """
    printed = CLASS_OF[id]
    marks = changes.pop("sheet", {})
    contact = changes.pop("held_as", "")
    side = side_of(id)
    made = Vessel(
        id=id,
        index=list(CLASS_OF).index(id),
        name=printed.units[id],
        ship_class=printed.key,
        side=side,
        seat="de" if side == GERMAN else "gb",
        at=mils(*at),
        course=course,
        speed=Fraction(speed),
        mode="surfaced" if printed.boat else "surface",
        way=[mils(*spot) for spot in changes.pop("way", [])],
        sheet_if_known=None if marks is None else replace(Sheet(printed.key), **marks),
        book_if_known=OrderBook(list(changes.pop("standing", ())), contact=contact, contact_turn=TURN if contact else 0),
    )
    return replace(made, **changes)


def squadron(id: str, kind: Kind, at: tuple[float, float] | None = None, **changes: Any) -> Squadron:
    """A squadron `at` a place in the air (in inches), or aboard and ready; `changes` also of its deck, and its aim."""
    side = side_of(id)
    carrier = id.partition("-")[0] if "-" in id else ""
    deck = {name: changes.pop(name) for name in ("ready", "endurance", "spent", "enters") if name in changes}
    made = Squadron(
        id=id,
        index=0,
        carrier=carrier,
        kind=kind,
        side=side,
        seat="de" if side == GERMAN else "gb",
        aircraft=1 if kind == "R" else 6,
        place="air" if at else "aboard",
        at=mils(*(at or (0, 0))),
        home="" if at else carrier,
        deck_if_known=Deck(**({"endurance": 6} | deck)),
        standing_if_known=list(changes.pop("standing", ())),
    )
    return replace(made, **changes)


def mark(kind: str, by: str, target: str, way: tuple[float, float, float, float], hits: int, points: int) -> FireMark:
    """Fire from x, y at x, y, in inches."""
    return FireMark(kind, by, target, mils(*way[:2]), mils(*way[2:]), hits, points)


def seen(*units: Vessel | Squadron, seat: str | None = "de", **changes: Any) -> State:
    """What the reader in `seat` knows of these units after turn 3: an enemy's sheet and orders only with `over`.

    Changes come after: what they bring in is known to the reader.
    """
    made = State(
        scenario="denmark-strait",
        options=OPTIONS | changes.pop("options", {}),
        sides=[GERMAN, BRITISH],
        seats=SEATS | ({seat: GERMAN if seat.startswith("de") else BRITISH} if seat else {}),
        limit=14,
        turn=TURN,
        ships={each.id: each for each in units if isinstance(each, Vessel)},
        squadrons={each.id: each for each in units if isinstance(each, Squadron)},
        over=changes.pop("over", False),
    )
    return replace(known(made, seat), **changes)

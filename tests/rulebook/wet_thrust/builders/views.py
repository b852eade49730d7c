"""Views made by hand: what a reader knows, without a game behind it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import CLASS_OF, Kind
from pbem.games.wet_thrust.model.state import FireMark
from pbem.games.wet_thrust.model.tables import BRITISH, GERMAN
from pbem.games.wet_thrust.model.view import ShipView, SquadronView, View

GERMANS = ("BIS", "SCH", "PEU", "GRZ", "U47", "U99", "LB1")
OPTIONS: dict[str, Any] = {"hit_faces": 3, "open_sheets": "off", "weather": "calm"}


def mils(x: float, y: float) -> Spot:
    """Inches as a position."""
    return round(x * 1000), round(y * 1000)


def side_of(id: str) -> str:
    """The usual side of a unit."""
    return GERMAN if id.partition("-")[0] in GERMANS else BRITISH


def ship(id: str, at: tuple[float, float], course: int = 12, speed: str = "6", **changes: Any) -> ShipView:
    """A vessel with an undamaged sheet but for `changes`; `sheet`: fields of her sheet; `way`: positions in inches."""
    printed = CLASS_OF[id]
    marks = changes.pop("sheet", {})
    way = changes.pop("way", [])
    side = side_of(id)
    made = ShipView(
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
        fate="afloat",
        how="",
        gone=0,
        scored=0,
        burning=0,
        smoking=False,
        evasive=False,
        chasing=False,
        way=tuple(mils(*spot) for spot in way),
        ladder={},
        sheet=None if marks is None else replace(Sheet(printed.key), **marks),
        standing=(),
        held_as="",
    )
    return replace(made, **changes)


def squadron(id: str, kind: Kind, at: tuple[float, float] | None = None, **changes: Any) -> SquadronView:
    """A squadron `at` a place in the air (in inches), or aboard and ready."""
    side = side_of(id)
    carrier = id.partition("-")[0] if "-" in id else ""
    made = SquadronView(
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
        start=None,
        enters=0,
        launched=0,
        ready=0,
        endurance=6,
        spent=False,
        standing=(),
    )
    return replace(made, **changes)


def mark(kind: str, by: str, target: str, way: tuple[float, float, float, float], hits: int, points: int) -> FireMark:
    """Fire from x, y at x, y, in inches."""
    return FireMark(kind, by, target, mils(*way[:2]), mils(*way[2:]), hits, points)


def seen(*units: ShipView | SquadronView, seat: str | None = "de", **changes: Any) -> View:
    """What the reader in `seat` knows of these units after turn 3: an enemy's sheet and orders only with `over`."""
    sides = {"de": GERMAN, "de2": GERMAN, "gb": BRITISH, "gb2": BRITISH}
    side = sides.get(seat or "", "")
    open_ = changes.get("over", False)
    ships = {each.id: _ship_for(each, side, open_) for each in units if isinstance(each, ShipView)}
    squadrons = {each.id: _squadron_for(each, side, open_) for each in units if isinstance(each, SquadronView)}
    made = View(
        seat=seat,
        side=side,
        scenario="denmark-strait",
        options=OPTIONS | changes.pop("options", {}),
        sides=(GERMAN, BRITISH),
        seats={"de": GERMAN, "gb": BRITISH},
        limit=14,
        weather_name="calm",
        turn=3,
        ships=ships,
        squadrons={id: each for id, each in squadrons.items() if each},
        contacts={},
        screens=(),
        marks=(),
        fleet=(),
        over=False,
        winners=(),
        points={},
        verdict="",
        fallen={GERMAN: 0, BRITISH: 0},
        salvos={GERMAN: 0, BRITISH: 0},
    )
    return replace(made, **changes)


def _ship_for(each: ShipView, side: str, over: bool) -> ShipView:
    return each if over or each.side == side else replace(each, sheet=None, standing=None)


def _squadron_for(each: SquadronView, side: str, over: bool) -> SquadronView | None:
    if over or each.side == side:
        return each
    return replace(each, ready=None, endurance=None, spent=None, standing=None) if each.airborne else None

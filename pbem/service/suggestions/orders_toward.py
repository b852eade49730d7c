"""Orders that lead to a place of the map, or aim at what is there, for the seat that points at it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.drawing.scene import Point, Scene, Text
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.state.record import Record
from pbem.present.anchors import anchors, extent
from pbem.service.context import ServiceContext
from pbem.service.current_orders import check_seat, units_of
from pbem.service.repository import reading


def orders_toward(
    context: ServiceContext, stream: str, seat: str, unit: str, target: Target, turn: int | None
) -> Sequence[SuggestedOrder]:
    """Legal orders of an own unit ("": of each) that lead to the target or aim at it, by what the seat knows.

    None where none are wanted of the seat, and for another turn than the open one.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    with reading(context, stream) as record:
        check_seat(record, seat)
        return _toward(record, seat, unit, target) if turn in (None, record.ledger.turn) else ()


def orders_toward_named(
    context: ServiceContext, stream: str, seat: str, unit: str, words: str
) -> Sequence[SuggestedOrder] | None:
    """The same of a place that is named: a unit by its id or name, or what is written on the map there. None: no such place.

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    with reading(context, stream) as record:
        check_seat(record, seat)
        target = _named(record, seat, words)
        return None if target is None else _toward(record, seat, unit, target)


def _toward(record: Record, seat: str, unit: str, target: Target) -> Sequence[SuggestedOrder]:
    if record.ledger.ended or seat not in record.game.rules.due(record.state):
        return ()
    return record.game.planning.toward(record.known(seat), unit, target)


def _named(record: Record, seat: str, words: str) -> Target | None:
    scene = next(record.game.report.draw(record.known(seat)))
    unit = units_of(record, seat).named(words)
    shown = anchors(scene)
    if unit in shown:
        left, top, right, bottom = extent(shown[unit])
        return Target(((left + right) / 2, (top + bottom) / 2), unit)
    place = _written(scene, words)
    return Target(place) if place else None


def _written(scene: Scene, words: str) -> Point | None:
    """Where these words are written on the map."""
    said = words.strip().casefold()
    return next((shape.at for shape in scene.shapes if isinstance(shape, Text) and shape.text.casefold() == said), None)

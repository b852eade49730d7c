"""The course of a seat's luck as a picture."""

from __future__ import annotations

from pbem.core.drawing.scene import Scene
from pbem.present.luck_scene import Course, luck_scene
from pbem.service.audit.luck_table import SeatLuck


def picture(seat: SeatLuck) -> Scene:
    """How much better than expected a seat's rolls went, over the turns."""
    unit = f"{seat.unit.capitalize()} {'fewer' if seat.less else 'more'} than expected" if seat.unit else "Better than expected"
    title = f"The luck of {seat.seat}: {unit.lower()}{'' if seat.unit else ', in standard deviations of one roll'}"
    return luck_scene(f"luck-{seat.seat}", title, unit, [Course(*point) for point in seat.line])

"""Vessels from above, by class: submarines of the Terrainians, fish of the Aquaphibians."""

from __future__ import annotations

from pbem.core.drawing.silhouettes import Outline, mirrored
from pbem.games.stingray.model.tables import CLASSES, SIDES

OUTLINES: dict[str, Outline] = {
    "SR": mirrored(
        (
            *((1.0, 0.0), (0.82, 0.15), (0.3, 0.23), (-0.05, 0.24), (-0.4, 0.6), (-0.66, 0.62)),
            *((-0.5, 0.24), (-0.72, 0.2), (-1.0, 0.42), (-0.94, 0.12), (-0.8, 0.0)),
        )
    ),
    "SS": mirrored(
        ((1.0, 0.0), (0.86, 0.22), (0.45, 0.34), (-0.45, 0.34), (-0.6, 0.54), (-1.0, 0.54), (-0.86, 0.18), (-0.96, 0.0))
    ),
    "TF": mirrored(
        (
            *((1.0, 0.0), (0.74, 0.28), (0.2, 0.4), (0.0, 0.72), (-0.26, 0.66), (-0.22, 0.3)),
            *((-0.52, 0.13), (-1.0, 0.56), (-0.8, 0.0)),
        )
    ),
    "MF": mirrored(((1.1, 0.0), (0.95, 0.3), (0.5, 0.52), (-0.1, 0.62), (-0.4, 0.55))),
}
"""Points (along, across) in half lengths. Of a MegaFish it is the head: its body follows to the tail."""


def outline_of(unit: str, side: str) -> Outline:
    """That of the class by which a vessel is named; of one that is not known, the commonest of its side."""
    if unit[:2] in CLASSES:
        return OUTLINES[unit[:2]]
    return OUTLINES["SR" if side == SIDES[0] else "TF"]

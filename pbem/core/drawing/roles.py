"""The roles that belong to no game: what a new game draws with, so that the present room need not know it.

The present room gives each of them its looks in light and dark, in SVG and PNG, and its words in the legend. Other roles are
those of the games that brought them; a role without looks of its own is grey, and the legend calls it by its name.
"""

from __future__ import annotations

NEUTRAL = {
    "sea": "the ground of a map at sea; `space` and `paper` are other grounds",
    "space": "the ground of a map in space",
    "land": "ground that is land: islands, coasts",
    "rock": "an obstacle",
    "grid": "the lines of a grid",
    "grid-label": "names of columns, rows and hexes",
    "map-edge": "the frame of a map",
    "goal": "a place that somebody has to reach or to hold",
    "area": "a place, zone or suspicion that covers what lies below; its title says what it is",
    "range-ring": "a ring or frame that shows how far something reaches",
    "side-1": "a unit of the first side; `side-2` to `side-6` are the other sides",
    "side-2": "a unit of the second side",
    "side-1-old": "a unit of the first side where it was last seen; also `side-2-old`",
    "side-2-old": "a unit of the second side where it was last seen",
    "unit": "a unit of no side",
    "unit-old": "a unit of no side where it was last seen",
    "contact": "somebody there of whom not all is known",
    "contact-old": "the same, where it was last",
    "wreck": "where a unit was lost",
    "unit-label": "the name beside a unit",
    "label": "any other words",
    "note": "small print",
    "title": "a heading in the picture",
    "trail": "the way of this turn",
    "track-1": "a way in the colour of the first side",
    "track-2": "a way in the colour of the second side",
    "fire": "fire or any other attack, a line from attacker to target",
    "explosion": "an explosion",
    "plan": "a way as it is ordered, in a dry run",
    "plan-end": "where a unit would end",
    "plan-fire": "fire as it is ordered",
    "panel": "the ground of a list or a legend in the picture",
    "box": "an empty box of a record sheet; `box-full`, `box-now` and `box-lost` are the others",
    "box-full": "a box in order, active or charged",
    "box-now": "the box that counts now",
    "box-lost": "a box that is crossed off",
}
"""What each is for."""

"""Many labels at once: none on another or on a mark, none outside; those that must be there are."""

from __future__ import annotations

import random

from pbem.core.drawing import labels as engine
from pbem.core.drawing.labels import Label, LabelPlaces, Rectangle, width_of
from pbem.core.drawing.scene import Line, Point, Shape, Text

BOX = (0.0, 0.0, 400.0, 300.0)
SHIPS = [(160.0 + 9 * (k % 5), 130.0 + 9 * (k // 5)) for k in range(20)]


def frames(shapes: list[Shape]) -> list[Rectangle]:
    found = []
    for text in (shape for shape in shapes if isinstance(shape, Text)):
        wide, (x, y) = width_of(text.text, text.size), text.at
        found.append((x - wide / 2, y - text.size * 0.86, x + wide / 2, y + text.size * 0.14))
    return found


def apart(one: Rectangle, other: Rectangle) -> bool:
    return one[2] <= other[0] + 0.2 or other[2] <= one[0] + 0.2 or one[3] <= other[1] + 0.2 or other[3] <= one[1] + 0.2


def crowd(kept: bool) -> list[Shape]:
    """Twenty ships that cover each other, all with names."""
    room = LabelPlaces(BOX)
    for ship in SHIPS:
        room.take(ship, 16)
    return room.place([Label(ship, f"DD{k}", "unit-label", 11, gap=16, kept=kept) for k, ship in enumerate(SHIPS)])


def test_names_of_a_crowd_are_all_there_and_apart() -> None:
    """No two names overlap, none covers a ship, none leaves the map; the same ships always get the same places."""
    shapes = crowd(kept=True)
    found = frames(shapes)
    ships = [(x - 16, y - 16, x + 16, y + 16) for x, y in SHIPS]
    assert len(found) == len(SHIPS)
    assert all(apart(one, other) for n, one in enumerate(found) for other in [*found[:n], *ships])
    assert all(left >= 0 and top >= 0 and right <= 400 and bottom <= 300 for left, top, right, bottom in found)
    assert any(isinstance(shape, Line) for shape in shapes), "names that are far from their ships have lines to them"
    assert crowd(kept=True) == shapes


def test_words_give_way_to_what_comes_onto_the_map() -> None:
    """A map like the one before has the same words; a symbol in their place or a line through it moves them."""
    label = Label((200, 150), "DD1", "unit-label", 11, gap=16)
    (first,), (again,) = (LabelPlaces(BOX).place([label]) for _ in range(2))
    ((left, top, right, bottom),) = frames([first])
    covered, crossed = LabelPlaces(BOX), LabelPlaces(BOX)
    covered.take_box((left, top, right, bottom))
    crossed.take_line((left - 9, (top + bottom) / 2), (right + 9, (top + bottom) / 2))
    assert again == first
    assert all(room.place([label]) != [first] for room in (covered, crossed))


def test_what_has_no_room_is_left_out() -> None:
    """Names that need not be there do not go far."""
    assert 0 < len(frames(crowd(kept=False))) < len(SHIPS)


def test_the_more_important_goes_first() -> None:
    """One place, two labels: the one of higher priority has it, wherever it is in the list."""
    spot: list[Point] = [(200.0, 150.0)]
    low, high = (Label(spot[0], name, "label", 11, priority=p, spots=spot) for name, p in (("low", 0), ("high", 1)))
    for labels in ([low, high], [high, low]):
        assert [shape.text for shape in LabelPlaces(BOX).place(labels) if isinstance(shape, Text)] == ["high"]


def test_lines_are_kept_clear_of_where_there_is_room() -> None:
    """A gun line below a ship sends its name above it."""
    room = LabelPlaces(BOX)
    room.take((200, 150), 16)
    room.take_line((100, 172), (300, 172))
    (name,) = room.place([Label((200, 150), "DD1", "unit-label", 11, gap=16)])
    assert isinstance(name, Text) and name.at[1] < 150


def sea(ships: list[Point]) -> list[Shape]:
    """Named ships, and a gun line from each to the next."""
    room = LabelPlaces(BOX)
    for ship, other in zip(ships, [*ships[1:], ships[0]], strict=True):
        room.take(ship, 12)
        room.take_line(ship, other)
    return room.place([Label(ship, f"DD{k}", "unit-label", 11, gap=12, kept=k % 2 == 0) for k, ship in enumerate(ships)])


def test_what_is_kept_of_other_maps_changes_nothing() -> None:
    """Step by step a ship moves: each map is the one that is drawn when nothing was drawn before it."""
    dice = random.Random(4)
    ships = [(dice.uniform(0, 400), dice.uniform(0, 300)) for _ in range(14)]
    for _ in range(40):
        ships[dice.randrange(14)] = (dice.uniform(0, 400), dice.uniform(0, 300))
        shapes = sea(ships)
        for keeper in (engine._best, engine._with, engine._ring, engine._ring_of):
            keeper.cache_clear()
        assert sea(ships) == shapes

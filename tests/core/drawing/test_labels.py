"""Places for words on a map."""

from __future__ import annotations

from pbem.core.drawing.labels import LabelPlaces

BOX = (0.0, 0.0, 300.0, 100.0)
LEFT, MIDDLE, RIGHT = (50.0, 50.0), (150.0, 50.0), (250.0, 50.0)


def test_words_go_where_there_is_most_room() -> None:
    """The first free place; where all are taken, the one of which least is; of several alike, the first."""
    places = LabelPlaces(BOX)
    places.take(LEFT, 10.0)
    places.take(RIGHT, 10.0)
    assert places.best_spot([LEFT, RIGHT], 20, 20) == LEFT
    assert places.best_spot([LEFT, RIGHT], 20, 20) == RIGHT, "words are on the left one by now"
    assert places.best_spot([LEFT, MIDDLE, RIGHT], 20, 20) == MIDDLE


def test_the_edge_is_worse_than_another_symbol() -> None:
    """Words outside the picture cannot be read."""
    places = LabelPlaces(BOX)
    places.take(MIDDLE, 10.0)
    assert places.best_spot([(0.0, 50.0), MIDDLE], 20, 20) == MIDDLE

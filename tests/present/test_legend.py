"""Legend and table of a picture: made of its own shapes, saying the same."""

from __future__ import annotations

import pytest

from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape, Text
from pbem.present.legend import Row, is_counter, legend, meaning, twin
from pbem.present.palette import LOOKS

DART = [(0.0, 0.0), (100.0, 30.0), (0.0, 60.0)]
SHAPES: list[Shape] = [
    Polygon(DART, "sea"),
    Line([(0, 0), (9, 9)], "trail", "way of SR1", unit="SR1"),
    Circle((50, 50), 30, "mine-ring"),
    Polygon(DART, "side-1", "SR1 Stingray, hex 0304", unit="SR1"),
    Polygon(DART, "side-2-old", "TF2, hex 0708, last seen two moves ago", unit="TF2"),
    Polygon(DART, "side-1", "SR2 Manta, hex 0305", unit="SR2"),
    Line([(0, 0), (9, 9)], "fire", "SR1 at TF2: 8 points", arrow=True, unit="SR1"),
    Polygon(DART, "rock", "obstacle 0101"),
    Polygon(DART, "rock", "obstacle 0101"),
    Text((1, 1), "0101", "grid-label", 4),
]
SCENE = Scene("map", "Map", "Two ships.", (0, 0, 200, 100), SHAPES)


def test_the_legend_explains_what_is_there_and_nothing_else() -> None:
    """Sides first, with their units' ids; no entry for sea, grid and words, none twice."""
    said = [(entry.role, entry.words) for entry in legend(SCENE)]
    assert said[0] == ("side-1", "first side: SR1, SR2")
    assert said[1] == ("side-2-old", "second side, where it was last seen: TF2")
    assert sorted(role for role, _ in said[2:]) == ["fire", "mine-ring", "rock", "trail"]
    assert [entry.role for entry in legend(SCENE, marked=True)].count("marked") == 1


@pytest.mark.parametrize(("role", "words"), [("side-1", "first side"), ("side-6", "sixth side")])
def test_each_of_six_sides_has_its_word(role: str, words: str) -> None:
    """As many as can play a game."""
    assert meaning(role) == words
    assert meaning(f"{role}-old") == f"{words}, where it was last seen"


def test_the_samples_are_the_shapes_of_the_picture() -> None:
    """A counter's sample has its own outline, within the sample's box; an arrow stays an arrow."""
    samples = {entry.role: entry.sample for entry in legend(SCENE)}
    (dart,), (arrow,) = samples["side-1"].shapes, samples["fire"].shapes
    assert isinstance(dart, Polygon) and isinstance(arrow, Line)
    assert len(dart.points) == 3 and arrow.arrow
    _, _, wide, high = samples["side-1"].box
    assert all(0 < x < wide and 0 < y < high for x, y in dart.points)


def test_the_table_says_all_titles() -> None:
    """Each title is in one row with its unit; a unit's counter comes before what else belongs to it; equal ones count."""
    rows = twin(SCENE)
    assert rows[0] == Row("SR1", "first side", "SR1 Stingray, hex 0304")
    assert {row.words for row in rows} == {shape.title for shape in SHAPES if not isinstance(shape, Text) and shape.title}
    assert [row.unit for row in rows] == ["SR1", "SR1", "SR1", "SR2", "TF2", ""]
    assert rows[-1] == Row("", "obstacle", "obstacle 0101", 2)


def test_what_is_a_counter() -> None:
    """Ships, contacts, mines and aircraft are; tracks, rings, arcs and misses are not."""
    assert all(
        is_counter(role) for role in ("side-1", "side-2-old", "contact-old", "mine-off", "missile", "air-F", "wreck-hull")
    )
    assert not any(is_counter(role) for role in ("mine-ring", "trail", "trail-missile-dot", "torpedo-1-miss", "sonar", "plan"))


def test_a_role_without_words_of_its_own_is_named() -> None:
    """A role that the palette does not know is explained by its name; one that needs no words by none."""
    assert meaning("kraken-deep") == "kraken deep"
    assert "sea" in LOOKS and meaning("sea") == ""


@pytest.mark.parametrize(
    "role", ["burst", "fire-miss", "hit", "node-ring", "splash", "thrust", "wake", "way-ahead", "way-taken"]
)
def test_what_is_seen_on_a_map_has_words(role: str) -> None:
    """Strikes, wakes and ways are explained as soon as they are there, and not before."""
    shape = Polygon([(0, 0), (9, 0), (0, 9)], role)
    assert [entry.role for entry in legend(Scene("k", "t", "d", (0, 0, 9, 9), [shape]))] == [role]
    assert meaning(role) and not legend(Scene("k", "t", "d", (0, 0, 9, 9), []))

"""The map as a picture (section 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.core.drawing.hex_layout import point_of
from pbem.core.drawing.scene import Circle, Copies, Line, Lines, Point, Polygon, Scene, Shape, Text
from pbem.core.geometry.hexes import at, distance, label, parse_label
from pbem.games.sovereign_seas.model.geometry import bears, half_step
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.pictures.map_scene import draw_map, with_arcs
from pbem.games.sovereign_seas.report.pictures.window import FULL_GRID, LEAST, MARGIN, around
from pbem.present.svg import to_svg
from tests.rulebook.sovereign_seas.builders.seen import ram, seen, ship, shot

BC1_WAY = [(0, "0813", "NE"), (1, "0912", "NE"), (2, "1011", "NE"), (2, "1111", "SE"), (3, "1210", "NE")]


def battle(**changes: Any) -> State:
    """Bellerophon against Ocean: a way, salvos both ways, a ram and a wreck."""
    made = seen(
        ship("BC1", "1210", "NE", 7, track=BC1_WAY),
        ship("FC1", "1609", "NW", 6, track=[(0, "1609", "NW")]),
        ship("FF1", "1511", "N", 0, fate="sunk"),
        shots=(
            shot(3, "BC1", "FC1", "5 D", 4, 4, "1210-1609"),
            shot(3, "FC1", "BC1", "2 DD", 4, 0, "1609-1210"),
            shot(3, "FC1", "BC1", "2 EE", 4, 3, "1609-1210"),
        ),
        rams=(ram(2, "BC1", "FF1", "1511", True),),
    )
    return replace(made, **changes)


def marked(scene: Scene) -> dict[str, Shape]:
    """The shapes that can be pointed at, by their words."""
    return {s.title: s for s in scene.shapes if not isinstance(s, Text) and s.title}


def names(scene: Scene, role: str) -> list[str]:
    """Words written in a role."""
    return [s.text for s in (*scene.shapes, *scene.around) if isinstance(s, Text) and s.role == role]


def gap(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


# ---------------------------------------------------------------- counters, ways, fire


def test_counters() -> None:
    """Section 9, SSL-B.2, SSL-D1.1: one counter per ship in her side's colour, with id, type code and speed."""
    scene = draw_map(battle())
    found = marked(scene)
    hers = found["BC1, CBIC, Central Battery Ironclad Bellerophon, hex 1210 heading NE, speed 7"]
    foe = found["FC1, CBIC, Central Battery Ironclad Ocean, hex 1609 heading NW, speed 6"]
    assert (hers.role, foe.role) == ("side-1", "side-2")
    assert names(scene, "side-1") == ["BC1", "CBIC 7"] and names(scene, "side-2") == ["FC1", "CBIC 6"]


@pytest.mark.parametrize("heading", ["N", "NE", "SE", "S", "SW", "NW"])
def test_the_bow_points_where_she_is_heading(heading: str) -> None:
    """SSL-D1.4, SSL-I2.5: the pointed end is nearest to the hex ahead."""
    hers = ship("BC1", "1010", heading)
    hull = next(s for t, s in marked(draw_map(seen(hers))).items() if t.startswith("BC1, CBIC"))
    assert isinstance(hull, Polygon)
    ahead = next(hex for hex in map(parse_label, _around_1010()) if half_step(hers.hex, hers.heading, hex) == 0)
    assert min(hull.points, key=lambda p: gap(p, point_of(ahead))) == hull.points[0]


def _around_1010() -> list[str]:
    middle = parse_label("1010")
    return [label(at(c, r)) for c in range(9, 12) for r in range(9, 12) if distance(at(c, r), middle) == 1]


def test_ships_in_one_hex_stand_side_by_side() -> None:
    """SSL-I3.2: ships left together in a hex can both be seen."""
    found = marked(draw_map(seen(ship("BC1", "1010"), ship("FF1", "1010", "S"))))
    hulls = [s for t, s in found.items() if isinstance(s, Polygon) and t.startswith(("BC1,", "FF1,"))]
    middles = [sum(x for x, _ in hull.points) / len(hull.points) for hull in hulls]
    assert len(middles) == 2 and abs(middles[0] - middles[1]) > 15


def test_the_way_of_the_turn() -> None:
    """SSL-F.1, SSL-I1.1: every hex of the turn, numbered where an impulse ended; the last one is the ship herself."""
    scene = draw_map(battle())
    way = marked(scene)["way of BC1 this turn"]
    assert isinstance(way, Line)
    assert way.points == tuple(point_of(parse_label(hex)) for _, hex, _ in BC1_WAY)
    assert names(scene, "phase") == ["1", "2"]
    assert "way of FC1 this turn" not in marked(scene)


def test_salvos() -> None:
    """SSL-J2.5, SSL-J2.7: an arrow from the shooter to the target in her colour, range and hits beside it, codes together."""
    scene = draw_map(battle())
    hers = marked(scene)["BC1 at FC1 in impulse 3: range 4, 5 [D], 4 hits"]
    theirs = marked(scene)["FC1 at BC1 in impulse 3: range 4, 2 [DD] and 2 [EE], 3 hits"]
    assert isinstance(hers, Line) and isinstance(theirs, Line) and hers.arrow
    assert (hers.role, theirs.role) == ("salvo-1", "salvo-2")
    assert gap(hers.points[-1], point_of(parse_label("1609"))) < gap(hers.points[0], point_of(parse_label("1609")))
    assert names(scene, "salvo-1") == ["r4: 4 hits"] and names(scene, "salvo-2") == ["r4: 3 hits"]


def test_a_salvo_that_missed_is_dashed() -> None:
    """SSL-J2.9: no hit."""
    scene = draw_map(battle(shots=(shot(3, "FC1", "BC1", "2 DD", 4, 0, "1609-1210"),)))
    assert marked(scene)["FC1 at BC1 in impulse 3: range 4, 2 [DD], no hit"].role == "salvo-2-miss"
    assert names(scene, "salvo-2") == ["r4"] and "no hit" in names(scene, "label")


def test_a_salvo_in_the_same_hex_has_no_arrow() -> None:
    """SSL-J2.7: range 1 in the same hex; only the words are written."""
    scene = draw_map(battle(shots=(shot(3, "FC1", "BC1", "2 DD", 1, 1, "1210-1210"),)))
    assert names(scene, "salvo-2") == ["r1: 1 hit"]
    assert not any(title.startswith("FC1 at BC1") for title in marked(scene))
    apart = draw_map(battle(shots=(shot(3, "FC1", "BC1", "2 DD", 4, 1, "1609-1210"),)))
    assert any(title.startswith("FC1 at BC1") for title in marked(apart))


def test_rams_and_wrecks() -> None:
    """SSL-J1.4, SSL-M.1: a star where a ram was tried; a wreck is crossed out where she went down."""
    found = marked(draw_map(battle()))
    assert found["BC1 rams FF1 in 1511, impulse 2: hit"].role == "ram"
    assert found["FF1, Steam Frigate Armorique, sunk in 1511"].role == "wreck-hull"
    missed = marked(draw_map(battle(rams=(ram(2, "BC1", "FF1", "1511", False),))))
    assert missed["BC1 rams FF1 in 1511, impulse 2: miss"].role == "ram-miss"


def test_ship_that_left_the_map_is_not_on_it() -> None:
    """SSL-I4.1: neither a counter nor a wreck."""
    found = marked(draw_map(seen(ship("BC1", "1010"), ship("LM1", "1210", fate="left"))))
    assert not any(title.startswith("LM1") for title in found)


# ---------------------------------------------------------------- arcs


@pytest.mark.parametrize("unit", ["BC1", "BB1", "FV1"])
def test_arcs_are_those_of_the_guns(unit: str) -> None:
    """SSL-D3.1, SSL-D3.2, SSL-D3.4: shaded are the very hexes within three on which a gun bears."""
    hers = ship(unit, "2020", "SE")
    seat = "gb" if hers.side == "british" else "fr"
    shaded = {t.split(":")[0] for t, s in marked(draw_map(seen(hers, seat=seat))).items() if s.role.startswith("arc")}
    for column in range(16, 25):
        for row in range(15, 26):
            hex = at(column, row)
            if hex != hers.hex:
                borne = any(bears(b.arc, hers.hex, hers.heading, hex) for b in hers.living())
                assert (label(hex) in shaded) == (borne and distance(hers.hex, hex) <= 3), label(hex)


def test_the_broadside_is_darker() -> None:
    """SSL-D3.1: five guns of Bellerophon's broadside against one ahead; a destroyed battery bears nowhere."""
    hers = ship("BC1", "2020")
    shaded = {t.split(":")[0]: s.role for t, s in marked(draw_map(seen(hers))).items() if s.role.startswith("arc")}
    assert shaded["2018"] == "arc" and shaded["2220"] == "arc-full"
    hurt = ship("BC1", "2020", log={"gone": ("F1",)})
    assert not any(title.startswith("2018:") for title in marked(draw_map(seen(hurt))))


def test_whose_arcs_are_shown() -> None:
    """Section 9: own armed ships up to three, else the one nearest to the enemy; nobody's for a spectator or after the end."""
    three = [ship(f"BB{n}", f"10{10 + 2 * n}") for n in range(1, 4)]
    foe = ship("FB1", "2014")
    assert [s.id for s in with_arcs(seen(*three, foe))] == ["BB1", "BB2", "BB3"]
    nearest = ship("BB4", "1514")
    assert [s.id for s in with_arcs(seen(*three, nearest, foe))] == ["BB4"]
    assert with_arcs(seen(*three, foe, seat=None)) == []
    assert with_arcs(seen(*three, foe, over=True)) == []
    assert with_arcs(seen(ship("LM1", "1010"), seat="fr")) == []
    assert any("arcs of BB4 to 3 hexes" in words for words in names(draw_map(seen(*three, nearest, foe)), "label"))


# ---------------------------------------------------------------- the sheet


def test_the_window_holds_what_matters() -> None:
    """Section 9: ships, ways and fire with four hexes around them, out to a multiple of four, and broad enough for a window;
    it says which part of the map it is."""
    window = around([parse_label("1210"), parse_label("3030")], 60, 50)
    assert (window.left, window.right, window.top, window.bottom) == (1, 48, 5, 36)
    assert MARGIN == 4
    assert "Shown: columns 1 to 48, rows 5 to 36 of a map of 60 by 50 hexes." in names(
        draw_map(seen(ship("BC1", "1210"), ship("FC1", "3030"))), "note"
    )


@pytest.mark.parametrize("corner", ["0101", "6050", "0150", "6001", "3025"])
def test_the_window_stays_on_the_map(corner: str) -> None:
    """SSL-E.2: it ends at the map's edges and is never smaller than its least size."""
    window = around([parse_label(corner)], 60, 50)
    columns, rows = range(window.left, window.right + 1), range(window.top, window.bottom + 1)
    assert set(columns) <= set(range(1, 61)) and set(rows) <= set(range(1, 51))
    assert len(columns) >= LEAST[0] and len(rows) >= LEAST[1]
    assert parse_label(corner) in window


def test_a_large_map_is_never_drawn_whole() -> None:
    """Section 9: on a map of 99 by 99 hexes the grid is drawn only around ships, and the picture stays small."""
    state = seen(ship("BF1", "0202"), ship("LM1", "9898"), columns=99, rows=99)
    scene = draw_map(state)
    assert 0 < sum(len(s.ways) for s in scene.shapes if isinstance(s, Lines) and s.role == "grid") < 100
    assert len(to_svg(scene)) < 120_000
    near = draw_map(seen(ship("BF1", "1010"), ship("LM1", "3030"), columns=99, rows=99))
    assert all(isinstance(s, Line | Copies) for s in near.shapes if s.role == "grid") and FULL_GRID > 27 * 27


def test_labels_are_those_of_the_grid() -> None:
    """Section 9: labels every five hexes at the edges, and for a reader who comes near each in its own hex."""
    scene = draw_map(seen(ship("BC1", "1210"), ship("FC1", "3030")))
    written = [s for s in scene.shapes if isinstance(s, Text) and s.role == "grid-label"]
    inside = [text for group in scene.near for text in group]
    assert {"1510", "2020", "3015", "2117"} <= {s.text for s in inside}
    assert {"10", "15", "30"} <= {s.text for s in written}
    for text in inside:
        hex = parse_label(text.text)
        assert gap(text.at, point_of(hex)) < 20**2


def test_map_edges() -> None:
    """SSL-I4.1: the edge of the map is drawn where the window reaches it."""
    found = marked(draw_map(seen(ship("BC1", "0302"))))
    assert {"edge N of the map", "edge W of the map"} <= set(found)
    assert "edge S of the map" not in found


def test_the_legend_explains_what_is_there() -> None:
    """Section 9: marks of this map only."""
    words = names(draw_map(battle()), "label")
    assert {"British: id, type, speed", "French fire: range and hits", "ram", "sunk"} <= set(words)
    quiet = names(draw_map(seen(ship("BC1", "1010"), seat=None)), "label")
    assert quiet == ["4 hexes", "British: id, type, speed"]


def test_words_fit_into_the_picture() -> None:
    """Section 9: title and legend end inside the frame, also of the smallest window."""
    scene = draw_map(battle(scenario="bellerophon-ocean"))
    left, top, width, height = scene.box
    for text in (
        s for s in scene.around if isinstance(s, Text) and s.anchor == "start" and s.role in ("title", "note", "label")
    ):
        assert text.at[0] + 0.6 * text.size * len(text.text) <= left + width, text.text
        assert top < text.at[1] < top + height


def test_a_sea_without_ships_can_be_drawn() -> None:
    """SSL-O6.1: before the fleets are chosen there is only water."""
    scene = draw_map(seen())
    assert "no ship in play" in scene.description and not any(isinstance(s, Circle) for s in scene.shapes)


def test_the_map_in_words() -> None:
    """Section 9: the description tells what the picture shows."""
    said = draw_map(battle()).description
    for words in (
        "Fleet Engagement, game turn 3 of 24. Shown: columns 1 to 24, rows 5 to 20",
        "British: BC1 CBIC at 1210 heading NE, speed 7, came from 0813.",
        "French: FC1 CBIC at 1609 heading NW, speed 6.",
        "Sunk: FF1 at 1511.",
        "Salvo: BC1 at FC1 in impulse 3: range 4, 5 [D], 4 hits.",
        "BC1 rams FF1 in 1511, impulse 2: hit.",
        "Shaded to 3 hexes: where the guns of BC1 bear.",
    ):
        assert words in said

"""The map as a picture (section 9)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.drawing.labels import wide_as
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Scene, Shape, Text
from pbem.core.geometry.tabletop import advanced
from pbem.games.wet_thrust.model.state import Contact, Screen, State
from pbem.games.wet_thrust.report.pictures import map_arcs
from pbem.games.wet_thrust.report.pictures.map_fire import mark_words, side_of
from pbem.games.wet_thrust.report.pictures.map_scene import draw_map
from pbem.games.wet_thrust.report.pictures.window import LEAST, MARGIN, STEADY, around, circle_within
from pbem.present.palette import LOOKS
from pbem.present.svg import to_svg
from tests.rulebook.wet_thrust.builders.sights import mark, mils, seen, ship, squadron

BIS_WAY = [(8.0, 5.0), (4.5, 3.5), (1.0, 1.7)]


def battle(**changes: Any) -> State:
    """Bismarck and Prinz Eugen against Hood and Norfolk: fire both ways, smoke, a wreck."""
    made = seen(
        ship("BIS", (1, 1.7), 8, "7", way=BIS_WAY, smoking=True),
        ship("PEU", (0, 0), 7, "7"),
        ship("HOO", (16, -8), 10, "7"),
        ship("SUF", (4, 14), 7, "7", way=[(7, 20), (5, 17), (4, 14)], fate="lost", how="explosion"),
        marks=(
            mark("guns", "BIS", "HOO", (1, 1.7, 16, -8), 2, 7),
            mark("guns", "HOO", "BIS", (16, -8, 1, 1.7), 0, 0),
            mark("torpedoes", "PEU", "HOO", (0, 0, 16, -8), 1, 4),
        ),
        screens=(Screen((mils(3, 6), mils(1.5, 3), mils(0, 0)), 5, "PEU"),),
    )
    return replace(made, **changes)


def marked(scene: Scene) -> dict[str, Shape]:
    """The shapes that can be pointed at, by their words."""
    return {s.title: s for s in scene.shapes if not isinstance(s, Text) and s.title}


def written(scene: Scene, role: str) -> list[str]:
    """Words in a role."""
    return [s.text for s in (*scene.shapes, *scene.around) if isinstance(s, Text) and s.role == role]


def points_of(shape: Shape) -> list[Point]:
    if isinstance(shape, Circle):
        return [shape.centre]
    return [shape.at] if isinstance(shape, Text) else shape.points


# ---------------------------------------------------------------- ships and ways


def test_ships() -> None:
    """Section 9, WT-23.1: one hull per vessel in its side's colour, with id, type and speed."""
    scene = draw_map(battle())
    found = marked(scene)
    hers = found["BIS, Bismarck, BB, at 1.0,1.7, course 8 (WSW), speed 7, makes smoke"]
    foe = found["HOO, Hood, BC, at 16.0,-8.0, course 10 (WNW), speed 7"]
    assert (hers.role, foe.role) == ("side-1", "side-2")
    assert written(scene, "side-1") == ["BIS", "BB 7", "PEU", "CA 7"]
    assert written(scene, "side-2") == ["HOO", "BC 7"]


@pytest.mark.parametrize("course", range(1, 13))
def test_the_bow_points_where_she_is_heading(course: int) -> None:
    """WT-1.2: course 12 is up, 3 to the right."""
    state = seen(ship("BIS", (0, 0), course))
    hull = next(s for t, s in marked(draw_map(state)).items() if t.startswith("BIS"))
    window = around([(0, 0)])
    ahead = window.point_of(advanced((0, 0), course, 1))
    assert isinstance(hull, Polygon)
    assert min(hull.points, key=lambda p: math.dist(p, ahead)) == hull.points[0]


def test_the_way_of_the_turn() -> None:
    """WT-2.13: two legs, with a dot at half time."""
    scene = draw_map(battle())
    way = marked(scene)["way of BIS this turn"]
    window = around([mils(x, y) for x, y in [*BIS_WAY, (0, 0), (16, -8), (4, 14), (7, 20), (3, 6)]])
    assert isinstance(way, Line) and way.role == "trail"
    assert way.points == tuple(window.point_of(mils(*spot)) for spot in BIS_WAY)
    dots = [s.centre for s in scene.shapes if isinstance(s, Circle) and s.role == "trail-dot"]
    assert window.point_of(mils(4.5, 3.5)) in dots
    assert "way of PEU this turn" not in marked(scene)


def test_wrecks_of_this_turn() -> None:
    """WT-22.1: crossed out where she went down; not on the next turn's map, and never who broke contact."""
    scene = draw_map(battle())
    assert marked(scene)["SUF, Suffolk, lost"].role == "wreck-hull" and written(scene, "wreck-hull") == ["SUF lost"]
    old = battle()
    later = replace(old, ships={**old.ships, "SUF": replace(old.ships["SUF"], way=())})
    assert "SUF, Suffolk, lost" not in marked(draw_map(later))
    away = replace(old, ships={**old.ships, "SUF": replace(old.ships["SUF"], fate="away")})
    assert not any("SUF" in title for title in marked(draw_map(away)))


# ---------------------------------------------------------------- fire


def test_salvos() -> None:
    """Section 9: solid for a hit with range and points, dashed for a miss; torpedoes are drawn otherwise."""
    scene = draw_map(battle())
    found = marked(scene)
    hit = found['BIS fires at HOO from 17.9": hit, 7 points']
    assert isinstance(hit, Line) and hit.arrow and hit.role == "salvo-1"
    assert found['HOO fires at BIS from 17.9": no hit'].role == "salvo-2-miss"
    assert found['PEU torpedoes at HOO from 17.9": hit, 4 points'].role == "torpedo-1"
    assert written(scene, "salvo-1") == ['17.9": 7'] and written(scene, "salvo-2-miss") == ['17.9"']
    assert LOOKS["salvo-2-miss"].dash and not LOOKS["salvo-1"].dash


def test_an_answer_does_not_hide_a_salvo() -> None:
    """Section 9: lines there and back lie beside each other, from ship to ship."""
    found = marked(draw_map(battle()))
    one, other = found['BIS fires at HOO from 17.9": hit, 7 points'], found['HOO fires at BIS from 17.9": no hit']
    assert isinstance(one, Line) and isinstance(other, Line)
    assert 4 < math.dist(one.points[0], other.points[1]) < 12


def test_bombs_and_collisions_are_stars() -> None:
    """WT-13.3, WT-5.1: filled where something hit."""
    state = battle(
        marks=(
            mark("bombs", "ARK-DB1", "BIS", (1, 1.7, 1, 1.7), 2, 5),
            mark("bombs", "LB1", "HOO", (16, -8, 16, -8), 0, 0),
            mark("collision", "BIS", "PEU", (1, 1, 1, 1), 1, 12),
        )
    )
    scene = draw_map(state)
    found = marked(scene)
    assert found["ARK-DB1 bombs BIS: hit, 5 points"].role == "bomb"
    assert found["LB1 bombs HOO: no hit"].role == "bomb-miss"
    assert found["BIS and PEU collide at 1.0,1.0"].role == "ram"
    assert written(scene, "bomb") == ["bombs: 5"] and written(scene, "bomb-miss") == ["bombs: no hit"]


def test_whose_fire_it_is() -> None:
    """WT-23.1: of a squadron that is no more its ship tells, of land-based bombers the target."""
    state = battle()
    assert side_of(state, mark("bombs", "HOO-DB1", "BIS", (0, 0, 0, 0), 0, 0)) == "british"
    assert side_of(state, mark("bombs", "LB1", "BIS", (0, 0, 0, 0), 0, 0)) == "british"
    assert side_of(state, mark("bombs", "LB1", "HOO", (0, 0, 0, 0), 0, 0)) == "german"


def test_torpedoes_from_nowhere() -> None:
    """WT-23.4: the target's side sees a strike and no line; the boat's side sees her salvo and no second strike."""
    struck = mark("torpedoes", "", "HOO", (16, -8, 16, -8), 1, 3)
    scene = draw_map(battle(marks=(struck,)))
    assert marked(scene)["torpedoes strike HOO: hit, 3 points"].role == "bomb"
    run = replace(mark("torpedoes", "U47", "HOO", (12, -8, 16, -8), 1, 3), side="german")
    boats = battle(marks=(run, struck))
    boats = replace(boats, ships={**boats.ships, "U47": ship("U47", (12, -8), mode="periscope")})
    found = marked(draw_map(boats))
    assert 'U47 torpedoes at HOO from 4.0": hit, 3 points' in found and mark_words(struck) not in found


def test_fire_without_a_distance_has_no_arrow() -> None:
    """WT-1.4: two ships at one place."""
    scene = draw_map(battle(marks=(mark("guns", "BIS", "HOO", (1, 1, 1, 1), 1, 3),)))
    assert marked(scene)["BIS fires at HOO: hit, 3 points"].role == "bomb"


# ---------------------------------------------------------------- submarines, aircraft, smoke


def test_contacts() -> None:
    """WT-19.3, WT-23.4: markers of what is detected, was last known, is destroyed this turn; older wrecks are gone."""
    contacts = {
        "SUB1": Contact(mils(1, 2), "periscope", 3),
        "SUB2": Contact(mils(3, 4), "deep", 2),
        "SUB3": Contact(mils(5, 6), "deep", 3, destroyed=True),
        "SUB4": Contact(mils(7, 8), "deep", 1, destroyed=True),
    }
    scene = draw_map(battle(contacts={"german": contacts}))
    found = marked(scene)
    assert found["SUB1, submarine at periscope depth at 1.0,2.0, detected now"].role == "contact"
    assert found["SUB2, submarine submerged deep at 3.0,4.0, last known on game turn 2"].role == "contact-old"
    assert found["SUB3, submarine destroyed"].role == "wreck"
    assert written(scene, "contact") == ["SUB1 periscope"] and written(scene, "contact-old") == ["SUB2 game turn 2"]
    assert not any("SUB4" in title for title in found)


def test_ones_own_hidden_boat() -> None:
    """Section 9: an outline on the owner's map."""
    state = seen(ship("U47", (1, 1), 9, "1", mode="deep"), ship("ANT", (5, 5)))
    scene = draw_map(state)
    assert (
        marked(scene)["U47, U 47, Type VII U-boat, SS, at 1.0,1.0, course 9 (W), speed 1, submerged deep"].role == "side-1-old"
    )
    assert "German boat below the surface" in written(scene, "label")


@pytest.mark.parametrize(
    ("id", "kind", "said"),
    [
        ("GRZ-F1", "F", "5 fighters"),
        ("GRZ-DB1", "DB", "5 dive bombers"),
        ("ARK-T1", "T", "5 torpedo bombers"),
        ("LB1", "B", "5 level bombers"),
    ],
)
def test_aircraft(id: str, kind: Any, said: str) -> None:
    """Section 9: triangles in the printed colours with the number left, and the way they flew."""
    scene = draw_map(seen(squadron(id, kind, (9, 9), aircraft=5, start=mils(2, 9))))
    found = marked(scene)
    plane = found[f"{id}, {said}, in the air at 9.0,9.0"]
    assert plane.role in ("side-1", "side-2") and written(scene, plane.role) == [f"{id} ×5"]
    assert found[f"flight of {id} this turn"].role == "trail-air"


def test_squadrons_over_a_ship_stand_above_her_side_by_side() -> None:
    """Section 9: all can be seen."""
    over = [squadron(id, "F", (1, 1)) for id in ("GRZ-F1", "GRZ-F2", "ARK-F1")]
    scene = draw_map(seen(ship("ARK", (1, 1), 3), *over))
    hull = next(s for t, s in marked(scene).items() if t.startswith("ARK, "))
    signs = [s for t, s in marked(scene).items() if "fighters" in t]
    middles = [sum(x for x, _ in points_of(s)) / 3 for s in signs]
    assert len({round(m) for m in middles}) == 3 and max(middles) - min(middles) > 40
    assert all(max(y for _, y in points_of(s)) < min(y for _, y in points_of(hull)) for s in signs)


def test_squadrons_aboard_are_not_on_the_map() -> None:
    """WT-11.4: only what is in the air."""
    ark, over = ship("ARK", (1, 1)), squadron("ARK-F2", "F", (1, 1))
    titles = list(marked(draw_map(seen(ark, squadron("ARK-F1", "F"), over, seat="gb"))))
    assert any("ARK-F2" in title for title in titles) and not any("ARK-F1" in title for title in titles)


def test_smoke() -> None:
    """WT-20.3, WT-20.5, WT-20.6: a grey band with the turns it still lies; puffs astern of a ship that makes smoke."""
    scene = draw_map(battle())
    band = marked(scene)["smoke screen of PEU, to the end of game turn 5"]
    assert isinstance(band, Line) and band.role == "smoke" and len(band.points) == 3
    assert written(scene, "smoke") == ["smoke, 2 turns"]
    puffs = [s.centre for s in scene.shapes if isinstance(s, Circle) and s.role == "puff" and s.title]
    hull = next(s for t, s in marked(scene).items() if t.startswith("BIS, "))
    assert len(puffs) == 4 and all(x > points_of(hull)[0][0] for x, _ in puffs)
    last = draw_map(battle(turn=5))
    assert written(last, "smoke") == ["smoke, last turn"]


# ---------------------------------------------------------------- the sheet of paper


def test_the_window_holds_what_matters() -> None:
    """Section 9: all positions with a margin; never smaller than its least size, never slimmer than it should be."""
    window = around([mils(0, 0), mils(40, 2)])
    assert -STEADY < window.west + MARGIN <= 0 and 0 <= window.east - 43000 < STEADY and window.west % STEADY == 0
    assert window.north - window.south >= 0.7 * (window.east - window.west)
    small = around([mils(1, 1)])
    assert small.east - small.west >= LEAST and mils(1, 1) in small


def test_north_is_up_and_east_is_right() -> None:
    """WT-1.1."""
    window = around([mils(0, 0), mils(10, 10)])
    origin, east, north = (window.point_of(mils(*spot)) for spot in ((0, 0), (5, 0), (0, 5)))
    assert east[0] > origin[0] and east[1] == origin[1]
    assert north[1] < origin[1] and north[0] == origin[0]
    assert east[0] - origin[0] == pytest.approx(5000 * window.scale, abs=0.2)


@pytest.mark.parametrize(("size", "step"), [(20, 4), (70, 4), (100, 8), (300, 24), (3000, 240)])
def test_the_grid_is_labelled(size: int, step: int) -> None:
    """Section 9: every four inches, on a larger sea less often."""
    scene = draw_map(seen(ship("BIS", (0, 0)), ship("HOO", (size, 0))))
    numbers = [int(text) for text in written(scene, "grid-label")]
    assert all(number % step == 0 for number in numbers) and {0, step} <= set(numbers)
    assert f'{step}"' in written(scene, "label")
    assert len(numbers) < 60


def test_range_rings() -> None:
    """Section 9, WT-1.3: around the reader's first ship; nobody's for a spectator and after the end."""
    scene = draw_map(battle())
    rings = [s for t, s in marked(scene).items() if t == '12" from BIS']
    window = around([mils(x, y) for x, y in [*BIS_WAY, (0, 0), (16, -8), (4, 14), (7, 20), (3, 6)]])
    middle = window.point_of(mils(1, 1.7))
    for ring in rings:
        assert all(math.dist(p, middle) == pytest.approx(12000 * window.scale, abs=0.3) for p in points_of(ring))
    assert rings and set(written(scene, "range-ring")) == {'8"', '12"', '24"'}
    assert not written(draw_map(battle(reader=None)), "range-ring")
    assert not written(draw_map(battle(over=True)), "range-ring")


def test_arcs_of_the_main_guns() -> None:
    """Section 9, WT-1.4: wedges around the reader's first ship; all turrets bear abeam, two ahead and astern."""
    scene = draw_map(battle())
    wedges = [shape for shape in scene.shapes if isinstance(shape, Polygon) and shape.title.endswith("of BIS bear")]
    assert sorted(shape.role for shape in wedges) == ["arc", "arc", "arc-full", "arc-full"]
    assert "all working main guns of BIS bear from 2 to 4 o'clock" in scene.description
    assert "some working main guns of BIS bear from 11 to 1 o'clock" in scene.description
    assert not [shape for shape in draw_map(battle(reader=None)).shapes if shape.role.startswith("arc")]


def test_a_lost_turret_bears_on_nothing() -> None:
    """Section 9: what is crossed off is left out; without any there is no wedge."""
    bismarck = ship("BIS", (0, 0))
    assert bismarck.sheet
    bismarck.sheet.lost += ["A1", "A2"]
    assert map_arcs.wedges(bismarck) == [("arc-full", 2, 9)]
    bismarck.sheet.lost += ["A3", "A4"]
    assert map_arcs.wedges(bismarck) == []


def test_a_boat_below_the_surface_has_her_torpedoes() -> None:
    """WT-18.3: her launchers ahead and astern."""
    boat = ship("U47", (0, 0), mode="deep")
    assert map_arcs.wedges(boat) == [("arc", 5, 3), ("arc", 11, 3)]
    assert map_arcs.words(boat, "arc") == "some working torpedo launchers of U47 bear"


def test_rings_stay_in_the_window() -> None:
    """Section 9: they do not run over the frame."""
    window = around([mils(0, 0), mils(10, 4)])
    wide, high = window.size
    runs = list(circle_within(window, mils(0, 0), 8000))
    assert runs and all(0 <= x <= wide and 0 <= y <= high for run in runs for x, y in run)


def test_words_keep_out_of_each_others_way() -> None:
    """Section 9: in a melee no two labels of ships overlap."""
    ids = ("SCH", "BIS", "PEU", "ANT", "ACA", "HOO", "M01")
    scene = draw_map(seen(*(ship(id, (1 + n * 0.3, 1 + n % 3 * 0.3), n + 1) for n, id in enumerate(ids))))
    texts = [s for s in scene.shapes if isinstance(s, Text) and s.text in ids]
    assert len(texts) == len(ids)
    for n, one in enumerate(texts):
        for other in texts[n + 1 :]:
            across = (wide_as(one.text, one.size) + wide_as(other.text, other.size)) / 2
            assert abs(one.at[0] - other.at[0]) >= across or abs(one.at[1] - other.at[1]) >= one.size, (one, other)


def test_the_legend_explains_what_is_there() -> None:
    """Section 9: marks of this map only."""
    said = set(written(draw_map(battle()), "label"))
    assert {
        "German: id, type, speed",
        "British: id, type, speed",
        "way of this turn, dot at half time",
        "German fire: range and points",
        "German torpedoes: range and points",
        "no hit",
        "smoke screen",
        "makes smoke",
        "lost this turn",
        "ranges from BIS",
    } <= said
    quiet = written(draw_map(seen(ship("BIS", (0, 0)), seat=None)), "label")
    assert set(quiet) == {"German: id, type, speed", "N 12", "3", "6", "9", '4"'}


def test_words_fit_into_the_picture() -> None:
    """Section 9: title and legend end inside the frame."""
    scene = draw_map(battle())
    left, top, width, height = scene.box
    for text in (s for s in scene.around if isinstance(s, Text) and s.anchor == "start"):
        assert text.at[0] + 0.55 * text.size * len(text.text) <= left + width, text.text
        assert top < text.at[1] < top + height


@pytest.mark.parametrize(
    "state", [battle(), seen(turn=0, seat=None), battle(over=True, reader=None), seen(ship("U47", (0, 0)))]
)
def test_every_map_is_a_picture(state: State) -> None:
    """Section 9: before the first turn, for a spectator, after the end, without an enemy: SVG in colours of its own."""
    scene = draw_map(state)
    assert ElementTree.fromstring(to_svg(scene)).tag.endswith("svg")
    assert scene.description and {shape.role for shape in scene.shapes} <= set(LOOKS)


def test_the_map_in_words() -> None:
    """Section 9: the description tells what the picture shows."""
    state = battle(contacts={"german": {"SUB1": Contact(mils(1, 2), "deep", 2)}})
    state = replace(state, squadrons={"ARK-T1": squadron("ARK-T1", "T", (9, 9))})
    said = draw_map(state).description
    for words in (
        "Denmark Strait, game turn 3 of 14, calm. Shown: ",
        "German: BIS BB at 1.0,1.7, course 8 (WSW), speed 7, came from 8.0,5.0; PEU CA at 0.0,0.0",
        "British: HOO BC at 16.0,-8.0",
        "Lost this turn: SUF at 4.0,14.0.",
        "ARK-T1: 6 torpedo bombers in the air at 9.0,9.0.",
        'BIS fires at HOO from 17.9": hit, 7 points.',
        "Smoke screen of PEU from 3.0,6.0 to 0.0,0.0, to the end of game turn 5.",
        "SUB1: a submarine submerged deep, last known on game turn 2 at 1.0,2.0.",
        'Rings around BIS: 8", 12", 24", 36", 48".',
    ):
        assert words in said

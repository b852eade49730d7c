"""The map as a picture (section 9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.core.dice.fair_dice import seeded
from pbem.core.drawing.hex_layout import box, clip_field, point_of
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Scene, Shape, Text
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import at, distance, label, parse_label
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.geometry import zones_of
from pbem.games.stingray.model.state import Mine, Missile, State
from pbem.games.stingray.model.tables import CLASSES
from pbem.games.stingray.model.vessel import Contact, MissileContact, Noise
from pbem.games.stingray.report.pictures.clipping import clip_line, zone_field
from pbem.games.stingray.report.pictures.map_scene import draw_map
from pbem.games.stingray.report.pictures.vessel_outlines import OUTLINES
from pbem.present.svg import to_map_svg, to_svg
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, state_with, vessel

CAPTAIN = "captain-sr1"


def opening(name: str) -> State:
    """A scenario before its first move."""
    turn = Turn(STINGRAY.rules.apply, State(), seeded("map"), 0)
    STINGRAY.rules.setup(turn, name, STINGRAY.scenarios.options(name, {}))
    return turn.state


def hunt() -> State:
    """SR1 after move 5, with contacts of every kind."""
    sr1 = vessel("SR1", "0910", "NE", 3, swept=["1", "h6"])
    sr1.track, sr1.track_phases = [parse_label(x) for x in ("0711", "0810", "0910")], [0, 4, 5]
    sr1.finds.contacts = {
        "TF1": Contact("TF1", "TF", parse_label("1606"), None, 4, 3, 5, "sonar"),
        "TF2": Contact("TF2", "TF", parse_label("1908"), None, 4, 3, 3, "sonar"),
        "MF1": Contact("MF1", "MF", parse_label("2006"), parse_label("2105"), 4, 4, 5, "told"),
    }
    sr1.finds.missile_contacts = [MissileContact("TERROR", parse_label("1208"), 4, "sonar")]
    sr1.finds.mines_seen = [parse_label("1207")]
    sr1.finds.noises = [Noise("explosion", parse_label("1506"), 4)]
    state = state_with(sr1, vessel("TF1", "1606", "SW", 3), obstacles=["0907", "1008"], held=False, move=5)
    state.missiles["SR1-M1"] = Missile("SR1-M1", "MK61", "SR1", "terrainians", parse_label("1109"), 1, 0, "TF1", 0, 2, True)
    state.missiles["SR1-M1"].track = [parse_label("0910"), parse_label("1010"), parse_label("1109")]
    state.missiles["SR1-M1"].track_phases = [0, 1, 1]
    state.mines = {
        "MN1": Mine("MN1", "terrainians", parse_label("0713")),
        "MN2": Mine("MN2", "terrainians", parse_label("0611"), False),
        "AM1": Mine("AM1", "aquaphibians", parse_label("2020")),
    }
    return state


def marked(scene: Scene) -> dict[str, Shape]:
    """The shapes that can be pointed at, by their words."""
    return {s.title: s for s in scene.shapes if not isinstance(s, Text) and s.title}


def names(scene: Scene, role: str) -> set[str]:
    """Words written in a role."""
    return {s.text for s in scene.shapes if isinstance(s, Text) and s.role == role}


def middle(shape: Polygon) -> Point:
    """The centre of its points."""
    return sum(x for x, _ in shape.points) / len(shape.points), sum(y for _, y in shape.points) / len(shape.points)


def test_contacts_by_state() -> None:
    """STG-SCN.7: renewed contacts are solid, last seen ones outlines with their age, both in their side's colour."""
    scene = draw_map(known(hunt(), CAPTAIN))
    found = marked(scene)
    assert found["contact TF1, Titan Terror Fish, hex 1606 facing SW, speed 3"].role == "side-2"
    old = "contact TF2, Titan Terror Fish, hex 1908 facing SW, speed 3, last seen in move 3 (2 moves ago)"
    assert found[old].role == "side-2-old" and found[old].unit == "TF2"
    assert found["SR1 Stingray, hex 0910 facing NE, speed 3"].role == "side-1"
    assert "tail of MF1" in found
    assert {"SR1", "TF1", "TF2 -2", "MF1", "MN1", "MN2", "M1"} == names(scene, "unit-label")


def test_every_mark_says_whose_it_is() -> None:
    """Section 9: what shows a vessel, a contact, a missile or a mine of one's own side carries its id, names and ways too."""
    scene = draw_map(known(hunt(), CAPTAIN))
    units = {s.unit for s in scene.shapes if s.role.startswith(("side-", "mine-o")) and s.unit}
    assert units == {"SR1", "TF1", "TF2", "MF1", "MN1", "MN2", "M1"}
    assert {s.unit for s in scene.shapes if s.role in ("trail", "trail-dot", "phase", "sonar") and s.unit} == {"SR1"}
    assert all(s.text.startswith(s.unit) for s in scene.shapes if s.role == "unit-label" and isinstance(s, Text))


def test_plant_noise_is_a_ring() -> None:
    """STG-SCN.4: only the hex is known, so it is a ring and points nowhere."""
    fish = vessel("TF1", "1606", "SW", 3)
    fish.finds.contacts = {"U1": Contact("U1", "", parse_label("0910"), None, -1, -1, 5, "plant")}
    ring = marked(draw_map(known(state_with(fish, held=False, move=5), FISH)))["contact U1, atomic plant, hex 0910"]
    assert isinstance(ring, Circle) and ring.role == "plant-1"
    assert ring.centre == point_of(parse_label("0910"))


def test_the_arrow_points_where_the_vessel_faces() -> None:
    """STG-HEX.1: the bow of a vessel at 0910 facing NE is the point nearest to 1009."""
    scene = draw_map(known(hunt(), CAPTAIN))
    dart = marked(scene)["SR1 Stingray, hex 0910 facing NE, speed 3"]
    assert isinstance(dart, Polygon)
    x, y = point_of(parse_label("1009"))
    assert min(dart.points, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2) == dart.points[0]


def test_tracks_carry_phase_numbers() -> None:
    """STG-MOV.2: the way of the move, each hex with the phase in which it was entered; a Mk61's way without."""
    scene = draw_map(known(hunt(), CAPTAIN))
    assert names(scene, "phase") == {"4", "5"}
    ways = {s.title: s for s in scene.shapes if isinstance(s, Line)}
    assert ways["way of SR1"].points == tuple(point_of(parse_label(x)) for x in ("0711", "0810", "0910"))
    assert ways["way of SR1-M1"].points[-1] == point_of(parse_label("1109"))


def test_missiles_mines_and_noises() -> None:
    """Section 7: own Mk61, foreign missiles, own mines by state, foreign ones found, explosions; not the enemy's list."""
    found = marked(draw_map(known(hunt(), CAPTAIN)))
    roles = {title: shape.role for title, shape in found.items()}
    assert roles["Mk61 M1, hex 1109 heading NE, at TF1, lock"] == "side-1"
    assert roles["Terror Missile in the water, hex 1208 heading SW"] == "missile"
    assert roles["mine MN1, hex 0713, active"] == "mine-own"
    assert roles["mine MN2, hex 0611, switched off"] == "mine-off"
    assert roles["foreign mine, hex 1207"] == "mine-foreign"
    assert roles["explosion heard in hex 1506 in phase 4"] == "explosion"
    assert not any("AM1" in title or "2020" in title for title in found)


def test_swept_zones_and_range() -> None:
    """STG-SCN.1, STG-HEX.5: each zone to its own range, and the range itself; both end at the map's edge."""
    scene = draw_map(known(hunt(), CAPTAIN))
    found = marked(scene)
    assert {"SR1 zone 1, searched to 20 hexes", "SR1 zone 6, searched to 10 hexes"} <= set(found)
    assert {"SR1 sonar range, 20 hexes", "SR1 sonar range, 10 hexes"} <= set(found)
    left, top, right, bottom = box(range(1, 31), range(1, 41))
    for shape in scene.shapes:
        if isinstance(shape, Polygon | Line) and shape.role in ("sonar", "sonar-range") and shape.title:
            assert all(left - 0.2 <= x <= right + 0.2 and top - 0.2 <= y <= bottom + 0.2 for x, y in shape.points)


@pytest.mark.parametrize("zone", [1, 2, 3, 4, 5, 6])
def test_a_zone_covers_its_hexes(zone: int) -> None:
    """STG-HEX.5, STG-SCN.1: the shaded field holds the very hexes of the zone within its range."""
    home, facing, reach = parse_label("1515"), 1, 6
    field = zone_field(home, facing + zone - 1, reach)
    for column in range(6, 25):
        for row in range(6, 25):
            hex = at(column, row)
            if hex != home:
                searched = zone in zones_of(facing, home, hex) and distance(home, hex) <= reach
                assert inside(point_of(hex), field) == searched, label(hex)


def inside(point: Point, field: list[Point]) -> bool:
    """Is a point in a clockwise convex field? Its rim counts."""
    pairs = zip(field, [*field[1:], field[0]], strict=True)
    return all((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) >= -15.0 for (ax, ay), (bx, by) in pairs)


def test_a_field_is_cut_off_at_the_box() -> None:
    """Section 9: shading ends at the map's edge."""
    square: list[Point] = [(-10, -10), (10, -10), (10, 10), (-10, 10)]
    assert set(clip_field(square, (0, 0, 100, 100))) == {(0, 0), (10, 0), (10, 10), (0, 10)}
    assert clip_field(square, (20, 20, 100, 100)) == []


@pytest.mark.parametrize(
    ("start", "end", "kept"),
    [
        ((-10, 5), (10, 5), [(0, 5), (10, 5)]),
        ((10, 5), (-10, 5), [(10, 5), (0, 5)]),
        ((5, -5), (5, 200), [(5, 0), (5, 100)]),
        ((1, 1), (2, 2), [(1, 1), (2, 2)]),
        ((-5, 5), (5, -6), []),
        ((-5, -5), (-1, -1), []),
    ],
)
def test_a_line_is_cut_off_at_the_box(start: Point, end: Point, kept: list[Point]) -> None:
    """Section 9: range lines end at the map's edge."""
    assert clip_line(start, end, (0, 0, 100, 100)) == kept


def test_where_nothing_is_hidden_the_vessels_stand_for_themselves() -> None:
    """A finished game's moves can be looked at again: all vessels, and nothing that was only known of them."""
    state = hunt()
    assert not state.over
    said = draw_map(state).description
    assert all(id in said for id in state.vessels)
    assert not any(word in said for word in ("Contact", "Missile in the water", "heard", "Foreign mine"))


def test_the_grid_is_light() -> None:
    """Section 9: a map of 660 hexes stays small, with a number at every fifth column and row; those of all hexes come near."""
    scene = draw_map(known(opening("overwhelming-numbers"), "captain"))
    assert len(scene.shapes) < 250
    assert {"05", "10", "30"} <= names(scene, "grid-label")
    assert len(scene.near[0]) == 660 and "0505" not in to_svg(scene)


def test_each_class_has_a_silhouette() -> None:
    """Four outlines, and contacts have that of their class; a plant that is only heard has none."""
    assert set(OUTLINES) == set(CLASSES) and len(set(OUTLINES.values())) == len(CLASSES)
    found = marked(draw_map(known(hunt(), CAPTAIN)))
    for title, key in (("SR1 Stingray", "SR"), ("contact TF1", "TF"), ("contact MF1", "MF")):
        (craft,) = (shape for words, shape in found.items() if words.startswith(title))
        assert isinstance(craft, Polygon) and len(craft.points) == len(OUTLINES[key])


def test_title_and_legend_are_around_the_map() -> None:
    """A page shows the map without them: its own box has no room for them, and a quiet sea that goes on."""
    scene = draw_map(known(hunt(), CAPTAIN))
    assert scene.title in {s.text for s in scene.around if isinstance(s, Text)}
    assert "title" not in {shape.role for shape in scene.shapes}
    assert [s.text for s in scene.shapes if isinstance(s, Text) and s.role == "label"] == ["4 hexes"]
    page = to_map_svg(scene)
    assert "obstacle" in page and "your vessel" not in page and 'class="near-only"' in page
    assert "your vessel" in to_svg(scene)


def test_rocks_have_shoals() -> None:
    """Water is shallow around obstacles, and nowhere else."""
    shoals = [s for s in draw_map(known(hunt(), CAPTAIN)).shapes if isinstance(s, Polygon) and s.role == "shoal"]
    assert len(shoals) == 2
    plain = state_with(vessel("SR1", "0910", "NE", 3), held=False)
    assert not [s for s in draw_map(known(plain, CAPTAIN)).shapes if s.role == "shoal"]


@pytest.mark.parametrize("name", list(STINGRAY.scenarios))
def test_every_opening_can_be_drawn(name: str) -> None:
    """Section 8: each scenario's map has its obstacles and, for each seat, their own vessels; a spectator sees none."""
    state = opening(name)
    for seat, side in state.seats.items():
        shown = marked(draw_map(known(state, seat)))
        assert sum(title.startswith("obstacle") for title in shown) == len(state.obstacles)
        for craft in state.of_seat(seat):
            assert any(title.startswith(f"{craft.id} ") for title in shown), (side, craft.id)
    roles = {shape.role for shape in draw_map(known(state, None)).shapes}
    assert not {"side-1", "side-2", "plant-1", "sonar"} & roles


def test_objectives_and_edges() -> None:
    """STG-NAV.2, STG-FUE.4: objectives and the fish's home edge are on the map; an exit edge only for the side that uses it."""
    scene = marked(draw_map(known(opening("agent-x20"), "captain")))
    assert {"objective 0906", "objective 1412", "objective 2008", "home edge of the fish: E"} <= set(scene)
    state = opening("overwhelming-numbers")
    assert "exit edge of SR1: E" in marked(draw_map(known(state, "captain")))
    assert "exit edge of SR1: E" not in marked(draw_map(known(state, "aquaphibian")))


def test_the_map_in_words() -> None:
    """Section 9: the description tells what the picture shows."""
    said = draw_map(known(hunt(), CAPTAIN)).description
    for words in (
        "SR1 hex 0910 facing NE, speed 3.",
        "Missile M1 of SR1 at 1109.",
        "Contact TF1, Titan Terror Fish, at 1606 facing SW.",
        "Contact TF2, Titan Terror Fish, at 1908 facing SW, last seen in move 3.",
        "Missile in the water at 1208 heading SW.",
        "Explosion heard at 1506.",
        "Mine MN2 at 0611, switched off.",
        "Foreign mine at 1207.",
        "Obstacles: 0907, 1008.",
    ):
        assert words in said


def test_vessels_in_one_hex_stand_side_by_side() -> None:
    """STG-MOV.13: two vessels may end in the same hex; both can be seen."""
    state = state_with(vessel("TF1", "1010", "N"), vessel("TF2", "1010", "S"), held=False)
    found = marked(draw_map(known(state, FISH)))
    crafts = [shape for title, shape in found.items() if title.startswith(("TF1 ", "TF2 "))]
    places = [middle(shape)[0] for shape in crafts if isinstance(shape, Polygon)]
    assert len(places) == 2 and abs(places[0] - places[1]) > 10


def test_all_is_shown_at_the_end() -> None:
    """STG-VIC.1, section 7: after the end both sides' vessels and mines, and no contacts."""
    state = hunt()
    state.over = True
    found = marked(draw_map(known(state, CAPTAIN)))
    assert {"TF1 Titan Terror Fish, hex 1606 facing SW, speed 3", "mine AM1, hex 2020, active"} <= set(found)
    assert not any(title.startswith("TF2") for title in found)


def test_a_lost_vessel_leaves_a_wreck() -> None:
    """STG-DMG.3, STG-MOV.11: a vessel that was sunk is marked where it was lost; one that left the map is not."""
    sunk, gone = vessel("TF1", "1010", "N", fate="sunk"), vessel("TF2", "1212", "N", fate="exited")
    found = marked(draw_map(known(state_with(sunk, gone, held=False), FISH)))
    assert found["TF1 Titan Terror Fish, sunk in hex 1010"].role == "wreck"
    assert not any(title.startswith("TF2") for title in found)


def test_hidden_things_leave_the_map_alone() -> None:
    """Section 7: what the enemy does unseen changes nothing in the picture."""
    state = hunt()
    before = draw_map(known(state, CAPTAIN))
    state.vessels["TF1"].hex = parse_label("0101")
    state.missiles["TF1-M1"] = replace(
        state.missiles["SR1-M1"], id="TF1-M1", kind="TERROR", launcher="TF1", side="aquaphibians"
    )
    del state.mines["AM1"]
    assert draw_map(known(state, CAPTAIN)) == before


def test_labels_are_those_of_the_grid() -> None:
    """STG-HEX.1: the number written in a hex is its own."""
    scene = draw_map(known(opening("overwhelming-numbers"), "captain"))
    written = [(text.text, text.at) for text in scene.near[0]]
    assert len(written) == 30 * 22
    for text, place in written:
        hex = min((at(c, r) for c in range(1, 31) for r in range(1, 23)), key=lambda h: _gap(point_of(h), place))
        assert label(hex) == text


def _gap(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

"""The report's panels, order template and pictures (section 9 of the rule book)."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from pbem.core.dice.fair_dice import seeded
from pbem.core.drawing.scene import Circle, Line, Lines, Polygon, Scene, Text
from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Panel
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.state import Mine, State, Volley
from pbem.games.star_navy.model.tables import CLASSES, SECTIONS
from pbem.games.star_navy.orders.parse import sheet
from pbem.games.star_navy.report.panels import panels
from pbem.games.star_navy.report.pictures.draw import draw
from pbem.games.star_navy.report.pictures.silhouettes import HULLS, MARKS, REACH, SIZES
from pbem.games.star_navy.report.pictures.sky import stars
from pbem.games.star_navy.report.template import template
from pbem.present.palette import look
from pbem.present.svg import to_map_svg, to_svg
from tests.rulebook.star_navy.builders.known import known

OPENINGS = list(STAR_NAVY.scenarios)


def opening(name: str = "first-blood", **options: Any) -> State:
    """A scenario before its first turn."""
    turn = Turn(STAR_NAVY.rules.apply, State(), seeded("report"), 0)
    STAR_NAVY.rules.setup(turn, name, STAR_NAVY.scenarios.options(name, options))
    return turn.state


def fight() -> State:
    """First Blood in cycle 2 after turn 5, with SR1 as the rule book's report shows it."""
    state = opening()
    state.cycle, state.turn = 2, 5
    sr1, bis = state.ships["SR1"], state.ships["BIS"]
    sr1.hex, bis.hex = parse_label("5049"), parse_label("5052")
    front, right, left = (sr1.console.sections[name] for name in ("F", "RF", "LF"))
    front.status, front.used, front.hulls, front.active = "ACTIVE", 3, 2, 2
    right.status, right.hulls, right.shields, right.active, right.weapons, right.capthr = "RECOVER", 0, 1, 0, 0, 1
    left.active = 0
    console = sr1.console
    console.engines, console.integrity, console.thrusters_used = 8, 3, 2
    console.engine_energy, console.capacitor_energy = 6, 3
    sr1.stored.slots = {"T6": "FIRE F AT BIS WITHIN 6 ELSE TURN L", "E1": "SHIELDS F 2; SPEED +1"}
    sr1.stored.policies = {"TARGETS": "BIS"}
    bis.seen_weapons = {"F": "L", "LF": "T"}
    bis.damage_by = {"RED": 15}
    state.volleys = [Volley("SR1", "BIS", "L", 15, sr1.hex, bis.hex)]
    return state


def titled(found: list[Panel], title: str) -> str:
    """The text of one panel."""
    return "\n".join(next(panel for panel in found if panel.title == title).lines)


def test_own_console_is_printed() -> None:
    """Section 9: a row for each outer section, marks # o x and statuses, then the inner section, energy, what a turn costs."""
    assert titled(panels(known(fight(), "red")), "SR1  Saint Louis Class Frigate").splitlines() == [
        "hex 5049  heading S  speed 2 (moves on turns 3, 6)",
        "section         weapons      hull  shield  cap/thr  status",
        "F  front        laser   ###  ##x   ##oo    ###      ACTIVE(3)",
        "RF right front  torpedo xx   xx    oxx     ox       RECOVER until cycle 3",
        "RR right rear   laser   ##   ##    ###     ###      READY",
        "R  rear         cannon  #    ##    ##      oo#      READY",
        "LR left rear    laser   ##   ##    ###     ###      READY",
        "LF left front   torpedo ##   ##    ooo     oo       READY",
        "integrity ###x  engines 8/10 ######ooxx",
        "ISD #### READY  marines ### READY",
        "energy: capacitors 3/6 + engines 6/8 = 9, thrusters used 2/9, mines ##",
        "a turn now costs 2-1 = 1 energy and 1 thruster",
        "cannon wear: R 0",
        "(# there and full, o empty, used or inactive, x lost)",
    ]


def test_enemy_ships_are_listed_with_what_is_known() -> None:
    """Section 9: class, hex, heading, range and mutual sweeps to each own ship, weapon types seen so far."""
    text = titled(panels(known(fight(), "red")), "ENEMY SHIPS")
    assert text.splitlines() == [
        "BIS  Saint Louis Class Frigate (BLUE)  hex 5052  heading N",
        "     from SR1: range 3; it lies in your F sweep, you in its F sweep",
        "     seen so far: F lasers, LF torpedoes",
    ]


def test_score_and_stored_orders() -> None:
    """SN-14.2, 15.2: the public part of the score, and the reader's own orders as they would write them."""
    found = panels(known(fight(), "red"))
    assert "BLUE: BIS (value 3) on the map, struck by 15 points" in titled(found, "SCORE")
    assert titled(found, "STORED ORDERS").splitlines() == [
        "SR1  POLICY TARGETS BIS",
        "SR1  T6 FIRE F AT BIS WITHIN 6 ELSE TURN L",
        "SR1  E1 SHIELDS F 2; SPEED +1",
    ]


def test_spectators_get_ships_but_no_consoles() -> None:
    """SN-16.2: without a side only what lies on the table."""
    assert [panel.title for panel in panels(known(fight(), None))] == ["SHIPS", "SCORE"]


def test_consoles_of_all_when_there_is_no_screen() -> None:
    """SN-16.1: `screen=off` prints the enemy's console after one's own; their orders stay out."""
    state = opening(screen="off")
    state.ships["BIS"].stored.standing = "FIRE ANY"
    found = panels(known(state, "red"))
    assert [panel.title for panel in found][:3] == [
        "SR1  Saint Louis Class Frigate",
        "ENEMY SHIPS",
        "BIS  Saint Louis Class Frigate (BLUE)",
    ]
    assert "FIRE ANY" not in titled(found, "STORED ORDERS")


@pytest.mark.parametrize("code", CLASSES)
def test_panels_fit_the_page(code: str) -> None:
    """No class, status or cycle makes a line longer than 78 columns."""
    state = opening("open-space", ship_class=code, players=6)
    state.cycle, state.turn = 96, 6
    for ship in state.ships.values():
        ship.stored.standing = "FIRE ANY AT MIL, MKE, GRB, AKR, TOL, GAR, ANY WITHIN 12 ELSE BOARD ANY RETREAT NEVER LEAVE HALF"
        ship.console.isd_status = ship.console.marine_status = "RECOVER"
        for name in SECTIONS:
            section = ship.console.sections[name]
            section.weapon, section.status, section.wear = "C", "RECOVER", 2
            ship.seen_weapons[name] = "C"
    state.over = True
    for panel in panels(known(state, "blue")):
        assert [line for line in [panel.title, *panel.lines] if len(line) > PANEL_WIDTH] == []


# ---------------------------------------------------------------- template


@pytest.mark.parametrize("pace", ["turn", "cycle"])
@pytest.mark.parametrize("name", OPENINGS)
def test_template_parses_as_it_stands(name: str, pace: str) -> None:
    """SN-2.1 to 2.7: before turn 1 the template shows the set-up orders, filled in, and gives no problem."""
    state = opening(name, pace=pace)
    for seat in state.seats:
        text = template(known(state, seat))
        taken = STAR_NAVY.orders.read(state, seat, text, sheet(state, seat))
        assert taken.problems == []
        assert taken.accepted >= 2
        assert "SETUP WEAPONS" in text and "SETUP SPEED" in text
        assert ("SETUP PLACE" in text) == (name in ("open-space", "last-stand"))


def test_template_repeats_what_is_stored() -> None:
    """SN-15.2: sent back unchanged it changes nothing."""
    state = fight()
    state.ships["SR1"].stored.standing = "FIRE ANY AT ANY WITHIN 6"
    state.ships["SR1"].stored.slots["JUMP"] = "5050 N 3 IF INTEGRITY <= 1"
    text = template(known(state, "red"))
    taken = STAR_NAVY.orders.read(state, "red", text, sheet(state, "red"))
    assert taken.problems == []
    assert taken.sheet == sheet(state, "red")
    assert "# F: 3 lasers" not in text
    assert "# E2 SPEED +1" in text


def test_template_hints_name_who_bears() -> None:
    """Section 5.3: present costs, and for each ready section who lies in its sweep at what range."""
    text = template(known(opening(), "red"))
    assert "# F: 3 lasers, bearing on BIS at range 6" in text
    assert "a turn now costs 2-1 = 1 energy and 1 thruster" in text
    assert "# T1 FIRE ANY AT BIS ELSE TURN R" in text


def test_template_of_a_cycle_has_all_slots() -> None:
    """SN-15.1: with `pace=cycle` T1 to T6, E1 and E2 are ordered together."""
    text = template(known(opening(pace="cycle"), "red"))
    for slot in ("T1", "T2", "T3", "T4", "T5", "T6", "E1", "E2"):
        assert f"# {slot} " in text


def test_template_survives_a_change_of_sides() -> None:
    """SN-9.9: a stored order against a ship that has been captured meanwhile is shown, but not sent."""
    state = opening("wolf-pack")
    state.cycle, state.turn = 1, 3
    blue = state.ships["MIL"]
    blue.stored.slots = {"T5": "FIRE F AT PIT", "T6": "FIRE F AT CIN", "E2": "ISD 2", "JUMP": "LEAVE IF RANGE PIT < 3"}
    state.ships["PIT"].side, state.ships["PIT"].seat = "BLUE", "blue"
    text = template(known(state, "blue"))
    assert STAR_NAVY.orders.read(state, "blue", text, sheet(state, "blue")).problems == []
    assert "# no longer possible: T5 FIRE F AT PIT" in text
    assert "\nT6 FIRE F AT CIN" in text


@pytest.mark.parametrize("seat", ["blue", None])
def test_no_template_when_nothing_can_be_ordered(seat: str | None) -> None:
    """After the game, and for spectators, there is nothing to send."""
    state = opening()
    state.over = seat is not None
    assert template(known(state, seat)) == ""


# ---------------------------------------------------------------- pictures


def shapes(scene: Scene, role: str) -> list[Any]:
    """The shapes of one role on the map."""
    return [shape for shape in scene.shapes if shape.role == role]


def explained(scene: Scene, role: str) -> list[Any]:
    """The shapes of one role in the title and the legend."""
    return [shape for shape in scene.around if shape.role == role]


def test_map_shows_what_lies_on_the_table() -> None:
    """Section 9: ships in side colours, mines with a ring, volleys with points, explosions, trails, own ready sweeps."""
    state = fight()
    state.mines = [Mine(1, parse_label("5150"), "BIS", "BLUE")]
    state.explosions = [parse_label("5053")]
    state.ships["SR1"].trail = [parse_label("5048"), parse_label("5049")]
    scene = next(draw(known(state, "red")))
    assert [type(s) for s in shapes(scene, "side-1") + shapes(scene, "side-2")].count(Polygon) == 2
    assert {s.text for s in shapes(scene, "unit-label")} == {"BIS", "SR1", "M1"}
    assert [s.unit for s in shapes(scene, "mine-ring")] == ["M1"]
    assert explained(scene, "mine") and explained(scene, "fire") and not explained(scene, "planet")
    assert isinstance(shapes(scene, "mine")[0], Circle)
    assert [s.text for s in shapes(scene, "fire") if isinstance(s, Text)] == ["15"]
    assert [s.arrow for s in shapes(scene, "fire") if isinstance(s, Line)] == [True]
    assert len(shapes(scene, "explosion")) == len(shapes(scene, "hit")) == 1
    assert [s for s in shapes(scene, "trail") if isinstance(s, Line)]
    named = {s.text for s in shapes(scene, "sweep") if isinstance(s, Text)}
    assert named == {"LF T", "LR L", "RR L", "R C"}  # F is ACTIVE, RF is RECOVER
    for words in ("SR1 at 5049 heading S", "BIS at 5052 heading N", "Mine M1 at 5150", "Explosion at 5053"):
        assert words in scene.description


def test_a_side_is_told_by_shape_too() -> None:
    """Section 9: colour is not all that tells sides apart: each has a mark on its hulls. Shapes say whose a ship is."""
    scene = next(draw(known(fight(), "red")))
    counters = [s for s in scene.shapes if isinstance(s, Polygon) and s.role.startswith("side-")]
    assert [s.unit for s in counters] == ["BIS", "SR1"]
    assert [s.unit for s in shapes(scene, "emblem")] == ["BIS", "SR1"]
    assert len(explained(scene, "emblem")) == 2
    assert len(set(MARKS)) == 6
    assert {s.unit for s in shapes(scene, "unit-label")} == {s.text for s in shapes(scene, "unit-label")}
    assert {s.unit for s in shapes(scene, "fire") if s.unit} == {volley.ship for volley in fight().volleys}


def test_each_class_has_a_silhouette() -> None:
    """Every class of the book has a hull of its own, and the more a ship is worth, the larger is it."""
    assert set(HULLS) == set(SIZES) == set(CLASSES) and len(set(map(tuple, HULLS.values()))) == len(CLASSES)
    by_value = sorted(CLASSES, key=lambda code: CLASSES[code].value)
    assert by_value == sorted(SIZES, key=SIZES.__getitem__)


def test_no_hull_reaches_farther_than_said() -> None:
    """Words keep so far from ships."""
    assert max(math.hypot(*point) for hull in HULLS.values() for point in hull) <= REACH


def test_a_volley_without_a_hit_is_short_and_thin() -> None:
    """It ends before its target, without arrow, burst or points."""
    state = fight()
    hit = next(s for s in shapes(next(draw(known(state, "red"))), "fire") if isinstance(s, Line))
    state.volleys[0].points = 0
    scene = next(draw(known(state, "red")))
    (miss,) = shapes(scene, "fire-miss")
    assert not miss.arrow and not shapes(scene, "hit") and not shapes(scene, "fire")
    assert math.dist(*miss.points) < math.dist(*hit.points)


def test_the_map_says_how_hexes_are_numbered() -> None:
    """Section 9: the legend has the convention and the marks that are on this map, and a rose shows the headings."""
    scene = next(draw(known(fight(), "red")))
    words = {s.text for s in explained(scene, "label")}
    assert {"hex numbers: column, then row", "volley and its points"} <= words and "planet" not in words
    assert {"N", "SE", "NW", "50"} <= {s.text for s in shapes(scene, "grid-label")}
    assert {s.text for s in shapes(scene, "label")} == {"3 hexes"}
    assert "49" in {s.text for s in shapes(scene, "grid-label-between")}


def test_sweeps_are_the_owners() -> None:
    """SN-16.4: which sections are ready is not drawn for anybody else."""
    assert shapes(next(draw(known(fight(), None))), "sweep") == []


@pytest.mark.parametrize("edge", ["floating", "sticky", "solid"])
def test_map_edge_is_drawn_by_its_rule(edge: str) -> None:
    """SN-13.8: the edge's role names its rule."""
    state = opening("four-corners", edge=edge)
    for ship in state.ships.values():
        ship.hex = parse_label("0203")
    assert len(shapes(next(draw(known(state, "a"))), f"edge-{edge}")) == 2  # the window reaches the top and the left side


def test_terrain_is_drawn() -> None:
    """SN-13.1, 13.3: planets and asteroid fields."""
    state = opening("harrow-belt")
    state.ships["CHI"].hex, state.ships["DET"].hex = parse_label("1613"), parse_label("2419")
    scene = next(draw(known(state, "blue")))
    (planet,) = shapes(scene, "planet")
    assert planet.title == "planet 1916, 1917, 2015, 2016, 2017, 2116, 2117"
    assert len(shapes(scene, "asteroid")) == 14 and len(shapes(scene, "asteroid-rock")) == 3 * 14
    assert "Planets: 1916" in scene.description


def test_hex_numbers_are_there_to_be_shown() -> None:
    """A mail has numbers at the edges alone; on a page each hex has its own, in one element a line."""
    scene = next(draw(known(fight(), "red")))
    assert "5049" in {text.text for group in scene.near for text in group}
    assert "hex-number" not in to_svg(scene)
    near = ET.fromstring(to_map_svg(scene)).findall(".//*[@class='near-only']/*")
    assert 0 < len(near) <= 2 * 15 and any("5049" in (line.text or "") for line in near)


def test_words_of_a_wide_map_are_larger() -> None:
    """A page shows a wide map smaller, so its names are larger; the scale has a whole number of hexes."""
    near = {s.text: s.size for s in shapes(next(draw(known(fight(), "red"))), "unit-label")}
    state = fight()
    state.ships["BIS"].hex = parse_label("2052")
    scene = next(draw(known(state, "red")))
    far = {s.text: s.size for s in shapes(scene, "unit-label")}
    assert far["BIS"] > near["BIS"] * 1.2
    assert [s.text for s in shapes(scene, "label")] == ["5 hexes"]


def test_stars_are_always_the_same() -> None:
    """Stars are where their hexes are: maps of about one size share them. There are few on any."""
    small, shifted, large = (
        [star for sky in stars(range(*columns), range(*rows)) for star in sky.ways]
        for columns, rows in (((10, 31), (10, 31)), ((12, 33), (10, 31)), ((1, 96), (1, 96)))
    )
    assert 60 < len(small) <= 280 and 60 < len(large) <= 280
    assert len(set(small) & set(shifted)) > len(small) * 0.8
    assert stars(range(10, 31), range(10, 31)) == stars(range(10, 31), range(10, 31))


def test_space_is_dark_but_on_paper() -> None:
    """The ground is black in mails and on light pages too, and light in print."""
    scene = next(draw(known(fight(), "red")))
    assert scene.ground == "space"
    assert look("space", night=True).fill in to_svg(scene) and look("space").fill not in to_svg(scene)
    assert look("space").fill in to_svg(scene, on_paper=True)


def test_wide_maps_keep_few_labels() -> None:
    """A window too large for the whole grid shows it near ships only, and the number of every fifth column and row."""
    state = opening()
    state.ships["BIS"].hex, state.ships["SR1"].hex = parse_label("1010"), parse_label("9080")
    scene = next(draw(known(state, None)))
    labels = [s.text for s in shapes(scene, "grid-label")]
    assert "10" in labels and "11" not in labels
    assert {"1010", "9080"} <= {text.text for group in scene.near for text in group}
    assert 0 < sum(len(patch.ways) for patch in scene.shapes if isinstance(patch, Lines) and patch.role == "grid") < 100


def test_trails_are_numbered_by_cycle() -> None:
    """Section 9: with `pace=cycle` the hexes entered are numbered."""
    state = opening(pace="cycle")
    state.ships["SR1"].trail = [parse_label(x) for x in ("5047", "5048", "5049")]
    scene = next(draw(known(state, "blue")))
    assert [s.text for s in shapes(scene, "trail") if isinstance(s, Text)] == ["1", "2"]


def test_record_sheet_draws_every_box() -> None:
    """Section 9: one box per component, crossed off, empty or full."""
    state = fight()
    scenes = list(draw(known(state, "red")))
    assert [scene.key for scene in scenes] == ["map", "sheet-SR1"]
    sheet_of = scenes[1]
    printed = CLASSES["FF"]
    outer = sum(p.hulls + p.shields + p.weapons + p.capthr for p in printed.sections.values())
    inner = printed.engines + printed.isds + printed.marines + printed.integrity
    roles = ("box-full", "box", "box-lost")
    assert sum(len(shapes(sheet_of, role)) for role in roles) == outer + inner + printed.mines + len(roles)
    lost = 1 + 2 + 2 + 2 + 1 + 2 + 1  # hull F; hulls, shields, weapons, capacitor RF; engines; integrity
    assert len(shapes(sheet_of, "box-lost")) == lost + 1
    assert "speed 2" in sheet_of.description


@pytest.mark.parametrize("name", OPENINGS)
def test_pictures_are_valid_svg(name: str) -> None:
    """Every picture becomes SVG with its title and its words."""
    state = opening(name)
    for scene in draw(known(state, next(iter(state.seats)))):
        root = ET.fromstring(to_svg(scene))
        assert root[0].text == scene.title
        assert scene.description in (root[1].text or "")

"""The control sheets as text and as pictures, and the report's tables (section 9)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape, Text
from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Panel
from pbem.core.geometry.tabletop import sectors
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet
from pbem.games.wet_thrust.model.scs import CLASS_OF, CLASSES
from pbem.games.wet_thrust.model.state import Contact, Screen, State
from pbem.games.wet_thrust.model.units import Shot, Vessel
from pbem.games.wet_thrust.report.panels import panels
from pbem.games.wet_thrust.report.pictures.draw import draw
from pbem.games.wet_thrust.report.pictures.sheet_scene import draw_sheet
from pbem.games.wet_thrust.report.pictures.sheet_symbols import Cell, draw_cell
from pbem.games.wet_thrust.report.sheet_text import marked_in, sheet_panel, title_line
from tests.rulebook.wet_thrust.builders.sights import mils, seen, ship, squadron

HURT: dict[str, Any] = {
    "marked": 14,
    "lost": ["RA1", "FC4"],
    "beyond": ["RA1"],
    "fuel_lost": 1,
    "german": 1,
}


def bismarck(**changes: Any) -> Vessel:
    """The ship of the spec's sample report."""
    return ship("BIS", (12.4, 31.7), 8, "7", **{"sheet": HURT, "ladder": {"HOO": Shot(2, 3, True)}, **changes})


def lines_of(state: State, id: str = "BIS") -> list[str]:
    """Her sheet as text."""
    hers = state.ships[id]
    assert hers.sheet
    return sheet_panel(state, hers, hers.sheet).lines


def titled(found: list[Panel], title: str) -> list[str]:
    """The lines of the panel whose title begins so; [] without one."""
    return next((panel.lines for panel in found if panel.title.startswith(title)), [])


def cells(lines: list[str]) -> list[list[str]]:
    """The columns of a table."""
    return [re.split(r"\s{2,}", line) for line in lines]


def marked(scene: Scene) -> dict[str, Shape]:
    """The shapes that can be pointed at, by their words."""
    return {s.title: s for s in scene.shapes if not isinstance(s, Text) and s.title}


def pictured(hers: Vessel, state: State | None = None) -> Scene:
    """Her sheet as a picture."""
    assert hers.sheet
    return draw_sheet(state or seen(hers), hers, hers.sheet)


# ---------------------------------------------------------------- the sheet as text


def test_the_sample_sheet() -> None:
    """Section 9, 2.1, WT-3.11: the sheet of the sample report, box by box."""
    state = seen(bismarck(standing=("HOLD FIRE", "DC RUDDER")), squadron("BIS-R1", "R"), squadron("BIS-R2", "R", (10, 30)))
    assert title_line(state.ships["BIS"]) == "BIS  Bismarck  BB DE"
    assert lines_of(state) == [
        "at 12.4,31.7  course 8 (WSW)  speed 7 of 8  acc 1 dec 2  turns 1, 2*",
        "BO [#][#][#][#]  PR [#][#]  RU [#][#]  RA [!]  R [1][^]  fires 0/6",
        "FUEL [F][F][F][F][F][F][F][X]",
        "A1[#]8-4  A2[#]8-4  A3[#]2-10  A4[#]2-10  C1[#]8-12  C2[#]6-10  C3[#]12-4",
        "C4[#]2-6",
        "PD [#][#][#][#]  AD [#]  BR [#]  SB [#]  FC [#][#][#][x]  DC [#][#][#]  belt 3",
        "deck 1",
        "XXXXXXXXXXXX (6)   XX.......... (5)   ............ (4)   ............ (-)",
        "14 of 48",
        "guns: HOO amber this turn, hit   German fire control +1   strategic speed 7",
        "standing: HOLD FIRE | DC RUDDER",
    ]


def test_a_plane_that_is_gone_leaves_its_box_empty() -> None:
    """WT-11.4: R1 is aboard, R2 did not come back, though its symbol is not crossed off."""
    state = seen(bismarck(), squadron("BIS-R1", "R"), squadron("BIS-R2", "R", place="gone"))
    assert "R [1][-]" in lines_of(state)[1]


@pytest.mark.parametrize("id", CLASS_OF)
def test_every_system_stands_once(id: str) -> None:
    """2.1, WT-9.4: the sheet shows every system of its class, and fits its width."""
    state = seen(ship(id, (-100, -100), 11, "1"), seat="gb" if id not in ("BIS", "SCH", "PEU", "GRZ", "U47", "U99") else "de")
    lines = lines_of(state, id)
    boxes = "\n".join(lines).replace("[F]", "")
    assert boxes.count("[") == len(CLASS_OF[id].all_systems)
    assert max(map(len, lines)) <= PANEL_WIDTH


def test_launchers_show_what_is_in_them() -> None:
    """WT-10.4: tubes, loads left, and when it can fire again."""
    state = seen(ship("U47", (0, 0), sheet={"used": {"TL1": 1}, "ready": {"TL1": 6}}))
    lines = "\n".join(lines_of(state, "U47"))
    assert "TL1[#]11-1 (4 tubes, 2 loads, ready game turn 6)\nTL2[#]5-7 (1 tube, 2 loads)" in lines


def test_a_boat_below_the_surface() -> None:
    """WT-18.1, WT-23.4: how deep she is, her speed below the surface, and that she is detected."""
    state = seen(ship("U47", (0, 0), 9, "1", mode="periscope", held_as="SUB1"))
    lines = lines_of(state, "U47")
    assert lines[:2] == ["at 0.0,0.0  course 9 (W)  at periscope depth  speed 1 of 2  acc 1 dec 2", "turns 1, 2"]
    assert "! detected: the enemy marks her as SUB1" in lines


def test_rates_of_a_damaged_ship() -> None:
    """WT-1.6, WT-3.2, WT-3.5, WT-4.2: exact rates to two decimals; the highest level goes with a rudder."""
    state = seen(ship("SCH", (0, 0), sheet={"lost": ["PR1", "BO1", "RU2"]}))
    assert lines_of(state, "SCH")[0].endswith("speed 6 of 6  acc 1 dec 2  turns 1")
    assert "turns none" in lines_of(seen(ship("SCH", (0, 0), sheet={"lost": ["RU1", "RU2"]})), "SCH")[0]
    third = seen(ship("ARK", (0, 0), sheet={"lost": ["PR1"], "holes": {"HO1": Hole(18, 1), "HO2": Hole(19, 0)}}), seat="gb")
    assert "speed 6 of 3  acc 1 dec 2" in lines_of(third, "ARK")[0]
    four = seen(ship("BIS", (0, 0), sheet={"lost": ["BO1", "BO2"], "holes": {"HO1": Hole(18, 1), "HO2": Hole(18, 1)}}))
    assert "speed 6 of 2.25  acc 1 dec 2" in lines_of(four, "BIS")[0]


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ({"lost": ["BR"], "takes_over": 5}, "! bridge out: she repeats her last orders until game turn 5"),
        ({"lost": ["BR", "SB"], "takes_over": 0}, "! bridge out: she repeats her last orders"),
        ({"lost": ["RU1", "RU2"], "helm": "1P"}, "! no rudder works: every turn she steers 1P"),
        ({"lost": ["RU1", "RU2"]}, "! no rudder works: every turn she steers straight on"),
        ({"lost": ["FC1", "FC2", "FC3", "FC4"]}, "! no fire control works: she cannot fire"),
        ({"lost": ["PR1", "PR2"]}, "! no propeller works: she cannot change speed"),
        ({"holes": {"HO1": Hole(17, 1)}}, "! hole HO1: 1 box a turn; 1 repair to close it"),
        ({"holes": {"HO1": Hole(18, 2)}}, "! hole HO1: 2 boxes a turn, speed down by a quarter; 2 repairs to close it"),
        ({"holes": {"HO1": Hole(19, 0)}}, "! hole HO1: 3 boxes a turn, speed halved; it cannot be closed"),
        ({"holes": {"HO1": Hole(17, 1)}, "beyond": ["HO1"]}, "! hole HO1: 1 box a turn; it cannot be closed"),
    ],
)
def test_troubles(sheet: dict[str, Any], words: str) -> None:
    """WT-15.2, WT-4.3, WT-7.2, WT-3.6, WT-16.9: what hampers her is on the sheet, and only then."""
    hers = bismarck(sheet={name: value for name, value in sheet.items() if name != "helm"})
    hers.book.helm = sheet.get("helm", "")
    assert words in lines_of(seen(hers))
    assert words not in lines_of(seen(bismarck(sheet={})))


def test_a_closed_hole_and_a_bridge_that_has_been_taken_over() -> None:
    """WT-15.4, WT-16.9: neither is a trouble any more."""
    sheet = {"holes": {"HO1": Hole(17, 0, open=False)}, "lost": ["BR"], "takes_over": 4}
    assert not any(line.startswith("!") for line in lines_of(seen(bismarck(sheet=sheet))))


def test_fire_controls_lost_last_turn() -> None:
    """WT-7.14: they cost hit dice this turn."""
    assert "fire controls lost last turn: -2 hit dice" in "\n".join(lines_of(seen(bismarck(sheet={"controls_lost_before": 2}))))


@pytest.mark.parametrize(("row", "boxes"), [(0, 12), (1, 2), (2, 0), (3, 0)])
def test_the_top_row_fills_first(row: int, boxes: int) -> None:
    """WT-8.6: fourteen boxes marked."""
    assert marked_in(replace(Sheet("bismarck"), marked=14), row) == boxes


def test_the_fuel_track() -> None:
    """WT-3.8: full, empty and damaged boxes; WT-3.11: strategic speed goes by the full ones."""
    lines = "\n".join(lines_of(seen(bismarck(sheet={"empty": 2, "fuel_lost": 1, "fuel_holed": 1}))))
    assert "FUEL [F][F][F][F][/][/][X][X]" in lines and "strategic speed 4" in lines


# ---------------------------------------------------------------- tables


def fight(**changes: Any) -> State:
    """Bismarck and her plane against Hood, with a contact, a screen, and a squadron of the enemy."""
    hood = ship("HOO", (25.8, 19.4), 10, "7", scored=11, burning=1, smoking=True, ladder={"BIS": Shot(1, 2, False)})
    state = seen(
        bismarck(),
        hood,
        squadron("BIS-R1", "R", standing=("SPOT HOO",), ready=6),
        squadron("ARK-T1", "T", (20, 20), aircraft=4),
        squadron("LB1", "B", (40, 40), place="waiting", enters=3),
    )
    return replace(state, **changes)


def test_the_enemy_as_everybody_sees_her() -> None:
    """WT-23.1, WT-23.2, WT-23.3: position, course, speed, points scored, fires; nothing of her sheet."""
    found = panels(fight())
    assert found[0].title == "BIS  Bismarck  BB DE"
    assert titled(found, "ENEMY IN SIGHT") == [
        "     ship  type  at         course  speed  scored    burning",
        "HOO  Hood  BC    25.8,19.4  10      7      11 of 44  1",
        "HOO makes smoke",
        "HOO has fired at BIS red game turn 2",
    ]
    assert titled(found, "THEIR SHEETS")[1] == "HOO  8    1,2*   3     0     11(6) 11(5) 11(4) 11(-)  A1-A4, D1-D2, TL1-TL2"
    assert not any("HOO" in panel.title for panel in found)


def test_ranges_and_bearings() -> None:
    """WT-1.3, WT-1.4, WT-8.3: worked example 35: Hood sees Bismarck at 273, Bismarck sees her at 33: only A1 and A2 bear."""
    hood, bis = ship("HOO", (32, 16), 10, "7"), ship("BIS", (20, 40), 8, "7")
    theirs = titled(panels(seen(bis, hood, seat="gb")), "RANGES")
    assert theirs[1].split() == ["HOO", "BIS", '26.8"', "033", "deck", "A1-A2"]
    ours = titled(panels(seen(bis, hood)), "RANGES")
    assert ours[1].split() == ["BIS", "HOO", '26.8"', "273", "deck", "A1-A4"]
    close = titled(panels(seen(replace(bis, at=hood.at), hood)), "RANGES")
    assert close[1].split() == ["BIS", "HOO", '0.0"', "-", "belt", "A1-A4,", "C1-C4"]


def test_torpedoes_within_reach() -> None:
    """WT-10.1, WT-10.4: within eight inches, when loaded."""
    foe = ship("SCH", (7, 0))
    rows = titled(panels(seen(ship("ANT", (0, 0)), foe, seat="gb")), "RANGES")
    assert rows[1].endswith("D1-D2, TL1-TL2")
    spent = ship("ANT", (0, 0), sheet={"used": {"TL1": 1}})
    assert titled(panels(seen(spent, foe, seat="gb")), "RANGES")[1].endswith("D1-D2, TL2")
    far = titled(panels(seen(ship("ANT", (0, 0)), ship("SCH", (9, 0)), seat="gb")), "RANGES")
    assert far[1].endswith("D1-D2")


def test_aircraft() -> None:
    """WT-11.4, WT-23.3: own squadrons wherever they are; of the enemy's only type, number and place in the air."""
    assert cells(titled(panels(fight()), "AIRCRAFT")[1:]) == [
        ["BIS-R1", "1 plane", "aboard BIS", "-", "ready from game turn 6"],
        ["", "SPOT HOO"],
        ["LB1", "6 level bombers", "off 40.0,40.0", "-", "comes in on game turn 3"],
        ["ARK-T1", "4 torpedo bombers", "in air 20.0,20.0", "-", "?"],
    ]
    spent = squadron("ARK-T1", "T", (1, 1), spent=True, endurance=2, standing=("RETURN",))
    found = titled(panels(seen(spent, seat="gb")), "AIRCRAFT")
    assert found[1].split()[-4:] == ["1.0,1.0", "2", "must", "return"] and found[2] == "    RETURN"


def test_contacts() -> None:
    """WT-19.3, WT-23.4: held, last known, destroyed."""
    contacts = {
        "SUB1": Contact(mils(1, 2), "deep", 3, 2),
        "SUB2": Contact(mils(3, 4), "periscope", 2),
        "SUB3": Contact(mils(5, 6), "periscope", 1, 4, destroyed=True),
    }
    found = panels(fight(contacts={"german": contacts}))
    assert cells(titled(found, "SUBMARINE CONTACTS")[1:]) == [
        ["SUB1", "submerged deep", "1.0,2.0", "held now", "2"],
        ["SUB2", "at periscope depth", "3.0,4.0", "last known on game turn 2", "0"],
        ["SUB3", "at periscope depth", "5.0,6.0", "destroyed", "4"],
    ]
    assert [row.split()[1] for row in titled(found, "RANGES")[1:]] == ["HOO", "SUB1"]


def test_the_sea() -> None:
    """WT-7.15, WT-20.1, WT-20.6: the weather, and how long each screen lies."""
    screens = (Screen((mils(0, 0), mils(2, 0), mils(4, 0)), 5, "SHE"), Screen((mils(0, 0), mils(4, 4)), 3, "ANT"))
    assert titled(panels(fight(screens=screens, weather_name="squalls")), "THE SEA") == [
        "weather: squalls, hit dice -1; screens last 2 further turns",
        "smoke screen of SHE: 0.0,0.0 to 4.0,0.0, 2 turns more",
        "smoke screen of ANT: 0.0,0.0 to 4.0,4.0, gone next turn",
    ]
    assert titled(panels(fight(weather_name="gale")), "THE SEA") == ["weather: gale, hit dice -4; no smoke can be made"]


def test_the_score_and_the_end() -> None:
    """Section 8, WT-22.1, WT-23.5: what became of whom; after the end every sheet is shown."""
    lost = ship("HOO", (0, 0), fate="lost", how="explosion", scored=44)
    away = ship("SUF", (0, 0), fate="away")
    found = panels(seen(bismarck(), lost, away, ship("POW", (9, 9)), over=True, verdict="The Germans win.", seat=None))
    score = titled(found, "SCORE")
    assert score[0] == "The Germans win."
    assert [line.split("  ")[-1].strip() for line in score[-4:]] == ["afloat", "lost: she exploded", "afloat", "broke contact"]
    assert [panel.title.split()[0] for panel in found[:2]] == ["BIS", "POW"]
    assert not titled(found, "ENEMY IN SIGHT")


def test_a_spectator_sees_no_sheet() -> None:
    """WT-23.3: nobody's; with open sheets everybody's (W5)."""
    found = panels(seen(bismarck(), seat=None))
    assert found[0].title == "SHIPS"
    opened = seen(bismarck(), seat=None)
    opened = replace(opened, ships={"BIS": replace(opened.ships["BIS"], sheet_if_known=Sheet("bismarck"))})
    assert panels(opened)[0].title.startswith("BIS")


def test_before_the_first_turn_the_options_are_listed() -> None:
    """2.9: all of them, once."""
    assert titled(panels(fight(turn=0)), "OPTIONS") == ["hit_faces 3  open_sheets off  weather calm"]
    assert not titled(panels(fight()), "OPTIONS")


def test_fleet_orders_are_listed() -> None:
    """Section 5: the current orders of the side."""
    assert titled(panels(fight(fleet={"german": ["FIREORDER BIS, PEU"]})), "FLEET ORDERS") == ["FIREORDER BIS, PEU"]


def test_the_other_admirals_ships_come_second() -> None:
    """W1: an admiral's own sheets first, then those of their side."""
    second = replace(ship("PEU", (1, 1)), seat="de2")
    state = seen(bismarck(), second, seat="de2", seats={"de": "german", "de2": "german", "gb": "british"})
    assert [panel.title.split()[0] for panel in panels(state)[:2]] == ["PEU", "BIS"]
    assert [scene.key for scene in draw(state)] == ["map", "sheet-PEU", "sheet-BIS"]
    assert not titled(panels(state), "RANGES")


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("name", CLASSES)
def test_every_system_has_its_symbol(name: str) -> None:
    """2.1: one symbol for each system of the class, each with room of its own inside the frame."""
    id = next(iter(CLASSES[name].units))
    scene = pictured(ship(id, (0, 0)))
    under = [s.text.split()[0] for s in scene.shapes if isinstance(s, Text) and s.role == "note" and s.size == 11.0]
    assert sorted(under) == sorted(CLASSES[name].all_systems)
    left, top, width, height = scene.box
    for shape in scene.shapes:
        points = [shape.centre] if isinstance(shape, Circle) else [shape.at] if isinstance(shape, Text) else shape.points
        assert all(left < x < left + width and top < y < top + height for x, y in points)


@pytest.mark.parametrize(
    "prefix", ["BO", "PR", "RU", "RA", "SO", "A", "TL", "AS", "R", "F", "DB", "T", "PD", "AD", "BR", "FC", "DC"]
)
def test_what_is_lost_is_struck_through(prefix: str) -> None:
    """WT-9.4: two red strokes, and the symbol in grey."""
    whole = list(draw_cell(Cell(prefix, "it", prefix), (0, 0)))
    struck = list(draw_cell(Cell(prefix, "it", prefix, lost=True), (0, 0)))
    assert [s.role for s in struck].count("struck") == 2 and "struck" not in [s.role for s in whole]
    assert any("lost" in s.role for s in struck) and not any("lost" in s.role for s in whole)


def test_magazines_have_their_modifier_beside_them() -> None:
    """2.1, WT-9.4: in ink at the right of the symbol, short of the next one."""
    scene = pictured(ship("HOO", (0, 0)))
    shapes = marked(scene).items()
    boxes = [box.points for title, box in shapes if isinstance(box, Polygon) and title.startswith("magazine ")]
    signs = [s for s in scene.shapes if isinstance(s, Text) and s.text.startswith("+")]
    assert [(s.text, s.role) for s in signs] == [("+0", "label"), ("+1", "label")]
    assert max(x for x, _ in boxes[0]) < signs[0].at[0] < min(x for x, _ in boxes[1]) - 20


def test_the_picture_of_a_damaged_sheet() -> None:
    """WT-8.6, WT-9.3, WT-16.6: boxes by rows with their numbers, lost systems, those lost for good, fires, fuel."""
    hers = bismarck(sheet={**HURT, "fires": 2, "empty": 2})
    scene = pictured(hers)
    found = marked(scene)
    assert found["damage box 2 of row 2, marked"].role == "box-lost" and found["damage box 3 of row 2"].role == "box"
    assert [s.text for s in scene.shapes if isinstance(s, Text) and s.text.startswith("(")] == ["(6)", "(5)", "(4)", "(-)"]
    assert found["fire control FC4, lost"].role == "symbol-lost" and "radar RA1, lost for good" in found
    assert sum(s.role == "burning" for s in scene.shapes) == 2
    assert [found[f"fuel box {n}, {what}"].role for n, what in ((5, "full"), (6, "empty"), (8, "damaged"))] == [
        "fuel",
        "box",
        "box-lost",
    ]
    assert "Damage boxes marked: 14 of 48; by rows 12 of 12 (6), 2 of 12 (5)" in scene.description
    assert "Systems lost: RA1, FC4. Beyond repair: RA1." in scene.description


def test_arcs_are_rings_of_clock_sectors() -> None:
    """2.2: the bow is up; a fore turret 8-4 leaves the sectors astern empty; ALL is a full ring; two pieces are two."""
    cell = Cell("A", "A1", "A1", arc=sectors("8-4"))
    arc = next(s for s in draw_cell(cell, (0, 0)) if s.role == "ring-arc")
    assert isinstance(arc, Polygon)
    edge = arc.points[1:]
    assert min(y for _, y in edge) == pytest.approx(-21.0) and max(y for _, y in edge) < 21 * 0.75
    assert min(x for x, _ in edge) == -max(x for x, _ in edge)
    both = list(draw_cell(Cell("TL", "TL1", "TL1", arc=sectors("8-10,2-4")), (0, 0)))
    assert sum(s.role == "ring-arc" for s in both) == 2
    full = [s for s in draw_cell(Cell("D", "D1", "D1", arc=sectors("ALL")), (0, 0)) if s.role == "ring-arc"]
    assert len(full) == 1 and isinstance(full[0], Circle)


def test_squadrons_are_coloured_triangles() -> None:
    """2.1, WT-11.4: blue fighters, green torpedo bombers with the number aboard; an arrow in the air, a dash for none."""
    hers = ship("ARK", (0, 0), sheet={"lost": ["T3"]})
    state = seen(hers, squadron("ARK-F1", "F", aircraft=4), squadron("ARK-T1", "T", (1, 1)), squadron("ARK-R1", "R"), seat="gb")
    found = marked(pictured(hers, state))
    assert found["fighter squadron F1, 4 aboard"].role == "air-F"
    assert found["torpedo bomber squadron T1, in the air"].role == "air-T"
    assert found["torpedo bomber squadron T2, gone"].role == "air-T"
    assert found["torpedo bomber squadron T3, lost"].role == "symbol-lost"
    assert found["reconnaissance plane R1, 1 aboard"].role == "air-R"


def test_one_picture_for_each_own_ship() -> None:
    """Section 9, WT-23.3: the map, then own sheets; an enemy's is not drawn; a lost ship has none."""
    state = seen(bismarck(), ship("PEU", (0, 0), fate="lost"), ship("HOO", (9, 9)))
    assert [scene.key for scene in draw(state)] == ["map", "sheet-BIS"]
    assert [scene.key for scene in draw(replace(state, reader=None, ships={}))] == ["map"]
    after = seen(bismarck(), ship("HOO", (9, 9)), over=True, seat=None)
    assert [scene.key for scene in draw(after)] == ["map", "sheet-BIS", "sheet-HOO"]


def test_troubles_stand_on_the_picture() -> None:
    """WT-15.2: in red, and in its words."""
    scene = pictured(bismarck(sheet={"lost": ["BR", "SB"]}))
    said = [s.text for s in scene.shapes if isinstance(s, Text) and s.role == "fire"]
    assert said == ["Bridge out: she repeats her last orders"]
    assert said[0] in scene.description and any(isinstance(s, Line) and s.role == "struck" for s in scene.shapes)

"""The control logs as text and as pictures, and the report's tables (section 9)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape, Text
from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Panel
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import CLASSES
from pbem.games.sovereign_seas.report.log_layout import layout
from pbem.games.sovereign_seas.report.logsheet import drawing, log_panel, title_line
from pbem.games.sovereign_seas.report.panels import panels
from pbem.games.sovereign_seas.report.pictures.draw import TOGETHER, draw
from pbem.games.sovereign_seas.report.pictures.sheet_scene import draw_logs
from tests.rulebook.sovereign_seas.builders.seen import ram, seen, ship, shot

DRAWN = {
    "Defense": [" (B)OO/OO/OO/(B)[C][B][B][B][B][B][B][B]OO/OO/OO/OO/OO/OO"],
    "Bellerophon": [
        "            (C)[D][D][D][D][D]",
        " (B)[B](C)OO/OO/OO/OO/OO/OO/O/O/O(B)[B]",
        "            (C)[D][D][D][D][D]",
    ],
    "Bellerophon/page2": [
        "            (C)[D][D][D][D][D]",
        " (B)[B](C)OO/OO/OO/OO/OO/OO/O/O/O(B)[B][B]",
        "            (C)[D][D][D][D][D]",
    ],
    "Inconsistent": [" O/O/O/O/O/O/O[D][D][D][D][D][B][B]/O/O/O/O/O/O"],
    "Eclipse": [" O/O[B][A]/O/O"],
    "Magenta": [
        "                     (B)[AA][AA][AA][AA]",
        " (B)OO/O/O/O/(B)[BB][BB][BB][BB][BB][BB][BB][BB]O/O/O/O/O/O/O/O",
        "                     (B)[AA][AA][AA][AA]",
    ],
    "Ocean": [
        "        (B)]]DD[[  (C)[EE][EE]  (B)]]DD[[",
        " (C)OO/OO/O/O/O/O/()[AA][AA][AA]O/O/O/O/O/O/O",
        "        (B)]]DD[[  (C)[EE][EE]  (B)]]DD[[",
    ],
    "Armorique": [" O/O/O/O/[AA][AA][AA][AA][AA][AA][AA][AA][AA]O/O/O/O"],
    "Limier": [" [AA]O/O/[AA]O"],
    "Large Merchantman": [" OO/OO/OO/OO/OO/OO/OO/OO"],
    "Small Merchantman": [" O/O/O/O/O/O/O/O"],
}
"""Section P as typed; the Ocean's unarmoured battery is printed `()`."""


def titled(found: list[Panel], title: str) -> list[str]:
    """The lines of the panel whose title begins so."""
    return next(panel for panel in found if panel.title.startswith(title)).lines


def marked(scene: Scene) -> dict[str, Shape]:
    """The shapes that can be pointed at, by their words."""
    return {s.title: s for s in scene.shapes if not isinstance(s, Text) and s.title}


# ---------------------------------------------------------------- the log as text


@pytest.mark.parametrize("name", DRAWN)
def test_fresh_log_is_drawn_as_in_print(name: str) -> None:
    """SSL-D1.4, SSL-D2.1, SSL-P.1, SSL-P.2: bow left, starboard above, brackets by mount, armour letters before them."""
    assert drawing(layout(CLASSES[name], 0, ())).narrow == DRAWN[name]


def test_every_class_has_a_drawing() -> None:
    """SSL-D.1: each class has a log of its own; the variant of the Defense differs in its speed track only."""
    assert set(DRAWN) == set(CLASSES) - {"Defense/eleven"}
    assert drawing(layout(CLASSES["Defense/eleven"], 0, ())).narrow == DRAWN["Defense"]


@pytest.mark.parametrize("name", CLASSES)
def test_every_gun_and_circle_stands_once(name: str) -> None:
    """SSL-D.1: the log lists and places every weapon and every hull circle."""
    printed = CLASSES[name]
    shown = layout(printed, 0, ())
    signs = [*shown.starboard, *shown.hull, *shown.port]
    guns = [sign.title.split()[0] for sign in signs if sign.kind in ("gun", "barbette", "turret")]
    assert sorted(guns) == sorted(printed.guns)
    assert sum(sign.kind == "circle" for sign in signs) == printed.circles
    assert sum(sign.kind == "slash" for sign in signs) == len(printed.crossings)


def test_a_damaged_log() -> None:
    """Section 9, SSL-L4.1, SSL-L5.12: the printed example, three circles and a battery gone, tower and rudder hit."""
    log = {"marked": 3, "lost": 1, "gone": ("S4",), "tower_lost": True, "command_until": 7, "jam": "L", "jam_until": 6}
    hers = ship(
        "BC1", "1208", "NE", 7, log=log, count=1, fired=True, standing_if_known=["OPEN RANGE 4 PEN", "FIRE D AT FC1, FB1"]
    )
    assert title_line(hers) == "BC1  Central Battery Ironclad Bellerophon, 4.66  Pt 67  CBIC 1/2 +2"
    assert log_panel(seen(hers), hers).lines == [
        "hex 1208 heading NE   speed 7   max 11   1 hex since last turn, needs 2",
        "Speed track  (12) 11 9 8 6 4 3 2 1   Accl 2",
        "(C)(CT!)  (MG)(MG)   fired: yes   RUDDER L to T6   OOC to T7",
        "            (C)[D][D][D][x][D]",
        " (B)[B](C)xx/xO/OO/OO/OO/OO/O/O/O(B)[B]",
        "            (C)[D][D][D][D][D]",
        "standing: OPEN RANGE 4 PEN | FIRE D AT FC1, FB1",
    ]


def test_destroyed_barbettes_and_casemates() -> None:
    """SSL-D2.1: an x for each letter of the gun; the brackets stay."""
    shown = drawing(layout(CLASSES["Ocean"], 6, ("TSF", "S1", "M2"))).narrow
    assert shown[0].strip() == "(B)]]xx[[  (C)[xx][EE]  (B)]]DD[["
    assert shown[1].strip() == "(C)xx/xx/x/x/O/O/()[AA][xx][AA]O/O/O/O/O/O/O"


def test_a_condition_that_has_ended_is_not_shown() -> None:
    """SSL-L5.12: what ended with this turn is over; what lasts into the next one is not."""
    hers = ship("BC1", "1010", log={"command_until": 3, "jam": "S", "jam_until": 4})
    assert "RUDDER S to T4   in command" in log_panel(seen(hers, turn=3), hers).lines[2]


def test_a_hidden_log_shows_only_hits() -> None:
    """SSL-Y.5: place, speed and the letters of the hits seen; no boxes, no maximum."""
    hers = replace(ship("FC1", "1508", "N", 7), log_if_known=None, hits={"B": 2, "H": 3})
    assert log_panel(seen(hers), hers).lines == [
        "French   hex 1508 heading N   speed 7   2 hexes since last turn, needs 2",
        "log hidden   fired: no   hits seen: 3 H, 2 B",
    ]
    assert "no hit seen" in log_panel(seen(hers), replace(hers, hits={})).lines[1]


def test_whose_ship_she_is() -> None:
    """SSL-A.1: the other side's nation; the admiral where a side has two."""
    own, other, foe = ship("BC1", "1010"), ship("BB1", "1110", seat="gb2"), ship("FB1", "1508")
    table = seen(own, other, foe, seats={"gb": "british", "gb2": "british", "fr": "french"})
    heads = [log_panel(table, hers).lines[0].split("hex")[0].split() for hers in (own, other, foe)]
    assert heads == [["of", "gb"], ["of", "gb2"], ["French"]]


# ---------------------------------------------------------------- panels


def fleets(seat: str | None = "gb") -> State:
    """Four ships, one of them sunk, after an exchange of fire and a ram."""
    return seen(
        ship("BC1", "1010", "N", 7, log={"marked": 2, "gone": ("S1", "S2")}),
        ship("BB1", "1012", "N", 6, seat="gb2"),
        ship("FB1", "1508", "N", 6, standing_if_known=["CIRCLE L"]),
        ship("LM1", "1515", "N", 0, fate="sunk"),
        seat=seat,
        seats={"gb": "british", "gb2": "british", "fr": "french"},
        shots=(shot(2, "BC1", "FB1", "3 D", 5, 4, "1010-1508"), shot(4, "FB1", "BC1", "8 BB", 5, 0, "1508-1010")),
        rams=(ram(3, "BC1", "LM1", "1515", False),),
        fleet={"gb": ["SEQ BC1 BB1"]} if seat == "gb" else {},
    )


def test_own_logs_come_first() -> None:
    """Section 9: the reader's ships, then their side's, then the others'; what sank has no log any more."""
    assert [panel.title[:3] for panel in panels(fleets())[:3]] == ["BC1", "BB1", "FB1"]
    assert [panel.title[:3] for panel in panels(fleets("fr"))[:3]] == ["FB1", "BB1", "BC1"]
    assert [panel.title[:3] for panel in panels(fleets(None))[:3]] == ["BB1", "BC1", "FB1"]


def test_standing_orders_are_shown_to_their_own_side() -> None:
    """SSL-Y.2: the enemy's standing lines and FLEET block are in no panel."""
    british = "\n".join(line for panel in panels(fleets()) for line in panel.lines)
    assert "CIRCLE" not in british and "SEQ BC1 BB1" in titled(panels(fleets()), "FLEET")
    assert "standing: CIRCLE L" in titled(panels(fleets("fr")), "FB1")


def test_the_turns_fire() -> None:
    """SSL-Y.1: every salvo with guns, range and effective hits, and every ram."""
    assert titled(panels(fleets()), "SALVOS AND RAMS OF GAME TURN 3") == [
        "imp  ship  at   guns    range  hits",
        "2    BC1   FB1  3 [D]   5      4",
        "4    FB1   BC1  8 [BB]  5      0",
        "3    BC1 rams LM1 in 1515: miss",
    ]


def test_options_are_printed_before_turn_1() -> None:
    """Section 11: all options with their values in the opening reports, and not again."""
    lines = titled(panels(replace(fleets(), turn=0)), "OPTIONS")
    words = " ".join(lines)
    assert all(f"{name} {value}" in words for name, value in fleets().options.items())
    assert not any(panel.title.startswith("OPTIONS") for panel in panels(fleets()))


def test_gun_chart_has_the_guns_in_use() -> None:
    """SSL-J2.9, SSL-J2.11, SSL-Q.1: codes still aboard, armour beaten by range, strikes needed; options change it."""
    lines = titled(panels(fleets()), "GUN CHART")
    assert [line.split()[0] for line in lines] == ["gun", "[B]", "[C]", "[D]", "[AA]", "[BB]", "to"]
    assert lines[3].split() == ["[D]", '9"', "MLR", "2.0", *"EEEDDDDDCCCCC"]
    assert lines[-1].split() == ["to", "hit", *"4445556667778"]
    twos = replace(fleets(), options={**fleets().options, "to_hit_row": "twos"})
    assert titled(panels(twos), "GUN CHART")[-1].split() == ["to", "hit", *"3344556677888"]


def test_hit_calculator() -> None:
    """SSL-J2.10: effective hits for one to twelve base hits, a row for each firepower in use."""
    lines = titled(panels(fleets()), "HIT CALCULATOR")
    assert [line.split()[:2] for line in lines] == [["base", "hits"], ["FP", "0.5"], ["FP", "1.0"], ["FP", "2.0"]]
    assert lines[1].split()[2:] == [*"112233445566"]
    assert lines[3].split()[-1] == "24"


def test_panels_are_narrow() -> None:
    """Section 9: no line is wider than 78 columns, however hurt a ship is and however much she has standing."""
    standing = tuple(f"WHEN RANGE FC{n} <= {n} DO COURSE NW BY L" for n in range(1, 6))
    hurt: dict[str, Any] = {"lost": 13, "marked": 2, "jam": "L", "jam_until": 20, "command_until": 20, "tower_lost": True}
    ships = [ship(id, "1010", log=hurt, standing_if_known=standing) for id in ("BB1", "BC1", "BF1", "BV1")]
    for panel in panels(seen(*ships)):
        assert all(len(line) <= PANEL_WIDTH for line in panel.lines), panel.title


# ---------------------------------------------------------------- the log as a picture


def test_log_picture_strikes_out_what_is_lost() -> None:
    """SSL-D1.4, SSL-L4.1: each box and circle says what it is; marked, destroyed and lost ones are struck out."""
    hers = ship("FC1", "1508", log={"marked": 3, "lost": 1, "gone": ("TSF", "P2"), "tower_lost": True})
    roles = {title: shape.role for title, shape in marked(draw_logs(seen(hers), [hers])).items()}
    assert roles["hull circle 3, marked off"] == "box-lost" and roles["hull circle 4"] == "box"
    assert roles["TSF [DD], barbette, armour B, destroyed"] == "box-lost"
    assert roles["P2 [EE], casemate, armour C, destroyed"] == "box-lost"
    assert roles["M1 [AA], casemate, unarmoured"] == "box"
    assert roles["speed factor 12, lost"] == "box-lost"
    assert roles["speed factor 11, her maximum now"] == "box-now" and roles["speed factor 10"] == "box"
    assert roles["speed factor lost"] == "slash-crossed"
    assert roles["conning tower, unarmoured, destroyed"] == "box-lost"


def test_log_picture_is_laid_out_like_the_print() -> None:
    """SSL-D1.4: starboard above the hull line, port below, the bow to the left; barbettes are round (SSL-D2.1)."""
    hers = ship("FC1", "1508")
    found = marked(draw_logs(seen(hers), [hers]))
    above, below = found["TSF [DD], barbette, armour B"], found["TPF [DD], barbette, armour B"]
    aft, bow, stern = found["TSA [DD], barbette, armour B"], found["hull circle 1"], found["hull circle 15"]
    assert isinstance(above, Circle) and isinstance(below, Circle) and isinstance(aft, Circle)
    assert isinstance(bow, Circle) and isinstance(stern, Circle) and isinstance(found["S1 [EE], casemate, armour C"], Polygon)
    assert above.centre[1] < bow.centre[1] < below.centre[1]
    assert bow.centre[0] < stern.centre[0] and above.centre[0] < aft.centre[0]


@pytest.mark.parametrize("unit", ["BB1", "BC1", "BF1", "BV1", "FB1", "FC1", "FF1", "FV1", "LM1", "SM1"])
def test_log_pictures_fit_their_frame(unit: str) -> None:
    """SSL-D.1: every class fits into the picture, and every sign has room of its own."""
    hers = ship(unit, "1010")
    scene = draw_logs(seen(hers), [hers])
    left, top, width, height = scene.box
    for shape in scene.shapes:
        points = [shape.centre] if isinstance(shape, Circle) else [shape.at] if isinstance(shape, Text) else shape.points
        assert all(left < x < left + width and top < y < top + height for x, y in points)
    hull = sorted(s.centre[0] for s in scene.shapes if isinstance(s, Circle) and s.title.startswith("hull"))
    assert all(b - a >= 17 for a, b in pairwise(hull))


def test_logs_share_pictures() -> None:
    """Section 9: the map first, then three logs in a picture, own ships and others apart; each picture says what it shows."""
    scenes = list(
        draw(seen(*(ship(f"BB{n}", f"10{n * 2 + 10}") for n in range(1, 6)), *(ship(f"FB{n}", "1508") for n in (1, 2))))
    )
    assert TOGETHER == 3
    assert [scene.key for scene in scenes] == ["map", "log-BB1-BB2-BB3", "log-BB4-BB5", "log-FB1-FB2"]
    assert all(word in scenes[3].description for word in ("FB1", "FB2", "Speed track 11 10", "M1 [BB]"))


def test_hidden_log_picture() -> None:
    """SSL-Y.5: only words; nothing of the boxes."""
    hers = replace(ship("FC1", "1508"), log_if_known=None, hits={"T": 1})
    scene = draw_logs(seen(hers), [hers])
    assert not any(isinstance(s, Circle | Line) for s in scene.shapes)
    assert "Her log is hidden; hits seen: 1 T." in scene.description

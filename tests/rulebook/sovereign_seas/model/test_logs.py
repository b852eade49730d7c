"""SSL-P, SSL-Q, SSL-D: the logs and tables of the data, against section 2 of the rule book."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from events.sovereign_seas.battle import HullMarked
from pbem.core.game.unit_ids import natural
from pbem.games.sovereign_seas.model.tables import (
    ARMOUR,
    CLASSES,
    GUNS,
    MAX_RANGE,
    OF_A_TYPE,
    RAM_ANGLE,
    RAM_MULTIPLIER,
    RAM_NEEDED,
    RAM_POOL,
    RANK,
    STRUCK,
    UNITS,
    Battery,
    beats,
    class_of,
    effective_hits,
    firepower,
    letter_at,
    movement_points,
    needed_at,
    number_modifier,
    own_ram_hits,
    ram_speed_modifier,
    speed_modifier,
)
from tests.rulebook.sovereign_seas.builders.fleet import state_with
from tests.rulebook.sovereign_seas.builders.gunnery import struck

PRINTED = {"fp_set": "1223", "to_hit_row": "threes", "gun_a": "row", "decel_div": 2}
DEFAULTS = {"bellerophon_log": "page11", "defense_track": "nine"}


class Log(NamedTuple):
    """A row of 2.2: unit, type, in service, points, m of 1/m, size, Accl, Decel, circles, hull, CT, MG, ram."""

    unit: str
    type: str
    in_service: str
    points: int
    turn_hexes: int
    size: int
    acceleration: int
    deceleration: int
    circles: int
    hull_armour: str
    tower_armour: str
    magazines: int
    ram: str


LOGS = {
    "Defense": Log("BB", "BSIC", "12.61", 37, 3, 2, 2, 1, 18, "B", "", 2, "other"),
    "Bellerophon": Log("BC", "CBIC", "4.66", 67, 2, 2, 2, 1, 15, "C", "C", 2, "other"),
    "Inconsistent": Log("BF", "SF", "1869", 34, 3, 2, 2, 1, 13, "", "", 1, "none"),
    "Eclipse": Log("BV", "COV", "1868", 8, 1, 1, 3, 2, 4, "", "", 1, "none"),
    "Magenta": Log("FB", "BSIC", "1862", 44, 3, 2, 2, 1, 13, "B", "", 2, "other"),
    "Ocean": Log("FC", "CBIC", "1870", 64, 2, 2, 2, 1, 15, "C", "", 2, "armored"),
    "Armorique": Log("FF", "SF", "1862", 24, 2, 1, 2, 1, 8, "", "", 2, "none"),
    "Limier": Log("FV", "COV", "1869", 8, 1, 0, 3, 2, 3, "", "", 2, "none"),
    "Large Merchantman": Log("LM", "LM", "", 12, 4, 1, 1, 1, 16, "", "", 0, "none"),
    "Small Merchantman": Log("SM", "SM", "", 6, 3, 0, 1, 1, 8, "", "", 0, "none"),
}
CROSSINGS = {
    "Defense": {3, 5, 7, 9, 11, 13, 15, 17},
    "Bellerophon": {3, 5, 7, 9, 11, 13, 14, 15},
    "Inconsistent": set(range(2, 14)),
    "Eclipse": {2, 3, 4},
    "Magenta": set(range(3, 14)),
    "Ocean": {3, *range(5, 16)},
    "Armorique": set(range(2, 9)),
    "Limier": {2, 3},
    "Large Merchantman": {3, 5, 7, 9, 11, 13, 15},
    "Small Merchantman": set(range(2, 9)),
}
TRACKS = {
    "Defense": [11, 10, 9, 8, 6, 4, 3, 2, 1],
    "Bellerophon": [12, 11, 9, 8, 6, 4, 3, 2, 1],
    "Inconsistent": [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    "Eclipse": [10, 7, 4, 1],
    "Magenta": [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    "Ocean": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    "Armorique": [12, 10, 8, 6, 4, 3, 2, 1],
    "Limier": [11, 7, 3],
    "Large Merchantman": [8, 7, 6, 5, 4, 3, 2, 1],
    "Small Merchantman": [8, 7, 6, 5, 4, 3, 2, 1],
}
GUNS_ABOARD = {
    "Defense": "M1 C casemate EB B; M2-M8 B casemate EB B",
    "Bellerophon": "F1 B casemate F B; A1 B casemate A B; S1-S5 D casemate SB C; P1-P5 D casemate PB C",
    "Inconsistent": "M1-M5 D casemate EB -; M6-M7 B casemate EB -",
    "Eclipse": "M1 B casemate EB -; M2 A casemate EB -",
    "Magenta": "S1-S4 AA casemate SB B; P1-P4 AA casemate PB B; M1-M8 BB casemate EB B",
    "Ocean": (
        "TSF DD barbette SSF B; TSA DD barbette SSA B; TPF DD barbette PSF B; TPA DD barbette PSA B; "
        "S1-S2 EE casemate SB C; P1-P2 EE casemate PB C; M1-M3 AA casemate EB -"
    ),
    "Armorique": "M1-M9 AA casemate EB -",
    "Limier": "F1 AA casemate F -; M1 AA casemate EB -",
    "Large Merchantman": "",
    "Small Merchantman": "",
}
CHART = {
    "A": ('6.3" MLR', "british", "0.5", "BBBAAA"),
    "B": ('7" MLR', "british", "0.5", "CCCBBBAAA"),
    "C": ('8" MLR', "british", "1.0", "DDDCCCBBBAAA"),
    "D": ('9" MLR', "british", "2.0", "EEEDDDDDCCCCC"),
    "AA": ('5.5" BL', "french", "0.5", "BBBBAAAA"),
    "BB": ('6.4" BL', "french", "0.5", "BBBBBAAAA"),
    "DD": ('9.4" BL', "french", "2.0", "EEEEDDDDDCCCC"),
    "EE": ('10.8" BL', "french", "3.0", "GGGGFFFFFDDDD"),
}


def aboard(text: str) -> dict[str, tuple[str, str, str, str]]:
    """Batteries by id from `S1-S4 AA casemate SB B; ...`."""
    found: dict[str, tuple[str, str, str, str]] = {}
    for row in filter(None, text.split("; ")):
        ids, code, mount, arc, armour = row.split()
        first, _, last = ids.partition("-")
        names = [f"{first[0]}{n}" for n in range(int(first[1:]), int(last[1:]) + 1)] if last else [first]
        found |= dict.fromkeys(names, (code, mount, arc, armour.strip("-")))
    return found


# ---------------------------------------------------------------- logs


@pytest.mark.parametrize("name", LOGS)
def test_title_lines(name: str) -> None:
    """SSL-P.1, SSL-D1.1: what the log's title lines say."""
    printed, log = CLASSES[name], LOGS[name]
    for field in ("unit", "type", "in_service", "points", "turn_hexes", "size", "acceleration", "circles"):
        assert getattr(printed, field) == getattr(log, field), field
    for field in ("hull_armour", "tower_armour", "magazines", "ram"):
        assert getattr(printed, field) == getattr(log, field), field
    assert printed.deceleration(PRINTED) == log.deceleration
    assert UNITS[log.unit] == name


@pytest.mark.parametrize("name", LOGS)
def test_hull_lines_and_tracks(name: str) -> None:
    """SSL-P.1, SSL-L4.1: circles, slashes and speed factors; SSL-D1.3: the first one is the undamaged maximum."""
    printed = CLASSES[name]
    assert printed.crossings == CROSSINGS[name]
    assert printed.speed_track == TRACKS[name]
    state = state_with({f"{printed.unit}1": ("1010", "N", 0)}, 1)
    assert state.ships[f"{printed.unit}1"].maximum == TRACKS[name][0]


@pytest.mark.parametrize("name", LOGS)
def test_last_factor_and_last_circle(name: str) -> None:
    """SSL-L4.1, SSL-L3.1: with as many slashes as factors she loses the last one as she sinks, else one is left."""
    ship = f"{LOGS[name].unit}1"
    circles = LOGS[name].circles
    room = struck(ship, circles, " ".join(["0/5"] * circles))
    left = 0 if name in ("Magenta", "Ocean") else 1
    assert len(TRACKS[name]) - room[ship].log.lost == left
    assert room.told(HullMarked)[-1].maximum == (TRACKS[name][-1] if left else 0)
    assert room[ship].fate == "sunk"


@pytest.mark.parametrize("name", LOGS)
def test_batteries(name: str) -> None:
    """SSL-P.1, SSL-D2.1, SSL-D3.1, SSL-D4.1, SSL-P.2: every bracket: gun code, mount, arc, armour."""
    guns = CLASSES[name].guns
    assert {id: (gun.code, gun.mount, gun.arc, gun.armour) for id, gun in guns.items()} == aboard(GUNS_ABOARD[name])
    assert list(guns) == sorted(guns, key=natural)
    assert [gun.place for gun in guns.values()] == list(range(len(guns)))


def test_batteries_and_turrets() -> None:
    """SSL-D2.1: turrets and barbettes are the T location, casemates B."""
    assert {gun.location for gun in CLASSES["Magenta"].guns.values()} == {"B"}
    assert [id for id, gun in CLASSES["Ocean"].guns.items() if gun.location == "T"] == ["TPA", "TPF", "TSA", "TSF"]
    assert Battery("T1", "EE", "turret", "SE", "C", 0).location == "T"


def test_oceans_note() -> None:
    """SSL-P.2: reinforced ram, special arcs, unarmoured [AA] batteries."""
    ocean = CLASSES["Ocean"]
    assert ocean.ram == "armored"
    assert [printed.key for printed in CLASSES.values() if printed.ram == "armored"] == ["Ocean"]
    assert {gun.armour for gun in ocean.guns.values() if gun.code == "AA"} == {""}


def test_each_ship_has_her_own_log() -> None:
    """SSL-D.1, SSL-B.2, SSL-E.4: one unit is one ship, fresh at the start."""
    state = state_with({"BC1": ("1010", "N", 6), "BC2": ("1012", "N", 6)}, 1)
    state.ships["BC1"].log.marked, state.ships["BC1"].log.gone = 4, ["S1"]
    second = state.ships["BC2"]
    assert (second.log.marked, second.log.lost, second.log.gone, second.circles_left) == (0, 0, [], 15)
    assert len(second.living()) == 12


def test_nothing_depends_on_the_scale() -> None:
    """SSL-B.1: a hex and a turn are yards and minutes for the eye only: speeds are hexes a turn."""
    assert sum(movement_points(9, impulse, 4) for impulse in (1, 2, 3, 4)) == 9


def test_bellerophon_of_page_2() -> None:
    """E2, SSL-D1.1: option bellerophon_log=page2: points 59, tower B, a second stern battery, twelve factors."""
    other = class_of("BC1", DEFAULTS | {"bellerophon_log": "page2"})
    assert (other.type, other.turn_hexes, other.size, other.points, other.tower_armour) == ("CBIC", 2, 2, 59, "B")
    assert other.speed_track == list(range(12, 0, -1))
    assert aboard(GUNS_ABOARD["Bellerophon"].replace("A1", "A1-A2")) == {
        id: (gun.code, gun.mount, gun.arc, gun.armour) for id, gun in other.guns.items()
    }
    assert class_of("BC1", DEFAULTS) is CLASSES["Bellerophon"]
    assert (other.hull_line, other.hull_armour) == (CLASSES["Bellerophon"].hull_line, "C")


def test_defense_of_eleven_factors() -> None:
    """SSL-P.1: option defense_track=eleven."""
    assert class_of("BB3", DEFAULTS | {"defense_track": "eleven"}).speed_track == list(range(11, 0, -1))
    assert class_of("BB3", DEFAULTS) is CLASSES["Defense"]


def test_counter_sheet() -> None:
    """SSL-O6.1: ten types, five counters each."""
    assert (len(UNITS), OF_A_TYPE) == (10, 5)
    assert [natural(id) for id in ("BB2", "BB10")] == [("BB", 2), ("BB", 10)]


# ---------------------------------------------------------------- tables


@pytest.mark.parametrize("code", CHART)
def test_gun_charts(code: str) -> None:
    """SSL-Q.1, SSL-J2.11: Q.2.1 and Q.2.2; SSL-P.3: the [A] row."""
    gun = GUNS[code]
    name, side, fp, reach = CHART[code]
    assert (gun.name, gun.side, gun.reach) == (name, side, reach)
    assert firepower(code, PRINTED) == float(fp) * 2
    assert "".join(letter_at(code, away, PRINTED) for away in range(1, MAX_RANGE + 2)) == reach


def test_gun_rank() -> None:
    """SSL-J2.12: D over C over B over A, EE over DD over BB over AA."""
    assert sorted("ABCD", key=RANK.__getitem__) == list("DCBA")
    assert sorted(("AA", "BB", "DD", "EE"), key=RANK.__getitem__) == ["EE", "DD", "BB", "AA"]


def test_options_of_the_guns() -> None:
    """SSL-J2.10, SSL-J2.11: options fp_set and gun_a."""
    milder = PRINTED | {"fp_set": "1112", "gun_a": "b"}
    assert [firepower(code, milder) / 2 for code in CHART] == [0.5, 0.5, 1, 1, 0.5, 0.5, 1, 2]
    assert "".join(letter_at("A", away, milder) for away in range(1, 14)) == "CCCBBBAAA"


def test_to_hit_row() -> None:
    """SSL-Q.1, SSL-J2.9: 4 at 1 to 3 hexes, one more for every three; option to_hit_row."""
    assert [needed_at(away, PRINTED) for away in range(1, 14)] == [4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8]
    twos = PRINTED | {"to_hit_row": "twos"}
    assert [needed_at(away, twos) for away in range(1, 14)] == [3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8]


def test_gunnery_modifiers() -> None:
    """SSL-Q.1, SSL-J2.8: Q.2.3, one column read by number and by speed."""
    assert [number_modifier(n) for n in range(1, 12)] == [-3, -2, -1, 0, 0, 0, 1, 1, 1, 2, 2]
    assert [speed_modifier(n) for n in range(15)] == [2, 1, 1, 1, 1, 0, 0, 0, 0, -1, -1, -2, -2, -3, -3]


def test_armour_letters() -> None:
    """SSL-D4.1: a shot's letter must be as high as the part's; none is always beaten."""
    assert "".join(ARMOUR) == "ABCDEFG"
    assert [beats("C", armour) for armour in ARMOUR] == [True, True, True, True, False, False, False, False]


@pytest.mark.parametrize(
    ("code", "hits"),
    [("B", [1, 1, 2, 2, 3, 3]), ("C", [1, 2, 3, 4, 5, 6]), ("D", [2, 4, 6, 8, 10, 12]), ("EE", [3, 6, 9, 12, 15, 18])],
)
def test_quick_hit_calculator(code: str, hits: list[int]) -> None:
    """SSL-Q.1, SSL-J2.10: Q.4."""
    assert [effective_hits(base, code, PRINTED) for base in range(1, 7)] == hits


def test_ram_tables() -> None:
    """SSL-Q.1, SSL-J1.4, SSL-J1.5, SSL-J1.6: Q.1.1 to Q.1.5."""
    assert (RAM_POOL, RAM_NEEDED, RAM_MULTIPLIER) == (5, 4, (1, 1, 2, 2, 3, 4))
    assert RAM_ANGLE == (-2, 1, 2, -1, 2, 1)
    assert STRUCK == ("stern", "port quarter", "port bow", "bow", "starboard bow", "starboard quarter")
    assert [ram_speed_modifier(n) for n in (-5, -4, -3, 0, 3, 4)] == [-2, -2, 0, 0, 0, 2]
    assert [own_ram_hits(category, 7) for category in ("armored", "none", "other")] == [0, 4, 2]


def test_movement_chart() -> None:
    """SSL-Q.1, SSL-I1.1: Q.3, the rows of speeds 1, 7, 9 and 14."""
    rows = {speed: [movement_points(speed, impulse, 4) for impulse in (1, 2, 3, 4)] for speed in (1, 7, 9, 14)}
    assert rows == {1: [0, 0, 0, 1], 7: [1, 2, 2, 2], 9: [2, 2, 2, 3], 14: [3, 4, 3, 4]}

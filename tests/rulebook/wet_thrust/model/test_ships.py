"""Sections 2.1 to 2.3 and `tools/check_ship.py`: the ship files, and every mistake that one can have."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.core.game.data_file import BrokenData
from pbem.core.geometry.tabletop import sectors
from pbem.games.wet_thrust.language.syntax import RESERVED
from pbem.games.wet_thrust.model.scs import CLASS_OF, CLASSES, SHIPS, read_ship, read_ships
from pbem.games.wet_thrust.model.ship_faults import ORDER_WORDS, UNIT
from tools.check_ship import main
from tools.clauses import ROOT

PRINTED = {
    # top, accel, decel, levels, evasive, belt, deck, fuel, fire boxes, rows
    "BIS": (8, 1, 2, "1 2*", "capital", 3, 1, 8, 6, "12(6) 12(5) 12(4) 12(0)"),
    "SCH": (8, 1.5, 3, "1 2*", "capital", 3, 1, 6, 6, "10(6) 10(5) 10(4) 10(0)"),
    "PEU": (8, 1.5, 3, "1 2", "capital", 1, 0, 6, 4, "8(6) 8(5) 8(0)"),
    "GRZ": (9, 1, 2, "1 2*", "capital", 1, 0, 6, 5, "7(6) 7(5) 7(4) 7(0)"),
    "HOO": (8, 1, 2, "1 2*", "capital", 3, 0, 6, 6, "11(6) 11(5) 11(4) 11(0)"),
    "KGV": (7, 1, 2, "1 2*", "capital", 3, 2, 8, 6, "11(6) 11(5) 11(4) 11(0)"),
    "SUF": (7, 2, 2, "1 2", "capital", 1, 0, 6, 4, "6(6) 6(5) 6(0)"),
    "NOR": (7, 2, 2, "1 2", "capital", 0, 0, 6, 4, "6(6) 6(5) 6(0)"),
    "SHE": (8, 2, 2, "1 2", "capital", 1, 0, 5, 4, "5(6) 5(5) 5(0)"),
    "ARK": (8, 1.5, 3, "1 2*", "capital", 1, 1, 6, 5, "7(6) 7(5) 7(4) 7(0)"),
    "ANT": (10, 2, 4, "1 2 3*", "escort", 0, 0, 2, 2, "4(6) 4(0)"),
    "U47": (4, 1, 2, "1 2", "none", 0, 0, 3, 2, "2(5) 2(0)"),
    "M01": (3, 0.5, 1, "1", "none", 0, 0, 3, 3, "4(5) 4(0)"),
}
SYSTEMS = {
    "BIS": "BO4 PR2 RU2 RA1 R2 A4 C4 PD4 AD1 BR SB FC4 DC3",
    "SCH": "BO4 PR3 RU2 RA1 R1 B3 C4 TL2 PD3 AD1 BR SB FC4 DC3",
    "PEU": "BO4 PR3 RU2 RA1 R1 B4 D2 TL2 PD3 AD1 BR SB FC3 DC2",
    "GRZ": "BO4 PR4 RU2 RA1 R1 C4 F2 DB2 T1 PD4 AD1 BR FC2 DC3",
    "HOO": "BO4 PR4 RU2 RA1 A4 D2 TL2 PD3 BR SB FC3 DC3 MG2",
    "KGV": "BO4 PR4 RU2 RA1 R1 A3 C4 PD4 AD1 BR SB FC4 DC3",
    "SUF": "BO2 PR4 RU2 RA1 R1 B4 D2 PD2 AD1 BR FC2 DC2",
    "NOR": "BO2 PR4 RU2 RA1 R1 B4 D2 TL2 PD2 BR FC2 DC2",
    "SHE": "BO4 PR4 RU2 RA1 R1 C4 D2 TL2 PD2 AD1 BR FC2 DC2",
    "ARK": "BO4 PR3 RU2 R1 D4 F2 T4 PD4 AD2 BR SB FC2 DC3",
    "ANT": "BO2 PR2 RU3 SO1 D2 TL2 AS5 PD1 AD1 BR FC1 DC1",
    "U47": "BO2 PR2 RU2 D1 TL2 PD1 BR FC1 DC1",
    "M01": "BO1 PR1 RU1 D1 BR FC1 DC1",
}


@pytest.mark.parametrize("unit", PRINTED)
def test_sheets_are_as_the_rules_have_them(unit: str) -> None:
    """Section 2.3, first table."""
    ship = CLASS_OF[unit]
    rows = " ".join(f"{boxes}({number})" for boxes, number in ship.rows)
    levels = " ".join(ship.levels)
    found = (ship.top, ship.accel, ship.decel, levels, ship.evasive, ship.belt, ship.deck, ship.fuel, ship.fire_boxes, rows)
    assert found == PRINTED[unit]


@pytest.mark.parametrize("unit", SYSTEMS)
def test_systems_are_counted_in_canonical_order(unit: str) -> None:
    """Sections 2.1 and 2.3, WT-9.4: `BO4` is BO1 to BO4."""
    expected: list[str] = []
    for word in SYSTEMS[unit].split():
        prefix, number = word.rstrip("0123456789"), word.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        expected += [f"{prefix}{n}" for n in range(1, int(number) + 1)] if number else [prefix]
    assert list(CLASS_OF[unit].all_systems) == expected


@pytest.mark.parametrize(
    ("unit", "mount", "arc"),
    [
        ("BIS", "A2", "8-4"),
        ("BIS", "A3", "2-10"),
        ("BIS", "C1", "8-12"),
        ("BIS", "C2", "6-10"),
        ("BIS", "C3", "12-4"),
        ("BIS", "C4", "2-6"),
        ("SCH", "B2", "8-4"),
        ("SCH", "TL2", "2-4"),
        ("PEU", "D1", "8-10"),
        ("SHE", "C3", "2-10"),
        ("ARK", "D4", "2-6"),
        ("ANT", "TL1", "8-10,2-4"),
        ("ANT", "AS1", "8-10"),
        ("ANT", "AS5", "5-7"),
        ("U47", "D1", "ALL"),
        ("U47", "TL1", "11-1"),
        ("U47", "TL2", "5-7"),
        ("M01", "D1", "2-10"),
    ],
)
def test_arcs(unit: str, mount: str, arc: str) -> None:
    """Section 2.3, second table."""
    assert CLASS_OF[unit].arcs[mount] == sectors(arc)


def test_torpedoes_and_magazines() -> None:
    """Section 2.3: tubes and reloads; WT-17.1: magazines on Hood's sheet only."""
    tubes = {unit: [(t.tubes, t.reloads) for t in CLASS_OF[unit].torpedoes] for unit in SYSTEMS if CLASS_OF[unit].torpedoes}
    assert tubes == {
        "SCH": [(3, 0), (3, 0)],
        "PEU": [(6, 1), (6, 1)],
        "HOO": [(2, 0), (2, 0)],
        "NOR": [(4, 0), (4, 0)],
        "SHE": [(3, 0), (3, 0)],
        "ANT": [(4, 0), (4, 0)],
        "U47": [(4, 2), (1, 1)],
    }
    assert {ship.key: [m.mod for m in ship.magazines] for ship in CLASSES.values() if ship.magazines} == {"hood": [0, 1]}


def test_words_of_the_order_language_are_no_ships() -> None:
    """Every word that opens no block is refused as a unit's id, where it could be one at all."""
    assert {word for word in RESERVED if UNIT.fullmatch(word) and 3 <= len(word) <= 6} <= set(ORDER_WORDS)


# ---------------------------------------------------------------- a sheet of one's own


def written(tmp_path: Path, base: str = "scharnhorst", **changes: Any) -> Path:
    """A ship file with changes (None leaves a field out), as `mine.json`."""
    data = json.loads((SHIPS / f"{base}.json").read_text()) | {"key": "mine", "units": {"GNE": "Gneisenau"}} | changes
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({name: value for name, value in data.items() if value is not None}))
    return path


SYS = {"BO": 4, "PR": 3, "RU": 2, "BR": 1}


def test_a_good_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`tools/check_ship.py` says so and exits 0."""
    assert main([written(tmp_path)]) == 0
    assert capsys.readouterr().out == "mine.json is a good sheet.\n"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"top": None}, "top: missing data for required field"),
        ({"type": "XX"}, "type: must be one of: BB, BC"),
        ({"crew": 3}, "crew: unknown field"),
        ({"top": 0}, "top: 0.0 is not more than 0 and at most 40 inches"),
        ({"accel": -1}, "accel: -1.0 is not more than 0"),
        ({"submerged": 2}, "submerged: only submarines (type SS) go below the surface"),
        ({"type": "SS"}, "submerged: 0.0 is not more than 0 and at most the surfaced top of 8.0"),
        ({"levels": ["1", "two"]}, "levels.1: 'two' is no level"),
        ({"levels": ["2", "1"]}, "levels: must be one or more rising numbers of points"),
        ({"levels": ["6", "7"]}, "levels: must be one or more rising numbers of points from 1 to 6"),
        ({"levels": ["1", "2", "3"]}, "levels: there are 3 for 2 rudders"),
        ({"belt": 4}, "belt: 4 is not 0 to 3"),
        ({"fire_boxes": 0}, "fire_boxes: 0 is not 1 to 20"),
        ({"systems": SYS | {"MAST": 1}}, "systems.MAST: is none of BO, PR"),
        ({"systems": SYS | {"BR": 2}}, "systems.BR: 2 is not 0 to 1"),
        ({"systems": SYS | {"BO": 0}}, "systems.BO: every vessel has a boiler room"),
        ({"units": {}}, "units: at least one unit id with its ship's name"),
        ({"units": {"Gne": "x"}}, "units.Gne: 'Gne' is no unit id"),
        ({"units": {"HOLD": "x"}}, "units.HOLD: 'HOLD' means something else in orders"),
        ({"units": {"SUB1": "x"}}, "units.SUB1: 'SUB1' means something else in orders"),
        ({"units": {"GNE": " "}}, "units.GNE: the ship has no name"),
        ({"guns": [{"id": "E1", "arc": "8-4"}]}, "guns.0.id: 'E1' is no id; write A or B or C or D and a number from 1"),
        ({"guns": [{"id": "A0", "arc": "8-4"}]}, "guns.0.id: 'A0' is no id"),
        ({"guns": [{"id": "A1", "arc": "0-4"}]}, "guns.0.arc: '0-4' is no arc"),
        ({"guns": [{"id": "A1", "arc": "8-4"}, {"id": "A1", "arc": "2-4"}]}, "systems: A1 is there twice"),
        ({"torpedoes": [{"id": "TL1", "tubes": 0, "arc": "2-4"}]}, "torpedoes.0.tubes: 0 is not 1 to 10"),
        ({"asw": [{"id": "TL1", "arc": "2-4"}]}, "asw.0.id: 'TL1' is no id; write AS and a number"),
        ({"squadrons": [{"id": "F1", "type": "F"}]}, "squadrons: only carriers (type CV) have squadrons"),
        ({"type": "CV", "squadrons": [{"id": "T1", "type": "F"}]}, "squadrons.0.id: 'T1' is no id; write F and a number"),
        ({"type": "CV", "squadrons": [{"id": "F1", "type": "F", "aircraft": 7}]}, "squadrons.0.aircraft: 7 is not 1 to 6"),
        ({"magazines": [{"id": "MG1", "mod": 6}]}, "magazines.0.mod: 6 is not 0 to 5"),
        ({"rows": []}, "rows: at least one row of damage boxes"),
        ({"rows": [[10, 6], [10, 5]]}, "rows.1: the bottom row has no threshold number: write 0"),
        ({"rows": [[10, 7], [10, 0]]}, "rows.0: the threshold number 7 is not 2 to 6"),
        ({"rows": [[0, 6], [10, 0]]}, "rows.0: [0, 6] is no row"),
        ({"key": "hood"}, "key: 'hood' is taken by hood.json"),
        ({"units": {"HOO": "Hood"}}, "units.HOO: is a unit of hood.json already"),
    ],
)
def test_every_mistake_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], told: str) -> None:
    """Section 2.2: in a sentence with its path; exit 1."""
    assert main([written(tmp_path, **changes)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(f"mine.json: {told}") and line.endswith(".") for line in lines), lines


def test_all_mistakes_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One run shows them all."""
    assert main([written(tmp_path, belt=9, deck=9, rows=[])]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_what_is_no_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line of the file where it stops making sense; other letters; a file that is not there; no file at all."""
    broken, latin = tmp_path / "broken.json", tmp_path / "latin.json"
    broken.write_text('{\n "key": }')
    latin.write_bytes('{"name": "Köln"}'.encode("latin-1"))
    assert main([broken, latin, tmp_path / "absent.json"]) == 1
    out = capsys.readouterr().out
    assert "broken.json: line 2: Expecting value." in out and "latin.json: is no text in UTF-8." in out
    assert "absent.json: cannot be read: no such file or directory." in out
    assert main([]) == 2


def test_the_loader_refuses_what_the_tool_does(tmp_path: Path) -> None:
    """A broken file stops the program with file, path and reason, and so do two files that claim a unit."""
    with pytest.raises(BrokenData, match=r"mine\.json: belt: 9 is not 0 to 3"):
        read_ship(written(tmp_path, belt=9))
    (tmp_path / "zwei.json").write_text(written(tmp_path).read_text().replace('"mine"', '"zwei"'))
    with pytest.raises(BrokenData, match=r"zwei\.json: units\.GNE: 'mine' has this unit already"):
        read_ships(tmp_path)
    (tmp_path / "zwei.json").write_text(written(tmp_path).read_text())
    with pytest.raises(BrokenData, match=r"zwei\.json: key: 'mine' is another file's already"):
        read_ships(tmp_path)


def test_as_a_command() -> None:
    """All sheets that come with the game are good."""
    command = [sys.executable, "tools/check_ship.py", *map(str, sorted(SHIPS.glob("*.json")))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", len(CLASSES))

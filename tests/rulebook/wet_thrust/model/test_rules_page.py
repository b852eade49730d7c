"""docs/rules/wet_thrust.md says what the code does: ships, tables, events, state, options, scenarios, examples, own ships."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from events.base import EVERYONE, Event
from events.platform import Rolled
from events.shapes import members
from pbem.core.state import codec
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model import scenario as scenarios
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet
from pbem.games.wet_thrust.model.scenario import OPENINGS, Entry, choices, mils, read_opening
from pbem.games.wet_thrust.model.scs import CLASS_OF, CLASSES, SHIPS, ShipClass, read_ship
from pbem.games.wet_thrust.model.state import Contact, FireMark, Screen, State
from pbem.games.wet_thrust.model.tables import COLLISION, DICE, SIDES, VALUES, WEATHER
from pbem.games.wet_thrust.model.units import Deck, OrderBook, Shot, Squadron, Vessel
from pbem.games.wet_thrust.rules.setup import seats
from tests.kit.playing import by_bot, play
from tests.rulebook.wet_thrust.builders.pages import RULES, SPAN, chapter, opened, rows, samples
from tools.check_ship import main

CASES = Path(__file__).parents[1] / "cases"


def spans_of(text: str) -> list[str]:
    """The names in the first column of all tables."""
    return [span for first, *_ in rows(text) for span in SPAN.findall(first)]


def section(title: str) -> str:
    """What is under a heading of level 3, which begins with this number."""
    heading = next(line for line in RULES.splitlines() if line.startswith(f"### {title} "))
    return chapter(RULES, heading.removeprefix("### "), 3)


def plain(cell: str) -> str:
    """Without daggers and marks."""
    return cell.replace("†", "").replace("`", "").strip()


# ---------------------------------------------------------------- section 2


def class_rows() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Both tables of 2.3 by their first unit: measures, and guns and other systems."""
    table = [[plain(cell) for cell in row] for row in rows(section("2.3")) if row[0] not in ("Class (ids)", "Class")]
    measures = {re.split(r"[ ,)]", row[0].split("(")[1])[0]: row for row in table if len(row) == 19}
    return measures, {re.split(r"[ ,]", row[0])[0]: row for row in table if len(row) == 10}


def number(value: float) -> str:
    """As the book writes it."""
    return f"{value:g}"


def measures_of(ship: ShipClass) -> list[str]:
    """A row of the first table, from the type on."""
    top = number(ship.top) if not ship.boat else f"{number(ship.top)} surfaced, {number(ship.submerged)} submerged"
    counts = [str(ship.systems.get(prefix, 0)) for prefix in ("BO", "PR", "RU")]
    last = [f"{boxes}({needed or '-'})" for boxes, needed in ship.rows]
    return [
        ship.type,
        "any" if ship.type == "MM" else ship.nation,
        top,
        f"{number(ship.accel)}/{number(ship.decel)}",
        *counts,
        ", ".join(ship.levels),
        ship.evasive,
        str(ship.belt),
        str(ship.deck),
        *(str(ship.systems.get(prefix, 0)) for prefix in ("RA", "FC")),
        f"{ship.systems.get('BR', 0)}/{ship.systems.get('SB', 0)}",
        str(ship.systems.get("DC", 0)),
        str(ship.fuel),
        str(ship.fire_boxes),
        " ".join(last),
    ]


@pytest.mark.parametrize("ship", CLASSES.values(), ids=lambda ship: str(ship.key))
def test_the_classes_of_the_rule_book(ship: ShipClass) -> None:
    """2.3, first table: every number of every class."""
    measures, _ = class_rows()
    (row,) = [row for id, row in measures.items() if id in ship.units]
    assert row[1:] == measures_of(ship)


def mounts(cell: str) -> dict[str, str]:
    """`A1 A2 8-4; D1 2-10, D2 ..` as ids with arcs."""
    found: dict[str, str] = {}
    for ids, arc in re.findall(r"((?:[A-Z]+\d )+)((?:\d+-\d+(?:,\d+-\d+)*)|ALL)", cell):
        found |= dict.fromkeys(ids.split(), arc)
    return found


@pytest.mark.parametrize("ship", CLASSES.values(), ids=lambda ship: str(ship.key))
def test_the_armament_of_the_rule_book(ship: ShipClass) -> None:
    """2.3, second table: guns, launchers, mounts, systems, squadrons, magazines."""
    _, table = class_rows()
    row = next(row for id, row in table.items() if id in ship.units)
    guns = table["SUF"][1] if row[1] == "as SUF" else row[1]
    assert mounts(guns) == {gun.id: gun.arc for gun in ship.guns}
    tubes = re.findall(
        r"(TL\d) (\d)(?: tubes)? (\d+-\d+(?:,\d+-\d+)*)(?:, (\d) reload)?", row[2].replace("no reload", "0 reload")
    )
    shared = re.search(r"; (\d) reload", row[2])
    loads = [int(reloads or (shared[1] if shared else 0)) for *_, reloads in tubes]
    assert [(id, int(n), arc) for id, n, arc, _ in tubes] == [(t.id, t.tubes, t.arc) for t in ship.torpedoes]
    assert loads == [t.reloads for t in ship.torpedoes]
    assert mounts(row[3]) == {mount.id: mount.arc for mount in ship.asw}
    counts = [0 if cell == "-" else int(cell) for cell in row[4:8]]
    assert counts == [ship.systems.get(prefix, 0) for prefix in ("PD", "AD", "SO", "R")]
    assert re.findall(r"\b(?:F|DB|T)\d\b", row[8]) == [wing.id for wing in ship.squadrons]
    assert re.findall(r"MG\d \+\d", row[9]) == [f"{each.id} +{each.mod}" for each in ship.magazines]


def test_the_guns_of_the_rule_book() -> None:
    """2.5: damage dice by class and band."""
    table = {row[0]: [0 if cell == "-" else int(cell) for cell in row[1:]] for row in rows(section("2.5")) if row[0] in "ABCD"}
    assert {letter: dice for letter, dice in table.items() if letter} == {
        letter: [*dice, *[0] * (4 - len(dice))] for letter, dice in DICE.items()
    }


def test_the_weather_of_the_rule_book() -> None:
    """2.7: by its word, how it lowers dice, whether smoke can be made, how long a screen lasts."""
    table = {row[1].strip("`"): row[2:] for row in rows(section("2.7")) if len(row) == 5 and row[0] != "Weather"}
    found = {word: [str(w.x), "yes" if w.smoke else "no", str(w.lasts)] for word, w in WEATHER.items()}
    assert {word: [plain(cell) for cell in row] for word, row in table.items()} == found


def test_what_types_deal_and_are_worth() -> None:
    """2.4: additions to a collision; section 8: points of a ship sunk."""
    (line,) = [row[1] for row in rows(section("2.4")) if row[0].startswith("Addition")]
    dealt = {type: int(n) for types, n in re.findall(r"((?:[A-Z]{2}(?:, | and )?)+) \+(\d)", line) for type in types_in(types)}
    assert dealt == dict(COLLISION)
    worth = re.search(r"for each enemy ship sunk (.*?);", chapter(RULES, "8. Victory and scenarios"))
    assert worth and dict(item.split() for item in worth[1].split(", ")) == {type: str(n) for type, n in VALUES.items()}


def types_in(words: str) -> list[str]:
    """The types of ships in some words."""
    return re.findall(r"[A-Z]{2}", words)


# ---------------------------------------------------------------- events, dice, state


def test_the_events_of_the_rule_book() -> None:
    """Section 11 names every event of the game once."""
    types: tuple[type[Event], ...] = WET_THRUST.events
    expected = sorted(event.type.removeprefix("wet_thrust.") for event in types)
    assert sorted(spans_of(chapter(RULES, "11. Events"))) == expected


def seen_by(cell: str, open_sheets: bool) -> set[str]:
    """The audiences that the last column of the events means."""
    everybody = {"everybody": True, "seen": True, "sheet": open_sheets}.get(cell, False)
    return {EVERYONE} | (set(SIDES) if cell != "everybody" else set()) if everybody else set(SIDES)


PLAYED: list[tuple[str, str, dict[str, Any]]] = [
    ("convoy", "steady", {"open_sheets": "on"}),
    ("two-carriers", "random", {"admirals": "two"}),
    ("acasta", "random", {"ram_modifier_unit": "row"}),
    ("first-salvo", "steady", {}),
]


@pytest.mark.parametrize(("key", "bot", "given"), PLAYED)
def test_the_clauses_and_readers_of_events_and_dice(key: str, bot: str, given: dict[str, Any]) -> None:
    """Sections 11 and 2.8, WT-23: each event cites a clause of its row and goes to those whom the row names; so do rolls."""
    table = {SPAN.findall(cells[0])[0]: cells for cells in rows(chapter(RULES, "11. Events")) if SPAN.search(cells[0])}
    purposes = {name: row[-1] for row in rows(section("2.8")) for name in SPAN.findall(row[0])}
    drafts = play(WET_THRUST, key, given, by_bot(dict.fromkeys(("gb", "gb2", "de", "de2"), bot)), f"page {key}", 8).drafts
    for draft in drafts:
        if isinstance(draft.event, Rolled):
            assert draft.rule in purposes[draft.event.purpose.split()[0]].split(", "), draft.event.purpose
        elif draft.event.type.startswith("wet_thrust."):
            _, _, clauses, readers = table[draft.event.type.removeprefix("wet_thrust.")]
            assert draft.rule in clauses.split(", "), draft.event
            assert draft.audience in seen_by(readers, given.get("open_sheets") == "on"), draft.event


def test_the_state_of_the_rule_book() -> None:
    """Section 12 names every field of the state and of all its parts, and nothing else."""
    parts = (State, Vessel, OrderBook, Sheet, Hole, Shot, Squadron, Deck, Contact, Screen, FireMark)
    expected = [each.json for part in parts for each in members(part) if each.json]
    assert sorted(spans_of(chapter(RULES, "12. State JSON"))) == sorted(expected)


# ---------------------------------------------------------------- options and scenarios


def test_the_options_of_the_rule_book() -> None:
    """Section 10 names every option with its default, words and bounds."""
    table = {SPAN.findall(row[0])[0]: row[1:3] for row in rows(chapter(RULES, "10. Options"))[1:]}
    legal = choices(OPENINGS["convoy"])
    assert {name: default.strip("`") for name, (default, _) in table.items()} == {
        name: "the scenario's" if name == "weather" else str(choice.default) for name, choice in legal.items()
    }
    for name, choice in legal.items():
        assert set(choice.words) - {choice.default} <= set(SPAN.findall(table[name][1])) | {"calm"}, name
    assert "1 to 5" in table["hit_faces"][1] and "0 to 4" in table["collision_radius"][1]
    assert "0 to 6" in table["torpedo_reload_turns"][1]


def scenario_rows() -> dict[str, list[str]]:
    """The table of scenarios by key."""
    table = rows(chapter(RULES, "8. Victory and scenarios"))[1 : len(OPENINGS) + 1]
    return {SPAN.findall(cells[0])[0]: cells for cells in table}


def test_the_scenarios_of_the_rule_book() -> None:
    """Section 8: keys, codes, sides in order, weather, turn limits and seats."""
    table = scenario_rows()
    assert list(table) == list(OPENINGS)
    for key, (_, code, sides, weather, turns, posts) in table.items():
        found = OPENINGS[key]
        assert [code.split(",")[0], sides, turns] == [found.code, ", ".join(found.sides), str(found.limit)]
        assert (set(SPAN.findall(code)), weather) == (set(found.aliases), found.weather)
        both = choices(found)["admirals"].words
        most = [seat.id for seat in seats(key, {"admirals": both[-1]})]
        assert sorted(span for span in SPAN.findall(posts) if "=" not in span) == sorted(most)


PRINTED = [key for key, opening in OPENINGS.items() if opening.aliases]


def berths(cells: Iterable[list[str]]) -> dict[str, list[object]]:
    """Rows of a table of units: place in mils, course and speed by id."""
    ships = [row for row in cells if row[0] in CLASS_OF]
    return {row[0]: [mils([float(n) for n in row[1].split(", ")]), int(row[2]), float(row[3])] for row in ships}


def told_before(note: str, entry: Entry) -> bool:
    """Does a note say how deep a boat is and what was lost before the game?"""
    depth = {"periscope": "periscope depth", "deep": "deep"}.get(entry.mode, "")
    parts = [system.removesuffix("1") if system == "RA1" else system for system in entry.before.lost]
    fuel = f"{entry.before.empty} of {entry.printed.fuel} fuel boxes empty" if entry.before.empty else ""
    lasting = "not repairable" if entry.before.beyond else ""
    return all(part in note for part in [depth, *parts, fuel, lasting])


@pytest.mark.parametrize("key", PRINTED)
def test_the_printed_positions_of_the_rule_book(key: str) -> None:
    """Sections 8.1 to 8.7: every unit with place, course, speed and what happened before, and whose she is."""
    found = OPENINGS[key]
    text = section(f"8.{found.aliases[0]}")
    ships = {entry.id: entry for entry in found.units}
    assert berths(rows(text)) == {id: [mils(each.at), each.course, each.speed] for id, each in ships.items()}
    for row in rows(text):
        assert row[0] not in ships or told_before(row[4], ships[row[0]])
    for squadron in found.land:
        (note,) = [row for row in rows(text) if row[0] == squadron.id]
        assert note[1] == ", ".join(number(n) for n in squadron.at) and f"turn {squadron.enters}" in note[4]
    second = re.search(r"^Second admirals: (.*)\.$", text, re.M)
    named = re.findall(r"[A-Z]+\d*", second[1]) if second else []
    assert sorted(named) == sorted(entry.id for entry in found.units if entry.squadron == 2)


def test_every_worked_example_names_its_case_files() -> None:
    """Section 13: the links of each example, and no case file without one."""
    text = chapter(RULES, "13. Worked examples")
    linked = re.findall(r"\(\.\./\.\./tests/rulebook/wet_thrust/cases/([^)]+)\.json\)", text)
    assert sorted(linked) == sorted(file.stem for file in CASES.glob("t*.json"))
    for example, words in re.findall(r"^- \*\*E(\d+)\*\*(.*)$", text, re.M):
        assert f"/t{int(example):02d}-" in words


def test_rulings_are_named_once_and_by_the_clauses_they_touch() -> None:
    """Section 14: W1, W2, .. without a gap; a clause that a ruling names says so, but those of the frame."""
    table = {row[0]: row[-1] for row in rows(chapter(RULES, "14. Rulings")) if re.fullmatch(r"W\d+", row[0])}
    assert list(table) == [f"W{n}" for n in range(1, len(table) + 1)]
    clauses = dict(re.findall(r"^- \*\*(WT-[\d.]+)\*\*(.*)$", RULES, re.M))
    for id, words in list(table.items())[15:]:
        for clause in re.findall(r"WT-\d+\.\d+", words[words.rindex("(") :]):
            assert re.search(rf"\b{id}\b", clauses[clause]), (id, clause)


# ---------------------------------------------------------------- a ship of one's own


def own_files(folder: Path) -> tuple[Path, Path]:
    """The files of section 16, written out."""
    ship, opening = samples(chapter(RULES, "16. Add your own ship"), "json")
    (folder / "renown.json").write_text(ship)
    (folder / "lofoten.json").write_text(opening)
    return folder / "renown.json", folder / "lofoten.json"


def test_a_ship_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Section 16: the sheet and the scenario of the page can be played."""
    sheet, file = own_files(tmp_path)
    ship = read_ship(sheet)
    monkeypatch.setitem(CLASSES, ship.key, ship)
    monkeypatch.setitem(CLASS_OF, "RNW", ship)
    opening = read_opening(file)
    monkeypatch.setitem(scenarios.OPENINGS, opening.key, opening)
    played = play(WET_THRUST, opening.code, {}, by_bot({"gb": "steady", "de": "steady"}), "own ship", 3)
    assert played.state.turn == 3 and played.problems == []
    assert list(played.state.ships) == ["RNW", "ACA", "SCH"] and "RNW-R1" in played.state.squadrons
    document = codec.dump(opened("denmark-strait"))
    document["ships"]["RNW"] = {"at": [0, 0], "course": 1, "speed": "6"}
    assert WET_THRUST.rules.load(document).ships["RNW"].side == "british"


def test_what_the_tool_says_to_a_wrong_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Section 16: word for word."""
    sheet, _ = own_files(tmp_path)
    assert main([sheet]) == 0
    assert capsys.readouterr().out == "renown.json is a good sheet.\n"
    data = json.loads(sheet.read_text()) | {"key": "mine", "belt": 9, "levels": ["1", "2*", "3"], "units": {"HOO": "Renown"}}
    data["systems"].pop("BR")
    data["torpedoes"][0]["arc"], data["rows"][3] = "8-13", [9, 3]
    (tmp_path / "wrong.json").write_text(json.dumps(data))
    assert main([tmp_path / "wrong.json"], SHIPS) == 1
    assert capsys.readouterr().out == samples(chapter(RULES, "16. Add your own ship"), "text")[0]


def test_the_fields_of_a_ship_file() -> None:
    """Section 16 names every field of a sheet and of a scenario."""
    text = chapter(RULES, "16. Add your own ship")
    named = set(spans_of(text))
    shapes: list[Any] = [ShipClass, scenarios.Opening]
    assert {field.name for shape in shapes for field in fields(shape)} <= named
    for test, numbers in scenarios.NUMBERS.items():
        (row,) = [row for row in rows(text) if row[0] == f"`{test}`"]
        assert [span for span in SPAN.findall(row[2]) if span != "numbers"] == list(numbers)

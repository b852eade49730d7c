"""docs/rules/sovereign_seas.md says what the code does: events, state, options, scenarios, worked examples."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from events.base import EVERYONE, Event
from pbem.core.geometry.hexes import DIRECTIONS, parse_label
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.scenario import OPENINGS, Berth, berths, choices, default_fleet, line_up, options
from pbem.games.sovereign_seas.model.scenario import cost as cost_of
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import BRITISH, SIDES
from pbem.games.sovereign_seas.rules.setup import seats
from tests.kit.playing import by_bot, play
from tests.rulebook.sovereign_seas.builders.pages import RULES, SPAN, chapter, rows
from tools.pages.state_tables import tables

BRITISH_OF_THE_CONVOY = {
    "everybody; the British of the convoy before turn 1: the British",
    "everybody; the British of the convoy: the British",
    "the British; everybody when set-up closes",
}
"""SSL-Y.3."""
CASES = Path(__file__).parents[1] / "cases"


def spans_of(text: str) -> list[str]:
    """The names in the first column of all tables."""
    return [span for first, *_ in rows(text) for span in SPAN.findall(first)]


def test_the_events_of_the_rule_book() -> None:
    """Section 11 names every event of the game once."""
    types: tuple[type[Event], ...] = SOVEREIGN_SEAS.events
    expected = sorted(event.type.removeprefix("sovereign_seas.") for event in types)
    assert sorted(spans_of(chapter(RULES, "11. Events"))) == expected


def test_the_audiences_of_the_rule_book() -> None:
    """Section 11, SSL-Y.1 to SSL-Y.5: whom an event type may be shown to is what the last column says."""
    words = {"everybody": "all", "its side": "side", "log": "log"}
    table = {SPAN.findall(cells[0])[0]: cells[-1] for cells in rows(chapter(RULES, "11. Events")) if SPAN.search(cells[0])}
    types: tuple[type[Event], ...] = SOVEREIGN_SEAS.events
    told = {event.type.removeprefix("sovereign_seas."): event.shown_to for event in types}
    assert told == {name: words.get(cell, "ships") for name, cell in table.items()}
    assert {cell for cell in table.values() if cell not in words} == BRITISH_OF_THE_CONVOY


def seen_by(cell: str, hidden: bool) -> set[str]:
    """The audiences that the last column of the events means."""
    if cell == "log":
        return set(SIDES) if hidden else {EVERYONE}
    return {"everybody": {EVERYONE}, "its side": set(SIDES)}.get(cell, {EVERYONE, BRITISH})


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("convoy-attack", {"hidden_logs": "on"}),
        ("fleet-engagement", {"admirals": "two"}),
        ("bellerophon-ocean", {"ram_miss": "back", "edge": "wall"}),
        ("design-your-own", {"hidden_logs": "on", "points": 150}),
    ],
)
def test_the_clauses_and_readers_of_the_events(key: str, given: dict[str, Any]) -> None:
    """Section 11, SSL-Y.2, SSL-Y.5: each event of a game cites a clause of its row and goes to those whom the row names."""
    table = {SPAN.findall(cells[0])[0]: cells for cells in rows(chapter(RULES, "11. Events")) if SPAN.search(cells[0])}
    bots = dict.fromkeys(("gb", "gb2", "fr", "fr2"), "random")
    drafts = play(SOVEREIGN_SEAS, key, given, by_bot(bots), f"page {key}", 30).drafts
    told = {(d.event.type.removeprefix("sovereign_seas."), d.rule, d.audience) for d in drafts if d.event.type[:4] == "sove"}
    for name, rule, audience in sorted(told):
        _, _, clauses, readers = table[name]
        assert rule in clauses.split(", "), name
        assert audience in seen_by(readers, given.get("hidden_logs") == "on"), name


def test_the_state_of_the_rule_book() -> None:
    """Section 12 has the tables that are written from the declaration of the state."""
    assert tables(State) in chapter(RULES, "12. State JSON")


def test_the_options_of_the_rule_book() -> None:
    """Section 10 names every option of any scenario with its default, and its other words."""
    table = {
        SPAN.findall(first)[0]: (default.strip("`"), other) for first, default, other in rows(chapter(RULES, "10. Options"))[1:]
    }
    legal = {name: choice for key in OPENINGS for name, choice in choices(OPENINGS[key]).items() if key != "design-your-own"}
    legal |= {"points": choices(OPENINGS["design-your-own"])["points"]}
    legal["admirals"] = choices(OPENINGS["fleet-engagement"])["admirals"]
    assert {name: default for name, (default, _) in table.items()} == {
        name: str(choice.default) for name, choice in legal.items()
    }
    for name, choice in legal.items():
        assert set(choice.words) - {choice.default} <= set(SPAN.findall(table[name][1])), name


def scenario_rows() -> dict[str, list[str]]:
    """The table of scenarios by key."""
    return {
        SPAN.findall(cells[0])[0]: cells for cells in rows(chapter(RULES, "8. Victory and scenarios"))[1 : len(OPENINGS) + 1]
    }


def test_the_scenarios_of_the_rule_book() -> None:
    """Section 8: keys, codes, maps, turn limits and seats."""
    table = scenario_rows()
    assert list(table) == list(OPENINGS)
    for key, (_, code, size, turns, posts, *_) in table.items():
        found = OPENINGS[key]
        assert [code.split(",")[0], size, turns] == [found.code, f"{found.columns} × {found.rows}", str(found.limit)]
        assert set(SPAN.findall(code)) == set(found.aliases)
        both = choices(found)["admirals"].words
        most = [seat.id for seat in seats(key, {"admirals": both[-1]})]
        assert sorted(span for span in SPAN.findall(posts) if "=" not in span) == sorted(most)


def section(number: str) -> str:
    """A scenario's section of the rule book."""
    title = next(line for line in RULES.splitlines() if line.startswith(f"### {number} "))
    return chapter(RULES, title.removeprefix("### "), 3)


def berth(hex: str, heading: str, speed: str) -> Berth:
    """As a table has it."""
    return Berth(parse_label(hex), DIRECTIONS.index(heading), int(speed))


def printed(number: str) -> dict[str, Berth]:
    """The positions in the tables of a scenario's section, four columns a ship: id, hex, heading, speed."""
    cells = [row for row in rows(section(number)) if re.fullmatch(r"[A-Z]{2}\d", row[0])]
    return {row[n]: berth(*row[n + 1 : n + 4]) for row in cells for n in range(0, len(row), 4) if row[n]}


@pytest.mark.parametrize("key", [key for key, opening in OPENINGS.items() if opening.ships and opening.aliases])
def test_the_printed_positions_of_the_rule_book(key: str) -> None:
    """Sections 8.1 to 8.6: every ship with hex, heading and speed, and whose she is."""
    found = OPENINGS[key]
    ships = {id: berth for side in SIDES for id, berth in berths(found, options(key, {}), side).items()}
    assert printed(found.aliases[1]) == {id: ships[id] for id in ships if not found.entry or id[0] != "B"}
    second = re.search(r"^Second admirals: (.*)\.$", section(found.aliases[1]), re.M)
    named = re.findall(r"[A-Z]{2}\d", second[1]) if second else []
    assert sorted(named) == sorted(entry.id for entry in found.ships if entry.squadron == 2)


@pytest.mark.parametrize("edge", "NESW")
def test_the_british_of_the_convoy(edge: str) -> None:
    """SSL-O3.1: by the side they enter on, all at one speed."""
    table = {row[0]: row for row in rows(section("8.3"))}
    _, heading, *hexes = table[edge]
    found = berths(OPENINGS["convoy-attack"], options("convoy-attack", {}), "british", edge)
    assert found == {id: berth(hex, heading, "8") for id, hex in zip(table["Side"][2:], hexes, strict=True)}


@pytest.mark.parametrize("edge", "NESW")
def test_the_british_of_the_even_convoy(edge: str) -> None:
    """Section 8.3, even odds: five frigates and three corvettes by the side they enter on."""
    table = {row[0]: row for row in rows(section("8.3"))}
    _, heading, *ships = table[f"from {edge}"]
    hexes = [hex for cell in ships for hex in cell.split(", ")]
    found = berths(OPENINGS["convoy-attack-balanced"], options("convoy-attack-balanced", {}), "british", edge)
    assert list(found.values()) == [berth(hex, heading, "8") for hex in hexes]


def test_the_even_variants_are_told_with_their_scenarios() -> None:
    """Section 8: the passage of a variant is in its scenario's section, with key and code; section 15 has its games."""
    for key, opening in OPENINGS.items():
        if key.endswith("-balanced"):
            printed_as = OPENINGS[key.removesuffix("-balanced")]
            assert f"(`{key}`, {opening.code})" in section(printed_as.aliases[1])
    games = [row[0].strip("`") for row in rows(chapter(RULES, "15. Balance")) if len(row) > 4]
    assert [key for key in games if key in OPENINGS] == list(OPENINGS)


def test_the_fleets_that_nobody_chose() -> None:
    """SSL-O6.1: the default fleets of 250 points, and how they lie."""
    chosen = options("design-your-own", {})
    table = {row[0]: row[1:] for row in rows(section("8.7"))}
    for side in SIDES:
        fleet, cost, first, last, heading, speed = table[side]
        ships = default_fleet(side, chosen)
        lying = list(line_up(side, ships, chosen).values())
        assert fleet == ", ".join(f"{number} {letters}" for letters, number in ships.items())
        assert cost == str(cost_of(ships, side, chosen))
        assert (lying[0], lying[-1]) == (berth(first, heading, speed), berth(last, heading, speed))


def test_every_worked_example_names_its_case_files() -> None:
    """Section 13: the links of each example, and no case file without one."""
    text = chapter(RULES, "13. Worked examples")
    linked = re.findall(r"\(\.\./\.\./tests/rulebook/sovereign_seas/cases/([^)]+)\.json\)", text)
    assert sorted(linked) == sorted(file.stem for file in CASES.glob("e*.json"))
    for number, example in re.findall(r"^- \*\*E(\d+)\*\*(.*)$", text, re.M):
        assert f"/e{int(number):02d}-" in example

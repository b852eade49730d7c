"""Every fault of a campaign file is told with its path and its reason."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from events.schema import load
from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.model.faults.file_warnings import warnings
from pbem.campaign.model.file_faults import faults
from pbem.campaign.model.tournament import tournament
from pbem.core.state import codec
from tests.rulebook.campaign.model.test_scenario import HARROW

Path = tuple[str | int, ...]
SWISS: dict[str, Any] = codec.dump(tournament("star_navy", "first-blood", 4, "swiss", 3))


def changed(document: dict[str, Any], path: Path, value: Any) -> CampaignFile:
    """The file with another value there; a function makes it of the old one."""
    found = copy.deepcopy(document)
    place: Any = found
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value(place[path[-1]]) if callable(value) else value
    return load(CampaignFile, found)


def told(file: CampaignFile, find: Callable[[CampaignFile], Any] = faults) -> list[str]:
    return [f"{where}: {why}" for where, why in find(file)]


UNIT: Path = ("sides", 0, "units", 0)
PICKETS: Path = ("nodes", 0)
BLUE: Path = (*PICKETS, "sides", "blue")
NOT_A_NODE = "is none of PICKETS, BELT, PURSUIT"
NO_FLEET = "is no name for a fleet; write capitals, digits, _ and -, at most 12"
CHAIN = [
    {**node, "edges": edges} for node, edges in zip(HARROW["nodes"], ([{"to": "BELT"}], [{"to": "PURSUIT"}], []), strict=True)
]
"""The nodes one after the other, whatever happens."""
NO_NAME = "is no name for a unit; write a capital letter, then capitals, digits and _"

FAULTS: list[tuple[Path, Any, str]] = [
    (("key",), "own", "key: 'own' is no key; write small letters, digits and hyphens, and not `own`"),
    (("rounds",), 0, "rounds: 0 is not 1 to 100, and without a last round there is no end"),
    (("battle_days",), 400, "battle_days: 400 is not 0 to 365"),
    (("level",), -1, "level: -1 is less than 0"),
    # sides and units
    (("sides",), lambda sides: sides[:1], "sides: there must be two or more"),
    (("sides", 0, "id"), "red", "sides.1.id: 'red' is there twice"),
    (("sides", 0, "id"), "all", "sides.0.id: 'all' is no name for a side; write small letters, digits and _, at most 12"),
    (("sides", 0, "seats"), 0, "sides.0.seats: 0 is not 1 to 8"),
    (("sides", 0, "points"), -2, "sides.0.points: -2 is less than 0"),
    ((*UNIT, "id"), "SR1", "sides.1.units.0.id: there are two units SR1"),
    ((*UNIT, "id"), "bis", f"sides.0.units.0.id: 'bis' {NO_NAME}"),
    ((*UNIT, "id"), "ENERGY", "sides.0.units.0.id: 'ENERGY' is a word of the orders"),
    ((*UNIT, "id"), "COMMANDER", "sides.0.units.0.id: 'COMMANDER' is a word of the orders"),
    ((*UNIT, "fleet"), "the first", f"sides.0.units.0.fleet: 'the first' {NO_FLEET}"),
    ((*UNIT, "fleet"), "CHI", "sides.0.units.1.id: CHI is the name of a fleet, too; orders could not tell them apart"),
    ((*UNIT, "book"), "chess", "sides.0.units.0.book: 'chess' is none of '', star_navy, stingray, sovereign_seas, wet_thrust"),
    ((*UNIT, "unit_class"), "XX", "sides.0.units.0.unit_class: there is no class 'XX'; classes are DN, BB, CA, FF, DD, CO"),
    ((*UNIT, "lacks"), {"engines": 90}, "sides.0.units.0.lacks: she cannot lack 90 of 10 engines"),
    # the graph
    (("nodes",), [], "nodes: there must be one or more"),
    (("start",), [], "start: must name the nodes that can be fought for at first"),
    (("start",), ["HOME"], f"start.0: 'HOME' {NOT_A_NODE}"),
    (("start",), ["PICKETS", "PICKETS"], "start.1: 'PICKETS' is there twice"),
    (("start",), ["BELT"], "nodes.0: PICKETS is never reached from the start"),
    ((*PICKETS, "edges"), [], "nodes.1: BELT is never reached from the start"),
    ((*PICKETS, "id"), "3", "nodes.0.id: '3' is no name for a node; write a capital letter, then capitals, digits, _ and -"),
    ((*PICKETS, "id"), "BELT", "nodes.1.id: 'BELT' is there twice"),
    ((*PICKETS, "edges", 0, "to"), "MOON", f"nodes.0.edges.0.to: 'MOON' {NOT_A_NODE}"),
    ((*PICKETS, "edges", 0, "when"), "green", "nodes.0.edges.0.when: 'green' is none of '', blue, red, drawn, not played"),
    ((*PICKETS, "edges"), lambda edges: edges * 2, "nodes.0.edges.1: is there twice"),
    ((*PICKETS, "value"), -1, "nodes.0.value: -1 is less than 0"),
    # battles
    ((*PICKETS, "book"), "chess", "nodes.0.book: 'chess' is none of star_navy, stingray, sovereign_seas, wet_thrust"),
    ((*PICKETS, "scenario"), "duel", "nodes.0.scenario: write its key, 'first-blood'"),
    ((*PICKETS, "options"), {"weather": 3}, "nodes.0.options: no option 'weather'; "),
    ((*BLUE, "plays"), "GREEN", "nodes.0.sides.blue.plays: 'GREEN' is none of BLUE, RED"),
    ((*BLUE, "plays"), "RED", "nodes.0.sides: BLUE of the scenario is played by 0 sides; it must be one"),
    ((*PICKETS, "sides"), lambda sides: {**sides, "green": sides["blue"]}, "nodes.0.sides.green: 'green' is none of blue, red"),
    ((*BLUE, "classes"), ["XX"], "nodes.0.sides.blue.classes.0: 'XX' is none of DN, BB, CA, FF, DD, CO"),
    ((*BLUE, "fleets"), ["9TH"], "nodes.0.sides.blue.fleets.0: '9TH' is none of SCOUTS, 1ST"),
    ((*BLUE, "keeps"), ["XYZ"], "nodes.0.sides.blue.keeps.0: 'XYZ' is none of BIS"),
    (
        (*BLUE, "keeps"),
        ["BIS"],
        "nodes.0.sides.blue: the scenario has no place for a unit; it must be played with printed ones",
    ),
    ((*BLUE, "least"), 3, "nodes.0.sides.blue.least: 3 is not 1 to 1, the places of the scenario"),
    ((*BLUE, "most"), 4, "nodes.0.sides.blue.most: 4 is not 0 to 1, the places of the scenario"),
    ((*BLUE, "classes"), ["CO"], "nodes.0.sides.blue.least: 1 must go there, but blue has 0 units that may"),
    # refits and victory
    (("refits", "costs"), {"sails": 2}, "refits.costs.sails: no unit has 'sails'; they have engines, "),
    (("refits", "costs"), {"*": -1}, "refits.costs.*: -1 is less than 0"),
    (("refits", "income"), -1, "refits.income: -1 is less than 0"),
    (("refits", "found"), 9, "refits.found: 9 is not 1 to 6"),
    (("won_by",), "last battle", ""),
    (("level",), 2, ""),
]


@pytest.mark.parametrize(("path", "value", "fault"), FAULTS, ids=lambda each: each if isinstance(each, str) else "")
def test_a_fault_is_told_with_path_and_reason(path: Path, value: Any, fault: str) -> None:
    found = told(changed(HARROW, path, value))
    assert any(each.startswith(fault) for each in found) if fault else found == []


def test_one_side_that_fights_nowhere() -> None:
    file = changed(HARROW, ("sides",), lambda sides: [*sides, {"id": "green", "title": "Green"}])
    assert told(file) == ["sides.2: green fights at no node"]


def test_seats_and_sides_of_one_name() -> None:
    file = changed(HARROW, ("sides",), lambda sides: [{**sides[0], "seats": 2}, sides[1], {"id": "blue1", "title": "First"}])
    assert "sides.0.seats: a seat of blue would be called blue1, which is a side" in told(file)


def test_rule_books_are_asked_only_when_the_files_own_words_are_right() -> None:
    """No fault is told of what another one may have caused."""
    file = changed(HARROW, ("rounds",), 0)
    assert told(load(CampaignFile, {**codec.dump(file), "won_by": "nodes", "level": 9})) == [
        "rounds: 0 is not 1 to 100, and without a last round there is no end"
    ]


def test_a_unit_that_the_scenario_cannot_do_without() -> None:
    """CMP-2.3: Stingray's scenarios have such units; nobody here can bring them."""
    side = {"plays": "terrainians"}
    other = {"plays": "aquaphibians", "printed": True}
    node = {"id": "SEA", "title": "At Sea", "book": "stingray", "scenario": "tanker-run", "sides": {"blue": side, "red": other}}
    file = changed({**HARROW, "nodes": [node], "start": ["SEA"], "refits": None}, ("sides", 0, "units"), [])
    needed = [each for each in told(file) if "must be there" in each]
    assert needed and all(each.startswith("nodes.0.sides.blue: ") for each in needed)


def test_ids_that_a_rule_book_goes_by() -> None:
    """Stingray's units are called by their class and a number."""
    unit = {"id": "BOAT", "unit_class": "SR", "book": "stingray"}
    file = changed(HARROW, ("sides", 0, "units"), lambda units: [*units, unit])
    assert "sides.0.units.3.id: 'BOAT' is no id of a SR; write SR1 to SR99" in told(file)


def test_a_printed_unit_of_the_same_id() -> None:
    """CMP-2.3: red's printed SR1 would be in the battle with blue's."""
    document = copy.deepcopy(HARROW)
    document["sides"][0]["units"][0]["id"], document["sides"][1]["units"][0]["id"] = "SR1", "SR9"
    document["nodes"][0]["sides"]["red"] = {"plays": "RED", "printed": True}
    assert told(load(CampaignFile, document)) == ["nodes.0: there are two units SR1"]


VICTORY: list[tuple[dict[str, Any], str]] = [
    ({"won_by": "nodes", "level": 4}, "level: nobody can hold 4 nodes: there are 3"),
    ({"won_by": "last battle", "level": 1}, "level: means nothing where the last battle decides; leave it out"),
    ({"level": 9, "nodes": CHAIN}, "level: nobody can have 9 points: all nodes together are worth 4"),
    (
        {"nodes": [{**node, "value": 0} for node in HARROW["nodes"]]},
        "won_by: nobody can win by points: no node has a value or a share",
    ),
]


@pytest.mark.parametrize(("values", "fault"), VICTORY, ids=[fault for _, fault in VICTORY])
def test_a_victory_that_cannot_be(values: dict[str, Any], fault: str) -> None:
    """CMP-4.2."""
    assert told(load(CampaignFile, {**HARROW, **values})) == [fault]


PAIRINGS: list[tuple[Path, Any, str]] = [
    (
        ("sides", 0, "units"),
        [{"id": "BIS", "unit_class": "FF"}],
        "sides.0.units: with a pairing no units are carried over; leave them out",
    ),
    (("sides", 0, "seats"), 2, "sides.0.seats: with a pairing each side is one player, not 2 seats"),
    (("refits",), {}, "refits: with a pairing there is nothing to refit; leave it out"),
    (("won_by",), "nodes", "won_by: a pairing is won by points, not by nodes"),
    (
        ("nodes",),
        lambda nodes: [{**nodes[0], "edges": [{"to": "NEXT"}]}, {**nodes[0], "id": "NEXT"}],
        "nodes: a pairing has one, not 2",
    ),
    (("nodes", 0, "edges"), [{"to": "MATCH"}], "nodes.0.edges: a pairing has none: its rounds follow each other"),
    (
        ("nodes", 0, "sides"),
        lambda sides: {"p1": sides["first"], "p2": sides["second"]},
        "nodes.0.sides: with a pairing they are called first and second, not p1 and p2",
    ),
    (
        ("nodes", 0, "sides", "first", "printed"),
        False,
        "nodes.0.sides.first.printed: must be true: with a pairing all units are printed",
    ),
    (("nodes", 0, "scenario"), "four-corners", "nodes.0.sides.first.plays: 'BLUE' is none of A, B, C, D"),
]


@pytest.mark.parametrize(("path", "value", "fault"), PAIRINGS, ids=[fault for *_, fault in PAIRINGS])
def test_what_a_pairing_cannot_have(path: Path, value: Any, fault: str) -> None:
    """CMP-7.1."""
    assert fault in told(changed(SWISS, path, value))


@pytest.mark.parametrize("pairing", ["swiss", "round robin", "ladder"])
def test_tournaments_have_no_faults(pairing: Any) -> None:
    assert told(tournament("star_navy", "first-blood", 5, pairing, 3)) == []


# ---------------------------------------------------------------- warnings

WARNINGS: list[tuple[Path, Any, list[str]]] = [
    (("title",), "As it is", ["rounds: battles can follow each other in a loop, which only the last round ends (5)"]),
    (("level",), 3, []),
]
LOOP = WARNINGS[0][2]
AT_THE_END = "unless another node is open the campaign is over there"


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        *WARNINGS,
        (("nodes", 1, "edges"), lambda edges: edges[1:], [f"nodes.1.edges: nothing follows if blue wins: {AT_THE_END}", *LOOP]),
        (
            ("won_by",),
            "last battle",
            [*(f"nodes.2.edges: nothing follows if it is {how}: {AT_THE_END}" for how in ("drawn", "not played")), *LOOP],
        ),
        (
            ("nodes", 1, "edges"),
            lambda edges: [edge for edge in edges if edge.get("when") != "drawn"],
            [f"nodes.1.edges: nothing follows if it is drawn: {AT_THE_END}", *LOOP],
        ),
        (("refits", "costs"), {"engines": 2}, [*LOOP, "refits.costs: "]),
    ],
)
def test_what_may_not_be_meant(path: Path, value: Any, expected: list[str]) -> None:
    found = told(changed(HARROW, path, value), warnings)
    assert len(found) == len(expected)
    assert all(each.startswith(words) for each, words in zip(found, expected, strict=True)), found


def test_units_that_no_node_lets_in() -> None:
    document = copy.deepcopy(HARROW)
    for node in document["nodes"]:
        node["sides"]["blue"]["fleets"] = ["1ST"]
    assert told(load(CampaignFile, document), warnings)[1:] == ["sides.0.units.0: BIS may be sent nowhere"]


@pytest.mark.parametrize(
    ("pairing", "rounds", "why"),
    [
        ("round robin", 2, "rounds: each meets each in 3 rounds, not in 2"),
        ("swiss", 9, "rounds: after 3 rounds every side has met every other; 9 are too many"),
        ("ladder", 9, ""),
    ],
)
def test_rounds_of_a_pairing(pairing: str, rounds: int, why: str) -> None:
    """CMP-7.2 to 7.4."""
    file = load(CampaignFile, {**SWISS, "pairing": pairing, "rounds": rounds})
    assert told(file, warnings) == ([why] if why else [])

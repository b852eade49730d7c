"""The state's JSON: it survives, says what is wrong, and lets a case file name only what matters."""

from __future__ import annotations

import json
from typing import Any

import pytest

from events.schema import InvalidData
from events.sovereign_seas import battle, sailing
from pbem.core.state import codec
from pbem.games.sovereign_seas import state_json
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.state import State
from tests.rulebook.sovereign_seas.builders.fleet import state_with


def fought() -> State:
    """Two ships after some of everything, the one on the map's edge with a trail beyond it."""
    state = state_with({"BC1": ("0102", "S", 6), "FB1": ("0103", "N", 6)}, turn=4, hidden_logs="on")
    apply(state, sailing.TurnBegan(5))
    apply(state, sailing.Stepped("BC1", 1, "L", "0102", "0202", 2, 1))
    apply(state, sailing.RamRolled("BC1", "FB1", 1, "0202", "bow", 6, 6, 4, 0, False))
    apply(state, battle.SalvoFired("BC1", "FB1", 1, "D", 5, 1, {"size": 2}, 10, 6, 4, 3, 6, "E", "0202", "0103"))
    apply(state, battle.Located("FB1", 0, "H"))
    apply(state, battle.HullMarked("FB1", 3, 1, 10))
    apply(state, battle.GunLost("FB1", "P1", False))
    apply(state, battle.Silent("french", 2))
    state.ships["BC1"].standing_if_known, state.fleet["gb"] = ["FOLLOW BB1 GAP 2"], ["SEQ BC1 BB1", "OPEN RANGE 4 PEN"]
    return state


def patched(state: State, **ships: Any) -> dict[str, Any]:
    """Its JSON with fields of ships changed, as a case file does it."""
    data = codec.dump(state)
    for id, fields in ships.items():
        data["ships"][id] = {**data["ships"].get(id, {}), **fields}
    return data


def test_the_state_survives_its_json() -> None:
    """load(dump(state)) is the same state, through real JSON."""
    state = fought()
    assert state_json.load(json.loads(json.dumps(codec.dump(state)))) == state


def test_the_json_is_readable() -> None:
    """Hexes are labels, headings words; a trail's hexes off the map are column and row."""
    ship = codec.dump(fought())["ships"]["BC1"]
    assert (ship["hex"], ship["heading"], ship["track"][1]["heading"]) == ("0202", "SE", "SE")
    assert ship["trail"][0] == "1,-9"
    assert ship["trail"][-1] == "0102"


def test_a_dump_shares_nothing_with_the_state() -> None:
    """Changing the JSON changes no game."""
    state = fought()
    data = codec.dump(state)
    data["ships"]["FB1"]["hits"]["H"] = 9
    data["fleet"]["gb"].clear()
    assert state == fought()


def test_a_case_adds_a_ship_by_place_and_speed() -> None:
    """SSL-E.4: what is left out is that of a fresh ship of the id's class, under her side's senior admiral."""
    added = state_json.load(patched(state_with({}), FC2={"hex": "2020", "heading": "NE", "speed": 5})).ships["FC2"]
    fresh = state_with({"FC2": ("2020", "NE", 5)}).ships["FC2"]
    assert added == fresh
    assert (added.ship_class, added.side, added.seat, label_of(added.trail[-1])) == ("Ocean", "french", "fr", "1921")


def test_a_ship_that_a_case_moves_has_a_new_wake() -> None:
    """SSL-X.6, SSL-E.4: a trail or a way of this turn that does not lead to her is begun again; others are left alone."""
    before = fought()
    moved = state_json.load(patched(before, BC1={"hex": "2020", "heading": "N"})).ships
    assert [label_of(hex) for hex in moved["BC1"].trail[-3:]] == ["2023", "2022", "2021"]
    assert moved["BC1"].track == []
    assert moved["FB1"] == before.ships["FB1"]


def test_before_turn_1_a_ship_that_a_case_turns_has_a_new_wake() -> None:
    """SSL-E.4: at set-up the trail lies straight astern; later a ship may lie across her wake (SSL-J1.10, ruling S21)."""
    turned = {"hex": "1010", "heading": "SE"}
    assert (
        label_of(state_json.load(patched(state_with({"FB1": ("1010", "N", 5)}), FB1=turned)).ships["FB1"].trail[-1]) == "0910"
    )
    assert (
        label_of(state_json.load(patched(state_with({"FB1": ("1010", "N", 5)}, 1), FB1=turned)).ships["FB1"].trail[-1])
        == "1011"
    )


def test_a_trail_of_the_case_itself_stands() -> None:
    """SSL-X.6: one that leads to the ship, wherever it turned."""
    trail = ["1112", "1111", "1011"]
    loaded = state_json.load(patched(state_with({"FB1": ("1010", "N", 5)}), FB1={"trail": trail})).ships["FB1"]
    assert [label_of(hex) for hex in loaded.trail] == trail


def test_a_class_variant_is_chosen_by_the_options() -> None:
    """Option bellerophon_log=page2: a ship added by her id has that log."""
    added = state_json.load(patched(state_with({}, bellerophon_log="page2"), BC1={"hex": "2020", "heading": "N", "speed": 5}))
    assert added.ships["BC1"].printed.points == 59


def test_ships_come_into_natural_order() -> None:
    """Wherever a case names them."""
    fields = {"hex": "2020", "heading": "N", "speed": 5}
    assert list(state_json.load(patched(state_with({"FB1": ("1010", "N", 5)}), BF1=fields, BB2=fields)).ships) == [
        "BB2",
        "BF1",
        "FB1",
    ]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"hex": "6151"}, "ships.FB1.hex: 6151 is off the map of 60 columns and 50 rows"),
        ({"heading": "E"}, "ships.FB1.heading: 'E' is no direction; write one of N, NE, SE, S, SW, NW"),
        ({"speed": "fast"}, "ships.FB1.speed: not a valid integer"),
        ({"spede": 4}, "ships.FB1.spede: unknown field"),
        ({"ship_class": "Ocean"}, "ships.FB1.ship_class: 'Ocean' is no class of FB1"),
        ({"seat": "gb"}, "ships.FB1.seat: 'gb' is no seat of side french"),
        ({"log": {"marked": 13, "lost": 11}}, "ships.FB1.log.marked: 13 is not 0 to 12"),
        ({"log": {"marked": 4}}, "ships.FB1.log.lost: 0 is not 2 to 11"),
        ({"log": {"marked": 4, "lost": 2, "engine": 1}}, "ships.FB1.log.lost: 2 is not 3 to 11"),
        ({"log": {"lost": 11, "engine": 12}}, "ships.FB1.log.engine: 12 is not 0 to 11"),
        ({"log": {"gone": ["X9"]}}, "ships.FB1.log.gone.0: 'X9' is none of M1, M2, M3"),
        ({"hits": {"Z": 1}}, "ships.FB1.hits.Z.key: must be one of: H, B, T, *"),
        ({"trail": ["nowhere"]}, "ships.FB1.trail.0: 'nowhere' is no hex label"),
        ({"trail": ["1013", "1011"]}, "ships.FB1.trail.1: 1011 is not beside 1013, the hex before it"),
        ({"trail": ["1012", "1011"] * 7}, "ships.FB1.trail: holds 14 hexes; 12 are the most"),
        ({"standing": ["SAIL ON"]}, "ships.FB1.standing.0: 'SAIL ON' is no order"),
    ],
)
def test_invalid_data_is_named_by_its_path(fields: dict[str, Any], message: str) -> None:
    """Every field of a ship is checked, and the path names it."""
    with pytest.raises(InvalidData) as caught:
        state_json.load(patched(state_with({"FB1": ("1010", "N", 5)}), FB1=fields))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("scenario", "armada", "scenario: 'armada' is none of fleet-engagement"),
        ("options", {"impulses": 9}, "options: option impulses: 9 is not a whole number, 2 to 4"),
        ("seats", {"gb": "british"}, "seats: must have one of side french"),
        ("columns", 100, "columns: 100 is not 1 to 99"),
        ("strength", {"spanish": 1}, "strength.spanish: 'spanish' is none of british, french"),
        ("stages", [{"spanish": "PLACE"}], "stages.0.spanish"),
        ("advantage", "spanish", "advantage: 'spanish'"),
        ("winners", ["spanish"], "winners.0: 'spanish'"),
        ("fleet", {"gb": ["SAIL ON"]}, "fleet.gb.0: 'SAIL ON' is no order"),
        ("entry", "NE", "entry: must be one of"),
        ("shots", [{"impulse": 1}], "shots.0.aim: missing data"),
    ],
)
def test_what_is_wrong_with_a_game_is_named(name: str, value: Any, message: str) -> None:
    """The same for what is written down beside the ships."""
    with pytest.raises(InvalidData) as caught:
        state_json.load({**codec.dump(state_with({"FB1": ("1010", "N", 5)})), name: value})
    assert message in str(caught.value)


def test_a_campaign_has_more_than_five_of_a_type() -> None:
    """SSL-CAM.1: ids are a counter's letters and any number to 99."""
    fields = {"hex": "2020", "heading": "N", "speed": 5}
    found = state_json.load(patched(state_with({}), BB17=fields)).ships["BB17"]
    assert (found.ship_class, found.side, found.seat) == ("Defense", "british", "gb")


def test_what_no_slash_has_cost_the_engines_have() -> None:
    """SSL-L5.9: a case need not say how a speed factor was lost."""
    marks = (
        state_json.load(patched(state_with({"FB1": ("1010", "N", 5)}), FB1={"log": {"marked": 4, "lost": 5}})).ships["FB1"].log
    )
    assert (marks.marked, marks.lost, marks.engine) == (4, 5, 3)


def test_an_unknown_ship_is_named() -> None:
    """Letters of the counter sheet, and a number."""
    for id in ("FB0", "FB100", "XX1", "FB"):
        with pytest.raises(InvalidData, match=f"ships.{id}: '{id}' is no ship"):
            state_json.load(patched(state_with({}), **{id: {"hex": "2020", "heading": "N", "speed": 5}}))

"""SSL-X.11, SSL-J2.6, SSL-J2.7, SSL-D3: arcs, ranges and targets."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.sovereign_seas.language.targets import Field, assign, holds, hull_seen, sightings
from pbem.games.sovereign_seas.model.geometry import ARCS, bears, gun_range, half_step, hex_of
from pbem.games.sovereign_seas.model.orders import Fire, ShipOrders
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import FRENCH
from tests.rulebook.sovereign_seas.builders.fleet import state_with

HERE = hex_of("1010")


def ships_at(ships: dict[str, str], **options: Any) -> State:
    """Ships by hex, all heading N at speed 6."""
    return state_with({id: (hex, "N", 6) for id, hex in ships.items()}, 1, **options)


def legal(gun: str, ship: str, foe: str, state: State) -> bool:
    """May this battery fire at that ship?"""
    seen = sightings(state.ships[ship], [state.ships[foe]], state.options)
    return bool(Field(state.ships[ship].printed.guns[gun], seen, state.options).inside)


def aims(state: State, *lines: Fire, ship: str = "BC1") -> dict[str, str]:
    """Targets by battery of one ship under these FIRE lines."""
    foes = [other for other in state.ships.values() if other.side == FRENCH]
    return assign(state.ships[ship], ShipOrders(fire=lines), foes, state.options)


def fire(group: str, *targets: str, only: bool = False) -> Fire:
    """`FIRE group AT targets [ONLY]`."""
    return Fire(tuple(group.split()), targets, only)


# ---------------------------------------------------------------- arcs and ranges


@pytest.mark.parametrize(
    ("target", "away", "step", "arcs"),
    [
        ("1005", 5, 0, {"F"}),
        ("1208", 3, 1, {"F"}),
        ("1209", 2, 2, {"F", "SB"}),
        ("1310", 3, 3, {"SB"}),
        ("1211", 2, 4, {"SB", "A"}),
        ("1212", 3, 5, {"A"}),
        ("1015", 5, 6, {"A"}),
        ("0811", 2, 8, {"PB", "A"}),
    ],
)
def test_arcs(target: str, away: int, step: int, arcs: set[str]) -> None:
    """E11, SSL-D3.1, SSL-D3.4: hexes on a bounding row lie in both arcs. SSL-J2.7: the target's hex counts."""
    hex = hex_of(target)
    assert (gun_range(HERE, hex), half_step(HERE, 0, hex)) == (away, step)
    assert {arc for arc in ("F", "A", "SB", "PB") if bears(arc, HERE, 0, hex)} == arcs


def test_arcs_turn_with_the_ship() -> None:
    """E11, SSL-D1.4, SSL-D3.1: heading SE the same hex lies almost ahead."""
    assert half_step(HERE, 2, hex_of("1310")) == 11
    assert bears("F", HERE, 2, hex_of("1310"))
    assert not bears("PB", HERE, 2, hex_of("1310"))


def test_either_broadside_is_blind_ahead_and_astern() -> None:
    """SSL-D3.2: hull-line guns between circles."""
    assert ARCS["EB"] == ARCS["SB"] | ARCS["PB"]
    assert not ARCS["EB"] & {11, 0, 1, 5, 6, 7}


def test_oceans_barbettes() -> None:
    """SSL-D3.3, SSL-P.2: forward ones bear ahead and abeam, after ones abeam and astern, each on its own side."""
    state = ships_at({"FC1": "1010"})
    guns = state.ships["FC1"].printed.guns
    ahead, starboard, astern = hex_of("1007"), hex_of("1310"), hex_of("1013")

    def bearing(target: tuple[int, int]) -> list[str]:
        return [id for id in guns if id.startswith("T") and bears(guns[id].arc, HERE, 0, target)]

    assert bearing(ahead) == ["TPF", "TSF"]
    assert bearing(starboard) == ["TSA", "TSF"]
    assert bearing(astern) == ["TPA", "TSA"]


def test_end_on_arcs_of_turrets() -> None:
    """SSL-D3.1: a turret above the hull line bears from ahead over starboard to astern; below it over port."""
    assert ARCS["SE"] == set(range(7))
    assert ARCS["PE"] == {0, 6, 7, 8, 9, 10, 11}


# ---------------------------------------------------------------- legal targets


def test_legal_targets() -> None:
    """SSL-J2.6: an active enemy, in arc, in range; never a friend."""
    state = ships_at({"BC1": "1010", "BB1": "1310", "FB1": "1310", "FB2": "0710", "FF1": "2410"})
    assert legal("S1", "BC1", "FB1", state)
    assert not legal("S1", "BC1", "BB1", state)
    assert not legal("S1", "BC1", "FB2", state)
    assert not legal("S1", "BC1", "FF1", state)
    state.ships["FB1"].fate = "left"
    assert not legal("S1", "BC1", "FB1", state)


def test_range_by_gun() -> None:
    """SSL-J2.6, SSL-J2.11: at 10 hexes a 9-inch gun reaches, a 7-inch gun doesn't."""
    state = ships_at({"BC1": "1010", "FB1": "1000"})
    assert not legal("F1", "BC1", "FB1", state)
    assert aims(ships_at({"BF1": "1010", "FB1": "2015"}), ship="BF1") == dict.fromkeys(["M1", "M2", "M3", "M4", "M5"], "FB1")


@pytest.mark.parametrize(("option", "guns"), [("all", 12), ("none", 0)])
def test_same_hex(option: str, guns: int) -> None:
    """SSL-J2.7: in the same hex all batteries bear, at range 1; option same_hex_fire."""
    state = ships_at({"BC1": "1010", "FB1": "1010"}, same_hex_fire=option)
    assert gun_range(HERE, HERE) == 1
    assert len(aims(state)) == guns
    assert legal("P1", "BC1", "FB1", state) is (option == "all")


def test_ships_hide_nobody() -> None:
    """SSL-D3.5: neither friend nor enemy in the line of fire stops it."""
    state = ships_at({"BC1": "1010", "BB1": "1109", "FF1": "1209", "FB1": "1308"})
    assert set(aims(state, fire("ALL", "FB1", only=True)).values()) == {"FB1"}


# ---------------------------------------------------------------- assignment


def test_default_targets() -> None:
    """E26, SSL-X.11: without FIRE lines every battery takes ANY."""
    state = ships_at({"BC1": "1010", "FB1": "1310", "FF1": "1208"})
    expected = dict.fromkeys(["S1", "S2", "S3", "S4", "S5"], "FB1") | {"F1": "FF1"}
    assert aims(state) == expected


@pytest.mark.parametrize(
    ("ships", "target"),
    [
        ({"FC1": "1410", "FF1": "1508"}, "FF1"),
        ({"FB1": "1411", "FF1": "1310"}, "FF1"),
        ({"FF1": "1310", "FB1": "1309"}, "FB1"),
        ({"FB2": "1310", "FB1": "1309"}, "FB1"),
    ],
    ids=["hull armour beaten", "range", "points", "id"],
)
def test_any(ships: dict[str, str], target: str) -> None:
    """SSL-X.11: ANY: whose hull armour is beaten, then range, then most points, then natural id. Here with 7-inch guns."""
    state = ships_at({"BV1": "1010", **ships}, gun_a="b")
    assert aims(state, ship="BV1")["M1"] == target


FOES = {"FV1": "1309", "FF1": "1310", "FC1": "1410", "FB1": "1510", "FB2": "1511", "LM1": "1610"}


@pytest.mark.parametrize(
    ("wanted", "target"),
    [
        ("NEAREST", "FF1"),
        ("WEAKEST", "FV1"),
        ("BIGGEST", "FC1"),
        ("ANY", "FF1"),
        ("BSIC", "FB1"),
        ("CBIC", "FC1"),
        ("SF", "FF1"),
        ("COV", "FV1"),
        ("MERCHANT", "LM1"),
        ("FB2", "FB2"),
    ],
)
def test_words_for_targets(wanted: str, target: str) -> None:
    """SSL-X.11: each word of a FIRE line."""
    state = ships_at({"BC1": "1010", **FOES})
    assert aims(state, fire("D", wanted))["S1"] == target


def test_weakest_counts_hull_circles_left() -> None:
    """SSL-X.11: WEAKEST: circles left, then range, then id."""
    state = ships_at({"BC1": "1010", "FB1": "1310", "FB2": "1309", "FF1": "1410"})
    assert aims(state, fire("ALL", "WEAKEST"))["S1"] == "FF1"
    state.ships["FB2"].log.marked = 10
    assert aims(state, fire("ALL", "WEAKEST"))["S1"] == "FB2"
    state.ships["FB1"].log.marked = 10
    assert aims(state, fire("ALL", "WEAKEST"))["S1"] == "FB1"


def test_weakest_with_hidden_logs() -> None:
    """SSL-Y.5, SSL-X.11: of a hidden log every location letter seen counts as a circle, whatever it did."""
    state = ships_at({"BC1": "1010", "FB1": "1310", "FF1": "1410"}, hidden_logs="on")
    state.ships["FB1"].log.marked = 12
    assert aims(state, fire("ALL", "WEAKEST"))["S1"] == "FF1"
    state.ships["FB1"].hits = {"H": 5, "B": 1}
    assert aims(state, fire("ALL", "WEAKEST"))["S1"] == "FB1"
    state.ships["FB1"].hits = {"H": 50}
    assert hull_seen(state.ships["FB1"], state.options) == 0


def test_lines_top_down_targets_in_order() -> None:
    """SSL-X.11: the first line whose group holds the battery, the first target that is legal; then the next line."""
    state = ships_at({"BC1": "1010", "FB1": "1310", "FB2": "0710", "FF1": "1309"})
    chosen = aims(state, fire("S1 S2", "FB2"), fire("D", "FB9", "FB1"), fire("ALL", "FF1"))
    assert chosen["S1"] == chosen["S5"] == "FB1"
    assert chosen["P1"] == "FB2"


def test_only_stops_the_search() -> None:
    """SSL-X.11: without a legal target of an ONLY line a battery is silent; otherwise ANY applies at the end."""
    state = ships_at({"BC1": "1010", "FB1": "1310", "FB2": "0710"})
    assert aims(state, fire("D", "FB2")) == dict.fromkeys([f"S{n}" for n in range(1, 6)], "FB1") | dict.fromkeys(
        [f"P{n}" for n in range(1, 6)], "FB2"
    )
    assert set(aims(state, fire("D", "FB2", only=True), fire("D", "FB1"))) == {f"P{n}" for n in range(1, 6)}


def test_destroyed_batteries_aim_at_nobody() -> None:
    """SSL-X.11: each living battery."""
    state = ships_at({"BC1": "1010", "FB1": "1310"})
    state.ships["BC1"].log.gone = ["S1", "S3"]
    assert list(aims(state)) == ["S2", "S4", "S5"]


def test_nobody_in_sight() -> None:
    """SSL-X.11: no enemy within the longest gun's reach."""
    assert aims(ships_at({"BC1": "1010", "FB1": "3010"})) == {}


@pytest.mark.parametrize(
    ("group", "ids"),
    [
        ("ALL", ["A1", "F1", "P1", "S1", "S2"]),
        ("D", ["P1", "S1", "S2"]),
        ("B", ["A1", "F1"]),
        ("S2 P1", ["P1", "S2"]),
        ("BOW", ["F1"]),
        ("AFT", ["A1"]),
        ("STBD", ["S1", "S2"]),
        ("PORT", ["P1"]),
        ("MID", []),
        ("TURRETS", []),
    ],
)
def test_groups(group: str, ids: list[str]) -> None:
    """SSL-X.11: what the group of a FIRE line holds, on Bellerophon."""
    guns = ships_at({"BC1": "1010"}).ships["BC1"].printed.guns
    assert [id for id in ("A1", "F1", "P1", "S1", "S2") if holds(tuple(group.split()), guns[id])] == ids


@pytest.mark.parametrize(("group", "ids"), [("TURRETS", ["TPA", "TPF", "TSA", "TSF"]), ("MID", ["M1", "M2", "M3"])])
def test_groups_of_ocean(group: str, ids: list[str]) -> None:
    """SSL-X.11: barbettes are TURRETS, not STBD or PORT; hull-line guns are MID."""
    guns = ships_at({"FC1": "1010"}).ships["FC1"].printed.guns
    assert [id for id, gun in guns.items() if holds((group,), gun)] == ids

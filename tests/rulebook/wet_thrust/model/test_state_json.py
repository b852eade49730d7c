"""The state as JSON: it comes back as it was, has sensible defaults, and whatever does not fit is named by its path."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from events.schema import InvalidData
from pbem.core.state import codec
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet
from pbem.games.wet_thrust.model.state import Contact, FireMark, Screen, State
from pbem.games.wet_thrust.model.units import OrderBook, Shot
from pbem.games.wet_thrust.state_json import load
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import airborne, mils, state_with


def table() -> State:
    """Something in every field."""
    ships = {"BIS": ((0, 0), 12, 6), "U47": ((9, 9), 1, 2), "ARK": ((0, 30), 9, 7), "ANT": ((6, 6), 3, 8)}
    state = state_with(ships, 5, modes={"U47": "deep"})
    bis = state.ships["BIS"]
    bis.speed, bis.way, bis.ladder = Fraction(5, 2), [(0, 0), (0, 1), (0, 2)], {"ARK": Shot(2, 5, True)}
    bis.book_if_known = OrderBook(["HOLD FIRE"], ["PLOT 1P"], "1P")
    bis.scored, bis.burning, bis.smoking, bis.evasive, bis.chasing = 3, 1, True, True, True
    bis.sheet_if_known = Sheet(
        "bismarck",
        marked=13,
        checks=[6],
        lost=["RA1", "BR"],
        beyond=["RA1"],
        wounds=["RA", "BR"],
        empty=1,
        fuel_lost=2,
        fuel_holed=1,
        fires=2,
        holes={"HO1": Hole(18, 1)},
        german=-1,
        controls_lost=1,
        controls_lost_before=1,
        takes_over=7,
        bridge_out=5,
        barred=True,
    )
    boat = state.ships["U47"]
    boat.book.contact, boat.book.contact_turn, boat.sheet.silent = "SUB1", 5, True
    boat.sheet.used, boat.sheet.ready = {"TL1": 2}, {"TL1": 6}
    ant = state.ships["ANT"]
    ant.fate, ant.how, ant.gone, ant.sheet.broken = "lost", "broken", 5, True
    airborne(state, "ARK-T1", (0, 20), launched=4, start=(0, 1), spent=True, standing=["ORBIT"], ready=3, moored=2)
    state.contacts = {"british": {"SUB1": Contact((9000, 9000), "deep", 5, 2, True)}}
    state.screens = [Screen(((0, 0), (0, 1), (0, 2)), 7, "ANT")]
    state.marks = [FireMark("torpedoes", "U47", "ANT", (0, 0), (1, 1), 2, 3, "german")]
    state.torpedo_salvos, state.raiders, state.raiding = {"german": 1}, ["BIS"], ["BIS"]
    state.fleet, state.over, state.winners = {"german": ["CHALLENGE NO"]}, True, ["german"]
    state.points, state.verdict = {"german": 4, "british": 1}, "The Germans win."
    return state


def document() -> dict[str, Any]:
    """Its JSON."""
    found: dict[str, Any] = json.loads(json.dumps(codec.dump(table())))
    return found


def test_a_state_comes_back_as_it_was() -> None:
    """Through real JSON, with something in every field; and in the same bytes."""
    again = load(document())
    assert again == table()
    assert json.dumps(codec.dump(again)) == json.dumps(document())


def test_positions_are_mils_and_speeds_are_exact() -> None:
    """Ruling W2; WT-1.6."""
    bis = document()["ships"]["BIS"]
    assert (bis["at"], bis["speed"], bis["way"]) == ([0, 0], "5/2", [[0, 0], [0, 1], [0, 2]])


@pytest.mark.parametrize("seat", ["de", "gb", None])
def test_what_a_reader_knows_comes_back(seat: str | None) -> None:
    """WT-23: what they have never been shown is null, and stays so."""
    state = table()
    state.over = False
    seen = known(state, seat)
    seen.ships["U99"] = replace(state.ships["U47"], id="U99", mode="below", sheet_if_known=None, book_if_known=None)
    document = json.loads(json.dumps(codec.dump(seen)))
    assert replace(load(document), reader=seat) == seen
    assert document["ships"]["U99"]["sheet"] is None and document["ships"]["BIS"]["book"] == (
        None if seat != "de" else codec.dump(state.ships["BIS"].book)
    )


def test_a_dump_shares_nothing_with_the_state() -> None:
    """A snapshot does not change when the game goes on."""
    state = table()
    data = codec.dump(state)
    text = json.dumps(data)
    state.ships["BIS"].sheet.lost.append("FC1")
    state.ships["BIS"].ladder["ARK"].turn = 9
    state.fleet["german"].append("HOLD FIRE")
    state.options["hit_faces"] = 5
    state.squadrons["ARK-T1"].standing.clear()
    assert json.dumps(data) == text


def test_a_ship_that_is_added_is_fresh() -> None:
    """Position, course and speed suffice; she comes last in unit order, for her nation, under its senior admiral."""
    data = document()
    data["ships"]["PEU"] = {"at": [1, 2], "course": 3, "speed": "2.5"}
    data["ships"]["U99"] = {"at": [1, 2], "course": 3, "speed": "0", "mode": "periscope"}
    state = load(data)
    peu, boat = state.ships["PEU"], state.ships["U99"]
    assert (peu.name, peu.side, peu.seat, peu.mode, str(peu.speed)) == ("Prinz Eugen", "german", "de", "surface", "5/2")
    assert peu.sheet == Sheet("prinz-eugen") and boat.mode == "periscope"
    assert max(ship.index for ship in state.ships.values() if ship not in (peu, boat)) < peu.index < boat.index


def test_a_squadron_that_is_added_is_on_deck() -> None:
    """As on its carrier's sheet; in the air it has its whole endurance; land-based bombers wait to enter."""
    data = document()
    data["ships"]["GRZ"] = {"at": [1, 2], "course": 3, "speed": "2"}
    data["squadrons"] |= {
        "GRZ-DB1": {},
        "GRZ-F1": {"place": "air", "at": [5, 6]},
        "LB1": {"side": "german", "deck": {"enters": 7}, "at": [8, 9]},
    }
    state = load(data)
    deck, air, land = (state.squadrons[id] for id in ("GRZ-DB1", "GRZ-F1", "LB1"))
    assert (deck.kind, deck.aircraft, deck.place, deck.home, deck.side, deck.seat) == ("DB", 6, "aboard", "GRZ", "german", "de")
    assert (air.at, air.home, air.deck.endurance) == ((5, 6), "", 6)
    assert (land.kind, land.place, land.deck.exit, land.carrier, land.deck.endurance) == ("B", "waiting", (8, 9), "", 0)


def test_a_ship_taken_away_takes_her_aircraft_along() -> None:
    """A case need not name each squadron of a carrier that it leaves out."""
    data = document()
    del data["ships"]["BIS"]
    assert "BIS-R1" not in load(data).squadrons


def test_a_hole_has_its_repairs_before_it() -> None:
    """WT-16.9: `kind` is enough."""
    data = document()
    data["ships"]["BIS"]["sheet"]["holes"] = {"HO1": {"kind": 18}, "HO2": {"kind": 19}}
    assert load(data).ships["BIS"].sheet.holes == {"HO1": Hole(18, 2), "HO2": Hole(19, 0)}


def test_options_left_out_have_their_defaults() -> None:
    """Section 2.9."""
    data = document()
    data["options"] = {"hit_faces": 2}
    assert load(data).options["hit_faces"] == 2
    assert load(data).options["recon_bar"] == "recovering"


def test_a_side_may_sail_a_ship_that_is_not_its_nations() -> None:
    """Merchantmen of any side (section 2.3)."""
    data = document()
    data["ships"]["M01"] = {"at": [1, 2], "course": 3, "speed": "1", "side": "german"}
    ship = load(data).ships["M01"]
    assert (ship.side, ship.seat, ship.at) == ("german", "de", mils(0.001, 0.002))


# ---------------------------------------------------------------- what does not fit


def broken(path: str, value: Any) -> dict[str, Any]:
    """The document with one thing changed; a path's last part may be new."""
    data = document()
    data["over"] = False
    at: Any = data
    *parents, last = path.split(".")
    for part in parents:
        at = at[int(part)] if isinstance(at, list) else at[part]
    at[int(last) if isinstance(at, list) else last] = value
    return data


SHEET = "ships.BIS.sheet"
T1 = "squadrons.ARK-T1"


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("scenario", "jutland", "scenario: 'jutland' is none of"),
        ("options", {"tea": 1}, "options: no option 'tea'"),
        ("weather", "sunny", "weather: 'sunny' is none of"),
        ("sides", ["german"], "sides: must be german and british"),
        ("seats", {"de": "german"}, "seats: must have one of side british"),
        ("seats.xx", "french", "seats.xx: 'french' is none of"),
        ("limit", 0, "limit: 0 is not 1 to"),
        ("turn", -1, "turn: -1 is not 0 to"),
        ("turn", "2", "turn: not a valid integer"),
        ("colour", 1, "colour: unknown field"),
        ("ships.YAM", {"at": [0, 0], "course": 1, "speed": "1"}, "ships.YAM: 'YAM' is none of"),
        ("ships.SUF", {"course": 1, "speed": "1"}, "ships.SUF.at: missing data for required field"),
        ("ships.BIS.at", [1], "ships.BIS.at: length must be 2"),
        ("ships.BIS.at", [0.5, 1], "ships.BIS.at.0: not a valid integer"),
        ("ships.BIS.at", [10**9, 1], "ships.BIS.at.0: 1000000000 is not -100000000 to 100000000"),
        ("ships.BIS.course", 0, "ships.BIS.course: 0 is not 1 to 12"),
        ("ships.BIS.speed", "fast", "ships.BIS.speed: 'fast' is no speed"),
        ("ships.BIS.speed", "-1", "ships.BIS.speed: '-1' is no speed"),
        ("ships.BIS.speed", "1/0", "ships.BIS.speed: '1/0' is no speed"),
        ("ships.BIS.mode", "deep", "ships.BIS.mode: 'deep' is none of surface"),
        ("ships.U47.mode", "surface", "ships.U47.mode: 'surface' is none of surfaced, periscope, deep"),
        ("ships.U47.mode", "below", "ships.U47.mode: 'below' is none of surfaced, periscope, deep"),
        ("ships.BIS", 5, "ships.BIS: must be an object"),
        ("ships.BIS.ship_class", "yamato", "ships.BIS.ship_class: 'yamato' is none of"),
        ("ships.ANT.ship_class", "king-george-v", "ships.ANT.sheet.ship_class: 'a-class-destroyer' is none of king-george-v"),
        ("ships.2ND", {"ship_class": "hood", "at": [0, 0], "course": 1, "speed": "1"}, "ships.2ND: '2ND' is no unit id"),
        (f"{SHEET}.ship_class", "yamato", "ships.BIS.sheet.ship_class: 'yamato' is none of"),
        ("ships.BIS.side", "french", "ships.BIS.side: 'french' is none of"),
        ("ships.BIS.seat", "gb", "ships.BIS.seat: 'gb' is no seat of side german"),
        ("ships.BIS.fate", "gone", "ships.BIS.fate: must be one of"),
        ("ships.BIS.way", [[0, 0]], "ships.BIS.way: must be start, half-way point and end"),
        ("ships.BIS.ladder.ARK.level", 4, "ships.BIS.ladder.ARK.level: 4 is not 1 to 3"),
        ("ships.U47.book.contact", "XX", "ships.U47.book.contact: 'XX' is no contact"),
        ("ships.BIS.book.standing", ["SING"], "ships.BIS.book.standing.0: 'SING' is no order"),
        (f"{SHEET}.marked", 48, "ships.BIS.sheet.marked: 48 is not 0 to 47"),
        (f"{SHEET}.broken", True, "ships.BIS.sheet.broken: a ship in play has not broken in two"),
        (f"{SHEET}.checks", [3], "ships.BIS.sheet.checks.0: '3' is none of 6, 5, 4"),
        (f"{SHEET}.lost", ["BO5"], "ships.BIS.sheet.lost.0: 'BO5' is none of BO1, BO2"),
        (f"{SHEET}.lost", ["BO1", "BO1"], "ships.BIS.sheet.lost.1: BO1 is there twice"),
        (f"{SHEET}.beyond", ["HO9"], "ships.BIS.sheet.beyond.0: 'HO9' is none of"),
        (f"{SHEET}.wounds", ["XX"], "ships.BIS.sheet.wounds.0: 'XX' is none of"),
        (f"{SHEET}.empty", 9, "ships.BIS.sheet.empty: with fuel_lost and fuel_holed these are more than 8"),
        (f"{SHEET}.empty", 6, "ships.BIS.sheet.empty: with fuel_lost and fuel_holed these are more than 8"),
        (f"{SHEET}.fires", -1, "ships.BIS.sheet.fires: -1 is not 0 to"),
        (f"{SHEET}.holes.HO1.left", 3, "ships.BIS.sheet.holes.HO1.left: 3 is not 0 to 2"),
        (f"{SHEET}.holes.HO1.kind", 16, "ships.BIS.sheet.holes.HO1.kind: 16 is not 17 to 19"),
        (f"{SHEET}.holes.X", {"kind": 17}, "ships.BIS.sheet.holes.X.key: 'X' is no hole"),
        (f"{SHEET}.used", {"TL9": 1}, "ships.BIS.sheet.used.TL9: 'TL9' is none of"),
        ("ships.U47.sheet.used.TL1", 4, "ships.U47.sheet.used.TL1: 4 is not 0 to 3"),
        ("ships.U47.sheet.ready", {"TL9": 1}, "ships.U47.sheet.ready.TL9: 'TL9' is none of TL1, TL2"),
        (f"{SHEET}.german", 2, "ships.BIS.sheet.german: 2 is not -1 to 1"),
        ("ships.BIS.book.helm", "X", "ships.BIS.book.helm.0: 'X' is no order"),
        ("ships.BIS.book.last", ["X"], "ships.BIS.book.last.0: 'X' is no order"),
        ("squadrons.ARK-X1", {}, "squadrons.ARK-X1: 'ARK-X1' is no squadron"),
        ("squadrons.GRZ-T1", {"place": "air"}, "squadrons.GRZ-T1: there is no ship GRZ"),
        ("squadrons.LB1", {"at": [0, 0]}, "squadrons.LB1.side: '' is none of"),
        (f"{T1}.carrier", "BIS", "squadrons.ARK-T1.carrier: 'BIS' is none of ARK"),
        (f"{T1}.kind", "F", "squadrons.ARK-T1.kind: 'F' is none of T"),
        (f"{T1}.side", "german", "squadrons.ARK-T1.side: 'german' is none of british"),
        (f"{T1}.seat", "de", "squadrons.ARK-T1.seat: 'de' is no seat of side british"),
        (f"{T1}.aircraft", 7, "squadrons.ARK-T1.aircraft: 7 is not 0 to 6"),
        (f"{T1}.deck.endurance", 7, "squadrons.ARK-T1.deck.endurance: 7 is not 0 to 6"),
        (f"{T1}.place", "lost", "squadrons.ARK-T1.place: must be one of"),
        (f"{T1}.start", [1], "squadrons.ARK-T1.start: length must be 2"),
        (f"{T1}.home", "HOO", "squadrons.ARK-T1.home: there is no ship HOO"),
        (f"{T1}.standing", ["X"], "squadrons.ARK-T1.standing.0: 'X' is no order"),
        ("contacts.french", {}, "contacts.french.key: 'french' is none of"),
        ("contacts.british.U47", {"at": [0, 0], "mode": "deep", "turn": 1}, "contacts.british.U47.key: 'U47' is no contact"),
        ("contacts.british.SUB1.turn", -1, "contacts.british.SUB1.turn: -1 is not 0 to"),
        ("screens.0.way", [[1]], "screens.0.way.0: length must be 2"),
        ("screens.0.until", -1, "screens.0.until: -1 is not 0 to"),
        ("marks.0.kind", "kisses", "marks.0.kind: must be one of"),
        ("marks.0.aim", [], "marks.0.aim: length must be 2"),
        ("marks.0.side", "french", "marks.0.side: 'french' is none of"),
        ("fleet.french", [], "fleet.french.key: 'french' is none of"),
        ("fleet.german", ["X"], "fleet.german.0: 'X' is no order"),
        ("torpedo_salvos.french", 1, "torpedo_salvos.french.key: 'french' is none of"),
        ("points.german", -1, "points.german: -1 is not 0 to"),
        ("winners", ["french"], "winners.0: 'french' is none of"),
        ("raiders", ["XX"], "raiders.0: 'XX' is none of"),
    ],
)
def test_invalid_data_is_named(path: str, value: Any, told: str) -> None:
    """By path and reason."""
    with pytest.raises(InvalidData, match=told):
        load(broken(path, value))


def test_all_that_is_invalid_is_named_at_once() -> None:
    """One refusal tells them all."""
    data = broken("turn", -1)
    data["ships"]["BIS"]["course"] = 13
    with pytest.raises(InvalidData, match=r"turn: -1 .*; ships\.BIS\.course: 13 "):
        load(data)

"""The state's JSON: what snapshots and case files hold (chapter "State JSON" of the rule book)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from events.schema import InvalidData
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label
from pbem.core.state import codec
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import Missile, PlannedVessel, State, Trap
from pbem.games.stingray.model.vessel import Contact, Launcher, MissileContact, Noise, Power
from tests.rulebook.stingray.builders.one_step import state_with, vessel

Json = dict[str, Any]


def opened(key: str = "new-toy") -> State:
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded("plain"), 0)
    STINGRAY.rules.setup(turn, key, STINGRAY.scenarios.options(key, {}))
    return turn.state


def rich() -> State:
    """Scenario 4 with something in every field."""
    state = opened()
    ship = state.vessels["SR1"]
    ship.specials, ship.standing = {"REACTOR": 2, "TUBE1": 1}, {"captain1": ["RAM ANY"]}
    ship.launchers["2"] = Launcher("", destroyed=True)
    ship.finds.contacts["U1"] = Contact("U1", "", parse_label("1414"), None, -1, -1, 0, "plant")
    ship.finds.contacts["MF1"] = Contact("MF1", "MF", parse_label("1414"), parse_label("1415"), 0, 3, 0, "sonar")
    ship.finds.missile_contacts = [MissileContact("", parse_label("1515"), -1, "hydrophone")]
    ship.finds.mines_seen, ship.finds.swept, ship.finds.noises = (
        [parse_label("0101")],
        ["h1"],
        [Noise("explosion", parse_label("0202"), 4)],
    )
    ship.power = Power(6, 2, {"MOVE": 4}, ["LOAD 1"], ["1"], 1, 2)
    missile = Missile("SR1-M1", "MK61", "SR1", "terrainians", parse_label("0505"), 3, 0, "MF1", 1, run=7, lock=True)
    missile.via, missile.missed, missile.tie = [parse_label("0606")], ["TF1"], ["MF1", "D1"]
    missile.track, missile.track_phases = [parse_label("0504"), parse_label("0505")], [0, 1]
    state.missiles["SR1-M1"] = missile
    state.decoys, state.umpire.plants, state.spies.cards = [parse_label("0101")], {"U1": "SR2"}, [Trap("TRAP", "SR1", "NAV", 3)]
    state.spies.plans_read = [PlannedVessel("SR1", "SR", parse_label("0409"), 2, 3, {"1": "MK7"}, 3)]
    state.umpire.alongside, state.objectives, state.scores, state.winners = (
        {"TF1 SS1": 1},
        ["SR1 0906"],
        {"terrainians": 3},
        ["terrainians"],
    )
    return state


@pytest.mark.parametrize("state", [rich(), opened("agent-x20"), state_with(vessel("SS1", "1010"), vessel("MF1", "1212"))])
def test_a_state_survives_its_json(state: State) -> None:
    """load(dump(state)) is the same state, through real JSON."""
    again = STINGRAY.rules.load(json.loads(json.dumps(codec.dump(state))))
    assert again == state
    assert json.dumps(codec.dump(again)) == json.dumps(codec.dump(state))


def test_the_json_reads_like_the_rule_book() -> None:
    """Hexes are labels, facings N to NW, and both "" where there is none or it is not known."""
    plain = codec.dump(rich())
    assert plain["obstacles"] == sorted(plain["obstacles"]) and plain["obstacles"][0] == "1010"
    mega, ship = plain["vessels"]["MF1"], plain["vessels"]["SR1"]
    assert (mega["hex"], mega["tail"], mega["facing"], ship["tail"]) == ("2412", "2513", "NW", "")
    assert ship["finds"]["contacts"]["U1"] == {
        "vessel_class": "",
        "hex": "1414",
        "tail": "",
        "facing": "",
        "speed": -1,
        "move": 0,
        "how": "plant",
    }
    assert ship["finds"]["missile_contacts"] == [{"kind": "", "hex": "1515", "heading": "", "how": "hydrophone"}]
    missile = plain["missiles"]["SR1-M1"]
    assert (missile["heading"], missile["via"], missile["track"]) == ("S", ["0606"], ["0504", "0505"])
    assert plain["spies"]["plans_read"][0]["facing"] == "SE"


def test_a_dump_shares_nothing_with_its_state() -> None:
    """A patch of the one does not move the other."""
    state = rich()
    before = json.dumps(codec.dump(state))
    plain = codec.dump(state)
    ship = plain["vessels"]["SR1"]
    for thing in (
        plain["seats"],
        plain["umpire"]["plants"],
        plain["spies"]["plans_read"][0]["tubes"],
        ship["stores"],
        ship["power"]["items"],
    ):
        thing.clear()
    ship["standing"]["captain1"].clear()
    plain["missiles"]["SR1-M1"]["missed"].clear()
    plain["options"].clear()
    assert json.dumps(codec.dump(state)) == before


def test_vessels_are_put_into_vessel_order() -> None:
    """STG-GEN.6: a case file may add a vessel anywhere."""
    plain = codec.dump(opened())
    plain["vessels"] = dict(sorted(plain["vessels"].items(), reverse=True))
    assert list(STINGRAY.rules.load(plain).vessels) == ["SR1", "SR2", "MF1", "TF1", "TF2"]


def ship(**changes: Any) -> Callable[[Json], None]:
    return lambda plain: plain["vessels"]["SR1"].update(changes)


def missile(**changes: Any) -> Callable[[Json], None]:
    return lambda plain: plain["missiles"]["SR1-M1"].update(changes)


def top(**changes: Any) -> Callable[[Json], None]:
    return lambda plain: plain.update(changes)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (top(warp=1), "warp: unknown field"),
        (top(columns=0), "columns: 0 is not 1 to 99"),
        (top(move=-1), "move: -1 is not at least 0"),
        (top(home_edge="UP"), "home_edge: must be one of"),
        (top(obstacles=["9999"]), "obstacles.0: 9999 is off the map of 30 columns and 24 rows"),
        (top(decoys=["x"]), "decoys.0: 'x' is no hex label; write four digits, column and row, like 0507"),
        (top(crews={"nobody": "sr1"}), "crews.nobody: 'nobody' is none of captain1, "),
        (top(umpire={"plants": {"U1": "SR7"}}), "umpire.plants.U1: 'SR7' is none of SR1, SR2, MF1, TF1, TF2"),
        (top(objectives=["0906"]), "objectives.0: '0906' is no vessel and hex, like 'SR1 0906'"),
        (top(objectives=["SR7 0906"]), "objectives.0: 'SR7' is none of SR1, SR2, MF1, TF1, TF2"),
        (top(scores={"red": 1}), "scores.red: 'red' is none of terrainians, aquaphibians"),
        (top(mines={"MN1": {"side": "red", "hex": "0101", "active": True}}), "mines.MN1.side: 'red' is none of"),
        (
            top(spies={"cards": [{"kind": "SPELL", "vessel": "", "system": "", "move": 0}]}),
            "spies.cards.0.kind: must be one of",
        ),
        (ship(vessel_class="CA"), "vessels.SR1.vessel_class: must be one of"),
        (ship(captain="aquaphibian"), "vessels.SR1.captain: 'aquaphibian' is no seat of side terrainians"),
        (ship(copilot="nobody"), "vessels.SR1.copilot: 'nobody' is no seat of side terrainians"),
        (ship(crew="sr2"), "vessels.SR1.crew: must be 'sr1', the crew of seat 'captain1'"),
        (ship(hex="3101"), "vessels.SR1.hex: 3101 is off the map of 30 columns and 24 rows"),
        (ship(tail="0410"), "vessels.SR1.tail: only a MegaFish has one"),
        (ship(facing=3), "vessels.SR1.facing: not a valid string"),
        (ship(facing="UP"), "vessels.SR1.facing: 'UP' is no direction; write one of N, "),
        (ship(finds={"swept": 1}), "vessels.SR1.finds.swept: not a valid list"),
        (ship(speed=7), "vessels.SR1.speed: 7 is not 0 to 6"),
        (ship(battery=11), "vessels.SR1.battery: 11 is not 0 to 10"),
        (ship(stores={"MK61": 4}), "vessels.SR1.stores: must be MK61, MK7, MINE, DECOY"),
        (ship(stores={"MK61": 5, "MK7": 8, "MINE": 4, "DECOY": 4}), "vessels.SR1.stores.MK61: 5 is not 0 to 4"),
        (ship(launchers={}), "vessels.SR1.launchers: must be 1, 2"),
        (ship(specials={"PORT": 1}), "vessels.SR1.specials: 'PORT' is none of REACTOR, "),
        (ship(specials={"NAV": 0}), "vessels.SR1.specials.NAV: 0 is not at least 1"),
        (
            ship(track=["0101"], track_phases=[7]),
            "vessels.SR1.track_phases.0: 7 is not 0 to 6",
        ),
        (ship(track=["0101", "0102"], track_phases=[1]), "vessels.SR1.track_phases: must be a phase, 0 to 6, for each hex"),
        (ship(standing={"captain2": []}), "vessels.SR1.standing: 'captain2' is none of captain1, copilot1"),
        (ship(injuries=5), "vessels.SR1.injuries: 5 is not 0 to 4"),
        (missile(launcher="TF9"), "missiles.SR1-M1.launcher: 'TF9' is none of"),
        (missile(launcher="SR2"), "missiles.SR1-M1: 'SR1-M1' is no name of a missile of SR2, like SR2-M1"),
        (missile(target="TF9"), "missiles.SR1-M1.target: 'TF9' is none of SR1, SR2, MF1, TF1, TF2"),
        (missile(run=37), "missiles.SR1-M1.run: 37 is not 0 to 36"),
        (missile(kind="MK99"), "missiles.SR1-M1.kind: must be one of"),
    ],
)
def test_what_does_not_fit_is_named(change: Callable[[Json], None], why: str) -> None:
    """All that does not fit is refused with its path and the reason."""
    plain = codec.dump(rich())
    change(plain)
    with pytest.raises(InvalidData, match=re.escape(why)):
        STINGRAY.rules.load(plain)


def test_a_fish_is_ready_or_not() -> None:
    """A fish's launcher holds nothing by name; and it has the stores of its class."""
    plain = codec.dump(rich())
    plain["vessels"]["TF1"]["launchers"]["LAUNCHER"]["load"] = "MK7"
    with pytest.raises(InvalidData, match=r"vessels\.TF1\.launchers\.LAUNCHER\.load: 'MK7' is none of '', READY"):
        STINGRAY.rules.load(plain)
    plain = codec.dump(rich())
    plain["vessels"]["XX1"] = plain["vessels"]["TF1"]
    with pytest.raises(InvalidData, match=r"vessels\.XX1: 'XX1' is no name of class TF"):
        STINGRAY.rules.load(plain)

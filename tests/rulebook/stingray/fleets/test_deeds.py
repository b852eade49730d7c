"""STG-CAM.7: hits and kills for the roll of honour, from events alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from events.base import Event
from events.stingray.damage import CrewHurt, Sank
from events.stingray.movement import Encountered
from events.stingray.orders import MoveBegan
from events.stingray.weapons import AttackMade, Launched, MineBlast, MineGone
from pbem.core.fleets.fleet_units import Deed
from tests.rulebook.stingray.builders.fleets import fleets
from tests.rulebook.stingray.builders.one_step import play, state_with, vessel

MOVE = MoveBegan(1)
HIT = AttackMade("SR1-M2", "TF1", "homing", True)


@pytest.mark.parametrize(
    ("events", "deeds"),
    [
        ([MOVE, HIT], ["SR1 hit TF1"]),
        ([MOVE, AttackMade("SR1-M2", "TF1", "homing", False)], []),
        ([MOVE, AttackMade("TF2-M1", "TF1", "unguided", True)], []),
        ([MOVE, HIT, Sank("TF1", "sunk", "1010")], ["SR1 hit TF1", "SR1 kill TF1"]),
        ([MOVE, HIT, MoveBegan(2), Sank("TF1", "sunk", "1010")], ["SR1 hit TF1"]),
        ([MOVE, HIT, CrewHurt("TF1", 4, "Sting Mk7"), Sank("TF1", "sunk", "1010")], ["SR1 hit TF1", "SR1 kill TF1"]),
        ([MOVE, HIT, CrewHurt("TF1", 3, "Sting Mk7")], ["SR1 hit TF1"]),
        ([MOVE, Sank("TF1", "sunk", "1010")], []),
        (
            [MOVE, HIT, AttackMade("SR2-M1", "TF1", "mk61", True), Sank("TF1", "exploded", "1010")],
            ["SR1 hit TF1", "SR2 hit TF1", "SR2 kill TF1"],
        ),
        ([MOVE, Encountered("SR1", "MF1", 3, "1010", [4, 4], "ram", "MF1")], ["MF1 hit SR1"]),
        ([MOVE, Encountered("SR1", "MF1", 3, "1010", [4, 4], "collision", "")], []),
        ([MOVE, Encountered("SR1", "", 3, "1010", [4, 4], "ram", "SR1")], []),
    ],
)
def test_who_has_hit_whom(events: Sequence[Event], deeds: list[str]) -> None:
    """STG-CAM.7, STG-SEQ.3: a hit is an enemy's; the last one of the move has destroyed it."""
    assert [f"{deed.unit} {deed.what} {deed.target}" for deed in fleets().deeds(events)] == deeds


def test_a_mine_is_its_layers() -> None:
    """STG-CAM.7, STG-MIN.4: also in a later move, and of all that it hits; one of the scenario's is nobody's."""
    laid = Launched("SR1", "1", "MINE", "MN1", "", "1010", 0, [], 0)
    blast = [MineBlast("TF1", 4, "1010"), MineBlast("SR2", 4, "1010"), MineGone("MN1")]
    assert fleets().deeds([MOVE, laid, MoveBegan(2), *blast]) == [Deed("SR1", "hit", "TF1")]
    assert fleets().deeds([MOVE, *blast]) == []


def test_deeds_of_a_move_played() -> None:
    """STG-CAM.7: the events of these types are enough."""
    sub = vessel("SR1", "1012", "N", tubes={"1": "MK61"})
    sub.launchers["1"].armed = True
    state = state_with(sub, vessel("TF1", "1004", "S"))
    drafts = play(state, {"SR1": "HALT; LAUNCH STING 1 AT TF1", "TF1": "HALT"}, [3, 1])
    assert {type(draft.event) for draft in drafts} & set(fleets().deed_events)
    told = [draft.event for draft in drafts if isinstance(draft.event, tuple(fleets().deed_events))]
    assert fleets().deeds(told) == [Deed("SR1", "hit", "TF1"), Deed("SR1", "kill", "TF1")]

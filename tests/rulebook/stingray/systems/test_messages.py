"""STG-COM: messages at the end of a move."""

from __future__ import annotations

from typing import Any

from events.base import EVERYONE, Draft
from events.stingray.contacts import MessageHeard, MessageLost
from events.stingray.orders import MoveBegan
from pbem.games.stingray.model.orders import Message, VesselOrders
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.systems import messages, scan
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from tests.rulebook.stingray.builders.one_step import envelope, only, state_with, told, vessel
from tests.rulebook.stingray.builders.vessel_orders import turn_of


def sent(state: State, sender: str, *to: str, comms: bool = False) -> list[Draft]:
    """Steps 7: the scan, and then the messages of one vessel."""
    turn = turn_of(state)
    turn.emit(MoveBegan(state.next_move), "STG-SEQ.1", EVERYONE)
    scratch = TurnScratch(turn, {sender: VesselOrders(comms=comms, messages=[Message(x, "two fish") for x in to])})
    scan.step(scratch)
    messages.deliver(scratch)
    return turn.drafts


def quiet(*vessels: Vessel, **changes: Any) -> State:
    return state_with(*vessels, held=False, **changes)


def lost(drafts: list[Draft]) -> list[str]:
    """Why messages were lost."""
    return [event.why for event in told(drafts, MessageLost)]


def test_local_speech_carries_nine_hexes() -> None:
    """STG-COM.1: to a vessel of one's side, at the end of the move, free; for its crew."""
    state = quiet(vessel("SR1", "1010"), vessel("SR2", "1019", copilot=True), vessel("TF1", "3030"))
    drafts = sent(state, "SR1", "SR2")
    assert only(drafts, MessageHeard) == MessageHeard("SR2", "SR1", "two fish")
    assert envelope(drafts, MessageHeard) == ("STG-COM.1", "sr2")
    state = quiet(vessel("SR1", "1010"), vessel("SR2", "1020"), vessel("TF1", "3030"))
    drafts = sent(state, "SR1", "SR2")
    assert not told(drafts, MessageHeard)
    assert envelope(drafts, MessageLost) == ("STG-COM.1", "captain-sr1")


def test_a_lost_message_tells_only_what_is_known() -> None:
    """STG-COM.1: the distance is named if the friend is on the sender's own list; else silence, as from nobody at all."""
    state = quiet(vessel("SS1", "1010"), vessel("SR2", "1024"), vessel("TF1", "1012"), vessel("SR3", "3040", fate="sunk"))
    drafts = sent(state, "SS1", "SR2", "SR3", "SR9", "TF1", "U1")
    assert lost(drafts) == ["SR2 is 14 hexes away; local speech carries 9", *["nobody answers"] * 4]
    state.vessels["SS1"].specials["SONAR"] = 1
    assert lost(sent(state, "SS1", "SR2")) == ["nobody answers"]


def test_the_dead_neither_speak_nor_hear() -> None:
    """STG-CRW.3, STG-COM.1: a dead crew does nothing; to the sender it is silence."""
    state = quiet(vessel("SR1", "1010"), vessel("SR2", "1012", injuries=4), vessel("TF1", "3030"))
    assert lost(sent(state, "SR1", "SR2")) == ["nobody answers"]
    assert not told(sent(state, "SR2", "SR1"), MessageHeard)
    state.vessels["SR1"].fate = "sunk"
    assert lost(sent(state, "SR1", "SR2")) == []


def test_headquarters_needs_comms() -> None:
    """STG-COM.2, STG-COM.3: COMMS ON and working; HQ answers what the scenario says, once a move."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "3030"))
    drafts = sent(state, "SR1", "HQ", "HQ", comms=True)
    assert only(drafts, MessageHeard) == MessageHeard("SR1", "HQ", OPENINGS[state.scenario].hq)
    assert envelope(drafts, MessageHeard) == ("STG-COM.3", "captain-sr1")
    assert lost(sent(state, "SR1", "HQ")) == ["COMMS is not on"]
    state.vessels["SR1"].specials["COMMS"] = 1
    assert lost(sent(state, "SR1", "HQ", comms=True)) == ["the comms are damaged"]


def test_fish_talk_at_any_distance() -> None:
    """STG-COM.4: if both can report; they have no HQ."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "0101"), vessel("TF2", "3040"), vessel("TF3", "0102"))
    state.vessels["TF3"].specials["COMMS"] = 1
    drafts = sent(state, "TF1", "TF2", "TF3", "HQ")
    assert only(drafts, MessageHeard) == MessageHeard("TF2", "TF1", "two fish")
    assert envelope(drafts, MessageHeard) == ("STG-COM.4", "fish")
    assert lost(drafts) == ["nobody answers", "nobody answers"]
    assert lost(sent(state, "TF3", "TF1")) == ["the comms are damaged"]


def test_enemies_do_not_listen() -> None:
    """STG-COM.1, STG-COM.4: a message to the other side is lost, on both sides alike."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "1011"))
    assert lost(sent(state, "SR1", "TF1")) == lost(sent(state, "TF1", "SR1")) == ["nobody answers"]

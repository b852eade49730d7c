"""STG-COM: messages over local speech, the fishes' network and HQ. Their sender learns only whether they arrived."""

from __future__ import annotations

from events.stingray.contacts import MessageHeard, MessageLost
from pbem.core.geometry.hexes import distance
from pbem.games.stingray.model.orders import Message
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.tables import LOCAL
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch

HQ = "HQ"
TERRAINIAN = ("SR", "SS")
SILENCE = "nobody answers"
"""The one answer for all that a sender cannot know: an id that does not exist, an enemy, a friend sunk, deaf or far off."""


def deliver(scratch: TurnScratch) -> None:
    """After the scan: every message of a crew that lives, in vessel order and the order written."""
    for vessel in scratch.state.afloat():
        answered = False
        orders = scratch.orders.get(vessel.id)
        for message in orders.messages if orders and vessel.fit else ():
            if message.to == HQ and not vessel.printed.fish:
                answered = _call_hq(scratch, vessel, message, answered)
            else:
                _send(scratch, vessel, message)


def _call_hq(scratch: TurnScratch, vessel: Vessel, message: Message, answered: bool) -> bool:
    """STG-COM.2: with COMMS ON and working. STG-COM.3: HQ answers what the scenario says, once a move."""
    why = "COMMS is not on" if not scratch.orders[vessel.id].comms else ""
    if vessel.out("COMMS"):
        why = "the comms are damaged"
    if why:
        scratch.tell(MessageLost(vessel.id, message.to, why), "STG-COM.2", vessel)
        return answered
    answer = OPENINGS[scratch.state.scenario].hq
    if answer and not answered:
        scratch.tell(MessageHeard(vessel.id, HQ, answer), "STG-COM.3", vessel)
    return True


def _send(scratch: TurnScratch, vessel: Vessel, message: Message) -> None:
    """STG-COM.1, STG-COM.4: to a vessel of one's side, if it can hear it."""
    rule = "STG-COM.4" if vessel.printed.fish else "STG-COM.1"
    target = scratch.state.vessels.get(message.to)
    if target is not None and _hears(vessel, target):
        scratch.tell(MessageHeard(target.id, vessel.id, message.text), rule, target)
    else:
        scratch.tell(MessageLost(vessel.id, message.to, _why(scratch, vessel, message.to)), rule, vessel)


def _hears(sender: Vessel, target: Vessel) -> bool:
    """Fish at any distance, if both can report; Terrainians within local speech."""
    if sender.side != target.side or not target.fit:
        return False
    if sender.printed.fish:
        return sender.can_report and target.can_report
    return distance(sender.hex, target.hex) <= LOCAL


def _why(scratch: TurnScratch, vessel: Vessel, to: str) -> str:
    """Only a distance that the sender's own list gives is told: any other would tell that a friend lives."""
    if not vessel.can_report:
        return "the comms are damaged"
    contact = vessel.finds.contacts.get(to)
    friend = contact is not None and contact.vessel_class in TERRAINIAN and not vessel.printed.fish
    if contact is None or not friend or contact.move < scratch.state.move:
        return SILENCE
    away = distance(vessel.hex, contact.hex)
    return f"{to} is {away} hexes away; local speech carries {LOCAL}" if away > LOCAL else SILENCE

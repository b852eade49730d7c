"""WT-22.1: how vessels are lost, when, and who learns of it. Fires that all can see."""

from __future__ import annotations

from events.wet_thrust.damage import ContactDestroyed, FiresSeen, Lost
from events.wet_thrust.flying import DeckLost
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import hits
from pbem.games.wet_thrust.rules.combat.d20_effects import STRUCK_BY


def sink(scratch: TurnScratch) -> None:
    """Vessels with all boxes marked, or broken in two, sink now, in unit order (steps 2.7 and 5.4)."""
    for ship in scratch.state.afloat():
        founder(scratch, ship)


def founder(scratch: TurnScratch, ship: Vessel) -> bool:
    """WT-8.6, WT-10.12: does she sink? Whoever marks boxes outside steps 4 and 5 asks this at once."""
    if ship.sheet.broken:
        lose(scratch, ship, "broken", "WT-10.12")
    elif ship.sheet.doomed:
        lose(scratch, ship, "boxes", "WT-8.6")
    return not ship.afloat


def lose(scratch: TurnScratch, ship: Vessel, how: str, rule: str) -> None:
    """WT-22.1: she is out of the game. WT-11.14: and all aircraft aboard with her.

    WT-18.9, WT-23.4: below the surface only her own side is told so; who holds her as a contact hears that it is destroyed.
    """
    aboard = list(scratch.state.aboard(ship.id))
    contact = "" if ship.visible else scratch.state.seen_as(ship)
    scratch.seen(Lost(ship.id, how, list(ship.at)), rule, ship)
    if contact:
        holder = scratch.state.enemy(ship.side)
        scratch.turn.emit(ContactDestroyed(holder, contact, list(ship.at)), "WT-23.4", holder)
    for squadron in aboard:
        scratch.deck(DeckLost(squadron.id), "WT-11.14", squadron)


def after_fire(scratch: TurnScratch) -> None:
    """WT-1.9: step 5.4: what torpedoes and bombs struck is lost now (WT-10.11, WT-13.9), then who is doomed sinks."""
    for id, system, cause in scratch.struck:
        hits.lose_system(scratch, scratch.state.ships[id], system, cause, STRUCK_BY[cause])
    sink(scratch)


def show_fires(scratch: TurnScratch) -> None:
    """WT-23.1: fires burn for all to see; told once a turn, when their number has changed (ruling W5)."""
    for ship in scratch.state.afloat():
        if ship.visible and ship.sheet.fires != ship.burning:
            scratch.tell(FiresSeen(ship.id, ship.sheet.fires), "WT-23.1")

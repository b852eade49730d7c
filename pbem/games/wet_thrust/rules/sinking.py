"""WT-22.1: how vessels are lost, when, and who learns of it. Fires that all can see."""

from __future__ import annotations

from events.wet_thrust.damage import ContactDestroyed, FiresSeen, Lost
from events.wet_thrust.flying import DeckLost
from pbem.games.wet_thrust.model.state import Vessel
from pbem.games.wet_thrust.rules.combat import hits
from pbem.games.wet_thrust.rules.combat.d20_effects import STRUCK_BY
from pbem.games.wet_thrust.rules.turn_scratch import Action


def sink(action: Action) -> None:
    """Vessels with all boxes marked, or broken in two, sink now, in unit order (steps 2.7 and 5.4)."""
    for ship in action.state.afloat():
        founder(action, ship)


def founder(action: Action, ship: Vessel) -> bool:
    """WT-8.6, WT-10.12: does she sink? Whoever marks boxes outside steps 4 and 5 asks this at once."""
    if ship.sheet.broken:
        lose(action, ship, "broken", "WT-10.12")
    elif ship.sheet.doomed:
        lose(action, ship, "boxes", "WT-8.6")
    return not ship.afloat


def lose(action: Action, ship: Vessel, how: str, rule: str) -> None:
    """WT-22.1: she is out of the game. WT-11.14: and all aircraft aboard with her.

    WT-18.9, WT-23.4: below the surface only her own side is told so; who holds her as a contact hears that it is destroyed.
    """
    aboard = list(action.state.aboard(ship.id))
    contact = "" if ship.visible else action.state.seen_as(ship)
    action.seen(Lost(ship.id, how, list(ship.at)), rule, ship)
    if contact:
        holder = action.state.enemy(ship.side)
        action.turn.emit(ContactDestroyed(holder, contact, list(ship.at)), "WT-23.4", holder)
    for squadron in aboard:
        action.deck(DeckLost(squadron.id), "WT-11.14", squadron)


def after_fire(action: Action) -> None:
    """WT-1.9: step 5.4: what torpedoes and bombs struck is lost now (WT-10.11, WT-13.9), then who is doomed sinks."""
    for id, system, cause in action.struck:
        hits.lose_system(action, action.state.ships[id], system, cause, STRUCK_BY[cause])
    sink(action)


def show_fires(action: Action) -> None:
    """WT-23.1: fires burn for all to see; told once a turn, when their number has changed (ruling W5)."""
    for ship in action.state.afloat():
        if ship.visible and ship.sheet.fires != ship.burning:
            action.tell(FiresSeen(ship.id, ship.sheet.fires), "WT-23.1")

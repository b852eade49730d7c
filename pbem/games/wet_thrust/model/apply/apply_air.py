"""What the events of `events.wet_thrust.flying` do to the state. An event may name a squadron that the reader does not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.wet_thrust import flying, opening
from pbem.core.geometry.tabletop import spot
from pbem.games.wet_thrust.model.apply.apply_common import nothing_changes, score
from pbem.games.wet_thrust.model.ship_class import AIRCRAFT, Kind
from pbem.games.wet_thrust.model.state import FireMark, State
from pbem.games.wet_thrust.model.tables import ENDURANCE
from pbem.games.wet_thrust.model.units import Deck, Squadron

ENDURING: tuple[Kind, ...] = ("F", "DB", "T")
"""WT-11.8: squadrons whose turns in the air are counted."""


def _squadron_formed(state: State, event: opening.SquadronFormed) -> None:
    """Section 8: ready on deck; ruling W14: land-based bombers wait off the table."""
    squadron = _new_squadron(event)
    squadron.home, squadron.place = event.carrier, "aboard" if event.carrier else "waiting"
    squadron.deck_if_known = Deck(enters=event.enters, exit=squadron.at)
    state.squadrons[event.squadron] = squadron


def _new_squadron(event: opening.SquadronFormed | flying.TookOff) -> Squadron:
    return Squadron(
        id=event.squadron,
        index=event.index,
        carrier=event.carrier,
        kind="B" if event.kind == "B" else AIRCRAFT[event.kind],
        side=event.side,
        seat=event.seat,
        aircraft=event.aircraft,
        place="air",
        at=spot(event.at),
    )


# ---------------------------------------------------------------- up and down


def _took_off(state: State, event: flying.TookOff) -> None:
    """WT-11.6: launched with fresh endurance and load (WT-11.11), as far as these are the reader's to know."""
    squadron = state.squadrons.setdefault(event.squadron, _new_squadron(event))
    squadron.place, squadron.at, squadron.home = "air", spot(event.at), ""
    squadron.aircraft, squadron.launched = event.aircraft, state.turn
    if deck := squadron.deck_if_known:
        deck.endurance, deck.spent = ENDURANCE if squadron.kind in ENDURING else 0, False


def _flew(state: State, event: flying.Flew) -> None:
    if squadron := state.squadrons.get(event.squadron):
        squadron.start, squadron.at = spot(event.start), spot(event.at)


def _alongside(state: State, event: flying.Alongside) -> None:
    """WT-6.6."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.place, squadron.home, squadron.moored = "alongside", squadron.carrier, state.turn


def _recovered(state: State, event: flying.Recovered) -> None:
    """WT-6.7: ready for the next turn."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.place, squadron.home, squadron.moored = "aboard", squadron.carrier, state.turn
        if deck := squadron.deck_if_known:
            deck.ready = state.turn + 1


def _cast_off(state: State, event: flying.CastOff) -> None:
    """WT-6.7."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.place, squadron.home, squadron.at = "air", "", spot(event.at)


def _landed(state: State, event: flying.Landed) -> None:
    """WT-11.9."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.place, squadron.home = "aboard", event.carrier


def _rearming(state: State, event: flying.Rearming) -> None:
    """WT-11.11."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.deck.ready, squadron.deck.spent = event.ready, False


def _merged(state: State, event: flying.Merged) -> None:
    """WT-11.13: an emptied squadron is gone, not lost."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.aircraft = event.left
        squadron.place = squadron.place if event.left else "gone"
    if into := state.squadrons.get(event.into):
        into.aircraft += event.moved
        into.deck.ready = event.ready


def _flew_home(state: State, event: flying.FlewHome) -> None:
    """WT-13.7, WT-21.8: gone, not lost."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.place = "gone"


# ---------------------------------------------------------------- in the air


def _endurance_left(state: State, event: flying.EnduranceLeft) -> None:
    """WT-11.8."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.deck.endurance = event.turns


def _spent(state: State, event: flying.Spent) -> None:
    """WT-11.10."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.deck.spent = True


def _aircraft_lost(state: State, event: flying.AircraftLost) -> None:
    """WT-11.14."""
    if squadron := state.squadrons.get(event.squadron):
        squadron.aircraft = event.left
        if not event.left:
            _destroy(squadron)


def _deck_lost(state: State, event: flying.DeckLost) -> None:
    """WT-11.12, WT-11.14."""
    if squadron := state.squadrons.get(event.squadron):
        _destroy(squadron)


def _destroy(squadron: Squadron) -> None:
    squadron.aircraft, squadron.place, squadron.lost = 0, "gone", True


def _bombed(state: State, event: flying.Bombed) -> None:
    aim = spot(event.aim)
    state.marks.append(FireMark("bombs", event.squadron, event.target, aim, aim, event.hits, event.points))
    score(state, event.squadron, event.target, event.points)


AIR_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    opening.SquadronFormed: _squadron_formed,
    flying.TookOff: _took_off,
    flying.Flew: _flew,
    flying.EnduranceLeft: _endurance_left,
    flying.Spent: _spent,
    flying.Engaged: nothing_changes,
    flying.Dogfight: nothing_changes,
    flying.FightersFired: nothing_changes,
    flying.GunnersFired: nothing_changes,
    flying.FlakFired: nothing_changes,
    flying.AircraftLost: _aircraft_lost,
    flying.DeckLost: _deck_lost,
    flying.Bombed: _bombed,
    flying.Alongside: _alongside,
    flying.Recovered: _recovered,
    flying.CastOff: _cast_off,
    flying.Landed: _landed,
    flying.Rearming: _rearming,
    flying.Merged: _merged,
    flying.FlewHome: _flew_home,
}
"""Every event type of aircraft, and what it does."""

"""What is told of aircraft: launch, flight, combat in the air, flak, bombs, recovery."""

from __future__ import annotations

from events.base import Event
from events.wet_thrust import flying
from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import distance, inches, spot
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import FLAK_LESS
from pbem.games.wet_thrust.report.fire_words import needed_words, points_words
from pbem.games.wet_thrust.report.phrases import Teller, aircraft_words, place, silent


def _took_off(event: flying.TookOff, known: State) -> str:
    """WT-11.6; WT-13.7 for land-based bombers."""
    head = f"{event.squadron}, {aircraft_words(event.aircraft, event.kind)},"
    if not event.carrier:
        return f"{head} comes in at {place(event.at)}"
    return f"{head} takes off from {event.carrier}, now at {place(event.at)}"


def _flew(event: flying.Flew, known: State) -> str | None:
    """WT-11.2."""
    far = inches(distance(spot(event.start), spot(event.at)))
    return f'{event.squadron} flies {far}" to {place(event.at)}' if event.start != event.at else None


def _spent(event: flying.Spent, known: State) -> str:
    """WT-11.10."""
    return f"{event.squadron} has done its work and must return"


# ---------------------------------------------------------------- combat


def _engaged(event: flying.Engaged, known: State) -> str:
    """WT-12.7: the prey may have flown on since they met."""
    return f"{event.squadron} engages {event.target}, met at {place(event.at)}"


def _dogfight(event: flying.Dogfight, known: State) -> str:
    """WT-12.8."""
    first = f"{event.first}: {_kills(event.first_kills, event.first_shot)}"
    second = f"{event.second}: {_kills(event.second_kills, event.second_shot)}"
    return f"dogfight of {event.first} and {event.second}: {first}; {second}"


def _fighters_fired(event: flying.FightersFired, known: State) -> str:
    """WT-12.9."""
    return f"{event.squadron} attacks {event.target}: {_kills(event.kills, event.shot)}"


def _gunners_fired(event: flying.GunnersFired, known: State) -> str:
    """WT-12.9."""
    return f"{event.squadron} fires back at {event.target}: {_kills(event.kills, event.shot)}"


def _flak_fired(event: flying.FlakFired, known: State) -> str:
    """WT-14.5."""
    carrier, _, symbol = event.squadron.rpartition("-")  # it may be shot down by now
    hard = event.system.startswith("AD") and (not carrier or symbol.startswith("R"))
    die = f"{event.die - FLAK_LESS} {FLAK_LESS:+d} = {event.die}" if hard else str(event.die)
    return f"{event.ship} {event.system} fires at {event.squadron}: {die}, {_kills(event.kills, event.shot)}"


def _kills(kills: int, shot: int) -> str:
    """WT-12.10: kills beyond what was left are lost."""
    down = f"{shot} shot down" if shot else "none shot down"
    return down if shot == kills else f"{down} of {count(kills, 'kill')}, no more were left"


def _aircraft_lost(event: flying.AircraftLost, known: State) -> str:
    """WT-11.8, WT-11.14."""
    why = "is out of fuel and loses" if event.cause == "no fuel" else "loses"
    left = f"{event.left} left" if event.left else "it is no more"
    return f"{event.squadron} {why} {count(event.number, 'aircraft', 'aircraft')}, {left}"


def _bombed(event: flying.Bombed, known: State) -> str:
    """WT-13.3, WT-13.4, WT-13.6."""
    needed = needed_words(event.needed, event.number, event.modifiers)
    head = f"{event.squadron}, {aircraft_words(event.number, event.kind)}, bombs {event.target}"
    return f"{head}: {needed}: {points_words(event.hits, event.points)}"


# ---------------------------------------------------------------- deck


def _deck_lost(event: flying.DeckLost, known: State) -> str:
    """WT-11.12, WT-11.14."""
    return f"{event.squadron} is destroyed aboard"


def _alongside(event: flying.Alongside, known: State) -> str:
    """WT-6.6."""
    return f"{event.squadron} lies alongside its ship"


def _recovered(event: flying.Recovered, known: State) -> str:
    """WT-6.7."""
    return f"{event.squadron} is hoisted aboard"


def _cast_off(event: flying.CastOff, known: State) -> str:
    """WT-6.7."""
    return f"the ship moves: {event.squadron} is in the air again at {place(event.at)}"


def _landed(event: flying.Landed, known: State) -> str:
    """WT-11.9."""
    return f"{event.squadron} lands on {event.carrier}"


def _rearming(event: flying.Rearming, known: State) -> str:
    """WT-11.11 with the arithmetic."""
    off = f" + {count(event.symbols, 'symbol')} crossed off" if event.symbols else ""
    turns = count(event.die + event.symbols, "turn")
    return f"{event.squadron} rearms for {turns} ({event.die}{off}): it may be launched from game turn {event.ready}"


def _merged(event: flying.Merged, known: State) -> str:
    """WT-11.13."""
    rest = f"{event.left} left in {event.squadron}" if event.left else f"{event.squadron} is no more"
    return f"{event.moved} aircraft of {event.squadron} join {event.into} (ready from game turn {event.ready}); {rest}"


def _flew_home(event: flying.FlewHome, known: State) -> str:
    """WT-13.7, WT-21.8."""
    return f"{event.squadron} flies home"


TELLERS: dict[type[Event], Teller] = {
    flying.TookOff: _took_off,
    flying.Flew: _flew,
    flying.EnduranceLeft: silent,
    flying.Spent: _spent,
    flying.Engaged: _engaged,
    flying.Dogfight: _dogfight,
    flying.FightersFired: _fighters_fired,
    flying.GunnersFired: _gunners_fired,
    flying.FlakFired: _flak_fired,
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

"""A sentence of the report for each event, in the rule book's words (section 9). The report's headings name the phase."""

from __future__ import annotations

from itertools import pairwise

from events.base import Event
from events.sovereign_seas import opening, sailing
from pbem.core.game.phrases import count, join_words, sentence
from pbem.core.geometry.hexes import DIRECTIONS, step
from pbem.games.sovereign_seas.model.geometry import CHANGE, hex_of, label_of
from pbem.games.sovereign_seas.model.state import Place, State
from pbem.games.sovereign_seas.model.tables import (
    CLASSES,
    RAM_ANGLE,
    RAM_MULTIPLIER,
    RAM_NEEDED,
    RAM_POOL,
    STRUCK,
    ram_speed_modifier,
)
from pbem.games.sovereign_seas.model.turns import game_turn
from pbem.games.sovereign_seas.report import battle_words
from pbem.games.sovereign_seas.report.battle_words import Teller, pool_words, silent
from pbem.games.sovereign_seas.report.phrases import EDGES, NATION, PEOPLE, guns_words

LETTER_OF = {change % 6: letter for letter, change in CHANGE.items()}
"""Helm letter by change of heading."""


def tell(event: Event, known: State) -> str | None:
    """What to say of an event that the reader may see; None for what is not worth a sentence, or not of this game."""
    return TELLERS.get(type(event), silent)(event, known)


# ---------------------------------------------------------------- set-up


def _ship_entered(event: opening.ShipEntered, known: State) -> str:
    name = CLASSES[event.ship_class].name
    return f"{event.ship} ({name}) is at {event.hex} heading {DIRECTIONS[event.heading]}, speed {event.speed}"


def _ship_named(event: opening.ShipNamed, known: State) -> str:
    """SSL-CAM.1."""
    return f"{event.ship} is the {event.name}"


def _damage_carried(event: opening.DamageCarried, known: State) -> str:
    """SSL-CAM.5."""
    seen = known.ships.get(event.ship)
    marks = []
    if event.marked and seen:
        marks.append(f"hull {event.marked} of {seen.printed.circles}")
    if event.lost and seen:
        marks.append(f"maximum speed {seen.printed.maximum(event.lost)}")
    if event.gone:
        marks.append(f"{guns_words(event.gone)} lost")
    if event.tower_lost:
        marks.append("conning tower destroyed")
    return f"{event.ship} has damage of earlier battles: {', '.join(marks)}"


def _ship_placed(event: opening.ShipPlaced, known: State) -> str:
    return f"{event.ship} is placed at {event.hex} heading {DIRECTIONS[event.heading]}, speed {event.speed}"


def _entry_chosen(event: opening.EntryChosen, known: State) -> str:
    """SSL-O3.1."""
    return f"the British come in from the {EDGES[event.edge]}"


def _fleet_taken(event: opening.FleetTaken, known: State) -> str:
    ships = ", ".join(f"{number} {CLASSES[name].name}" for name, number in event.ships.items())
    return sentence(f"{PEOPLE[event.side]} take {ships}: {count(event.points, 'point')}")


def _stage_closed(event: opening.StageClosed, known: State) -> str:
    """SSL-A.2: the game starts when the set-up is complete."""
    return (
        f"{count(event.left, 'set-up deadline')} to come"
        if event.left
        else f"set-up is over; {game_turn(1, known.limit)} is next"
    )


def _placing_void(event: opening.PlacingVoid, known: State) -> str:
    return f"what the {NATION[event.side]} admirals placed does not go together ({event.why}): the printed positions count"


# ---------------------------------------------------------------- advantage, speed and movement


def _advantage(event: sailing.Advantage, known: State) -> str:
    """SSL-G.1."""
    rolled = ", ".join(f"{NATION[side]} {strikes}/5" for side, strikes in event.strikes.items())
    if not event.side:
        return f"{rolled}: a tie, both roll again"
    return f"{rolled}: {PEOPLE[event.side]} are advantaged"


def _speed_set(event: sailing.SpeedSet, known: State) -> str | None:
    """SSL-H.1: what has changed; the logs show the rest."""
    return f"{event.ship} speed {event.before} -> {event.speed}" if event.speed != event.before else None


def _auto_decel(event: sailing.AutoDecel, known: State) -> str:
    """SSL-H.6."""
    return f"{event.ship} drops from speed {event.before} to {event.speed}, all that she can still make"


def _when_fired(event: sailing.WhenFired, known: State) -> str:
    """SSL-X.9."""
    return f"{event.ship}: {event.line} has come true and steers her; no MOVE this turn"


def _turn_began(event: sailing.TurnBegan, known: State) -> str:
    """SSL-E.3. Set-up deadlines are counted apart."""
    return f"{game_turn(event.turn, known.limit)} begins"


def _stepped(event: sailing.Stepped, known: State) -> str | None:
    """SSL-I1.1, SSL-I2.2: a ship's hexes of an impulse in one line, told with the last of them."""
    way = _way(event, known)
    if way is None:
        return f"{event.ship} {event.letter} {event.origin} -> {event.hex} {DIRECTIONS[event.heading]}"
    if way[-1] != Place(event.impulse, hex_of(event.hex), event.heading):
        return None
    letters = " ".join(LETTER_OF[(after.heading - before.heading) % 6] for before, after in pairwise(way))
    return f"{event.ship} {letters}  {label_of(way[0].hex)} -> {event.hex} {DIRECTIONS[event.heading]}"


def _way(event: sailing.Stepped, known: State) -> list[Place] | None:
    """Where the ship was in the event's impulse, first where she came from; None if the state is of another turn."""
    seen = known.ships.get(event.ship)
    track = list(seen.track) if seen else []
    here = [n for n, place in enumerate(track) if place.impulse == event.impulse]
    if not here or here[0] == 0 or Place(event.impulse, hex_of(event.hex), event.heading) not in track:
        return None
    way = track[here[0] - 1 : here[-1] + 1]
    shoved = any(step(before.hex, after.heading) != after.hex for before, after in pairwise(way))
    return None if shoved else way


def _turn_refused(event: sailing.TurnRefused, known: State) -> str:
    """SSL-I2.4."""
    moved = count(event.count, "hex", "hexes")
    return f"{event.ship} {event.letter} too early: {moved} since last turn, needs {event.needed}; F instead"


def _step_diverted(event: sailing.StepDiverted, known: State) -> str:
    """SSL-X.5."""
    instead = f"{event.letter} instead" if event.letter else "she stays"
    return f"{event.ship} {event.wanted}: {event.because} is in the way, {instead}"


def _held(event: sailing.Held, known: State) -> str:
    return f"{event.ship} lies in {event.hex} for the rest of the impulse, heading {DIRECTIONS[event.heading]}"


def _left_map(event: sailing.LeftMap, known: State) -> str:
    """SSL-I4.1."""
    return f"{event.ship} leaves the map by the {EDGES[event.edge]} edge and is out of the game"


# ---------------------------------------------------------------- rams


def _ram_picked(event: sailing.RamPicked, known: State) -> str:
    """SSL-J1.3."""
    return f"{event.attacker} meets {join_words(event.among)}: the die picks {event.target}"


def _ram_rolled(event: sailing.RamRolled, known: State) -> str:
    """SSL-J1.4 with the arithmetic."""
    modifiers = {
        f"speed {event.attacker_speed} against {event.target_speed}": ram_speed_modifier(
            event.attacker_speed - event.target_speed
        ),
        "angle": RAM_ANGLE[STRUCK.index(event.struck)],
    }
    pool = pool_words(event.pool, RAM_POOL, modifiers)
    head = f"{event.attacker} runs into {event.target} in {event.hex}, at her {event.struck}: {pool}"
    return f"{head}, {count(event.strikes, 'strike')}, {RAM_NEEDED} needed: {'a hit' if event.hit else 'a miss'}"


def _ram_effect(event: sailing.RamEffect, known: State) -> str:
    """SSL-J1.5, SSL-J1.6."""
    times = RAM_MULTIPLIER[event.strikes]
    hits = f"{event.strikes}/5, {times} x speed {event.hits // times} = {count(event.hits, 'hit')} on {event.target}"
    return f"the ram of {event.attacker}: {hits}, {event.own_hits or 'none'} on herself"


def _ram_stopped(event: sailing.RamStopped, known: State) -> str:
    """SSL-J1.10."""
    return f"{join_words(event.ships)} {'lies' if len(event.ships) == 1 else 'lie'} stopped"


def _ram_shoved(event: sailing.RamShoved, known: State) -> str:
    return f"{event.attacker} is shoved back to {event.hex}"


TELLERS: dict[type[Event], Teller] = {
    opening.SeaSet: silent,
    opening.ShipEntered: _ship_entered,
    opening.ShipNamed: _ship_named,
    opening.DamageCarried: _damage_carried,
    opening.ShipPlaced: _ship_placed,
    opening.EntryChosen: _entry_chosen,
    opening.FleetTaken: _fleet_taken,
    opening.StageClosed: _stage_closed,
    opening.LogOpened: silent,
    opening.OrdersStood: silent,
    opening.PlacingVoid: _placing_void,
    sailing.TurnBegan: _turn_began,
    sailing.Advantage: _advantage,
    sailing.SpeedSet: _speed_set,
    sailing.AutoDecel: _auto_decel,
    sailing.WhenFired: _when_fired,
    sailing.Stepped: _stepped,
    sailing.TurnRefused: _turn_refused,
    sailing.StepDiverted: _step_diverted,
    sailing.Held: _held,
    sailing.LeftMap: _left_map,
    sailing.RamPicked: _ram_picked,
    sailing.RamRolled: _ram_rolled,
    sailing.RamEffect: _ram_effect,
    sailing.RamStopped: _ram_stopped,
    sailing.RamShoved: _ram_shoved,
    **battle_words.TELLERS,
}

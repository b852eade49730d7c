"""A sentence of the report for each event, in the rule book's words (section 9). The report's headings name the phase."""

from __future__ import annotations

from events.base import Event
from events.wet_thrust import opening
from pbem.core.game.phrases import count, join_words
from pbem.core.game.unit_ids import ids_words
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import WEATHER
from pbem.games.wet_thrust.model.turns import game_turn
from pbem.games.wet_thrust.report import air_words, damage_words, fire_words, sea_words
from pbem.games.wet_thrust.report.phrases import (
    DEPTHS,
    Teller,
    aircraft_words,
    class_name,
    course_words,
    place,
    silent,
    speed_text,
)


def tell(event: Event, known: State) -> str | None:
    """What to say of an event that the reader may see; None for what is not worth a sentence, or not of this game."""
    return TELLERS.get(type(event), silent)(event, known)


def _sea_set(event: opening.SeaSet, known: State) -> str:
    return f"{WEATHER[event.weather].words}; {count(event.limit, 'turn')} to play"


def _vessel_entered(event: opening.VesselEntered, known: State) -> str:
    """WT-23.1."""
    name = class_name(event.ship_class)
    named = name if event.name in ("", name) else f"{event.name}, {name}"
    going = f"{course_words(event.course)}, speed {speed_text(event.speed)}"
    depth = f", {DEPTHS[event.mode]}" if DEPTHS[event.mode] else ""
    return f"{event.ship} ({named}) is at {place(event.at)}, {going}{depth}"


def _squadron_formed(event: opening.SquadronFormed, known: State) -> str | None:
    """WT-13.7: land-based bombers on their way; carriers' squadrons are on the sheets."""
    if event.carrier:
        return None
    bombers = aircraft_words(event.aircraft, event.kind)
    return f"{event.squadron}, {bombers}, comes in at {place(event.at)} on game turn {event.enters}"


def _sheet_opened(event: opening.SheetOpened, known: State) -> str | None:
    """Of ships to which something had happened before the game."""
    if not (event.lost or event.empty):
        return None
    for_good = f" ({ids_words(event.beyond)} for good)" if event.beyond else ""
    parts = [f"{ids_words(event.lost)} lost{for_good}"] if event.lost else []
    parts += [f"{count(event.empty, 'fuel box', 'fuel boxes')} empty"] if event.empty else []
    return f"{event.ship} begins with {' and '.join(parts)}"


def _damage_carried(event: opening.DamageCarried, known: State) -> str:
    """WT-24.4."""
    parts = [f"{count(event.marked, 'box', 'boxes')} marked"] if event.marked else []
    parts += [f"{count(used, 'load')} of {launcher} used" for launcher, used in event.used.items()]
    return f"{event.ship} has {join_words(parts)} from earlier battles"


def _turn_began(event: opening.TurnBegan, known: State) -> str:
    return f"{game_turn(event.turn, known.limit)} begins"


def _game_decided(event: opening.GameDecided, known: State) -> str:
    """WT-22.2: the verdict says who has won and how."""
    return event.verdict


TELLERS: dict[type[Event], Teller] = {
    opening.SeaSet: _sea_set,
    opening.VesselEntered: _vessel_entered,
    opening.SquadronFormed: _squadron_formed,
    opening.SheetOpened: _sheet_opened,
    opening.DamageCarried: _damage_carried,
    opening.OrderBooksOpened: silent,
    opening.OrdersStood: silent,
    opening.OrdersKept: silent,
    opening.HelmKept: silent,
    opening.TurnBegan: _turn_began,
    opening.TurnEnded: silent,
    opening.GameDecided: _game_decided,
    **sea_words.TELLERS,
    **fire_words.TELLERS,
    **air_words.TELLERS,
    **damage_words.TELLERS,
}

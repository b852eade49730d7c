"""Orders toward what is pointed at on the map: plots that end there or come nearest, and attacks with their odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from pbem.core.game.protocol import MOST_TOWARD
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.tabletop import Spot, distance, inches, number_text
from pbem.core.orders.offered import best_of_each, some_of_each
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.orders import Go
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.orders.air_checks import FAR
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.planning.attacks import Attacks
from pbem.games.wet_thrust.planning.suggestions import AIM, OTHER, PLOT, Offer, accepted, suggested
from pbem.games.wet_thrust.planning.tracks import Track, options
from pbem.games.wet_thrust.report.phrases import course_words, place
from pbem.games.wet_thrust.report.pictures.map_scene import window_of

MOST_PLOTS, MOST_AWAY = 5, 2
"""Plots that are offered for a vessel; where none leads nearer, those that lead away the least."""
Unit = Vessel | Squadron


def toward(known: State, unit: str, target: Target) -> list[SuggestedOrder]:
    """Nothing for whoever owes no orders, for a unit of somebody else, and where nothing leads."""
    if known.over or known.reader is None:
        return []
    context = OrderContext(known, known.reader)
    own: dict[str, Unit] = {**context.ships(), **context.squadrons()}
    if target.unit in own and unit in ("", target.unit):
        return some_of_each(suggested(context, target.unit), MOST_TOWARD)
    asked = [each for id, each in own.items() if unit in ("", id)]
    foe = _foe(known, context, target.unit)
    friend = known.ships.get(target.unit)
    goal = foe.at if foe else window_of(known).spot_at(target.place)
    asked.sort(key=lambda each: distance(each.at, goal))
    if foe:
        attacks = Attacks(known, target.unit, foe, [each.id for each in asked])
        return _led(context, {each.id: attacks.by(each, brief=not unit) for each in asked})
    if friend and friend.side == known.side and friend.afloat:
        return _led(context, {each.id: _with(each, friend) for each in asked})
    on_table = max(map(abs, goal)) <= FAR
    return _led(context, {each.id: _to(known, each, goal) for each in asked} if on_table else {})


def _foe(known: State, context: OrderContext, name: str) -> Vessel | Squadron | Contact | None:
    """WT-23: an enemy vessel in sight, a squadron in the air, a submarine that is held."""
    if name in context.foes():
        return known.ships[name]
    if name in context.enemy_squadrons():
        return known.squadrons[name]
    return context.contacts().get(name)


def _led(context: OrderContext, offers: Mapping[str, Iterable[Offer]]) -> list[SuggestedOrder]:
    """The best that are legal."""
    return [SuggestedOrder(*each) for each in best_of_each(offers, partial(accepted, context), MOST_TOWARD)]


# ---------------------------------------------------------------- a place, a friend


def _to(known: State, unit: Unit, goal: Spot) -> Iterator[Offer]:
    """WT-2: the plots that end nearest, one of each end. WT-11.2: an aircraft flies there."""
    if isinstance(unit, Squadron):
        if unit.airborne:
            yield AIM, order_text(Go(goal)), f'{inches(distance(unit.at, goal))}" away, it flies {unit.speed}" a turn'
        return
    if unit.sheet.commanded(known.next_turn):
        for track in nearest(unit, goal):
            yield PLOT, track.text, track_words(unit, track, goal)


def nearest(ship: Vessel, goal: Spot) -> list[Track]:
    """By what is left of the way at the turn's end, then by where the same course leads a turn later."""
    tracks = [track for track in options(ship, fine=True) if not track.steering.evasive]
    tracks.sort(key=lambda track: (distance(track.end, goal), distance(track.later, goal)))
    ends: dict[tuple[Spot, int], Track] = {}
    for track in tracks:
        ends.setdefault((track.end, track.course), track)
    best = list(ends.values())[:MOST_PLOTS]
    return [track for track in best if distance(track.end, goal) <= distance(ship.at, goal)] or best[:MOST_AWAY]


def track_words(ship: Vessel, track: Track, goal: Spot) -> str:
    """Where a plot leads, and what is left of the way."""
    left = f'{inches(distance(track.end, goal))}" from there'
    barred = "; no main guns this turn" if track.steering.barred and ship.sheet.working(ship.printed.main) else ""
    going = f"speed {number_text(track.steering.speed)}, {course_words(track.course)}"
    return f"{track.words}: ends at {place(track.end)}, {left}, {going}{barred}"


def _with(unit: Unit, friend: Vessel) -> Iterator[Offer]:
    """WT-12.4, WT-14.4: what one does for a friend; and the plots that come near her."""
    away = f'{inches(distance(unit.at, friend.at))}" away'
    if isinstance(unit, Squadron):
        if unit.airborne:
            yield AIM, order_text(Go(friend.at)), f"to where {friend.id} is now, {away}"
        if unit.kind == "F" and unit.carrier == friend.id:
            yield AIM, "CAP", "stays with her and meets who attacks her"
        return
    yield OTHER, f"COVER {friend.id}", f"her anti-aircraft guns defend that ship, too; {away}"
    for track in nearest(unit, friend.at):
        yield PLOT, track.text, track_words(unit, track, friend.at)

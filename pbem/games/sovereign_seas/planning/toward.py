"""Orders toward what is pointed at on the map: plans that end there or come nearest, and fire, courses and rams at an enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from pbem.core.drawing.hex_chart import hex_near
from pbem.core.game.protocol import MOST_TOWARD
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.hexes import DIRECTIONS, Hex, distance, label
from pbem.core.orders.offered import best_of_each, some_of_each
from pbem.games.sovereign_seas.model.geometry import off_bow
from pbem.games.sovereign_seas.model.orders import FLEET
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.orders.order_context import OrderContext
from pbem.games.sovereign_seas.orders.tracks import helpless
from pbem.games.sovereign_seas.planning.attacks import Attacks
from pbem.games.sovereign_seas.planning.reach import End, Sailing
from pbem.games.sovereign_seas.planning.set_up_suggestions import set_up_toward
from pbem.games.sovereign_seas.planning.suggestions import HELM, OTHER, SPEED, STANDING, Offer, accepted, suggested

MOST_ENDS = 5
"""Plans that are offered for one ship."""
MOST_OTHERS = 2
"""Of these, plans that only come near."""


def toward(known: State, unit: str, target: Target) -> list[SuggestedOrder]:
    """Nothing for whoever owes no orders, for a ship of somebody else, and where nothing leads."""
    if known.over or known.reader is None or (known.stage and not known.stage.get(known.side)):
        return []
    hex = hex_near(target.place, known.on_map)
    if known.stage:
        return set_up_toward(known, unit, hex)[:MOST_TOWARD]
    context, at = OrderContext(known, known.reader), known.ships.get(target.unit)
    own = {ship.id: ship for ship in known.mine()}
    asked = sorted((own[id] for id in own if unit in ("", id)), key=lambda ship: distance(ship.hex, at.hex if at else hex))
    if at and at.active and at.side == known.side:
        if at.id in own and unit in ("", at.id):
            return some_of_each(suggested(context, at.id), MOST_TOWARD)
        return _led(context, {ship.id: _with(ship, at) for ship in asked})
    if at and at.active:
        attacks = Attacks(known, at, [FLEET] if unit == FLEET else [ship.id for ship in asked])
        offers = {ship.id: _against(attacks, ship, at, brief=not unit) for ship in asked}
        return _led(context, offers | {FLEET: attacks.of_fleet()} if unit == FLEET and own else offers)
    sailing = Sailing(known)
    return _led(context, {ship.id: _to(sailing, ship, hex, brief=not unit) for ship in asked} if known.on_map(hex) else {})


def _led(context: OrderContext, offers: Mapping[str, Iterable[Offer]]) -> list[SuggestedOrder]:
    """The best that are legal."""
    return [SuggestedOrder(*each) for each in best_of_each(offers, partial(_legal, context), MOST_TOWARD)]


def _legal(context: OrderContext, unit: str, text: str) -> bool:
    return all(accepted(context, unit, part) for part in text.split("; "))


# ---------------------------------------------------------------- a hex, a friend


def _to(sailing: Sailing, ship: Ship, goal: Hex, brief: bool) -> Iterator[Offer]:
    """The plans that end there, or the nearest and STEER, which goes on in the turns after. SSL-L5.7: with a jam no plan.

    Of a hex that she would pass this turn, nearer than she can end, STEER comes first: the plans are bends that end beside it.
    """
    turn = sailing.known.next_turn
    ends = [] if helpless(ship, turn) else _nearest(sailing, ship, goal, brief)
    there = [end for end in ends if end.hex == goal]
    arrives = sailing.arrival(ship, goal)
    before = 0 if arrives == turn and not there else 1
    for end in there or ends[:before]:
        yield HELM, plan_text(ship, end), _end_words(end, goal)
    if arrives:
        yield STANDING, f"STEER {label(goal)}", f"arrives in game turn {arrives} at her present speed"
    for end in [] if there else ends[before:]:
        yield HELM, plan_text(ship, end), _end_words(end, goal)


def _nearest(sailing: Sailing, ship: Ship, goal: Hex, brief: bool) -> list[End]:
    """Those that end there, on different headings; else the nearest, and the nearest at her present speed."""
    speeds = sailing.speeds(ship)
    by_range: dict[int, list[End]] = {}
    for end in sailing.ends(ship, speeds[:1] if brief else speeds):
        by_range.setdefault(distance(end.hex, goal), []).append(end)
    kept: list[End] = []
    for far in sorted(by_range)[:3]:
        near = sorted(by_range[far], key=lambda end: _merit(ship, end, goal))
        kept += islice((end for end in _various(near, kept) if sailing.clear(ship, end)), MOST_ENDS)
        if kept:
            break
    if not kept or kept[0].hex == goal:
        return kept
    now = [end for end in kept if end.speed == speeds[0]]
    return [*kept[:MOST_OTHERS], *(end for end in now[:1] if end not in kept[:MOST_OTHERS])]


def _merit(ship: Ship, end: End, goal: Hex) -> tuple[int, ...]:
    """In the goal as little as possible is changed; short of it her bow should point at it."""
    return off_bow(end.hex, end.heading, goal), abs(end.speed - ship.speed), end.turns, (end.heading - ship.heading) % 6


def _various(ends: Iterable[End], kept: Sequence[End]) -> Iterator[End]:
    """One of each hex and heading."""
    seen = {(end.hex, end.heading) for end in kept}
    for end in ends:
        if (end.hex, end.heading) not in seen:
            seen.add((end.hex, end.heading))
            yield end


def plan_text(ship: Ship, end: End) -> str:
    """`SPEED 7; MOVE RFF...`, without the speed if she has it."""
    if not end.speed:
        return "STOP"
    move = f"MOVE {end.letters}"
    return move if end.speed == min(ship.speed, ship.maximum) else f"SPEED {end.speed}; {move}"


def _end_words(end: End, goal: Hex) -> str:
    left = distance(end.hex, goal)
    where = f"{end.words}: ends in {label(end.hex)} heading {DIRECTIONS[end.heading]}"
    return f"{where}, {left} short of it" if left else where


def _with(ship: Ship, friend: Ship) -> Iterator[Offer]:
    """SSL-X.6, SSL-X.10."""
    words = f"{friend.printed.name}, now {distance(ship.hex, friend.hex)} away"
    yield STANDING, f"FOLLOW {friend.id} GAP 2", f"2 hexes behind {words}"
    yield STANDING, f"FOLLOW {friend.id} GAP 3", f"3 hexes behind {words}"
    yield SPEED, f"SPEED MATCH {friend.id}", f"as fast as she is, now {friend.speed}"
    yield OTHER, f"STEER {label(friend.hex)}", "to where she is now"


# ---------------------------------------------------------------- an enemy


def _against(attacks: Attacks, ship: Ship, foe: Ship, brief: bool) -> Iterator[Offer]:
    """What shoots at her this turn; then plans that bring guns to bear, and courses."""
    shots = list(attacks.shots(ship))
    yield from shots
    if not helpless(ship, attacks.known.next_turn) and not (brief and shots):
        for end, hint in attacks.approaches(ship, brief):
            yield HELM, plan_text(ship, end), hint
    yield from attacks.courses(ship)
    yield from attacks.in_vain(ship)

"""Orders to choose from: what makes sense now for each own ship and the fleet, every one of them legal (5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.phrases import count
from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import DIRECTIONS, distance, label, on_map
from pbem.core.texts.envelope import OrderError
from pbem.games.sovereign_seas.language.lines import read
from pbem.games.sovereign_seas.language.targets import sightings
from pbem.games.sovereign_seas.model.orders import FLEET
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import letter_at
from pbem.games.sovereign_seas.orders.checks import check_ship
from pbem.games.sovereign_seas.orders.fleet_checks import check_fleet
from pbem.games.sovereign_seas.orders.order_context import OrderContext
from pbem.games.sovereign_seas.orders.tracks import by_letters, helpless, plans
from pbem.games.sovereign_seas.planning.reach import helm_words
from pbem.games.sovereign_seas.planning.set_up_suggestions import set_up_picks
from pbem.games.sovereign_seas.rules.sailing.speed import span

SPEED, HELM, STANDING, FIRE, OPENING, OTHER = (
    "Speed",
    "Helm this turn",
    "Standing helm",
    "Fire",
    "When to fire",
    "Other",
)
MOST_FOES, MOST_FRIENDS = 3, 2
Offer = tuple[str, str, str]
"""Group, order, hint."""


def suggest(known: State) -> list[SuggestedOrder]:
    """By unit, the fleet first; none for a spectator, after the end, and for a seat that owes no orders."""
    if known.over or known.reader is None:
        return []
    if known.stage:
        return set_up_picks(known)
    if not known.mine() and not known.is_senior:
        return []
    context = OrderContext(known, known.reader)
    ships = known.mine()
    return [each for unit in ([FLEET] if ships else []) + [ship.id for ship in ships] for each in suggested(context, unit)]


def suggested(context: OrderContext, unit: str) -> list[SuggestedOrder]:
    """What one own ship, or the fleet, may be ordered when turns are played."""
    known = context.state
    offers = _fleet(known) if unit == FLEET else _offers(known, known.ships[unit])
    return [SuggestedOrder(unit, group, text, hint) for group, text, hint in offers if accepted(context, unit, text)]


def accepted(context: OrderContext, unit: str, text: str) -> bool:
    """Would the parser take it for this unit without a word?"""
    try:
        order = read(text, context.side)
        check_fleet(context, order) if unit == FLEET else check_ship(context, context.state.ships[unit], order)
    except OrderError:
        return False
    return True


def _fleet(known: State) -> Iterator[Offer]:
    """SSL-X.16: the senior admiral's defaults for ships without such lines of their own."""
    yield OTHER, "CARRY ON", "nothing new: all orders that stand go on"
    if known.is_senior:
        ids = " ".join(ship.id for ship in known.active(known.side))
        yield OTHER, f"SEQ {ids}", "the order in which your ships move and fire"
        yield FIRE, "FIRE ALL AT NEAREST", "at the nearest enemy; for ships that have no FIRE line"
        yield FIRE, "FIRE ALL AT WEAKEST", "at who has fewest circles left; for ships that have no FIRE line"
        yield OPENING, "OPEN RANGE 4 PEN", "from 4 hexes, if a shot beats the hull; for ships that have no OPEN line"
        yield OTHER, "AVOID FRIENDS", "enemies may be run into; for ships that have no AVOID line"
        yield OTHER, "CONCEDE", "gives up when this turn ends"


def _offers(known: State, ship: Ship) -> Iterator[Offer]:
    """All that may be said of one ship, out of command only her gunnery (SSL-L5.5)."""
    foes = sorted(known.active(enemy(known.side)), key=lambda foe: distance(ship.hex, foe.hex))
    if ship.log.command_until <= known.turn:
        yield from _speeds(known, ship)
        yield from () if helpless(ship, known.turn + 1) else _moves(known, ship)
        yield from _helms(known, ship, foes)
        yield from _whens(ship)
    yield from _fire(known, ship, foes)
    yield from _opening(ship)
    yield from _other(known, ship)


# ---------------------------------------------------------------- speed and helm


def _speeds(known: State, ship: Ship) -> Iterator[Offer]:
    """SSL-H.2, SSL-H.4: every speed that she can make."""
    limits = span(ship, known.options, out_of_command=False)
    for speed in range(limits.least, limits.most + 1):
        more = speed - ship.speed
        hint = f"{abs(more)} {'faster' if more > 0 else 'slower'}" if more else "as now"
        yield SPEED, f"SPEED {speed}" if speed else "STOP", hint


def _moves(known: State, ship: Ship) -> Iterator[Offer]:
    """SSL-X.7, SSL-I2.1: for each heading that she can come to, at her present speed, the first plan that stays on the map."""
    speed = min(ship.speed, ship.maximum)
    ends: set[int] = set()
    for letters in plans(ship, speed) if speed else ():
        track = by_letters(ship, speed, known.impulses, letters)
        hex, heading = track.places[known.impulses]
        if heading not in ends and all(on_map(hex, known.columns, known.rows) for hexes in track.steps for hex in hexes):
            ends.add(heading)
            where = f"at speed {speed} to {label(hex)} heading {DIRECTIONS[heading]}"
            yield HELM, f"MOVE {letters}", f"{helm_words(letters)}: {where}"


def _helms(known: State, ship: Ship, foes: list[Ship]) -> Iterator[Offer]:
    """SSL-X.6, SSL-X.8."""
    yield STANDING, "STRAIGHT", "goes on as she heads"
    for turn, side in ((1, "starboard"), (2, "starboard"), (3, "starboard"), (4, "port"), (5, "port")):
        yield STANDING, f"COURSE {DIRECTIONS[(ship.heading + turn) % 6]}", f"turns to {side}"
    yield STANDING, "CIRCLE L", "goes round to port"
    yield STANDING, "CIRCLE R", "goes round to starboard"
    for foe in foes[:MOST_FOES]:
        yield STANDING, f"CLOSE {foe.id}", f"steers for {foe.printed.name}, {_hexes(ship, foe)} off"
    for foe in foes[:1]:
        yield STANDING, f"KEEP 3 {foe.id}", f"keeps 3 hexes off {foe.printed.name}, now {_hexes(ship, foe)}"
        yield STANDING, f"RAM {foe.id}", f"steers into {foe.printed.name}, {_hexes(ship, foe)} off"
    mates = [mate for mate in known.active(known.side) if mate.id != ship.id]
    for mate in sorted(mates, key=lambda mate: distance(ship.hex, mate.hex))[:MOST_FRIENDS]:
        yield STANDING, f"FOLLOW {mate.id} GAP 2", f"2 hexes behind {mate.printed.name}, now {_hexes(ship, mate)} off"


def _hexes(ship: Ship, other: Ship) -> str:
    return count(distance(ship.hex, other.hex), "hex", "hexes")


def _whens(ship: Ship) -> Iterator[Offer]:
    """SSL-X.9: an exchange of broadsides, and when to give up."""
    yield STANDING, "WHEN RANGE NEAREST <= 3 DO CIRCLE R", "shows her broadside when they are near"
    half = max(1, ship.circles_left // 2)
    away = DIRECTIONS[(ship.heading + 3) % 6]
    yield (
        STANDING,
        f"WHEN HULL <= {half} DO COURSE {away}",
        f"turns round with {half} of her {ship.circles_left} circles left",
    )


# ---------------------------------------------------------------- guns


def _fire(known: State, ship: Ship, foes: list[Ship]) -> Iterator[Offer]:
    """SSL-X.11: all guns at the nearest enemies, and each kind at the nearest that it reaches now."""
    guns = ship.living()
    if not guns:
        return
    for foe in foes[:MOST_FOES]:
        yield FIRE, f"FIRE ALL AT {foe.id}, NEAREST", f"at {foe.printed.name}, {_hexes(ship, foe)} off, else at the nearest"
    yield FIRE, "FIRE ALL AT WEAKEST", "at whoever has the fewest hull circles left"
    near = sightings(ship, foes, known.options)
    for code in dict.fromkeys(gun.code for gun in guns):
        reached = [sight for sight in near if letter_at(code, sight.range, known.options)]
        for sight in sorted(reached, key=lambda sight: sight.range)[:1]:
            beaten = letter_at(code, sight.range, known.options)
            hint = f"beats armour {beaten} at range {sight.range}, her hull has {sight.foe.printed.hull_armour or 'none'}"
            yield FIRE, f"FIRE {code} AT {sight.foe.id}", hint


def _opening(ship: Ship) -> Iterator[Offer]:
    """SSL-X.12."""
    if ship.living():
        yield OPENING, "OPEN RANGE 3", "fires from 3 hexes, as if nothing were said"
        yield OPENING, "OPEN RANGE 4 PEN", "fires from 4 hexes, and only if a shot beats the hull"
        yield OPENING, "OPEN IMP 3-4 RANGE 6", "fires late in the turn, from 6 hexes"
        yield OPENING, "OPEN ANY", "fires at the first chance"
        yield OPENING, "HOLD FIRE", "no gun fires this turn"


def _other(known: State, ship: Ship) -> Iterator[Offer]:
    """SSL-X.2, SSL-X.4, SSL-X.14; SSL-I4.1: with a wall round the map nobody leaves it."""
    if ship.living():
        yield OTHER, "LOSE CHEAP", "when a battery is lost, it is the least useful"
    yield OTHER, "AVOID NONE", "runs into whoever is in the way"
    if known.options["edge"] == "leave":
        yield OTHER, "EXIT ON", "she may leave the map"
    for kind in ("FIRE", "OPEN", "WHEN"):
        if any(line.startswith(kind) for line in ship.standing):
            yield OTHER, f"CLEAR {kind}", f"no {kind} line stands any more"

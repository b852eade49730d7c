"""The order template: what the ships do if nothing is said, ready to be edited, with examples as comments."""

from __future__ import annotations

from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, distance, label
from pbem.core.texts.plain_form import MAILED
from pbem.games.sovereign_seas.language.lines import helm_text, open_text, order_text
from pbem.games.sovereign_seas.model.orders import FLEET, CarryOn, Enter, PlaceShip, ShipOrders, Speed, Take
from pbem.games.sovereign_seas.model.scenario import buyable, cost, default_fleet, find, span_of_points
from pbem.games.sovereign_seas.model.state import JAMMED, Log, Ship, State, enemy
from pbem.games.sovereign_seas.orders.tracks import helpless
from pbem.games.sovereign_seas.rules.lock import merge
from pbem.games.sovereign_seas.rules.sailing.speed import span

NO_SHIP = "# You have no ship in play; nothing is asked of you."
NOT_ASKED = "# The enemy sets up; nothing is asked of you."
PLACES = (
    "# What is left out begins where it stands in these lines. Change hex, heading or speed; all ships are checked together."
)
UNCHANGED = f"# {MAILED}, this changes nothing: every ship keeps her speed and carries on with what stands below."


def template(known: State) -> str:
    """One block for the fleet and one for each own ship in play; it parses without problems as it is.

    Nothing for spectators and at the end.
    """
    if known.over or known.reader is None:
        return ""
    if known.stage:
        return _set_up(known, known.stage.get(known.side, ""))
    ships = known.mine()
    if not ships:
        return NO_SHIP
    return "\n\n".join([UNCHANGED, _fleet(known), *(_ship(known, ship) for ship in ships)])


# ---------------------------------------------------------------- set-up


def _set_up(known: State, task: str) -> str:
    """SSL-Z.2: what counts without an order, as an order."""
    if task == "PLACE":
        lines = [f"{ship.id}: {order_text(PlaceShip(ship.hex, ship.heading, ship.speed))}" for ship in known.mine()]
        return "\n".join([PLACES, f"{FLEET}: {order_text(CarryOn())}", *lines]) if lines else NO_SHIP
    if not known.is_senior or not task:
        return NOT_ASKED if not task else f"# Your senior admiral's order is asked for ({task}), none of yours."
    return "\n".join(_enter(known) if task == "ENTER" else _take(known))


def _enter(known: State) -> list[str]:
    edge = find(known.scenario).entry or "W"
    hint = "# the edge of the map from which your ships enter: N, E, S or W; the enemy does not learn it during set-up"
    return [f"{FLEET}:", f"  {order_text(Enter(edge))}", f"  {hint}"]


def _take(known: State) -> list[str]:
    """SSL-O6.1: a fleet that costs what it may, and what each type costs."""
    fleet = default_fleet(known.side, known.options)
    least, most = span_of_points(known.options)
    types = [f"{letters} {log.name} {log.points}" for letters, log in buyable(known.side, known.options).items()]
    return [
        f"{FLEET}:",
        f"  {order_text(Take(tuple(fleet.items())))}",
        f"  # costs {cost(fleet, known.side, known.options)} points; {least} to {most} may be spent, on at most five of a type",
        f"  # types and points: {', '.join(types)}",
    ]


# ---------------------------------------------------------------- turns


def _fleet(known: State) -> str:
    lines = [f"{FLEET}:", f"  {order_text(CarryOn())}"]
    if not known.is_senior:
        return "\n".join(lines)
    own, foes = [ship.id for ship in known.active(known.side)], [ship.id for ship in known.active(enemy(known.side))]
    lines += [f"  {line}" for line in known.fleet_lines(known.side)]
    lines += [f"  # SEQ {' '.join(own[::-1])}"] if len(own) > 1 else []
    lines += [
        f"  # OPEN RANGE 4 PEN; FIRE ALL AT {foes[0] if foes else 'NEAREST'}, NEAREST   # for ships without such lines",
        "  # CONCEDE   # gives up in this turn's end phase",
    ]
    return "\n".join(lines)


def _ship(known: State, ship: Ship) -> str:
    """Her state as comments, her current orders, and examples."""
    log, turn = ship.log, known.turn + 1
    in_command = log.command_until < turn
    steers = not helpless(ship, turn) and span(ship, known.options, out_of_command=False).most > 0
    lines = [f"{ship.id}:", f"# {_lies(ship)}"]
    lines += [f"# {words}" for words in _damage(ship, log, turn)]
    lines += [f"# {_does(merge(ship.standing, known.fleet_lines(known.side)))}"]
    if in_command:
        limits = span(ship, known.options, out_of_command=False)
        lines += [f"{order_text(Speed('HOLD'))}   # {limits.least} to {limits.most} this turn, maximum {ship.maximum}"]
    lines += ship.standing
    lines += [f"# {example}" for example in _examples(known, ship, steers)]
    return "\n  ".join(lines)


def _lies(ship: Ship) -> str:
    """Where she is and when she may turn."""
    left, needed = ship.count, ship.printed.turn_hexes
    turns = "may turn at once" if left >= needed else f"may turn after {needed - left} more"
    where = f"{label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {ship.speed}"
    return f"{ship.printed.name}: {where}, {count(left, 'hex', 'hexes')} since her last turn, {turns}"


def _damage(ship: Ship, log: Log, turn: int) -> list[str]:
    """Damage in words, and what cannot be ordered."""
    said = [f"hull {log.marked} of {ship.printed.circles} circles marked"] if log.marked else []
    said += [f"lost {', '.join(log.gone)}"] if log.gone else []
    said += ["conning tower destroyed"] if log.tower_lost else []
    whole = [", ".join(said)] if said else []
    if log.command_until >= turn:
        whole.append(f"out of command until the end of game turn {log.command_until}: speed and course are fixed")
    if log.jam_until >= turn:
        whole.append(f"rudder jammed {JAMMED[log.jam]} until the end of game turn {log.jam_until}: no helm orders help")
    return whole


def _does(orders: ShipOrders) -> str:
    """What she does if nothing is said."""
    return f"as it stands: {helm_text(orders.steer)}; opens fire {' or '.join(map(open_text, orders.open))}"


def _examples(known: State, ship: Ship, steers: bool) -> list[str]:
    """Orders that she could be given now; `steers`: her helm would be heeded."""
    foes = sorted(known.active(enemy(known.side)), key=lambda foe: distance(ship.hex, foe.hex))
    foe = foes[0].id if foes else "NEAREST"
    bars = "|".join(["F"] * known.impulses)
    helm = [f"MOVE {bars}; KEEP 3 {foe}; WHEN RANGE {foe} <= 2 DO CIRCLE R"] if steers else []
    guns = ship.living()
    return helm + ([f"OPEN RANGE 4 PEN; FIRE {guns[0].code} AT {foe}, NEAREST; HOLD FIRE"] if guns else [])

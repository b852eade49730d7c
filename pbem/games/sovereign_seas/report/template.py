"""The order template: what the ships do if nothing is said, ready to be edited, with examples as comments."""

from __future__ import annotations

from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, distance, label
from pbem.games.sovereign_seas.language.words import JAMMED, helm_text, open_text, order_text
from pbem.games.sovereign_seas.model.orders import FLEET, CarryOn, Enter, PlaceShip, ShipOrders, Speed, Take
from pbem.games.sovereign_seas.model.scenario import buyable, cost, default_fleet, find, span_of_points
from pbem.games.sovereign_seas.model.state import enemy
from pbem.games.sovereign_seas.model.view import LogView, ShipView, View
from pbem.games.sovereign_seas.orders.tracks import helpless
from pbem.games.sovereign_seas.rules.lock import merge
from pbem.games.sovereign_seas.rules.sailing.speed import span

NO_SHIP = "# You have no ship in play; nothing is asked of you."
NOT_ASKED = "# The enemy sets up; nothing is asked of you."
PLACES = (
    "# What is left out begins where it stands in these lines. Change hex, heading or speed; all ships are checked together."
)
UNCHANGED = "# Sent back as it stands, this changes nothing: every ship keeps her speed and carries on with what stands below."


def template(view: View) -> str:
    """One block for the fleet and one for each own ship in play; it parses without problems as it is.

    Nothing for spectators and at the end.
    """
    if view.over or view.seat is None:
        return ""
    if view.stage:
        return _set_up(view, view.stage.get(view.side, ""))
    ships = view.mine()
    if not ships:
        return NO_SHIP
    return "\n\n".join([UNCHANGED, _fleet(view), *(_ship(view, ship) for ship in ships)])


# ---------------------------------------------------------------- set-up


def _set_up(view: View, task: str) -> str:
    """SSL-Z.2: what counts without an order, as an order."""
    if task == "PLACE":
        lines = [f"{ship.id}: {order_text(PlaceShip(ship.hex, ship.heading, ship.speed))}" for ship in view.mine()]
        return "\n".join([PLACES, f"{FLEET}: {order_text(CarryOn())}", *lines]) if lines else NO_SHIP
    if not view.senior or not task:
        return NOT_ASKED if not task else f"# Your senior admiral's order is asked for ({task}), none of yours."
    return "\n".join(_enter(view) if task == "ENTER" else _take(view))


def _enter(view: View) -> list[str]:
    edge = find(view.scenario).entry or "W"
    hint = "# the edge of the map from which your ships enter: N, E, S or W; the enemy does not learn it during set-up"
    return [f"{FLEET}:", f"  {order_text(Enter(edge))}", f"  {hint}"]


def _take(view: View) -> list[str]:
    """SSL-O6.1: a fleet that costs what it may, and what each type costs."""
    fleet = default_fleet(view.side, view.options)
    least, most = span_of_points(view.options)
    types = [f"{letters} {log.name} {log.points}" for letters, log in buyable(view.side, view.options).items()]
    return [
        f"{FLEET}:",
        f"  {order_text(Take(tuple(fleet.items())))}",
        f"  # costs {cost(fleet, view.side, view.options)} points; {least} to {most} may be spent, on at most five of a type",
        f"  # types and points: {', '.join(types)}",
    ]


# ---------------------------------------------------------------- turns


def _fleet(view: View) -> str:
    lines = [f"{FLEET}:", f"  {order_text(CarryOn())}"]
    if not view.senior:
        return "\n".join(lines)
    own, foes = [ship.id for ship in view.active(view.side)], [ship.id for ship in view.active(enemy(view.side))]
    lines += [f"  {line}" for line in view.fleet]
    lines += [f"  # SEQ {' '.join(own[::-1])}"] if len(own) > 1 else []
    lines += [
        f"  # OPEN RANGE 4 PEN; FIRE ALL AT {foes[0] if foes else 'NEAREST'}, NEAREST   # for ships without such lines",
        "  # CONCEDE   # gives up in this turn's end phase",
    ]
    return "\n".join(lines)


def _ship(view: View, ship: ShipView) -> str:
    """Her state as comments, her current orders, and examples."""
    log, turn = ship.log, view.turn + 1
    in_command = log is None or log.command_until < turn
    steers = not helpless(ship, turn) and span(ship, view.options, out_of_command=False).most > 0
    lines = [f"{ship.id}:", f"# {_lies(ship)}"]
    lines += [f"# {words}" for words in _damage(ship, log, turn)]
    lines += [f"# {_does(merge(ship.standing or (), view.fleet))}"]
    if in_command:
        limits = span(ship, view.options, out_of_command=False)
        lines += [f"{order_text(Speed('HOLD'))}   # {limits.least} to {limits.most} this turn, maximum {ship.maximum}"]
    lines += ship.standing or ()
    lines += [f"# {example}" for example in _examples(view, ship, steers)]
    return "\n  ".join(lines)


def _lies(ship: ShipView) -> str:
    """Where she is and when she may turn."""
    left, needed = ship.count, ship.printed.turn_hexes
    turns = "may turn at once" if left >= needed else f"may turn after {needed - left} more"
    where = f"{label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {ship.speed}"
    return f"{ship.printed.name}: {where}, {count(left, 'hex', 'hexes')} since her last turn, {turns}"


def _damage(ship: ShipView, log: LogView | None, turn: int) -> list[str]:
    """Damage in words, and what cannot be ordered."""
    if log is None:
        return []
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


def _examples(view: View, ship: ShipView, steers: bool) -> list[str]:
    """Orders that she could be given now; `steers`: her helm would be heeded."""
    foes = sorted(view.active(enemy(view.side)), key=lambda foe: distance(ship.hex, foe.hex))
    foe = foes[0].id if foes else "NEAREST"
    bars = "|".join(["F"] * view.impulses)
    helm = [f"MOVE {bars}; KEEP 3 {foe}; WHEN RANGE {foe} <= 2 DO CIRCLE R"] if steers else []
    guns = ship.living()
    return helm + ([f"OPEN RANGE 4 PEN; FIRE {guns[0].code} AT {foe}, NEAREST; HOLD FIRE"] if guns else [])

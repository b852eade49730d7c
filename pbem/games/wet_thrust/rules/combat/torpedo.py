"""Chapter WT-10: torpedoes, of ships, submarines and aircraft."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from events.base import EVERYONE
from events.wet_thrust.firing import LauncherEmptied, TorpedoesFired, TorpedoesStruck
from events.wet_thrust.opening import OrdersStood
from events.wet_thrust.sailing import OrderLapsed
from pbem.core.geometry.tabletop import ANGLE_SLACK, Spot, distance, relative, together, within
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.orders import Torp
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import END_ON, EVASIVE_ARMOUR, FAR_LESS, NEAR_RANGE, OBSCURED, TORPEDO, TORPEDO_RANGE
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.combat import d20_effects, hits, smoke
from pbem.games.wet_thrust.rules.combat.aim import NO_CONTROL, bearing_on, out_of_reach, targets

Arc = Literal["bow", "beam", "stern"]


class Spread(NamedTuple):
    """The launchers that an order fires, and at whom."""

    order: Torp
    launchers: list[str]
    target: Vessel


# ---------------------------------------------------------------- a ship's salvos


def fire(scratch: TurnScratch, ship: Vessel) -> None:
    """WT-10.3: all tubes that a ship fires at one target are one salvo, whatever orders they come from."""
    if found := list(spreads(scratch, ship)):
        for id, launchers in salvos(ship, found).items():
            _salvo(scratch, ship, scratch.state.ships[id], launchers)
        _done(scratch, ship, found)


def salvos(ship: Vessel, spreads: Sequence[Spread]) -> dict[str, list[str]]:
    """WT-10.3: the launchers of each salvo, by target, in sheet order."""
    found: dict[str, list[str]] = {}
    for spread in spreads:
        found.setdefault(spread.target.id, []).extend(spread.launchers)
    return {id: sorted(launchers, key=ship.printed.all_systems.index) for id, launchers in found.items()}


def spreads(scratch: TurnScratch, ship: Vessel) -> Iterator[Spread]:
    """Each order with a target. One that waits for its range (TORP ... WITHIN) goes on waiting, any other has lapsed."""
    used: set[str] = set()
    for order in scratch.orders_of(ship).torp:
        launchers = [launcher for launcher in loaded(scratch.state, ship, order.launchers) if launcher not in used]
        if spread := _first(scratch.state, ship, order, launchers):
            used.update(spread.launchers)
            yield spread
        elif order.within is None:
            why = _lapse(scratch.state, ship, order, launchers)
            scratch.own(OrderLapsed(ship.id, order_text(order), why), "WT-10.13", ship)


def loaded(state: State, ship: Vessel, named: Collection[str] = ()) -> list[str]:
    """WT-10.4: working launchers (all, or those named) with a load, ready to fire. WT-18.4: a submarine's are no other."""
    sheet = ship.sheet
    return [
        launcher
        for launcher in sheet.working("TL")
        if (not named or launcher in named) and sheet.loads(launcher) > 0 and sheet.ready.get(launcher, 0) <= state.turn
    ]


def _first(state: State, ship: Vessel, order: Torp, launchers: Sequence[str]) -> Spread | None:
    """WT-10.13: the first target in the ordered range with an unmarked box on which a launcher bears.

    WT-10.2: she needs a working fire control, and bearing launchers; the rest keep their load.
    """
    if ship.mode == "deep" or not ship.sheet.controls:
        return None
    reach = TORPEDO_RANGE if order.within is None else order.within
    marks = _marks(state, ship)
    for foe in (marks[name] for name in order.targets if name in marks):
        if within(ship.at, foe.at, reach) and (able := bearing_on(ship, foe.at, launchers)):
            return Spread(order, able, foe)
    return None


def _marks(state: State, ship: Vessel) -> dict[str, Vessel]:
    """WT-10.1: what torpedoes may be fired at: as guns, but never at a submarine below the surface."""
    return {foe.id: foe for foe in targets(state, ship.side) if foe.visible}


def _lapse(state: State, ship: Vessel, order: Torp, launchers: Sequence[str]) -> str:
    """Why a TORP order fired nothing."""
    if ship.mode == "deep":
        return "she is deep"
    if not ship.sheet.controls:
        return NO_CONTROL
    if not launchers:
        return "no launcher is loaded and working"
    if not set(_marks(state, ship)) & set(order.targets):
        return out_of_reach(state, ship, order.targets)
    return "no launcher bears within its range"


def _salvo(scratch: TurnScratch, ship: Vessel, target: Vessel, launchers: list[str]) -> None:
    """WT-10.3: a launcher fires all its tubes. WT-10.4: that takes a load, and the reload time."""
    sheet = ship.sheet
    ready = scratch.state.turn + scratch.state.number("torpedo_reload_turns") + 1
    for launcher in launchers:
        scratch.sheet(LauncherEmptied(ship.id, launcher, sheet.loads(launcher) - 1, ready), "WT-10.4", ship)
    tubes = tubes_of(ship, launchers)
    launch(scratch, ship, target, launchers, tubes, ship.visible)


def tubes_of(ship: Vessel, launchers: Sequence[str]) -> int:
    """WT-10.3: torpedoes of a salvo."""
    return sum(ship.printed.launchers[launcher].tubes for launcher in launchers)


def _done(scratch: TurnScratch, ship: Vessel, spreads: Sequence[Spread]) -> None:
    """A standing TORP ... WITHIN ends when it has been carried out (section 5.2)."""
    done = {order_text(spread.order) for spread in spreads}
    left = [line for line in ship.standing if line not in done]
    if left != ship.standing:
        scratch.own(OrdersStood(ship.id, ship.side, left), "WT-10.13", ship)


# ---------------------------------------------------------------- a salvo, whoever fired it


def launch(scratch: TurnScratch, by: Vessel | Squadron, target: Vessel, launchers: list[str], number: int, seen: bool) -> None:
    """WT-10.5: a salvo of `number` torpedoes: hits, damage, fuel (WT-10.9), the d20 (WT-10.10).

    WT-23.4: of a salvo that is not `seen` only the firing side is told, and all of what it hits; its dice cite this clause.
    """
    state, audience = scratch.state, EVERYONE if seen else by.side
    arc = attack_arc(target, by.at)
    modifiers = hit_modifiers(state, target, by.at, arc)
    needed = number + sum(modifiers.values())
    faces = scratch.roll(number, 6, f"torp_hit {by.id} at {target.id}", "WT-10.5" if seen else "WT-23.4", audience)
    hit = sum(face <= needed for face in faces)
    points = _damage(scratch, target, hit, f"torp_damage {by.id} at {target.id}" if seen else f"torp_damage at {target.id}")
    fired = TorpedoesFired(
        by=by.id,
        target=target.id,
        launchers=launchers,
        number=number,
        range=round(distance(by.at, target.at)),
        arc=arc,
        needed=needed,
        modifiers=modifiers,
        hits=hit,
        points=points,
        origin=list(by.at),
        aim=list(target.at),
        seen=seen,
    )
    scratch.turn.emit(fired, "WT-10.6", audience)
    if hit and not seen:
        scratch.tell(TorpedoesStruck(target.id, arc, hit, points, list(target.at)), "WT-23.4")
    if points:
        hits.mark(scratch, target, points, "torpedoes", "WT-10.9")
        hits.fuel(scratch, target, points)
        d20_effects.torpedo(scratch, target, arc)


def attack_arc(target: Vessel, at: Spot) -> Arc:
    """WT-1.5: the arc of the target from which it is attacked; on the lines, and right on top of it, the beam."""
    if together(target.at, at):
        return "beam"
    off_bow = abs((relative(target.at, target.course, at) + 180) % 360 - 180)
    if off_bow < 45 - ANGLE_SLACK:
        return "bow"
    return "stern" if off_bow > 135 + ANGLE_SLACK else "beam"


def hit_modifiers(state: State, target: Vessel, at: Spot, arc: Arc) -> dict[str, int]:
    """WT-10.6, WT-10.7: what changes the number needed, by cause. WT-1.8: below 1 none can hit, from 6 on all do."""
    found = {
        "range": 0 if within(at, target.at, NEAR_RANGE) else -FAR_LESS,
        "stationary": TORPEDO.stationary if target.stationary else 0,
        "evasive": TORPEDO.evasive if target.evasive else 0,
        "end_on": END_ON if arc != "beam" else 0,
        "obscured": OBSCURED if smoke.hides(state, target) or smoke.between(state, at, target.at) else 0,
    }
    return {cause: n for cause, n in found.items() if n}


def _damage(scratch: TurnScratch, target: Vessel, hit: int, purpose: str) -> int:
    """WT-10.8: each hit a die less the belt, 4 more when she lies still, never less than 0 (WT-1.8)."""
    more = added(scratch.state, target)
    return sum(max(0, face + more) for face in scratch.open_roll(hit, TORPEDO.sides, purpose, "WT-10.8"))


def added(state: State, target: Vessel) -> int:
    """WT-10.8: what each damage die gets: less the belt, 4 more when she lies still."""
    return (TORPEDO.stationary if target.stationary else 0) - armour(state, target, target.printed.belt)


def armour(state: State, target: Vessel, printed: int) -> int:
    """Against torpedoes and bombs: as printed; WT-2.11: with `evasive_armour_scope` all, 3 of an escort that evades."""
    return EVASIVE_ARMOUR if target.dodges and state.opt("evasive_armour_scope") == "all" else printed

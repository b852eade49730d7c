"""What is wrong with orders for guns, torpedoes and depth charges (5.2: FIRE, LOSE, TORP, ASW)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.game.unit_ids import ids_words, natural
from pbem.core.geometry.tabletop import number_text
from pbem.core.texts.envelope import IllegalOrder
from pbem.games.wet_thrust.model.order_parts import ALL, MAIN
from pbem.games.wet_thrust.model.orders import ANY, Asw, Fire, Lose, Order, Torp
from pbem.games.wet_thrust.model.scs import ShipClass
from pbem.games.wet_thrust.model.tables import TORPEDO_RANGE
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.rules.combat.aim import batteries

ORDINALS = ("no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


# ---------------------------------------------------------------- guns


def check_fire(context: OrderContext, ship: Vessel, order: Fire, others: Sequence[Fire]) -> None:
    """5.2: targets in sight, batteries that work, each battery once, no more targets than fire controls (WT-7.2, WT-7.3).

    WT-18.5: a boat has guns only on the surface.
    """
    if not ship.visible:
        raise IllegalOrder("submerged, no guns", "Legal on the turn after SURFACE.")
    _check_targets(context, order.targets)
    _check_batteries(ship, order.batteries)
    meant = batteries(ship.sheet, order.batteries)
    for other in others:
        if twice := [gun for gun in batteries(ship.sheet, other.batteries) if gun in meant]:
            raise IllegalOrder(f"{twice[0]} already fires at {other.targets[0]}")
    engaged = dict.fromkeys(other.targets[0] for other in (*others, order))
    _check_controls(ship, len(engaged))


def _check_targets(context: OrderContext, names: Iterable[str]) -> None:
    """WT-7.4: enemy vessels; ruling W4: contacts by their names."""
    for name in names:
        if name in context.enemy_squadrons():
            raise IllegalOrder(f"{name} is in the air; guns fire at ships", f"Legal: AA {name}.")
        context.check_foe(name, contacts=True)


def _check_controls(ship: Vessel, targets: int) -> None:
    """WT-7.2."""
    controls = ship.sheet.controls
    if not controls:
        raise IllegalOrder("no fire control works, no guns", "Legal: HOLD FIRE.")
    if targets > controls:
        work = f"fire control{'s' * (controls > 1)} work{'s' * (controls == 1)}"
        legal = f"Legal: {controls} target{'s' * (controls > 1)}."
        raise IllegalOrder(f"{ORDINALS[min(targets, 10)]} target, only {controls} {work}", legal)


def _check_batteries(ship: Vessel, words: Iterable[str]) -> None:
    """Each on her sheet, and not out of action."""
    for word in words or (ALL,):
        _check_on_sheet(ship.printed, word)
        if not batteries(ship.sheet, (word,)):
            raise IllegalOrder(f"{word} is out of action" if word[1:].isdigit() else f"every {_named(word)} is out of action")


def _named(word: str) -> str:
    return {ALL: "battery", MAIN: "main battery"}.get(word, f"battery {word}")


def _check_on_sheet(printed: ShipClass, word: str) -> None:
    ids = [gun.id for gun in printed.guns]
    if not ids:
        raise IllegalOrder("no guns")
    if word not in (ALL, MAIN) and not any(word in (id, id[0]) for id in ids):
        raise IllegalOrder(f"battery {word} does not exist", f"She has {ids_words(sorted(ids, key=natural))}.")


def check_lose(context: OrderContext, ship: Vessel, order: Lose, others: Sequence[Order]) -> Lose:
    """5.2: batteries on her sheet; classes are written out."""
    found: list[str] = []
    for word in order.batteries:
        _check_on_sheet(ship.printed, word)
        meant = ship.printed.main if word == MAIN else word
        found += [gun.id for gun in ship.printed.guns if meant in (ALL, gun.id, gun.id[0])]
    return Lose(tuple(dict.fromkeys(found)))


# ---------------------------------------------------------------- torpedoes, depth charges


def check_torp(context: OrderContext, ship: Vessel, order: Torp, others: Sequence[Order]) -> None:
    """5.2, WT-10.1, WT-10.4: loaded launchers, up to 8 inches, targets on the surface. WT-18.3: not from a deep boat."""
    if not ship.printed.torpedoes:
        raise IllegalOrder("no torpedo launchers")
    if ship.mode == "deep":
        raise IllegalOrder("submerged deep, no torpedoes", "Legal from next turn after PERISCOPE.")
    for name in order.targets:
        if name in context.contacts():
            raise IllegalOrder(
                f"{name} is below the surface; torpedoes run at ships", f"In sight: {', '.join(context.foes())}."
            )
        context.check_foe(name, contacts=False)
    if order.within is not None and not 0 < order.within <= TORPEDO_RANGE:
        why = "is no range" if not order.within else f"is beyond {TORPEDO_RANGE}"
        raise IllegalOrder(f"WITHIN {number_text(order.within)} {why}", f"Legal: up to {TORPEDO_RANGE}.")
    _check_launchers(context, ship, order)
    for other in (each for each in others if isinstance(each, Torp)):
        if twice := [id for id in order.launchers if id in other.launchers]:
            raise IllegalOrder(f"{twice[0]} already fires at {other.targets[0]}")


def _check_launchers(context: OrderContext, ship: Vessel, order: Torp) -> None:
    """WT-10.4: named launchers each; of all at least one."""
    if not order.launchers:
        faults = [_launcher_fault(context, ship, order, id) for id in ship.printed.launchers]
        if all(faults):
            raise IllegalOrder(faults[0])
    for id in order.launchers:
        if id not in ship.printed.launchers:
            raise IllegalOrder(f"launcher {id} does not exist", f"She has {', '.join(ship.printed.launchers)}.")
        if fault := _launcher_fault(context, ship, order, id):
            raise IllegalOrder(fault)


def _launcher_fault(context: OrderContext, ship: Vessel, order: Torp, id: str) -> str:
    if not ship.sheet.works(id):
        return f"{id} is out of action"
    if not ship.sheet.loads(id):
        return f"{id} has no torpedo left"
    ready = ship.sheet.ready.get(id, 0)
    return f"{id} reloads until game turn {ready - 1}" if ready > context.turn and order.within is None else ""


def check_asw(context: OrderContext, ship: Vessel, order: Asw, others: Sequence[Order]) -> None:
    """5.2, WT-19.5: mounts on her sheet, and a contact that is held."""
    if not ship.printed.asw:
        raise IllegalOrder("no anti-submarine mounts")
    held = context.contacts()
    if order.target not in (ANY, "HOLD", *held):
        raise IllegalOrder(f"no contact {order.target} is held", f"Held: {', '.join(held) or 'none'}; or ANY, HOLD.")

"""Section 3: the sequence of a move. STG-SEQ.1: orders; movement, missiles first; hits assessed; scan information."""

from __future__ import annotations

from collections.abc import Mapping

from events.base import EVERYONE
from events.stingray.orders import MoveBegan, PlanFixed
from events.stingray.upkeep import MoveEnded
from pbem.core.game.phrases import count
from pbem.core.game.report_parts import Ask, Verdict
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.model.orders import Plan, VesselOrders
from pbem.games.stingray.model.plan import (
    clamp,
    crosses_obstacle,
    cut_for_over,
    dead_plan,
    default_plan,
    plan_speed,
    plan_text,
    schedule,
)
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, PHASES
from pbem.games.stingray.model.turns import turns
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules import encounter, housekeep, lock, move, setup, spies, victory
from pbem.games.stingray.rules.running import running_plan
from pbem.games.stingray.rules.systems import messages, power, repair, scan
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons import damage, launch, mines


def resolve(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """One deadline: the set-up alone where spies are granted, else one move (the first with set-up orders)."""
    state = turn.state
    setting_up = state.setting_up
    if state.move == 0:
        setup.carry_out(turn, sheets)
    turn.phase("Orders")
    if setting_up:
        lock.take_standing(turn, sheets)
    else:
        play(turn, lock.lock_orders(turn, sheets), sheets)


def play(turn: Turn[State], orders: dict[str, VesselOrders], sheets: Mapping[str, OrderSheet]) -> None:
    """One move with locked orders, steps 1 to 8; from `sheets` come the spies' orders only."""
    scratch = begin(turn, orders)
    turn.phase("Plan")
    spies.step(scratch, sheets)
    plan(scratch)
    _fight(scratch)
    turn.phase("Assessment")
    damage.assess(scratch)
    turn.phase("Repair")
    repair.step(scratch)
    turn.phase("Housekeeping")
    housekeep.step(scratch)
    turn.phase("Scan")
    scan.step(scratch)
    messages.deliver(scratch)
    turn.emit(MoveEnded(turn.state.move), "STG-SEQ.5", EVERYONE)
    turn.phase("Victory")
    victory.check(scratch)


def begin(turn: Turn[State], orders: dict[str, VesselOrders]) -> TurnScratch:
    """The move as it is before step 1."""
    scratch = TurnScratch(turn, orders, empty_at_start=_empty(turn.state), specials_at_start=_specials(turn.state))
    turn.emit(MoveBegan(turn.state.next_move), "STG-SEQ.1", EVERYONE)
    return scratch


def _empty(state: State) -> set[tuple[str, str]]:
    return {(v.id, name) for v in state.afloat() for name, launcher in v.launchers.items() if not launcher.load}


def _specials(state: State) -> dict[str, dict[str, int]]:
    return {vessel.id: dict(vessel.specials) for vessel in state.afloat()}


# ---------------------------------------------------------------- 1 plan


def plan(scratch: TurnScratch) -> None:
    """Steps 1b to 1e: plans, power; then all is fixed for the whole move."""
    for vessel in scratch.state.afloat():
        why = _settle(scratch, vessel)
        if vessel.vessel_class == "SR":
            why = _powered(scratch, vessel) or why
        _fix(scratch, vessel, why)
    encounter.note_company(scratch)


def _settle(scratch: TurnScratch, vessel: Vessel) -> list[str]:
    """Step 1b: a dead crew (STG-CRW.3), a fish broken off (STG-FUE.3), no orders (section 6), else STG-MOV.8.

    Returns what made it another plan than the one ordered.
    """
    state = scratch.state
    if vessel.crew_dead:
        scratch.orders[vessel.id] = VesselOrders(plan=dead_plan(vessel, state.move, state.options))
        return ["its crew is dead"]
    orders = scratch.orders[vessel.id]
    if vessel.broken_off:
        orders.plan, orders.over, orders.leap = running_plan(vessel, state, state.move), False, None
        return ["it has broken off and runs for home"]
    if orders.plan is None:
        orders.plan = default_plan(vessel, state, state.move)
        return ["no movement was ordered"]
    clamped = clamp(vessel, orders.plan, state.move, state.options)
    orders.plan = clamped.plan
    return [fault.removesuffix(".") for fault in clamped.faults]


def _powered(scratch: TurnScratch, vessel: Vessel) -> list[str]:
    """Step 1c. Returns that hexes were cut for want of power, or by ENGINES (STG-POW.7)."""
    asked = plan_speed(vessel.vessel_class, scratch.orders[vessel.id].plan or Plan())
    power.allocate(scratch, vessel)
    paid = plan_speed(vessel.vessel_class, scratch.orders[vessel.id].plan or Plan())
    return [f"{paid} of its {count(asked, 'hex', 'hexes')} had power"] if paid < asked else []


def _fix(scratch: TurnScratch, vessel: Vessel, why: list[str]) -> None:
    """Steps 1d and 1e: STG-LEP.3, the going-over cut, then the phases; STG-MK7.5: what makes it a sound source."""
    orders, state = scratch.orders[vessel.id], scratch.state
    ordered = orders.plan or Plan()
    over = orders.over and crosses_obstacle(vessel, ordered, state)
    sailed = cut_for_over(vessel.vessel_class, ordered) if over else ordered
    scratch.steps[vessel.id] = schedule(vessel.vessel_class, sailed)
    fixed = PlanFixed(
        vessel=vessel.id,
        plan=plan_text(ordered) + (" OVER" if over else ""),
        ordered=plan_speed(vessel.vessel_class, ordered),
        scheduled=plan_speed(vessel.vessel_class, sailed),
        output=vessel.power.output if vessel.vessel_class == "SR" else vessel.max_output,
        fix=_has_fix(state, vessel),
        why=why,
    )
    scratch.tell(fixed, "STG-LEP.3" if over else "STG-MOV.8", vessel)


def _has_fix(state: State, vessel: Vessel) -> bool:
    """STG-NAV.1: satellite aids funded and whole; an SS and fish need none (option `nav-matters`)."""
    if vessel.vessel_class != "SR" or state.opt("nav-matters") == "off":
        return True
    return vessel.power.items.get("NAV", 0) > 0 and not vessel.out("NAV")


# ---------------------------------------------------------------- 2 and 3 the phases


def _fight(scratch: TurnScratch) -> None:
    """STG-SEQ.4: window 0, then each phase with a window at its end; STG-SEQ.3: hits are only recorded."""
    scratch.turn.phase("Window 0")
    launch.window(scratch, 0)
    for phase in PHASES:
        scratch.turn.phase(f"Phase {phase}")
        move.leaps(scratch, phase)
        launch.missiles(scratch, phase)
        move.vessels(scratch, phase)
        mines.entered(scratch, phase)
        encounter.step(scratch, phase)
        launch.contacts(scratch, phase)
        launch.window(scratch, phase)
        if move.landing(scratch, phase):
            encounter.note_company(scratch)
    launch.lapsed(scratch)


# ---------------------------------------------------------------- between moves


def due(state: State) -> dict[str, Ask]:
    """Every seat until the game ends, also one without vessels: who is asked must not tell of losses."""
    if state.over:
        return {}
    what = "set-up orders" if state.setting_up else f"orders for {turns(state).next}"
    return {seat: Ask(what, _units(state, seat, side)) for seat, side in state.seats.items()}


def _units(state: State, seat: str, side: str) -> list[str]:
    spying = side == AQUAPHIBIANS and (state.setting_up or state.agent_aboard)
    return [vessel.id for vessel in state.of_seat(seat)] + [spies.UNIT] * spying


def verdict(state: State) -> Verdict | None:
    """How it ended; None while it goes on."""
    return Verdict(state.winners, state.verdict) if state.over else None

"""A state made of a view alone, so that the rules' own functions can say what orders would do (`dry_run.py`).

What a crew may not know is assumed: contacts of the last report are whole, keep their course and speed, and order nothing.
Those not renewed are left out; plant noise lies still.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.game.unit_ids import natural
from pbem.games.stingray.model import known
from pbem.games.stingray.model.state import Contact, Launcher, Mine, Missile, MissileContact, Power, State, Trap, Vessel
from pbem.games.stingray.model.tables import BATTERY, CLASSES, MK61, SIDES
from pbem.games.stingray.model.view import ContactView, MissileContactView, OwnMissile, VesselView, View

NOBODY = ""
"""Who commands a contact, as far as the reader is concerned."""


def assume(view: View) -> State:
    """The view as a state, its vessels in vessel order (STG-GEN.6)."""
    found = [*map(_vessel, view.vessels.values()), *map(_contact, fresh(view))]
    found.sort(key=lambda vessel: (SIDES.index(vessel.side), natural(vessel.id)))
    missiles = (_missile(missile, vessel) for vessel in view.vessels.values() for missile in vessel.missiles)
    return State(
        scenario=view.scenario,
        options=dict(view.options),
        seats=dict(view.seats),
        columns=view.columns,
        rows=view.rows,
        obstacles=set(view.obstacles),
        home_edge=view.home_edge,
        limit=view.limit,
        setting_up=view.setting_up,
        move=view.move,
        vessels={vessel.id: vessel for vessel in found},
        missiles={missile.id: missile for missile in missiles},
        mines={mine.id: Mine(mine.id, mine.side, mine.hex, mine.active) for mine in view.mines},
        briefings={view.side: view.briefing} if view.side else {},
        plans_read=[{**line, "tubes": dict(line["tubes"])} for line in view.plans_read],
        cards=[Trap(*card) for card in view.cards],
        objectives=[f"{next(iter(view.vessels), NOBODY)} {hex}" for hex in view.objectives],
    )


def fresh(view: View) -> Iterator[ContactView]:
    """The contacts that were renewed in the last report."""
    return (entry.contact for entry in known.contacts(view) if not entry.contact.old)


def _contact(contact: ContactView) -> Vessel:
    """A vessel with the name and the looks that the list gives it; of plant noise only the place is known (STG-SCN.4)."""
    heard = not contact.vessel_class
    printed = CLASSES[contact.vessel_class or "SR"]
    found = Vessel(
        id=contact.id,
        vessel_class=printed.key,
        captain=NOBODY,
        copilot=NOBODY,
        crew=NOBODY,
        hex=contact.hex,
        tail=contact.tail,
        facing=0 if heard else contact.facing,
        speed=0 if heard else contact.speed,
        fuel=60,
        battery=BATTERY,
        stores=dict(printed.stores),
        launchers={},
    )
    found.output = found.max_output
    found.track, found.track_phases = [found.hex], [0]
    return found


def _vessel(vessel: VesselView) -> Vessel:
    """A vessel of the reader's crew, whole."""
    made = _aboard(vessel)
    made.contacts = {contact.id: _line(contact) for contact in vessel.contacts}
    made.missile_contacts = [_noticed(missile) for missile in vessel.missile_contacts]
    made.mines_seen = list(vessel.mines_seen)
    made.swept = list(vessel.swept)
    return made


def _aboard(vessel: VesselView) -> Vessel:
    """The vessel without what it has found."""
    return Vessel(
        id=vessel.id,
        vessel_class=vessel.printed.key,
        captain=vessel.captain,
        copilot=vessel.copilot,
        crew=vessel.captain,
        hex=vessel.hex,
        tail=vessel.tail,
        facing=vessel.facing,
        speed=vessel.speed,
        fuel=vessel.fuel,
        battery=vessel.battery,
        stores=dict(vessel.stores),
        launchers={name: Launcher(tube.load, tube.armed, tube.destroyed) for name, tube in vessel.launchers.items()},
        damage=vessel.damage,
        injuries=vessel.injuries,
        suited=vessel.suited,
        specials=dict(vessel.specials),
        arming=vessel.arming,
        launched=max((int(missile.name.removeprefix("M")) for missile in vessel.missiles), default=0),
        since_turn=vessel.since_turn,
        accelerated=vessel.accelerated,
        slowed=vessel.slowed,
        shifted=vessel.shifted,
        broken_off=vessel.broken_off,
        fate=vessel.fate,
        exit_edge=vessel.exit_edge,
        plan=vessel.plan,
        ordered=vessel.ordered,
        scheduled=vessel.scheduled,
        output=vessel.output,
        fix=vessel.fix,
        power=_power(vessel),
        track=list(vessel.track),
        track_phases=list(vessel.track_phases),
        standing={seat: list(orders) for seat, orders in vessel.standing.items()},
    )


def _power(vessel: VesselView) -> Power:
    power = vessel.power
    return Power(
        output=power.output,
        drawn=power.drawn,
        items=dict(power.items),
        dropped=list(power.dropped),
        zones=list(power.zones),
        stored=power.stored,
        wasted=power.wasted,
    )


def _line(contact: ContactView) -> Contact:
    how: Any = contact.how
    return Contact(
        id=contact.id,
        vessel_class=contact.vessel_class,
        hex=contact.hex,
        tail=contact.tail,
        facing=contact.facing,
        speed=contact.speed,
        move=contact.move,
        how=how,
    )


def _noticed(missile: MissileContactView) -> MissileContact:
    how: Any = missile.how
    return MissileContact(missile.kind, missile.hex, missile.heading, how)


def _missile(missile: OwnMissile, vessel: VesselView) -> Missile:
    """A Mk61 under way (section 7): its crew knows where it swims."""
    return Missile(
        id=f"{vessel.id}-{missile.name}",
        kind=MK61,
        launcher=vessel.id,
        side=vessel.side,
        hex=missile.hex,
        heading=missile.heading,
        arming=0,
        target=missile.target,
        penalty=vessel.penalty,
        run=missile.run,
        lock=missile.lock,
        via=list(missile.via),
        track=list(missile.track),
        track_phases=list(missile.track_phases),
    )

"""What one reader may know (section 7). The one way to hidden things.

A view is a copy, made only of what the reader's crew has been told: nothing in it changes when something hidden does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.geometry.hexes import Hex, label
from pbem.games.stingray.model.state import Contact, Fate, Launcher, Missile, Power, State, Vessel
from pbem.games.stingray.model.tables import AQUAPHIBIANS, CLASSES, MK61, VesselClass


@dataclass(frozen=True)
class LauncherView:
    """A tube, nostril or launcher; `out`: damaged and repairable."""

    load: str
    armed: bool
    destroyed: bool
    out: bool


@dataclass(frozen=True)
class PowerView:
    """A Stingray's APU of the last move, as `state.Power`."""

    output: int
    drawn: int
    items: Mapping[str, int]
    dropped: tuple[str, ...]
    zones: tuple[str, ...]
    stored: int
    wasted: int


@dataclass(frozen=True)
class ContactView:
    """A line of a contact list; `vessel_class` "" for plant noise; `old`: not renewed in the last report."""

    id: str
    vessel_class: str
    hex: Hex
    tail: Hex | None
    facing: int
    speed: int
    move: int
    how: str
    old: bool

    @property
    def side(self) -> str:
        """Its side; plant noise is the enemy's."""
        return CLASSES[self.vessel_class].side if self.vessel_class else ""


@dataclass(frozen=True)
class MissileContactView:
    """A missile noticed at the end of the last move."""

    kind: str
    hex: Hex
    heading: int
    how: str


@dataclass(frozen=True)
class NoiseView:
    """An explosion or a vessel breaking up, heard in the last move."""

    what: str
    hex: Hex
    phase: int


@dataclass(frozen=True)
class OwnMissile:
    """A Mk61 of one's own, under way (section 7). `name` is M1 … of its vessel."""

    name: str
    vessel: str
    hex: Hex
    heading: int
    run: int
    target: str
    lock: bool
    via: tuple[Hex, ...]
    track: tuple[Hex, ...]
    track_phases: tuple[int, ...]


@dataclass(frozen=True)
class VesselView:
    """A vessel of the reader's own crew, whole. `contacts` and what follows are empty while it cannot report (STG-COM.4)."""

    id: str
    vessel_class: str
    captain: str
    copilot: str
    hex: Hex
    tail: Hex | None
    facing: int
    speed: int
    fuel: int
    battery: int
    stores: Mapping[str, int]
    launchers: Mapping[str, LauncherView]
    damage: int
    injuries: int
    suited: bool
    specials: Mapping[str, int]
    arming: int
    since_turn: int
    accelerated: int
    slowed: int
    shifted: int
    broken_off: bool
    fate: Fate
    exit_edge: str
    lost: int
    plan: str
    ordered: int
    scheduled: int
    output: int
    max_output: int
    penalty: int
    fix: bool
    power: PowerView
    track: tuple[Hex, ...]
    track_phases: tuple[int, ...]
    standing: Mapping[str, tuple[str, ...]]
    missiles: tuple[OwnMissile, ...] = ()
    reports: bool = True
    contacts: tuple[ContactView, ...] = ()
    missile_contacts: tuple[MissileContactView, ...] = ()
    mines_seen: tuple[Hex, ...] = ()
    swept: tuple[str, ...] = ()
    noises: tuple[NoiseView, ...] = ()

    @property
    def printed(self) -> VesselClass:
        """Its class."""
        return CLASSES[self.vessel_class]

    @property
    def side(self) -> str:
        """STG-GEN.2."""
        return self.printed.side

    @property
    def afloat(self) -> bool:
        """Is it in play?"""
        return self.fate == "in play"

    @property
    def crew_dead(self) -> bool:
        """STG-CRW.1."""
        return self.injuries >= 4

    def out(self, system: str) -> bool:
        """Is this system damaged?"""
        return self.specials.get(system, 0) > 0


@dataclass(frozen=True)
class MineView:
    """A mine of one's own side."""

    id: str
    side: str
    hex: Hex
    active: bool


@dataclass(frozen=True)
class View:
    """Everything `seat` may know (None: a spectator). `vessels` are those of its crew, after the end all, in vessel order."""

    seat: str | None
    side: str | None
    scenario: str
    options: Mapping[str, Any]
    seats: Mapping[str, str]
    columns: int
    rows: int
    obstacles: frozenset[Hex]
    home_edge: str
    limit: int
    setting_up: bool
    move: int
    vessels: Mapping[str, VesselView]
    mines: tuple[MineView, ...]
    briefing: str
    plans_read: tuple[Mapping[str, Any], ...]
    cards: tuple[tuple[str, str, str, int], ...]
    robbed: bool
    """Does the reader know that the SuperSub has been robbed (STG-VIC.2)?"""
    objectives: tuple[str, ...]
    """Hexes that the reader's own vessels have surveyed (scenario 5)."""
    scores: Mapping[str, int]
    """Empty until the end."""
    over: bool
    winners: tuple[str, ...]
    verdict: str

    @property
    def next_move(self) -> int:
        """The move that is ordered next."""
        return self.move + 1

    def mine(self) -> list[VesselView]:
        """The reader's own vessels in play."""
        return [v for v in self.vessels.values() if v.afloat and self.seat in (v.captain, v.copilot)]


# ---------------------------------------------------------------- from the state


def view(state: State, seat: str | None) -> View:
    """What `seat` may know; after the end everything. Raises KeyError for a seat that is not in this game."""
    side = None if seat is None else state.seats[seat]
    plotted = side == AQUAPHIBIANS or state.over
    return View(
        seat=seat,
        side=side,
        scenario=state.scenario,
        options=dict(state.options),
        seats=dict(state.seats),
        columns=state.columns,
        rows=state.rows,
        obstacles=frozenset(state.obstacles),
        home_edge=state.home_edge,
        limit=state.limit,
        setting_up=state.setting_up,
        move=state.move,
        vessels={v.id: _vessel(state, v) for v in state.vessels.values() if state.over or seat in v.seats},
        mines=tuple(MineView(m.id, m.side, m.hex, m.active) for m in state.mines.values() if state.over or m.side == side),
        briefing=state.briefings.get(side, "") if side else "",
        plans_read=tuple({**vars(line), "hex": label(line.hex), "tubes": dict(line.tubes)} for line in state.spies.plans_read)
        if plotted and state.spies_if_known
        else (),
        cards=tuple((card.kind, card.vessel, card.system, card.move) for card in state.spies.cards)
        if plotted and state.spies_if_known
        else (),
        robbed=_knows_of_robbery(state, seat),
        objectives=tuple(_surveyed(state, seat)),
        scores=dict(state.scores) if state.over else {},
        over=state.over,
        winners=tuple(state.winners),
        verdict=state.verdict,
    )


def _knows_of_robbery(state: State, seat: str | None) -> bool:
    """STG-VIC.2: the robber's crew and that of its prey."""
    robber = state.vessels.get(state.robbed)
    if state.reader is not None:
        return bool(state.robbed)
    crews = [
        vessel for vessel in state.vessels.values() if (vessel is robber and vessel.can_report) or vessel.vessel_class == "SS"
    ]
    return bool(state.robbed) and (state.over or any(seat in vessel.seats for vessel in crews))


def _surveyed(state: State, seat: str | None) -> Iterator[str]:
    for reached in state.objectives:
        id, hex = reached.split()
        if state.over or seat in state.vessels[id].seats:
            yield hex


def _vessel(state: State, vessel: Vessel) -> VesselView:
    """Section 7, own vessel: all of it. STG-COM.4: what a fish without comms has found does not reach its commander."""
    missiles = tuple(_missile(m) for m in state.missiles.values() if m.launcher == vessel.id and m.kind == MK61)
    own = replace(_aboard(vessel), missiles=missiles, reports=vessel.can_report)
    return _with_finds(state, vessel, own) if vessel.can_report or state.over else own


def _aboard(vessel: Vessel) -> VesselView:
    """The vessel itself, without what it has launched or found."""
    return VesselView(
        id=vessel.id,
        vessel_class=vessel.vessel_class,
        captain=vessel.captain,
        copilot=vessel.copilot,
        hex=vessel.hex,
        tail=vessel.tail,
        facing=vessel.facing,
        speed=vessel.speed,
        fuel=vessel.fuel,
        battery=vessel.battery,
        stores=dict(vessel.stores),
        launchers={name: _launcher(vessel, name, launcher) for name, launcher in vessel.launchers.items()},
        damage=vessel.damage,
        injuries=vessel.injuries,
        suited=vessel.suited,
        specials=dict(vessel.specials),
        arming=vessel.arming,
        since_turn=vessel.since_turn,
        accelerated=vessel.accelerated,
        slowed=vessel.slowed,
        shifted=vessel.shifted,
        broken_off=vessel.broken_off,
        fate=vessel.fate,
        exit_edge=vessel.exit_edge,
        lost=vessel.lost,
        plan=vessel.plan,
        ordered=vessel.ordered,
        scheduled=vessel.scheduled,
        output=vessel.output,
        max_output=vessel.max_output,
        penalty=vessel.penalty,
        fix=vessel.fix,
        power=_power(vessel.power),
        track=tuple(vessel.track),
        track_phases=tuple(vessel.track_phases),
        standing={seat: tuple(orders) for seat, orders in vessel.standing.items()},
    )


def _with_finds(state: State, vessel: Vessel, own: VesselView) -> VesselView:
    """And what it has found."""
    return replace(
        own,
        contacts=tuple(_contact(state, c) for c in vessel.reported.contacts.values()),
        missile_contacts=tuple(MissileContactView(m.kind, m.hex, m.heading, m.how) for m in vessel.reported.missile_contacts),
        mines_seen=tuple(vessel.reported.mines_seen),
        swept=tuple(vessel.reported.swept),
        noises=tuple(NoiseView(noise.what, noise.hex, noise.phase) for noise in vessel.reported.noises),
    )


def _launcher(vessel: Vessel, name: str, launcher: Launcher) -> LauncherView:
    """A Stingray's tube 1 is out as TUBE1, a fish's launchers by their own names."""
    out = vessel.out(f"TUBE{name}") or vessel.out(name)
    return LauncherView(launcher.load, launcher.armed, launcher.destroyed, out)


def _power(power: Power) -> PowerView:
    return PowerView(
        output=power.output,
        drawn=power.drawn,
        items=dict(power.items),
        dropped=tuple(power.dropped),
        zones=tuple(power.zones),
        stored=power.stored,
        wasted=power.wasted,
    )


def _missile(missile: Missile) -> OwnMissile:
    return OwnMissile(
        name=missile.id.rpartition("-")[2],
        vessel=missile.launcher,
        hex=missile.hex,
        heading=missile.heading,
        run=missile.run,
        target=missile.target,
        lock=missile.lock,
        via=tuple(missile.via),
        track=tuple(missile.track),
        track_phases=tuple(missile.track_phases),
    )


def _contact(state: State, contact: Contact) -> ContactView:
    """STG-SCN.7: not renewed in the last report: `old`."""
    return ContactView(**vars(contact), old=contact.move < state.move)

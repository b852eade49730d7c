"""Section 3, step 7: the scan at the end of a move, shared over the network, as each vessel's list (STG-SEQ.5, STG-SCN.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from events.base import NOBODY
from events.stingray.contacts import ContactsHeld, FellSilent, NoiseHeard, PlantNamed
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import Hex, distance, label
from pbem.games.stingray.model.geometry import labels
from pbem.games.stingray.model.state import State, vessel_order
from pbem.games.stingray.model.tables import AQUAPHIBIANS, LOCAL
from pbem.games.stingray.model.vessel import Contact, How, MissileContact, Vessel
from pbem.games.stingray.rules.systems.power import DEFAULT_SCAN, DEFAULT_ZONES
from pbem.games.stingray.rules.systems.sensors import (
    Sweep,
    detected,
    identified,
    listens,
    mine_shows,
    mines_noticed,
    missiles_noticed,
    own_mk61,
    searched,
    sweep_of,
)
from pbem.games.stingray.rules.turn_scratch import TurnScratch

LIFE_SUPPORT = 1
"""Table 2.5: APU."""


@dataclass
class Watch:
    """What one vessel's own senses give now. `found` by vessel id, `contacts` by the name it goes by.

    `itself` is what it tells others of where it is.
    """

    vessel: Vessel
    zones: tuple[str, ...]
    sweep: Sweep
    itself: Contact
    found: dict[str, How]
    missiles: dict[str, MissileContact]
    mines: set[Hex]
    contacts: dict[str, Contact] = field(default_factory=dict)


Word = tuple[Contact, How]
"""What a vessel knows of another, and how: what it is told in this scan is not what the teller has seen."""


def step(scratch: TurnScratch) -> None:
    """STG-SEQ.5: from end-of-move positions, with the zones that were funded."""
    scratch.turn.phase("Scan")
    _noises(scratch)
    afloat = scratch.state.afloat()
    zones = {vessel.id: searched(vessel) for vessel in afloat}
    on_air = {v.id for v in afloat if v.id in scratch.orders and scratch.orders[v.id].comms and not v.out("COMMS")}
    reporting = [scratch.state.vessels[id] for id, out in scratch.specials_at_start.items() if "COMMS" not in out]
    _report(scratch.turn, zones, on_air, [vessel for vessel in reporting if not vessel.can_report])


def opening(turn: Turn[State]) -> None:
    """Section 8: the scan before move 1; a Stingray's is the default one, which its plant alone pays.

    STG-COM.4: a fish that a campaign sends without comms is silent from the start.
    """
    zones = {v.id: _first_zones(v) if v.vessel_class == "SR" else searched(v) for v in turn.state.afloat()}
    _report(turn, zones, (), [vessel for vessel in turn.state.afloat() if not vessel.can_report])


def _first_zones(vessel: Vessel) -> tuple[str, ...]:
    """STG-CAM.4: a damaged plant pays for life support first; without working sonar there is no scan (STG-SPH.4)."""
    paid = min(vessel.max_output - LIFE_SUPPORT, DEFAULT_SCAN) if listens(vessel) else 0
    return tuple(f"h{zone}" for zone in DEFAULT_ZONES[: 2 * max(0, paid)])


def _noises(scratch: TurnScratch) -> None:
    """STG-SCN.6: explosions and vessels breaking up are heard at sonar range; the order of telling gives nothing away.

    A crew is told once of each place and phase, however many of its vessels hear it and however often it sounds.
    """
    sounds = Counter(sorted(scratch.sounds, key=lambda s: (s.phase or 7, s.hex, s.what)))
    carries = scratch.state.number("sonar-range")
    afloat = scratch.state.afloat()
    ears: dict[str, list[Vessel]] = {vessel.crew: [] for vessel in afloat}
    for vessel in afloat:
        if listens(vessel) and vessel.can_report:
            ears[vessel.crew].append(vessel)
    for crew, listening in ears.items():
        for sound, times in sounds.items():
            heard_by = [v.id for v in listening if distance(v.hex, sound.hex) <= carries]
            if heard_by:
                noise = NoiseHeard(heard_by, sound.what, label(sound.hex), sound.phase, times)
                scratch.turn.emit(noise, "STG-SCN.6", crew)


def _report(
    turn: Turn[State], zones: Mapping[str, tuple[str, ...]], on_air: Collection[str], silent: Collection[Vessel]
) -> None:
    """STG-CRW.3: a dead crew keeps no list. STG-COM.4: a fish that cannot report has one, but nobody reads it.

    `silent`: fish whose comms were destroyed in this move.
    """
    state = turn.state
    afloat = state.afloat()
    watches = [_watch(state, vessel, afloat, zones[vessel.id]) for vessel in afloat if not vessel.crew_dead]
    known = _name_plants(turn, watches)
    for watch in watches:
        watch.contacts = _contacts(state, watch, known)
    events = [_held(state, watch, _tellers(watch, watches, on_air)) for watch in watches]
    for vessel in silent:
        turn.emit(FellSilent(vessel.id), "STG-COM.4", vessel.crew)
        turn.emit(ContactsHeld(vessel.id, [], [], [], [], [], []), "STG-COM.4", NOBODY)
    for watch, event in zip(watches, events, strict=True):
        turn.emit(event, "STG-SCN.7", watch.vessel.crew if watch.vessel.can_report else NOBODY)


def _watch(state: State, vessel: Vessel, afloat: list[Vessel], zones: tuple[str, ...]) -> Watch:
    sweep = sweep_of(state, vessel, zones)
    itself = _contact(vessel, vessel.id, "told", state.move)
    found = {other.id: how for other in afloat if (how := detected(state, vessel, other, sweep))}
    missiles, mines = missiles_noticed(state, vessel, sweep), mines_noticed(state, vessel, sweep)
    return Watch(vessel, zones, sweep, itself, found, missiles, mines)


# ---------------------------------------------------------------- plant noise and its names


def _name_plants(turn: Turn[State], watches: list[Watch]) -> set[str]:
    """STG-SCN.4: U1, U2 … for plants that no fish able to report has ever identified; returns the vessels that one has.

    The names are given out by hex, so that their order tells nothing.
    """
    state = turn.state
    reporting = [watch for watch in watches if watch.vessel.printed.fish and watch.vessel.can_report]
    known = {id for watch in reporting for id, how in watch.found.items() if how != "plant"}
    known |= identified(state, AQUAPHIBIANS)
    heard = {id for watch in reporting for id in watch.found}
    for id in sorted(heard - known - set(state.umpire.plants.values()), key=lambda id: (state.vessels[id].hex, id)):
        turn.emit(PlantNamed(f"U{len(state.umpire.plants) + 1}", id), "STG-SCN.4", NOBODY)
    return known


def _contacts(state: State, watch: Watch, known: Collection[str]) -> dict[str, Contact]:
    """What was found, by the name it goes by; a fish that cannot report names nothing itself."""
    names = {id: name for name, id in state.umpire.plants.items()}
    own = known if watch.vessel.can_report else watch.vessel.finds.contacts
    contacts = {}
    for id, how in watch.found.items():
        name = id if how != "plant" or id in own else names.get(id)
        if name:
            contacts[name] = _contact(state.vessels[id], name, how, state.move)
    return contacts


def _contact(target: Vessel, name: str, how: How, move: int) -> Contact:
    """STG-SCN.3: id, class, hexes, facing and speed; STG-SCN.4: of plant noise the hex only."""
    if how == "plant":
        return Contact(name, "", target.hex, None, -1, -1, move, how)
    return Contact(name, target.vessel_class, target.hex, target.tail, target.facing, target.speed, move, how)


# ---------------------------------------------------------------- sharing


def _tellers(watch: Watch, watches: list[Watch], on_air: Collection[str]) -> list[Watch]:
    """Who shares its list with a vessel."""
    vessel, side = watch.vessel, watch.vessel.side
    friends = [other for other in watches if other.vessel.side == side and other is not watch]
    return [friend for friend in friends if _in_touch(vessel, friend.vessel, on_air)]


def _in_touch(hearer: Vessel, teller: Vessel, on_air: Collection[str]) -> bool:
    """STG-COM.1: local speech. STG-COM.2, STG-NAV.2: HQ pools what comes with a fix. STG-COM.4: fish, at any distance."""
    if hearer.printed.fish:
        return hearer.can_report and teller.can_report
    pooled = hearer.id in on_air and teller.id in on_air and teller.fix
    return pooled or distance(hearer.hex, teller.hex) <= LOCAL


def _held(state: State, watch: Watch, tellers: list[Watch]) -> ContactsHeld:
    """A vessel's whole new list: what it found, what it was told in one step, and what it last saw (STG-SCN.7)."""
    contacts = _merged(watch, tellers, state.umpire.plants)
    missiles = _missiles(state, watch, tellers)
    return ContactsHeld(
        watch.vessel.id,
        [_contact_data(*contacts[name]) for name in vessel_order(list(contacts))],
        [{"kind": m.kind, "hex": label(m.hex), "heading": m.heading, "how": m.how} for m in missiles],
        labels(sorted(_mines(state, watch, tellers))),
        list(watch.zones),
        *_changes(state, watch, contacts),
    )


def _changes(state: State, watch: Watch, contacts: Mapping[str, Word]) -> tuple[list[str], list[str]]:
    """Which names were found, and which lost, since the scan before: a plant that has got its vessel's name is not lost."""
    before = {name for name, contact in watch.vessel.finds.contacts.items() if contact.move == state.move - 1}
    now = {name for name, (contact, _) in contacts.items() if contact.move == state.move}
    gone = {name for name in before - now if name in contacts or state.umpire.plants.get(name) not in now}
    return vessel_order(list(now - before)), vessel_order(list(gone))


def _merged(watch: Watch, tellers: list[Watch], plants: Mapping[str, str]) -> dict[str, Word]:
    """The latest word on each name; of the same move the fullest, and rather one's own than a neighbour's.

    Neighbours pass on what they found in this scan, and where they are themselves, never what they were told in it; and the
    lists that they held before.
    """
    best: dict[str, Word] = {}
    _hear(best, watch.contacts.values())
    for teller in tellers:
        _hear(best, (*teller.contacts.values(), teller.itself), "told")
    _hear(best, watch.vessel.finds.contacts.values())
    for teller in tellers:
        _hear(best, teller.vessel.finds.contacts.values(), "told")
    best.pop(watch.vessel.id, None)
    return {name: word for name, word in best.items() if plants.get(name) not in best}


def _hear(best: dict[str, Word], contacts: Iterable[Contact], how: How | None = None) -> None:
    """Take what is newer than the best word on its name, or as new and fuller."""
    for contact in contacts:
        known = best.get(contact.id)
        if known is None or (contact.move, contact.facing >= 0) > (known[0].move, known[0].facing >= 0):
            best[contact.id] = contact, how or contact.how


def _missiles(state: State, watch: Watch, tellers: list[Watch]) -> list[MissileContact]:
    """Told again each move and nameless; sorted by place, because the order of launch is hidden."""
    found = dict(watch.missiles)
    for teller in tellers:
        for id, contact in teller.missiles.items():
            known = id in found and (found[id].kind or not contact.kind)
            if not known and not own_mk61(watch.vessel, state.missiles[id]):
                found[id] = MissileContact(contact.kind, contact.hex, contact.heading, "told")
    return sorted(found.values(), key=lambda m: (m.hex, m.heading, m.kind, m.how))


def _mines(state: State, watch: Watch, tellers: list[Watch]) -> set[Hex]:
    """Mines lie still, so they stay on the list until the vessel, or one that tells it, looks there and finds none."""
    lookers = [watch, *tellers]
    found = {hex for looker in lookers for hex in looker.mines}
    remembered = {hex for looker in lookers for hex in looker.vessel.finds.mines_seen}
    return found | {hex for hex in remembered if not any(mine_shows(state, x.vessel, hex, x.sweep) for x in lookers)}


def _contact_data(contact: Contact, how: How) -> dict[str, Any]:
    """As the event tells it."""
    return {
        "id": contact.id,
        "vessel_class": contact.vessel_class,
        "hex": label(contact.hex),
        "tail": "" if contact.tail is None else label(contact.tail),
        "facing": contact.facing,
        "speed": contact.speed,
        "move": contact.move,
        "how": how,
    }

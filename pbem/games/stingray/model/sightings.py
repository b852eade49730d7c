"""What a reader's vessels know of others, put together: the lists of several vessels as one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pbem.core.geometry.hexes import Hex
from pbem.games.stingray.model.geometry import nearest, range_to, zones_of
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Contact, MissileContact, Noise, Vessel


@dataclass(frozen=True)
class Sighting:
    """A contact as last found, and the vessels on whose lists it is, each with its own line."""

    contact: Contact
    holders: tuple[tuple[Vessel, Contact], ...]


def relative(vessel: Vessel, contact: Contact) -> str:
    """STG-HEX.5: `zone 1, 7 hexes`, from a vessel of one's own."""
    away = range_to(vessel.hex, contact.body)
    if not away:
        return "same hex"
    zones = zones_of(vessel.facing, vessel.hex, nearest(vessel.hex, contact.body))
    return f"zone {'/'.join(str(zone) for zone in sorted(zones))}, {away} {'hex' if away == 1 else 'hexes'}"


def _watchers(known: State) -> list[Vessel]:
    """Where nothing is hidden the vessels themselves are shown, not what was known of them."""
    return [] if known.whole else [vessel for vessel in known.vessels.values() if vessel.afloat]


def contacts(known: State) -> list[Sighting]:
    """STG-SCN.7: one entry for each name, renewed ones first; the newest line counts."""
    lines: dict[str, list[tuple[Vessel, Contact]]] = {}
    for vessel in _watchers(known):
        for contact in vessel.reported.contacts.values():
            if contact.id not in known.vessels:
                lines.setdefault(contact.id, []).append((vessel, contact))
    found = [Sighting(max((c for _, c in held), key=lambda c: c.move), tuple(held)) for held in lines.values()]
    return sorted(found, key=lambda sighting: known.is_old(sighting.contact))


def missiles(known: State) -> list[MissileContact]:
    """STG-SCN.3, STG-SCN.6: foreign missiles; one that a vessel hears and another one sees is listed as seen."""
    found: Counter[MissileContact] = Counter()
    for vessel in _watchers(known):
        found |= Counter(vessel.reported.missile_contacts)
    seen = {(missile.hex, missile.heading) for missile in found if missile.kind}
    noticed = [m for m in found.elements() if m.kind or (m.hex, m.heading) not in seen]
    by_place: dict[tuple[str, Hex, int], list[MissileContact]] = {}
    for missile in noticed:
        by_place.setdefault((missile.kind, missile.hex, missile.heading), []).append(missile)
    return [missile for same in by_place.values() for missile in _once(same)]


def _once(same: list[MissileContact]) -> list[MissileContact]:
    """Missiles that differ only in how they were noticed are as many as one vessel noticed in one way."""
    most = max(Counter(missile.how for missile in same).values())
    return same[:most]


def noises(known: State) -> list[Noise]:
    """STG-SCN.6."""
    found: Counter[Noise] = Counter()
    for vessel in _watchers(known):
        found |= Counter(vessel.reported.noises)
    return sorted(found.elements(), key=lambda noise: (noise.phase or 7, noise.hex))


def foreign_mines(known: State) -> list[Hex]:
    """Hexes of mines that scans or eyes have found."""
    return sorted({hex for vessel in _watchers(known) for hex in vessel.reported.mines_seen})

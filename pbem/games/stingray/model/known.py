"""What a reader's vessels know of others, put together: the lists of several vessels as one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pbem.core.geometry.hexes import Hex
from pbem.games.stingray.model.geometry import nearest, range_to, zones_of
from pbem.games.stingray.model.view import ContactView, MissileContactView, NoiseView, VesselView, View


@dataclass(frozen=True)
class Known:
    """A contact as last found, and the vessels on whose lists it is, each with its own line."""

    contact: ContactView
    holders: tuple[tuple[VesselView, ContactView], ...]


def body(contact: ContactView) -> tuple[Hex, ...]:
    """Its hexes, head first."""
    return (contact.hex,) if contact.tail is None else (contact.hex, contact.tail)


def relative(vessel: VesselView, contact: ContactView) -> str:
    """STG-HEX.5: `zone 1, 7 hexes`, from a vessel of one's own."""
    away = range_to(vessel.hex, body(contact))
    if not away:
        return "same hex"
    zones = zones_of(vessel.facing, vessel.hex, nearest(vessel.hex, body(contact)))
    return f"zone {'/'.join(str(zone) for zone in sorted(zones))}, {away} {'hex' if away == 1 else 'hexes'}"


def _watchers(view: View) -> list[VesselView]:
    """After the end the vessels themselves are shown, not what was known of them."""
    return [] if view.over else [vessel for vessel in view.vessels.values() if vessel.afloat]


def contacts(view: View) -> list[Known]:
    """STG-SCN.7: one entry for each name, renewed ones first; the newest line counts."""
    lines: dict[str, list[tuple[VesselView, ContactView]]] = {}
    for vessel in _watchers(view):
        for contact in vessel.contacts:
            if contact.id not in view.vessels:
                lines.setdefault(contact.id, []).append((vessel, contact))
    found = [Known(max((c for _, c in held), key=lambda c: c.move), tuple(held)) for held in lines.values()]
    return sorted(found, key=lambda known: known.contact.old)


def missiles(view: View) -> list[MissileContactView]:
    """STG-SCN.3, STG-SCN.6: foreign missiles; one that a vessel hears and another one sees is listed as seen."""
    found: Counter[MissileContactView] = Counter()
    for vessel in _watchers(view):
        found |= Counter(vessel.missile_contacts)
    seen = {(missile.hex, missile.heading) for missile in found if missile.kind}
    noticed = [m for m in found.elements() if m.kind or (m.hex, m.heading) not in seen]
    by_place: dict[tuple[str, Hex, int], list[MissileContactView]] = {}
    for missile in noticed:
        by_place.setdefault((missile.kind, missile.hex, missile.heading), []).append(missile)
    return [missile for same in by_place.values() for missile in _once(same)]


def _once(same: list[MissileContactView]) -> list[MissileContactView]:
    """Missiles that differ only in how they were noticed are as many as one vessel noticed in one way."""
    most = max(Counter(missile.how for missile in same).values())
    return same[:most]


def noises(view: View) -> list[NoiseView]:
    """STG-SCN.6."""
    found: Counter[NoiseView] = Counter()
    for vessel in _watchers(view):
        found |= Counter(vessel.noises)
    return sorted(found.elements(), key=lambda noise: (noise.phase or 7, noise.hex))


def foreign_mines(view: View) -> list[Hex]:
    """Hexes of mines that scans or eyes have found."""
    return sorted({hex for vessel in _watchers(view) for hex in vessel.mines_seen})

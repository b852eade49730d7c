"""The printed console as boxes and words: what the panels write and the record sheets draw.

Boxes are marks: `#` existing and active or charged, `o` existing but inactive or empty, `x` crossed off.
"""

from __future__ import annotations

from pbem.games.star_navy.model.reserved_words import SLOTS
from pbem.games.star_navy.model.ships import ACTIVE, READY, Console, Ship, Stored
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import FRONT_HALF, MOVE_CHART, REAR_HALF, WEAPONS

Boxes = dict[str, str]


def marks(full: int, existing: int, printed: int) -> str:
    """`##ox`: two charged, one empty, one crossed off."""
    return "#" * full + "o" * (existing - full) + "x" * (printed - existing)


def section_boxes(ship: Ship, name: str) -> Boxes:
    """Hulls, shields, weapons, and capacitors (front half) or thrusters (rear half) of one section."""
    console, printed = ship.console, ship.printed.sections[name]
    section = console.sections[name]
    boxes = {
        "hull": marks(section.hulls, section.hulls, printed.hulls),
        "shield": marks(section.active, section.shields, printed.shields),
        "weapon": marks(section.weapons, section.weapons, printed.weapons),
    }
    if name in FRONT_HALF:
        charged = _share(console, FRONT_HALF, console.capacitor_energy)[name]
        return boxes | {"cap": marks(charged, section.capthr, printed.capthr)}
    used = _share(console, REAR_HALF, console.thrusters_used)[name]
    return boxes | {"thr": "o" * used + marks(section.capthr - used, section.capthr - used, printed.capthr - used)}


def _share(console: Console, half: tuple[str, ...], amount: int) -> dict[str, int]:
    """A counter of the ship shown on the boxes of its sections: display only, the counters rule (SN-1.8, 1.12)."""
    shared = {}
    for name in half:
        shared[name] = min(amount, console.sections[name].capthr)
        amount -= shared[name]
    return shared


def inner_boxes(ship: Ship) -> Boxes:
    """Engines with their energy, ISDs, marines and integrity."""
    console, printed = ship.console, ship.printed
    return {
        "engines": marks(console.engine_energy, console.engines, printed.engines),
        "ISD": marks(console.isds, console.isds, printed.isds),
        "marines": marks(console.marines, console.marines, printed.marines),
        "integrity": marks(console.integrity, console.integrity, printed.integrity),
    }


def mine_boxes(ship: Ship) -> str:
    """Mines aboard; those laid are crossed off."""
    mines = ship.console.mines
    return marks(mines, mines, max(ship.printed.mines, mines))


def status_words(known: State, status: str, used: int) -> str:
    """SN-1.11, 12.1: `READY`, `ACTIVE(3)`, `RECOVER until cycle 3`."""
    if status == READY:
        return READY
    return f"{ACTIVE}({used})" if status == ACTIVE else f"{status} until cycle {known.next_turn[0] + 1}"


def moves_on(speed: int) -> str:
    """SN-4.1: `moves on turns 3, 6`."""
    turns = [str(turn) for turn in sorted(MOVE_CHART[speed])]
    if not turns:
        return "does not move"
    return f"moves on turn{'' if len(turns) == 1 else 's'} {', '.join(turns)}"


def turn_cost_words(ship: Ship) -> str:
    """SN-5.3, 5.4: what a turn costs now."""
    cost, discount = ship.turn_cost, ship.printed.discount
    if not cost:
        return "a turn now costs nothing"
    return f"a turn now costs {ship.console.speed}-{discount} = {cost} energy and {cost} thruster{'' if cost == 1 else 's'}"


def plural(letter: str) -> str:
    """`torpedoes`."""
    return weapon_count(2, letter)[2:]


def weapon_count(number: int, letter: str) -> str:
    """`3 cannons`."""
    return f"{number} {WEAPONS[letter]}" + ("" if number == 1 else "es" if letter == "T" else "s")


def stored_lines(ship: Ship) -> list[str]:
    """All that is stored for a ship, as it would be written in a mail; nothing of a ship just taken."""
    stored = ship.stored_if_known or Stored()
    policies = [f"POLICY {key} {value}" for key, value in stored.policies.items()]
    standing = [f"STANDING {stored.standing}"] if stored.standing else []
    return [*policies, *standing, *(f"{slot} {stored.slots[slot]}" for slot in SLOTS if slot in stored.slots)]

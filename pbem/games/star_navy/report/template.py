"""The order template: the current orders, ready to be edited, with hints as comments. It parses without problems as it is."""

from __future__ import annotations

import re

from pbem.core.geometry.hexes import DIRECTIONS, distance, label
from pbem.games.star_navy.model.geometry import bearing_sections
from pbem.games.star_navy.model.ships import READY, Console, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import PRIORITY, TURNS
from pbem.games.star_navy.orders.prospects import Prospects
from pbem.games.star_navy.report.record_sheet import moves_on, stored_lines, turn_cost_words, weapon_count

LOADOUT = ("F", "LF", "LR", "R")
"""The sections that the four letters of SETUP WEAPONS stand for; RF is as LF, RR as LR (SN-2.3)."""
WORD = re.compile(r"[A-Z0-9_]+")
TOP_SPEED = 6


def template(known: State) -> str:
    """One block for each own living ship; nothing for spectators and after the game."""
    if known.over or not known.mine():
        return ""
    prospects = Prospects(known)
    blocks = [_block(known, ship, ship.console, prospects) for ship in known.mine()]
    return "\n\n".join(blocks)


def _block(known: State, ship: Ship, console: Console, prospects: Prospects) -> str:
    lines = [f"{ship.id}:", *_hints(known, ship, console)]
    if not known.cycle:
        lines += _setup(ship, console)
    kept, given = _kept(known, ship)
    return "\n".join([*lines, *kept, *_examples(known, ship, console, prospects, given)])


def _hints(known: State, ship: Ship, console: Console) -> list[str]:
    """What the ship can do now: speed and its cost, and who lies in the sweep of each ready section."""
    lines = [
        f"# {ship.called}, hex {label(ship.hex)} heading {DIRECTIONS[ship.heading]}, energy {console.energy}",
        f"# at speed {console.speed} it {moves_on(console.speed)}; {turn_cost_words(ship)}",
    ]
    for name in PRIORITY:
        section = console.sections[name]
        if section.status != READY or not section.weapons:
            continue
        bears = ", ".join(
            f"{enemy.id} at range {distance(ship.hex, enemy.hex)}"
            for enemy in known.enemies()
            if name in bearing_sections(ship.hex, ship.heading, enemy.hex)
        )
        lines.append(f"# {name}: {weapon_count(section.weapons, section.weapon)}" + (f", bearing on {bears}" if bears else ""))
    return lines


def _setup(ship: Ship, console: Console) -> list[str]:
    """SN-2.1 to 2.5: loadout, speed and, where the scenario leaves it open, the place."""
    letters = " ".join(console.sections[name].weapon for name in LOADOUT)
    lines = [f"SETUP WEAPONS {letters}  # front, front sides, rear sides, rear", f"SETUP SPEED {console.speed}"]
    if ship.zone:
        free = f"within {ship.zone} hexes of {label(ship.setup_hex)}, any heading"
        lines.append(f"SETUP PLACE {label(ship.hex)} {DIRECTIONS[ship.heading]}  # {free}")
    return lines


def _kept(known: State, ship: Ship) -> tuple[list[str], set[str]]:
    """What is stored, and its slots. Orders that the game has overtaken stay as comments; they are not lost unseen."""
    lines = stored_lines(ship)
    no_jump = any(line.startswith("JUMP ") and _overtaken(known, line) for line in lines)
    kept = [
        f"# no longer possible: {line}" if _overtaken(known, line) or (no_jump and "ISD" in WORD.findall(line)) else line
        for line in lines
    ]
    return kept, {line.split()[0] for line in lines}


def _overtaken(known: State, line: str) -> bool:
    """Does the order name a ship that has come over to this side, or a hex that is a planet since the map was shifted?"""
    words = set(WORD.findall(line.upper()))
    friends = {s.id for s in known.ships.values() if s.side == known.side}
    return bool(words & friends) or bool(words & {label(hex) for hex in known.planets})


def _examples(known: State, ship: Ship, console: Console, prospects: Prospects, given: set[str]) -> list[str]:
    """Comments to start from, for the slots that are ordered next and hold nothing yet: orders that may come to something."""
    first = known.next_turn[1]
    turns = range(first, TURNS + 1) if known.by_cycle else [first]
    found = {f"T{turn}": _command(known, ship, prospects, turn == first) for turn in turns}
    if TURNS in turns:
        found |= _engine(ship, console, prospects)
    return [f"# {slot} {text}" for slot, text in found.items() if text and slot not in given]


def _command(known: State, ship: Ship, prospects: Prospects, first: bool) -> str:
    """A volley at the nearest enemy, else a turn towards it; in later turns of a cycle it is not known who bears."""
    enemies = sorted(known.enemies(), key=lambda enemy: distance(ship.hex, enemy.hex))
    if not enemies:
        return "NOTHING"
    bears = bearing_sections(ship.hex, ship.heading, enemies[0].hex)
    side = "L" if bears and bears[0] in ("LF", "LR") else "R"
    possible = prospects.next if first else prospects.later
    return " ELSE ".join(x for x in (f"FIRE ANY AT {enemies[0].id}", f"TURN {side}") if possible(ship.id, x)) or "NOTHING"


def _engine(ship: Ship, console: Console, prospects: Prospects) -> dict[str, str]:
    """SN-10.3, SN-11.1: what there is energy and are components for, as far as it is known before the turn."""
    shields = any(section.shields for section in console.sections.values())
    cost = max(0, 1 - ship.printed.discount)
    able = console.speed < TOP_SPEED and cost <= min(console.free_thrusters, console.engines)
    orders = [*(["SPEED +1"] if able else []), *(["SHIELDS EVEN"] if shields else []), "KEEP 5"]
    return {
        "E1": "SHIELDS ALL" if shields else "NOTHING",
        "E2": "; ".join(orders),
        "JUMP": "LEAVE IF INTEGRITY <= 1" if prospects.jump(ship.id) else "",
    }

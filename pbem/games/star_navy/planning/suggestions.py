"""Orders that a captain may choose from now, ship by ship: what their console can pay for, and whom their sections bear on."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.phrases import count
from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import DIRECTIONS, distance, label
from pbem.games.star_navy.model.ships import READY, Console, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import MOVE_CHART, PRIORITY, TURNS
from pbem.games.star_navy.orders.prospects import Prospects
from pbem.games.star_navy.report.record_sheet import moves_on, weapon_count
from pbem.games.star_navy.rules.legal import BOARDING_RANGE

TOP_SPEED = 6
MOST_TARGETS = 3
"""The nearest enemies; others can be written."""
LOADOUTS = ("L L L L", "T T T T", "T L L C")
HEADINGS = ("Before turn 1", "Movement", "Fire", "Boarding and mines", "Engine phase", "Standing orders")
BEFORE, MOVEMENT, FIRE, CLOSE, ENGINE, KEPT = HEADINGS


def suggest(known: State) -> list[SuggestedOrder]:
    """For each own ship, under the headings above."""
    if known.over or not known.mine():
        return []
    prospects = Prospects(known)
    return [each for ship in known.mine() for each in sorted(_ship(known, ship, ship.console, prospects), key=_place)]


def _place(suggestion: SuggestedOrder) -> int:
    return HEADINGS.index(suggestion.group)


def _ship(known: State, ship: Ship, console: Console, prospects: Prospects) -> Iterator[SuggestedOrder]:
    first = known.next_turn[1]
    yield from () if known.cycle else _set_up(ship, console)
    for turn in range(first, TURNS + 1 if known.by_cycle else first + 1):
        possible = prospects.next if turn == first else prospects.later
        for commands in (_turns, _volleys, _specials):
            found = commands(known, ship, console, turn)
            yield from (each for each in found if possible(ship.id, each.text.partition(" ")[2]))
    if known.by_cycle or first == TURNS:
        yield from _engine(ship, console, prospects)
    yield from _kept(known, ship, console)


def _nearest(known: State, ship: Ship) -> list[Ship]:
    return sorted(known.enemies(), key=lambda enemy: distance(ship.hex, enemy.hex))[:MOST_TARGETS]


# ---------------------------------------------------------------- movement


def _turns(known: State, ship: Ship, console: Console, turn: int) -> Iterator[SuggestedOrder]:
    """SN-5.3, SN-5.4. What the cycle's earlier turns will have spent is not known here."""
    cost = ship.turn_cost
    price = f"costs {cost} energy and {count(cost, 'thruster')}" if cost else "costs nothing"
    for word, change in (("L", -1), ("R", 1)):
        heading = f"heading {DIRECTIONS[(ship.heading + change) % 6]}; " if turn == known.next_turn[1] else ""
        yield SuggestedOrder(ship.id, MOVEMENT, f"T{turn} TURN {word}", f"{heading}{price} (SN-5.3)")
    if turn > known.next_turn[1]:
        return
    moves = "drifts one hex ahead" if turn in MOVE_CHART[console.speed] else "lies still"
    yield SuggestedOrder(
        ship.id, MOVEMENT, f"T{turn} NOTHING", f"{moves}: speed {console.speed} {moves_on(console.speed)} (SN-4.1)"
    )


# ---------------------------------------------------------------- fire


def _volleys(known: State, ship: Ship, console: Console, turn: int) -> Iterator[SuggestedOrder]:
    """SN-5.6: what the sections bear on if enemies stay or move one hex; in a cycle's later turns the best section."""
    enemies = _nearest(known, ship)
    ready = [name for name in PRIORITY if _able(console, name)]
    for enemy in enemies if turn == known.next_turn[1] else []:
        for name in ready:
            section = console.sections[name]
            weapons = weapon_count(min(section.weapons, console.energy), section.weapon)
            away = distance(ship.hex, enemy.hex)
            yield SuggestedOrder(
                ship.id, FIRE, f"T{turn} FIRE {name} AT {enemy.id}", f"{weapons}, now at range {away} (SN-5.6)"
            )
    for enemy in enemies[: 1 if known.by_cycle else MOST_TARGETS]:
        hint = f"the ready section that bears with most weapons: {', '.join(ready)} (SN-15.7)"
        yield SuggestedOrder(ship.id, FIRE, f"T{turn} FIRE ANY AT {enemy.id} WITHIN 9", hint)


def _able(console: Console, name: str) -> bool:
    """SN-5.7."""
    section = console.sections[name]
    return section.status == READY and section.weapons > 0


# ---------------------------------------------------------------- marines and mines


def _specials(known: State, ship: Ship, console: Console, turn: int) -> Iterator[SuggestedOrder]:
    """SN-5.12, SN-5.14: in the next turn."""
    if turn != known.next_turn[1]:
        return
    for enemy in _nearest(known, ship):
        hint = f"sends {count(console.marines, 'marine')} over, within {BOARDING_RANGE} hexes (SN-5.14)"
        yield SuggestedOrder(ship.id, CLOSE, f"T{turn} BOARD {enemy.id}", hint)
    hint = f"lays a mine two hexes astern; {count(console.mines, 'mine')} aboard (SN-5.12)"
    yield SuggestedOrder(ship.id, CLOSE, f"T{turn} MINE", hint)


# ---------------------------------------------------------------- the Engine phase


def _engine(ship: Ship, console: Console, prospects: Prospects) -> Iterator[SuggestedOrder]:
    """SN-10: what may be done with the energy: of the full engines, as what is left over from the turns is not known."""
    shields = any(section.shields for section in console.sections.values())
    if shields:
        yield SuggestedOrder(ship.id, ENGINE, "E1 SHIELDS ALL", "raises shields with the old energy, front first (SN-10.5)")
    yield SuggestedOrder(ship.id, ENGINE, f"E1 KEEP {console.capacitors}", "as much as the capacitors can take over (SN-10.2)")
    for speed in range(TOP_SPEED + 1):
        cost = max(0, abs(speed - console.speed) - ship.printed.discount)
        if speed != console.speed and cost <= min(console.engines, console.free_thrusters):
            hint = f"costs {cost} energy and {count(cost, 'thruster')}; {moves_on(speed)} (SN-10.9)"
            yield SuggestedOrder(ship.id, ENGINE, f"E2 SPEED {speed}", hint)
    if shields:
        yield SuggestedOrder(ship.id, ENGINE, "E2 SHIELDS EVEN", "raises shields, always where fewest are active (SN-10.5)")
    yield SuggestedOrder(ship.id, ENGINE, "E2 KEEP 5", "5 energy stay for the next cycle (SN-10.4)")
    if prospects.jump(ship.id):
        yield SuggestedOrder(ship.id, ENGINE, "JUMP LEAVE", f"leaves the battle on a die of at most {console.isds} (SN-11.2)")


# ---------------------------------------------------------------- orders for longer


def _kept(known: State, ship: Ship, console: Console) -> Iterator[SuggestedOrder]:
    """SN-15.10, SN-15.12."""
    if any(section.weapons for section in console.sections.values()):
        hint = "fires in every turn without a command of its own (SN-15.10)"
        yield SuggestedOrder(ship.id, KEPT, "STANDING FIRE ANY", hint)
    yield SuggestedOrder(ship.id, KEPT, "STANDING NONE", "no standing order any more (SN-15.10)")
    for enemy in _nearest(known, ship)[:1]:
        yield SuggestedOrder(
            ship.id, KEPT, f"POLICY TARGETS {enemy.id}, ANY", "whom to fire at when an order names nobody (SN-15.6)"
        )
    if console.marines:
        yield SuggestedOrder(ship.id, KEPT, "POLICY RETREAT NEVER", "boarders fight on (SN-15.12)")


def _loadout_words(letters: str) -> str:
    """What the letters of a loadout are, and where."""
    places = ("in front", "at the front sides", "at the rear sides", "in the rear")
    weapons = [weapon_count(2, letter).removeprefix("2 ") for letter in letters.split()]
    if len(set(weapons)) == 1:
        return f"{weapons[0]} on all sides"
    return ", ".join(f"{weapon} {place}" for weapon, place in zip(weapons, places, strict=True))


def _set_up(ship: Ship, console: Console) -> Iterator[SuggestedOrder]:
    """SN-2.1 to SN-2.5."""
    for letters in LOADOUTS:
        yield SuggestedOrder(ship.id, BEFORE, f"SETUP WEAPONS {letters}", f"{_loadout_words(letters)} (SN-2.2)")
    for speed in range(TOP_SPEED + 1):
        if speed != console.speed:
            yield SuggestedOrder(ship.id, BEFORE, f"SETUP SPEED {speed}", f"{moves_on(speed)} (SN-2.5)")
    if ship.zone:
        for heading in (DIRECTIONS[(ship.heading + turn) % 6] for turn in (-1, 0, 1)):
            free = f"or another hex within {ship.zone} of {label(ship.setup_hex)} (SN-2.1)"
            yield SuggestedOrder(ship.id, BEFORE, f"SETUP PLACE {label(ship.hex)} {heading}", free)

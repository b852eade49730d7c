"""A dry run of an admiral's orders in words and as a picture: tracks, ranges, odds. At most 78 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import pairwise

from events.sovereign_seas.opening import EntryChosen, FleetTaken, PlacingVoid
from events.sovereign_seas.sailing import AutoDecel, Held, LeftMap, StepDiverted, TurnRefused, WhenFired
from pbem.core.game.panels import PANEL_WIDTH, columns, filled, panel_of, prose, wrapped
from pbem.core.game.phrases import count
from pbem.core.game.report_parts import Columns, Panel, Preview
from pbem.core.geometry.hexes import DIRECTIONS, distance, label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model.geometry import CHANGE, bears, gun_range, half_step
from pbem.games.sovereign_seas.model.orders import Close, Keep, RamHer
from pbem.games.sovereign_seas.model.state import Place, Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import letter_at
from pbem.games.sovereign_seas.planning.dry_run import Laid, Rehearsal, rehearse
from pbem.games.sovereign_seas.planning.odds import ram_chance
from pbem.games.sovereign_seas.planning.preview_scene import draw_preview
from pbem.games.sovereign_seas.report.phrases import guns_words
from pbem.games.sovereign_seas.report.tell import tell

INDENT = "      "
MOST_FOES = 6
"""Enemies whose ranges are listed for a ship, the nearest first."""
CLOCK = (
    "ahead", "starboard bow, fine", "starboard bow", "starboard beam", "starboard quarter", "starboard quarter, fine",
    "astern", "port quarter, fine", "port quarter", "port beam", "port bow", "port bow, fine",
)  # fmt: skip
"""A relative bearing in half-steps."""
LETTER_OF = {change % 6: letter for letter, change in CHANGE.items()}
NOTED = (TurnRefused, StepDiverted, WhenFired, Held, LeftMap, AutoDecel)
"""Events of own ships that a dry run tells in the report's words."""
DECIDED = (EntryChosen, FleetTaken, PlacingVoid)
"""Events of a set-up deadline that a dry run tells."""
KEEPS = "Enemies, and friends under another admiral, are taken to order nothing new."
UNHURT = "Nobody is hit, and rams are taken to miss: what enemies do may change all of this."


def preview(known: State, sheet: OrderSheet) -> Preview:
    """Section 3 with this sheet alone: where own ships would end, what they would fire at, and with what chances."""
    tried = rehearse(known, sheet)
    if known.stage:
        panels = [_placed(tried)]
    elif tried.orders:
        panels = [_track(tried), _ranges(tried), _odds(tried)]
    else:
        panels = []
    scene, plan, words = draw_preview(tried)
    return Preview(scene, filled(panels), plan.shapes, words)


# ---------------------------------------------------------------- tracks


def _track(tried: Rehearsal) -> Panel:
    """SSL-I1.1: the letters of each impulse, where each ends, and what steers her otherwise than the plan says."""
    impulses = range(1, tried.before.impulses + 1)
    head = ["ship", "speed", *(f"impulse {n}" for n in impulses), "may turn"]
    rows = [_row(tried.before.ships[id], tried.after.ships[id], impulses) for id in tried.mine()]
    notes = [*_steered(tried), *_noted(tried), *_rams(tried), *_whens(tried)]
    table = Columns(head, rows, narrow=_fitted([head, *rows]))
    return panel_of("TRACK", table, *prose([*notes, KEEPS, UNHURT] if rows else []))


def _fitted(rows: list[list[str]]) -> list[str]:
    """The table, or where it is too wide (many impulses, much speed) a paragraph for each ship."""
    lines = columns(rows)
    if all(len(line) <= PANEL_WIDTH for line in lines):
        return lines
    return [line for row in rows[1:] for line in wrapped(f"{row[0]} speed {row[1]}: {'; '.join(row[2:-1])}; turns: {row[-1]}")]


def _row(before: Ship, after: Ship, impulses: range) -> list[str]:
    speed = f"{before.speed}>{after.speed}" if before.speed != after.speed else str(after.speed)
    return [after.id, speed, *(_impulse(after, n) for n in impulses), _turns(after)]


def _impulse(ship: Ship, impulse: int) -> str:
    """`FR 1009 NE`: the letters, and the hex and heading at the impulse's end."""
    until = [place for place in ship.track if place.impulse <= impulse]
    here = [place for place in until if place.impulse == impulse and impulse]
    if not here:
        return "-"
    way = [*until[: len(until) - len(here)][-1:], *here]
    return f"{_letters(way)} {label(here[-1].hex)} {DIRECTIONS[here[-1].heading]}"


def _letters(way: list[Place]) -> str:
    return "".join(LETTER_OF.get((after.heading - before.heading) % 6, "?") for before, after in pairwise(way))


def _turns(ship: Ship) -> str:
    """SSL-I2.1: when she may turn next."""
    if not ship.active:
        return "off the map"
    left = ship.printed.turn_hexes - ship.count
    return "at once" if left <= 0 else f"after {left}"


def _noted(tried: Rehearsal) -> Iterator[str]:
    """What the report would say of her steps."""
    own = set(tried.mine())
    for event in tried.events:
        if isinstance(event, NOTED) and event.ship in own and (words := tell(event, tried.after)):
            yield f"{words} (impulse {event.impulse})."


def _rams(tried: Rehearsal) -> Iterator[str]:
    for ram in tried.rams():
        chance = f"{ram_chance(ram.pool):.0%}"
        yield (
            f"{ram.attacker} runs into {ram.target} in {ram.hex}, at her {ram.struck} (impulse {ram.impulse}): "
            f"{count(ram.pool, 'die', 'dice')}, the ram hits at {chance} (SSL-J1.4)."
        )


def _steered(tried: Rehearsal) -> Iterator[str]:
    """SSL-X.6: helms whose goal may move otherwise than it is taken to."""
    for id in tried.mine():
        orders = tried.orders.get(id)
        if orders and orders.move is None and isinstance(orders.steer, Close | Keep | RamHer):
            yield f"{id}: {order_text(orders.steer)} steers by an enemy, who may move otherwise (SSL-X.6)."


def _whens(tried: Rehearsal) -> Iterator[str]:
    """SSL-X.9: WHEN lines that do not come true in this dry run."""
    fired = {(event.ship, event.line) for event in tried.events if isinstance(event, WhenFired)}
    for id in tried.mine():
        for line in tried.orders[id].when if id in tried.orders else ():
            if (id, order_text(line)) not in fired:
                depends = line.condition.kind in ("RANGE", "SUNK", "HULL", "MAXSPEED")
                why = " if the enemy does nothing new" if depends else ""
                yield f"{id}: {order_text(line)} does not come true{why} (SSL-X.9)."


# ---------------------------------------------------------------- ranges


def _ranges(tried: Rehearsal) -> Panel:
    """SSL-J2.7: hexes to each enemy after each impulse; her bearing and the guns that reach her at the turn's end."""
    impulses = range(1, tried.before.impulses + 1)
    head = ["ship", "enemy", "now", *(f"i{n}" for n in impulses), "bears at the end", "guns in arc"]
    rows = [_reach(tried, tried.after.ships[id], foe, impulses) for id in tried.mine() for foe in _foes(tried, id)]
    return panel_of("RANGES (hexes, after each impulse)", Columns(head, rows, narrow=_narrowed([head, *rows])))


def _narrowed(rows: list[list[str]]) -> list[str]:
    """The table, with guns that do not fit into their line below it."""
    lines = columns(rows)
    if all(len(line) <= PANEL_WIDTH for line in lines):
        return lines
    narrow = columns([row[:-1] for row in rows])
    guns = [f"guns in arc: {row[-1]}" if row[-1] else "" for row in rows[1:]]
    below = [textwrap.wrap(words, PANEL_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT) for words in guns]
    return [narrow[0], *(line for row, words in zip(narrow[1:], below, strict=True) for line in [row, *words])]


def _foes(tried: Rehearsal, id: str) -> list[Ship]:
    ship, side = tried.before.ships[id], enemy(tried.before.side)
    near = sorted(tried.before.active(side), key=lambda foe: distance(ship.hex, foe.hex))
    return [tried.after.ships[foe.id] for foe in near[:MOST_FOES]] if tried.after.ships[id].active else []


def _reach(tried: Rehearsal, ship: Ship, foe: Ship, impulses: range) -> list[str]:
    now = distance(tried.before.ships[ship.id].hex, tried.before.ships[foe.id].hex)
    ranges = [str(distance(_at(ship, n).hex, _at(foe, n).hex)) for n in impulses]
    if not foe.active:
        return [ship.id, foe.id, str(now), *ranges, "leaves the map", ""]
    where = "same hex" if ship.hex == foe.hex else CLOCK[half_step(ship.hex, ship.heading, foe.hex)]
    return [ship.id, foe.id, str(now), *ranges, where, _bearing(tried.before, ship, foe)]


def _at(ship: Ship, impulse: int) -> Place:
    """Where she is after an impulse."""
    return [place for place in ship.track if place.impulse <= impulse][-1]


def _bearing(known: State, ship: Ship, foe: Ship) -> str:
    """SSL-D3.1, SSL-J2.6: batteries in whose arc and range she is."""
    away = gun_range(ship.hex, foe.hex)
    guns = [
        b.id for b in ship.living() if bears(b.arc, ship.hex, ship.heading, foe.hex) and letter_at(b.code, away, known.options)
    ]
    return guns_words(guns) or "none"


# ---------------------------------------------------------------- set-up


def _placed(tried: Rehearsal) -> Panel:
    """SSL-E.1: where own ships would begin, and what the set-up says of the orders."""
    rows = [
        (ship.id, ship.printed.name, label(ship.hex), DIRECTIONS[ship.heading], str(ship.speed))
        for ship in tried.after.active(tried.before.side)
    ]
    told = (tell(event, tried.after) for event in tried.events if isinstance(event, DECIDED))
    said = [words for words in dict.fromkeys(told) if words]
    head = ("ship", "class", "hex", "heading", "speed")
    return panel_of("SET-UP", *prose(f"{note}." for note in said), Columns(head, rows))


# ---------------------------------------------------------------- odds


def _odds(tried: Rehearsal) -> Panel:
    """SSL-J2.8 to SSL-J2.11: each salvo as ordered, if enemies hold their course and nothing is lost before it."""
    head = ("imp", "ship", "guns", "at", "range", "dice", "need", "a hit", "hits", "beats the hull armour")
    own = set(tried.mine())
    laid = [each for each in tried.laid if each.ship in own]
    rows = [_salvo(each) for each in laid]
    silent = [id for id in tried.mine() if not any(each.ship == id for each in laid)]
    notes = [_silence(id, tried) for id in silent if tried.before.ships[id].living()]
    tail = ["A hit: the chance of at least one. Hits: effective ones on average (SSL-J2.9, SSL-J2.10)."] if rows else []
    return panel_of("ODDS", Columns(head, rows), *prose([*notes, *tail]))


def _salvo(laid: Laid) -> tuple[str, ...]:
    beaten = f"{'yes' if laid.pierces else 'no'}: {laid.letter} against {laid.armour or 'none'}"
    guns = f"{laid.guns} [{laid.code}]"
    numbers = (str(laid.range), str(laid.pool), str(laid.needed), f"{laid.chance:.0%}", f"{laid.hits:.1f}")
    return (str(laid.impulse), laid.ship, guns, laid.target, *numbers, beaten)


def _silence(id: str, tried: Rehearsal) -> str:
    """SSL-X.12: a ship with guns that does not fire, in the report's words."""
    if id in tried.silent:
        return f"{tell(tried.silent[id], tried.after)} (SSL-X.12)."
    return f"{id} does not fire: no enemy comes within reach of her guns (SSL-J2.6)."

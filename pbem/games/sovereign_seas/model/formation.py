"""Section 8: what a side's positions must keep to before turn 1. The scenario file names the limits, this page checks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import Hex, at, column_row, distance, on_map
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.orders import PlaceShip
from pbem.games.sovereign_seas.model.scenario import OPENINGS, Berth, Placing, Zone, slow_speed, widened, zone
from pbem.games.sovereign_seas.model.scenario import PRINTED_GAP as GAP
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import MERCHANT, ShipClass

LINE_GAP = 3
"""Section 8.1: hexes from ship to ship in a line, at most."""
COLUMN_GAP = 3
"""SSL-O3.1: rows from merchantman to merchantman: two empty hexes."""
BETWEEN_COLUMNS = 2


class Fault(NamedTuple):
    """What is wrong with a ship's berth, or ("") with how the berths go together."""

    ship: str
    reason: str


def berth_of(ship: Ship, order: PlaceShip | None = None) -> Berth:
    """Where a ship begins by her PLACE; without it, and without its SPEED, as she lies."""
    if order is None:
        return Berth(ship.hex, ship.heading, ship.speed)
    return Berth(order.hex, order.heading, ship.speed if order.speed is None else order.speed)


def faults(state: State, side: str, berths: Mapping[str, Berth]) -> list[Fault]:
    """All that is wrong if the ships of a side lay in these berths (`berths` names every ship of the side)."""
    opening = OPENINGS[state.scenario]
    placing = opening.placing[side]
    limits = zone(opening, state.options, side, state.entry)
    found = [Fault(id, reason) for id, berth in berths.items() for reason in _alone(state, side, placing, limits, id, berth)]
    found += _shared(berths)
    logs = {id: state.ships[id].printed for id in berths}
    found += [Fault("", reason) for reason in _together(placing, berths, logs)]
    return found


# ---------------------------------------------------------------- ship by ship


def _alone(state: State, side: str, placing: Placing, limits: Zone, id: str, berth: Berth) -> Iterator[str]:
    opening = OPENINGS[state.scenario]
    if not on_map(berth.hex, opening.columns, opening.rows):
        yield f"hex {label_of(berth.hex)} is off the map (0101..{opening.columns:02d}{opening.rows:02d})"
        return
    if outside := _outside(limits, *column_row(berth.hex)):
        yield f"{id} at {label_of(berth.hex)} is out of bounds: {outside}"
    least, most = _speeds(placing, state.ships[id].printed, state.options)
    if not least <= berth.speed <= most:
        allowed = f"speed {least}" if least == most else f"a speed of {least} to {most}"
        yield f"{id} cannot begin at speed {berth.speed}; {allowed} is allowed"
    yield from _too_near(state, side, placing, id, berth.hex)


def _outside(limits: Zone, column: int, row: int) -> str:
    """SSL-O3.1, section 8: the bound that is broken, in words; "" when none is."""
    for what, number, first, last in (
        ("columns", column, limits.first_column, limits.last_column),
        ("rows", row, limits.first_row, limits.last_row),
    ):
        if number < first or (last and number > last):
            return f"{what} {first or 1} to {last}" if last else f"{what} from {first} on"
    return ""


def _speeds(placing: Placing, log: ShipClass, options: Mapping[str, Any]) -> tuple[int, int]:
    """SSL-O2.1: the blockaders lie still (option `blockade_speed`); section 8.7: maximum less Accl."""
    if placing.speed == "printed":
        speed = int(options["blockade_speed"])
        return speed, speed
    return 0, slow_speed(log) if placing.speed == "slow" else log.speed_track[0]


def _too_near(state: State, side: str, placing: Placing, id: str, hex: Hex) -> Iterator[str]:
    """SSL-O1.1, SSL-O2.1, SSL-O3.1: option `start_gap` hexes from the enemy, or from their starting line."""
    gap = GAP + widened(state.options)
    if placing.apart == "ships":
        foes = [(distance(hex, ship.hex), natural(ship.id), ship.id) for ship in state.ships.values() if ship.side != side]
        hexes, _, nearest = min(foes, default=(gap, ("", 0), ""))
    elif placing.apart == "row":
        columns = range(1, OPENINGS[state.scenario].columns + 1)
        hexes = min(distance(hex, at(column, placing.line_row)) for column in columns)
        nearest = f"row {placing.line_row}"
    else:
        return
    if hexes < gap:
        yield f"{id} at {label_of(hex)} is only {hexes} hexes from {nearest}; at least {gap} required"


def _shared(berths: Mapping[str, Berth]) -> Iterator[Fault]:
    """SSL-I3.1: one ship a hex."""
    for id, berth in berths.items():
        others = [other for other in berths if other != id and berths[other].hex == berth.hex]
        if others:
            yield Fault(id, f"{id} shares {label_of(berth.hex)} with {', '.join(others)}")


# ---------------------------------------------------------------- together


def _together(placing: Placing, berths: Mapping[str, Berth], logs: Mapping[str, ShipClass]) -> Iterator[str]:
    line = {id: berths[id].hex for id in berths if logs[id].type in placing.line}
    if len(line) > 1:
        yield from _line(line, " and ".join(placing.line))
    yield from _companions(placing, berths, logs)
    if placing.convoy:
        yield from _convoy({id: berths[id] for id in berths if logs[id].type in MERCHANT})


def _line(line: Mapping[str, Hex], types: str) -> Iterator[str]:
    """SSL-O1.1: BSIC and CBIC in one straight hex row or column."""
    axes = [{hex[0] for hex in line.values()}, {hex[1] for hex in line.values()}, {sum(hex) for hex in line.values()}]
    if all(len(values) > 1 for values in axes):
        yield f"{types} must form one straight line of hexes"
        return
    ranked = sorted(line, key=lambda id: line[id])
    for one, next in pairwise(ranked):
        hexes = distance(line[one], line[next])
        if hexes > LINE_GAP:
            yield f"{one} and {next} are {hexes} hexes apart; at most {LINE_GAP} from ship to ship in the line"


def _companions(placing: Placing, berths: Mapping[str, Berth], logs: Mapping[str, ShipClass]) -> Iterator[str]:
    """SSL-O1.1: a steam frigate near a friend. SSL-O3.1: an escort near a merchantman."""
    for id, berth in berths.items():
        if logs[id].type not in placing.escort:
            continue
        friends = [other for other in berths if other != id and (not placing.escorted or logs[other].type in placing.escorted)]
        hexes = min((distance(berth.hex, berths[friend].hex) for friend in friends), default=0)
        if hexes > placing.escort_range:
            whom = "merchantman" if placing.escorted else "friend"
            at_most = f"at most {placing.escort_range} allowed"
            yield f"{id} at {label_of(berth.hex)} is {hexes} hexes from the nearest {whom}; {at_most}"


def _convoy(merchants: Mapping[str, Berth]) -> Iterator[str]:
    """SSL-O3.1: merchantmen in two columns two hexes apart, two empty hexes between ships of a column, on one heading."""
    if len({berth.heading for berth in merchants.values()}) > 1:
        yield "all merchantmen must be on one heading"
    columns: dict[int, list[int]] = {}
    for berth in merchants.values():
        column, row = column_row(berth.hex)
        columns.setdefault(column, []).append(row)
    if len(columns) != 2 or max(columns) - min(columns) != BETWEEN_COLUMNS:
        yield f"the merchantmen must be in two columns, {BETWEEN_COLUMNS} hexes apart"
    elif any(later - row != COLUMN_GAP for rows in columns.values() for row, later in pairwise(sorted(rows))):
        yield f"the merchantmen of a column must be {COLUMN_GAP} rows apart, two empty hexes between them"

"""STG-RAM: vessels that meet in a hex, collisions and rams (step 3e)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from events.base import NOBODY, audience
from events.stingray.movement import Encountered
from pbem.core.geometry.hexes import Hex, label
from pbem.games.stingray.model.orders import ANY
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import Cause, Hit, TurnScratch

BRUSH, BUTT = (1, 5), (1, 2)
"""STG-RAM.4, STG-RAM.5: the share of the other's remaining points that a collision costs, and a ram the rammed vessel."""
MEGA = 3
"""STG-RAM.6."""
Pair = tuple[str, str]
"""Ids of two vessels, in vessel order."""


def step(scratch: TurnScratch, phase: int) -> None:
    """Step 3e."""
    for first, second, hex in meetings(scratch):
        _meet(scratch, first, second, phase, hex)


def meetings(scratch: TurnScratch) -> Iterator[tuple[Vessel, Vessel, Hex]]:
    """STG-RAM.1: who meets whom and where, in pairs of vessels in vessel order; and notes who shares a hex now."""
    together = _together(scratch.state)
    met = (together - scratch.company) | (_swapped(scratch) - together)
    scratch.company = together
    if not met:
        return
    for first, second in combinations(scratch.state.vessels.values(), 2):
        if (first.id, second.id) in met:
            yield first, second, next((hex for hex in first.body if hex in second.body), first.hex)


def note_company(scratch: TurnScratch) -> None:
    """STG-RAM.1: the pairs that share a hex now; they are not rolled for again until they have been apart."""
    scratch.company = _together(scratch.state)


def _in_water(vessels: Iterable[Vessel]) -> list[Vessel]:
    """Those in play; STG-LEP.8: an airborne vessel meets nobody."""
    return [vessel for vessel in vessels if vessel.fate == "in play" and not vessel.airborne]


def _together(state: State) -> set[Pair]:
    """Pairs in the water that share a hex; STG-MEG.4: a head and a tail alike."""
    there: dict[Hex, list[str]] = {}
    for vessel in _in_water(state.vessels.values()):
        for hex in vessel.body:
            there.setdefault(hex, []).append(vessel.id)
    return {pair for ids in there.values() if len(ids) > 1 for pair in combinations(ids, 2)}


def _swapped(scratch: TurnScratch) -> set[Pair]:
    """STG-RAM.1: pairs that have exchanged hexes in this phase (option `swap-encounter`)."""
    if scratch.state.opt("swap-encounter") == "off":
        return set()
    return {(a.id, b.id) for a, b in combinations(_in_water(scratch.entered), 2) if a.track[-2:] == b.track[:-3:-1]}


def _meet(scratch: TurnScratch, first: Vessel, second: Vessel, phase: int, hex: Hex) -> None:
    """STG-RAM.2: a die each, less the crew penalty; equal means contact. STG-RAM.3: whoever rams may make up for 1."""
    faces = [scratch.die(f"collision {vessel.id}", "STG-RAM.2", vessel.crew) for vessel in (first, second)]
    lead = (faces[0] - first.penalty) - (faces[1] - second.penalty)
    rammers = [a for a, b in ((first, second), (second, first)) if rams(scratch, a, b)]
    contact = touches(lead, first in rammers, second in rammers)
    result = "passed" if not contact else "ram" if rammers else "collision"
    rammer = _rammer(scratch, rammers) if contact and rammers else None
    met = Encountered(first.id, second.id, phase, label(hex), faces, result, rammer.id if rammer else "")
    _tell(scratch, met, first, second)
    if contact:
        _crash(scratch, (first, second), rammer, phase, hex)


def _tell(scratch: TurnScratch, met: Encountered, first: Vessel, second: Vessel) -> None:
    """STG-RAM.2: both crews, who know both faces. STG-COM.4: a fish without comms does not report whom it has met.

    So there is an event for each crew where one of them may not know the other's vessel.
    """
    if first.crew == second.crew or (first.can_report and second.can_report):
        scratch.turn.emit(met, "STG-RAM.1", audience(first.crew, second.crew))
        return
    for vessel, other in ((first, second), (second, first)):
        scratch.tell(met if vessel.can_report else _nameless(met, other.id), "STG-RAM.1", vessel)


def _nameless(met: Encountered, other: str) -> Encountered:
    """The same without this name."""
    first, second, rammer = ("" if name == other else name for name in (met.first, met.second, met.rammer))
    return replace(met, first=first, second=second, rammer=rammer)


def touches(lead: int, first_rams: bool, second_rams: bool) -> bool:
    """STG-RAM.2, STG-RAM.3: is there contact when the first one's die, less its penalty, leads by so much?"""
    return lead == 0 or (lead == 1 and second_rams) or (lead == -1 and first_rams)


def rams(scratch: TurnScratch, vessel: Vessel, other: Vessel) -> bool:
    """STG-RAM.3: does it try to ram the other? ANY means any enemy."""
    target = scratch.orders[vessel.id].ram
    return vessel.side != other.side and target in (other.id, ANY)


def _rammer(scratch: TurnScratch, rammers: list[Vessel]) -> Vessel:
    """STG-RAM.5: where both ram, the higher die; ties are rolled again."""
    if len(rammers) == 1:
        return rammers[0]
    a, b = rammers
    while True:
        one, two = scratch.turn.roll(2, 6, f"ram-off {a.id} {b.id}", "STG-RAM.5", NOBODY)
        if one != two:
            return a if one > two else b


def _crash(scratch: TurnScratch, pair: tuple[Vessel, Vessel], rammer: Vessel | None, phase: int, hex: Hex) -> None:
    """STG-RAM.4, STG-RAM.5. STG-RAM.8: no special hits, and movement goes on."""
    cause: Cause = "RAM" if rammer else "COLLISION"
    for vessel, other in (pair, pair[::-1]):
        share, out_of = BUTT if other is rammer else BRUSH
        if other is rammer and other.vessel_class == "MF":
            share *= MEGA
        if points := _rounded(share * other.remaining, out_of, scratch.state.opt("ram-round")):
            scratch.hits.append(Hit(vessel.id, cause, phase, hex, points))


def _rounded(share: int, out_of: int, how: str) -> int:
    """STG-RAM.7: after tripling, to the nearest, halves up (option `ram-round`)."""
    if how == "up":
        return -(-share // out_of)
    return share // out_of if how == "down" else (2 * share + out_of) // (2 * out_of)

"""WT-18: submarines change depth: crash dives (step 2.1) and the slow changes (step 8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from events.wet_thrust.sailing import CrashDived, LeftSight, ModeChanged, RanSilent, Sighted
from pbem.games.wet_thrust.model.orders import Depth
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Mode, Vessel
from pbem.games.wet_thrust.rules.combat import sinking

FROM_SURFACE = -1
"""WT-18.8: to the die."""
SLOW: dict[tuple[str, Mode], Mode] = {
    ("PERISCOPE", "deep"): "periscope",
    ("PERISCOPE", "surfaced"): "periscope",
    ("DIVE", "periscope"): "deep",
    ("DIVE", "surfaced"): "periscope",
    ("SURFACE", "periscope"): "surfaced",
}
"""WT-18.7: order and old mode -> new mode. Deep to surfaced takes two turns."""


def crash(scratch: TurnScratch) -> None:
    """Step 2.1: crash dives and silence, boats in unit order."""
    for boat, depth in _orders(scratch):
        if depth.what == "CRASH":
            _crash_dive(scratch, boat, depth.silent)
        elif depth.what == "SILENT" and boat.mode == "deep":
            scratch.own(RanSilent(boat.id), "WT-18.6", boat)


def _orders(scratch: TurnScratch) -> Iterator[tuple[Vessel, Depth]]:
    for boat in scratch.state.afloat():
        depth = scratch.orders_of(boat).depth
        if depth:
            yield boat, depth


def _crash_dive(scratch: TurnScratch, boat: Vessel, silent: bool) -> None:
    """WT-18.8: the result is her mode for this whole turn. Only her side sees the die, even from the surface."""
    die = scratch.roll(1, 10, f"crash_dive {boat.id}", "WT-18.8", boat.side)[0]
    total = die + (FROM_SURFACE if boat.visible else 0)
    result = dive_result(total)
    scratch.own(CrashDived(boat.id, total, result), "WT-18.8", boat)
    change(scratch, boat, "surfaced" if result == "fails" else "deep", "WT-18.8")
    if result == "sinks":
        sinking.lose(scratch, boat, "flooded", "WT-18.8")
    elif result == "silent" and silent:
        scratch.own(RanSilent(boat.id), "WT-18.6", boat)


DIVED = ("deep", "silent")
"""Results with which she is below."""


def dive_result(total: int) -> str:
    """Table 2.7: sinks, fails, deep, silent (deep, and may run silent at once)."""
    if total <= 1:
        return "sinks"
    if total <= 3:
        return "fails"
    return "deep" if total <= 8 else "silent"


def end(scratch: TurnScratch) -> None:
    """WT-18.7: step 8.4; during the turn the old mode counted."""
    for boat, depth in _orders(scratch):
        mode = SLOW.get((depth.what, boat.mode))
        if mode:
            change(scratch, boat, mode, "WT-18.7")


def change(scratch: TurnScratch, boat: Vessel, mode: Mode, rule: str) -> None:
    """WT-18.1, WT-18.2: into another mode, for her own side; that she leaves the surface or comes to it, all see."""
    if mode == boat.mode:
        return
    seen = boat.visible
    if seen:
        scratch.tell(LeftSight(boat.id), "WT-18.2")
    scratch.own(ModeChanged(boat.id, mode), rule, boat)
    if boat.visible and not seen:
        scratch.tell(_sighted(boat), "WT-18.2")


def _sighted(boat: Vessel) -> Sighted:
    return Sighted(
        ship=boat.id,
        index=boat.index,
        name=boat.name,
        ship_class=boat.ship_class,
        side=boat.side,
        seat=boat.seat,
        at=[*boat.at],
        course=boat.course,
        speed=str(boat.speed),
    )

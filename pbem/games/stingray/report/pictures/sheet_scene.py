"""Record sheets as pictures, laid out like the printed ones: two parts for a Stingray, fish side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pbem.core.drawing.scene import Scene
from pbem.core.game.phrases import count, sentence
from pbem.core.geometry.hexes import label
from pbem.games.stingray.model.plan import top_speed
from pbem.games.stingray.model.tables import BATTERY, MAX_SCAN, PHASES, PLANT
from pbem.games.stingray.model.view import VesselView, View
from pbem.games.stingray.report.pictures.sheet_layout import GAP, Part, SheetForm
from pbem.games.stingray.report.record_sheet import (
    ITEM_NAMES,
    WEAPONS,
    crew_words,
    facing_word,
    fuel_full,
    launcher_words,
    next_changes,
    performance,
    plan_words,
    power_words,
    specials_words,
    speeds,
    stores,
    system_name,
    title,
    where,
    zone_words,
)

CREW = ("-1", "-2", "-3", "dead")
WIDE, NARROW = 392.0, 256.0
"""Width of a Stingray's or SuperSub's sheet, and of a fish's column."""
MOST_USED = {"LIFE": 1, "MOVE": len(PHASES), "COMMS": 1, "NAV": 1, "SCAN": MAX_SCAN}
"""Table 2.5: rows of the power usage that have boxes of their own in print."""


def draw_sheet(view: View, vessel: VesselView) -> Scene:
    """The sheet of a Stingray (the reader's own part first) or SuperSub."""
    parts = [_commander(view, vessel)]
    if vessel.vessel_class == "SR":
        second = _second(vessel)
        parts = [second, *parts] if vessel.copilot and view.seat == vessel.copilot else [*parts, second]
    return _scene(f"sheet-{vessel.id}", title(vessel), describe(view, vessel), parts)


def draw_shoal(view: View, fish: Sequence[VesselView]) -> Scene:
    """Up to three fish side by side."""
    ids = [vessel.id for vessel in fish]
    words = " ".join(describe(view, vessel) for vessel in fish)
    return _scene(f"sheet-{'-'.join(ids)}", ", ".join(ids), words, [_fish(view, vessel) for vessel in fish])


def _scene(key: str, name: str, words: str, parts: Sequence[Part]) -> Scene:
    form = SheetForm()
    for part in parts:
        form.add(part)
    return Scene(key, f"Record sheet of {name}", words, form.box(), form.shapes)


# ---------------------------------------------------------------- in words


def describe(view: View, vessel: VesselView) -> str:
    """The sheet in words."""
    printed = vessel.printed
    said = [
        f"{title(vessel)}: {where(vessel)}, speed {vessel.speed}.",
        f"Damage {vessel.damage} of {printed.points}, crew {crew_words(vessel)}, specials {specials_words(vessel)}.",
        f"Stores: {', '.join(f'{name} {left} of {full}' for name, left, full in stores(vessel))}.",
    ]
    said += [f"{_launcher_title(n)}: {launcher_words(x, printed.fish)}." for n, x in vessel.launchers.items()]
    if printed.fish:
        said.append(f"Fuel {vessel.fuel} AKG.")
    if vessel.vessel_class == "SR":
        said.append(f"Power output {vessel.power.output}, {_apu_words(vessel)}. Batteries {vessel.battery} of {BATTERY}.")
    if vessel.vessel_class == "SS":
        said.append(f"Next {next_changes(vessel, view)}.")
    return " ".join(said)


def _apu_words(vessel: VesselView) -> str:
    return power_words(vessel).replace("  ", ", ")


def _launcher_title(name: str) -> str:
    return f"Sting tube {name}" if name in ("1", "2") else sentence(system_name(name))


# ---------------------------------------------------------------- commander


def _commander(view: View, vessel: VesselView) -> Part:
    """The Commander's sheet; a SuperSub has no other."""
    part = Part(WIDE, f"{title(vessel)}: Commander's sheet", f"captain: {vessel.captain}")
    _place(part, view, vessel)
    part.boxes("Damage", vessel.printed.points, vessel.damage)
    part.heading("Weapons store")
    for name, left, full in stores(vessel):
        part.counters(name, left, full)
    _crew(part, vessel)
    if vessel.launchers:
        part.line(f"Sonar missiles arm after {count(vessel.arming, 'hex', 'hexes')}")
    _orders(part, vessel)
    for missile in vessel.missiles:
        heading = f"heading {facing_word(missile.heading)}, at {missile.target}"
        part.line(f"Mk61 {missile.name} in {label(missile.hex)} {heading}, {'lock' if missile.lock else 'no lock'}")
    return part


def _place(part: Part, view: View, vessel: VesselView) -> None:
    part.line(sentence(where(vessel)))
    part.line(sentence(performance(vessel, view.options)))
    top = max(vessel.printed.top, int(view.options["supersub-max"]) if vessel.vessel_class == "SS" else 0)
    part.scale("Speed", range(top + 1), vessel.speed, top_speed(vessel, view.options))
    if vessel.afloat and not view.over:
        part.line(f"Next move: speed {speeds(vessel, view)}")
    if vessel.vessel_class == "SS":
        _wrapped(part, f"Next {next_changes(vessel, view)}")


def _crew(part: Part, vessel: VesselView) -> None:
    part.heading("Special damages received")
    _wrapped(part, specials_words(vessel))
    part.named("Crew injuries", CREW, vessel.injuries)
    if vessel.suited:
        part.line("Crew suited: -1 on its rolls")


def _orders(part: Part, vessel: VesselView) -> None:
    part.heading("Movement orders of this move")
    _wrapped(part, plan_words(vessel))
    if vessel.broken_off:
        part.line("Broken off: runs for its home edge")


def _wrapped(part: Part, words: str) -> None:
    for line in textwrap.wrap(words, int((part.width - 2 * GAP) / 7.6)):
        part.line(line)


# ---------------------------------------------------------------- second-in-command


def _second(vessel: VesselView) -> Part:
    """The Second-in-command's sheet: power, batteries, usage, tubes."""
    who = f"co-pilot: {vessel.copilot}" if vessel.copilot else f"captain: {vessel.captain}"
    part = Part(WIDE, f"{title(vessel)}: Second-in-command's sheet", who)
    part.scale("Power output", range(PLANT + 1), vessel.power.output, vessel.max_output)
    part.scale("Stored in batteries", range(BATTERY + 1), vessel.battery, 0 if vessel.out("BATTERY") else BATTERY)
    part.line(sentence(_apu_words(vessel)))
    part.heading("Power usage")
    for item, name in ITEM_NAMES.items():
        used = vessel.power.items.get(item, 0)
        part.used(name, used, MOST_USED.get(item, 0))
    if vessel.power.dropped:
        _wrapped(part, f"No power for {', '.join(vessel.power.dropped)}")
    part.line(f"Zones searched: {zone_words(vessel.swept)}")
    part.heading("Sting tubes")
    for name, tube in vessel.launchers.items():
        loaded = WEAPONS.get(tube.load, "")
        state = [bool(tube.load), tube.armed, bool(tube.load) and not tube.out and (tube.load != "MK61" or tube.armed)]
        part.lamps(f"Tube {name}", ("loaded", "prepared", "ready"), state, tube.destroyed, loaded)
        if tube.out or tube.destroyed:
            part.line(f"Tube {name} is {'destroyed' if tube.destroyed else 'damaged'}")
    return part


# ---------------------------------------------------------------- fish


def _fish(view: View, vessel: VesselView) -> Part:
    """A fish's column of the printed sheet."""
    part = Part(NARROW, title(vessel), f"commander: {vessel.captain}")
    _wrapped(part, sentence(where(vessel).split(" facing ")[0]))
    if vessel.afloat:
        part.line(f"Facing {facing_word(vessel.facing)}")
    for words in performance(vessel, view.options).split(", accel"):
        part.line(sentence(words if words.startswith("cruise") else f"accel{words}"))
    part.scale("Speed", range(vessel.printed.top + 1), vessel.speed, vessel.printed.top)
    if vessel.afloat and not view.over:
        part.line(f"Next move: speed {speeds(vessel, view)}")
    part.boxes("Damage", vessel.printed.points, vessel.damage)
    part.bar("Fuel", vessel.fuel, fuel_full(vessel), "AKG")
    for name, left, full in stores(vessel):
        part.counters(name, left, full)
    for name, launcher in vessel.launchers.items():
        part.line(f"{_launcher_title(name)}: {launcher_words(launcher, True)}")
    part.line(f"Arming distance {count(vessel.arming, 'hex', 'hexes')}")
    part.named("Crew", CREW, vessel.injuries)
    part.heading("Specials")
    _wrapped(part, specials_words(vessel))
    _orders(part, vessel)
    if not vessel.reports:
        part.line("No comms: it reports nothing")
    return part

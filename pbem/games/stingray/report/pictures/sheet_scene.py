"""Record sheets as pictures, laid out like the printed ones: two parts for a Stingray, fish side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pbem.core.drawing.scene import Scene
from pbem.core.game.phrases import count, sentence
from pbem.core.geometry.hexes import label
from pbem.games.stingray.model.plan import top_speed
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import BATTERY, MAX_SCAN, PHASES, PLANT
from pbem.games.stingray.model.vessel import Vessel
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


def draw_sheet(known: State, vessel: Vessel) -> Scene:
    """The sheet of a Stingray (the reader's own part first) or SuperSub."""
    parts = [_commander(known, vessel)]
    if vessel.vessel_class == "SR":
        second = _second(vessel)
        parts = [second, *parts] if vessel.copilot and known.reader == vessel.copilot else [*parts, second]
    return _scene(f"sheet-{vessel.id}", title(vessel), describe(known, vessel), parts)


def draw_shoal(known: State, fish: Sequence[Vessel]) -> Scene:
    """Up to three fish side by side."""
    ids = [vessel.id for vessel in fish]
    words = " ".join(describe(known, vessel) for vessel in fish)
    return _scene(f"sheet-{'-'.join(ids)}", ", ".join(ids), words, [_fish(known, vessel) for vessel in fish])


def _scene(key: str, name: str, words: str, parts: Sequence[Part]) -> Scene:
    form = SheetForm()
    for part in parts:
        form.add(part)
    return Scene(key, f"Record sheet of {name}", words, form.box(), form.shapes)


# ---------------------------------------------------------------- in words


def describe(known: State, vessel: Vessel) -> str:
    """The sheet in words."""
    printed = vessel.printed
    said = [
        f"{title(vessel)}: {where(vessel)}, speed {vessel.speed}.",
        f"Damage {vessel.damage} of {printed.points}, crew {crew_words(vessel)}, specials {specials_words(vessel)}.",
        f"Stores: {', '.join(f'{name} {left} of {full}' for name, left, full in stores(vessel))}.",
    ]
    said += [f"{_launcher_title(n)}: {launcher_words(vessel, n)}." for n in vessel.launchers]
    if printed.fish:
        said.append(f"Fuel {vessel.fuel} AKG.")
    if vessel.vessel_class == "SR":
        said.append(f"Power output {vessel.power.output}, {_apu_words(vessel)}. Batteries {vessel.battery} of {BATTERY}.")
    if vessel.vessel_class == "SS":
        said.append(f"Next {next_changes(vessel, known)}.")
    return " ".join(said)


def _apu_words(vessel: Vessel) -> str:
    return power_words(vessel).replace("  ", ", ")


def _launcher_title(name: str) -> str:
    return f"Sting tube {name}" if name in ("1", "2") else sentence(system_name(name))


# ---------------------------------------------------------------- commander


def _commander(known: State, vessel: Vessel) -> Part:
    """The Commander's sheet; a SuperSub has no other."""
    part = Part(WIDE, f"{title(vessel)}: Commander's sheet", f"captain: {vessel.captain}")
    _place(part, known, vessel)
    part.boxes("Damage", vessel.printed.points, vessel.damage)
    part.heading("Weapons store")
    for name, left, full in stores(vessel):
        part.counters(name, left, full)
    _crew(part, vessel)
    if vessel.launchers:
        part.line(f"Sonar missiles arm after {count(vessel.arming, 'hex', 'hexes')}")
    _orders(part, vessel)
    for missile in known.guided(vessel):
        heading = f"heading {facing_word(missile.heading)}, at {missile.target}"
        part.line(f"Mk61 {missile.name} in {label(missile.hex)} {heading}, {'lock' if missile.lock else 'no lock'}")
    return part


def _place(part: Part, known: State, vessel: Vessel) -> None:
    part.line(sentence(where(vessel)))
    part.line(sentence(performance(vessel, known.options)))
    top = max(vessel.printed.top, int(known.options["supersub-max"]) if vessel.vessel_class == "SS" else 0)
    part.scale("Speed", range(top + 1), vessel.speed, top_speed(vessel, known.options))
    if vessel.afloat and not known.over:
        part.line(f"Next move: speed {speeds(vessel, known)}")
    if vessel.vessel_class == "SS":
        _wrapped(part, f"Next {next_changes(vessel, known)}")


def _crew(part: Part, vessel: Vessel) -> None:
    part.heading("Special damages received")
    _wrapped(part, specials_words(vessel))
    part.named("Crew injuries", CREW, vessel.injuries)
    if vessel.suited:
        part.line("Crew suited: -1 on its rolls")


def _orders(part: Part, vessel: Vessel) -> None:
    part.heading("Movement orders of this move")
    _wrapped(part, plan_words(vessel))
    if vessel.broken_off:
        part.line("Broken off: runs for its home edge")


def _wrapped(part: Part, words: str) -> None:
    for line in textwrap.wrap(words, int((part.width - 2 * GAP) / 7.6)):
        part.line(line)


# ---------------------------------------------------------------- second-in-command


def _second(vessel: Vessel) -> Part:
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
    part.line(f"Zones searched: {zone_words(vessel.reported.swept)}")
    part.heading("Sting tubes")
    for name, tube in vessel.launchers.items():
        loaded = WEAPONS.get(tube.load, "")
        state = [
            bool(tube.load),
            tube.armed,
            bool(tube.load) and not vessel.launcher_out(name) and (tube.load != "MK61" or tube.armed),
        ]
        part.lamps(f"Tube {name}", ("loaded", "prepared", "ready"), state, tube.destroyed, loaded)
        if not vessel.whole(name):
            part.line(f"Tube {name} is {'destroyed' if tube.destroyed else 'damaged'}")
    return part


# ---------------------------------------------------------------- fish


def _fish(known: State, vessel: Vessel) -> Part:
    """A fish's column of the printed sheet."""
    part = Part(NARROW, title(vessel), f"commander: {vessel.captain}")
    _wrapped(part, sentence(where(vessel).split(" facing ")[0]))
    if vessel.afloat:
        part.line(f"Facing {facing_word(vessel.facing)}")
    for words in performance(vessel, known.options).split(", accel"):
        part.line(sentence(words if words.startswith("cruise") else f"accel{words}"))
    part.scale("Speed", range(vessel.printed.top + 1), vessel.speed, vessel.printed.top)
    if vessel.afloat and not known.over:
        part.line(f"Next move: speed {speeds(vessel, known)}")
    part.boxes("Damage", vessel.printed.points, vessel.damage)
    part.bar("Fuel", vessel.fuel, fuel_full(vessel), "AKG")
    for name, left, full in stores(vessel):
        part.counters(name, left, full)
    for name in vessel.launchers:
        part.line(f"{_launcher_title(name)}: {launcher_words(vessel, name)}")
    part.line(f"Arming distance {count(vessel.arming, 'hex', 'hexes')}")
    part.named("Crew", CREW, vessel.injuries)
    part.heading("Specials")
    _wrapped(part, specials_words(vessel))
    _orders(part, vessel)
    if not vessel.can_report:
        part.line("No comms: it reports nothing")
    return part

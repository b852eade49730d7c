"""The report's fixed-width parts: own record sheets, what is known of others, missiles, mines, the score."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from pbem.core.game.panels import INDENT, facts, filled, panel_of, prose
from pbem.core.game.phrases import count
from pbem.core.game.report_parts import Columns, Panel, Paragraph, Part
from pbem.core.geometry.hexes import label
from pbem.games.stingray.model import sightings
from pbem.games.stingray.model.state import Missile, State
from pbem.games.stingray.model.tables import BATTERY, CLASSES, RUN
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.report.battle_words import sound_words
from pbem.games.stingray.report.record_sheet import (
    HOW,
    WEAPONS,
    battery_boxes,
    boxes,
    crew_boxes,
    crew_words,
    facing_word,
    fuel_track,
    labels_of,
    launcher_words,
    left_boxes,
    next_changes,
    output_boxes,
    performance,
    plan_words,
    power_words,
    reckoned,
    repair_words,
    specials,
    specials_words,
    speeds,
    stores,
    system_name,
    title,
    track_words,
    usage_words,
    when,
    where,
    zone_words,
)
from pbem.games.stingray.report.score import score_panel

Fact = tuple[str, str]
"""A name and what is said under it."""
BLOCK, GAP, CELL = 24, 2, 10
"""Columns of a fish's block, between two of them (three stand side by side), and of a name in it."""
ABREAST = 3


def panels(known: State) -> list[Panel]:
    """Section 9: sheets, contacts, missiles, mines, noises; the briefing first before move 1 and last afterwards."""
    shown = [v for v in known.vessels.values() if v.afloat or v.lost == known.move]
    fish = [v for v in shown if v.printed.fish]
    sheets = [_sheet(known, v) for v in shown if not v.printed.fish]
    sheets += [_shoal(known, fish[n : n + ABREAST]) for n in range(0, len(fish), ABREAST)]
    sheets.append(panel_of("OUT OF PLAY", *prose(_gone(v) for v in known.vessels.values() if v not in shown)))
    known_of = [_contacts(known), _missiles(known), _mines(known), _noises(known)]
    secret = [_spies(known), _plans_read(known)]
    briefing = [panel_of("BRIEFING", *prose([known.briefings.get(known.side, "")], ""))]
    found = [*briefing, *sheets] if not known.move else sheets
    found += [*known_of, *secret, score_panel(known)]
    return filled(found if not known.move else [*found, *briefing])


def _gone(vessel: Vessel) -> str:
    """All there is to say of a vessel after the report of its loss."""
    if vessel.fate == "exited":
        return f"{vessel.id} left the map by the {vessel.exit_edge} edge on move {vessel.lost}"
    what = "exploded" if vessel.fate == "exploded" else "sank"
    return f"{vessel.id} {what} in {reckoned(vessel, label(vessel.hex))} on move {vessel.lost}"


def _headed(vessel: Vessel) -> str:
    return title(vessel).replace(" ", "  ", 1)


# ---------------------------------------------------------------- Stingray and SuperSub


def _sheet(known: State, vessel: Vessel) -> Panel:
    """The commander's sheet and the second-in-command's, the reader's own first (STG-SEA.3: either sees the whole)."""
    fix = "" if vessel.vessel_class == "SS" else "  FIX" if vessel.fix else "  NO FIX"
    top = prose([f"{where(vessel)}{fix}", f"speed {vessel.speed} ({performance(vessel, known.options)})"])
    commander, second = facts(_commander(known, vessel), CELL), facts(_second(vessel), CELL)
    parts: list[Part] = [commander]
    if second.rows:
        halves: list[list[Part]] = [[Paragraph("COMMANDER"), commander], [Paragraph("SECOND-IN-COMMAND"), second]]
        own, other = reversed(halves) if known.reader == vessel.copilot else halves
        parts = [*own, *other]
    standing = [("standing", f"({seat}) {'; '.join(orders)}") for seat, orders in vessel.standing.items()]
    return panel_of(_headed(vessel), *top, *parts, facts(standing, CELL), sheet=True)


def _commander(known: State, vessel: Vessel) -> list[Fact]:
    points = vessel.printed.points
    return [
        ("damage", f"[{boxes(vessel.damage, points)}] {vessel.damage}/{points}"),
        ("crew", f"[{crew_boxes(vessel)}] {crew_words(vessel)}{_penalty(vessel)}"),
        ("specials", specials_words(vessel)),
        *_weapons(vessel),
        *([("arming", count(vessel.arming, "hex", "hexes"))] if vessel.launchers else []),
        *([("next", next_changes(vessel, known))] if vessel.vessel_class == "SS" else []),
        *_ways(known, vessel),
        *(_own_missile(missile) for missile in known.guided(vessel)),
    ]


def _penalty(vessel: Vessel) -> str:
    suited = ", suited" if vessel.suited else ""
    return f"{suited}, -{vessel.penalty} on its rolls" if vessel.penalty and not vessel.crew_dead else suited


def _weapons(vessel: Vessel) -> list[Fact]:
    """Missiles in one line, what is laid and dropped in the next, as in print."""
    held = [f"{name} [{left_boxes(left, full)}] {left}" for name, left, full in stores(vessel)]
    return [("weapons", "  ".join(held[:2])), ("", "  ".join(held[2:]))]


def _ways(known: State, vessel: Vessel) -> list[Fact]:
    return [
        *([("plan", plan_words(vessel))] if vessel.plan else []),
        *([("track", track_words(vessel))] if len(vessel.track) > 1 else []),
        *([("next move", f"speed {speeds(vessel, known)}")] if vessel.afloat and not known.over else []),
    ]


def _own_missile(missile: Missile) -> Fact:
    """Section 7: hex, target and lock of a Mk61 under way."""
    lock = "lock" if missile.lock else "NO LOCK"
    via = f", via {labels_of(missile.via)}" if missile.via else ""
    place = f"Mk61 in {label(missile.hex)} heading {facing_word(missile.heading)}"
    return missile.name, f"{place}, {missile.run}/{RUN['MK61']} hexes, at {missile.target}, {lock}{via}"


def _second(vessel: Vessel) -> list[Fact]:
    """Only a Stingray has a second-in-command's sheet. Before the first move no power was used, the opening scan's neither."""
    if vessel.vessel_class != "SR":
        return []
    tubes = (f"tube {name}: {launcher_words(vessel, name)}" for name in vessel.launchers)
    used = bool(vessel.plan)
    return [
        ("power", f"[{output_boxes(vessel)}] output {vessel.power.output}{f'  {power_words(vessel)}' if used else ''}"),
        ("battery", f"[{battery_boxes(vessel)}] {vessel.battery}/{BATTERY}"),
        ("usage", " | ".join(usage_words(vessel)) if used else ""),
        ("no power", ", ".join(vessel.power.dropped)),
        ("tubes", "   ".join(tubes)),
        ("sonar", f"zones {zone_words(vessel.reported.swept)}"),
    ]


# ---------------------------------------------------------------- fish


def _shoal(known: State, fish: Sequence[Vessel]) -> Panel:
    """Up to three fish; in fixed width side by side, as on the printed sheet."""
    told = [_fish(known, vessel) for vessel in fish]
    blocks = [[_headed(vessel), *map(_block_lines, rows)] for vessel, rows in zip(fish, told, strict=True)]
    flat = [[block[0], *(line for lines in block[1:] for line in lines)] for block in blocks]
    lines = [(" " * GAP).join(f"{cell:{BLOCK}}" for cell in row).rstrip() for row in zip_longest(*flat, fillvalue="")]
    below = facts([row for vessel in fish for row in _below(vessel)], CELL)
    parts: list[Part] = [
        part for v, rows in zip(fish, told, strict=True) for part in (Paragraph(_headed(v)), Columns(("", ""), rows))
    ]
    parts += [below] if below.rows else []
    return Panel(", ".join(vessel.id for vessel in fish), [*lines, *below.narrow], parts, sheet=True)


def _fish(known: State, vessel: Vessel) -> list[Fact]:
    """What the printed sheet of a fish says; a track of boxes goes with the name before it."""
    printed = vessel.printed
    return [
        ("", where(vessel)),
        ("speed", f"{vessel.speed} ({printed.cruise}/{printed.top})"),
        *([("next", speeds(vessel, known))] if vessel.afloat and not known.over else []),
        ("damage", f"{vessel.damage}/{printed.points}"),
        ("", f"[{boxes(vessel.damage, printed.points)}]"),
        ("fuel", f"{vessel.fuel} AKG"),
        ("", f"[{fuel_track(vessel)}]"),
        *((name, f"[{left_boxes(left, full)}] {left}") for name, left, full in stores(vessel)),
        *(("launcher" if n == "LAUNCHER" else n.lower(), launcher_words(vessel, n)) for n in vessel.launchers),
        ("crew", f"[{crew_boxes(vessel)}] {crew_words(vessel)}"),
        ("specials", ", ".join(specials(vessel)) or "none"),
        *([("", repair_words(vessel))] if specials(vessel) else []),
        ("arming", count(vessel.arming, "hex", "hexes")),
        *([("plan", vessel.plan)] if vessel.plan else []),
        *([("", "BROKEN OFF: runs home")] if vessel.broken_off else []),
        *([] if vessel.can_report else [("", "NO COMMS, no reports")]),
    ]


def _block_lines(fact: Fact) -> list[str]:
    """A fact within a block; a track goes below its name, and a MegaFish's is longer."""
    name, words = fact
    if name:
        return textwrap.wrap(f"{name:{CELL}}{words}", BLOCK, subsequent_indent=" " * CELL)
    return [" " * min(CELL, BLOCK - len(words)) + words] if words.startswith("[") else textwrap.wrap(words, BLOCK)


def _below(vessel: Vessel) -> list[Fact]:
    """What does not fit into a block."""
    tracks = [(f"{vessel.id} track", track_words(vessel))] if len(vessel.track) > 1 else []
    return tracks + [(f"{vessel.id} stands", "; ".join(orders)) for orders in vessel.standing.values()]


# ---------------------------------------------------------------- what is known of others


def _contacts(known: State) -> Panel:
    """STG-SCN.7: renewed, last seen, or heard; zone and range from each vessel of one's own that holds it."""
    return panel_of("CONTACTS", *prose(line for entry in sightings.contacts(known) for line in _contact(known, entry)))


def _contact(known: State, entry: sightings.Sighting) -> Iterable[str]:
    contact = entry.contact
    plant = not contact.vessel_class
    what = "atomic plant" if plant else CLASSES[contact.vessel_class].title
    tail = f" (tail {label(contact.tail)})" if contact.tail else ""
    course = "" if plant else f"  facing {facing_word(contact.facing)}  speed {contact.speed}"
    age = f"  LAST {'HEARD' if plant else 'SEEN'}" if known.is_old(contact) else ""
    yield f"{contact.id:5}{what}  hex {label(contact.hex)}{tail}{course}{age}"
    for vessel, line in entry.holders:
        how = f"last {'heard' if plant else 'seen'} {when(line.move)}" if known.is_old(line) else HOW[line.how]
        yield f"     {vessel.id}: {sightings.relative(vessel, line)}, {how}"


def _missiles(known: State) -> Panel:
    """STG-SCN.3: foreign missiles carry no name."""
    lines = []
    for missile in sightings.missiles(known):
        what = WEAPONS.get(missile.kind, "missile") if missile.kind else "running missile"
        heading = f"  heading {facing_word(missile.heading)}" if missile.heading >= 0 else ""
        heard = "heard" if missile.how == "hydrophone" else HOW[missile.how]
        lines.append(f"{what}  hex {label(missile.hex)}{heading}  ({heard})")
    return panel_of("MISSILES IN THE WATER", *prose(lines))


def _mines(known: State) -> Panel:
    own = [f"{m.id:5}hex {label(m.hex)}  {'active' if m.active else 'switched off'}  ({m.side})" for m in known.mines.values()]
    found = sightings.foreign_mines(known)
    others = [f"others found in {labels_of(tuple(found))}"] if found else []
    return panel_of("MINES", *prose([*own, *others], INDENT))


def _noises(known: State) -> Panel:
    """STG-SCN.6: the hex and the phase; once for each, with the vessels that heard it."""
    lines = []
    for noise, times in Counter(sightings.noises(known)).items():
        when = f"  phase {noise.phase}" if noise.phase else ""
        heard_by = [vessel.id for vessel in known.vessels.values() if noise in vessel.reported.noises]
        lines.append(f"hex {label(noise.hex)}{when}  {sound_words(noise.what, times)}  (heard by {', '.join(heard_by)})")
    return panel_of("NOISES", *prose(lines, INDENT))


# ---------------------------------------------------------------- spies


def _spies(known: State) -> Panel:
    """STG-SPY.1, STG-SPY.2: the cards played, and whether a trap's move has come."""
    lines = []
    for card in known.spies_if_known.cards if known.spies_if_known else ():
        if card.kind == "TRAP":
            sprung = " (sprung)" if card.move <= known.move else ""
            lines.append(f"TRAP   {system_name(card.system)} of {card.vessel}, move {card.move}{sprung}")
        elif card.kind == "AGENT":
            lines.append(f"AGENT  aboard {card.vessel}")
    return panel_of("SPIES", *prose(lines))


def _plans_read(known: State) -> Panel:
    """STG-SPY.4: set-up, loads and arming distances of the Terrainians."""
    lines = []
    for plan in known.spies_if_known.plans_read if known.spies_if_known else ():
        what = f"{plan.vessel}  {CLASSES[plan.vessel_class].title}"
        place = f"hex {label(plan.hex)} facing {facing_word(plan.facing)} speed {plan.speed}"
        tubes = "".join(f", tube {name} {WEAPONS.get(load, 'empty')}" for name, load in plan.tubes.items())
        lines.append(f"{what}  {place}{tubes}, arming {plan.arming}")
    return panel_of("THE ENEMY'S PLANS", *prose(lines, INDENT))

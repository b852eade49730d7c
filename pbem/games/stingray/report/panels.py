"""The report's fixed-width parts: own record sheets, what is known of others, missiles, mines, the score."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from pbem.core.game.panels import INDENT, panel_of, prose, wrapped
from pbem.core.game.phrases import count
from pbem.core.game.report_parts import Panel
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
    return [panel for panel in (found if not known.move else [*found, *briefing]) if panel.lines]


def _gone(vessel: Vessel) -> str:
    """All there is to say of a vessel after the report of its loss."""
    if vessel.fate == "exited":
        return f"{vessel.id} left the map by the {vessel.exit_edge} edge on move {vessel.lost}"
    what = "exploded" if vessel.fate == "exploded" else "sank"
    return f"{vessel.id} {what} in {reckoned(vessel, label(vessel.hex))} on move {vessel.lost}"


def _headed(vessel: Vessel) -> str:
    return title(vessel).replace(" ", "  ", 1)


def _row(name: str, words: str) -> list[str]:
    """`name      words`, wrapped under the words."""
    return wrapped(f"{name:10}{words}", " " * 10) if words else []


# ---------------------------------------------------------------- Stingray and SuperSub


def _sheet(known: State, vessel: Vessel) -> Panel:
    """The commander's sheet and the second-in-command's, the reader's own first (STG-SEA.3: either sees the whole)."""
    head = _headed(vessel)
    fix = "" if vessel.vessel_class == "SS" else "  FIX" if vessel.fix else "  NO FIX"
    top = [f"{where(vessel)}{fix}", f"speed {vessel.speed} ({performance(vessel, known.options)})"]
    commander, second = _commander(known, vessel), _second(vessel)
    if second and known.reader == vessel.copilot and vessel.copilot:
        return Panel(head, [*top, "SECOND-IN-COMMAND", *second, "COMMANDER", *commander, *_standing(vessel)])
    parts = ["COMMANDER", *commander, "SECOND-IN-COMMAND", *second] if second else commander
    return Panel(head, [*top, *parts, *_standing(vessel)])


def _commander(known: State, vessel: Vessel) -> list[str]:
    points = vessel.printed.points
    return [
        *_row("damage", f"[{boxes(vessel.damage, points)}] {vessel.damage}/{points}"),
        *_row("crew", f"[{crew_boxes(vessel)}] {crew_words(vessel)}{_penalty(vessel)}"),
        *_row("specials", specials_words(vessel)),
        *_weapons(vessel),
        *(_row("arming", count(vessel.arming, "hex", "hexes")) if vessel.launchers else []),
        *(_row("next", next_changes(vessel, known)) if vessel.vessel_class == "SS" else []),
        *_ways(known, vessel),
        *(line for missile in known.guided(vessel) for line in _own_missile(missile)),
    ]


def _penalty(vessel: Vessel) -> str:
    suited = ", suited" if vessel.suited else ""
    return f"{suited}, -{vessel.penalty} on its rolls" if vessel.penalty and not vessel.crew_dead else suited


def _weapons(vessel: Vessel) -> list[str]:
    """Missiles in one line, what is laid and dropped in the next, as in print."""
    held = [f"{name} [{left_boxes(left, full)}] {left}" for name, left, full in stores(vessel)]
    return [*_row("weapons", "  ".join(held[:2])), *_row("", "  ".join(held[2:]))]


def _ways(known: State, vessel: Vessel) -> list[str]:
    next_speed = _row("next move", f"speed {speeds(vessel, known)}") if vessel.afloat and not known.over else []
    return [
        *(_row("plan", plan_words(vessel)) if vessel.plan else []),
        *(_row("track", track_words(vessel)) if len(vessel.track) > 1 else []),
        *next_speed,
    ]


def _own_missile(missile: Missile) -> list[str]:
    """Section 7: hex, target and lock of a Mk61 under way."""
    lock = "lock" if missile.lock else "NO LOCK"
    via = f", via {labels_of(missile.via)}" if missile.via else ""
    place = f"Mk61 in {label(missile.hex)} heading {facing_word(missile.heading)}"
    return _row(missile.name, f"{place}, {missile.run}/{RUN['MK61']} hexes, at {missile.target}, {lock}{via}")


def _second(vessel: Vessel) -> list[str]:
    """Only a Stingray has a second-in-command's sheet. Before the first move no power was used, the opening scan's neither."""
    if vessel.vessel_class != "SR":
        return []
    tubes = (f"tube {name}: {launcher_words(vessel, name)}" for name in vessel.launchers)
    used = bool(vessel.plan)
    return [
        *_row("power", f"[{output_boxes(vessel)}] output {vessel.power.output}{f'  {power_words(vessel)}' if used else ''}"),
        *_row("battery", f"[{battery_boxes(vessel)}] {vessel.battery}/{BATTERY}"),
        *_row("usage", " | ".join(usage_words(vessel)) if used else ""),
        *_row("no power", ", ".join(vessel.power.dropped)),
        *_row("tubes", "   ".join(tubes)),
        *_row("sonar", f"zones {zone_words(vessel.reported.swept)}"),
    ]


def _standing(vessel: Vessel) -> list[str]:
    return [line for seat, orders in vessel.standing.items() for line in _row("standing", f"({seat}) {'; '.join(orders)}")]


# ---------------------------------------------------------------- fish


def _shoal(known: State, fish: Sequence[Vessel]) -> Panel:
    """Up to three fish side by side, as on the printed sheet."""
    rows = zip_longest(*(_block(known, vessel) for vessel in fish), fillvalue="")
    lines = [(" " * GAP).join(f"{cell:{BLOCK}}" for cell in row).rstrip() for row in rows]
    return Panel(", ".join(vessel.id for vessel in fish), [*lines, *(line for v in fish for line in _below(v))])


def _block(known: State, vessel: Vessel) -> list[str]:
    printed = vessel.printed
    return [
        _headed(vessel),
        *textwrap.wrap(where(vessel), BLOCK),
        *_cells("speed", f"{vessel.speed} ({printed.cruise}/{printed.top})"),
        *(_cells("next", speeds(vessel, known)) if vessel.afloat and not known.over else []),
        *_cells("damage", f"{vessel.damage}/{printed.points}"),
        _under(f"[{boxes(vessel.damage, printed.points)}]"),
        *_cells("fuel", f"{vessel.fuel} AKG"),
        _under(f"[{fuel_track(vessel)}]"),
        *(f"{name:{CELL}}[{left_boxes(left, full)}] {left}" for name, left, full in stores(vessel)),
        *(line for name in vessel.launchers for line in _launcher(name, launcher_words(vessel, name))),
        *_cells("crew", f"[{crew_boxes(vessel)}] {crew_words(vessel)}"),
        *_cells("specials", ", ".join(specials(vessel)) or "none"),
        *(textwrap.wrap(repair_words(vessel), BLOCK) if specials(vessel) else []),
        *_cells("arming", count(vessel.arming, "hex", "hexes")),
        *(_cells("plan", vessel.plan) if vessel.plan else []),
        *(["BROKEN OFF: runs home"] if vessel.broken_off else []),
        *([] if vessel.can_report else ["NO COMMS, no reports"]),
    ]


def _launcher(name: str, words: str) -> list[str]:
    return _cells("launcher" if name == "LAUNCHER" else name.lower(), words)


def _cells(name: str, words: str) -> list[str]:
    """Like `_row`, within a block."""
    return textwrap.wrap(f"{name:{CELL}}{words}", BLOCK, subsequent_indent=" " * CELL)


def _under(track: str) -> str:
    """A track below its name; a MegaFish's is longer."""
    return " " * min(CELL, BLOCK - len(track)) + track


def _below(vessel: Vessel) -> list[str]:
    """What does not fit into a block."""
    tracks = _row(f"{vessel.id} track", track_words(vessel)) if len(vessel.track) > 1 else []
    standing = [line for orders in vessel.standing.values() for line in _row(f"{vessel.id} stands", "; ".join(orders))]
    return tracks + standing


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

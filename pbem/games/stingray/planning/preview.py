"""A dry run of a seat's orders in tables: track, ranges, odds, costs. Made of the known and the orders alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.stingray.weapons import Launched
from pbem.core.game.panels import filled, outline, panel_of
from pbem.core.game.phrases import count
from pbem.core.game.report_parts import Columns, Paragraph, Preview
from pbem.core.geometry.hexes import Hex, label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.model import sightings
from pbem.games.stingray.model.geometry import in_arc, range_to
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES, HEXES_A_PHASE, MINE, MK7, MK61, RUN, TERROR
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.planning import odds
from pbem.games.stingray.planning.assume import fresh
from pbem.games.stingray.planning.dry_run import Run, Spot, dry_run
from pbem.games.stingray.planning.preview_scene import draw_preview
from pbem.games.stingray.report.pictures.map_scene import draw_map
from pbem.games.stingray.report.record_sheet import ITEM_NAMES, WEAPONS, facing_word, when, zone_words

WINDOWS = range(7)
ASSUMED = "contacts of the last report are taken to keep their course and speed"
PARTNER = "orders of the other seat are not looked at, but for its standing orders"


def preview(known: State, sheet: OrderSheet) -> Preview:
    """What the orders would do if nobody else did anything new. For a seat that owes no orders, the map as it is."""
    if known.over or not known.mine():
        return Preview(draw_map(known), [])
    run = dry_run(known, sheet)
    tables = [
        panel_of("TRACK", *outline(_track(run))),
        panel_of("RANGES", *_ranges(run)),
        panel_of("ODDS", *outline(_odds(run))),
        panel_of("COSTS", *outline(_costs(run))),
    ]
    scene, plan, words = draw_preview(run)
    return Preview(scene, filled(tables), plan, words)


# ---------------------------------------------------------------- track


def _track(run: Run) -> Iterator[str]:
    for id in run.ids:
        before, vessel = run.known.vessels[id], run.state.vessels[id]
        yield f"{id}  now {_place(before.hex, before.tail, before.facing)}, moved {before.speed} last move"
        if len(vessel.track) > 1 and run.spots:
            way = zip(vessel.track[1:], vessel.track_phases[1:], strict=True)
            yield f"  way: {', '.join(f'{label(hex)} in phase {phase}' for hex, phase in way)}"
        yield from (f"  {words}" for words in run.said.get(id, []))
        if run.spots:
            yield f"  ends {_end(vessel)}"
    if run.spots and any(vessel.copilot for vessel in run.known.mine()):
        yield f"({PARTNER})"


def _place(hex: Hex, tail: Hex | None, facing: int) -> str:
    return f"in {label(hex)}{f' (tail {label(tail)})' if tail else ''} facing {facing_word(facing)}"


def _end(vessel: Vessel) -> str:
    if not vessel.afloat:
        return f"off the map by its {vessel.exit_edge} edge"
    return f"{_place(vessel.hex, vessel.tail, vessel.facing)}, speed {vessel.speed}"


# ---------------------------------------------------------------- ranges


def _ranges(run: Run) -> Iterator[Columns | Paragraph]:
    """STG-HEX.3, STG-LAU.4: hexes and forward arcs window by window; what is old is only listed."""
    others = [contact for contact in fresh(run.known) if run.spots and contact.id in run.state.vessels]
    foes = [contact for contact in others if contact.side != run.known.side]
    for id in run.ids if foes else ():
        yield _windows([(f"{id} to {foe.id}", *(_cell(spots, id, foe.id) for spots in run.spots)) for foe in foes])
    if foes:
        yield from outline(["* it lies in your forward arc, < you in its, x both; window 0 is the start", f"({ASSUMED})"])
    for entry in sightings.contacts(run.known):
        if run.known.is_old(entry.contact):
            found = f"{when(entry.contact.move)} in {label(entry.contact.hex)}"
            yield from outline([f"{entry.contact.id} was last found {found}: not reckoned with"])


def _windows(rows: Sequence[Sequence[str]]) -> Columns:
    """The ranges of one vessel: a row for each contact, in fixed width with the marks behind the figures."""
    head = ("window", *(f"{window:5}" for window in WINDOWS))
    return Columns(head, rows, narrow=[f"{name:20} {''.join(cells)}".rstrip() for name, *cells in (head, *rows)])


def _cell(spots: dict[str, Spot], id: str, other: str) -> str:
    """`12x`; a dash for a vessel that is gone."""
    if id not in spots or other not in spots:
        return "    -"
    own, its = spots[id], spots[other]
    mine = any(in_arc(own.facing, own.hex, hex) for hex in its.body)
    theirs = other[0] != "U" and any(in_arc(its.facing, its.hex, hex) for hex in own.body)
    mark = "x" if mine and theirs else "*" if mine else "<" if theirs else " "
    return f"{range_to(own.hex, its.body):4}{mark}"


# ---------------------------------------------------------------- odds


def _odds(run: Run) -> Iterator[str]:
    for event, away in run.launches:
        vessel = run.known.vessels[event.vessel]
        what = WEAPONS[event.weapon]
        if event.weapon == MINE:
            chance = odds.percent(odds.mine_chance(0))
            yield f"{event.vessel} {what} in {event.hex}: {chance} for each vessel that enters its hex (STG-MIN.3)"
            continue
        yield f"{event.vessel} {what} from {event.hex} heading {facing_word(event.heading)}{_far(event, away)}"
        yield from (f"  {words}" for words in _chances(run, event, vessel))


def _far(event: Launched, away: int) -> str:
    if not event.target or away < 0:
        return f" at {event.target}" if event.target else ", blind"
    phases = -(-away // HEXES_A_PHASE[event.weapon])
    reach = f"{count(away, 'hex', 'hexes')}, {count(phases, 'phase')} to swim if it stood still; it runs {RUN[event.weapon]}"
    return f" at {event.target}: {reach}"


def _chances(run: Run, event: Launched, vessel: Vessel) -> Iterator[str]:
    """STG-M61.7, STG-MK7.8, STG-MK7.4, STG-CRW.2; then STG-DMG.2."""
    target = run.state.vessels.get(event.target)
    name = "" if event.target.startswith("U") or target is None else target.vessel_class
    if event.weapon == MK61:
        yield f"hits with {odds.percent(odds.mk61_chance(vessel.penalty))} if it keeps it in sight (STG-M61.7)"
    else:
        astern, ahead = odds.homing_chances(name or "SR", vessel.penalty)
        unguided = odds.percent(odds.unguided_chance(vessel.penalty))
        if name and not CLASSES[name].shielded:
            yield f"hits with {odds.percent(ahead)} once it homes on it (STG-MK7.8)"
        else:
            yield f"hits a Stingray with {odds.percent(astern)} from its rear, else with {odds.percent(ahead)} (STG-MK7.8)"
        yield f"runs straight for {count(vessel.arming, 'hex', 'hexes')}, then seeks the nearest sound (STG-MK7.6);"
        yield f"until then or without a sound, {unguided} for each vessel it passes (STG-MK7.4)"
    if name:
        yield f"a hit does {odds.decimal(odds.mean_points(name, event.weapon))} points on average{_special(name, event.weapon)}"


def _special(vessel_class: str, weapon: str) -> str:
    """Out of how many faces something else breaks."""
    table = odds.harm_table(vessel_class, weapon)
    tanks = sum(harm.special == "TANKS" for harm in table.values())
    special = sum(bool(harm.special) for harm in table.values()) - tanks
    told = f", a special hit on {special} of 6"
    return f"{told}, the fuel tanks on {tanks} of 6 (STG-DMG.2)" if tanks else f"{told} (STG-DMG.2)"


# ---------------------------------------------------------------- costs


def _costs(run: Run) -> Iterator[str]:
    """STG-POW.2, STG-FUE.2, STG-LAU.9: what is spent, and what is left."""
    for id in run.ids if run.spots else ():
        before, vessel = run.known.vessels[id], run.state.vessels[id]
        if vessel.vessel_class == "SR":
            yield from _power(before, vessel)
        elif vessel.printed.fish:
            yield f"{id}  fuel {_change(before.fuel, vessel.fuel)} AKG (STG-FUE.2)"
        else:
            yield f"{id}  its plant meets every need (STG-POW.11)"
        used = [f"{_store(key)} {_change(before.stores[key], left)}" for key, left in vessel.stores.items()]
        yield f"  stores: {', '.join(used)}"


def _power(before: Vessel, vessel: Vessel) -> Iterator[str]:
    power = vessel.power
    spent = sum(power.items.values())
    drawn = f", {power.drawn} from the batteries" if power.drawn else ""
    yield f"{vessel.id}  plant {power.output} APU{drawn}; spent {spent}; batteries {_change(before.battery, vessel.battery)}"
    yield f"  {', '.join(f'{ITEM_NAMES[item]} {apu}' for item, apu in power.items.items())} (STG-POW.6)"
    if power.dropped:
        yield f"  goes without: {', '.join(power.dropped)}"
    yield f"  scan at the end: zones {zone_words(tuple(power.zones))} (STG-SCN.1)"


def _store(key: str) -> str:
    """`Mk61`; a MegaFish's missiles by nostril."""
    return WEAPONS.get(key, f"{key.lower()} missiles") if key not in (TERROR, MK7) else WEAPONS[key]


def _change(before: int, now: int) -> str:
    return f"{before}" if before == now else f"{before} -> {now}"

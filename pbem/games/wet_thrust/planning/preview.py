"""A dry run of an admiral's orders in words and as a picture: tracks, ranges, odds, costs. At most 78 columns."""

from __future__ import annotations

from collections.abc import Iterator

from events.wet_thrust import sailing
from pbem.core.game.panels import filled, panel_of, prose
from pbem.core.game.report_parts import Columns, Panel, Preview
from pbem.core.game.unit_ids import ids_words
from pbem.core.geometry.tabletop import MIL, distance, inches, number_text, relative, together
from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import RAM_NEEDED, TORPEDO_RANGE
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.planning.dry_run import Laid, Rehearsal, rehearse
from pbem.games.wet_thrust.planning.odds import at_most
from pbem.games.wet_thrust.planning.preview_scene import draw_plan, draw_preview, plan_labels
from pbem.games.wet_thrust.report.phrases import DEPTHS, place
from pbem.games.wet_thrust.report.pictures.map_scene import window_of
from pbem.games.wet_thrust.report.tell import tell
from pbem.games.wet_thrust.rules import disengage
from pbem.games.wet_thrust.rules.air import flights
from pbem.games.wet_thrust.rules.combat import torpedo
from pbem.games.wet_thrust.rules.combat.aim import batteries, bears_on, reaching
from pbem.games.wet_thrust.rules.dives import FROM_SURFACE, SLOW, dive_result
from pbem.games.wet_thrust.rules.ram import meant, nerve

MOST_FOES = 6
"""Enemies whose ranges are listed for a ship, the nearest first."""
FAR = 48 * MIL
"""Mils beyond which no gun reaches."""
NOTED = (
    sailing.PlotCut,
    sailing.OrderLapsed,
    sailing.MainGunsBarred,
    sailing.ContactHeld,
    sailing.ContactMade,
    sailing.RanSilent,
    sailing.ScreenLaid,
    sailing.SmokeMade,
)
"""Events that a dry run tells in the report's words."""
KEEPS = "Enemies, and friends under another admiral, are taken to order nothing new: straight on at their speed."
UNHURT = "Nobody is hit or shot down: what enemies do may change all of this."


def preview(known: State, sheet: OrderSheet) -> Preview:
    """Steps 0 to 5 with this sheet alone: where own units would end, what they would fire at, and with what chances."""
    tried = rehearse(known, sheet)
    panels = [_track(tried), _ranges(tried), _odds(tried), _costs(tried)] if tried.scratch else []
    words = plan_labels(tried, window_of(known)) if tried.scratch else []
    return Preview(draw_preview(tried), filled(panels), draw_plan(tried), words)


# ---------------------------------------------------------------- tracks


def _track(tried: Rehearsal) -> Panel:
    """WT-2.13: speed, course and place now and at the end, and the place at half time."""
    rows = [*(_row(tried, id) for id in tried.mine()), *map(_flight, _flying(tried))]
    notes = [*_noted(tried), *_meetings(tried), *_rams(tried), *_dives(tried), *_breaking(tried)]
    head = ("unit", "speed", "course", "now at", "half-way at", "ends at")
    return panel_of("TRACK", Columns(head, rows), *prose([*notes, KEEPS, UNHURT] if rows else []))


def _row(tried: Rehearsal, id: str) -> tuple[str, ...]:
    before, after = tried.before.ships[id], tried.after.ships[id]
    speeds, courses = (number_text(before.speed), number_text(after.speed)), (str(before.course), str(after.course))
    way = after.way or (before.at,) * 3
    evading = " E" if after.evasive else ""
    return (id, _change(speeds) + evading, _change(courses), place(before.at), place(way[1]), place(after.at))


def _change(pair: tuple[str, str]) -> str:
    return pair[0] if pair[0] == pair[1] else f"{pair[0]}>{pair[1]}"


def _flying(tried: Rehearsal) -> list[Squadron]:
    return [each for each in tried.after.my_squadrons() if each.airborne]


def _flight(each: Squadron) -> tuple[str, ...]:
    start = each.start or each.at
    return (each.id, f'flies {inches(distance(start, each.at))}"', "", place(start), "", place(each.at))


def _noted(tried: Rehearsal) -> Iterator[str]:
    """What the report would say beside the moves."""
    own = {tried.before.side, *tried.mine()}
    for event in tried.events:
        if isinstance(event, NOTED) and _hers(event) in own and (words := tell(event, tried.after)):
            yield f"{words}."


def _hers(event: object) -> str:
    """The ship, the unit or the side that an event is of."""
    if isinstance(event, sailing.ContactMade):
        return event.side
    if isinstance(event, sailing.OrderLapsed):
        return event.unit
    return str(getattr(event, "ship", ""))


def _meetings(tried: Rehearsal) -> Iterator[str]:
    for first, second in tried.met:
        yield f"{first} and {second} collide on the way (WT-5.1)."


def _rams(tried: Rehearsal) -> Iterator[str]:
    """WT-5.6: the test of nerve."""
    for ship, scratch in _own(tried):
        if name := scratch.orders_of(ship).ram:
            total = sum(nerve(scratch.state, ship, meant(scratch, ship, name)).values())
            chance = 1 - at_most(RAM_NEEDED - 1 - total)
            yield f"{ship.id} dares to ram {name} at {chance:.0%} (WT-5.6); here she is taken to dare."


def _dives(tried: Rehearsal) -> Iterator[str]:
    """WT-18.7, WT-18.8."""
    for ship, scratch in _own(tried):
        depth = scratch.orders_of(ship).depth
        if depth and depth.what == "CRASH":
            more = FROM_SURFACE if tried.before.ships[ship.id].visible else 0
            deep = sum(dive_result(die + more) in ("deep", "silent") for die in range(1, 11))
            yield f"{ship.id} crash-dives: deep at {deep / 10:.0%} (WT-18.8), as is taken here."
        elif depth and (mode := SLOW.get((depth.what, ship.mode))):
            yield f"{ship.id} is {DEPTHS[mode]} when the turn ends (WT-18.7)."


def _breaking(tried: Rehearsal) -> Iterator[str]:
    """WT-21.2 to WT-21.7."""
    for ship, scratch in _own(tried):
        if not scratch.orders_of(ship).disengage:
            continue
        if why := disengage.bar(scratch, ship):
            yield f"{ship.id} could not break contact: {why} (WT-21.2)."
        elif other := disengage.challenger(scratch, ship):
            total = sum(disengage.modifiers(scratch.state, ship, other).values())
            yield f"{ship.id} breaks contact at {at_most(float(total)):.0%}, challenged by {other.id} (WT-21.7)."
        else:
            yield f"{ship.id} breaks contact: nobody can challenge her (WT-21.4)."


def _own(tried: Rehearsal) -> Iterator[tuple[Vessel, TurnScratch]]:
    """Own vessels that are still in play, with the turn as it would go."""
    for id in tried.mine():
        if tried.scratch and (ship := tried.state.ships[id]).afloat:
            yield ship, tried.scratch


# ---------------------------------------------------------------- ranges


def _ranges(tried: Rehearsal) -> Panel:
    """WT-1.3, WT-1.4: inches to each enemy now and when ships fire, her bearing then, and the arms that reach her."""
    head = ("ship", "enemy", "now", "then", "bears", "side hit", "guns and tubes that reach")
    rows = [_reach(tried, tried.state.ships[id], foe) for id in tried.mine() for foe in _foes(tried, id)]
    return panel_of("RANGES (inches, now and when ships fire)", Columns(head, rows))


def _foes(tried: Rehearsal, id: str) -> list[Vessel]:
    """Enemies in sight, and submarines held."""
    ship = tried.state.ships[id]
    foes = [foe for foe in tried.state.afloat(tried.state.enemy(ship.side)) if tried.state.seen_as(foe)]
    near = sorted(foes, key=lambda foe: distance(ship.at, foe.at))[:MOST_FOES]
    return [foe for foe in near if distance(ship.at, foe.at) <= FAR] or near[:1]


def _reach(tried: Rehearsal, ship: Vessel, foe: Vessel) -> tuple[str, ...]:
    before = tried.before.ships[ship.id].at
    was = tried.before.ships[foe.id].at if foe.id in tried.before.ships else foe.at
    angle = relative(ship.at, ship.course, foe.at)
    hours = "same place" if together(ship.at, foe.at) else f"{round(angle / 30) or 12} o'clock"
    guns = reaching(ship, foe.at, batteries(ship.sheet, ())) if ship.visible else []
    tubes = [
        id
        for id in torpedo.loaded(tried.state, ship)
        if distance(ship.at, foe.at) <= TORPEDO_RANGE * MIL and bears_on(ship, foe.at, id) and foe.visible
    ]
    far = (inches(distance(before, was)), inches(distance(ship.at, foe.at)))
    arc = torpedo.attack_arc(foe, ship.at)
    return (ship.id, tried.state.seen_as(foe), *far, hours, arc, ids_words([*guns, *tubes]) or "none")


# ---------------------------------------------------------------- odds


def _odds(tried: Rehearsal) -> Panel:
    """WT-7, WT-10, WT-13, WT-19: each attack as ordered, if enemies hold their course and nothing is lost before it."""
    head, rows = ("by", "at", "range", "dice", "a hit", "points", "clause", "with"), list(map(_attack, tried.laid))
    notes = [f"{laid.by} at {laid.target} ({laid.kind}): {laid.why}." for laid in tried.laid if laid.why]
    tail = (
        ["A hit: the chance of at least one. Points: on average, misses counted in; what they set off is not."] if rows else []
    )
    return panel_of("ODDS", Columns(head, rows), *prose([*notes, *tail]))


def _attack(laid: Laid) -> tuple[str, ...]:
    far = f'{inches(distance(laid.origin, laid.aim))}"'
    odds = (f"{laid.odds.chance:.0%}", f"{laid.odds.points:.1f}")
    return (laid.by, laid.target, far, laid.dice, *odds, laid.rule, laid.arms)


# ---------------------------------------------------------------- costs


def _costs(tried: Rehearsal) -> Panel:
    """WT-10.4: loads that would be left. WT-11.8: turns that aircraft can still fly, and the way home."""
    return panel_of("COSTS", *prose([*_loads(tried), *_endurance(tried)]))


def _loads(tried: Rehearsal) -> Iterator[str]:
    fired = {(laid.by, id) for laid in tried.laid if laid.kind == "torpedoes" for id in laid.arms.split()}
    for id in tried.mine():
        sheet = tried.state.ships[id].sheet
        used = [launcher for launcher in sheet.printed.launchers if (id, launcher) in fired]
        if used:
            left = ", ".join(f"{launcher} {sheet.loads(launcher) - 1}" for launcher in used)
            ready = tried.state.turn + tried.state.number("torpedo_reload_turns") + 1
            yield f"{id}: torpedo loads left: {left}; may fire again on game turn {ready} (WT-10.4)."


def _endurance(tried: Rehearsal) -> Iterator[str]:
    for each in _flying(tried):
        if each.kind in ("F", "DB", "T"):
            squadron = tried.state.squadrons[each.id]
            left = squadron.deck.endurance - (squadron.launched != tried.state.turn)
            yield f"{each.id}: {left} turns in the air left when the turn ends{_home(tried, squadron)} (WT-11.8)."


def _home(tried: Rehearsal, squadron: Squadron) -> str:
    """WT-11.9: the way to where it would land."""
    home = flights.home_of(tried.state, squadron)
    return f', {inches(distance(squadron.at, home.at))}" from {home.id}' if home else ", nowhere to land"

"""Orders to choose from: what makes sense now for each own vessel, squadron and the fleet, every one of them legal (5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.tabletop import distance, inches, number_text
from pbem.core.texts.envelope import OrderError
from pbem.games.wet_thrust.language.words import read
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.orders import FLEET
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.tables import TORPEDO_RANGE
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.orders.air_checks import called
from pbem.games.wet_thrust.orders.checks import check_order
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.planning.tracks import options
from pbem.games.wet_thrust.report.phrases import course_words, place
from pbem.games.wet_thrust.rules.combat import smoke
from pbem.games.wet_thrust.rules.combat.aim import batteries, reaching

PLOT, GUNS, TORPEDOES, HUNT, DEPTH, AIR, REPAIRS, SMOKE, OTHER, AIM = (
    "Plot",
    "Guns",
    "Torpedoes",
    "Submarines",
    "Depth",
    "Aircraft aboard",
    "Repairs",
    "Smoke and breaking off",
    "Other",
    "Aim",
)
MOST_FOES = 3
OWN_ORDERS = "for ships without such an order of their own"
Offer = tuple[str, str, str]
"""Group, order, hint."""


def suggest(known: State) -> list[SuggestedOrder]:
    """By unit, the fleet first; none for a spectator, after the end, and for a seat that owes no orders."""
    if known.over or known.reader is None:
        return []
    context = OrderContext(known, known.reader)
    fleet = [FLEET] if known.is_senior else []
    return [each for unit in (*fleet, *context.ships(), *context.squadrons()) for each in suggested(context, unit)]


def suggested(context: OrderContext, unit: str) -> list[SuggestedOrder]:
    """What one own vessel or squadron, or the fleet, may be ordered."""
    known = context.state
    if unit == FLEET:
        offers = _fleet(known)
    else:
        offers = _ship(known, known.ships[unit]) if unit in known.ships else _squadron(known, known.squadrons[unit])
    return [SuggestedOrder(unit, group, text, hint) for group, text, hint in offers if accepted(context, unit, text)]


def accepted(context: OrderContext, unit: str, text: str) -> bool:
    """Would the parser take it for this unit without a word?"""
    try:
        check_order(context, unit, read(text, unit))
    except OrderError:
        return False
    return True


def _near(known: State, ship: Vessel | Squadron) -> list[Vessel]:
    """Enemies in sight, the nearest first."""
    foes = [foe for foe in known.afloat() if foe.side != known.side and foe.visible]
    return sorted(foes, key=lambda foe: distance(ship.at, foe.at))


def _off(ship: Vessel | Squadron, other: Vessel | Squadron | Contact) -> str:
    return f'{inches(distance(ship.at, other.at))}" off'


def _fleet(known: State) -> Iterator[Offer]:
    """WT-7.1, and the defaults of ships that have no such lines of their own."""
    own = [ship.id for ship in known.afloat(known.side)]
    if len(own) > 1:
        yield GUNS, f"FIREORDER {', '.join(own)}", "the order in which your ships fire"
    yield GUNS, "FIRE AT WILL NEAREST", f"at the nearest enemy; {OWN_ORDERS}"
    yield GUNS, "FIRE AT WILL WEAKEST", f"at whoever has the fewest boxes left; {OWN_ORDERS}"
    yield GUNS, "HOLD FIRE", f"no gun fires; {OWN_ORDERS}"
    yield OTHER, "CHALLENGE NO", "enemies who break off are let go"


# ---------------------------------------------------------------- ships


def _ship(known: State, ship: Vessel) -> Iterator[Offer]:
    """WT-15.1: nothing for one who takes no orders."""
    sheet = ship.sheet
    if not sheet.commanded(known.next_turn):
        return
    foes = _near(known, ship)
    yield from _plots(ship)
    yield from _guns(known, ship, sheet, foes)
    yield from _torpedoes(known, ship, sheet, foes)
    yield from _hunt(known, ship, sheet)
    yield from _depth(ship)
    yield from _deck(known, ship)
    yield from _repairs(sheet)
    yield from _smoke(known, ship)
    yield from _other(known, ship, sheet)


def _plots(ship: Vessel) -> Iterator[Offer]:
    """WT-2.5, WT-4.1: turns as her rudders allow, as fast as now, at the most that she can make, and at the least."""
    tracks = [track for track in options(ship) if not (track.steering.chasing and track.text.startswith("MAX"))]
    for track in sorted(tracks, key=lambda track: track.text[:4] if track.text.startswith("MAX") else ""):
        speed, going = number_text(track.steering.speed), course_words(track.course)
        main = ship.sheet.working(ship.printed.main)
        barred = "; no main guns this turn" if track.steering.barred and main else ""
        yield PLOT, track.text, f"{track.words}: speed {speed}, {going}, ends at {place(track.end)}{barred}"


def _guns(known: State, ship: Vessel, sheet: Sheet, foes: list[Vessel]) -> Iterator[Offer]:
    """WT-7.5: each enemy near enough, and the main guns at the nearest; the guns that reach her where all are now."""
    guns = batteries(sheet, ())
    if not guns:
        return
    for foe in foes[:MOST_FOES]:
        able = reaching(ship, foe.at, guns)
        yield GUNS, f"FIRE ALL AT {foe.id}", f"{_off(ship, foe)}; now {' '.join(able) or 'no gun'} would reach her"
    for foe in foes[:2] if len({gun[0] for gun in guns}) > 1 else ():
        yield GUNS, f"FIRE MAIN AT {foe.id}", f"the main guns alone; {_off(ship, foe)}"
    if len(foes) > 1:
        yield GUNS, f"FIRE ALL AT {foes[0].id} ELSE {foes[1].id}", "the second if the first cannot be fired at"
    yield GUNS, "FIRE AT WILL", "at last turn's target, else at the nearest"
    yield GUNS, "FIRE AT WILL WEAKEST", "at whoever has the fewest boxes left"
    yield GUNS, "HOLD FIRE", "no gun fires until told otherwise"
    for name, held in known.held().items():
        if held.mode == "periscope":
            yield GUNS, f"FIRE ALL AT {name}", f"{_off(ship, held)}, if she is detected again"


def _torpedoes(known: State, ship: Vessel, sheet: Sheet, foes: list[Vessel]) -> Iterator[Offer]:
    """WT-10.1, WT-10.13."""
    if not any(sheet.works(id) and sheet.loads(id) for id in sheet.printed.launchers):
        return
    for foe in foes[:MOST_FOES]:
        yield TORPEDOES, f"TORP {foe.id}", f'{_off(ship, foe)}, this turn, up to {TORPEDO_RANGE}"'
        yield TORPEDOES, f"TORP {foe.id} WITHIN 4", f"{_off(ship, foe)}, as soon as she is so near"
    yield TORPEDOES, "TORP HOLD", "launches no torpedoes"


def _hunt(known: State, ship: Vessel, sheet: Sheet) -> Iterator[Offer]:
    """WT-19.5, WT-5.5."""
    if sheet.printed.asw:
        for name, held in known.held().items():
            yield HUNT, f"ASW {name}", f"depth charges, if she is detected again; {_off(ship, held)}"
        yield HUNT, "ASW ANY", "depth charges at the nearest submarine that is detected"
        yield HUNT, "ASW HOLD", "drops no depth charges"
    if ship.printed.type == "DD":
        for name, held in known.held().items():
            yield HUNT, f"RAM {name}", f"{_off(ship, held)}; her nerve is tested first"


def _depth(ship: Vessel) -> Iterator[Offer]:
    """WT-18.6 to WT-18.8."""
    if ship.printed.boat:
        yield DEPTH, "DIVE", "a step down when the turn ends"
        yield DEPTH, "PERISCOPE", "to periscope depth when the turn ends"
        yield DEPTH, "SURFACE", "to the surface when the turn ends"
        yield DEPTH, "CRASH DIVE", "deep at once, with a die"
        yield DEPTH, "CRASH DIVE SILENT", "deep at once, and silent if the die allows it"
        yield DEPTH, "SILENT", "hangs still, harder to hit"


def _deck(known: State, ship: Vessel) -> Iterator[Offer]:
    """WT-11.5, WT-6.3: what is ready to take off, alone and two by two."""
    ready = [
        each
        for each in known.my_squadrons()
        if each.home == ship.id and each.place == "aboard" and each.deck.ready <= known.next_turn
    ]
    names = [called(each.id, ship.id) for each in ready]
    for each, name in zip(ready, names, strict=True):
        yield AIR, f"LAUNCH {name}", f"{each.aircraft} aboard and ready"
    if ship.printed.carrier:
        for pair in pairwise(names):
            yield AIR, f"LAUNCH {', '.join(pair)}", "two squadrons a turn at most"


def _repairs(sheet: Sheet) -> Iterator[Offer]:
    """WT-16.5: what is lost and may be repaired, one by one."""
    holes = [id for id, hole in sheet.holes.items() if hole.open]
    for id in [*holes, *sheet.lost][:MOST_FOES]:
        if id not in sheet.beyond:
            yield REPAIRS, f"DC {id}", "is repaired before all else"


def _smoke(known: State, ship: Vessel) -> Iterator[Offer]:
    """WT-20.2, WT-20.5, WT-21.2."""
    if smoke.able(ship.printed, known.weather):
        yield SMOKE, "SMOKE", "hides her, and spoils her own fire"
        yield SMOKE, "SCREEN", "lays smoke along this turn's way"
    yield SMOKE, "DISENGAGE", "breaks off: plot all the speed she has, away from the enemy"


def _other(known: State, ship: Vessel, sheet: Sheet) -> Iterator[Offer]:
    """WT-13.9, WT-14.4, WT-21.3."""
    yield OTHER, "CHALLENGE NO", "enemies who break off are let go"
    enemy_squadrons = [each for each in known.wings() if each.airborne and each.side != known.side]
    if sheet.working("PD", "AD"):
        for each in sorted(enemy_squadrons, key=lambda each: distance(ship.at, each.at))[:1]:
            yield OTHER, f"AA {each.id}", f"anti-aircraft guns fire at it first; {_off(ship, each)}"
    if sheet.working("AD"):
        for friend in [each for each in known.afloat(known.side) if each.printed.carrier and each.id != ship.id][:1]:
            yield OTHER, f"COVER {friend.id}", "her anti-aircraft guns defend that ship, too"
    turrets = sheet.working(*GUN_CLASSES)
    if len(turrets) > 1 and enemy_squadrons:
        yield OTHER, f"LOSE {turrets[-1]}", "goes first when a bomb takes a turret"


# ---------------------------------------------------------------- aircraft


def _squadron(known: State, squadron: Squadron) -> Iterator[Offer]:
    """WT-11.2: aims of its kind; the parser's own check leaves those that it can follow."""
    for foe in _near(known, squadron)[:MOST_FOES]:
        yield AIM, f"ATTACK {foe.id}", f"strikes at her: {foe.printed.type}, {_off(squadron, foe)}"
        if squadron.kind == "T":
            yield AIM, f"ATTACK {foe.id} RANGE 3 FROM BEAM", "torpedoes from the nearer beam, close"
        if squadron.kind == "R":
            yield AIM, f"SPOT {foe.id}", f"spots for the guns of its own ship: {foe.printed.type}, {_off(squadron, foe)}"
    yield from _fighters(known, squadron)
    yield AIM, "RETURN", "flies home and lands"
    yield AIM, "ORBIT", "stays where it is"
    yield AIM, "RECOVER", "comes alongside when its ship is stopped"


def _fighters(known: State, squadron: Squadron) -> Iterator[Offer]:
    """WT-12.4 to WT-12.6."""
    if squadron.kind != "F":
        return
    yield AIM, "CAP", "stays with the carrier and meets who attacks her"
    strikers = [each for each in known.my_squadrons() if each.kind in ("T", "DB") and each.id != squadron.id]
    for each in strikers[:MOST_FOES]:
        yield AIM, f"ESCORT {each.id}", "flies with it and meets who attacks it"
    enemy_squadrons = [each for each in known.wings() if each.airborne and each.side != known.side]
    for each in sorted(enemy_squadrons, key=lambda each: distance(squadron.at, each.at))[:MOST_FOES]:
        yield AIM, f"INTERCEPT {each.id}", f"attacks its {each.aircraft} aircraft in the air; {_off(squadron, each)}"

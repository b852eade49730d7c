"""The order template: the current orders, and what units do without orders, ready to be edited, with examples as comments."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import MIL, distance, inches, number_text
from pbem.core.texts.plain_form import MAILED
from pbem.games.wet_thrust.language.words import kind_of, order_text, read_lines
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import FLEET
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import gun_dice
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.orders.air_checks import called
from pbem.games.wet_thrust.rules.helm import legal_speeds, speeds_text

NO_UNIT = "# You have no unit in play; nothing is asked of you."
UNCHANGED = (
    f"# {MAILED}, this changes nothing: every ship keeps course and speed, and what stands goes on.\n"
    "# In a plot 2A2S1P is 2 faster, 2 points to starboard half-way, 1 to port at the end; E evades; - is straight on.\n"
    "# Lines such as # HOLD FIRE are orders that could be given now: take the # away, or write your own."
)


def template(known: State) -> str:
    """One block for the fleet, for each own ship in play and each squadron in the air; it parses without problems.

    Nothing for spectators and at the end.
    """
    if known.over or known.reader is None:
        return ""
    ships = known.mine()
    squadrons = [each for each in known.my_squadrons() if each.place != "aboard"]
    if not ships and not squadrons:
        return NO_UNIT
    blocks = [_ship(known, ship) for ship in ships] + [_squadron(known, squadron) for squadron in squadrons]
    return "\n\n".join([UNCHANGED, *([_fleet(known)] if known.is_senior else []), *blocks])


def _fleet(known: State) -> str:
    own = [ship.id for ship in known.afloat(known.side)]
    examples = [f"FIREORDER {', '.join(own)}"] if len(own) > 1 else []
    found = _beside(known.fleet.get(known.side, []), [*examples, "CHALLENGE NO", "HOLD FIRE"])
    return "\n  ".join([f"{FLEET}:", *known.fleet.get(known.side, []), *(f"# {example}" for example in found)])


def _beside(standing: Sequence[str], examples: Sequence[str]) -> list[str]:
    """Those that go with the lines of a block: of a kind that is there already the line itself has to be edited."""
    there = {kind_of(order) for order in read_lines(standing)}
    return [example for example in examples if kind_of(read_lines((example,))[0]) not in there]


# ---------------------------------------------------------------- ships


def _ship(known: State, ship: Vessel) -> str:
    """Her state as comments, a blank plot and the current orders, and examples."""
    sheet = ship.sheet
    lines = [f"{ship.id}:", f"# {_lies(ship)}"]
    commanded = sheet.commanded(known.next_turn)
    if commanded:
        lines.append(f"{order_text(Plot())}   # {_may(ship, sheet)}")
    else:
        lines.append("# bridge out: she repeats her last orders and takes none")
    lines += ship.standing
    examples = _examples(known, ship, sheet) if commanded else []
    return "\n  ".join([*lines, *(f"# {example}" for example in [*_aboard(known, ship), *examples])])


def _lies(ship: Vessel) -> str:
    depth = "" if ship.mode == "surface" else f", {ship.mode}"
    where = f"at {inches(ship.at[0])}, {inches(ship.at[1])}, course {ship.course}"
    return f"{ship.name}: {where}, speed {number_text(ship.speed)} of {number_text(ship.top)}{depth}"


def _may(ship: Vessel, sheet: Sheet) -> str:
    """WT-2.5, WT-4.1: the speeds and the points that she can plot."""
    least, most = legal_speeds(ship)
    points = (
        f"{count(sheet.points(), 'point')} of turn"
        if sheet.steers()
        else f"no rudder, she repeats {ship.book.helm or 'a straight course'}"
    )
    return f"speed {speeds_text(least, most)}, {points}"


def _aboard(known: State, ship: Vessel) -> list[str]:
    """WT-11.4: what is ready on deck, what rearms."""
    there = [each for each in known.wings() if each.home == ship.id and each.place in ("aboard", "alongside")]
    said = [f"{called(each.id, ship.id)} ({each.aircraft}{_deck(known, each)})" for each in there]
    return [f"aboard: {', '.join(said)}"] if said else []


def _deck(known: State, squadron: Squadron) -> str:
    if squadron.place == "alongside":
        return ", alongside"
    return f", ready on game turn {squadron.deck.ready}" if squadron.deck.ready > known.next_turn else ""


def _examples(known: State, ship: Vessel, sheet: Sheet) -> list[str]:
    """Orders that are possible now, one a line."""
    return _beside(ship.standing, [*_arms(known, ship, sheet), *_depths(ship), *_launches(known, ship)])


def _arms(known: State, ship: Vessel, sheet: Sheet) -> list[str]:
    """Guns, torpedoes and depth charges that work and are loaded, at the nearest enemy."""
    foes = [foe for foe in known.afloat() if foe.side != known.side and foe.visible]
    foe = min(foes, key=lambda foe: distance(ship.at, foe.at), default=None)
    main = sheet.printed.main
    arms = []
    if foe and ship.visible and sheet.controls and sheet.working(main) and gun_dice(main, _nearest(ship, foe)):
        arms.append(f"FIRE {main} AT {foe.id}")
    if ship.visible and sheet.working(*GUN_CLASSES):
        arms.append("HOLD FIRE")
    loaded = any(sheet.works(id) and sheet.loads(id) for id in sheet.printed.launchers)
    if foe and ship.mode != "deep" and sheet.controls and loaded:
        arms.append(f"TORP {foe.id} WITHIN 4")
    return [*arms, "ASW HOLD"] if sheet.working("AS") else arms


def _nearest(ship: Vessel, foe: Vessel) -> float:
    """Mils between them if both make straight for each other this turn."""
    return max(0.0, distance(ship.at, foe.at) - float(ship.known_top + foe.known_top) * MIL)


def _depths(ship: Vessel) -> list[str]:
    """WT-18.7, WT-18.8."""
    down = {"deep": ["PERISCOPE", "SILENT"], "periscope": ["DIVE", "CRASH DIVE", "SURFACE"]}
    return down.get(ship.mode, ["DIVE", "CRASH DIVE"]) if ship.printed.boat else []


def _launches(known: State, ship: Vessel) -> list[str]:
    """WT-11.5: the last that is ready."""
    ready = [each for each in known.my_squadrons() if each.home == ship.id and each.place == "aboard"]
    launch = [called(each.id, ship.id) for each in ready if each.deck.ready <= known.next_turn]
    return [f"LAUNCH {id}" for id in launch[-1:]]


# ---------------------------------------------------------------- aircraft


def _squadron(known: State, squadron: Squadron) -> str:
    """In the air, alongside, or on its way: what it is and what it does."""
    lines = [f"{squadron.id}:", f"# {_flies(known, squadron)}", *(squadron.standing)]
    if not squadron.standing and squadron.airborne:
        lines.append(f"# no aim: {'returns' if squadron.deck.spent else 'orbits, and returns in time'}")
    return "\n  ".join(lines)


def _flies(known: State, squadron: Squadron) -> str:
    if squadron.place == "waiting":
        return f"{squadron.aircraft} bombers, here on game turn {squadron.deck.enters}"
    if squadron.place == "alongside":
        return f"alongside {squadron.home}, being taken aboard"
    left = "" if squadron.kind in ("R", "B") else f", {squadron.deck.endurance} turns left in the air"
    return f"{squadron.aircraft} {squadron.kind} at {inches(squadron.at[0])}, {inches(squadron.at[1])}{left}"

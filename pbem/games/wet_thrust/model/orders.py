"""The orders of the language: what each says, how it is read and written (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal, get_args

from pbem.core.geometry.tabletop import Spot
from pbem.core.orders.language import Language, order
from pbem.core.orders.parts import Either, Listed, OneOf, OneWord, one_of
from pbem.core.orders.usage import Usage
from pbem.games.wet_thrust.model import order_parts as parts
from pbem.games.wet_thrust.model.order_parts import AMOUNT, BATTERIES, MOST, NAME, OrNone, Plot, Words, in_turn, unit

FLEET = "FLEET"
"""The block of a whole side (section 5)."""
ANY = "ANY"
Priority = Literal["NEAREST", "WEAKEST", "BB", "BC", "CV", "CA", "CL", "DD", "SS", "MM"]

# ---------------------------------------------------------------- guns, torpedoes, depth charges

ALL: OneOf[tuple[str, ...]] = OneOf({parts.ALL: ()})
TARGETS = in_turn(unit("target"))
SHIPS = in_turn(unit("foe"))
PRIORITIES: tuple[str, ...] = get_args(Priority)
TYPE = one_of(*PRIORITIES, why='"{}" is no type', legal=f"Types: {' '.join(PRIORITIES[2:])}, {', '.join(PRIORITIES[:2])}.")


@order(
    Usage(
        "FIRE [{batteries}] (AT|ON|:) {targets}",
        *("FIRE A AT BIS ELSE PEU", "Guns at the first of these that they can reach; AT WILL as they see fit.", "WT-7.5"),
    ),
    legal="Write FIRE A AT BIS ELSE PEU, or FIRE AT WILL.",
)
class Fire:
    """batteries: words in order (a class `A`, an id `A1`, MAIN, ALL); () is ALL."""

    batteries: Annotated[tuple[str, ...], Either(ALL, BATTERIES)] = ()
    targets: Annotated[tuple[str, ...], TARGETS] = ()


@order(Usage("HOLD (FIRE)", "HOLD FIRE", "No gunfire until told otherwise.", "WT-7.5", also={"CEASE FIRE": "HOLD FIRE"}))
class HoldFire:
    """No gunfire."""


@order(Usage("FIRE AT WILL [{priority}]"))
class AtWill:
    """6.1."""

    priority: Annotated[tuple[Priority, ...], parts.AllThatFollow(TYPE, ">", ",")] = ()


@order(
    Usage(
        "TORP|TORPEDO [AT] {targets} [WITH {launchers}] [WITHIN {within}]",
        *("TORP BIS WITH TL1 WITHIN 4", "Torpedoes, once the target is so near; HOLD for none.", "WT-10.13"),
    ),
    legal="Write TORP BIS WITH TL1 WITHIN 4, or TORP HOLD.",
)
class Torp:
    """launchers () is all; within None: this turn only, up to 8 inches."""

    targets: Annotated[tuple[str, ...], SHIPS]
    launchers: Annotated[tuple[str, ...], Listed(OneWord(NAME, ("TL1", "TL2"), str), ",", "+", most=MOST)] = ()
    within: Annotated[Fraction | None, AMOUNT] = None


@order(Usage("TORP|TORPEDO HOLD"))
class TorpHold:
    """Ends a standing TORP."""


@order(
    Usage("ASW|DEPTH {target}", "ASW ANY", "Depth charges at a contact, at the nearest (ANY), or none (HOLD).", "WT-19.5"),
    legal="Write ASW ANY, ASW SUB1 or ASW HOLD.",
)
class Asw:
    """A contact, ANY or HOLD."""

    target: Annotated[str, Either(one_of(ANY, "HOLD"), unit("contact"))]


# ---------------------------------------------------------------- the rest of a ship's

ITEMS = {
    **{word: word for word in ("BRIDGE", "RUDDER", "BOILER", "PROP", "RADAR", "SONAR", "FC", "HOLE", "MAIN")},
    **{"GUN": "GUNS", "TORP": "TORP", "ASW": "ASW", "PDF": "PDF", "ADF": "ADF", "PROPELLER": "PROP"},
}
"""Words of a DC list (5.2), without the s of their plurals."""
ITEM = OneWord(NAME, tuple(ITEMS), lambda word: ITEMS.get(word.rstrip("S"), word))
FRIEND = unit("friend")


@order(Usage("DC|REPAIR {items}", "DC RUDDER, FC, HOLE", "What to repair first; NONE for the default.", "WT-16.5"))
class Repair:
    """WT-16.5: ids, or the words of `ITEMS`. () is NONE, as in the three below."""

    items: Annotated[tuple[str, ...], OrNone(Listed(ITEM, most=MOST), ())]


@order(Usage("SMOKE", "SMOKE", "Smoke around the ship herself, for this turn.", "WT-20.2", also={"MAKE SMOKE": "SMOKE"}))
class MakeSmoke:
    """Smoke around her."""


@order(Usage("SCREEN", "SCREEN", "A smoke screen along this turn's way.", "WT-20.5", also={"SMOKE SCREEN": "SCREEN"}))
class LayScreen:
    """A smoke screen."""


@order(
    Usage(
        *("DISENGAGE", "DISENGAGE", "Break off, with smoke; plot all the speed she has, away from the enemy.", "WT-21.2"),
        also={"BREAK OFF": "DISENGAGE"},
    )
)
class Disengage:
    """WT-21.2."""


@order(Usage("CHALLENGE {yes}", "CHALLENGE NO", "Whether to stop enemies who break off.", "WT-21.3"))
class Challenge:
    """WT-21.3."""

    yes: Annotated[bool, OneOf({"YES": True, "NO": False}, legal="Write CHALLENGE YES or CHALLENGE NO.")]


@order(Usage("RAM {target}", "RAM SUB1", "A destroyer rams; her nerve is tested first.", "WT-5.6"))
class RamHer:
    """WT-5.6."""

    target: Annotated[str, unit("target")]


@order(
    Usage("LAUNCH {squadrons}", "LAUNCH R1", "Aircraft take off: two squadrons a turn, one plane from other ships.", "WT-11.5")
)
class Launch:
    """Full ids (`ARK-T1`)."""

    squadrons: Annotated[tuple[str, ...], parts.SQUADRONS]


@order(
    Usage("MERGE {squadron} INTO {into}", "MERGE T2 INTO T1", "Two squadrons of a type, both aboard, become one.", "WT-11.13")
)
class Merge:
    """Full ids."""

    squadron: Annotated[str, parts.Squadron()]
    into: Annotated[str, parts.Squadron()]


@order(Usage("LOSE {batteries}", "LOSE A4, A3", "Which turret goes first when a bomb takes one.", "WT-13.9"))
class Lose:
    """The turrets to be lost first."""

    batteries: Annotated[tuple[str, ...], OrNone(BATTERIES, ())]


@order(Usage("AA {squadrons}", "AA ARK-T1, ARK-T2", "Whom to shoot down first.", "WT-14.4"))
class Flak:
    """Squadrons to be fired at first."""

    squadrons: Annotated[tuple[str, ...], OrNone(Listed(parts.ENEMY_SQUADRON, most=MOST), ())]


@order(Usage("COVER {ship}", "COVER ARK", "Which friend the area defence looks after.", "WT-14.4"))
class Cover:
    """Whom area defence covers; "" is NONE."""

    ship: Annotated[str, OrNone(FRIEND, "")]


@order(
    Usage("what=DIVE", "DIVE", "A submarine goes down a step at the turn's end.", "WT-18.7"),
    Usage(
        "what=CRASH (DIVE) [silent=SILENT]",
        *("CRASH DIVE SILENT", "Dive deep at once, with a die; then run silent if it allows.", "WT-18.8"),
    ),
    Usage("what=PERISCOPE", "PERISCOPE", "To periscope depth at the turn's end.", "WT-18.7"),
    Usage("what=SURFACE", "SURFACE", "To the surface at the turn's end.", "WT-18.7"),
    Usage("what=SILENT", "SILENT", "Deep: hang still, harder to hit.", "WT-18.6", also={"RUN SILENT": "SILENT"}),
)
class Depth:
    """WT-18.6 to WT-18.8."""

    what: Literal["DIVE", "CRASH", "PERISCOPE", "SURFACE", "SILENT"]
    silent: bool = False
    """CRASH DIVE SILENT: run silent if the dive allows it."""


# ---------------------------------------------------------------- aircraft

SIDES = {"PORT": "PORT", "STARBOARD": "STARBOARD", "STBD": "STARBOARD", "BOW": "BOW", "STERN": "STERN", "BEAM": ""}
FROM = OneOf(SIDES, legal="Sides are PORT, STARBOARD, BOW, STERN and BEAM.")
ATTACKER = one_of("T", "DB", "B", also={"D": "DB"}, why='"{}" is no attacker', legal="Attackers: T, DB, B.")


@order(
    Usage(
        "ATTACK [AT] {targets} [RANGE {range}] [FROM {side}]",
        *("ATTACK BIS RANGE 4 FROM PORT", "Strike a ship; RANGE and FROM are for torpedo bombers.", "WT-11.7"),
    )
)
class Strike:
    """WT-13.2: where `range` is None 4 inches, where `side` is "" the nearer beam."""

    targets: Annotated[tuple[str, ...], SHIPS]
    range: Annotated[Fraction | None, AMOUNT] = None
    side: Annotated[Literal["", "PORT", "STARBOARD", "BOW", "STERN"], FROM] = ""


@order(
    Usage("CAP [PRIORITY {priority}]", "CAP PRIORITY T, DB", "Fighters stay with their carrier, and meet attackers.", "WT-12.4")
)
class Cap:
    """() is T, DB, B."""

    priority: Annotated[tuple[str, ...], Listed(ATTACKER, ",", ">")] = ()


@order(Usage("ESCORT {squadron}", "ESCORT ARK-T1", "Fighters fly with that squadron.", "WT-12.5"))
class Escort:
    """WT-12.5."""

    squadron: Annotated[str, parts.Squadron()]


@order(Usage("INTERCEPT {squadrons}", "INTERCEPT GRZ-T1", "Fighters go for that enemy squadron.", "WT-12.6"))
class Intercept:
    """WT-12.6."""

    squadrons: Annotated[tuple[str, ...], in_turn(parts.ENEMY_SQUADRON)]


@order(Usage("SPOT {target}", "SPOT BIS", "A plane spots for her own ship's guns.", "WT-6.5"))
class Spotting:
    """WT-6.5."""

    target: Annotated[str, unit("foe")]


@order(Usage("RECOVER", "RECOVER", "A plane comes alongside when its ship is stopped.", "WT-6.6"))
class Recover:
    """WT-6.6."""


@order(Usage("RETURN|LAND", "RETURN", "Fly home and land.", "WT-11.9"))
class Return:
    """WT-11.9."""


@order(Usage("GO {spot}", "GO 12.5, -4", "Fly to a place, inches east and north.", "WT-11.2"))
class Go:
    """WT-11.2."""

    spot: Annotated[Spot, parts.Place()]


@order(Usage("ORBIT", "ORBIT", "Stay where it is.", "WT-12.2"))
class Orbit:
    """WT-12.2."""


# ---------------------------------------------------------------- the fleet


@order(
    Usage(
        *("FIREORDER {ships}", "FIREORDER HOO, POW", "The order in which your ships fire.", "WT-7.1"),
        also={"FIRE ORDER": "FIREORDER"},
    )
)
class FireOrder:
    """WT-7.1."""

    ships: Annotated[tuple[str, ...], Listed(FRIEND, ",", loose=True, most=MOST)]


Aim = Strike | Cap | Escort | Intercept | Spotting | Recover | Return | Go | Orbit
ShipOrder = (
    Plot | Fire | HoldFire | AtWill | Torp | TorpHold | Asw | Repair | MakeSmoke | LayScreen | Disengage | Challenge | RamHer
    | Launch | Merge | Lose | Flak | Cover | Depth
)  # fmt: skip
FleetOrder = FireOrder | Challenge | AtWill | HoldFire
Order = ShipOrder | Aim | FleetOrder
SHIP_ORDERS: Language[ShipOrder] = Language(*get_args(ShipOrder), words=Words)
AIMS: Language[Aim] = Language(*get_args(Aim), words=Words)
FLEET_ORDERS: Language[FleetOrder] = Language(*get_args(FleetOrder), words=Words)
LANGUAGE: Language[Order] = Language(*get_args(Order), words=Words)
"""All of them: an order in a block of another kind is told to be so."""


@dataclass(frozen=True)
class ShipOrders:
    """All that is in force for a ship this turn; FLEET's defaults filled in, and WT-15.2 carried out."""

    plot: Plot = field(default_factory=Plot)
    fire: tuple[Fire, ...] = ()
    hold: bool = False
    """HOLD FIRE is in force (and no FIRE order goes before it)."""
    priority: tuple[Priority, ...] = ()
    """FIRE AT WILL's, when there is neither `fire` nor `hold`."""
    torp: tuple[Torp, ...] = ()
    asw: str = ANY
    """A contact, ANY or HOLD."""
    repair: tuple[str, ...] = ()
    smoke: bool = False
    screen: bool = False
    disengage: bool = False
    challenge: bool = True
    ram: str = ""
    launch: tuple[str, ...] = ()
    merge: tuple[Merge, ...] = ()
    lose: tuple[str, ...] = ()
    flak: tuple[str, ...] = ()
    cover: str = ""
    depth: Depth | None = None
    commanded: bool = True
    """WT-15.1: False when she repeats her last orders."""

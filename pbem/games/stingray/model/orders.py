"""The orders of the language: what each says, how it is read and written (section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, get_args

from pbem.core.geometry.hexes import DIRECTIONS, Hex
from pbem.core.orders.language import Language, order
from pbem.core.orders.parts import Listed, Number, OneOf, name, one_of
from pbem.core.orders.usage import Usage
from pbem.games.stingray.model import order_parts as parts
from pbem.games.stingray.model.order_parts import Condition, Item, Zone
from pbem.games.stingray.model.tables import BATTERY

ANY = "ANY"

# ---------------------------------------------------------------- movement


@order(
    Usage(
        *("HALT|STOP", "HALT", "lie still, if you can slow down so far", "STG-MOV.4"),
        also={"MOVE HALT": "HALT", "MOVE STOP": "HALT"},
    ),
    Usage("MOVE {items}", "MOVE 2 S 2", "hexes ahead, and turns of 60 degrees to starboard (S) or port (P)", "STG-MOV.1"),
    Usage("{items}"),
)
class Plan:
    """`MOVE 2 S 2`; no items: `HALT`. Numbers are 1 or more, neighbouring numbers are added up."""

    items: Annotated[tuple[Item, ...], parts.Items()] = ()

    @cached_property
    def hexes(self) -> int:
        """Hexes forward."""
        return sum([item for item in self.items if isinstance(item, int)])

    @property
    def turns(self) -> int:
        """Turns (SS: shifts) in it."""
        return sum([not isinstance(item, int) for item in self.items])


@order(Usage("OVER", "OVER", "leap over the obstacle on the track; costs the last two hexes", "STG-LEP.3"))
class Over:
    """STG-LEP.3."""


@order(
    Usage(
        "LEAP EVADE", "LEAP EVADE", "leap out of the water when a homing missile comes near, or in a named phase", "STG-LEP.7"
    ),
    Usage("LEAP IN {phase}"),
)
class Leap:
    """In a phase; None: to evade."""

    phase: Annotated[int | None, parts.PHASE] = None


@order(Usage("RAM [TARGET] {target}", "RAM ANY", "ram this enemy, or any, when you share its hex", "STG-RAM.3"))
class Ram:
    """A vessel or ANY."""

    target: Annotated[str, parts.TARGET]


# ---------------------------------------------------------------- launches

DECOY_LAUNCHES = {f"{word} {where}": f"DECOY {where}" for word in ("LAUNCH", "FIRE") for where in (*DIRECTIONS, "ZONE")}


@order(
    Usage(
        "LAUNCH|FIRE [mine=MINE] [{launcher}] [AT|TARGET {target}] [VIA {via}] [WHEN|IF|AND {conditions}]",
        *("LAUNCH AT ANY WHEN ARC AND RANGE 0-5, FROM PHASE 3", "launch at a target when it can be hit so", "STG-LAU.3"),
        also={**DECOY_LAUNCHES, "LAUNCH DECOY": "DECOY", "FIRE DECOY": "DECOY"},
    ),
    shape=parts.LaunchShape,
)
class Launch:
    """launcher: "1", "2", "LAUNCHER" (TF), "PORT", "STARBOARD", or "" (an MF's mine: the first ready nostril).

    `mine`: a fish lays a mine. `target` "" is a blind shot. Allowed windows are `first` to `last`.
    """

    launcher: Annotated[str, parts.LAUNCHERS]
    mine: bool = False
    target: Annotated[str, parts.TARGET] = ""
    via: Annotated[tuple[Hex, ...], parts.VIA] = ()
    conditions: Annotated[tuple[Condition, ...], parts.CONDITIONS] = ()
    first: int = 0
    last: int = parts.LAST_WINDOW


@order(
    Usage(
        "DECOY [{where}] [IN {window}] [IF|WHEN MISSILE WITHIN {within}] [AT START]",
        *("DECOY IF MISSILE WITHIN 2", "drop a SonaDecoy, at once, in a phase, or when a missile is near", "STG-DEC.3"),
    ),
)
class Decoy:
    """where (SS): N .. NW, or a zone 1-6; `window` 0 unless told; a missile `within` so many hexes."""

    where: Annotated[str, one_of(*DIRECTIONS, *"123456", also={f"ZONE {zone}": zone for zone in "123456"})] = ""
    window: Annotated[int, parts.PHASE] = 0
    within: Annotated[int, Number(1, 6, why="A missile is WITHIN 1 to 6 hexes, not {}")] = 0


# ---------------------------------------------------------------- missiles, tubes, mines


@order(
    Usage(
        "AIM [{tube}] AT|TARGET [TARGET] {target}", "AIM AT TF1", "the target of this move's Mk61; it wins over AT", "STG-M61.2"
    )
)
class Aim:
    """tube "" is all launches."""

    tube: Annotated[str, parts.STING] = ""
    target: Annotated[str, name("foe", but=(ANY,), why="AIM needs one vessel")] = ""


@order(
    Usage("STEER {missile} DIRECT"),
    Usage("STEER {missile} VIA {via}", "STEER M1 VIA 0507", "waypoints for a Mk61 under way, or DIRECT", "STG-M61.5"),
)
class Steer:
    """No hexes: DIRECT."""

    missile: Annotated[str, name("missile", why=parts.TARGET.why)]
    via: Annotated[tuple[Hex, ...], parts.VIA] = ()


@order(Usage("PREP [{tube}]", "PREP STING 1", "arm the Mk61 in a tube, 1 APU", "STG-LAU.6"))
class Prep:
    """tube "" is the lowest with a Mk61 that is not armed."""

    tube: Annotated[str, parts.STING] = ""


@order(Usage("LOAD {tube} (WITH) {weapon}", "LOAD 1 WITH MK61", "load an empty tube, ready next move, 1 APU", "STG-LAU.6"))
class Load:
    """STG-LAU.6."""

    tube: Annotated[str, OneOf(parts.tubes("", "STING", "TUBE"), parts.WHICH_TUBE)]
    weapon: Annotated[str, parts.WEAPON]


@order(Usage("RELOAD {nostril}", "RELOAD PORT", "reload that nostril of a MegaFish, or OFF", "STG-LAU.2"))
class Reload:
    """PORT, STARBOARD, OFF."""

    nostril: Annotated[str, OneOf({**parts.NOSTRILS, "OFF": "OFF"})]


@order(Usage("MINE {mine} {on} [IN {window}]", "MINE MN1 OFF", "switch a mine within 3 hexes on or off, 1 APU", "STG-MIN.5"))
class Code:
    """An activation code; `window` 0 unless told."""

    mine: Annotated[str, name("mine", why=parts.TARGET.why)]
    on: Annotated[bool, parts.ON]
    window: Annotated[int, parts.PHASE] = 0


# ---------------------------------------------------------------- power, sensors, repair


@order(
    Usage("what=POWER {number}", "POWER 6", "plant output at most: less is harder to hear", "STG-POW.10"),
    Usage("what=ENGINES {number}", "ENGINES 4", "power for movement at most", "STG-POW.5"),
    Usage("what=BATTERY {number}", "BATTERY 2", "draw from the batteries at most", "STG-POW.3"),
)
class Setting:
    """So many APU at most."""

    what: Literal["POWER", "ENGINES", "BATTERY", "STORE"]
    number: Annotated[int, parts.NUMBER]


@order(Usage("what=STORE {number}", "STORE ALL", "store so much of the surplus in the batteries", "STG-POW.4"))
class Store(Setting):
    """ALL is 10, NONE 0."""

    number: Annotated[int, Number(also={"ALL": BATTERY, "NONE": 0})]


@order(
    Usage("what=LIFE {on}", "LIFE ON", "life support; off only with a suited crew", "STG-POW.9"),
    Usage("what=COMMS {on}", "COMMS ON", "link to Marineville HQ, 1 APU", "STG-COM.2"),
    Usage("what=NAV {on}", "NAV ON", "a satellite fix, 1 APU", "STG-NAV.1"),
    Usage(
        *("what=SUITS|SUIT {on}", "SUITS ON", "the crew gets into its suits, or out of them", "STG-POW.8"),
        also={"SUIT UP": "SUITS ON", "SUITS UP": "SUITS ON"},
    ),
)
class Switch:
    """What is on or off."""

    what: Literal["LIFE", "COMMS", "NAV", "SUITS"]
    on: Annotated[bool, parts.ON]


@order(Usage("SCAN|SONAR|SWEEP {zones}", "SCAN 1, HALF 2 6", "search zones by sonar, to full or half range", "STG-SCN.1"))
class Scan:
    """Zones in the order written; none: `SCAN OFF`."""

    zones: Annotated[tuple[Zone, ...], parts.Zones()] = ()


@order(
    Usage("REPAIR OFF"),
    Usage("REPAIR {systems}", "REPAIR STEERING", "what to repair first; the vessel must lie still", "STG-REP.1"),
)
class Repair:
    """None: `REPAIR OFF`."""

    systems: Annotated[tuple[str, ...], Listed(parts.SYSTEM, ",", loose=True)] = ()


@order(Usage("PRIORITY {items}", "PRIORITY LIFE, MOVE, SCAN", "what is paid first when power is short", "STG-POW.6"))
class Priority:
    """Names of STG-POW.6; those not named follow in their default order."""

    items: Annotated[tuple[str, ...], Listed(name("item", why=parts.TARGET.why), ",", loose=True)]


# ---------------------------------------------------------------- words, set-up, spies


@order(
    Usage(
        "MSG [TARGET] {to} {text}",
        *("MSG SR1: two fish bearing north-east", "words to a vessel of your side near by, or to HQ", "STG-COM.1"),
    )
)
class Message:
    """To a vessel id or HQ."""

    to: Annotated[str, parts.Receiver()]
    text: Annotated[str, parts.Said()]


@order(Usage("PASS", "PASS", "nothing beyond what happens without orders", "STG-SEQ.1"))
class Pass:
    """Nothing beyond the defaults."""


@order(
    Usage(
        "ARMING {hexes}",
        *("ARMING 3", "hexes that homing missiles run straight before they seek, fixed before move 1", "STG-MK7.2"),
    )
)
class Arming:
    """STG-MK7.2."""

    hexes: Annotated[int, parts.NUMBER]


@order(Usage("LOADOUT {tubes}", "LOADOUT TUBE 1 MK61, TUBE 2 MK7", "what the tubes hold at the start", "STG-LAU.9"))
class Loadout:
    """Tubes, and what is in them; "": nothing."""

    tubes: Annotated[tuple[tuple[str, str], ...], parts.Loads()]


@order(
    Usage("SPY card=TRAP {vessel} {system} MOVE {move}"),
    Usage("SPY card=AGENT {vessel}"),
    Usage("SPY card=PLANS", "SPY PLANS", "play a spy card: TRAP, AGENT, PLANS, SABOTAGE", "STG-SPY.1"),
    Usage("SPY card=SABOTAGE {system}"),
)
class Spy:
    """Of the block SIDE."""

    card: Literal["TRAP", "AGENT", "PLANS", "SABOTAGE"]
    vessel: Annotated[str, name("stingray", why=parts.TARGET.why)] = ""
    system: Annotated[str, parts.SYSTEM] = ""
    move: Annotated[int, Number(1, 99, why="A move is 1 to 99, not {}")] = 0


Movement = Plan | Over | Leap | Ram
Weapons = Launch | Decoy | Aim | Steer | Prep | Load | Reload | Code
Power = Setting | Store | Switch | Scan | Repair | Priority
Order = Movement | Weapons | Power | Message | Arming | Loadout | Spy | Pass
ORDERS: Language[Order] = Language(*get_args(Order))


@order(Usage("STANDING {order}", "STANDING REPAIR STEERING", "give an order anew every move", "STG-SEA.1"))
class Standing:
    """Repeated every move until cancelled."""

    order: Annotated[Order, ORDERS]


@order(Usage("CANCEL STANDING {number}", "CANCEL STANDING ALL", "give up standing orders, all or by number", "STG-SEA.1"))
class Cancel:
    """0: all. It changes the list of standing orders and is not kept itself."""

    number: Annotated[int, Number(1, also={"ALL": 0})]


Line = Order | Standing | Cancel

CAPTAINS = (Plan, Over, Leap, Ram, Launch, Decoy, Arming, Loadout)
"""STG-SEA.1: the Captain's kinds of orders on a Stingray; the Co-Pilot's are all others but Message and Pass (either's)."""

ITEMS = ("LIFE", "MOVE", "PREP", "LAUNCH", "DECOY", "SCAN", "LOAD", "MINE", "COMMS", "NAV")
"""STG-POW.6: the default order of funding."""


@dataclass
class VesselOrders:
    """What a vessel does this move: the orders of its seats merged, defaults not yet filled in where None."""

    plan: Plan | None = None
    over: bool = False
    leap: Leap | None = None
    ram: str = ""
    launches: list[Launch] = field(default_factory=list)
    decoys: list[Decoy] = field(default_factory=list)
    aims: list[Aim] = field(default_factory=list)
    steers: list[Steer] = field(default_factory=list)
    preps: list[str] = field(default_factory=list)
    loads: list[Load] = field(default_factory=list)
    reload_off: bool = False
    codes: list[Code] = field(default_factory=list)
    power: int | None = None
    engines: int | None = None
    battery: int | None = None
    store: int | None = None
    life: bool = True
    comms: bool = False
    nav: bool = False
    suits: bool | None = None
    scan: Scan | None = None
    repair: Repair | None = None
    priority: tuple[str, ...] = ITEMS
    messages: list[Message] = field(default_factory=list)

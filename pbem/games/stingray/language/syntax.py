"""Which orders there are for which class of vessel, and how each is written (5.1, STG-SEA.1)."""

from __future__ import annotations

from difflib import SequenceMatcher

from pbem.core.orders.usage import OrderSyntax
from pbem.games.stingray.model.tables import CLASSES

SYNONYMS = {"FIRE": "LAUNCH", "SONAR": "SCAN", "SWEEP": "SCAN", "SUIT": "SUITS", "STOP": "HALT"}

COMMON = {
    "MOVE": "MOVE 2 S 2",
    "HALT": "HALT",
    "OVER": "OVER",
    "LEAP": "LEAP EVADE",
    "RAM": "RAM <id>",
    "LAUNCH": "LAUNCH AT <id> WHEN ARC AND RANGE 0-5, FROM PHASE 3",
    "REPAIR": "REPAIR <system>, <system>",
    "MSG": "MSG <id>: <text>",
    "STANDING": "STANDING <order>",
    "CANCEL": "CANCEL STANDING <number>",
    "PASS": "PASS",
}
ARMED = {"ARMING": "ARMING 3"}
LINKED = {"COMMS": "COMMS ON", "NAV": "NAV ON"}
STINGRAY = {
    "LAUNCH": "LAUNCH STING 1 AT <id> WHEN ARC AND RANGE 0-5, FROM PHASE 3",
    "AIM": "AIM AT <id>",
    "STEER": "STEER M1 VIA 0507",
    "PREP": "PREP STING 1",
    "LOAD": "LOAD 1 WITH MK61",
    "DECOY": "DECOY IN PHASE 3",
    "MINE": "MINE MN1 ON",
    "POWER": "POWER 6",
    "ENGINES": "ENGINES 4",
    "BATTERY": "BATTERY 2",
    "STORE": "STORE ALL",
    "LIFE": "LIFE ON",
    "SUITS": "SUIT UP",
    "SCAN": "SCAN 1, HALF 2 6",
    "PRIORITY": "PRIORITY LIFE, MOVE, SCAN",
    "LOADOUT": "LOADOUT TUBE 1 MK61, TUBE 2 MK7",
}
FORMS: dict[str, dict[str, str]] = {
    "SR": {**COMMON, **ARMED, **LINKED, **STINGRAY},
    "SS": {**COMMON, **LINKED, "LAUNCH": "LAUNCH DECOY NE", "DECOY": "DECOY NE"},
    "TF": {**COMMON, **ARMED},
    "MF": {**COMMON, **ARMED, "LAUNCH": "LAUNCH PORT AT <id> WHEN ARC, FROM PHASE 3", "RELOAD": "RELOAD PORT"},
    "SIDE": {"SPY": "SPY PLANS"},
}
"""Class (or the block SIDE) -> first word of an order -> an example of it."""

HEADS = frozenset(head for forms in FORMS.values() for head in forms) | frozenset(SYNONYMS)
RESERVED = HEADS | {"N", "NE", "SE", "S", "SW", "NW", "P", "L", "R", "ANY", "ALL", "AT", "WHEN", "IF", "VIA", "FROM", "UNTIL"}
"""Words of the order language: none of them opens a block."""
MAX_HEAD = 12

EXAMPLES = {
    "MOVE": ("MOVE 2 S 2", "hexes ahead, and turns of 60 degrees to starboard (S) or port (P)", "STG-MOV.1"),
    "HALT": ("HALT", "lie still, if you can slow down so far", "STG-MOV.4"),
    "OVER": ("OVER", "leap over the obstacle on the track; costs the last two hexes", "STG-LEP.3"),
    "LEAP": ("LEAP EVADE", "leap out of the water when a homing missile comes near, or in a named phase", "STG-LEP.7"),
    "RAM": ("RAM ANY", "ram this enemy, or any, when you share its hex", "STG-RAM.3"),
    "LAUNCH": ("LAUNCH AT ANY WHEN ARC AND RANGE 0-5, FROM PHASE 3", "launch at a target when it can be hit so", "STG-LAU.3"),
    "REPAIR": ("REPAIR STEERING", "what to repair first; the vessel must lie still", "STG-REP.1"),
    "MSG": ("MSG SR1: two fish bearing north-east", "words to a vessel of your side near by, or to HQ", "STG-COM.1"),
    "STANDING": ("STANDING REPAIR STEERING", "give an order anew every move", "STG-SEA.1"),
    "CANCEL": ("CANCEL STANDING ALL", "give up standing orders, all or by number", "STG-SEA.1"),
    "PASS": ("PASS", "nothing beyond what happens without orders", "STG-SEQ.1"),
    "ARMING": ("ARMING 3", "hexes that homing missiles run straight before they seek, fixed before move 1", "STG-MK7.2"),
    "COMMS": ("COMMS ON", "link to Marineville HQ, 1 APU", "STG-COM.2"),
    "NAV": ("NAV ON", "a satellite fix, 1 APU", "STG-NAV.1"),
    "AIM": ("AIM AT TF1", "the target of this move's Mk61; it wins over AT", "STG-M61.2"),
    "STEER": ("STEER M1 VIA 0507", "waypoints for a Mk61 under way, or DIRECT", "STG-M61.5"),
    "PREP": ("PREP STING 1", "arm the Mk61 in a tube, 1 APU", "STG-LAU.6"),
    "LOAD": ("LOAD 1 WITH MK61", "load an empty tube, ready next move, 1 APU", "STG-LAU.6"),
    "DECOY": ("DECOY IF MISSILE WITHIN 2", "drop a SonaDecoy, at once, in a phase, or when a missile is near", "STG-DEC.3"),
    "MINE": ("MINE MN1 OFF", "switch a mine within 3 hexes on or off, 1 APU", "STG-MIN.5"),
    "POWER": ("POWER 6", "plant output at most: less is harder to hear", "STG-POW.10"),
    "ENGINES": ("ENGINES 4", "power for movement at most", "STG-POW.5"),
    "BATTERY": ("BATTERY 2", "draw from the batteries at most", "STG-POW.3"),
    "STORE": ("STORE ALL", "store so much of the surplus in the batteries", "STG-POW.4"),
    "LIFE": ("LIFE ON", "life support; off only with a suited crew", "STG-POW.9"),
    "SUITS": ("SUITS ON", "the crew gets into its suits, or out of them", "STG-POW.8"),
    "SCAN": ("SCAN 1, HALF 2 6", "search zones by sonar, to full or half range", "STG-SCN.1"),
    "PRIORITY": ("PRIORITY LIFE, MOVE, SCAN", "what is paid first when power is short", "STG-POW.6"),
    "LOADOUT": ("LOADOUT TUBE 1 MK61, TUBE 2 MK7", "what the tubes hold at the start", "STG-LAU.9"),
    "RELOAD": ("RELOAD PORT", "reload that nostril of a MegaFish, or OFF", "STG-LAU.2"),
    "SPY": ("SPY PLANS", "play a spy card: TRAP, AGENT, PLANS, SABOTAGE", "STG-SPY.1"),
}
"""First word of an order -> an example as it may be written, what it does, and its clause."""


def forms() -> list[OrderSyntax]:
    """Every order there is for any class of vessel, in the order of the page on orders."""
    return [OrderSyntax(head, *EXAMPLES[head]) for head in dict.fromkeys(head for forms in FORMS.values() for head in forms)]


def nearest(vessel_class: str, text: str) -> str:
    """The form of the order that the first word of `text` comes nearest to."""
    forms = FORMS[vessel_class]
    words = text.upper().split()
    head = words[0][:MAX_HEAD] if words else ""
    known = [*forms, *(other for other, meant in SYNONYMS.items() if meant in forms)]
    found = max(known, key=lambda other: SequenceMatcher(None, head, other).ratio())
    return forms[SYNONYMS.get(found, found)]


def stranger(vessel_class: str, vessel: str, head: str) -> str:
    """Why an order that other classes have is none for this vessel; "" if it is one, or no order at all."""
    if head not in HEADS or head in FORMS[vessel_class]:
        return ""
    return f"{head} is no order for {vessel}" + (f", a {CLASSES[vessel_class].title}" if vessel_class in CLASSES else "")

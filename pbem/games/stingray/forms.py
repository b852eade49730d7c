"""Which orders there are for which class of vessel, and how each is written (5.1, STG-SEA.1)."""

from __future__ import annotations

from difflib import SequenceMatcher

from pbem.games.stingray.tables import CLASSES

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

"""Which orders there are for which class of vessel, and which of them may have been meant (5.1, STG-SEA.1)."""

from __future__ import annotations

from difflib import SequenceMatcher

from pbem.games.stingray.language.lines import LINES, Words
from pbem.games.stingray.model.tables import CLASSES

COMMON = "MOVE HALT OVER LEAP RAM LAUNCH REPAIR MSG STANDING CANCEL PASS"
STINGRAYS = "AIM STEER PREP LOAD DECOY MINE POWER ENGINES BATTERY STORE LIFE SUITS SCAN PRIORITY LOADOUT"
WORDS = {
    "SR": dict.fromkeys(f"{COMMON} ARMING COMMS NAV {STINGRAYS}".split()),
    "SS": dict.fromkeys(f"{COMMON} COMMS NAV DECOY".split()),
    "TF": dict.fromkeys(f"{COMMON} ARMING".split()),
    "MF": dict.fromkeys(f"{COMMON} ARMING RELOAD".split()),
    "SIDE": {"SPY": None},
}
"""Class (or the block SIDE) -> the first words of its orders."""
SPECIAL = {
    ("SR", "LAUNCH"): "LAUNCH STING 1 AT <id> WHEN ARC AND RANGE 0-5, FROM PHASE 3",
    ("MF", "LAUNCH"): "LAUNCH PORT AT <id> WHEN ARC, FROM PHASE 3",
    ("SS", "LAUNCH"): "LAUNCH DECOY NE",
    ("SS", "DECOY"): "DECOY NE",
}
"""Examples for classes that write an order in a way of their own."""
EXAMPLES = {form.word: form.example for form in LINES.forms()}
SYNONYMS = {word: shape.heads[0] for shape in LINES.shapes for word in shape.heads}
"""First word of an order, however it is written -> as its form has it."""
RESERVED = frozenset(word for word in {*LINES.words, *LINES.inner} if word.isalpha())
"""Words of the order language: none of them opens a block."""
MAX_HEAD = 12


def head_of(text: str) -> str:
    """The first word of a line, as its form has it."""
    word = Words(text).peek()
    return SYNONYMS.get(word, word)


def nearest(vessel_class: str, text: str) -> str:
    """An example of the order that the first word of `text` comes nearest to."""
    written = Words(text).peek()[:MAX_HEAD]
    heads = WORDS[vessel_class]
    known = [*heads, *(word for word, head in SYNONYMS.items() if head in heads)]
    found = SYNONYMS[max(known, key=lambda word: SequenceMatcher(None, written, word).ratio())]
    return SPECIAL.get((vessel_class, found)) or EXAMPLES[found]


def stranger(vessel_class: str, vessel: str, head: str) -> str:
    """Why an order that other classes have is none for this vessel; "" if it is one, or no order at all."""
    if head not in EXAMPLES or head in WORDS[vessel_class]:
        return ""
    return f"{head} is no order for {vessel}" + (f", a {CLASSES[vessel_class].title}" if vessel_class in CLASSES else "")

"""SETUP and POLICY: what is fixed before turn 1, and what holds until it is changed."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.orders.envelope import suggest
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.star_navy.language.engine_grammar import speed
from pbem.games.star_navy.language.lexer import Words
from pbem.games.star_navy.language.order_phrases import leave, maybe_facing, maybe_hex, maybe_section, retreat, section, targets
from pbem.games.star_navy.model.orders import Setup
from pbem.games.star_navy.model.tables import WEAPONS

WEAPON_WORDS = {name: letter for letter, word in WEAPONS.items() for name in (letter, word.upper(), f"{word.upper()}S")}
GROUPS = (("F",), ("RF", "LF"), ("RR", "LR"), ("R",))
"""What the four letters of a short loadout stand for."""
WEAPONS_HELP = "Write SETUP WEAPONS L T L C (F, LF and RF, LR and RR, R) or SETUP WEAPONS F=L RF=T RR=L R=C LR=L LF=T."


def setup(words: Words, before: Setup) -> Setup:
    """SN-2.1, SN-2.2, SN-2.5: read what follows SETUP, to the end; `before` with that part replaced."""
    shown, part = words.shown(), words.take()
    if part == "WEAPONS":
        found = replace(before, weapons=_loadout(words))
    elif part == "SPEED":
        words.accept("=")
        found = replace(before, speed=speed(words))
    elif part == "PLACE":
        hex, facing = maybe_hex(words), maybe_facing(words)
        if hex is None or facing is None:
            raise UnreadableOrder("PLACE needs a hex and a facing", "Write SETUP PLACE 5057 N.")
        found = replace(before, hex=hex, facing=facing)
    else:
        raise UnreadableOrder("SETUP needs WEAPONS, SPEED or PLACE", suggest(shown, ("WEAPONS", "SPEED", "PLACE")))
    words.finish(WEAPONS_HELP if part == "WEAPONS" else "")
    return found


def _loadout(words: Words) -> tuple[tuple[str, str], ...]:
    """The pairs as written: four letters, or sections with letters."""
    found: list[tuple[str, str]] = []
    while where := maybe_section(words):
        words.accept("=")
        found.append((where, _letter(words)))
        words.accept(",")
    if found:
        if words.peek():
            section(words)
        return tuple(found)
    if len(words.peek()) == len(GROUPS) and set(words.peek()) <= set(WEAPONS):
        letters = list(words.take())
    else:
        letters = [_letter(words) for _ in GROUPS]
    return tuple((s, letter) for group, letter in zip(GROUPS, letters, strict=True) for s in group)


def _letter(words: Words) -> str:
    shown, word = words.shown(), words.take()
    if not word:
        raise UnreadableOrder("WEAPONS needs a type for each section", WEAPONS_HELP)
    if word not in WEAPON_WORDS:
        raise UnreadableOrder(f'weapon types are C, L, P, T, not "{shown}"', WEAPONS_HELP)
    words.accept(",")
    return WEAPON_WORDS[word]


def policy(words: Words) -> tuple[str, str]:
    """SN-15.6, SN-15.12, SN-9.10: read what follows POLICY, to the end: which policy, and its canonical words."""
    kind = words.accept("TARGETS", "RETREAT", "LEAVE")
    if kind == "TARGETS":
        text = ", ".join(targets(words, "TARGETS"))
    elif kind == "RETREAT":
        text = retreat(words)
    elif kind == "LEAVE":
        text = leave(words)
    else:
        raise UnreadableOrder("POLICY needs TARGETS, RETREAT or LEAVE", suggest(words.shown(), ("TARGETS", "RETREAT", "LEAVE")))
    words.finish()
    return kind, text

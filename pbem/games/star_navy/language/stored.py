"""Chains of commands, and the readers of what is stored: canonical words as orders, remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import NamedTuple

from pbem.core.orders.order_words import Words
from pbem.core.orders.remembered import Remembered
from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.star_navy.language.slate import SETUP_KEYS, Slate
from pbem.games.star_navy.model.orders import (
    ALTERNATIVE,
    COMMANDS,
    ENGINE_ITEM,
    JUMPS,
    NAMED,
    SETUPS,
    Chain,
    EngineItem,
    Jump,
    Setup,
)

MAX_ALTERNATIVES = 5


def read_chain(words: Words) -> Chain:
    """SN-15.4: alternatives separated by ELSE, to the end. Raises `UnreadableOrder`."""
    number = words.count("ELSE") + 1
    if number > MAX_ALTERNATIVES:
        raise UnreadableOrder(f"at most {MAX_ALTERNATIVES} alternatives; you gave {number}", kind="not allowed")
    found = [ALTERNATIVE.read(words)]
    while words.accept("ELSE"):
        if not words.peek():
            raise UnreadableOrder("a command must follow ELSE", f"Commands are {NAMED}.")
        found.append(ALTERNATIVE.read(words))
    if words.peek():
        words.finish(COMMANDS.shape(found[-1].command).declared.rest)
    return tuple(found)


stored_chain: Remembered[str, Chain] = Remembered(lambda text: read_chain(Words(text)))
"""A stored chain. Raises ValueError for text that is none."""


def chain_text(chain: Chain) -> str:
    """SN-15.4: alternatives joined by ELSE. At the deadline, when many games are due at once, it need not be read."""
    text = " ELSE ".join(map(ALTERNATIVE.write, chain))
    stored_chain.keep(text, chain)
    return text


stored_engine: Remembered[str, tuple[EngineItem, ...]] = Remembered(lambda text: tuple(map(ENGINE_ITEM.line, text.split(";"))))
"""Stored engine orders, separated by semicolons. Raises ValueError for text that is none."""
stored_jump: Remembered[str, Jump] = Remembered(lambda text: JUMPS.line(f"JUMP {text}"))
"""A stored JUMP, without that word. Raises ValueError for text that is none."""


class Filed(NamedTuple):
    """All that stands for one ship. The keys of `slots` are T1-T6, E1, E2 and JUMP; texts are without the slot's word."""

    setup: Setup
    policies: dict[str, str]
    standing: str
    slots: dict[str, str]


def stored(lines: Sequence[str]) -> Filed:
    """A ship's canonical lines as data. Raises ValueError for lines that are not canonical."""
    slate = Slate.read(lines)
    setup = Setup()
    for line in slate.lines(SETUP_KEYS):
        given = SETUPS.line(line)
        chosen = {each.name: getattr(given, each.name) for each in fields(Setup)}
        setup = replace(setup, **{name: value for name, value in chosen.items() if value != getattr(Setup(), name)})
    return Filed(setup, slate.policies(), slate.standing(), slate.slots())


read_stored: Remembered[tuple[str, ...], Filed] = Remembered(stored)
"""The same, remembered."""

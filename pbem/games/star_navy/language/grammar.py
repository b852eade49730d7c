"""Commands and chains as words, and the readers of what is stored.

`UnreadableOrder` carries the error texts of the rule book's order table; what depends on the game's state is in `checks.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pbem.core.orders.envelope import suggest
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.star_navy.language import engine_grammar, setup_grammar
from pbem.games.star_navy.language.lexer import Words
from pbem.games.star_navy.language.order_phrases import conditions, leave, maybe_targets, retreat, section, targets
from pbem.games.star_navy.language.slate import SETUP_KEYS, Slate
from pbem.games.star_navy.language.syntax import HEADS
from pbem.games.star_navy.model.orders import (
    ANY,
    Alternative,
    Board,
    Chain,
    Command,
    EngineItem,
    Fire,
    Jump,
    LayMine,
    Nothing,
    Setup,
    TurnShip,
)
from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS, LEFTS, NOTHINGS, RIGHTS, TURN_SLOTS
from pbem.games.star_navy.model.tables import MAX_RANGE

MAX_ALTERNATIVES = 5
NO_SETUP = Setup()
COMMANDS = "TURN, FIRE, MINE, BOARD, NOTHING"
ORDER_HEADS = tuple(head for head in HEADS if head not in TURN_SLOTS + ENGINE_SLOTS)
FIRE_USAGE = "Write FIRE section, then as you like a number or ALL, AT ships, WITHIN range, IF conditions."
BOARD_USAGE = "Write BOARD, then as you like ships, RETREAT policy, LEAVE crew, IF conditions."
PLAIN_USAGE = "Alternatives begin with ELSE, conditions with IF."


def _turn(words: Words) -> Command:
    """SN-5.1: TURN L or TURN R."""
    shown = words.shown()
    if words.accept(*LEFTS):
        return TurnShip(-1)
    if words.accept(*RIGHTS):
        return TurnShip(1)
    number = words.maybe_number()
    hint = f"For the command of turn {number} write T{number}." if number else ""
    raise UnreadableOrder("TURN needs L or R" + (f', not "{shown}"' if shown else ""), hint)


def _left(words: Words) -> Command:
    return TurnShip(-1)


def _right(words: Words) -> Command:
    return TurnShip(1)


def _fire(words: Words) -> Command:
    """SN-5.6, SN-15.6, SN-15.7: FIRE section or ANY, then number, targets and range in any order."""
    where = words.accept(ANY) or section(words)
    number: int | None = None
    aimed: tuple[str, ...] = ()
    within = MAX_RANGE
    seen: set[str] = set()
    while (part := _fire_part(words)) and part not in seen:
        seen.add(part)
        if part == "number":
            number = None if words.accept("ALL") else words.maybe_number()
        elif part == "AT":
            words.take()
            aimed = targets(words, "AT")
        else:
            words.take()
            within = _within(words)
    return Fire(where, number, aimed, within)


def _fire_part(words: Words) -> str:
    """Which part of a FIRE order comes next."""
    if words.peek() in ("AT", "ON", "@"):
        return "AT"
    if words.peek() in ("WITHIN", "RANGE"):
        return "WITHIN"
    return "number" if words.peek() == "ALL" or words.peek().isdigit() else ""


def _within(words: Words) -> int:
    number = words.maybe_number()
    if number is None or not 1 <= number <= MAX_RANGE:
        raise UnreadableOrder("WITHIN must be 1 to 15")
    return number


def _mine(words: Words) -> Command:
    return LayMine()


def _drop(words: Words) -> Command:
    words.accept("MINE")
    return LayMine()


def _lay(words: Words) -> Command:
    if not words.accept("MINE"):
        raise UnreadableOrder("LAY needs MINE", "Write MINE or LAY MINE.")
    return LayMine()


def _board(words: Words) -> Command:
    """SN-5.14: BOARD, then targets, RETREAT, LEAVE."""
    words.accept("AT", "ON", "@")
    aimed = maybe_targets(words)
    flee = crew = ""
    while part := words.accept("RETREAT", "LEAVE"):
        if part == "RETREAT":
            flee = retreat(words)
        else:
            crew = leave(words)
    return Board(aimed, flee, crew)


def _nothing(words: Words) -> Command:
    return Nothing()


_READERS: dict[str, tuple[Callable[[Words], Command], str]] = {
    "TURN": (_turn, PLAIN_USAGE),
    **{word: (_left, PLAIN_USAGE) for word in LEFTS if word != "L"},
    **{word: (_right, PLAIN_USAGE) for word in RIGHTS if word != "R"},
    "FIRE": (_fire, FIRE_USAGE),
    "MINE": (_mine, PLAIN_USAGE),
    "DROP": (_drop, PLAIN_USAGE),
    "LAY": (_lay, PLAIN_USAGE),
    "BOARD": (_board, BOARD_USAGE),
    **{word: (_nothing, PLAIN_USAGE) for word in NOTHINGS},
}
COMMAND_HEADS = frozenset(_READERS)


def _alternative(words: Words) -> Alternative:
    """SN-15.4: one command with its IF conditions."""
    shown, head = words.shown(), words.take()
    if head not in _READERS:
        raise UnreadableOrder(f'unknown order "{shown}"; commands are {COMMANDS}', suggest(head, ORDER_HEADS))
    reader, usage = _READERS[head]
    found = Alternative(reader(words), conditions(words))
    if words.peek() != "ELSE":
        words.finish(usage)
    return found


def chain(words: Words) -> Chain:
    """SN-15.4: read alternatives separated by ELSE, to the end."""
    number = words.count("ELSE") + 1
    if number > MAX_ALTERNATIVES:
        raise UnreadableOrder(f"at most {MAX_ALTERNATIVES} alternatives; you gave {number}", kind="not allowed")
    found = [_alternative(words)]
    while words.accept("ELSE"):
        if not words.peek():
            raise UnreadableOrder("a command must follow ELSE", f"Commands are {COMMANDS}.")
        found.append(_alternative(words))
    return tuple(found)


@lru_cache(maxsize=4096)
def read_chain(text: str) -> Chain:
    """A stored chain. Raises ValueError for text that is none."""
    return chain(Words(text))


@lru_cache(maxsize=4096)
def read_engine(text: str) -> tuple[EngineItem, ...]:
    """Stored engine orders, separated by semicolons. Raises ValueError for text that is none."""
    return tuple(engine_grammar.engine_item(Words(part)) for part in text.split(";"))


@lru_cache(maxsize=4096)
def read_jump(text: str) -> Jump:
    """A stored JUMP, without that word. Raises ValueError for text that is none."""
    return engine_grammar.jump(Words(text))


class Filed(NamedTuple):
    """All that stands for one ship. The keys of `slots` are T1-T6, E1, E2 and JUMP; texts are without the slot's word."""

    setup: Setup
    policies: dict[str, str]
    standing: str
    slots: dict[str, str]


def stored(lines: list[str]) -> Filed:
    """A ship's canonical lines as data. Raises ValueError for lines that are not canonical."""
    slate = Slate.read(lines)
    setup = NO_SETUP
    for part in slate.lines(SETUP_KEYS):
        words = Words(part)
        words.take()
        setup = setup_grammar.setup(words, setup)
    return Filed(setup, slate.policies(), slate.standing(), slate.slots())


@lru_cache(maxsize=4096)
def read_stored(lines: tuple[str, ...]) -> Filed:
    """The same, remembered: standing and advance orders come again every turn."""
    return stored(list(lines))

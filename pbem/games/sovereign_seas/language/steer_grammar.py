"""Speed, helm and conditions as words (5.1: speed, move, steer, when)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, cast

from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.sovereign_seas.language.lexer import SIDES, Words
from pbem.games.sovereign_seas.model.geometry import Letter
from pbem.games.sovereign_seas.model.orders import (
    NEAREST,
    CircleRound,
    Close,
    Condition,
    Course,
    Follow,
    Keep,
    Move,
    RamHer,
    Side,
    Speed,
    Steer,
    SteerTo,
    Straight,
    When,
)

LETTER_FIRST = re.compile(r"(?:[FLRPS][0-9]{0,2})+")
DIGIT_FIRST = re.compile(r"(?=[0-9])(?:[0-9]{0,2}[FLRPS])+")
LETTER_NUMBER = re.compile(r"([FLRPS])([0-9]*)")
NUMBER_LETTER = re.compile(r"([0-9]*)([FLRPS])")
BLANKS = str.maketrans(",-", "  ")
MOST_LETTERS = 60
CONDITIONS = ("RANGE", "IMP", "HULL", "MAXSPEED", "FIRED", "SUNK")


def speed(words: Words) -> Speed:
    """SPEED 7, +2, -1, MAX, MIN, HOLD, MATCH x."""
    if word := words.accept("MAX", "MIN", "HOLD"):
        return Speed(cast(Literal["MAX", "MIN", "HOLD"], word))
    if words.accept("MATCH"):
        return Speed("MATCH", 0, words.own())
    sign = words.accept("+", "-")
    number = words.number()
    return Speed("BY", -number if sign == "-" else number) if sign else Speed("TO", number)


def stop(words: Words) -> Speed:
    """STOP is SPEED 0."""
    return Speed("TO", 0)


# ---------------------------------------------------------------- MOVE


def move(text: str) -> Move:
    """SSL-X.7: what follows MOVE: segments between bars, each of letters with numbers before or behind them."""
    segments = tuple("".join(_letters(token) for token in part.translate(BLANKS).split()) for part in text.upper().split("|"))
    if sum(map(len, segments)) > MOST_LETTERS:
        raise UnreadableOrder(f"a plan has at most {MOST_LETTERS} letters")
    return Move(segments, len(segments) > 1)


def _letters(token: str) -> str:
    """`F3L` is FFFL, and so is `3F1L`. P is L, S is R."""
    if LETTER_FIRST.fullmatch(token):
        found = LETTER_NUMBER.findall(token)
    elif DIGIT_FIRST.fullmatch(token):
        found = [(letter, number) for number, letter in NUMBER_LETTER.findall(token)]
    else:
        raise UnreadableOrder
    return "".join(_letter(letter) * int(number or 1) for letter, number in found)


def _letter(letter: str) -> Letter:
    return "F" if letter == "F" else cast(Letter, SIDES[letter])


# ---------------------------------------------------------------- steering


def steer(words: Words) -> Steer:
    """One steering order, its own first word included."""
    head = words.take()
    if head not in STEERS:
        raise UnreadableOrder("", "DO needs steering: STRAIGHT, COURSE, CIRCLE, STEER, CLOSE, KEEP, RAM or FOLLOW")
    return STEERS[head](words)


def _straight(words: Words) -> Steer:
    return Straight()


def _course(words: Words) -> Steer:
    """SSL-X.8: COURSE d [BY side]."""
    heading = words.direction()
    return Course(heading, cast(Side, words.side()) if words.accept("BY") else "")


def _circle(words: Words) -> Steer:
    return CircleRound(cast(Side, words.side()))


def _steer_to(words: Words) -> Steer:
    return SteerTo(words.hex())


def _target(words: Words) -> str:
    return words.accept(NEAREST) or words.foe()


def _close(words: Words) -> Steer:
    return Close(_target(words))


def _keep(words: Words) -> Steer:
    return Keep(words.number(), _target(words))


def _ram(words: Words) -> Steer:
    return RamHer(_target(words))


def _follow(words: Words) -> Steer:
    """SSL-X.6: FOLLOW x [GAP g]."""
    ship = words.own()
    return Follow(ship, words.number()) if words.accept("GAP") else Follow(ship)


STEERS: dict[str, Callable[[Words], Steer]] = {
    "STRAIGHT": _straight,
    "COURSE": _course,
    "CIRCLE": _circle,
    "STEER": _steer_to,
    "CLOSE": _close,
    "KEEP": _keep,
    "RAM": _ram,
    "FOLLOW": _follow,
}


# ---------------------------------------------------------------- WHEN


def when(words: Words) -> When:
    """SSL-X.9: WHEN condition DO steer."""
    condition = _condition(words)
    words.accept(",")
    if not words.accept("DO"):
        raise UnreadableOrder
    return When(condition, steer(words))


def _condition(words: Words) -> Condition:
    if words.peek() not in CONDITIONS:
        raise UnreadableOrder(f'unknown condition "{words.shown()}"; use {", ".join(CONDITIONS)}')
    match words.take():
        case "RANGE":
            target, op = _target(words), _operator(words)
            return Condition("RANGE", target, op, words.number())
        case "IMP":
            words.accept(">=", "=>")
            return Condition("IMP", number=words.number())
        case "HULL" | "MAXSPEED" as kind:
            if _operator(words) != "<=":
                raise UnreadableOrder
            return Condition(kind, op="<=", number=words.number())
        case "FIRED":
            return Condition("FIRED")
        case _:
            return Condition("SUNK", words.foe())


def _operator(words: Words) -> Literal["<=", ">="]:
    if words.accept("<=", "=<"):
        return "<="
    if words.accept(">=", "=>"):
        return ">="
    raise UnreadableOrder

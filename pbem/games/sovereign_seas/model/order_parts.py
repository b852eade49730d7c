"""The words of a line of orders, and the parts of orders that only this game has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from pbem.core.game.unit_ids import natural
from pbem.core.orders import order_words
from pbem.core.orders.parts import Draw, Either, Listed, Number, OneOf, OneWord, Part
from pbem.core.texts.envelope import UnreadableOrder, shortened
from pbem.games.sovereign_seas.model.tables import BRITISH, COUNTERS, FRENCH, GUNS, POSITIONS, TYPES, UNITS

COUNTER = re.compile(r"(BSIC|CBIC|SF|COV|LM|SM)[- ]?([0-9]+)")
ENEMY = {"": "", BRITISH: FRENCH, FRENCH: BRITISH}
CANNOT = 'cannot read "{order}"; '
NEAREST = "NEAREST"
AIMS = (NEAREST, "WEAKEST", "BIGGEST", "ANY", *TYPES)
MOST_LETTERS, MOST_BATTERIES = 60, 40


def counter_id(word: str, side: str) -> str:
    """2.1: the unit id of a printed counter name (BSIC-1) of a side; any other word as it is."""
    found = COUNTER.fullmatch(word)
    if found is None or not side:
        return word
    nation = "B" if side == BRITISH else "F"
    letters = nation + COUNTERS[found[1]] if found[1] in COUNTERS else found[1]
    return letters + found[2]


class Words(order_words.Words):
    """The words of one order of a side ("": of no matter which, in canonical words). A printed counter name is one word.

    In what is said `{order}` is the whole order, and `{named}` the next word, or that none is `named`.
    """

    TOKEN = re.compile(
        r"<=|>=|=<|=>|(?ai:BSIC|CBIC|COV|SF|LM|SM)[- ][0-9]+"
        r"|(?ai:SPEED|RANGE|IMP|BEAR|GAP|KEEP|HULL|MAXSPEED|MOVE|STEER|PLACE|TAKE)(?=[0-9])|[A-Za-z]+[0-9]*|[0-9]+|[^\s:]"
    )

    def __init__(self, text: str, side: str = "") -> None:
        super().__init__(text)
        self.side = side

    def refusal(self, why: str = "", legal: str = "", expected: str = "") -> UnreadableOrder:
        said = super().refusal(why.replace("{named}", self.shown() or "named"), legal)
        return UnreadableOrder(said.reason.replace("{order}", shortened(self._text)), said.legal)

    def finish(self, usage: str = "") -> None:
        if self.peek():
            raise self.refusal(CANNOT + '"{}" was not understood', usage)


class ShipName(OneWord[str]):
    """A ship's id, a counter's printed name (the own ship's, or the enemy's), or one of the `words` that mean some ship."""

    def __init__(self, kind: Literal["own", "foe"], *words: str) -> None:
        super().__init__(rf"{COUNTER.pattern}|[A-Z]+[0-9]*", kind, str)
        self.words = words
        self._is_own = kind == "own"

    def read(self, words: order_words.Words) -> str:
        side = words.side if isinstance(words, Words) else ""
        return counter_id(super().read(words), side if self._is_own else ENEMY[side])

    def draw(self, draw: Draw) -> str:
        return draw.pick((super().draw(draw), *self.words))


OWN = ShipName("own")
TARGET = ShipName("foe", NEAREST)
TARGETS: Listed[str] = Listed(ShipName("foe", *AIMS), most=(12, "a FIRE line has at most 12 targets"))
SIDE = OneOf(dict.fromkeys(("L", "LEFT", "P", "PORT"), "L") | dict.fromkeys(("R", "RIGHT", "S", "STARBOARD", "STBD"), "R"))


class Plan(Part[tuple[str, ...]]):
    """SSL-X.7: segments between bars, of letters with numbers before or behind them. `F3L` is FFFL, and so is `3F1L`."""

    _signs = str.maketrans(",-PS", "  LR")
    _forms = (
        (re.compile(r"(?:[FLR][0-9]{0,2})+"), re.compile(r"(?P<letter>[FLR])(?P<number>[0-9]*)")),
        (re.compile(r"(?:[0-9]{0,2}[FLR])+"), re.compile(r"(?P<number>[0-9]*)(?P<letter>[FLR])")),
    )

    def fits(self, words: order_words.Words) -> bool:
        return True

    def read(self, words: order_words.Words) -> tuple[str, ...]:
        text = words.rest().rstrip(".! ").upper().translate(order_words.QUOTES).translate(self._signs)
        segments = tuple("".join(self._letters(words, each) for each in part.split()) for part in text.split("|"))
        if sum(map(len, segments)) > MOST_LETTERS:
            raise UnreadableOrder(f"a plan has at most {MOST_LETTERS} letters")
        return segments

    def _letters(self, words: order_words.Words, written: str) -> str:
        for whole, each in self._forms:
            if whole.fullmatch(written):
                return "".join(found["letter"] * int(found["number"] or 1) for found in each.finditer(written))
        raise words.refusal()

    def write(self, value: tuple[str, ...]) -> str:
        return "|".join(segment or "-" for segment in value)

    def draw(self, draw: Draw) -> str:
        return draw.pick((" ", "|")).join(draw.pick(("F", "RF", "F2", "2F1L", "PFS", "-")) for _ in range(1 + draw.chance(4)))


class Battery(OneWord[str]):
    """A battery's id; `S1-S5` is five."""

    RUN = re.compile(r"([A-Z]+)([0-9]{1,2})")

    def __init__(self) -> None:
        super().__init__("[A-Z]+[0-9]*", "battery", str, but=("AT", "ARMOUR", "ARMOR", "CHEAP"))

    def read(self, words: order_words.Words) -> str:
        first = super().read(words)
        if words.accept("-"):
            words.put(self._run(words, first, super().read(words))[1:])
        return first

    def _run(self, words: order_words.Words, first: str, last: str) -> Sequence[str]:
        one, two = self.RUN.fullmatch(first), self.RUN.fullmatch(last)
        if one is None or two is None or one[1] != two[1] or not 0 <= int(two[2]) - int(one[2]) < MOST_BATTERIES:
            raise words.refusal()
        return [f"{one[1]}{number}" for number in range(int(one[2]), int(two[2]) + 1)]


class InBrackets(OneOf[tuple[str, ...]]):
    """Phrases in brackets."""

    def fits(self, words: order_words.Words) -> bool:
        return words.peek() == "["


def batteries(why: str = "") -> Listed[str]:
    """Ids, with commas or without."""
    return Listed(Battery(), ",", loose=True, most=(MOST_BATTERIES, "no ship has so many batteries"), why=why)


GROUPS = {word: (word,) for word in ("ALL", *POSITIONS, *GUNS)} | {"STARBOARD": ("STBD",), "TURRET": ("TURRETS",)}
GROUP: Either[tuple[str, ...]] = Either(
    OneOf(GROUPS),
    InBrackets({f"[ {code} ]": (code,) for code in GUNS}, f"{CANNOT}guns are {', '.join(GUNS)}"),
    batteries(f"{CANNOT}FIRE needs a group: FIRE ALL AT NEAREST"),
)


class Purchase(Part[tuple[str, int]]):
    """SSL-O6.1: `2 BC`, `2x BC`: unit letters, and how many."""

    _number = Number()
    _unit = OneWord("[A-Z]+[0-9]*", tuple(UNITS), str)

    def fits(self, words: order_words.Words) -> bool:
        return self._number.fits(words)

    def read(self, words: order_words.Words) -> tuple[str, int]:
        number = self._number.read(words) or 0
        words.accept("X")
        return self._unit.read(words), number

    def write(self, value: tuple[str, int]) -> str:
        unit, number = value
        return f"{number} {unit}"

    def draw(self, draw: Draw) -> str:
        return f"{1 + draw.chance(3)} {self._unit.draw(draw)}"


class Purchases(Listed[tuple[str, int]]):
    """In natural order, without those of which none is taken."""

    def read(self, words: order_words.Words) -> tuple[tuple[str, int], ...]:
        return tuple(sorted((each for each in super().read(words) if each[1]), key=lambda each: natural(each[0])))

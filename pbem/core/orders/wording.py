"""What the envelope knows of a game's language and of its units: where an order begins, what goes on with it, what is prose."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from pbem.core.orders.commands import COMMANDS, hint

NEVER = re.compile(r"(?!)")
CONTACT = re.compile(r"\S@\S+\.|://|www\.|(?:tel|fax|phone|mobile?|mob|cell)\b ?[.:+0-9]", re.I)
TOKEN = re.compile(r"\w+(?:[-'’]\w+)*")
COMMON = frozenset(
    [
        "A",
        "ALL",
        "AN",
        "AND",
        "ANY",
        "ARE",
        "AS",
        "AT",
        "BE",
        "BELOW",
        "BY",
        "C",
        "D",
        "DO",
        "E",
        "F",
        "FROM",
        "FULL",
        "GO",
        "HALF",
        "IF",
        "IN",
        "INTO",
        "IS",
        "IT",
        "L",
        "N",
        "NO",
        "NOT",
        "OF",
        "OFF",
        "ON",
        "ONLY",
        "OR",
        "OUR",
        "OUT",
        "P",
        "R",
        "S",
        "THE",
        "TO",
        "UNTIL",
        "UP",
        "W",
        "WHEN",
        "WITH",
        "YES",
        "YOU",
    ]
)
"""Words of orders that any sentence may have as well: they speak neither for an order nor against it."""
FILLERS = frozenset(["the", "my", "our", "your", "for", "and", "now", "to", "of", "ship", "unit", "vessel", "orders", "order"])
NEAR_HEAD = 0.8
NEAR_UNIT = 0.65
FEW_WORDS = 4


@dataclass(frozen=True)
class Wording:
    """A language as the envelope must know it; without `heads` every line is taken for an order.

    `heads` are the first words of orders, `words` all words (upper case: none opens a block). `goes_on` is how a line begins
    that continues the order above and cannot be one, `order_shape` a whole order without a first word. `reads` says whether
    a text is one order of any unit; `spelled` gives an order, or the head of a block, as the game reads it.
    """

    heads: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    goes_on: re.Pattern[str] = NEVER
    order_shape: re.Pattern[str] = NEVER
    reads: Callable[[str], bool] = bool
    spelled: Callable[[str], str] = str

    def begins(self, text: str) -> bool:
        """Does it begin as an order begins?"""
        return not self.heads or _first(text) in self.heads or bool(self.order_shape.fullmatch(text))

    def like_order(self, text: str, units: Units) -> bool:
        """Is a line an order, well written or not? Else it is prose.

        It is one with the first word of one (unless it is the beginning of a sentence), when half of its words are words of
        orders, when it is one word in capitals, and when it was meant for the service.
        """
        tokens = TOKEN.findall(text.upper())
        if not self.heads or self.order_shape.fullmatch(text) or (len(tokens) == 1 and _shouted(text)):
            return True
        strong = [token for token in tokens if token not in COMMON]
        near = bool(tokens) and _near(tokens[0][:20], self.heads)
        words = [token for token in strong if token in self.words or (_has_digit(token) and not token.isdigit())]
        known = len(words) + sum(token.isdigit() or (token in units.words and token not in words) for token in strong)
        if _first(text) in self.heads:
            return not units or len(tokens) <= FEW_WORDS or 4 * (known + (len(tokens) - len(strong))) >= len(tokens)
        if near and tokens[0] not in words:
            known += 1
        if CONTACT.search(text):
            return False
        half = (near or bool(words)) and 2 * known >= len(strong)
        return (half and (len(tokens) > 1 or near)) or _for_service(text, tokens)


def _first(text: str) -> str:
    return text.partition(" ")[0].strip(".,:;!?()[]").upper()


def _shouted(text: str) -> bool:
    word = text.strip(" .,:;!?")
    return len(word) > 1 and word.isascii() and word.isupper()


def _has_digit(token: str) -> bool:
    return any(c.isdigit() for c in token)


def _for_service(text: str, tokens: list[str]) -> bool:
    """Is it nearly a line to the service, `histroy 3`?"""
    if not hint(text):
        return False
    return ":" in text or _has_digit(text) or len(tokens) <= (1 if tokens[0] in COMMANDS else 3)


@lru_cache(maxsize=8192)
def _near(word: str, heads: frozenset[str]) -> bool:
    swapped = any(word[0] == head[0] and sorted(word) == sorted(head) for head in heads)
    return len(word) > 2 and (swapped or bool(difflib.get_close_matches(word, heads, n=1, cutoff=NEAR_HEAD)))


@dataclass(frozen=True)
class Units:
    """The units that a seat knows: `own` are those it orders, `names` has the name of each by its id ("" for none)."""

    own: Collection[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.own or self.names)

    @cached_property
    def heads(self) -> dict[str, str]:
        """What a head may say -> the unit's id; "" where several are called so."""
        found: dict[str, str] = {}
        for id, name in {**dict.fromkeys(self.own, ""), **self.names}.items():
            for key in {_key(name), _key(f"{id} {name}"), _key(f"{name} {id}")} - {""}:
                found[key] = "" if found.get(key, id) != id else id
        return found | {_key(id): id for id in {*self.own, *self.names}}

    @cached_property
    def words(self) -> frozenset[str]:
        """Every id, and every word of a name (upper case)."""
        return frozenset(word.upper() for id, name in self.heads.items() for word in (name, *id.split()))

    def named(self, text: str) -> str:
        """The unit that a text names and nothing else; "" if it is none, or not clear."""
        return self.heads.get(_key(text), "") if len(text) <= 80 else ""

    def hinted(self, text: str) -> str:
        """The own or known unit that a few words speak of, or one word is near to; "" if there is none."""
        words = _key(text).split() if len(text) <= 80 else []
        if not words or len(words) > FEW_WORDS:
            return ""
        spans = (" ".join(words[a:b]) for a in range(len(words)) for b in range(len(words), a, -1))
        exact = next((self.heads[span] for span in spans if span in self.heads), "")
        near = difflib.get_close_matches(words[0], self.heads, n=1, cutoff=NEAR_UNIT) if len(words) == 1 else []
        return exact or (self.heads[near[0]] if near else "")


def _key(text: str) -> str:
    return " ".join(word for word in TOKEN.findall(text.casefold()) if word not in FILLERS)


NO_UNITS = Units()
PLAIN = Wording()

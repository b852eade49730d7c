"""Whether a line is an order, well written or not, or prose: by its first word, and by how many of its words are of orders."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache

from pbem.core.texts.commands import COMMANDS, hint
from pbem.core.texts.units import WORD, Units
from pbem.core.texts.wording import Wording, first_word

COMMON = frozenset(
    (
        *("A", "ALL", "AN", "AND", "ANY", "ARE", "AS", "AT", "BE", "BELOW", "BY", "C", "D", "DO", "E", "F", "FROM", "FULL"),
        *("GO", "HALF", "IF", "IN", "INTO", "IS", "IT", "L", "N", "NO", "NOT", "OF", "OFF", "ON", "ONLY", "OR", "OUR", "OUT"),
        *("P", "R", "S", "THE", "TO", "UNTIL", "UP", "W", "WHEN", "WITH", "YES", "YOU"),
    )
)
"""Words of orders that any sentence may have as well: they speak neither for an order nor against it."""
CONTACT = re.compile(r"\S@\S+\.|://|www\.|(?:tel|fax|phone|mobile?|mob|cell)\b ?[.:+0-9]", re.I)
FEW = 4
"""So many words after the first word of an order are no sentence."""
NEAR = 0.8


def like_order(text: str, wording: Wording, units: Units) -> bool:
    """Is a line an order, rightly written or wrongly?

    It is one with the first word of an order, unless a sentence begins with it that does not read as one; when half of its
    words are words of orders; when it is one word in capitals; and when it was meant for the service.
    """
    begins = first_word(text) in wording.heads
    if begins and (text.count(" ") < FEW or not units or _shouted(text.partition(" ")[0], wording)):
        return True
    tokens = WORD.findall(text.upper())
    if not wording.heads or wording.order_shape.fullmatch(text) or (len(tokens) == 1 and _shouted(text, wording)):
        return True
    strong = [token for token in dict.fromkeys(tokens) if token not in COMMON]
    words = [token for token in strong if token in wording.words or (_has_digit(token) and not token.isdigit())]
    known = len(words) + sum(token.isdigit() or (token in units.words and token not in words) for token in strong)
    if begins:
        return len(tokens) <= FEW or 4 * known >= len(strong) or wording.reads(text)
    near = nearly_begins(text, wording)
    enough = 2 * (known + (near and tokens[0] not in words)) >= len(strong) and (near or (bool(words) and len(tokens) > 1))
    return (enough and not CONTACT.search(text)) or _for_service(text, tokens)


def nearly_begins(text: str, wording: Wording) -> bool:
    """Does a text begin like an order, but for a slip of the keys?"""
    return _near(first_word(text)[:20], wording.heads)


def _shouted(text: str, wording: Wording) -> bool:
    word = text.strip(" .,:;!?")
    return word.isascii() and word.isupper() and (len(word) > 1 or word in wording.words)


def _has_digit(token: str) -> bool:
    return any(c.isdigit() for c in token)


def _for_service(text: str, tokens: list[str]) -> bool:
    """Is it nearly a line to the service, `histroy 3`?"""
    return bool(hint(text)) and (":" in text or _has_digit(text) or len(tokens) <= (1 if tokens[0] in COMMANDS else 3))


@lru_cache(maxsize=8192)
def _near(word: str, heads: frozenset[str]) -> bool:
    """Is a word a first word of orders but for a slip of the keys?"""
    swapped = any(word[:1] == head[:1] and sorted(word) == sorted(head) for head in heads)
    return len(word) > 2 and (swapped or bool(difflib.get_close_matches(word, heads, n=1, cutoff=NEAR)))

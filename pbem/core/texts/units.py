"""The units that a seat knows, by whatever a line may call them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

WORD = re.compile(r"\w+(?:[-'’]\w+)*")
FILLERS = frozenset(["the", "my", "our", "your", "for", "and", "now", "to", "of", "ship", "unit", "vessel", "orders", "order"])
NEAR = 0.65
MAX_LENGTH = 80
MAX_WORDS = 4


@dataclass(frozen=True)
class Units:
    """`own` are those that the seat orders; `names` has the name of each unit that it knows by its id ("" for none)."""

    own: Collection[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.own or self.names)

    @cached_property
    def _called(self) -> dict[str, str]:
        """What a line may say -> the unit's id; "" where several are called so."""
        found: dict[str, str] = {}
        for id, name in {**dict.fromkeys(self.own, ""), **self.names}.items():
            for called in {_key(name), _key(f"{id} {name}"), _key(f"{name} {id}")} - {""}:
                found[called] = "" if found.get(called, id) != id else id
        return found | {_key(id): id for id in {*self.own, *self.names}}

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id."""
        return frozenset({*self.own, *self.names})

    @cached_property
    def words(self) -> frozenset[str]:
        """Every id, and every word of a name (upper case)."""
        return frozenset({*self.ids, *(word.upper() for called in self._called for word in called.split())})

    def named(self, text: str) -> str:
        """The unit that a text names, and nothing else; "" if it is none, or one of several."""
        return self._called.get(_key(text), "") if self._called and len(text) <= MAX_LENGTH else ""

    def hinted(self, text: str) -> str | None:
        """The unit that a few words speak of, or that a single word is nearly; "" if several are called so, None if none is."""
        words = _key(text).split() if self._called and len(text) <= MAX_LENGTH else []
        if not 0 < len(words) <= MAX_WORDS:
            return None
        spans = [" ".join(words[first:after]) for first in range(len(words)) for after in range(len(words), first, -1)]
        near = difflib.get_close_matches(words[0], self._called, n=1, cutoff=NEAR) if len(words) == 1 else []
        return next((self._called[each] for each in [*spans, *near] if each in self._called), None)


def _key(text: str) -> str:
    return " ".join(word for word in WORD.findall(text.casefold()) if word not in FILLERS)


NO_UNITS = Units()

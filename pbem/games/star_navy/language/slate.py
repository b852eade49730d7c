"""A ship's slate: its canonical orders by key, in the order in which a sheet lists them."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from pbem.games.star_navy.model.reserved_words import ENGINE_SLOTS, POLICIES, SLOTS
from pbem.games.star_navy.model.ships import Ship

SETUP_KEYS = ("SETUP WEAPONS", "SETUP SPEED", "SETUP PLACE")
NAMED = ("SETUP", "POLICY")
POLICY_KEYS = {p: f"POLICY {p}" for p in POLICIES}
KEYS = (*SETUP_KEYS, *POLICY_KEYS.values(), "STANDING", *SLOTS)


@dataclass
class Slate:
    """The current orders of one ship: key -> canonical texts without the key. Only E1 and E2 have more than one."""

    entries: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, lines: Iterable[str]) -> Slate:
        """From canonical lines. Raises ValueError for a line that is none."""
        slate = cls()
        for line in lines:
            key, space, text = line.partition(" ")
            if key in NAMED:
                name, space, text = text.partition(" ")
                key = f"{key} {name}"
            if key not in KEYS or not space:
                raise ValueError(f"{line!r} is no canonical order")
            slate.entries.setdefault(key, []).append(text)
        return slate

    @classmethod
    def of(cls, ship: Ship) -> Slate:
        """What the state holds for a ship: advance orders, standing orders, policies (SN-15.2, SN-15.10)."""
        stored = ship.stored
        slate = cls({slot: text.split("; ") if slot in ENGINE_SLOTS else [text] for slot, text in stored.slots.items()})
        slate.entries |= {f"POLICY {name}": [text] for name, text in stored.policies.items()}
        if stored.standing:
            slate.put("STANDING", stored.standing)
        return slate

    def put(self, key: str, *texts: str) -> None:
        """Replace what is under a key (SN-15.2); no texts: nothing is left."""
        self.entries.pop(key, None)
        if texts:
            self.entries[key] = list(texts)

    def clear(self) -> None:
        """CLEAR: forget turn, engine and jump orders; set-up, policies and the standing chain stay."""
        for slot in SLOTS:
            self.entries.pop(slot, None)

    def lines(self, keys: Container[str] = KEYS) -> list[str]:
        """The canonical lines, or those under some of the keys."""
        return [f"{key} {text}" for key in KEYS if key in self.entries and key in keys for text in self.entries[key]]

    def policies(self) -> dict[str, str]:
        """Policy name -> words."""
        return {p: self.entries[key][0] for p, key in POLICY_KEYS.items() if key in self.entries}

    def standing(self) -> str:
        """The standing chain, or ""."""
        return self.entries.get("STANDING", [""])[0]

    def slots(self) -> dict[str, str]:
        """Slot -> words; engine orders are joined by semicolons."""
        return {slot: "; ".join(self.entries[slot]) for slot in SLOTS if slot in self.entries}

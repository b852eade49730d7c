"""Fair dice: fixed by a secret before the orders, salted by all orders, provable roll by roll.

A game's secret seed is published as a hash when the game opens. Before a turn's orders, a Merkle root over that turn's roll
keys is published: one subtree per audience, so that the number of a roll counts only rolls its audience sees. The faces
of a roll come from its key and the digest of all sealed orders. `tools/verify_dice.py` checks all this from outside and
shares no code with it; `docs/dice.md` tells it in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from struct import Struct
from typing import Protocol

# Keys in each audience's subtree. The last one is no roll's key: keys of further rolls are derived from it, so a turn
# may make any number of rolls under a root of fixed cost. Nothing is given away by that: who may see one roll of an
# audience may see them all.
LEAVES = 8
LAST = LEAVES - 1
WORD = 1 << 32
WORDS = Struct(">8I")
BLOCK = 64
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def _mac(key: bytes, text: str) -> bytes:
    """HMAC-SHA-256 (RFC 2104), which is most of what a roll costs: the library's `hmac` takes 1.6 times as long."""
    block = key.ljust(BLOCK, b"\0") if len(key) <= BLOCK else _hashed(key)
    return sha256(block.translate(OUTER) + sha256(block.translate(INNER) + text.encode()).digest()).digest()


def _hashed(key: bytes) -> bytes:
    """In place of a key that is longer than a block. None of ours is."""
    return sha256(key).digest().ljust(BLOCK, b"\0")


class Mac:
    """The same for many texts under one key, which is hashed only once."""

    def __init__(self, key: bytes) -> None:
        block = key.ljust(BLOCK, b"\0") if len(key) <= BLOCK else _hashed(key)
        self._inner, self._outer = sha256(block.translate(INNER)), sha256(block.translate(OUTER))

    def __call__(self, text: str) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(text.encode())
        outer.update(inner.digest())
        return outer.digest()


def seed_hash(seed: bytes) -> str:
    """What is published of the seed when the game opens (hex)."""
    return sha256(seed).hexdigest()


def salt(seed: bytes, turn: int, seat: str) -> bytes:
    """The salt of a seat's order commitment. It follows from the seed, so the server cannot shop for a lucky one."""
    return _mac(seed, f"salt\n{turn}\n{seat}")


def blind(seed: bytes, turn: int) -> str:
    """The secret number that each resolution puts into the hash chain (hex)."""
    return _mac(seed, f"blind\n{turn}").hex()


def commitment(salt: bytes, orders: str, luck: str) -> str:
    """What a seat's sealed orders are known by until the game ends (hex)."""
    return _mac(salt, f"{orders}\nluck: {luck}").hex()


def digest(turn: int, commitments: Mapping[str, str]) -> str:
    """The hash of all commitments of a turn (hex): no face can be known before the last order is in."""
    lines = [f"turn {turn}", *(f"{seat} {commitments[seat]}" for seat in sorted(commitments))]
    return sha256("\n".join(lines).encode()).hexdigest()


def _leaf_key(seed: Mac, turn: int, audience: str, leaf: int) -> bytes:
    return seed(f"roll\n{turn}\n{audience}\n{leaf}")


def _leaves(seed: bytes, turn: int, audiences: Sequence[str]) -> list[bytes]:
    """The hashed keys of the whole tree."""
    mac = Mac(seed)
    keys = (_leaf_key(mac, turn, audience, leaf) for audience in audiences for leaf in range(LEAVES))
    return [sha256(b"\0" + key).digest() for key in keys]


def _levels(seed: bytes, turn: int, audiences: Sequence[str]) -> list[list[bytes]]:
    """The tree from its leaves to its top. To a power of two it is filled up with zeros, as far as a level needs one more."""
    level, zero = _leaves(seed, turn, audiences), bytes(32)
    levels = [level]
    while len(level) > 1:
        if len(level) % 2:
            level.append(zero)
        level = [sha256(b"\1" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=True)]
        zero = sha256(b"\1" + zero + zero).digest()
        levels.append(level)
    return levels


def merkle_root(seed: bytes, turn: int, audiences: Sequence[str]) -> str:
    """What is published of the turn's roll keys before its orders (hex).

    It covers the list of audiences too: without it, a server could say afterwards which subtree belongs to whom, and so
    choose between keys.
    """
    top = _levels(seed, turn, audiences)[-1][0]
    return sha256(b"\2" + top + "\n".join(audiences).encode()).hexdigest()


class Proof(Protocol):
    """Gives the key and Merkle path of a roll."""

    def __call__(self, audience: str, number: int) -> dict[str, object]: ...


def prover(seed: bytes, turn: int, audiences: Sequence[str]) -> Proof:
    """A function that proves rolls of this turn: leaf `index`, its key `k`, and the `path` of sibling hashes (hex)."""
    levels = _levels(seed, turn, audiences)

    def prove(audience: str, number: int) -> dict[str, object]:
        leaf = min(number, LAST)
        index = at = list(audiences).index(audience) * LEAVES + leaf
        path = []
        for level in levels[:-1]:
            path.append(level[at ^ 1].hex())
            at //= 2
        return {"index": index, "k": _leaf_key(Mac(seed), turn, audience, leaf).hex(), "path": path}

    return prove


def faces(key: bytes, digest: str, purpose: str, n: int, sides: int) -> list[int]:
    """`n` faces of dice with `sides` sides, by rejection sampling: every face is exactly as likely as every other."""
    found: list[int] = []
    limit, block = WORD - WORD % sides, 0
    while len(found) < n:
        stream = _mac(key, f"{digest}\n{n}d{sides} {purpose}\n{block}")
        for word in WORDS.unpack(stream):
            if word < limit:
                found.append(word % sides + 1)
            if len(found) == n:
                break
        block += 1
    return found


class Dice(Protocol):
    """Where faces come from. `number` is the roll's place among the turn's rolls of the same audience."""

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]: ...


class FairDice:
    """The dice of one turn."""

    def __init__(self, seed: bytes, turn: int, digest: str) -> None:
        self.turn, self.digest = turn, digest
        self._seed = Mac(seed)
        self._last: dict[str, Mac] = {}
        """By audience: what derives the keys of rolls beyond its subtree."""

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        """Faces of roll `number` of this audience."""
        return faces(self._key(audience, number), self.digest, purpose, n, sides)

    def _key(self, audience: str, number: int) -> bytes:
        if number < LAST:
            return _leaf_key(self._seed, self.turn, audience, number)
        if audience not in self._last:
            self._last[audience] = Mac(_leaf_key(self._seed, self.turn, audience, LAST))
        return self._last[audience](str(number))


class DiceMisuse(ValueError):
    """Scripted dice do not fit the rolls that are made; the message names the roll. `adjudicate` makes `BadCase` of it."""


class ScriptedDice:
    """Faces given beforehand, in roll order: for case files and tests."""

    def __init__(self, script: Iterable[int]) -> None:
        self.left = list(script)

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        """The next `n` faces of the script. Raises `DiceMisuse` when there are fewer, or one that such a die lacks."""
        if len(self.left) < n:
            raise DiceMisuse(f"the dice ran out at {n}d{sides} for {purpose}: {len(self.left)} left")
        taken, self.left = self.left[:n], self.left[n:]
        for face in taken:
            if not 1 <= face <= sides:
                raise DiceMisuse(f"{face} is no face of a d{sides} ({purpose})")
        return taken


def seeded(text: str) -> FairDice:
    """Real dice from a text, for case files with `"seed"`, benchmarks and tests."""
    return FairDice(sha256(text.encode()).digest(), 1, "")

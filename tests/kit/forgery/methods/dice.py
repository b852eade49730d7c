"""Falsified dice, seeds, digests and seals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from events.base import EVERYONE, NOBODY, Draft
from events.platform import SeedDrawn, SeedRevealed
from pbem.core.dice import fair_dice
from tests.kit.forgery.log import Log, fact, nobody, places, put
from tests.kit.forgery.play_on import played_on
from tests.kit.forgery.seals import resealed
from tests.kit.forgery.ways import HEADS, LOOSE, Crime, Forgery, Way, ready

OTHER = sha256(b"a seed of the forger's own").digest()
FairDice = fair_dice.FairDice


class OneLoaded(FairDice):
    """Fair dice, but for the turn's first roll: it shows the next face of each die."""

    loaded = False

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        thrown = super().throw(audience, number, purpose, n, sides)
        if self.loaded:
            return thrown
        self.loaded = True
        return [face % sides + 1 for face in thrown]


def from_other_seed(seed: bytes, turn: int, digest: str) -> FairDice:
    return FairDice(OTHER, turn, digest)


class OtherDigest(FairDice):
    """Dice of the seed, but salted by another digest; should the first roll be the fair one all the same, by the next."""

    salted = ""

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        fair = super().throw(audience, number, purpose, n, sides)
        if self.salted:
            return fair_dice.faces(self._key(audience, number), self.salted, purpose, n, sides)
        self.salted = self.digest
        thrown = fair
        while thrown == fair:
            self.salted = sha256(self.salted.encode()).hexdigest()
            thrown = fair_dice.faces(self._key(audience, number), self.salted, purpose, n, sides)
        return thrown


def ways(crime: Crime) -> Iterator[Way]:
    yield from _rolls(crime)
    yield from _turns(crime)
    yield from _seeds(crime)
    yield from _openings(crime)


def _way(name: str, story: str, forge: Callable[[], Forgery], needs: str = "") -> Way:
    return Way(name, story, forge, needs)


def _rolls(crime: Crime) -> Iterator[Way]:
    """Single rolls, with all that follows from them left as it was."""
    log, turn = crime.log, crime.resolution(crime.rolling()[0])
    rolls = [place for place in places(log, "game.rolled") if turn.begin < place < turn.end]
    first, last = rolls[0], rolls[-1]
    changed: dict[str, tuple[int, dict[str, Any]]] = {
        "first roll of a turn": (first, {"faces": _turned(log, first)}),
        "last roll of a turn": (last, {"faces": _turned(log, last)}),
        "one die more": (first, {"faces": [*log[first].data["faces"], 1]}),
        "other die": (first, {"sides": log[first].data["sides"] * 2}),
        "other purpose": (first, {"purpose": "who goes first"}),
        "other number": (last, {"number": log[last].data["number"] + 1}),
    }
    for name, (place, fields) in changed.items():
        forgery = Forgery(put(log, place, log[place].saying(**fields), instead_of=1), place)
        yield _way(f"dice: {name}", "one roll is another one", ready(forgery))
    audience = NOBODY if log[first].audience == EVERYONE else EVERYONE
    hidden = Forgery(resealed(put(log, first, log[first]._replace(audience=audience), instead_of=1), first), first)
    yield _way(
        "dice: for other readers", "a roll is thrown with the keys of another audience, and sealed again", lambda: hidden
    )
    gone = Forgery(resealed(put(log, first, instead_of=1), first), first)
    yield _way("dice: a roll too few", "a roll is not made; the keys of those after it move up", ready(gone))


def _turned(log: Log, place: int) -> list[int]:
    data = log[place].data
    return [face % data["sides"] + 1 for face in data["faces"]]


def _turns(crime: Crime) -> Iterator[Way]:
    """All dice of a turn, and what they really lead to, in it and in all turns after it."""
    log = crime.log
    for doing in crime.rolling():
        turn = crime.resolution(doing)
        number = log[turn.begin].turn
        roll = next(place for place in places(log, "game.rolled") if place > turn.begin)
        for name, dice in (
            ("one loaded roll", OneLoaded),
            ("of another seed", from_other_seed),
            ("of another digest", OtherDigest),
        ):

            def forge(begin: int = turn.begin, number: int = number, dice: Any = dice, roll: int = roll) -> Forgery:
                return Forgery(played_on(crime.table, log, begin, {number: dice}), roll)

            yield _way(f"dice {name}, played on: {doing}", "the turn and all after it are played with them", forge)
    lock = crime.resolution("resolved 3").begin
    other = sha256(b"another digest").hexdigest()
    salted = Forgery(put(log, lock, log[lock].saying(digest=other), instead_of=1), lock)
    yield _way("digest: another", "the turn is said to be salted by another digest", ready(salted))
    begin = crime.resolution(crime.rolling()[0]).begin
    number = log[begin].turn
    lucky = next(place for place in places(log, "game.orders_filed") if log[place].turn == number)
    said = put(log, lucky, log[lucky].saying(luck="for the King"), instead_of=1)
    sealed = Forgery(resealed(said, lucky), begin, LOOSE)
    yield _way("luck: other words, dice rolled again", "seal, digest and dice follow from other words of luck", ready(sealed))
    on = Forgery(played_on(crime.table, said, lucky), lucky)
    yield _way("luck: other words, played on", "seals, dice and all later turns follow", ready(on), HEADS)


def _seeds(crime: Crime) -> Iterator[Way]:
    log, drawn = crime.log, crime.find("game.seed_drawn", "opening")
    seed, at = log[drawn].data["seed"], log[drawn].at
    other = log[drawn].saying(seed=OTHER.hex())
    hashed = log[0].saying(seed_hash=fair_dice.seed_hash(OTHER))
    twice = put(log, drawn + 1, other)
    yield _way("seed: drawn twice", "a second seed, with nothing said of it", lambda: Forgery(twice, drawn + 1))
    yield _way(
        "seed: drawn twice, used", "all dice are those of the second", lambda: Forgery(resealed(twice, drawn + 1), drawn + 1)
    )
    second = crime.begin("away")
    late = put(log, second, nobody(SeedDrawn(OTHER.hex()), log[second].turn, log[second - 1].at))
    yield _way("seed: drawn in a turn", "a new seed in the middle of the game", lambda: Forgery(resealed(late, second), second))
    swapped = put(log, drawn, other, instead_of=1)
    yield _way(
        "seed: another than published", "its hash is not that of the opening", lambda: Forgery(resealed(swapped, drawn), drawn)
    )
    both = put(put(log, 0, hashed, instead_of=1), drawn, other, instead_of=1)
    roots = next(place for place in places(log, "game.turn_opened"))
    rolled = next((place for place in places(log, "game.rolled") if place < roots), roots)
    yield _way(
        "seed: another, dice kept", "seed and hash are others, the dice as they were", lambda: Forgery(both, rolled, LOOSE)
    )
    outcomes = Forgery(resealed(both), rolled, LOOSE)
    yield _way("seed: another, outcomes kept", "all dice follow from another seed, what they led to does not", ready(outcomes))
    early = put(log, second, fact(Draft(SeedRevealed(seed), log[second].turn), log[second - 1].at))
    yield _way("seed: revealed early", "everybody is told the seed while the game goes on", lambda: Forgery(early, second))
    inside = put(log, drawn + 1, fact(Draft(SeedRevealed(seed)), at))
    yield _way("seed: revealed at the opening", "everybody is told the seed at once", lambda: Forgery(inside, drawn + 1))


def _openings(crime: Crime) -> Iterator[Way]:
    """What was published before the orders."""
    log, opened = crime.log, crime.find("game.turn_opened", "resolved 2")
    data = log[opened].data
    foreign = fair_dice.merkle_root(OTHER, data["turn"], data["audiences"])
    fewer = data["audiences"][:-1]
    seed = bytes.fromhex(log[crime.find("game.seed_drawn", "opening")].data["seed"])
    changed = {
        "root: of another seed": {"root": foreign},
        "root: for fewer readers": {"audiences": fewer, "root": fair_dice.merkle_root(seed, data["turn"], fewer)},
        "root: of the turn before": {"root": fair_dice.merkle_root(seed, data["turn"] - 1, data["audiences"])},
        "root: readers in another order": {
            "audiences": data["audiences"][::-1],
            "root": fair_dice.merkle_root(seed, data["turn"], data["audiences"][::-1]),
        },
    }
    for name, fields in changed.items():
        forgery = Forgery(put(log, opened, log[opened].saying(**fields), instead_of=1), opened)
        yield _way(name, "what is published of the dice before the orders is another", ready(forgery))

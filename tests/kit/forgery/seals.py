"""What a forger who knows the secret seed does after a change: seals, digests and dice follow from the orders again."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.core.dice import fair_dice
from pbem.core.texts.envelope import OrderSheet
from tests.kit.forgery.log import Fact, Log


@dataclass
class _Sealer:
    """The secrets of one game, as they are after the facts so far."""

    seed: bytes = b""
    filed: dict[str, str] = field(default_factory=dict)
    dice: fair_dice.FairDice = field(default_factory=lambda: fair_dice.FairDice(b"", 0, ""))
    numbers: dict[str, int] = field(default_factory=dict)

    def take(self, each: Fact) -> Fact:
        made = (
            getattr(self, f"_{each.type.partition('.')[2]}", lambda same: same)(each) if each.type.startswith("game.") else each
        )
        assert isinstance(made, Fact)
        return made

    def _seed_drawn(self, each: Fact) -> Fact:
        self.seed, self.filed = bytes.fromhex(each.data["seed"]), {}
        self._new_dice(each.turn, "")
        return each

    def _new_dice(self, turn: int, digest: str) -> None:
        self.dice, self.numbers = fair_dice.FairDice(self.seed, turn, digest), {}

    def _turn_opened(self, each: Fact) -> Fact:
        self.filed = {}
        return each.saying(root=fair_dice.merkle_root(self.seed, each.data["turn"], each.data["audiences"]))

    def _orders_filed(self, each: Fact) -> Fact:
        salt = fair_dice.salt(self.seed, each.data["turn"], each.data["seat"])
        sealed = fair_dice.commitment(salt, OrderSheet(each.data["sheet"]).text(), each.data["luck"])
        self.filed[each.data["seat"]] = sealed
        return each.saying(salt=salt.hex(), commitment=sealed)

    def _turn_locked(self, each: Fact) -> Fact:
        digest = fair_dice.digest(each.data["turn"], self.filed)
        self._new_dice(each.data["turn"], digest)
        return each.saying(commitments=dict(self.filed), digest=digest)

    def _blinded(self, each: Fact) -> Fact:
        return each.saying(blind=fair_dice.blind(self.seed, each.turn))

    def _rolled(self, each: Fact) -> Fact:
        number = self.numbers.get(each.audience, 0)
        self.numbers[each.audience] = number + 1
        thrown = self.dice.throw(each.audience, number, each.data["purpose"], len(each.data["faces"]), each.data["sides"])
        return each.saying(number=number, faces=thrown)


def resealed(log: Log, since: int = 0) -> Log:
    """The log with right seals, digests, blinds, roots and dice from index `since` on; all else is as it was."""
    sealer, made = _Sealer(), []
    for place, each in enumerate(log):
        sealed = sealer.take(each)
        made.append(sealed if place >= since else each)
    return tuple(made)

"""The forger who really plays on: from a falsified place all later turns are resolved by the service's own code.

What people did is left as it was: orders, mails, acts of the game master. Bots are asked again, positions taken up again.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from events.base import Draft
from events.platform import GameEnded, OrdersFiled, SeedRevealed
from pbem.core.dice import fair_dice
from pbem.core.state import codec
from pbem.core.state.players import bot_name
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.current_orders import AGAIN, BY_BOT, filing, read_orders
from pbem.service.games.bot_turns import bot_orders
from pbem.service.games.opening import open_turn
from pbem.service.turns.close import resolve
from tests.kit.forgery.log import Fact, Log, fact
from tests.kit.forgery.tables import Table

Dice = Mapping[int, Any]
"""What takes the place of `FairDice` in these turns: called with seed, turn and digest."""


@dataclass
class _Game:
    """A log that grows, with the record that it folds into, and the position at the end of each turn."""

    table: Table
    dice: Dice
    record: Record = field(init=False)
    log: list[Fact] = field(default_factory=list)
    ends: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    filed: dict[tuple[int, str], OrdersFiled] = field(default_factory=dict)
    turn: int = 0

    def __post_init__(self) -> None:
        self.record = Record(self.table.context.games, self.table.stream)

    def keep(self, each: Fact) -> None:
        """This happens."""
        if each.turn > self.turn:
            self.ends[self.turn] = codec.dump(self.record.state), self.record.knowledge.dump()
            self.turn = each.turn
        event = each.event
        if isinstance(event, OrdersFiled):
            self.filed[event.turn, event.seat] = event
        self.log.append(each)
        self.record.apply(event, each.audience)

    def say(self, draft: Draft, at: str) -> None:
        self.keep(fact(draft, at))

    @property
    def seed(self) -> bytes:
        return bytes.fromhex(self.record.ledger.seed)

    def take(self, each: Fact) -> None:
        """The next fact of the old log, as it follows from what there is now."""
        if follow := FOLLOWING.get(each.type):
            follow(self, each)
        else:
            self.keep(each)

    def file(self, each: Fact) -> None:
        """A bot's orders are asked for again, those of people are sealed again; a turn played again has those it had."""
        filed = each.event
        assert isinstance(filed, OrdersFiled)
        name, (by, *words) = self._bot(filed), filed.source.split(" ")
        if by == AGAIN:
            filed = self.filed[int(words[0]), filed.seat]
        sheet = OrderSheet(filed.sheet)
        if name and filed.seat in self.record.game.rules.due(self.record.state):
            text = bot_orders(self.table.context, self.record, filed.seat, name)
            sheet = read_orders(self.record, filed.seat, text).sheet
        self.say(filing(self.record, filed.seat, sheet, filed.luck, each.data["source"]), each.at)

    def _bot(self, filed: OrdersFiled) -> str:
        by, *words = filed.source.split(" ")
        stands_in = "for" in words
        return (words[0] if stands_in else bot_name(self.record.ledger.players.get(filed.seat, ""))) if by == BY_BOT else ""

    def send(self, each: Fact) -> None:
        """The words of press are kept outside of the log; they are sealed again."""
        salt = hmac.digest(self.seed, f"press\n{each.data['source']}\n1".encode(), "sha256")
        query = "SELECT text FROM press WHERE digest = ?"
        (words,) = self.table.context.database.con.execute(query, (each.data["digest"],)).fetchone()
        self.keep(each.saying(salt=salt.hex(), digest=hmac.digest(salt, words.encode(), "sha256").hex()))

    def open(self, each: Fact) -> None:
        self.say(open_turn(self.seed, each.turn, self.record.ledger.seats, self.record.ledger.crews), each.at)

    def blind(self, each: Fact) -> None:
        self.keep(each.saying(blind=fair_dice.blind(self.seed, each.turn)))

    def reveal(self, each: Fact) -> None:
        self.keep(each.saying(seed=self.record.ledger.seed))

    def restore(self, each: Fact) -> None:
        state, known = self.ends[each.data["turn"]]
        self.keep(each.saying(state=state, known=known))

    def resolve(self, at: str) -> bool:
        """Play the open turn. Is the game over?"""
        turn = self.record.ledger.turn
        with mock.patch.object(fair_dice, "FairDice", self.dice.get(turn, fair_dice.FairDice)):
            drafts = resolve(self.record)
        self.log += [fact(draft, at) for draft in drafts]
        verdict = self.record.game.rules.verdict(self.record.state)
        if verdict:
            ended = GameEnded(verdict.winners, verdict.text)
            self.log += [fact(Draft(each, turn, "End"), at) for each in (ended, SeedRevealed(self.record.ledger.seed))]
        return verdict is not None


FOLLOWING: dict[str, Callable[[_Game, Fact], None]] = {
    "game.orders_filed": _Game.file,
    "game.press_sent": _Game.send,
    "game.turn_opened": _Game.open,
    "game.blinded": _Game.blind,
    "game.seed_revealed": _Game.reveal,
    "game.state_restored": _Game.restore,
}
"""What follows from what was before; all else people did."""


def played_on(table: Table, log: Log, since: int, dice: Dice | None = None) -> Log:
    """The log as it is before index `since`, then played on; it ends sooner when the game does."""
    game, skipping = _Game(table, dice or {}), False
    for place, each in enumerate(log):
        if skipping:
            skipping = each.type != "game.turn_closed"
        elif place < since:
            game.keep(each)
        elif each.type == "game.turn_locked":
            skipping = True
            if game.resolve(each.at):
                break
        else:
            game.take(each)
    return tuple(game.log)

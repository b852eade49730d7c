"""Play any game in process, with bots or any orders, and keep what happened."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from events.base import Draft, Event, visible
from events.codec import encode
from events.platform import Rolled
from pbem.campaign.played import PLAYED
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.protocol import Chance, Game
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.state.codec import dump
from pbem.core.state.ledger import Ledger, audiences
from pbem.core.texts.envelope import OrderSheet
from tests.rulebook.campaign.battle_ends import battle_end

GAMES = PLAYED
"""What the kit holds for: the rule books, and campaigns, whose battles end by lot."""
AnyGame = Game[Any]
Orders = Callable[[AnyGame, Any, str, Chance], str]
"""(game, what the seat knows, seat, chance) -> order text."""


def chance_from(text: str) -> Chance:
    """Chance that is the same for the same text."""
    drawn = 0

    def chance(n: int) -> int:
        nonlocal drawn
        drawn += 1
        return int.from_bytes(hashlib.sha256(f"{text} {drawn}".encode()).digest()[:8], "big") % n

    return chance


def by_bot(names: Mapping[str, str]) -> Orders:
    """Each seat ordered by the bot of this name."""
    return lambda game, known, seat, chance: game.planning.bots[names[seat]](known, chance)


def mixed_bots(game: AnyGame, scenario: str) -> dict[str, str]:
    """Every bot of the game at some seat, as far as there are seats."""
    names = list(game.planning.bots)
    seats = game.rules.seats(scenario, game.scenarios.options(scenario, {}))
    return {seat.id: names[number % len(names)] for number, seat in enumerate(seats)}


def seated(game: AnyGame, scenario: str, options: Mapping[str, Any] | None = None) -> Ledger:
    """The scenario's seats, sides and crews, as the service knows them."""
    seats = game.rules.seats(scenario, game.scenarios.options(scenario, options or {}))
    crews = {seat.id: seat.crew for seat in seats if seat.crew}
    return Ledger(seats={seat.id: seat.side for seat in seats}, crews=crews)


def readers(game: AnyGame, scenario: str, options: Mapping[str, Any] | None = None) -> dict[str | None, frozenset[str]]:
    """The ids that every seat, and last a spectator (None), answers to."""
    ledger = seated(game, scenario, options)
    return {seat: ledger.reader(seat) for seat in (*ledger.seats, None)}


def known_audiences(game: AnyGame, scenario: str) -> list[str]:
    """All that dice may be rolled for."""
    ledger = seated(game, scenario)
    return audiences(ledger.seats, ledger.crews)


def no_orders(game: AnyGame, state: Any, seat: str, chance: Chance) -> str:
    """Nobody ever sends a mail."""
    return ""


@dataclass
class WatchedTurn(Turn[Any]):
    """A turn that remembers each event's payload as it was emitted."""

    written: list[str] = field(default_factory=list)

    def emit(self, event: Event, rule: str, audience: str) -> None:
        super().emit(event, rule, audience)
        self.written.append(encode(event))


@dataclass
class Played:
    """A game after some turns. `drafts` are all events from set-up on; `texts` the orders by turn and seat.

    `written` are the payloads of all events but rolls, each as it was when it had just been applied. `readers` are the ids that
    each reader answers to; `begun` gives what a reader knew of a position that no events led to.
    """

    game: AnyGame
    state: Any
    readers: dict[str | None, frozenset[str]] = field(default_factory=dict)
    begun: Callable[[str | None], Any] | None = None
    drafts: list[Draft] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    texts: list[dict[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _told: dict[str | None, tuple[Any, int]] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.game.rules.verdict(self.state) is not None

    def known(self, seat: str | None) -> Any:
        """What a reader knows now: folded from what they were shown so far."""
        if self.state.over:
            return replace(self.state, reader=seat)
        known, heard = self._told.get(seat) or ((self.begun or self.game.rules.blank)(seat), 0)
        for draft in self.drafts[heard:]:
            if not isinstance(draft.event, Rolled) and visible(draft.audience, self.readers[seat]):
                self.game.rules.apply(known, draft.event)
        self._told[seat] = known, len(self.drafts)
        return known

    def kept(self, change: Callable[[dict[str, Any]], None] = lambda dumped: None) -> Played:
        """This position for itself, which no further turn touches; `change` may change its JSON, and what each reader knows."""
        game = self.game

        def changed(state: Any) -> dict[str, Any]:
            dumped: dict[str, Any] = dump(state)
            change(dumped)
            return dumped

        state = codec.read(type(self.state), changed(self.state))
        known = {seat: replace(codec.read(type(state), changed(self.known(seat))), reader=seat) for seat in self.readers}
        return Played(game, state, self.readers, known.__getitem__)


def open_play(game: AnyGame, scenario: str, options: Mapping[str, Any], seed: str) -> Played:
    """The opening position."""
    turn = WatchedTurn(game.rules.apply, game.rules.blank(), seeded(f"{seed} set-up"), 0)
    game.rules.setup(turn, scenario, game.scenarios.options(scenario, options))
    return Played(game, turn.state, readers(game, scenario, options), drafts=turn.drafts, written=turn.written)


def play_turn(played: Played, orders: Orders, seed: str, number: int) -> list[Draft]:
    """One turn: every asked seat's orders through the parser, then the rules. Returns the turn's events."""
    game, state = played.game, played.state
    sheets: dict[str, OrderSheet] = {}
    texts: dict[str, str] = {}
    for seat in game.rules.due(state):
        known = played.known(seat)
        texts[seat] = orders(game, known, seat, chance_from(f"{seed} {number} {seat}"))
        parsed = game.orders.read(known, seat, texts[seat], game.orders.sheet(known, seat))
        played.problems += [f"turn {number} {seat}: {problem}" for problem in parsed.problems]
        sheets[seat] = parsed.sheet
    turn = WatchedTurn(game.rules.apply, state, seeded(f"{seed} {number}"), number)
    for event, audience in battle_end(state, chance_from(f"{seed} {number} battle")):
        turn.emit(event, "", audience)
    game.rules.resolve(turn, sheets)
    played.drafts += turn.drafts
    played.written += turn.written
    played.texts.append(texts)
    return turn.drafts


def play(game: AnyGame, scenario: str, options: Mapping[str, Any], orders: Orders, seed: str, turns: int) -> Played:
    """Play until the game is over or `turns` turns are done."""
    played = open_play(game, scenario, options, seed)
    for _ in turns_of(played, orders, seed, turns):
        pass
    return played


def turns_of(played: Played, orders: Orders, seed: str, turns: int) -> Iterator[tuple[int, list[Draft]]]:
    """Turn by turn: (number, its events)."""
    for number in range(1, turns + 1):
        if played.over:
            return
        yield number, play_turn(played, orders, seed, number)

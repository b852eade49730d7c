"""Whole games held against the rule book: an auditor with tables of its own reckons every event again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from events.base import EVERYONE, Draft
from events.platform import Rolled
from events.sovereign_seas import battle, opening, sailing
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.state import State
from tests.kit.playing import chance_from
from tests.rulebook.sovereign_seas.audit.auditor import SECRET, SET_UP, Audit, AuditFailed
from tests.rulebook.sovereign_seas.builders.known import known

OTHERWISE: dict[str, Any] = {
    "impulses": 3,
    "fp_set": "1112",
    "to_hit_row": "twos",
    "strike_face": "even",
    "gun_a": "b",
    "bellerophon_log": "page2",
    "defense_track": "eleven",
    "decel_div": 3,
    "boiler_div": 3,
    "crit_hull": 1,
    "no_magazine": "sink",
    "severe_base": "taken",
    "severe_penetrates": "on",
    "count_current_turn": "on",
    "wreck_blocks": "on",
    "edge": "wall",
    "ram_miss": "back",
    "same_hex_fire": "none",
    "hidden_logs": "on",
}
"""Every option of the rules the other way."""


@dataclass(frozen=True)
class LevelDice:
    """Dice that throw every number of strikes equally often, so that what is rare in play comes about in a few games."""

    seed: str

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        chance = int.from_bytes(sha256(f"{self.seed} {audience} {number}".encode()).digest()[:8], "big")
        if n == 1:
            return [1 + chance % sides]
        odd = chance % (n + 1)
        return [1] * odd + [2] * (n - odd)


@dataclass(frozen=True)
class BotGame:
    """A game: by bots, or by simple-minded admirals."""

    scenario: str
    orders: str
    seed: str
    otherwise: bool = False

    @property
    def options(self) -> dict[str, Any]:
        return SOVEREIGN_SEAS.scenarios.options(self.scenario, OTHERWISE if self.otherwise else {})

    def text(self, state: State, seat: str, turn: int) -> str:
        """What an admiral writes."""
        if self.orders != "brawl":
            bot = SOVEREIGN_SEAS.planning.bots[self.orders]
            return bot(known(state, seat), chance_from(f"{self.seed} {turn} {seat}"))
        if state.stages:
            return "CARRY ON"
        ships = state.of_seat(seat)
        return "\n".join(f"{ship.id}: SPEED MAX; OPEN RANGE 5; {HELMS[n % len(HELMS)]}" for n, ship in enumerate(ships))


HELMS = ("RAM NEAREST", "CLOSE NEAREST; AVOID NONE", "KEEP 2 NEAREST", "MOVE RRRRRRRR; EXIT ON")
BRAWLS = [
    BotGame("fleet-engagement", "brawl", "a"),
    BotGame("fleet-engagement", "brawl", "b", otherwise=True),
    BotGame("blockade-breakout", "brawl", "c"),
    BotGame("convoy-attack", "brawl", "d", otherwise=True),
    BotGame("defense-magenta", "brawl", "e"),
    BotGame("bellerophon-ocean", "brawl", "f", otherwise=True),
    BotGame("cruisers", "brawl", "g"),
]
BOT_GAMES = [*BRAWLS, BotGame("design-your-own", "random", "h"), BotGame("fleet-engagement", "random", "i", otherwise=True)]
bot_games = pytest.mark.parametrize("bot_game", BOT_GAMES, ids=str)


@cache
def played(bot_game: BotGame) -> tuple[State, list[Draft]]:
    """The whole game through the parser, as in play, but with level dice."""
    game, state = SOVEREIGN_SEAS, State()
    turn = Turn(game.rules.apply, state, LevelDice(bot_game.seed), 0)
    game.rules.setup(turn, bot_game.scenario, bot_game.options)
    drafts = list(turn.drafts)
    while due := game.rules.due(state):
        number = turn.number + 1
        texts = {seat: bot_game.text(state, seat, number) for seat in due}
        turn = Turn(game.rules.apply, state, LevelDice(f"{bot_game.seed} {number}"), number)
        game.rules.resolve(turn, parsed(state, texts))
        drafts += turn.drafts
    return state, drafts


def parsed(state: State, texts: Mapping[str, str]) -> dict[str, OrderSheet]:
    """Mails of some seats as sheets."""
    sheets = {seat: SOVEREIGN_SEAS.orders.sheet(state, seat) for seat in texts}
    return {seat: SOVEREIGN_SEAS.orders.read(state, seat, text, sheets[seat]).sheet for seat, text in texts.items()}


@bot_games
def test_every_event_is_borne_out_by_the_rule_book(bot_game: BotGame) -> None:
    """SSL-F.1: the sequence of section 3, each roll where it is due, and all that comes of the dice."""
    state, drafts = played(bot_game)
    kept = Audit(drafts).game().ships
    for id, ship in state.ships.items():
        own = kept[id]
        assert (ship.hex, ship.heading, ship.speed, ship.count) == (own.hex, own.heading, own.speed, own.count)
        assert (ship.log.marked, ship.log.lost, set(ship.log.gone), ship.fate) == (own.marked, own.lost, own.gone, own.fate)
        assert (ship.log.jam, ship.log.jam_until, ship.log.command_until) == (own.jam, own.jam_until, own.command_until)


def pile() -> list[Draft]:
    """The British cruiser runs into two ships that lie in one hex."""
    game, state = SOVEREIGN_SEAS, State()
    turn = Turn(game.rules.apply, state, LevelDice("pile"), 0)
    game.rules.setup(turn, "cruisers", game.scenarios.options("cruisers", {}))
    for ship, hex, speed in (("BF1", "1013", 9), ("FF1", "1010", 0), ("FF2", "1010", 0)):
        turn.emit(opening.ShipPlaced(ship, hex, 0, speed), "SSL-E.1", EVERYONE)
    texts = {"gb": "BF1: AVOID NONE; HOLD FIRE", "fr": "FF1: STOP; HOLD FIRE\nFF2: STOP; HOLD FIRE"}
    first = Turn(game.rules.apply, state, LevelDice("pile 1"), 1)
    game.rules.resolve(first, parsed(state, texts))
    return turn.drafts + first.drafts


def test_all_that_can_happen_is_audited() -> None:
    """SSL-J1.3 too: the games together have every kind of event of sailing and battle that is not one admiral's alone."""
    seen = Audit(pile()).game().seen
    for bot_game in BRAWLS:
        seen += Audit(played(bot_game)[1]).game().seen
    happenings = {event for module in (sailing, battle) for event in vars(module).values() if event in SOVEREIGN_SEAS.events}
    assert {event.__name__ for event in happenings - {*SECRET, battle.Silent, battle.Conceded}} <= set(seen)
    assert seen["SalvoFired"] > 200


# ---------------------------------------------------------------- the audit itself


def forged(drafts: list[Draft]) -> Iterator[tuple[str, list[Draft]]]:
    """The log with one event left out, or one number of it another: the first event of each kind, and each of its fields."""
    first = {type(draft.event): at for at, draft in reversed(list(enumerate(drafts)))}
    for kind, at in first.items():
        if kind in (*SECRET, *SET_UP, battle.Silent, battle.GameDecided):
            continue
        yield f"no {kind.__name__}", drafts[:at] + drafts[at + 1 :]
        told = vars(drafts[at].event)
        for name, value in told.items():
            if isinstance(value, int) and (kind, name) != (Rolled, "number"):
                event = kind(**{**told, name: not value if isinstance(value, bool) else value + 1})
                yield f"{kind.__name__}.{name}", [*drafts[:at], replace(drafts[at], event=event), *drafts[at + 1 :]]


@pytest.mark.parametrize("bot_game", BRAWLS[4:], ids=str)
def test_nothing_can_be_forged(bot_game: BotGame) -> None:
    """An event that is missing, or a number that is one too high, does not get past the auditor."""
    forgeries = list(forged(played(bot_game)[1]))
    assert len(forgeries) > 40
    for name, drafts in forgeries:
        with pytest.raises(AuditFailed):
            Audit(drafts).game()
            pytest.fail(name)

#!/usr/bin/env python3
"""Long runs that must find nothing: bots play whole games, and each game is checked against its own log.

    python tools/soak.py stingray --games 500 --bot random --mixed-options     500 games, the scenarios in turn
    python tools/soak.py stingray tanker-run --games 50 --bot mixed --leak 50   one scenario, and nothing hidden may be told

Every order goes through the parser, the dice have the keys of the service, and every game must end. Then it is resolved once
more from its log: events decoded from their stored text, orders parsed from their canonical text, each turn over the state
folded up to it. The same events must come of it, byte for byte, and the state that the rules ended with.
In the first --leak games no event and no roll may have a wider audience than the rule book's table allows; what a record says
that a reader knows must be what folds from that reader's part of the log alone; and all is made of it that readers are shown:
templates, panels, drawings and receipts. Drawings of great maps are slow: with --pictures 10 they are made before every tenth
turn only.
Exit 1 at the first finding, with game, scenario, options, seed and turn; 2 for wrong use.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from events import codec
from events.base import NOBODY, Draft
from events.platform import GameOpened, OrdersFiled, SeedDrawn
from pbem.campaign.simulate import chance_from
from pbem.core.dice import fair_dice
from pbem.core.game.options import Choice, NoScenario
from pbem.core.game.protocol import Chance
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.core.state.ledger_handlers import HANDLERS
from pbem.core.state.record import Games, Record
from pbem.games import GAMES
from pbem.service.games.opening import open_turn
from pbem.service.turns.close import resolve
from tools.balance import AnyGame, WrongUse, at_least, checked_bot
from tools.simulation.recheck import STREAM, Finding, Row, located, play_again, stored

MIXED = "mixed"
LONGEST = 400
"""Turns after which a game counts as endless."""
STEP = 50
"""Games for each line that is printed."""


@dataclass(frozen=True)
class BotGame:
    """A game to be played, all in words, so that another process can play it. `options` is the full set, `bots` by seat."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    bots: Mapping[str, str]
    seed: str
    leak: bool
    pictures: int = 1
    """With `leak`: turns from one comparison of the drawings to the next."""

    def __str__(self) -> str:
        return (
            f"{self.game} {self.scenario}, seed {self.seed!r}, options {json.dumps(self.options)}, bots {json.dumps(self.bots)}"
        )


@dataclass
class Totals:
    """What was played."""

    games: int = 0
    turns: int = 0
    events: int = 0

    def add(self, other: Totals) -> None:
        self.games, self.turns, self.events = self.games + other.games, self.turns + other.turns, self.events + other.events


# ---------------------------------------------------------------- playing


@dataclass
class Play:
    """A game under way. `ends` holds the state's JSON after set-up and after each turn."""

    record: Record
    log: list[Row] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)

    def note(self, *drafts: Draft) -> None:
        """Write down, and apply what the service does; what the rules did is in the state already."""
        self.log += map(stored, drafts)
        for draft in drafts:
            if type(draft.event) in HANDLERS:
                self.record.apply(draft.event, draft.audience)

    def end_turn(self, turn: int) -> None:
        """The turn is over: keep the state, and open the next one unless the game has ended."""
        record = self.record
        self.ends.append(codec.encode_json(dump(record.state)))
        ended = record.game.rules.verdict(record.state) is not None
        if ended == bool(record.game.rules.due(record.state)):
            raise Finding(f"turn {turn}: {'orders are owed after' if ended else 'nobody owes orders before'} the verdict")
        if not ended:
            ledger = record.ledger
            self.note(open_turn(bytes.fromhex(ledger.seed), turn + 1, ledger.seats, ledger.crews))


def play(games: Games, wanted: BotGame) -> Play:
    """The whole game. Raises `Finding`."""
    played = Play(Record(games, STREAM))
    record = played.record
    with located(record):
        _play(played, wanted)
    return played


def _play(played: Play, wanted: BotGame) -> None:
    record = played.record
    set_up(played, wanted)
    chances = {seat: chance_from(f"{wanted.seed} {seat}") for seat in wanted.bots}
    while owing := record.game.rules.due(record.state):
        turn = record.ledger.turn
        if turn > LONGEST:
            raise Finding(f"turn {turn}: the game does not end")
        played.note(*[filed(record, seat, wanted.bots[seat], chances[seat]) for seat in owing])
        played.log += map(stored, resolve(record))
        played.end_turn(turn)


def set_up(played: Play, wanted: BotGame) -> None:
    """The opening position, and turn 1 open."""
    game = played.record.games[wanted.game]
    seats = game.rules.seats(wanted.scenario, wanted.options)
    seed = sha256(wanted.seed.encode()).digest()
    crews = {seat.id: seat.crew for seat in seats if seat.crew}
    sides = {seat.id: seat.side for seat in seats}
    event = GameOpened(
        wanted.game, game.rules_version, wanted.scenario, "", dict(wanted.options), sides, crews, fair_dice.seed_hash(seed), 0.0
    )
    played.note(Draft(event), Draft(SeedDrawn(seed.hex()), audience=NOBODY))
    turn = Turn(game.rules.apply, played.record.state, fair_dice.FairDice(seed, 0, ""), 0)
    game.rules.setup(turn, wanted.scenario, wanted.options)
    played.record.note(turn.drafts)
    played.log += map(stored, turn.drafts)
    played.end_turn(0)


def filed(record: Record, seat: str, bot: str, chance: Chance) -> Draft:
    """What a bot writes, read and sealed as a mail would be. Raises `Finding`."""
    game, known, turn = record.game, record.known(seat), record.ledger.turn
    text = game.planning.bots[bot](known, chance)
    parsed = game.orders.read(known, seat, text, game.orders.sheet(known, seat))
    if parsed.problems:
        raise Finding(f"turn {turn}, {seat}: {'; '.join(map(str, parsed.problems))}\n{text}")
    salt = fair_dice.salt(bytes.fromhex(record.ledger.seed), turn, seat)
    sealed = fair_dice.commitment(salt, parsed.sheet.text(), "")
    sheet = {unit: list(lines) for unit, lines in parsed.sheet.units.items()}
    return Draft(OrdersFiled(seat, turn, sheet, "", salt.hex(), sealed, ""), turn, "Orders", "", seat)


# ---------------------------------------------------------------- options


FEW = 50
"""Numbers tried of an option that has no end."""


def values(choice: Choice) -> list[str | float]:
    """Some legal values of an option: all its words, or the smallest numbers."""
    if choice.words:
        return list(choice.words)
    least = int(choice.least)
    return [least + choice.step * n for n in range(FEW) if least + choice.step * n <= choice.most]


def options(game: AnyGame, scenario: str, chance: Chance | None) -> dict[str, Any]:
    """The defaults, or with `chance` any legal value of each."""
    if chance is None:
        return game.scenarios.options(scenario, {})
    legal = {name: values(choice) for name, choice in game.scenarios.choices(scenario).items()}
    return game.scenarios.options(scenario, {name: some[chance(len(some))] for name, some in legal.items()})


# ---------------------------------------------------------------- runs


def bot_games(game: AnyGame, given: argparse.Namespace) -> Iterator[BotGame]:
    """The scenarios in turn. Raises `NoScenario`, `WrongUse`."""
    scenarios = [game.scenarios.find(name).key for name in given.scenario or game.scenarios]
    bots = list(game.planning.bots) if given.bot == MIXED else [checked_bot(game, given.bot or next(iter(game.planning.bots)))]
    for number in range(given.games):
        scenario = scenarios[number % len(scenarios)]
        seed = f"{given.seed} {scenario} {number}"
        chance = chance_from(f"{seed} who and what")
        full = options(game, scenario, chance if given.mixed_options else None)
        crew = {seat.id: bots[chance(len(bots))] for seat in game.rules.seats(scenario, full)}
        yield BotGame(game.key, scenario, full, crew, seed, number < given.leak, given.pictures)


def tried(wanted: BotGame, games: Games = GAMES) -> Totals | str:
    """What was played, or what was found."""
    try:
        played = play(games, wanted)
        play_again(games, played.log, played.ends, wanted.leak, wanted.pictures)
    except Finding as e:
        return f"{wanted}\n{e}"
    return Totals(1, len(played.ends) - 1, len(played.log))


def run(found: Iterator[Totals | str]) -> int:
    """Add up and print; the exit code."""
    begun, totals = time.monotonic(), Totals()
    for each in found:
        if isinstance(each, str):
            print(each, file=sys.stderr)
            return 1
        totals.add(each)
        if totals.games % STEP == 0:
            print(_line(totals, begun), flush=True)
    print(f"nothing found: {_line(totals, begun)}")
    return 0


def _line(totals: Totals, begun: float) -> str:
    seconds = time.monotonic() - begun
    return f"{totals.games} games, {totals.turns} turns, {totals.events} events, {seconds:.0f} seconds"


def arguments() -> argparse.ArgumentParser:
    """The arguments."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0], epilog="Examples and the method are at the head of this file."
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("scenario", nargs="*", help="default: all")
    parser.add_argument("--games", type=at_least(1), default=100, help="games in all (default 100)")
    parser.add_argument("--bot", help=f"on all seats (default: the game's first), or `{MIXED}`: any bot on each")
    parser.add_argument("--mixed-options", action="store_true", help="any legal value of each option")
    parser.add_argument("--leak", type=at_least(0), default=0, metavar="M", help="check in the first M games what readers see")
    parser.add_argument(
        "--pictures", type=at_least(1), default=1, metavar="N", help="compare drawings every N turns (default 1)"
    )
    parser.add_argument("--jobs", type=at_least(1), default=1, help="processes that play")
    parser.add_argument("--seed", default="soak", help="any text; another one gives other games")
    return parser


def main(words: Sequence[str]) -> int:
    """Play, print, and return the exit code."""
    parser = arguments()
    given = parser.parse_args(words)
    try:
        queue = list(bot_games(GAMES[given.game], given))
    except (NoScenario, WrongUse) as e:
        parser.error(str(e))
    if given.jobs == 1:
        return run(tried(wanted) for wanted in queue)
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        return run(pool.imap(tried, queue, chunksize=2))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Is a scenario balanced, and which bot is the stronger? Bots play whole games, and the results are counted.

    python tools/balance.py star_navy                                      every scenario, 200 games each
    python tools/balance.py star_navy wolf-pack --bot aggressive           one, with this bot on all seats
    python tools/balance.py star_navy wolf-pack --bot red=cautious         another bot on all seats of a side
    python tools/balance.py star_navy first-blood --duel aggressive,random bot against bot, on each side in turn

The same arguments give the same figures, whatever --jobs is: the dice of each game come from --seed, the scenario and the
game's number. Intervals are 95 %: Wilson's for shares of games; normal (mean +- 1.96 standard errors) for turns and losses.
A victory that several sides share counts for each of them. A turn is a deadline, so an option that changes what one deadline
plays changes the turns. Exit 1 when a bot writes orders with problems, which are printed; 2 for wrong use.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from events.base import Draft
from events.platform import Rolled
from pbem.campaign.simulate import BadOrders, chance_from
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.options import NoScenario
from pbem.core.game.protocol import Bot, Chance, Game, Seat
from pbem.core.game.report_parts import Losses
from pbem.core.game.turn import Turn
from pbem.core.state.knowledge import Knowledge
from pbem.core.state.ledger import Ledger
from pbem.core.texts.envelope import OrderSheet
from pbem.games import GAMES

AnyGame = Game[Any]
Z = 1.96
"""Standard errors on either side of a 95 % interval."""


class WrongUse(ValueError):
    """No such bot or side, or an argument of another form; the message names the legal ones."""


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Match:
    """A game to be played, all in words, so that another process can play it. `bots` is by seat, `options` the full set."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    bots: Mapping[str, str]
    seed: str


@dataclass(frozen=True)
class Outcome:
    """How a match ended. `losses` is by side, or by bot in a duel of bots."""

    winners: list[str]
    turns: int
    losses: Mapping[str, Losses]


def orders(game: AnyGame, known: Any, seat: str, bot: Bot[Any], chance: Chance) -> OrderSheet:
    """What a bot writes, read as a mail would be. Raises `BadOrders`."""
    text = bot(known, chance)
    parsed = game.orders.read(known, seat, text, game.orders.sheet(known, seat))
    if parsed.problems:
        raise BadOrders(f"{seat}: {'; '.join(str(problem) for problem in parsed.problems)}\n{text}")
    return parsed.sheet


def readers(game: AnyGame, match: Match) -> dict[str | None, frozenset[str]]:
    """The ids that each seat answers to."""
    seats = game.rules.seats(match.scenario, match.options)
    ledger = Ledger(seats={seat.id: seat.side for seat in seats}, crews={seat.id: seat.crew for seat in seats if seat.crew})
    return {seat.id: ledger.reader(seat.id) for seat in seats}


def tell(knowledge: Knowledge, drafts: Sequence[Draft]) -> None:
    """The events of a turn, to all whom they are for."""
    knowledge.tell((draft.event, draft.audience) for draft in drafts if not isinstance(draft.event, Rolled))


def play(match: Match) -> Outcome:
    """A whole game. Raises `BadOrders` naming the match."""
    game = GAMES[match.game]
    state, knowledge = game.rules.blank(), Knowledge(game, readers(game, match))
    opening = Turn(game.rules.apply, state, seeded(match.seed), 0)
    game.rules.setup(opening, match.scenario, match.options)
    tell(knowledge, opening.drafts)
    chances = {seat: chance_from(f"{match.seed} {seat}") for seat in match.bots}
    turns = 0
    while due := game.rules.due(state):
        turns += 1
        try:
            sheets = {
                seat: orders(game, knowledge.of(seat), seat, game.planning.bots[match.bots[seat]], chances[seat])
                for seat in due
            }
        except BadOrders as e:
            raise BadOrders(f"{match.scenario}, seed {match.seed!r}, turn {turns}, {e}") from None
        turn = Turn(game.rules.apply, state, seeded(f"{match.seed} {turns}"), turns)
        game.rules.resolve(turn, sheets)
        tell(knowledge, turn.drafts)
    verdict = game.rules.verdict(state)
    return Outcome(list(verdict.winners) if verdict else [], turns, dict(game.rules.losses(state)))


def play_all(matches: Sequence[Match], jobs: int) -> list[Outcome]:
    """All matches, in their order, shared out among `jobs` processes."""
    if jobs == 1:
        return [play(match) for match in matches]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return list(pool.imap(play, matches, chunksize=max(1, len(matches) // (8 * jobs))))


# ---------------------------------------------------------------- who plays what


def crews(game: AnyGame, seats: Sequence[Seat], wanted: Sequence[str]) -> dict[str, str]:
    """The bot of each seat: `NAME` for all, `SIDE=NAME` for a side, else the game's first. Raises `WrongUse`."""
    by_side: dict[str, str] = {}
    for text in wanted:
        side, _, name = text.rpartition("=")
        checked_bot(game, name)
        named = {seat.side for seat in seats if side.lower() in ("", seat.side.lower())}
        if not named:
            raise WrongUse(f"no side {side!r}; sides are {', '.join(sides_of(seats))}")
        by_side |= dict.fromkeys(named, name)
    return {seat.id: by_side.get(seat.side, next(iter(game.planning.bots))) for seat in seats}


def checked_bot(game: AnyGame, name: str) -> str:
    """The name of a bot of this game. Raises `WrongUse`."""
    if name not in game.planning.bots:
        raise WrongUse(f"no bot {name!r}; bots of {game.key} are {', '.join(game.planning.bots)}")
    return name


def sides_of(seats: Sequence[Seat]) -> list[str]:
    """The sides in the order of their first seats."""
    return list(dict.fromkeys(seat.side for seat in seats))


def duellists(game: AnyGame, text: str) -> tuple[str, str]:
    """The two bots of `--duel A,B`. Raises `WrongUse`."""
    first, comma, second = text.partition(",")
    if not comma or first == second:
        raise WrongUse(f"--duel {text}: write two different bots, like {','.join(list(game.planning.bots)[:2])}")
    return checked_bot(game, first), checked_bot(game, second)


def as_duel(outcome: Outcome, own: str, names: tuple[str, str]) -> Outcome:
    """The outcome by bot: the first had side `own`, the second all others."""
    first, second = names
    winners = [first] * (own in outcome.winners) + [second] * any(side != own for side in outcome.winners)
    others = [losses for side, losses in outcome.losses.items() if side != own]
    rest = Losses(sum(each.lost for each in others), sum(each.units for each in others))
    return Outcome(winners, outcome.turns, {first: outcome.losses[own], second: rest})


# ---------------------------------------------------------------- counting


class Interval(NamedTuple):
    """A figure, and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def text(self, scale: float = 1.0, digits: int = 1) -> str:
        """`45.0 (38.3 to 51.9)`."""
        value, low, high = (f"{scale * x:.{digits}f}" for x in self)
        return f"{value} ({low} to {high})"


def wilson(wins: int, games: int) -> Interval:
    """A share of games with Wilson's interval."""
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return Interval(share, max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def mean(values: Sequence[float]) -> Interval:
    """The mean of at least two counts, none below 0, with its normal interval."""
    middle = statistics.fmean(values)
    reach = Z * statistics.stdev(values) / math.sqrt(len(values))
    return Interval(middle, max(0.0, middle - reach), middle + reach)


@dataclass(frozen=True)
class Party:
    """A side, or a bot in a duel of bots: its share of wins, and what it lost of `units` in the average game."""

    name: str
    bots: list[str]
    wins: Interval
    lost: Interval
    units: float


@dataclass(frozen=True)
class Balance:
    """What came of a scenario's games."""

    scenario: str
    games: int
    draws: Interval
    turns: Interval
    parties: list[Party]


def count(scenario: str, bots: Mapping[str, list[str]], outcomes: Sequence[Outcome]) -> Balance:
    """Add up; `bots` holds those of each party, in the order of the report."""
    games = len(outcomes)
    parties = [
        Party(
            name,
            crew,
            wilson(sum(name in outcome.winners for outcome in outcomes), games),
            mean([outcome.losses[name].lost for outcome in outcomes]),
            statistics.fmean(outcome.losses[name].units for outcome in outcomes),
        )
        for name, crew in bots.items()
    ]
    draws = wilson(sum(not outcome.winners for outcome in outcomes), games)
    return Balance(scenario, games, draws, mean([outcome.turns for outcome in outcomes]), parties)


def measure(game: AnyGame, scenario: str, given: argparse.Namespace) -> Balance:
    """Play and count one scenario. Raises `NoScenario`, `WrongUse`, `BadOrders`."""
    key = game.scenarios.find(scenario).key
    options = game.scenarios.options(key, dict(given.option))
    seats = game.rules.seats(key, options)
    seeds = [f"{given.seed} {key} {number}" for number in range(given.games)]
    if not given.duel:
        bots = crews(game, seats, given.bot)
        outcomes = play_all([Match(game.key, key, options, bots, seed) for seed in seeds], given.jobs)
        manned = {side: sorted({bots[seat.id] for seat in seats if seat.side == side}) for side in sides_of(seats)}
        return count(key, manned, outcomes)
    names, sides = duellists(game, given.duel), sides_of(seats)
    owns = [sides[number % len(sides)] for number in range(given.games)]
    pairs = [{seat.id: names[seat.side != own] for seat in seats} for own in owns]
    matches = [Match(game.key, key, options, bots, seed) for bots, seed in zip(pairs, seeds, strict=True)]
    outcomes = [as_duel(x, own, names) for x, own in zip(play_all(matches, given.jobs), owns, strict=True)]
    return count(key, {name: [name] for name in names}, outcomes)


# ---------------------------------------------------------------- printing


def lines(balance: Balance) -> Iterator[str]:
    """For a terminal."""
    yield f"{balance.scenario}: {balance.games} games, {balance.turns.text()} turns"
    for party in balance.parties:
        lost = f"lost {party.lost.text(digits=2)} of {party.units:.4g} units"
        yield f"  {party.name:12} {party.wins.text(100)} % wins, {lost} ({', '.join(party.bots)})"
    yield f"  {'draws':12} {balance.draws.text(100)} %"


def markdown(balances: Sequence[Balance]) -> Iterator[str]:
    """A table for a rule book: a line for each side, the scenario's own figures in its first."""
    yield "| scenario | side | bot | wins % | draws % | turns | units lost |"
    yield "|---|---|---|---|---|---|---|"
    for balance in balances:
        own = [f"`{balance.scenario}`", balance.draws.text(100), balance.turns.text()]
        for party in balance.parties:
            scenario, draws, turns = own
            lost = f"{party.lost.text(digits=2)} of {party.units:.4g}"
            cells = [scenario, party.name, ", ".join(party.bots), party.wins.text(100), draws, turns, lost]
            yield f"| {' | '.join(cells)} |"
            own = ["", "", ""]


def as_json(balances: Sequence[Balance]) -> str:
    """The figures as an array; intervals are objects."""
    return json.dumps([_plain(asdict(balance)) for balance in balances], indent=1)


def _plain(value: Any) -> Any:
    """`value` with every named tuple as an object."""
    if isinstance(value, Interval):
        return value._asdict()
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value


# ---------------------------------------------------------------- command line


def option(text: str) -> tuple[str, str]:
    """`name=value`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not name=value")
    return name, value


def at_least(least: int) -> Any:
    """Reads a whole number from `least` on."""

    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} on")
        return int(text)

    return whole_number


def arguments() -> argparse.ArgumentParser:
    """The arguments."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0], epilog="Examples and the method are at the head of this file."
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("scenario", nargs="*", help="default: all")
    parser.add_argument("--games", type=at_least(2), default=200, help="games of each scenario (default 200)")
    parser.add_argument("--bot", action="append", default=[], metavar="[SIDE=]NAME", help="default: the game's first bot")
    parser.add_argument("--duel", metavar="A,B", help="bot against bot: A on one side, each in turn, B on all others")
    parser.add_argument("--option", action="append", default=[], type=option, metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--seed", default="balance", help="any text; another one gives other dice")
    parser.add_argument("--jobs", type=at_least(1), default=1, help="processes that play")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="a table for a rule book")
    form.add_argument("--json", action="store_true")
    return parser


def main(words: Sequence[str]) -> int:
    """Play, print, and return the exit code."""
    parser = arguments()
    given = parser.parse_args(words)
    if given.duel and given.bot:
        parser.error("--duel names the bots of all seats; leave --bot away")
    game = GAMES[given.game]
    try:
        balances = [measure(game, scenario, given) for scenario in given.scenario or game.scenarios]
    except (NoScenario, WrongUse) as e:
        parser.error(str(e))
    except BadOrders as e:
        print(e, file=sys.stderr)
        return 1
    if given.json:
        print(as_json(balances))
    else:
        print("\n".join(markdown(balances) if given.markdown else (line for each in balances for line in lines(each))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

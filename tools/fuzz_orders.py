#!/usr/bin/env python3
"""Read order texts that nobody would write: none may raise, and none may take long.

    python tools/fuzz_orders.py --texts 1000000      of all games in turn
    python tools/fuzz_orders.py stingray --seed 7    of one, others than before

A text is a few lines that the game's random bot draws from the whole language, for a position of a game by bots, and then
spoilt: words left out, doubled, swapped, or replaced by other words of the language, ids, numbers and odd characters; lines
broken, numbered, marked or mixed with prose. It is read as the order desk reads it. Exit 1 at the first exception, or when a
text took more than --most milliseconds of processor time, in the best of three readings.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pbem.core.texts.units import Units
from pbem.games import GAMES
from tests.kit.playing import AnyGame, by_bot, mixed_bots, open_play, play_turn

ODD = (
    "",
    "\u00a0",
    "\u200b",
    "٣",
    "²",
    "½",
    "–1",
    "９",
    "#",
    ";",
    "|",
    "*",
    "_",
    ">",
    ":",
    "END",
    "@",
    "9" * 40,
    "A" * 200,
    "﷽" * 9,
)
PROSE = (
    "Hope this finds you well",
    "Dear all,",
    "see you on Sunday",
    "Orders for turn 1:",
    "1.",
    "2)",
    "- ",
    "> ",
    "The Stalingrad:",
)
MOST_LINES = 40
TURNS = 3
"""Turns after which a position is left."""


@dataclass
class Position:
    """A seat's knowledge, and the words that may be mixed into its orders."""

    game: AnyGame
    known: Any
    seat: str
    words: Sequence[str]

    def read(self, text: str) -> None:
        """As the order desk reads it."""
        orders = self.game.orders
        sheet = orders.sheet(self.known, self.seat)
        orders.parse(
            self.known, self.seat, orders.open(text, Units(list(sheet.units), self.game.report.names(self.known))), sheet
        )


def positions(game: AnyGame, chance: Random) -> list[Position]:
    """Each seat that owes orders in a game of a few turns by bots, of any scenario."""
    scenario = chance.choice(list(game.scenarios))
    played = open_play(game, scenario, game.scenarios.options(scenario, {}), str(chance.random()))
    for turn in range(1, 1 + chance.randrange(TURNS)):
        if game.rules.due(played.state):
            play_turn(played, by_bot(mixed_bots(game, scenario)), str(chance.random()), turn)
    known = {seat: played.kept().known(seat) for seat in game.rules.due(played.state)}
    words = sorted(game.orders.wording.words)
    return [Position(game, state, seat, [*words, *game.report.names(state)]) for seat, state in known.items()]


def spoilt(text: str, words: Sequence[str], chance: Random) -> str:
    """A text with a few things changed."""
    lines = text.split("\n")
    chance.shuffle(lines)
    lines = lines[: 1 + chance.randrange(8)]
    for _ in range(chance.randrange(6)):
        at = chance.randrange(len(lines))
        lines[at] = chance.choice(CHANGES)(lines[at].split(" "), words, chance)
    return "\n".join("\n".join(lines).split("\n")[:MOST_LINES])


def _without(line: list[str], words: Sequence[str], chance: Random) -> str:
    del line[chance.randrange(len(line))]
    return " ".join(line)


def _twice(line: list[str], words: Sequence[str], chance: Random) -> str:
    return " ".join(line * chance.choice((2, 2, 2, 5)))


def _other(line: list[str], words: Sequence[str], chance: Random) -> str:
    line[chance.randrange(len(line))] = chance.choice((*words, *ODD, str(chance.randrange(10_000))))
    return " ".join(line)


def _mixed(line: list[str], words: Sequence[str], chance: Random) -> str:
    chance.shuffle(line)
    return chance.choice((" ", "\n", ",", ";")).join(line)


def _marked(line: list[str], words: Sequence[str], chance: Random) -> str:
    return f"{chance.choice(PROSE)}{chance.choice(('', ' ', chr(10)))}{chance.choice(('*', '_', ''))}{' '.join(line)}"


CHANGES: Sequence[Callable[[list[str], Sequence[str], Random], str]] = (_without, _twice, _other, _other, _mixed, _marked)


def milliseconds(position: Position, text: str) -> float:
    """Processor time of a reading."""
    began = time.thread_time()
    position.read(text)
    return 1000 * (time.thread_time() - began)


def run(games: Sequence[AnyGame], texts: int, seed: str, most: float) -> int:
    """Read so many texts; the exit code."""
    chance, slowest, done = Random(seed), 0.0, 0
    while done < texts:
        for position in positions(games[done % len(games)], chance):
            drawn = position.game.planning.bots["random"](position.known, chance.randrange)
            for text in (spoilt(drawn, position.words, chance) for _ in range(250)):
                done += 1
                took = milliseconds(position, text)
                if took > most:
                    took = min(took, *(milliseconds(position, text) for _ in range(2)))
                slowest = max(slowest, took)
                if took > most:
                    print(f"{took:.0f} ms, {position.game.key}, {position.seat}:\n{text[:1000]!r}")
                    return 1
    print(f"{done:,} texts, the slowest {slowest:.1f} ms")
    return 0


def main() -> int:
    """Read the arguments, and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", choices=list(GAMES), help="all, if none is named")
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--most", type=float, default=50.0, help="milliseconds of processor time")
    given = parser.parse_args()
    games = [GAMES[given.game]] if given.game else list(GAMES.values())
    return run(games, given.texts, given.seed, given.most)


if __name__ == "__main__":
    sys.exit(main())

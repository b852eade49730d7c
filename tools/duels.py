"""Bot against bot, many times: `python tools/duels.py --games 200 --blue aggressive --red random`.

Plays in this process with seeded dice. The first named bot takes the scenario's first seat in even games, its last seat in
odd ones; the others fill the rest. Prints wins, draws and losses of the first, with a 95 % Wilson interval of its wins.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pbem.core.dice import seeded
from pbem.core.game import Bot, Turn
from pbem.core.orders import OrderSheet
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.bots import BOTS
from pbem.games.star_navy.state import State
from pbem.games.star_navy.view import View


def chance_from(text: str) -> Callable[[int], int]:
    """A bot's coin, the same for the same text."""
    dice, thrown = seeded(text), 0

    def chance(n: int) -> int:
        nonlocal thrown
        thrown += 1
        return dice.throw("", thrown, "chance", 1, n)[0] - 1

    return chance


def play(scenario: str, options: Mapping[str, object], bots: Mapping[str, Bot[View]], seed: str) -> State:
    """A whole game. Raises ValueError if a bot writes orders that are not taken."""
    state = STAR_NAVY.blank()
    STAR_NAVY.setup(Turn(STAR_NAVY, state, seeded(seed), 0), scenario, STAR_NAVY.options(scenario, dict(options)))
    chances = {seat: chance_from(f"{seed} {seat}") for seat in bots}
    number = 0
    while due := STAR_NAVY.due(state):
        number += 1
        sheets = {seat: orders(state, seat, bots[seat], chances[seat]) for seat in due}
        STAR_NAVY.resolve(Turn(STAR_NAVY, state, seeded(f"{seed} {number}"), number), sheets)
    return state


def orders(state: State, seat: str, bot: Bot[View], chance: Callable[[int], int]) -> OrderSheet:
    """What a bot writes, read as a mail would be."""
    text = bot(STAR_NAVY.view(state, seat), chance)
    parsed = STAR_NAVY.parse(state, seat, text, STAR_NAVY.sheet(state, seat))
    if parsed.problems:
        raise ValueError(f"{seat}: {'; '.join(str(problem) for problem in parsed.problems)}\n{text}")
    return parsed.sheet


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval for a share of wins."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - reach) / scale, (middle + reach) / scale


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Bot against bot, many times.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--blue", choices=BOTS, default="aggressive", help="the bot whose wins are counted")
    parser.add_argument("--red", choices=BOTS, default="random", help="the bot on all other seats")
    parser.add_argument("--scenario", choices=STAR_NAVY.scenarios, default="first-blood")
    parser.add_argument("--pace", choices=("turn", "cycle"), default="turn")
    given = parser.parse_args()
    wins = draws = turns = 0
    for game in range(given.games):
        seats = [s.id for s in STAR_NAVY.seats(given.scenario, STAR_NAVY.options(given.scenario, {}))]
        own = seats[0] if game % 2 == 0 else seats[-1]
        bots = {seat: BOTS[given.blue if seat == own else given.red] for seat in seats}
        state = play(given.scenario, {"pace": given.pace}, bots, f"duel {game}")
        wins += state.winners == [state.seats[own]]
        draws += not state.winners
        turns += state.absolute_turn
    low, high = wilson(wins, given.games)
    print(
        f"{given.blue} against {given.red}, {given.scenario}, {given.games} games: "
        f"{wins} wins, {draws} draws, {given.games - wins - draws} losses; "
        f"{100 * wins / given.games:.1f} % wins ({100 * low:.1f} to {100 * high:.1f}), {turns / given.games:.1f} turns a game"
    )


if __name__ == "__main__":
    main()

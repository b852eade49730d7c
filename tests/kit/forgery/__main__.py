"""Print how each way to falsify a game is found, as `python -m tests.kit.forgery [OPTION ...] [GAME ...]`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.kit.forgery.catalogue import GROUPS, Effort, ways_of
from tests.kit.forgery.findings import Result, result
from tests.kit.forgery.script import long_game
from tests.kit.forgery.tables import SCENARIOS

WIDTH = 300


def line(made: Result) -> str:
    told = made.told[0] if made.told else ""
    said = f"{made.fault}; told: {told}" if made.fault else told
    return f"{'NO' if made.fault else 'yes':<4}{made.by or '-':<16} {made.way.name}: {said}"[:WIDTH]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kit.forgery", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the ways that every run of the tests tries")
    parser.add_argument("--group", action="append", choices=GROUPS, help="only these ways; may be given several times")
    parser.add_argument("--not-found", action="store_true", help="only the ways that are not found as they should be")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(SCENARIOS)}")
    given = parser.parse_args()
    missed = 0
    for key in given.games or SCENARIOS:
        counted: Counter[str] = Counter()
        ways = ways_of(key, Effort.QUICK if given.quick else Effort.ALL, given.group or GROUPS)
        for way in ways:
            made = result(long_game(key), way)
            counted["not found" if made.fault else made.by] += 1
            missed += bool(made.fault)
            if made.fault or not given.not_found:
                print(f"{key:<15} {line(made)}", flush=True)
        print(
            f"{key}: {len(ways)} ways; {', '.join(f'{number} {what}' for what, number in sorted(counted.items()))}", flush=True
        )
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())

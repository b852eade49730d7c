#!/usr/bin/env python3
"""A year of play in a minute or two: the real service on a hand-made clock, with people as they are, and nobody to help them.

    python tools/season.py                       the year, its steps as a table, and what came of it
    python tools/season.py --out build/season    and every mail of it, a folder for each player

Eight players in four games, one of each rule book. Three of them vanish, two go on holiday, five mails come late; the service
is down twice, its clock jumps once and the summer time comes and goes; a game master falls silent. No game master and no
operator does anything after the opening. Exit 1 if a game is not over at the end, or a turn was resolved without orders that
somebody had sent, or tried to send, in time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.simulation.journal import keep_mails, table, verdict
from tools.simulation.year import Year, begin_year


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="a folder for the mails")
    given = parser.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        year: Year = begin_year(Path(folder))
        year.run()
        print(table(year))
        lines, failed = verdict(year)
        print("\n".join(lines))
        if given.out:
            keep_mails(year, given.out)
        year.story.service.context.database.close()
    print(f"{time.perf_counter() - begun:.0f} seconds")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

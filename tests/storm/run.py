"""A storm from the command line: python -m tests.storm.run --kills 200 --mails 2000 [--maildirs]."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.storm.audit import audit
from tests.storm.storm import LoadPlan, run_storm


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--mails", type=int, default=2000)
    parser.add_argument("--maildirs", action="store_true", help="mail goes out into Maildirs; default: by SMTP to a sink")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where everything stays to be looked at; default: a temporary folder")
    given = parser.parse_args()
    plan = LoadPlan(given.kills, given.mails, given.maildirs, given.seed)
    with tempfile.TemporaryDirectory() as temporary:
        found = audit(run_storm(plan, given.folder or Path(temporary)))
    for what, number in sorted(found.counts.items()):
        print(f"{number:8g}  {what}")
    print("\n".join(found.faults) or "nothing lost, nothing doubled, nothing broken")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())

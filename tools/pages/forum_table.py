"""Write the conformance table of docs/forums.md: what each kind of place does, as the suite of all drivers found it.

The suite is run on every bench; real servers must be there (`tools/forum_programs.sh`). A failure writes nothing.

python tools/pages/forum_table.py --write    run the suite and write the table
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.gateway.forums.test_conformance import BENCHES

PAGE = ROOT / "docs" / "forums.md"
BEGIN, END = "<!-- conformance: written by tools/pages/forum_table.py -->\n", "<!-- end of conformance -->\n"
PART = re.compile(r"^<!-- conformance.*?-->\n(.*?)^<!-- end of conformance -->\n", re.M | re.S)
NODE = re.compile(r"::test_(\w+)\[(\w+)(?:-([\w ]+))?\]$")
CELLS = {"passed": "✓", "skipped": "–"}

Results = dict[str, dict[str, str]]
"""By test, in words, and kind of place: passed, skipped or failed."""


class Collected:
    """A plugin that keeps what became of each test."""

    def __init__(self) -> None:
        self.results: Results = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Each test's own outcome, or that of its set-up."""
        found = NODE.search(report.nodeid)
        if found and (report.when == "call" or report.outcome != "passed"):
            name, kind, case = found.groups()
            words = name.replace("_", " ") + (f" ({case})" if case else "")
            self.results.setdefault(words, {})[kind] = report.outcome


def run() -> Results:
    """Run the suite on all benches. Raises SystemExit when a test failed."""
    collected = Collected()
    suite = str(ROOT / "tests" / "gateway" / "forums" / "test_conformance.py")
    pytest.main([suite, "-q", "-n", "0", "-p", "no:randomly"], plugins=[collected])
    failed = [f"{name}: {kind}" for name, kinds in collected.results.items() for kind in kinds if kinds[kind] == "failed"]
    if failed:
        sys.exit("\n".join(failed))
    return collected.results


def table(results: Results) -> str:
    """The table: a row for each behaviour, a column for each kind."""
    kinds = sorted(BENCHES)
    head = " | ".join(f"{kind} ({'real' if BENCHES[kind] else 'stub'})".replace("_", " ") for kind in kinds)
    lines = [f"| | {head} |", f"| --- |{' --- |' * len(kinds)}"]
    for name, outcomes in results.items():
        lines.append(f"| {name} | {' | '.join(CELLS[outcomes[kind]] for kind in kinds)} |")
    return "\n".join(lines) + "\n"


def shown(page: str) -> list[list[str]]:
    """The table's cells as the page has them, row by row."""
    found = PART.search(page)
    rows = found[1].splitlines() if found else []
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    made = table(run())
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PART.sub(lambda _: BEGIN + made + END, page), encoding="utf-8")
    print(f"{made.count(chr(10)) - 2} rows written to {PAGE.name}")


if __name__ == "__main__":
    main()

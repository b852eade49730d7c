#!/usr/bin/env python3
"""Is every clause of the rule books as played named in the code that carries it out, and in a test?

    python tools/clauses.py              all rule books
    python tools/clauses.py star_navy    one

A clause is a list item `- **SN-4.1** ...` or `- **STG-MOV.1** ...` of docs/rules/<game>.md. It counts as named where its whole
id stands by itself: a range such as SN-4.1..SN-4.9 or STG-MOV.6-9 names nothing, because nobody who searches for SN-4.5 would
find it.
Prints what is missing; exit 0 when nothing is, 1 when something is, 2 for a rule book that does not exist.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ID = r"[A-Z]+-[A-Z0-9]+\.\d+"  # SN-4.1, STG-MOV.1, STG-MK7.5
CLAUSE = re.compile(rf"^- \*\*({ID})\*\*", re.M)
NAMED = re.compile(rf"\b{ID}\b")
RANGE = re.compile(rf"\b{ID}\s*(?:\.\.+|-|–|…|to)\s*(?:{ID}|(?:[A-Z0-9]+\.)?\d+)\b")

CODE = {"campaign": ("pbem/campaign", "pbem/service/campaigns")}
"""Where the rules of a book are carried out that is none of a game in `pbem/games`."""
TESTS = {"campaign": ("tests/service/campaigns",)}
"""Where else a rule book is tested, beside `tests/rulebook`."""


@dataclass(frozen=True)
class Coverage:
    """A game's clauses in the order of its rule book, and those that code or tests do not name."""

    game: str
    clauses: list[str]
    not_in_code: list[str]
    not_in_tests: list[str]

    @property
    def complete(self) -> bool:
        """Is there at least one clause, and none missing anywhere?"""
        return bool(self.clauses) and not self.not_in_code and not self.not_in_tests

    def lines(self) -> Iterator[str]:
        """What to print: the missing clauses first, then the count."""
        for where, missing in (("code", self.not_in_code), ("tests", self.not_in_tests)):
            if missing:
                yield f"{self.game}: not in {where}: {', '.join(missing)}"
        total = len(self.clauses)
        in_code, in_tests = total - len(self.not_in_code), total - len(self.not_in_tests)
        yield f"{self.game}: {total} clauses, {in_code} in code, {in_tests} in tests"


def named_in(text: str) -> set[str]:
    """The clause ids in `text` that are not part of a range."""
    return set(NAMED.findall(RANGE.sub(" ", text)))


def named_in_files(files: Iterable[Path]) -> set[str]:
    """The clause ids named in any of these files."""
    return {id for file in files for id in named_in(file.read_text(encoding="utf-8"))}


def coverage(root: Path, game: str) -> Coverage:
    """Compare the rule book of `game` with its code and its tests, all under `root`."""
    clauses = CLAUSE.findall((root / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8"))
    homes = [f"events/{game}", *CODE.get(game, (f"pbem/games/{game}",))]
    code = named_in_files(file for home in homes for file in (root / home).rglob("*.py"))
    suites = [root / "tests" / "rulebook" / game, *(root / suite for suite in TESTS.get(game, ()))]
    tests = named_in_files(file for suite in suites for kind in ("*.py", "*.json") for file in suite.rglob(kind))
    return Coverage(game, clauses, [c for c in clauses if c not in code], [c for c in clauses if c not in tests])


def rule_books(root: Path) -> list[str]:
    """The games that have a rule book under `root`."""
    return sorted(p.stem for p in (root / "docs" / "rules").glob("*.md") if p.stem != "README")


def main(root: Path, games: list[str]) -> int:
    """Print the coverage of these games (none given: all) and return the exit code."""
    known = rule_books(root)
    if unknown := [g for g in games if g not in known]:
        print(f"no rule book for {', '.join(unknown)}; there are {', '.join(known) or 'none'}", file=sys.stderr)
        return 2
    found = [coverage(root, game) for game in games or known]
    for each in found:
        print("\n".join(each.lines()))
    return 0 if all(each.complete for each in found) else 1


if __name__ == "__main__":
    sys.exit(main(ROOT, sys.argv[1:]))

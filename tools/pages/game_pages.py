"""Write what the documents say of every game: the lines that all games share, and the lists of their pages.

The lines are in docs/orders/README.md: they are copied to the page of orders of each game, their table to docs/playing.md.
A game that README.md and docs/playing.md do not name is added to their lists. docs/rules/README.md has a table of the games.

python tools/pages/game_pages.py --write    write the pages
python tools/pages/game_pages.py --check    exit 1 if a page must be written
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pbem.campaign.played import PLAYED
from pbem.core.orders.usage import OrderSyntax

EVERY = re.compile(r"^## Every order\n.*?(?=^## |\Z)", re.M | re.S)
EVERY_HEAD = """## Every order

This table is made from the declarations by which the program itself reads your orders. What stands in brackets may be left out.

| pattern | example | what it does | clause |
|---|---|---|---|
"""
SECTION = re.compile(r"^## Beside orders\n.*?(?=^## |\Z)", re.M | re.S)
Orders = Mapping[str, Sequence[OrderSyntax]]
BAR = "\\|"
LINK = re.compile(r"\[[^\]]+\]\(orders/\w+\.md\)")
ROW = re.compile(r"^\| .*\(docs/orders/\w+\.md\).*\n", re.M)
NEW_ROW = "| {1}: [orders](docs/orders/{0}.md), [rules](docs/rules/{0}.md) | the same |\n"
BOOKS = re.compile(r"^\| game \| rule book \|.*\n\|---.*\n(?:\|.*\n)*", re.M)
NEW_BOOK = "| {1} | [{0}.md]({0}.md) | [docs/orders/{0}.md](../orders/{0}.md) | `{2}-` |\n"
TABLE = re.compile(r"^\| line \| does \|\n(?:\|.*\n)+", re.M)


def pages(root: Path, titles: Mapping[str, str], clauses: Mapping[str, str], orders: Orders) -> dict[Path, str]:
    """Each page and what it must say; `titles`, prefixes of `clauses` and `orders` are those of the games by their keys."""
    common, playing, readme = root / "docs/orders/README.md", root / "docs/playing.md", root / "README.md"
    section, table = _found(SECTION, common), _found(TABLE, common)
    made = {}
    for key in titles:
        page = root / f"docs/orders/{key}.md"
        if page.is_file():
            text = _with_section(page.read_text(encoding="utf-8"), SECTION, section)
            made[page] = _with_section(text, EVERY, every_order(orders[key]))
    made[playing] = TABLE.sub(
        lambda _: table, _listed(playing, LINK, "orders/{0}.md", ", [{1}](orders/{0}.md)", titles), count=1
    )
    books = root / "docs/rules/README.md"
    made[books] = books.read_text(encoding="utf-8").replace(_found(BOOKS, books), _books(titles, clauses), 1)
    made[readme] = _listed(readme, ROW, "docs/orders/{0}.md", NEW_ROW, titles)
    return made


def _listed(page: Path, entry: re.Pattern[str], link: str, new: str, titles: Mapping[str, str]) -> str:
    """The page with an entry for each game: those without a link come after the last entry."""
    text = page.read_text(encoding="utf-8")
    added = "".join(new.format(key, title) for key, title in titles.items() if f"({link.format(key)})" not in text)
    last = [found.end() for found in entry.finditer(text)][-1]
    return f"{text[:last]}{added}{text[last:]}"


def _books(titles: Mapping[str, str], clauses: Mapping[str, str]) -> str:
    """The table of the rule books."""
    books = [NEW_BOOK.format(key, title, clauses[key]) for key, title in titles.items()]
    return "".join(["| game | rule book | orders | clauses |\n", "|---|---|---|---|\n", *books])


def _found(part: re.Pattern[str], page: Path) -> str:
    found = part.search(page.read_text(encoding="utf-8"))
    if not found:
        raise ValueError(f"{page}: no match for {part.pattern}")
    return found[0].rstrip("\n") + "\n"


def every_order(forms: Sequence[OrderSyntax]) -> str:
    """The section with a row for each order of a game."""
    return EVERY_HEAD + "".join(map(_row, forms))


def _row(form: OrderSyntax) -> str:
    also = f", also {', '.join(f'`{word}`' for word in form.also)}" if form.also else ""
    cells = (f"`{form.form or form.word}`{also}", f"`{form.example}`", form.meaning, form.rule)
    return f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |\n"


def _with_section(text: str, found: re.Pattern[str], section: str) -> str:
    """The section is followed by an empty line, unless it is the last."""
    old = found.search(text)
    if old:
        before, after = text[: old.start()], text[old.end() :]
    else:
        later = [heading.start() for heading in re.finditer(r"^## ", text, re.M)][1:2]
        at = later[0] if later else len(text)
        before, after = text[:at].rstrip("\n") + "\n\n", text[at:]
    return f"{before}{section}\n{after}" if after else f"{before}{section}"


def main() -> int:
    """Write the pages, or say which differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--write", action="store_true", help="write the pages")
    how.add_argument("--check", action="store_true", help="exit 1 if a page must be written")
    given = parser.parse_args()
    games = PLAYED.items()
    orders = {key: game.orders.forms() for key, game in games}
    made = pages(ROOT, {key: game.title for key, game in games}, {key: game.clauses for key, game in games}, orders)
    stale = {page: text for page, text in made.items() if page.read_text(encoding="utf-8") != text}
    for page, text in stale.items():
        if given.write:
            page.write_text(text, encoding="utf-8")
        print(f"{'written' if given.write else 'stale; run `make pages`'}: {page.relative_to(ROOT)}")
    return int(bool(stale) and given.check)


if __name__ == "__main__":
    sys.exit(main())

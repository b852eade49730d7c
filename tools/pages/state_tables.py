"""Write the tables of section "State JSON" of each rule book, and of what a campaign file holds, from their declarations.

Each dataclass that a state or file is made of has a table: its fields, what they are in JSON, what they are when left out, and
what their docstrings say. The tables stand between two markers; the words around them are the page's own.

python tools/pages/state_tables.py --write    write the tables
python tools/pages/state_tables.py --check    exit 1 if a table must be written
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from inspect import getsource
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from events import shapes
from events.shapes import Member, Shape, members
from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.played import PLAYED
from pbem.core.state.codec import dump

BEGIN, END = "<!-- state: written by tools/pages/state_tables.py -->\n", "<!-- end of state -->\n"
PART = re.compile(r"^<!-- state: .*?-->\n(.*?)^<!-- end of state -->\n", re.M | re.S)
HEADING = "| field | in JSON | left out | meaning |\n|---|---|---|---|\n"
BAR = "\\|"
SCALARS = {int: "whole number", str: "text", bool: "true or false", float: "number"}

# ---------------------------------------------------------------- tables


def tables(state: type) -> str:
    """The tables of a state and of all that it is made of, in the order in which they are first named."""
    return "\n".join(_table(cls, is_state=cls is state) for cls in _classes(state))


def _classes(state: type) -> list[type]:
    found = [state]
    for cls in found:
        inner = (each for member in members(cls) if member.json for each in _objects(member.shape))
        found += [each for each in dict.fromkeys(inner) if each not in found]
    return found


def _objects(shape: Shape) -> Iterator[type]:
    match shape:
        case shapes.Object(cls):
            yield cls
        case shapes.Many(_, of) | shapes.Maybe(of) | shapes.Map(_, of):
            yield from _objects(of)
        case shapes.Row(parts) | shapes.Either(parts):
            for each in parts:
                yield from _objects(each)


def _table(cls: type, is_state: bool) -> str:
    docs = _meanings(cls)
    title = "" if is_state else f"**{cls.__name__}**: {_line(cls.__doc__ or '')}\n\n"
    return title + HEADING + "".join(_row(each, docs.get(each.name, "")) for each in members(cls) if each.json)


def _row(member: Member, meaning: str) -> str:
    cells = (f"`{member.json}`", words(member.shape), _left_out(member), meaning)
    return f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |\n"


def _left_out(member: Member) -> str:
    """What the field is then, as JSON; nothing where it must not be."""
    if member.default is None:
        return ""
    value, shape = member.left_out(), member.shape
    if is_dataclass(value):
        return "all of it left out"
    return f"`{json.dumps(shape.written.write(value) if isinstance(shape, shapes.Converted) else dump(value))}`"


def _meanings(cls: type) -> dict[str, str]:
    """What stands below each field in the source, also of the classes it inherits from."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__[:-1]):
        body = ast.parse(dedent(getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(str(text))):
                    found[name] = _line(text)
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- types in words


def words(shape: Shape) -> str:
    """What JSON holds."""
    match shape:
        case shapes.Scalar(kind, bounds):
            return f"{SCALARS[kind]}{f' {bounds.words}' if bounds else ''}"
        case shapes.OneOf(values):
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case shapes.Converted(written):
            return written.words
        case shapes.Object(cls):
            return cls.__name__
    return _compound(shape)


def _compound(shape: Shape) -> str:
    match shape:
        case shapes.Many(_, of):
            return f"list: {words(of)}"
        case shapes.Row(parts):
            return f"list of {len(parts)}: {', '.join(words(each) for each in parts)}"
        case shapes.Map(key, of):
            return f"object by {words(key) if shapes.key_of(of) is None else 'id'}: {words(of)}"
        case shapes.Maybe(of):
            return f"{words(of)}, or `null`"
        case shapes.Either(parts, none):
            return " or ".join([*map(words, parts), *(["`null`"] if none else [])])
    return "anything"


# ---------------------------------------------------------------- pages


def pages(root: Path, declared: Mapping[str, type]) -> dict[Path, str]:
    """Each page and what it must say; `declared` by the names of the pages below `docs`."""
    made = {}
    for name, state in declared.items():
        page = root / f"docs/{name}.md"
        text = page.read_text(encoding="utf-8")
        if not PART.search(text):  # the book of a small game may do without
            continue
        before, _, after = PART.split(text, maxsplit=1)
        made[page] = f"{before}{BEGIN}\n{tables(state)}\n{END}{after}"
    return made


def declared() -> dict[str, type]:
    """The states of all games, and campaign files."""
    return {**{f"rules/{key}": type(game.rules.blank()) for key, game in PLAYED.items()}, "campaigns": CampaignFile}


def main() -> int:
    """Write the tables, or say which differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--write", action="store_true", help="write the tables")
    how.add_argument("--check", action="store_true", help="exit 1 if a table must be written")
    given = parser.parse_args()
    stale = {page: text for page, text in pages(ROOT, declared()).items() if page.read_text(encoding="utf-8") != text}
    for page, text in stale.items():
        if given.write:
            page.write_text(text, encoding="utf-8")
        print(f"{'written' if given.write else 'stale; run `make pages`'}: {page.relative_to(ROOT)}")
    return int(bool(stale) and given.check)


if __name__ == "__main__":
    sys.exit(main())

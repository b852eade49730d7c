#!/usr/bin/env python3
"""Begin a game: write a small one that can be played at once, under a name of your own, to be changed file by file.

    .venv/bin/python tools/new_game.py river_raid      its key: small letters, digits and _

The files are those of docs/add-a-game.md, which explains each of them: a hunt of two submarines. Besides them one line of the
project changes, `KEYS` in pbem/games/__init__.py, and the lists that `make pages` writes. Nothing that exists is overwritten.
Exit 0 when it is written, 2 for a name that cannot be taken.
"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = "hunt"
"""The key of the game that the page builds."""
PAGE = Path("docs") / "add-a-game.md"
LIST = Path("pbem") / "games" / "__init__.py"
NAME = re.compile(r"[a-z][a-z0-9_]{1,19}")
BLOCK = re.compile(r"^\*\*([\w./-]+)\*\*\n\n(`{3,})\w*\n(.*?)^\2$", re.M | re.S)
"""A line that names a file, and the file between two fences."""
KEYS = re.compile(r"^KEYS = \(([^)]*)\)", re.M)
OURS = ("game", "store", "platform", "base", "campaign")
"""First words of stored event names, and modules of `events`, that are no game's."""


class BadName(ValueError):
    """A name that no new game can have; the message says why, and what a name is. `main` prints it."""


def files(root: Path) -> dict[str, str]:
    """The files of the page by path, as it writes them."""
    return {path: text for path, _, text in BLOCK.findall((root / PAGE).read_text(encoding="utf-8"))}


def keys(root: Path) -> list[str]:
    """The games that there are."""
    found = KEYS.search((root / LIST).read_text(encoding="utf-8"))
    return re.findall(r'"(\w+)"', found[1]) if found else []


def check(root: Path, name: str) -> None:
    """Raises `BadName` for a name that cannot be taken."""
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadName(f"{name!r} is a word of Python's own; choose another name")
    if not NAME.fullmatch(name):
        raise BadName(f"{name!r} is no name for a game: write 2 to 20 small letters, digits and _, beginning with a letter")
    if name in keys(root):
        raise BadName(f"there is a game {name!r} already; there are {', '.join(keys(root))}")
    taken = [path for path in renamed(root, name) if (root / path).exists()]
    if taken or name in OURS or (root / "events" / f"{name}.py").exists():
        raise BadName(f"{name!r} is taken{': there is ' + taken[0] if taken else ' by the events of the service'}")


def clauses(root: Path, name: str) -> str:
    """The prefix of the clause ids: the first letters of the name, as many as no other game begins with."""
    letters = re.sub(r"[^A-Z]", "", name.upper())
    others = {found for page in (root / "docs" / "rules").glob("*.md") for found in re.findall(r"([A-Z]+)-", page.read_text())}
    short = (letters[:length] for length in range(min(4, len(letters)), len(letters) + 1))
    return next((prefix for prefix in short if prefix not in others), f"{letters}X")


def renamed(root: Path, name: str) -> dict[str, str]:
    """The files of the page under another key, title and clause prefix; its first letter counts the worked examples."""
    if name == SAMPLE:
        return files(root)
    prefix, title = clauses(root, name), name.replace("_", " ").title()
    letter, new = SAMPLE[0], name[0]

    def change(text: str) -> str:
        text = re.sub(rf'\b{SAMPLE.upper()}(?=-)|(?<=clauses="){SAMPLE.upper()}', prefix, text)
        text = re.sub(rf"\b{SAMPLE.upper()}\b", name.upper(), text)
        text = re.sub(rf"\*\*{letter.upper()}(?=\d+\*\*)", f"**{new.upper()}", re.sub(rf"\b{letter}(?=\d\d-)", new, text))
        return re.sub(rf"\b{SAMPLE}\b", name, re.sub(rf"\b{SAMPLE.title()}\b", title, text))

    return {change(path): change(text) for path, text in files(root).items()}


def write(root: Path, name: str) -> list[str]:
    """Write the game and its line in `KEYS`. Returns the paths of the new files. Raises `BadName`."""
    check(root, name)
    found = renamed(root, name)
    for path, text in found.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    listed = (root / LIST).read_text(encoding="utf-8")
    line = "KEYS = (" + ", ".join(f'"{key}"' for key in [*keys(root), name]) + ")"
    (root / LIST).write_text(KEYS.sub(line, listed, count=1), encoding="utf-8")
    return list(found)


def tidy(root: Path, paths: list[str]) -> None:
    """What follows from the name: the lists in the documents, the order of imports, and lines as long as they may be."""
    modules = [path for path in [*paths, LIST.as_posix()] if path.endswith(".py")]
    ruff = [["-m", "ruff", *command, "--quiet", *modules] for command in (["check", "--fix", "--select", "I"], ["format"])]
    for command in [["tools/pages/game_pages.py", "--write"], *(ruff if find_spec("ruff") else [])]:
        subprocess.run([sys.executable, *command], cwd=root, check=True, stdout=subprocess.DEVNULL)


def main(root: Path, names: list[str]) -> int:
    """Write one game and say what to do next; the exit code."""
    if len(names) != 1 or names[0].startswith("-"):
        print(__doc__, file=sys.stdout if names in (["-h"], ["--help"]) else sys.stderr)
        return 0 if names in (["-h"], ["--help"]) else 2
    try:
        paths = write(root, names[0])
    except BadName as why:
        print(why, file=sys.stderr)
        return 2
    tidy(root, paths)
    print("\n".join([*paths, f"{LIST.as_posix()}: one line"]))
    print(f"\nTest it: .venv/bin/pytest tests/kit -k {names[0]}\nPlay it: make run")
    return 0


if __name__ == "__main__":
    sys.exit(main(ROOT, sys.argv[1:]))

"""docs/add-a-game.md builds a game that plays, with one line outside its files; tools/new_game.py writes it under any name."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem import games
from pbem.core.drawing.roles import NEUTRAL
from pbem.core.texts.envelope import IllegalOrder, UnreadableOrder
from pbem.games import KEYS
from tests.kit.pages import chapter, page, rows
from tools import new_game

ROOT = Path(__file__).resolve().parents[2]
SAMPLE, OTHER = "hunt", "kelp_pirates"
"""The game of the page, and a name that no page tells anybody to take."""
MOST_LINES, MOST_TURNS = 510, 15
HOMES = ("events/{}/", "pbem/games/{}/", "docs/rules/{}.md", "docs/orders/{}.md", "tests/rulebook/{}/")
"""A game's own rooms."""
BATTLE_ENDS = "tests/rulebook/campaign/battle_ends.py"
"""How the kit ends the battles of a campaign."""
PLAYED = """
from pbem.games import GAMES
from tests.kit.playing import by_bot, play
game = GAMES[{key!r}]
for scenario in game.scenarios:
    seats = game.rules.seats(scenario, game.scenarios.options(scenario, {{}}))
    done = play(game, scenario, {{}}, by_bot({{seat.id: next(iter(game.planning.bots)) for seat in seats}}), "page", 99)
    assert done.over and not done.problems, done.problems
    print(game.rules.verdict(done.state).text)
"""
NEVER = shutil.ignore_patterns("__pycache__", ".*_cache", ".venv", ".git", ".hypothesis")


def copied(to: Path, *names: str) -> Path:
    """These files and folders of the project, all if none is named, in a folder of their own."""
    for name in names or [path.name for path in ROOT.iterdir() if path.name != "data" and path.name[0] != "."]:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=NEVER)
        else:
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, to / name)
    return without(to, SAMPLE)


def without(root: Path, key: str) -> Path:
    """The copy as it was before somebody added this game: it may be in the project, since the page builds it."""
    for home in HOMES:
        path = root / home.format(key)
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    if (listed := root / new_game.LIST).exists():
        left = ", ".join(f'"{other}"' for other in new_game.keys(root) if other != key)
        listed.write_text(new_game.KEYS.sub(f"KEYS = ({left})", listed.read_text(), count=1))
    return root


def run(root: Path, *command: str) -> str:
    """What a command of Python prints in the copy; it must succeed."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "WARDROOM"))}
    env |= {"PYTHONPATH": str(root), "WARDROOM_DATA": str(root / "data")}
    done = subprocess.run([sys.executable, *command], cwd=root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-6000:]}\n{done.stderr[-3000:]}"
    return done.stdout


# ---------------------------------------------------------------- the page


def test_the_game_is_as_small_as_the_page_says() -> None:
    """All of its Python, with its events and tests; the page tells the number."""
    lines = sum(len(text.splitlines()) for path, text in new_game.files(ROOT).items() if path.endswith(".py"))
    assert lines <= MOST_LINES
    assert f"It takes {lines} lines of Python" in page("add-a-game")


def test_the_page_tells_the_line_in_the_list() -> None:
    """With the game of the page behind the others, whatever they are."""
    line = f'KEYS = (..., "{SAMPLE}")'
    assert line in page("add-a-game"), f"docs/add-a-game.md: write {line}"


def test_the_page_lists_the_neutral_roles() -> None:
    """All that `NEUTRAL` has, in the same words."""
    table = dict(rows(chapter(page("add-a-game"), "6. The report"))[1:])
    assert {role.strip("`"): words for role, words in table.items()} == NEUTRAL


def test_the_page_tells_refusals_apart() -> None:
    """Each exception of its table says in its own docstring who catches it."""
    told = [row[0].strip("`") for row in rows(chapter(page("add-a-game"), "5. From a mail to the sheet"))[1:]]
    found = {
        name
        for file in (ROOT / "pbem" / "core").rglob("*.py")
        for name in re.findall(r"^class (\w+)\(", file.read_text(), re.M)
    }
    assert set(told) <= found | {"InvalidData"} and len(told) == 6
    for exception in (UnreadableOrder, IllegalOrder):
        assert "becomes a problem" in (exception.__doc__ or "")


@pytest.mark.parametrize("module", [SimpleNamespace(), SimpleNamespace(STINGRAY="a game")])
def test_a_game_under_another_name_is_told(module: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which name must be where."""
    monkeypatch.setattr(games, "import_module", lambda name: module)
    with pytest.raises(ImportError, match=r"pbem/games/stingray/__init__\.py: write `STINGRAY = Game\(key='stingray', "):
        games.GAMES["stingray"]


# ---------------------------------------------------------------- the tool


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a game needs to be played by bots."""
    kit = ("tests/kit", "tests/__init__.py", "tests/rulebook/__init__.py", "tests/rulebook/campaign/__init__.py", BATTLE_ENDS)
    parts = ("pbem/core", "pbem/campaign", "pbem/__init__.py", "pbem/games/__init__.py", "events", "docs", *kit)
    return copied(tmp_path_factory.mktemp("small"), *(part for part in parts if (ROOT / part).exists()))


@pytest.mark.parametrize("key", [SAMPLE, OTHER])
def test_bots_play_it_to_the_end(small: Path, key: str) -> None:
    """Written out as it is, and under another name, with nothing else of the program beside it."""
    before = {path: path.read_bytes() for path in small.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    written = new_game.write(small, key)
    assert all(any(path.startswith(home.format(key)) for home in HOMES) for path in written)
    changed = [path for path, text in before.items() if path.read_bytes() != text]
    assert changed == [small / new_game.LIST] and f'"{key}")' in changed[0].read_text()
    ends = run(small, "-c", PLAYED.format(key=key)).splitlines()
    assert len(ends) == 2 and all("wins." in end for end in ends)
    examples = {Path(path).name[:3] for path in written if "/cases/" in path}
    assert (
        examples == {f"{key[0]}01", f"{key[0]}02"}
        and f"- **{key[0].upper()}2**" in (small / f"docs/rules/{key}.md").read_text()
    )
    if key != SAMPLE:
        words = "".join(path + (small / path).read_text() for path in written)
        assert not re.search(rf"\b{SAMPLE}\b|\bH0?[12]\b", words, re.I)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("star_navy", "there is a game 'star_navy' already"),
        ("class", "a word of Python's own"),
        ("match", "a word of Python's own"),
        ("2fast", "is no name for a game"),
        ("river-raid", "is no name for a game"),
        ("River", "is no name for a game"),
        ("größe", "is no name for a game"),
        ("game", "is taken by the events of the service"),
        ("chain", "is taken by the events of the service"),
    ],
)
def test_names_that_cannot_be_taken(name: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says why; nothing is written."""
    assert new_game.main(ROOT, [name]) == 2
    assert why in capsys.readouterr().err
    assert not (ROOT / "pbem" / "games" / name).exists() or name in KEYS


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    """Not even if the game is not in the list."""
    root = copied(tmp_path, "docs", "pbem/games/__init__.py")
    (root / "docs" / "rules" / f"{OTHER}.md").write_text("mine")
    with pytest.raises(new_game.BadName, match=f"there is docs/rules/{OTHER}.md"):
        new_game.write(root, OTHER)
    assert (root / "docs" / "rules" / f"{OTHER}.md").read_text() == "mine"


def test_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name it says what it does, and that this is wrong use."""
    assert (new_game.main(ROOT, []), new_game.main(ROOT, ["--help"])) == (2, 0)
    out, err = capsys.readouterr()
    assert "river_raid" in out and "river_raid" in err


def test_clauses_have_a_prefix_of_their_own(tmp_path: Path) -> None:
    """Four letters of the name, more if another game has those, and letters alone."""
    (tmp_path / "docs/rules").mkdir(parents=True)
    assert new_game.clauses(tmp_path, "kelp_pirates2") == "KELP"
    (tmp_path / "docs/rules/kelp.md").write_text("- **KELP-1.1** One.\n- **STG-1.1** Two.\n")
    assert new_game.clauses(tmp_path, "kelp_pirates2") == "KELPP"
    assert new_game.clauses(tmp_path, "stg") == "STGX"


# ---------------------------------------------------------------- the whole project with it


@pytest.fixture(scope="module", params=[SAMPLE, OTHER])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The project with the new game in it, written by the tool's command."""
    root = copied(tmp_path_factory.mktemp("whole"))
    said = run(root, "tools/new_game.py", request.param)
    assert "pbem/games/__init__.py: one line" in said
    return root, request.param


@pytest.mark.deep
def test_the_kit_and_the_suite_take_it(whole: tuple[Path, str]) -> None:
    """The kit, the case files, and the pages and mails of all games."""
    root, key = whole
    rooms = ["tests/kit", "tests/rulebook/test_cases.py"]
    rooms += ["tests/web", "tests/gateway", "tests/service"] if key == SAMPLE else []
    said = run(root, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *rooms, "-k", key, "-m", "not deep")
    assert "passed" in said or "100%" in said


@pytest.mark.deep
def test_it_passes_the_checks(whole: tuple[Path, str]) -> None:
    """Types, style, clauses and import contracts."""
    root, key = whole
    own = [f"events/{key}", f"pbem/games/{key}", "pbem/games/__init__.py"]
    run(root, "-m", "ruff", "check", "--no-cache", *own)
    run(root, "-m", "ruff", "format", "--no-cache", "--check", *own)
    run(root, "-m", "mypy", "--cache-dir", str(root / "types"), *own)
    assert " in code, " in run(root, "tools/clauses.py", key)
    assert "0 broken" in run(root, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache")


@pytest.mark.deep
def test_it_is_played_at_the_command_line(whole: tuple[Path, str]) -> None:
    """Opened, played by bots to the end, shown and verified: as the page tells it."""
    root, key = whole
    seats = ["--seat", "blue=bot:hunter", "--seat", "red=bot:hunter", "--every", "0"]
    run(root, "app.py", "game", "open", key, "pond", *seats)
    for _ in range(MOST_TURNS):
        if "resolved" not in run(root, "app.py", "tick"):
            break
    assert "wins." in json.dumps(json.loads(run(root, "app.py", "game", "show", "g1", "--json")))
    assert "SCORE" in run(root, "app.py", "replay", "g1", "--seat", "blue")
    run(root, "app.py", "verify", "g1")

"""Every verb with every kind of bad input: a sentence and exit 1 or 2, never a traceback."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pbem.cli import cli
from tests.cli.shell import Shell

NOWHERE = click.Context(cli)

NEVER_END = {"serve", "demo"}
"""These have tests of their own, in processes of their own."""
WORDS = ("no-such-thing", "", "-1", "9" * 30, "nan")
VALID = {"--why": "x", "--hours": "1", "--to": "0", "--turn": "1", "--every": "24"}


def verbs(group: click.Group = cli, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command with the words that lead to it."""
    for name in group.list_commands(NOWHERE):
        command = group.get_command(NOWHERE, name)
        if isinstance(command, click.Group):
            yield from verbs(command, (*before, name))
        elif name not in NEVER_END:
            yield (*before, name)


def command_of(words: tuple[str, ...]) -> click.Command:
    found: click.Command = cli
    for word in words:
        assert isinstance(found, click.Group)
        named = found.get_command(NOWHERE, word)
        assert named is not None
        found = named
    return found


def called(words: tuple[str, ...], value: str) -> list[str]:
    """The command line with this value for each argument, and what else it must be told."""
    line = list(words)
    for each in command_of(words).params:
        if isinstance(each, click.Argument):
            line.append(value)
        elif each.required:
            option = each.opts[0]
            line += [option, VALID.get(option, "x")]
    return [*line, "--yes"] if any("--yes" in each.opts for each in command_of(words).params) else line


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that a command makes under the names it is given are made here."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def bad(tmp_path: Path, shell: Shell) -> Iterator[dict[str, str]]:
    """Files that are not what a command wants, by what is wrong with them."""
    shell("game", "open", "star_navy", "duel")
    (tmp_path / "folder").mkdir()
    files = {
        "binary": bytes(range(256)) * 20,
        "latin": "Müller\n".encode("latin-1"),
        "empty": b"",
        "deep": b"[" * 100_000,
        "array": b"[]",
        "number": b"5",
        "broken": b'{"game": "star_navy"',
        "text": b"# Wardroom\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    locked = tmp_path / "locked"
    locked.write_bytes(b"x")
    locked.chmod(0)
    yield {name: str(tmp_path / name) for name in (*files, "folder", "locked")} | {"missing": str(tmp_path / "not" / "here")}
    locked.chmod(0o600)


def failed(shell: Shell, line: list[str], stdin: str = "") -> str:
    done = shell.run(*line, stdin=stdin)
    assert "Traceback" not in done.stderr + done.stdout, (line, done.stderr)
    assert done.returncode in (0, 1, 2), (line, done)
    return done.stderr if done.returncode else ""


@pytest.mark.parametrize("words", list(verbs()), ids=" ".join)
def test_no_word_is_a_traceback(shell: Shell, words: tuple[str, ...]) -> None:
    """Wrong ids, numbers and texts for every argument of every verb; and a game's name, where that is not what is wanted."""
    shell("game", "open", "star_navy", "duel")
    for value in (*WORDS, "g1"):
        failed(shell, called(words, value))


@pytest.mark.deep
@pytest.mark.parametrize("words", list(verbs()), ids=" ".join)
def test_no_file_is_a_traceback(shell: Shell, bad: dict[str, str], words: tuple[str, ...]) -> None:
    """Folders, files that are missing, locked, binary, empty, deeply nested or broken; the same as standard input."""
    for path in bad.values():
        failed(shell, called(words, path))
    for text in ("", "[" * 100_000, "{}", "\x00\x01"):
        failed(shell, called(words, "-"), stdin=text)


@pytest.mark.parametrize("verb", ["import", "restore", "adjudicate"])
def test_every_bad_file_is_refused(shell: Shell, bad: dict[str, str], verb: str) -> None:
    """Whatever is wrong with it, it is not taken, and the sentence names the file or the line."""
    other = Shell(Path(shell.env["WARDROOM_DATA"]).parent / "other")
    for name, path in bad.items():
        if name == "locked" and os.geteuid() == 0:
            continue  # root reads it
        said = failed(other, [verb, path])
        assert said and len(said.strip().splitlines()[-1]) < 400, (verb, name)


def test_an_export_with_other_letters_is_refused(shell: Shell, tmp_path: Path) -> None:
    """An export is plain ASCII: the line that is not was changed, and the sentence names it."""
    shell("game", "open", "star_navy", "duel")
    first, second, *rest = shell("export", "g1").splitlines()
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join([first, second.replace("game.", "gäme.", 1), *rest]), encoding="utf-8")
    other = Shell(tmp_path / "other")
    assert "line 2: an export is plain ASCII; this line is not" in other.fails("import", str(changed))


def test_a_backup_that_cannot_be_written_leaves_nothing(shell: Shell, tmp_path: Path) -> None:
    """Into a folder that is not there, onto a folder, into a file's place."""
    assert "no folder" in shell.fails("backup", "/nonexistent/x", code=2)
    assert "directory" in shell.fails("backup", str(tmp_path), code=2)
    (tmp_path / "file").write_text("x")
    assert "no folder" in shell.fails("backup", str(tmp_path / "file" / "x"), code=2)


def test_a_restore_that_fails_leaves_nothing(first_shell: Shell, tmp_path: Path) -> None:
    """Neither a database nor a secret, so that the right backup can be restored into the same folder."""
    (tmp_path / "README.md").write_text("# Wardroom\n" * 100)
    assert "nothing was restored" in first_shell.fails("restore", str(tmp_path / "README.md"))
    assert not Path(first_shell.env["WARDROOM_DATA"]).exists()


def test_a_database_of_something_else_is_no_backup(first_shell: Shell, tmp_path: Path) -> None:
    """It would otherwise be restored as a service without games."""
    import sqlite3

    con = sqlite3.connect(tmp_path / "songs.db")
    con.execute("CREATE TABLE songs(name)")
    con.close()
    assert "is no backup" in first_shell.fails("restore", str(tmp_path / "songs.db"))
    assert not Path(first_shell.env["WARDROOM_DATA"]).exists()


def test_a_database_that_is_none_is_named(first_shell: Shell) -> None:
    """The file of the data folder that cannot be opened, and why; by every command."""
    data = Path(first_shell.env["WARDROOM_DATA"])
    data.mkdir()
    (data / "wardroom.db").write_text("# Wardroom\n" * 1000)
    assert f"the database {data / 'wardroom.db'} cannot be opened" in first_shell.fails("game", "list")


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ({"game": "chess"}, "game: no game 'chess'; there are star_navy"),
        ({"game": "chess", "scenario": "duel", "colour": 1}, "game: no game 'chess'"),
        ({"game": "stingray", "scenario": "tanker"}, "no scenario 'tanker'; "),
        ({"game": 5, "scenario": "duel"}, "game: not a valid string"),
    ],
)
def test_an_unknown_game_is_told_before_anything_else(shell: Shell, case: dict[str, object], says: str) -> None:
    """Of a case for a game that is not here nothing else can be right or wrong."""
    assert says in shell.fails("adjudicate", "-", stdin=json.dumps(case))


def test_an_unknown_game_suggests_three_names(shell: Shell) -> None:
    """Of many games only those that look like it; of few all, as people count."""
    for _ in range(10):
        shell("game", "open", "star_navy", "duel")
    assert "the nearest of 10 are g1, g10, g2" in shell.fails("game", "show", "g1x")
    assert [line.split()[0] for line in shell("game", "list").splitlines()[1:]] == [f"g{n}" for n in range(1, 11)]
    assert "there are" not in shell.fails("export", "h1")

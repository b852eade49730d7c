"""`verify` against what was mailed: the service's own account of it, and the files that players kept."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def mails(shell: Shell) -> Path:
    """A duel of two turns between two people; the folder with blue's mails."""
    folder = Path(shell.env["WARDROOM_DATA"]) / "mail"
    shell.env["WARDROOM_SMTP_SEND"] = f"maildir:{folder}"
    seats = ("--seat", "blue=blue@example.org", "--seat", "red=red@example.org")
    assert shell("game", "open", "star_navy", "first-blood", *seats) == "g1\n"
    shell("tick")
    for turn in (1, 2):
        for seat in ("blue", "red"):
            to = shell("game", "address", "g1", seat).split()[0]
            sender = f"{seat}@example.org"
            head = f"From: {sender}\nTo: {to}\nSubject: orders\nMessage-ID: <{turn}{seat}@example.org>\n\n"
            shell("deliver", "--to", to, "--from", sender, stdin=f"{head}luck: {turn}\nready\n")
        shell("tick")
    return folder / "blue@example.org"


def cut(shell: Shell, events: int) -> None:
    """Take the last events away behind the service's back, and what repeats them."""
    con = sqlite3.connect(next(Path(shell.env["WARDROOM_DATA"]).glob("*.db")))
    con.execute("DROP TRIGGER events_no_delete")
    con.execute("DELETE FROM events WHERE version > (SELECT max(version) FROM events) - ?", (events,))
    con.execute("DELETE FROM snapshots")
    con.commit()
    con.close()


def test_an_honest_game_is_all_well(shell: Shell, mails: Path) -> None:
    """Against a Maildir, and against files as the shell writes them out, after one option or each after its own."""
    files = [str(path) for path in sorted((mails / "new").iterdir())]
    assert len(files) == 5
    for words in (("--against", str(mails)), ("--against", *files), ("--against", files[0], "--against", *files[1:])):
        done = shell.run("verify", "g1", *words)
        assert done.returncode == 0, done.stderr
        assert "All is well with 1 game." in done.stderr and "Compared with 16 lines of the files given." in done.stderr
    done = shell.run("verify", "--against", *files)
    assert done.returncode == 0 and "Compared with 16 lines" in done.stderr


def test_a_log_that_was_cut_at_its_end_is_found_by_the_service_itself(shell: Shell, mails: Path) -> None:
    """Its chain is whole and its dice are fair, but our own mails have said what came after."""
    assert shell.run("verify", "g1").returncode == 0
    cut(shell, 6)
    said = shell.fails("verify", "g1")
    assert "after turn 2 (our mail <g1.t2." in said and "is the hash of no event: the log was cut, or written anew" in said
    assert "the dice root of turn 3 was published as" in said and "Not all is well: g1." in said
    (found,) = json.loads(shell("verify", "--json", code=1))
    assert any("the dice root of turn 3 was published" in line for line in found["broken"])


def test_a_game_that_was_deleted_is_found(shell: Shell, mails: Path) -> None:
    """Not one event is left: the mails know that there was such a game."""
    cut(shell, 10_000)
    for words in ((), ("g1",)):
        assert "g1: there is no log of this game, of which mails have said " in shell.fails("verify", *words)


def test_an_exported_file_is_held_against_kept_mails(shell: Shell, mails: Path, tmp_path: Path) -> None:
    """The whole log passes; without its last turn, whose head is in the last report, it does not."""
    file = tmp_path / "g1.jsonl"
    lines = shell("export", "g1").splitlines(keepends=True)
    file.write_text("".join(lines))
    assert shell.run("verify", str(file), "--against", str(mails)).returncode == 0
    last = max(number for number, line in enumerate(lines) if json.loads(line)["type"] == "game.turn_locked")
    file.write_text("".join(lines[:last]))
    assert shell.run("verify", str(file)).returncode == 0, "by itself a cut log is a whole log"
    said = shell.fails("verify", str(file), "--against", str(mails))
    assert "g1: the head " in said and "after turn 2 (blue@example.org, " in said


def test_what_was_not_compared_is_said(shell: Shell, mails: Path, tmp_path: Path) -> None:
    """A file without any line of ours, and lines of other games, are passed over with a note; nothing at all is exit 2."""
    (tmp_path / "shopping.txt").write_text("eggs, milk")
    (tmp_path / "other.txt").write_text(f"log head after turn 1 of g9: {'a' * 64}\n")
    words = ("--against", str(tmp_path / "shopping.txt"), str(tmp_path / "other.txt"))
    done = shell.run("verify", "g1", *words)
    assert done.returncode == 2
    assert "shopping.txt: nothing in it can be compared: no report or receipt that names its game" in done.stderr
    assert "other.txt: what it says of g9 was passed over (1 line)" in done.stderr
    assert shell.run("verify", "g1", *words, str(mails)).returncode == 0


def test_files_that_are_none_are_wrong_use(shell: Shell, mails: Path, tmp_path: Path) -> None:
    """A path that is not there, a folder without mails: exit 2 and one sentence."""
    assert "does not exist" in shell.fails("verify", "g1", "--against", str(tmp_path / "none.eml"), code=2)
    (tmp_path / "empty").mkdir()
    assert "is no Maildir" in shell.fails("verify", "g1", "--against", str(tmp_path / "empty"), code=2)

"""The command line as a user types it, over a real data folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import cli
from tests.cli.shell import Shell

ROOT = Path(__file__).resolve().parents[2]
VERBS = ["serve", "demo", "deliver", "tick", "game", "check", "adjudicate", "replay", "verify", "export", "import", "backup"]
VERBS += ["restore", "doctor", "rules"]


def bots(shell: Shell, *more: str) -> str:
    seats = ("--seat", "blue=bot:aggressive", "--seat", "red=bot:cautious")
    return shell("game", "open", "star_navy", "open-space", *seats, *more).strip()


def test_help_names_every_verb_and_every_verb_has_help(shell: Shell) -> None:
    """`--help` lists all verbs; each has a sentence of its own (asked for in this process: a new one for each takes long)."""
    shown = shell.process("--help").stdout
    for verb in VERBS:
        assert verb in shown
        told = CliRunner().invoke(cli, [verb, "--help"], prog_name="./wardroom")
        assert told.exit_code == 0 and "Usage: ./wardroom " + verb in told.output


def test_a_game_from_open_to_audit(shell: Shell, tmp_path: Path) -> None:
    """open, list, show, tick, replay, verify, export, verify FILE, import elsewhere: heads agree."""
    stream = bots(shell, "--every", "0")
    assert json.loads(shell("game", "list", "--json"))[0]["stream"] == stream
    for _ in range(3):
        shell("tick")
    shown = json.loads(shell("game", "show", stream, "--json"))
    assert shown["closed"] >= 3
    assert "MIL" in shell("replay", stream, "--turn", "1", "--seat", "blue")
    assert json.loads(shell("replay", stream, "--turn", "2", "--show", "state"))["turn"] == 2
    assert shell("replay", stream, "--show", "map").startswith("<svg")
    assert json.loads(shell("verify", stream, "--json"))[0]["broken"] == []
    file = tmp_path / "game.jsonl"
    shell("export", stream, "--out", str(file))
    assert json.loads(shell("verify", str(file), "--json"))[0]["head"] == shown["head"]
    other = Shell(tmp_path / "other")
    assert shown["head"] in other("import", str(file))
    assert json.loads(other("game", "show", stream, "--json"))["head"] == shown["head"]
    assert "here already" in other.fails("import", str(file))


def test_an_edited_export_is_found_out(shell: Shell, tmp_path: Path) -> None:
    """One changed face in an exported file: verify says in which line, and import refuses it."""
    stream = bots(shell, "--every", "0")
    shell("tick")
    file = tmp_path / "game.jsonl"
    lines = shell("export", stream).splitlines()
    at = next(i for i, line in enumerate(lines) if '"star_navy.turn_began"' in line)
    lines[at] = lines[at].replace('"cycle":1', '"cycle":2')
    file.write_text("\n".join(lines))
    assert f"line {at + 1}" in shell.fails("verify", str(file))
    assert f"line {at + 1}" in Shell(tmp_path / "other").fails("import", str(file))


def test_check_reads_and_files_nothing(shell: Shell) -> None:
    """A text is read as a mail is, with the lines that every game shares; problems exit 1; the log stays as it was."""
    stream = bots(shell)
    head = json.loads(shell("game", "show", stream, "--json"))["head"]
    assert "TURN L" in shell("check", stream, "blue", stdin="MIL: turn left")
    assert "DANCE" in shell.fails("check", stream, "blue", stdin="MIL: DANCE")
    assert "Did you mean `status`?" in shell.fails("check", stream, "blue", stdin="stauts")
    assert "absent until never" in shell.fails("check", stream, "blue", stdin="absent until never")
    assert json.loads(shell("game", "show", stream, "--json"))["head"] == head


def test_adjudicate_from_a_file_and_from_a_pipe(shell: Shell, tmp_path: Path) -> None:
    """The case file of the guide; the same case on standard input; `expect` that fails exits 1."""
    case = {"game": "star_navy", "scenario": "duel", "orders": {"blue": "BIS: TURN L"}, "dice": []}
    result = json.loads(shell("adjudicate", "-", stdin=json.dumps(case)))
    assert result["state"]["ships"]["BIS"]["heading"] == "NW"
    file = tmp_path / "case.json"
    file.write_text(json.dumps({**case, "expect": {"state": {"ships": {"BIS": {"heading": "N"}}}}}))
    assert "expected 'N', found 'NW'" in shell.fails("adjudicate", str(file))


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("{", "line 1"),
        ("[]", "document"),
        ('{"game":"chess","scenario":"x"}', "no game 'chess'"),
        ('{"game":"star_navy","scenario":"x"}', "first-blood"),
        ('{"game":"star_navy","scenario":"duel","colour":1}', "colour: unknown field"),
        ('{"game":"star_navy","scenario":"duel","state":{"ships":{"BIS":{"speed":9}}}}', "BIS"),
        ('{"game":"star_navy","scenario":"duel","orders":{"green":"x"}}', "green owes no orders"),
        ('{"game":"star_navy","scenario":"duel","orders":{"blue":5}}', "must map seats to order text"),
    ],
)
def test_a_wrong_case_is_one_sentence(shell: Shell, case: str, says: str) -> None:
    """Whatever is wrong with a case: exit 1, one sentence that names it, no traceback."""
    assert says in shell.fails("adjudicate", "-", stdin=case)


def test_a_roll_that_the_case_does_not_list_is_named(shell: Shell) -> None:
    """A case that needs another roll than it lists fails and names the roll."""
    state = {"ships": {"SR1": {"hex": "5051"}}}
    case = {"game": "star_navy", "scenario": "duel", "state": state, "orders": {"blue": "BIS: FIRE F AT SR1"}, "dice": []}
    said = shell.fails("adjudicate", "-", stdin=json.dumps(case))
    assert "dice ran out" in said and "laser_section" in said


def test_wrong_use_is_exit_2(shell: Shell) -> None:
    """An unknown verb, a missing argument, a malformed option: exit 2 and how it is used."""
    assert "No such command" in shell.fails("fly", code=2)
    assert "Usage" in shell.fails("check", code=2)
    assert "name=value" in shell.fails("game", "open", "star_navy", "duel", "--option", "pace", code=2)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("game", "show", "g9"), "no game 'g9'"),
        (("replay", "g9"), "no game 'g9'"),
        (("export", "g9"), "no game 'g9'"),
        (("verify", "g9"), "no file 'g9'"),
        (("game", "open", "star_navy", "first-blood", "--seat", "blue=nonsense"), "no mail address"),
        (("game", "open", "star_navy", "first-blood", "--option", "pace=slow"), "pace"),
    ],
)
def test_expected_failures_are_one_sentence(shell: Shell, words: tuple[str, ...], says: str) -> None:
    """Exit 1, a sentence with what would be right, no traceback."""
    said = shell.fails(*words)
    assert says in said and len(said.strip().splitlines()) == 1


def test_bad_settings_are_named(shell: Shell) -> None:
    """A setting that can't be used, or that does not exist, is named."""
    shell.env["WARDROOM_WEB"] = "nowhere"
    assert "WARDROOM_WEB='nowhere' is no address" in shell.fails("game", "list")
    shell.env["WARDROOM_WEB"] = "127.0.0.1:8025"
    shell.env["WARDROOM_COLOUR"] = "red"
    assert "WARDROOM_COLOUR is no setting" in shell.fails("game", "list")


def test_backup_and_restore_keep_every_head(shell: Shell, tmp_path: Path) -> None:
    """A backup restored into an empty folder has the same games with the same heads; a full folder is refused."""
    stream = bots(shell)
    head = json.loads(shell("game", "show", stream, "--json"))["head"]
    file = tmp_path / "all.db"
    shell("backup", str(file))
    other = Shell(tmp_path / "other")
    other("restore", str(file))
    assert json.loads(other("game", "show", stream, "--json"))["head"] == head
    assert "exists" in other.fails("restore", str(file), code=2)


def test_doctor_tries_everything(shell: Shell) -> None:
    """doctor shows the settings without the secret and is content with a fresh folder; a dead mail server is named."""
    found = json.loads(shell("doctor", "--json"))
    assert all(check["ok"] for check in found["checks"].values())
    assert "bytes" in found["settings"]["secret"]
    shell.env["WARDROOM_SMTP_SEND"] = "smtp://club:sword@fish@127.0.0.1:1"
    broken = shell.run("doctor", "--json")
    assert "fish" not in broken.stdout
    assert broken.returncode == 1 and not json.loads(broken.stdout)["checks"]["way out"]["ok"]


def test_the_masters_box(shell: Shell) -> None:
    """pause, resume, extend and end, each with its reason."""
    stream = bots(shell)
    shell("game", "pause", stream, "--why", "holidays")
    assert json.loads(shell("game", "show", stream, "--json"))["status"] == "paused"
    assert "UTC" in shell("game", "resume", stream, "--why", "back")
    assert "UTC" in shell("game", "extend", stream, "--hours", "24", "--why", "asked for")
    assert "Aborted" in shell.fails("game", "end", stream, "--why", "done")
    shell("game", "end", stream, "--why", "done", "--yes")
    assert "is over" in shell.fails("game", "pause", stream, "--why", "x")


def test_the_version_is_the_projects(shell: Shell) -> None:
    """`--version` says what the changelog begins with; where the build has it from is in `tests/install`."""
    newest = re.findall(r"^## ([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[0]
    assert shell("--version") == f"Wardroom, version {newest}\n"


def test_verify_says_in_words_what_it_comes_to(shell: Shell, tmp_path: Path) -> None:
    """All is well, with counts; or not, and which games; without any game, that there is none."""
    assert "There is no game to check." in shell.run("verify").stderr
    bots(shell, "--every", "0")
    bots(shell, "--every", "0")
    shell("tick")
    assert "All is well with 2 games. As written: " in shell.run("verify").stderr
    (tmp_path / "x.jsonl").write_text("hello")
    assert "Not all is well: x.jsonl." in shell.fails("verify", str(tmp_path / "x.jsonl"))


def test_progress_is_for_terminals_only(shell: Shell, tmp_path: Path) -> None:
    """A bar on standard error where that is a terminal; elsewhere none, and standard output is the same."""
    stream = bots(shell, "--every", "0")
    shell("tick")
    (tmp_path / "g.jsonl").write_text(shell("export", stream))
    other = Shell(tmp_path / "other")
    for at, words in (
        (shell, ["verify", stream]),
        (shell, ["verify", str(tmp_path / "g.jsonl")]),
        (shell, ["rules", "diff", stream]),
        (shell, ["export", stream]),
        (shell, ["backup", str(tmp_path / "b.db")]),
        (other, ["import", str(tmp_path / "g.jsonl")]),
    ):
        said, printed = at.on_terminal(*words)
        assert "100%" in said and "100%" not in printed, (words, said)
    assert "%" not in shell.run("verify", stream).stderr

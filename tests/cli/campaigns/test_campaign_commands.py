"""`campaign …` as an operator types it; and a campaign taken away, checked and brought back with its battles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.service.builders.skirmishes import FILE

END = "WINNER blue\nBIS: integrity 1\nSR1: LOST\nPOINTS blue 3, red 0\nKILL BIS SR1\n"


@pytest.fixture
def campaign(shell: Shell) -> str:
    """The Harrow Passage, by a bot and a person, while its first battle is fought."""
    seats = ("--seat", "blue=bot:steady", "--seat", "red=red@example.org")
    stream = shell("campaign", "open", "harrow", *seats).strip()
    shell("tick")
    shell("game", "resolve", stream, "--why", "all is said", "--yes")
    shell("tick")
    return stream


def test_a_campaign_is_opened_listed_and_shown(shell: Shell, campaign: str) -> None:
    assert campaign == "c1"
    assert [row["stream"] for row in json.loads(shell("campaign", "list", "--json"))] == ["c1"]
    assert "harrow" in shell("campaign", "list")
    shown = json.loads(shell("campaign", "show", "c1", "--json"))
    assert shown["battles"]["1"]["stream"] == "g1" and shown["units"]["BIS"]["where"] == "battle" and shown["due"] == ""
    assert "1       PICKETS  blue - red  g1    being fought" in shell("campaign", "show", "c1")
    assert "g1 is no campaign" in shell.fails("campaign", "show", "g1")
    assert "there is no game 'c9'" in shell.fails("campaign", "show", "c9")


def test_a_campaign_is_opened_from_a_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "skirmishes.json"
    file.write_text(json.dumps(FILE))
    done = shell.run("campaign", "open", str(file), "--seat", "blue=blue@example.org")
    assert done.stdout == "c1\n" and "free seats: red" in done.stderr
    file.write_text(json.dumps({**FILE, "start": ["NOWHERE"]}))
    assert "NOWHERE" in shell.fails("campaign", "open", str(file))
    assert "no scenario 'nothing'" in shell.fails("campaign", "open", "nothing")


def test_a_battle_is_reported_by_hand(shell: Shell, campaign: str) -> None:
    """`--check` only shows; before and after are told unit by unit."""
    words = ("campaign", "report", campaign, "1", "-", "--why", "fought at the club")
    before = shell("campaign", "show", campaign)
    told = shell(*words, "--check", stdin=END)
    assert told.splitlines() == ["battle 1: won by blue", "BIS  present: integrity 4 -> 3", "SR1  lost: unchanged"]
    assert shell("campaign", "show", campaign) == before
    assert "BIS has no hull" in shell.fails(*words, stdin="WINNER blue\nBIS: hull 1\nSR1: LOST")
    assert shell(*words, stdin=END) == told
    assert "is over already" in shell.fails(*words, stdin=END)
    assert "won by blue" in shell("campaign", "show", campaign)


def test_units_points_and_scores(shell: Shell, campaign: str) -> None:
    why = ("--why", "a gift")
    shell("campaign", "unit", "add", campaign, "red", "new", "DN", "--lacks", "integrity=2", "--name", "Reprisal", *why)
    shell("campaign", "unit", "take", campaign, "TOL", *why)
    shell("campaign", "points", campaign, "red", "7", *why)
    shell("campaign", "score", campaign, "blue", "2.5", *why)
    shown = json.loads(shell("campaign", "show", campaign, "--json"))
    assert shown["units"]["NEW"]["lacks"] == {"integrity": 2} and shown["units"]["TOL"]["where"] == "taken"
    assert shown["purses"]["red"] == 7 and shown["scores"]["blue"] == 2.5
    assert "write how many she lacks" in shell.fails(
        "campaign", "unit", "add", campaign, "red", "odd", "DN", "--lacks", "integrity=x", *why
    )
    assert "SR1 is in a battle" in shell.fails("campaign", "unit", "take", campaign, "SR1", *why)
    assert "a gift" in shell("game", "history", campaign)


def test_a_battle_is_played_again(shell: Shell, campaign: str) -> None:
    shell("campaign", "report", campaign, "1", "-", "--why", "at the club", stdin=END)
    shell("tick")
    shell("campaign", "replay", campaign, "1", "--why", "the wrong map", "--yes")
    shell("tick")
    assert json.loads(shell("campaign", "show", campaign, "--json"))["battles"]["1"]["stream"] == "g2"


# ---------------------------------------------------------------- taken away and brought back


@pytest.fixture
def exported(shell: Shell, campaign: str, tmp_path: Path) -> Path:
    """The campaign with two battles, the first of which was played again, in a file."""
    test_a_battle_is_played_again(shell, campaign)
    file = tmp_path / "campaign.jsonl"
    shell("export", campaign, "--out", str(file))
    return file


def test_an_export_holds_the_battles_and_comes_back_whole(shell: Shell, exported: Path, tmp_path: Path) -> None:
    streams = ["c1", "g1", "g2"]
    assert list(dict.fromkeys(json.loads(line)["stream"] for line in exported.read_text().splitlines())) == streams
    heads = {row["stream"]: row["head"] for row in json.loads(shell("verify", "c1", "--json"))}
    assert list(heads) == streams
    assert {row["stream"]: row["head"] for row in json.loads(shell("verify", str(exported), "--json"))} == heads
    other = Shell(tmp_path / "other")
    assert [line.split()[0] for line in other("import", str(exported)).splitlines()] == streams
    assert {row["stream"]: row["head"] for row in json.loads(other("verify", "--json"))} == heads
    assert "c1 is here already" in other.fails("import", str(exported))
    assert json.loads(other("campaign", "show", "c1", "--json")) == json.loads(shell("campaign", "show", "c1", "--json"))


def test_what_is_there_already_is_not_written_over(exported: Path, tmp_path: Path) -> None:
    other = Shell(tmp_path / "other")
    other("game", "open", "star_navy", "first-blood")
    assert "g1 is here already" in other.fails("import", str(exported))
    assert [row["stream"] for row in json.loads(other("game", "list", "--json"))] == ["g1"]


def test_an_import_that_was_killed_is_done_again(exported: Path, tmp_path: Path) -> None:
    """The campaign comes last; the battles that are there already, event for event, stay as they are."""
    from contextlib import closing

    from events.store import open_store
    from events.transfer import read_exports

    other = Shell(tmp_path / "other")
    other("game", "list")
    first = read_exports(exported.read_text().splitlines())[1]
    with closing(open_store(tmp_path / "other" / "wardroom.db")) as store:
        store.append_rows(first.stream, first.rows, first.drafts)
    other("import", str(exported))
    assert [row["stream"] for row in json.loads(other("game", "list", "--json"))] == ["c1", "g1", "g2"]


def test_a_battle_is_not_brought_in_without_its_campaign(shell: Shell, exported: Path, tmp_path: Path) -> None:
    file = tmp_path / "battle.jsonl"
    shell("export", "g1", "--out", str(file))
    assert json.loads(shell("verify", str(file), "--json"))[0]["broken"] == []
    assert "g1 is a battle of campaign c1: import the export of that" in Shell(tmp_path / "other").fails("import", str(file))


def test_a_file_of_two_games_that_have_nothing_to_do_with_each_other(shell: Shell, exported: Path, tmp_path: Path) -> None:
    alone = shell("game", "open", "star_navy", "first-blood").strip()
    file = tmp_path / "two.jsonl"
    file.write_text(shell("export", alone) + exported.read_text())
    assert f"c1 is no battle of {alone}" in Shell(tmp_path / "other").fails("import", str(file))
    file.write_text(exported.read_text() * 2)
    assert "c1 begins a second time" in Shell(tmp_path / "other").fails("import", str(file))

"""tools/campaign.py: what is wrong with a campaign file, its graph, how even it is, and one to begin with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.campaign.model.scenario import SCENARIOS
from pbem.campaign.simulate import Fought
from tools import campaign
from tools.campaign import Result, counted, lines, main

ROOT = Path(__file__).resolve().parents[3]


def written(folder: Path, **values: object) -> str:
    """A copy of the Harrow Passage with other values."""
    path = folder / "mine.json"
    path.write_text(json.dumps({**json.loads(campaign.text_of("harrow")), **values}), encoding="utf-8")
    return str(path)


def test_a_campaign_without_faults_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "harrow"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "harrow: warning: rounds: battles can follow each other in a loop, which only the last round ends (5)",
        "harrow: The Harrow Passage can be played.",
    ]


def test_faults_are_told_with_file_path_and_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = written(tmp_path, start=["MOON"], rounds=0)
    assert main(["check", mine, "harrow"]) == 1
    told = capsys.readouterr().out
    assert f"{mine}: rounds: 0 is not 1 to 100" in told
    assert f"{mine}: start.0: 'MOON' is none of PICKETS, BELT, PURSUIT" in told
    assert f"{mine}: The Harrow" not in told and "harrow: The Harrow Passage can be played." in told


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{,", "the campaign file is no JSON: line 1, column 2"),
        (b"\xff", "is no text in UTF-8"),
        (b"[]", "the campaign file: document: invalid input type"),
    ],
)
def test_a_file_that_is_none(content: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.json").write_bytes(content)
    assert main(["check", str(tmp_path / "mine.json")]) == 1
    assert why in capsys.readouterr().out


def test_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a key nor a file: the keys are told."""
    for verb in ("graph", "balance"):
        assert main([verb, "nowhere"]) == 1
        told = capsys.readouterr().err
        assert "no campaign and no file 'nowhere' (No such file or directory); campaigns are " in told and "harrow" in told


def test_the_graph_is_the_map_of_the_opening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "harrow"]) == 0
    drawn = ElementTree.fromstring(capsys.readouterr().out)
    svg = "{http://www.w3.org/2000/svg}"
    assert drawn.findtext(f"{svg}title") == "The Harrow Passage: the opening"
    assert main(["graph", "harrow", "--out", str(tmp_path / "graph.svg")]) == 0
    assert ElementTree.parse(tmp_path / "graph.svg").getroot().tag == f"{svg}svg"


def test_a_new_file_can_be_played_and_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = str(tmp_path / "my-war.json")
    assert main(["new", mine]) == 0
    assert main(["check", mine]) == 0
    assert json.loads(Path(mine).read_text(encoding="utf-8"))["key"] == "my-war"
    assert main(["new", mine]) == 1
    assert "is there already" in capsys.readouterr().err


# ---------------------------------------------------------------- balance

WON = Fought(1, "PICKETS", 1, "won", ["blue"], 6)
RESULTS = [
    Result(["blue"], 3, [WON, Fought(2, "BELT", 2, "drawn", [], 40)], []),
    Result([], 2, [Fought(1, "PICKETS", 1, "won", ["red"], 4), Fought(2, "BELT", 2, "refused", ["red"], 0)], ["BIS is gone"]),
]


def test_results_are_added_up_by_side_and_by_node() -> None:
    found = counted(SCENARIOS["harrow"], RESULTS)
    assert (found.wins["blue"].value, found.wins["red"].value, found.draws.value, found.rounds.value) == (0.5, 0, 0.5, 2.5)
    pickets, belt, pursuit = found.nodes
    assert (pickets.battles, pickets.wins, pickets.drawn, pickets.not_fought, pickets.turns) == (
        2,
        {"blue": 1, "red": 1},
        0,
        0,
        5,
    )
    assert (belt.battles, belt.wins, belt.drawn, belt.not_fought, belt.turns) == (2, {}, 1, 1, 40)
    assert pursuit.battles == 0
    told = "\n".join(lines(found))
    assert "PICKETS      2 battles of 5.0 turns: blue 1, red 1, drawn 0, not fought 0" in told
    assert "conservation 1 times wrong:\n    BIS is gone" in told


def test_what_was_gained_or_lost_is_a_failure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(campaign, "play_all", lambda matches, processes: RESULTS)
    assert main(["balance", "harrow", "--games", "2"]) == 1
    assert "BIS is gone" in capsys.readouterr().out
    monkeypatch.setattr(campaign, "play_all", lambda matches, processes: RESULTS[:1] * 2)
    assert main(["balance", "harrow", "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wins"]["blue"][0] == 1.0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bot", "chess=first"], "no rule book 'chess'; rule books are star_navy, stingray"),
        (["--bot", "star_navy=nobody"], "no bot 'nobody'; bots of star_navy are "),
        (["--commander", "green=steady"], "no side 'green'; sides are blue, red"),
        (["--commander", "blue=nobody"], "no commander 'nobody'; they are "),
    ],
)
def test_a_bot_that_is_not_there(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "harrow", *words]) == 2
    assert why in capsys.readouterr().err


def test_a_file_with_faults_is_not_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", written(tmp_path, rounds=0)]) == 1
    assert "rounds: 0 is not 1 to 100" in capsys.readouterr().err


@pytest.mark.deep
def test_whole_campaigns_by_bots(tmp_path: Path) -> None:
    """The same figures in one process and in two."""
    told = [
        subprocess.run(
            [sys.executable, "tools/campaign.py", "balance", "harrow", "--games", "2", "--processes", processes],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=True,
        ).stdout
        for processes in ("1", "2")
    ]
    assert told[0] == told[1]
    assert "harrow: 2 campaigns" in told[0] and "conservation nothing was gained or lost" in told[0]

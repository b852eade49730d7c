"""docs/campaigns.md: its commands do what it says, in a fresh data folder, and its campaign file can be played."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pbem.campaign.model.faults.file_warnings import warnings
from pbem.campaign.model.file_faults import faults
from pbem.campaign.model.scenario import SCENARIOS, read_file
from pbem.campaign.simulate import play_campaign
from tests.cli.shell import ROOT, Shell
from tools import campaign

PAGE = (ROOT / "docs" / "campaigns.md").read_text(encoding="utf-8")
TOOL = ".venv/bin/python tools/campaign.py "


def chapter(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def commands(title: str) -> list[str]:
    """The commands of a chapter's first block."""
    return re.findall(r"```sh\n(.*?)```", chapter(title), re.S)[0].strip().splitlines()


def typed(shell: Shell, line: str) -> str:
    """A command as it is written, comment and all; bots play two campaigns instead of so many."""
    if line.startswith(TOOL):
        words = shlex.split(line.removeprefix(TOOL).replace("--games 200", "--games 2"), comments=True)
        assert campaign.main(words) == 0, line
        return ""
    program, *words = shlex.split(line, comments=True)
    assert program == "./wardroom"
    if ">" not in words:
        return shell(*words)
    *words, _, file = words
    Path(file).write_text(shell(*words), encoding="utf-8")
    return ""


def test_the_commands_of_the_page_can_be_typed(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is made, checked, drawn and played by bots; then it is opened, beside one that comes with the program."""
    monkeypatch.chdir(tmp_path)
    for line in commands("Write a campaign file"):
        typed(shell, line)
    assert (tmp_path / "mine.svg").read_text(encoding="utf-8").startswith("<svg")
    assert [typed(shell, line).split("\n")[0] for line in commands("Open a campaign")[:2]] == ["c1", "c2"]
    listed, shown = (typed(shell, line) for line in commands("Open a campaign")[2:])
    assert "The Frontier" in listed and "The Harrow Passage" in listed and "Steadfast" not in listed
    assert "home" in shown and "STE" in shown
    told = [typed(shell, line) for line in commands("Tournaments")]
    assert told[1].split() == ["c3"]


def test_what_a_game_master_types_changes_the_campaign(shell: Shell) -> None:
    shell("campaign", "open", "frontier", "--seat", "home=blue@example.org", "--seat", "outer=red@example.org")
    for line in re.findall(r"`(\./wardroom campaign (?:unit add|points) [^`]*)`", chapter("Run a campaign")):
        typed(shell, line)
    shown = shell("campaign", "show", "c1")
    assert re.search(r"^DET +home +1ST +FF ", shown, re.M) and re.search(r"^home +0 +5 ", shown, re.M)


def test_the_campaign_file_of_the_page_can_be_played() -> None:
    """Without faults, without what may not be meant, to its end; damage, a commander and repairs are in it."""
    file = read_file(re.findall(r"```json\n(.*?)```", PAGE, re.S)[0])
    assert [*faults(file), *warnings(file)] == []
    played = play_campaign(file, "the page")
    assert played.wrong == [] and len(played.battles) == 2


def test_each_campaign_that_comes_with_the_program_has_its_story_and_picture() -> None:
    """Its key, its sides as seats are called, its picture of today."""
    told = chapter("The campaigns that come with it")
    for key, file in SCENARIOS.items():
        sides = ", ".join(f"`{side.id}`" for side in file.sides)
        assert re.search(rf"^\| `{key}` \|.*\| {sides} \|$", told, re.M), key
        assert f"### {file.title}\n\n`{key}`" in told and f"](img/campaign-{key}.svg)" in told


@pytest.mark.parametrize("key", list(SCENARIOS))
def test_the_picture_of_each_campaign_is_its_graph(key: str, tmp_path: Path) -> None:
    assert campaign.main(["graph", key, "--out", str(tmp_path / "now.svg")]) == 0
    drawn = (ROOT / "docs" / "img" / f"campaign-{key}.svg").read_text(encoding="utf-8")
    now = (tmp_path / "now.svg").read_text(encoding="utf-8")
    assert drawn == now, f"run {TOOL}graph {key} --out docs/img/campaign-{key}.svg"

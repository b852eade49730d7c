"""What the README tells to type works as it is there, on a machine that has no more than it says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from pbem.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
BARE = {"PATH": "/usr/bin:/bin", "HOME": "/"}
"""No `python`, no activated environment: what a new shell has."""


def section(title: str) -> str:
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def commands(title: str) -> list[str]:
    """The commands of a section's first block, without remarks."""
    block = re.findall(r"```sh\n(.*?)```", section(title), re.S)[0]
    return [re.sub(r"\s+#.*", "", line).strip() for line in block.replace("\\\n", " ").strip().splitlines()]


def typed(line: str, data: Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    env = {**BARE, "WARDROOM_DATA": str(data)}
    return subprocess.run(["sh", "-c", line], env=env, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_run_it_for_your_group(tmp_path: Path) -> None:
    """Each command as it is written; `serve` has tests of its own, and is only asked how it is used."""
    told = commands("Run it for your group")
    assert told[-1] == "./wardroom serve" and len(told) == 3
    for line in [*told[:-1], "./wardroom serve --help"]:
        done = typed(line, tmp_path)
        assert done.returncode == 0, (line, done.stderr)
    assert "wolf-pack" in typed("./wardroom game list", tmp_path).stdout


def test_the_launcher_is_found_from_anywhere(tmp_path: Path) -> None:
    """Files and exit codes are those of the folder and the program that is meant."""
    done = typed(f"{ROOT}/wardroom game show g9", tmp_path / "data", tmp_path)
    assert done.returncode == 1 and "no game 'g9'" in done.stderr
    assert typed(f"{ROOT}/wardroom fly", tmp_path / "data", tmp_path).returncode == 2
    assert os.access(ROOT / "wardroom", os.X_OK)


def test_make_does_what_the_two_commands_say() -> None:
    """`make run` and `make test` are there; neither is run here."""
    for line in commands("Two commands"):
        done = subprocess.run(["make", "--dry-run", *line.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and line.startswith("make "), (line, done.stderr)


def test_the_first_game_is_the_one_that_the_guide_opens() -> None:
    """Its scenario is among the first, and its ship's orders are in its language."""
    told = section("A first game in ten minutes")
    first = next(iter(GAMES.values())).scenarios
    assert f"*{first[first.practice].title}*" in told


def test_no_page_tells_of_a_python_that_may_not_be_there() -> None:
    """One way to run it, in all pages, helps and mails; `python` alone is on few machines."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("templates/**/*"), *ROOT.glob("pbem/**/*.py")]
    generated = {"first-game.md", "stingray-move.md", "CHANGELOG.md"}
    wrong = re.compile(r"(?<![\w/.-])python (app\.py|tools/(?!verify_dice))")
    found = [str(page) for page in pages if page.is_file() and page.name not in generated and wrong.search(page.read_text())]
    assert found == []

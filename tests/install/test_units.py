"""The units of `deploy/`, as systemd reads and judges them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import cli
from tests.install.programs import DEPLOY, require, told

SERVICES = ("wardroom", "wardroom-backup")
PROGRAM = "/opt/wardroom/bin/wardroom"
MOST_EXPOSED = 2.5


def unit(name: str) -> str:
    return (DEPLOY / name).read_text()


@pytest.mark.deep
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    """With a program where the units look for one, nothing is said at all."""
    require("systemd-analyze")
    for path in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        (tmp_path / path.name).write_text(path.read_text().replace(PROGRAM, "/bin/true"))
    units = sorted(tmp_path.iterdir())
    assert len(units) == 3
    assert told("systemd-analyze", "verify", *units) == ""


@pytest.mark.deep
@pytest.mark.parametrize("name", SERVICES)
def test_little_is_exposed(name: str) -> None:
    """What systemd counts against a service stays small."""
    require("systemd-analyze")
    said = told("systemd-analyze", "security", "--offline=yes", DEPLOY / f"{name}.service")
    (level,) = re.findall(r"Overall exposure level for \S+: ([0-9.]+)", said)
    assert float(level) <= MOST_EXPOSED


@pytest.mark.deep
def test_the_user_can_be_made() -> None:
    """The user of the units is the one in `sysusers.conf`."""
    require("systemd-sysusers")
    assert "wardroom" in told("systemd-sysusers", "--dry-run", DEPLOY / "sysusers.conf")


@pytest.mark.parametrize("name", SERVICES)
def test_the_commands_are_there(name: str) -> None:
    """What a unit starts is a command of ours, and it runs as our user in the folder with the settings."""
    text = unit(f"{name}.service")
    (line,) = re.findall(r"^ExecStart=(.*)$", text, re.M)
    words = shlex.split(line.replace("/bin/sh -c ", "").replace("'", "").replace("exec ", ""))
    assert words[0] == PROGRAM
    assert CliRunner().invoke(cli, [words[1], "--help"]).exit_code == 0
    (user,) = re.findall(r"^u (\w+) .* (\S+)$", unit("sysusers.conf"), re.M)
    assert f"User={user[0]}\n" in text and f"WorkingDirectory={user[1]}\n" in text

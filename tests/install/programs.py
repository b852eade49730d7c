"""Programs that check the files of `deploy/`: a test without its program is skipped with the reason; where CI=true it fails."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.builders.serving import ROOT

DEPLOY = ROOT / "deploy"
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"


def require(*names: str) -> None:
    """Each must be there."""
    missing = [name for name in names if shutil.which(name, path=PATH) is None]
    reason = f"not installed: {', '.join(missing)}; as root on Debian, tools/deploy_programs.sh installs what is missing"
    if missing and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if missing:
        pytest.skip(reason)


def told(*command: str | Path, cwd: Path = ROOT) -> str:
    """All that a command says; it must succeed."""
    env = {**os.environ, "PATH": PATH, "SYSTEMD_COLORS": "0"}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, (command, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout + done.stderr

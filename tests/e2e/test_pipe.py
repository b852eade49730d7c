"""A host without a server of ours: postfix hands each mail to `deliver` through a pipe, as a user without rights."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from tests.e2e.programs import PATIENCE, until
from tests.e2e.site import HOMES, PIPED, Site, text_of
from tests.web.builders.serving import ROOT

T = TypeVar("T")

USER = "nobody"
SCRIPT = """\
#!/bin/sh
{exports}
exec {command} deliver --from "$1" --to "$2"
"""


@dataclass
class Cron:
    """The service as commands alone, run by a user who may read the program and write its data."""

    command: list[str]
    env: dict[str, str]

    def run(self, *words: str) -> str:
        """What a command prints."""
        done = _as_user([*self.command, *words], self.env)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def until(self, look: Callable[[], T], what: str) -> T:
        """The first true answer of `look`, looked for behind each `tick`: a mail that was put off goes out with a later one."""

        def after_tick() -> T:
            self.run("tick")
            return look()

        return until(after_tick, what)


def _as_user(command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env=env,
        user=USER,
        group="nogroup",
        extra_groups=[],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd="/",
        check=False,
    )


def _interpreter(env: dict[str, str]) -> list[str]:
    """Our program under a Python that the user may run: our own, or the system's with our packages."""
    app = str(ROOT / "app.py")
    for python in filter(None, (sys.executable, shutil.which("python3", path="/usr/bin:/bin"))):
        if _as_user(["/usr/bin/env", python, "-c", f"import flask; open({app!r})"], env).returncode == 0:
            return ["/usr/bin/env", python, app]
    pytest.skip(f"the user {USER} may run no Python that has our packages; the pipe was not tried")


@pytest.fixture
def cron(site: Site) -> Cron:
    data = site.folder / "cron"
    data.mkdir()
    shutil.chown(data, USER)
    env = {
        "PATH": os.defpath,
        "PYTHONPATH": next(path for path in sys.path if Path(path).name == "site-packages"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "WARDROOM_DATA": str(data),
        "WARDROOM_DOMAIN": PIPED,
        "WARDROOM_SMTP_SEND": f"127.0.0.1:{site.postfix.port}",
    }
    command = _interpreter(env)
    script = site.folder / "deliver"
    exports = "\n".join(f"export {name}='{value}'" for name, value in env.items())
    script.write_text(SCRIPT.format(exports=exports, command=" ".join(command)))
    script.chmod(0o755)
    return Cron(command, env)


def test_orders_and_bounces_through_a_pipe(site: Site, cron: Cron) -> None:
    """M-15: `tick` sends reports, a piped answer is filed and answered; a piped bounce has no sender and gets no answer."""
    address = f"piper@{HOMES}"
    seats = [f"--seat=blue={address}", "--seat=red=left@gone.example"]
    cron.run("game", "open", "star_navy", "first-blood", *seats, "--every", "0")
    report, *_ = cron.until(lambda: site.dovecot.mails(address, "SUBJECT", '"[g1 T0]"'), "the report")
    assert site.person(address).swaks(str(report["Reply-To"]), "BIS: T1 TURN L").returncode == 0
    receipt, *_ = cron.until(lambda: site.dovecot.mails(address, "SUBJECT", '"Re: "'), "the receipt")
    assert text_of(receipt).startswith("ACCEPTED") and "T1 TURN L" in text_of(receipt)
    bounced = re.compile(rf"to=<orders[+]bounce-[^>]*@{PIPED}>.*status=sent")
    cron.until(lambda: bounced.search(site.postfix.log()), "the bounce went through the pipe")
    (bounce,) = (mail for mail in json.loads(cron.run("mail", "list", "--json")) if "+bounce-" in mail["to"])
    assert (bounce["from"], bounce["outcome"]) == ("", "bounced: for good, 5.1.1")

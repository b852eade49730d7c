"""A Mailman 3 of our own: posts come by LMTP from postfix and go out through postfix."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.e2e.programs import MAILMAN, PATH, PATIENCE, Daemon
from tests.web.builders.serving import ROOT, free_port

# Only the runners that a post goes through; and no look at the public list of domains, for that would be a look outside.
UNUSED = ("archive", "bounces", "command", "digest", "nntp", "rest", "retry", "shunt", "task", "virgin")
CONFIG = """\
[mailman]
site_owner: keeper@players.example
layout: here
[paths.here]
var_dir: {folder}
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_host: 127.0.0.1
lmtp_port: {lmtp}
smtp_host: 127.0.0.1
smtp_port: {smtp}
[dmarc]
org_domain_data: file://{folder}/domains
[runner.in]
sleep_time: 0.1s
[runner.pipeline]
sleep_time: 0.1s
[runner.out]
sleep_time: 0.1s
"""


class Mailman:
    """`smtp` is the post office's port. Its lists have footers, and From is munged.

    `programs` is where another Mailman is, `used` the runners that it needs besides, `more` the rest of its configuration.
    """

    def __init__(
        self, folder: Path, smtp: int, programs: Path = MAILMAN.parent, used: Sequence[str] = (), more: str = ""
    ) -> None:
        self.folder = folder
        self._programs = programs
        self.lmtp = free_port()
        self._config = folder / "mailman.cfg"
        folder.mkdir()
        (folder / "domains").write_text("example\norg\n")
        unused = "".join(f"[runner.{name}]\nstart: no\n" for name in UNUSED if name not in used)
        self._config.write_text(CONFIG.format(folder=folder, lmtp=self.lmtp, smtp=smtp) + unused + more)
        self._daemon: Daemon | None = None

    def make_list(self, name: str, *members: str) -> None:
        """The first list, before the start."""
        script = ROOT / "tests" / "e2e" / "mailman_list.py"
        command = [str(self._programs / "python"), "-P", str(script), str(self._config), name, *members]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={"PATH": PATH}, check=False)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start, and wait until posts are taken."""
        command = [str(self._programs / "master"), "--force", "-C", str(self._config)]
        self._daemon = Daemon(command, self.folder / "output", {"PATH": PATH})
        self._daemon.wait_for(self.lmtp)

    def end(self) -> None:
        """End it with all its runners, at once: left to itself it takes ten seconds."""
        if self._daemon is not None:
            self._daemon.kill()

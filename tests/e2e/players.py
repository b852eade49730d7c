"""How players write: with swaks, with mutt, and with s-nail, each from a mailbox of dovecot's and through postfix."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.dovecot import Dovecot
from tests.e2e.programs import PATH, PATIENCE

MUTT = """\
set from="{address}" realname="The captain" use_from=yes hostname=players.example
set smtp_url="smtp://127.0.0.1:{port}" ssl_starttls=no ssl_force_tls=no
set record="{record}" header_cache="" sort=mailbox-order
set editor="{editor}" include=yes autoedit=yes fast_reply=yes reply_to=yes abort_unmodified=no
set quit=yes delete=no sleep_time=0 wait_key=no timeout=1 confirmappend=no
"""


@dataclass(frozen=True)
class Player:
    """Someone with a mailbox; `desk` is a folder for what their programs keep, `port` the post office's."""

    address: str
    dovecot: Dovecot
    port: int
    desk: Path

    # ------------------------------------------------------------ swaks: a mail made by hand

    def swaks(self, to: str, text: str, subject: str = "orders", **headers: str) -> subprocess.CompletedProcess[str]:
        """Send a mail; the `_` in a header's name stands for `-`."""
        given = {"Subject": subject, **{name.replace("_", "-"): value for name, value in headers.items()}}
        lines = [word for name, value in given.items() for word in ("--header", f"{name}: {value}")]
        (self.desk / "body").write_text(text)
        ways = ["--server", f"127.0.0.1:{self.port}", "--from", self.address, "--to", to]
        return self._run(["swaks", *ways, *lines, "--body", f"@{self.desk / 'body'}"])

    # ------------------------------------------------------------ mutt

    def mutt_reply(self, number: int, text: str, below: bool = False) -> None:
        """Answer mail `number` of the inbox in mutt's full screen: the mail quoted, the text above or below it.

        The sent mail is kept in the inbox too, as many people do.
        """
        editor, words = self.desk / "editor", self.desk / "words"
        words.write_text(text)
        order = f'"$1" {words}' if below else f'{words} "$1"'
        editor.write_text(f'#!/bin/sh\ncat {order} > "$1.new" && mv "$1.new" "$1"\n')
        editor.chmod(0o755)
        keys = f'push "<jump>{number}<enter><reply><send-message><quit>"\n'
        self._mutt(editor, keys, ["-f", self.dovecot.url(self.address)])

    def mutt_draft(self, draft: str) -> None:
        """Send a written draft, headers and all, without a screen."""
        (self.desk / "draft").write_text(draft)
        command = ["mutt", "-n", "-F", str(self._muttrc(Path("/bin/false"), "")), "-H", str(self.desk / "draft")]
        done = self._run(command)
        assert done.returncode == 0, done.stderr + done.stdout

    def _mutt(self, editor: Path, keys: str, words: Sequence[str]) -> None:
        status, screen = in_terminal(["mutt", "-n", "-F", str(self._muttrc(editor, keys)), *words], self._env())
        assert status == 0, screen.decode(errors="replace")

    def _muttrc(self, editor: Path, keys: str) -> Path:
        path = self.desk / "muttrc"
        record = self.dovecot.url(self.address) if keys else ""
        path.write_text(MUTT.format(address=self.address, port=self.port, record=record, editor=editor) + keys)
        return path

    # ------------------------------------------------------------ s-nail

    def nail_reply(self, number: int, text: str, *settings: str) -> None:
        """Answer mail `number` of the inbox by `reply`.

        As it comes, s-nail quotes nothing and leaves Reply-To aside; the settings `quote` and `reply-to-honour` change that.
        """
        chosen = ("v15-compat", "dot", "sendwait", "smtp-auth=none", f"from={self.address}", *settings)
        sets = [word for each in (*chosen, f"mta=smtp://127.0.0.1:{self.port}") for word in ("-S", each)]
        typed = f"reply {number}\n{text}\n.\nquit\n"
        done = self._run(["s-nail", "-n", "-#", *sets, "-f", self.dovecot.url(self.address)], typed)
        assert done.returncode == 0, done.stderr

    # ------------------------------------------------------------

    def _env(self) -> dict[str, str]:
        return {"HOME": str(self.desk), "PATH": PATH, "LC_ALL": "C.UTF-8", "TERM": "vt100"}

    def _run(self, command: list[str], typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, env=self._env(), timeout=PATIENCE, check=False
        )


def in_terminal(command: Sequence[str], env: dict[str, str]) -> tuple[int, bytes]:
    """Run a program in a terminal of its own; its exit code, and all that was on the screen."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True)
    os.close(theirs)
    screen, end = b"", time.monotonic() + PATIENCE
    try:
        while process.poll() is None and time.monotonic() < end:
            if select.select([ours], [], [], 0.05)[0]:
                screen += _read(ours)
    finally:
        os.close(ours)
        process.kill()
    return process.wait(), screen


def _read(terminal: int) -> bytes:
    """What came; nothing when the program has closed its side."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""

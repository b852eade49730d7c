"""The command line as a user types it, against one data folder.

Most commands run in this process, through the very `main()` that `app.py` calls: a new process for each spends a second on
imports. `process` starts a real one, for what only that can show.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from pbem.cli import main

ROOT = Path(__file__).resolve().parents[2]


class Done(NamedTuple):
    """What a command ended with."""

    returncode: int
    stdout: str
    stderr: str


class Shell:
    """Runs `./wardroom ...`. `env` is the whole environment that it sees."""

    def __init__(self, data: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("WARDROOM_")}
        self.env = kept | {"WARDROOM_DATA": str(data)}

    def __call__(self, *words: str, stdin: str = "", code: int = 0) -> str:
        done = self.run(*words, stdin=stdin)
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done.stdout

    def fails(self, *words: str, stdin: str = "", code: int = 1) -> str:
        """The one sentence of an expected failure."""
        done = self.run(*words, stdin=stdin)
        assert done.returncode == code, (words, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done.stderr

    def run(self, *words: str, stdin: str = "") -> Done:
        """In this process: same entry, same exit codes, a traceback for whatever `main` does not expect."""
        absent: dict[str, str | None] = dict.fromkeys(name for name in os.environ if name not in self.env)
        argv, sys.argv = sys.argv, ["app.py", *words]
        try:
            with CliRunner().isolation(input=stdin, env={**absent, **self.env}) as (out, err, _):
                code = _ended()
                return Done(code, _text(out.getvalue()), _text(err.getvalue()))
        finally:
            sys.argv = argv

    def process(self, *words: str, stdin: str = "") -> Done:
        """In a process of its own."""
        command = [sys.executable, str(ROOT / "app.py"), *words]
        done = subprocess.run(
            command, input=stdin, capture_output=True, text=True, env=self.env, timeout=120, cwd=ROOT, check=False
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def on_terminal(self, *words: str) -> tuple[str, str]:
        """In a process of its own whose standard error is a terminal: what it said there, and what it printed."""
        ours, theirs = pty.openpty()
        said = b""
        with tempfile.TemporaryFile() as printed:
            command = [sys.executable, str(ROOT / "app.py"), *words]
            done = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=printed, stderr=theirs, env=self.env)
            os.close(theirs)
            with suppress(OSError):  # EIO: the other end of the terminal is closed, and nothing is left to read
                while part := os.read(ours, 65536):
                    said += part
            os.close(ours)
            assert done.wait(120) == 0, words
            printed.seek(0)
            return _text(said), _text(printed.read())


def _ended() -> int:
    """The exit code of `main`, as the interpreter would give it."""
    try:
        main()
    except SystemExit as e:
        return e.code if isinstance(e.code, int) else 0 if e.code is None else 1
    except Exception:  # what would end the process with a traceback; `fails` finds it
        traceback.print_exc()
        sys.stderr.flush()
        return 1
    return 0


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")

"""The service as its own process, on ports and a folder of its own."""

from __future__ import annotations

import fcntl
import http.client
import os
import signal
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 180.0
PORTS = range(12_000, 30_000)
"""Below those that systems hand out by themselves, so that nobody is given one before the program that it is for listens."""

T = TypeVar("T")
_kept: list[int] = []
"""The locks of the ports that this process has picked."""


def free_port() -> int:
    """A port of the loopback that nobody listens at, and that no test picks again while this process lives."""
    locks = Path(tempfile.gettempdir(), f"wardroom-test-ports-{os.getuid()}")
    locks.mkdir(exist_ok=True)
    first = (os.getpid() * 61 + len(_kept)) % len(PORTS)
    port: int
    for port in chain(PORTS[first:], PORTS[:first]):
        if _is_free(port) and _is_ours(locks / str(port)):
            return port
    raise AssertionError("no port is free")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _is_ours(lock: Path) -> bool:
    """Take the lock, unless somebody has it: this process, too."""
    file = os.open(lock, os.O_CREAT | os.O_WRONLY, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return False
    _kept.append(file)
    return True


def until(look: Callable[[], T], what: str, patience: float = PATIENCE) -> T:
    """The first true answer of `look`, waited for but not forever."""
    end = time.monotonic() + patience
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < end, f"{what}: not within {patience} seconds"
        time.sleep(0.01)


class Page(NamedTuple):
    """What a browser is answered."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Serving:
    """`wardroom WORDS` on free ports; may be started, stopped, killed and started again."""

    program = (sys.executable, str(ROOT / "app.py"))
    folder = ROOT
    """What is run, and where."""

    def __init__(self, data: Path, *words: str) -> None:
        self.data = data
        self.words = words or ("serve",)
        self.web, self.smtp = free_port(), free_port()
        self.log = data.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None
        self.cookie = ""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("WARDROOM_")}
        self.env = kept | {
            "WARDROOM_DATA": str(data),
            "WARDROOM_WEB": f"127.0.0.1:{self.web}",
            "WARDROOM_SMTP_LISTEN": f"127.0.0.1:{self.smtp}",
            "WARDROOM_HEARTBEAT": "0.1",
        }

    # ------------------------------------------------------------ the process

    def run(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Another command over the same folder."""
        command = [*self.program, *words]
        return subprocess.run(
            command, input=stdin, capture_output=True, env=self.env, timeout=PATIENCE, cwd=self.folder, check=False
        )

    def start(self) -> None:
        """Start, and wait until mail is taken and pages are shown."""
        with self.log.open("ab") as log:
            command = [*self.program, *self.words]
            self.process = subprocess.Popen(
                command, env=self.env, cwd=self.folder, stdin=subprocess.DEVNULL, stderr=log, stdout=log
            )
        until(self._answers, "the service answers")

    def _answers(self) -> bool:
        assert self.process is not None and self.process.poll() is None, self.log.read_text()
        try:
            with smtplib.SMTP("127.0.0.1", self.smtp, timeout=30):
                return self.get("/static/wardroom.css").status == 200
        except (OSError, smtplib.SMTPException, http.client.HTTPException):
            return False

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it by a signal; its exit code."""
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.send_signal(number)
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    # ------------------------------------------------------------ as a browser

    def get(self, path: str) -> Page:
        """GET a page."""
        return self._ask("GET", path)

    def post(self, path: str, **fields: str) -> Page:
        """Send a form."""
        return self._ask("POST", path, urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"})

    def _ask(self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> Page:
        """Like a browser, with the one cookie that our pages set."""
        con = http.client.HTTPConnection("127.0.0.1", self.web, timeout=PATIENCE)
        try:
            con.request(method, path, body or None, {**(headers or {}), **({"Cookie": self.cookie} if self.cookie else {})})
            answer = con.getresponse()
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
            return Page(answer.status, answer.headers, answer.read())
        finally:
            con.close()

    # ------------------------------------------------------------ as a player

    def raw_mails(self, address: str) -> list[bytes]:
        """What lies in a player's Maildir."""
        return [path.read_bytes() for path in (self.data / "mail" / address / "new").glob("*")]

    def mails(self, address: str, word: str = "") -> list[EmailMessage]:
        """The mails of a mailbox whose subject begins with `word`."""
        found = [BytesParser(policy=policy.default).parsebytes(raw) for raw in self.raw_mails(address)]
        return [mail for mail in found if mail["Subject"].startswith(word)]

    def await_mail(self, address: str, word: str) -> EmailMessage:
        """The mail whose subject begins with `word`, as soon as it is there."""
        return until(lambda: self.mails(address, word), f"a mail {word!r} to {address}")[0]

    def send(self, mail: bytes, sender: str, to: str) -> None:
        """Send a mail, as a mail server does; returns once it was told 250."""
        with smtplib.SMTP("127.0.0.1", self.smtp, timeout=PATIENCE) as server:
            server.sendmail(sender, [to], mail)


def answer_to(mail: EmailMessage, sender: str, text: str, name: str) -> tuple[bytes, str]:
    """An answer as a mail program writes it, known by `name`; and the address it goes to."""
    made = EmailMessage(policy=policy.SMTP)
    made["From"], made["To"], made["Subject"] = sender, mail["Reply-To"], f"Re: {mail['Subject']}"
    made["In-Reply-To"] = mail["Message-ID"]
    made["Message-ID"] = f"<{name}@example.org>"
    made.set_content(text)
    return made.as_bytes(), str(mail["Reply-To"])

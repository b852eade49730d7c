"""An INN of our own: configuration, spool and history in one folder, groups to post in, people with passwords."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.gateway.forums.drivers.nntp import Conversation
from tests.e2e.programs import PATIENCE, Daemon, until
from tests.web.builders.serving import free_port

PROGRAMS = Path("/usr/lib/news/bin")
AS_NEWS = ["setpriv", "--reuid=news", "--regid=news", "--init-groups"]
GROUP = "local.games"
KEY = "a key of ours"
KEY_HASH = "$1$wardroom$gqvpiw8KHwTlKKnzLrsaF/"
"""KEY as `openssl passwd -1 -salt wardroom` writes it, for ckpasswd."""
NO_KEY_HASH = "!"
FOLDERS = (
    "etc",
    "db",
    "run",
    "log/OLD",
    "http",
    "filter",
    "spool/articles",
    "spool/overview",
    "spool/outgoing",
    "spool/archive",
)
INCOMING = ("spool/incoming/tmp", "spool/incoming/bad")
CONFIG = """\
pathhost: news.example
domain: news.example
mta: "{folder}/etc/mta %s"
pathnews: /usr/lib/news
pathbin: /usr/lib/news/bin
patharchive: {folder}/spool/archive
patharticles: {folder}/spool/articles
pathdb: {folder}/db
pathetc: {folder}/etc
pathfilter: {folder}/filter
pathhttp: {folder}/http
pathincoming: {folder}/spool/incoming
pathlog: {folder}/log
pathoutgoing: {folder}/spool/outgoing
pathoverview: {folder}/spool/overview
pathrun: {folder}/run
pathspool: {folder}/spool
pathtmp: {folder}/spool/incoming/tmp
hismethod: hisv6
enableoverview: true
ovmethod: tradindexed
wireformat: true
bindaddress: 127.0.0.1
bindaddress6: "::1"
port: {port}
doinnwatch: false
pgpverify: false
"""
READERS = """\
auth "people" {{
    hosts: "*"
    auth: "ckpasswd -f {folder}/etc/passwd"
}}
access "people" {{
    users: "*"
    newsgroups: "*"
    access: RPA
}}
"""
FILES = {
    "newsfeeds": "ME:!*::\n",
    "incoming.conf": "",
    "storage.conf": "method tradspool {\n    newsgroups: *\n    class: 0\n}\n",
    "expire.ctl": "/remember/:11\n*:A:1:90:never\n",
    "moderators": "*:moderator@news.example\n",
    "control.ctl": "",
    "distrib.pats": "",
    "passwd.nntp": "",
}
MTA = '#!/bin/sh\ncat >"{folder}/log/moderator.$$"\n'
USERS = ("wardroom", "people")


def require_inn() -> None:
    """Skip the test with the reason where INN is missing; where CI=true, fail."""
    reason = ""
    if not (PROGRAMS / "innd").exists():
        reason = "not installed: INN; as root, `make test-all` installs it"
    elif os.geteuid() != 0:
        reason = "only root can start INN as the user news; as root, `make test-all` runs these tests too"
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


class Inn:
    """A news server on the loopback at `port`, with one group. People log in as `wardroom` or `people`, with KEY."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wr-inn-"))
        self.port = free_port()
        self._write()
        self._daemon = Daemon(
            [*AS_NEWS, str(PROGRAMS / "innd"), "-f", "-P", str(self.port)], self.folder / "log" / "output", self._env
        )
        try:
            self._daemon.wait_for(self.port)
            self.control("newgroup", GROUP, "y", "keeper")
        except BaseException:
            self.close()
            raise

    @property
    def _env(self) -> dict[str, str]:
        return {"INNCONF": str(self.folder / "etc" / "inn.conf"), "PATH": f"{PROGRAMS}:/usr/sbin:/usr/bin:/sbin:/bin"}

    def _write(self) -> None:
        for name in (*FOLDERS, *INCOMING):
            (self.folder / name).mkdir(parents=True)
        etc, db = self.folder / "etc", self.folder / "db"
        (etc / "inn.conf").write_text(CONFIG.format(folder=self.folder, port=self.port))
        (etc / "readers.conf").write_text(READERS.format(folder=self.folder))
        for name, text in FILES.items():
            (etc / name).write_text(text)
        (etc / "mta").write_text(MTA.format(folder=self.folder))
        (etc / "mta").chmod(0o755)
        for name in ("active", "newsgroups"):
            shutil.copy(f"/usr/lib/news/examples/{name}", db / name)
        for name in ("active.times", "history"):
            (db / name).touch()
        self.take_keys(KEY_HASH)
        subprocess.run(["chown", "-R", "news:news", str(self.folder)], check=True)
        self._run("makedbz", "-i", "-o", "-s", "1000")

    def _run(self, program: str, *words: str) -> None:
        command = [*AS_NEWS, str(PROGRAMS / program), *words]
        done = subprocess.run(
            command, capture_output=True, text=True, env=self._env, cwd=self.folder / "db", timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, f"{program} {words}: {done.stdout} {done.stderr}"

    def control(self, *words: str) -> None:
        """What its keeper tells it: `newgroup`, `changegroup`, `throttle`, `go`, `cancel`."""
        self._run("ctlinnd", "-t", str(int(PATIENCE)), *words)

    def take_keys(self, key_hash: str) -> None:
        """From now on these are the passwords."""
        (self.folder / "etc" / "passwd").write_text("".join(f"{user}:{key_hash}\n" for user in USERS))

    @contextmanager
    def reader(self) -> Iterator[Conversation]:
        """A conversation of somebody who has logged in."""
        with Conversation("127.0.0.1", self.port, encrypted=False) as server:
            assert server.ask("AUTHINFO USER people").code == 381
            assert server.ask(f"AUTHINFO PASS {KEY}").code == 281
            yield server

    def take(self, article: EmailMessage) -> None:
        """Somebody posts an article."""
        with self.reader() as server:
            assert server.ask("POST").code == 340
            server.send_article(article.as_bytes(policy=policy.SMTP))
            said = server.answer()
        assert said.code == 240, said

    def articles(self, group: str = GROUP) -> list[EmailMessage]:
        """What is in a group, oldest first, from its files."""
        folder = self.folder / "spool" / "articles" / group.replace(".", "/")
        files = sorted(folder.iterdir(), key=lambda file: int(file.name)) if folder.exists() else []
        return [_opened(file.read_bytes()) for file in files]

    def waiting(self) -> list[EmailMessage]:
        """What was mailed to the moderator of a group, without the two lines of the mail."""
        mails = sorted((self.folder / "log").glob("moderator.*"), key=lambda file: file.stat().st_mtime_ns)
        return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in mails]

    def close(self) -> None:
        """Stop it, and leave nothing."""
        self._daemon.kill()
        until(self._gone, "INN's folder is free")

    def _gone(self) -> bool:
        shutil.rmtree(self.folder, ignore_errors=True)
        time.sleep(0.01)
        return not self.folder.exists()


def _opened(raw: bytes) -> EmailMessage:
    """An article as it lies on the disk: as it is sent, with a second full stop before one that begins a line."""
    text = raw.removesuffix(b"\r\n.\r\n").replace(b"\r\n..", b"\r\n.")
    return message_from_bytes(text.replace(b"\r\n", b"\n"), policy=policy.default)

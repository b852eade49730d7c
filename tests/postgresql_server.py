"""A real PostgreSQL for tests: Debian's, started in a temporary folder with a Unix socket, for as long as the tests run."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from pbem.database import open_database

INSTALLED = Path("/usr/lib/postgresql")
UNPRIVILEGED = "nobody"
"""Who runs the server when the tests are run by root, as which it refuses to start."""
SETTINGS = {"listen_addresses": "", "fsync": "off", "max_connections": "200", "shared_buffers": "64MB"}
EMPTY = "empty"
STARTS_WITHIN = 180.0
"""Seconds, on a machine that may be busy."""
_numbers = count(1)


@dataclass
class Server:
    """A server that runs. `settings` are as in its configuration file."""

    programs: Path
    folder: Path
    settings: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql:///{database}?host={quote(str(self.folder))}&user=wardroom"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [f"--{name.replace('_', '-')}={value}" for name, value in self.settings.items()]
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *options]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, user=owner())
        end = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                return psycopg.connect(self.url()).close()
            except psycopg.OperationalError:
                assert self.process.poll() is None and time.monotonic() < end, (self.folder / "log").read_text()
                time.sleep(0.1)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT cuts off whoever is connected, SIGKILL is what a power cut is to it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(STARTS_WITHIN)
            self.process = None
            if how == signal.SIGKILL:
                time.sleep(0.5)  # its children notice that it is gone
                (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def execute(self, sql: str) -> None:
        """A statement of an administrator's."""
        with psycopg.connect(self.url(), autocommit=True) as con:
            con.execute(sql)

    def create(self, template: str = "template0") -> str:
        """The address of a new database. Its own order of letters is not that of bytes, which must make no difference."""
        name = f"test_{next(_numbers)}"
        self.execute(
            f"CREATE DATABASE {name} TEMPLATE {template}"
            + (" LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ENCODING 'UTF8'" if template == "template0" else "")
        )
        return self.url(name)


def owner() -> int | None:
    """Who runs a server: nobody, when the tests are run by root."""
    return pwd.getpwnam(UNPRIVILEGED).pw_uid if os.geteuid() == 0 else None


def new_server(**settings: str) -> Server:
    """A server of its own. Skips the test where PostgreSQL is not installed; where CI=true it fails."""
    found = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        reason = "PostgreSQL is not installed: as root `tools/postgresql.sh` does it"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="wardroom-pg-"))
    user = owner()
    if user is not None:
        os.chown(folder, user, -1)
    server = Server(found[-1].parent, folder, SETTINGS | settings)
    made = [
        str(found[-1]),
        "-D",
        str(folder / "data"),
        "-U",
        "wardroom",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
        "--locale=C.UTF-8",
    ]
    subprocess.run(made, check=True, capture_output=True, user=user, cwd="/")
    server.start()
    atexit.register(_remove, server)
    return server


def _remove(server: Server) -> None:
    server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)


@cache
def shared_server() -> Server:
    """The one that most tests of a process use: each has a database of its own in it."""
    return new_server()


@cache
def _template() -> str:
    """A database of the service that was set up once, for copies: migrations take longer than most tests."""
    server = shared_server()
    made = server.create()
    open_database(made).close()
    return made.partition("?")[0].rpartition("/")[2]


def new_url() -> str:
    """The address of an empty database of the service."""
    template = _template()
    return shared_server().create(template)

"""A list server of our own with its archive on the web: Mailman 3 and HyperKitty, on the loopback."""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.mailman3 import Mailman
from tests.e2e.programs import PATH, PATIENCE, Daemon, until
from tests.web.builders.serving import ROOT, free_port

PROGRAMS = ROOT / ".venv" / "hyperkitty" / "bin"
SITE = ROOT / "tests" / "gateway" / "forums" / "hyperkitty_site"
LIST = "games@lists.example"
KEY = "a-key-of-the-archive"
KEEPER = ("restadmin", "restpass")
RUNNERS = ("archive", "rest")
MORE = """\
[archiver.hyperkitty]
class: mailman_hyperkitty.Archiver
enable: yes
configuration: {folder}/hyperkitty.cfg
[webservice]
hostname: 127.0.0.1
port: {rest}
workers: 1
[runner.archive]
sleep_time: 0.1s
"""
ARCHIVER = "[general]\nbase_url: http://127.0.0.1:{web}/hyperkitty/\napi_key: {key}\n"


def require_hyperkitty() -> None:
    """Skip the test with the reason where HyperKitty is missing; where CI=true, fail."""
    reason = ""
    if not (PROGRAMS / "mailman").exists():
        reason = "not installed: HyperKitty (.venv/hyperkitty); as root, `make test-all` installs it"
    elif os.geteuid() != 0:
        reason = "Mailman runs as root here; as root, `make test-all` runs these tests too"
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


class ListServer:
    """One list, to which anybody may write; its archive is at `url`."""

    def __init__(self, *members: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wr-list-"))
        self._client = httpx.Client(trust_env=False, timeout=PATIENCE)
        self._rest, self._web = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self._web}/hyperkitty"
        more = MORE.format(folder=self.folder, rest=self._rest)
        # Nothing goes out: whoever is a member has its mail at the port of nobody.
        self.mailman = Mailman(self.folder / "mailman", free_port(), PROGRAMS, RUNNERS, more)
        (self.folder / "hyperkitty.cfg").write_text(ARCHIVER.format(web=self._web, key=KEY))
        try:
            self._start_archive()
            self.mailman.make_list(LIST, *members)
            self.mailman.start()
            until(self._answers, "Mailman's REST answers")
        except BaseException:
            self.close()
            raise

    def _start_archive(self) -> None:
        env = {
            "PATH": PATH,
            "PYTHONPATH": str(SITE),
            "DJANGO_SETTINGS_MODULE": "settings",
            "HYPERKITTY_FOLDER": str(self.folder),
            "MAILMAN_REST": f"http://127.0.0.1:{self._rest}",
            "ARCHIVER_KEY": KEY,
        }
        migrate = [str(PROGRAMS / "django-admin"), "migrate", "--run-syncdb", "--verbosity", "0"]
        done = subprocess.run(migrate, capture_output=True, text=True, env=env, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr
        command = [str(PROGRAMS / "gunicorn"), "--threads", "4", "--bind", f"127.0.0.1:{self._web}"]
        self._archive = Daemon([*command, "django.core.wsgi:get_wsgi_application()"], self.folder / "web", env)
        self._archive.wait_for(self._web)

    def _answers(self) -> bool:
        try:
            return self._client.get(f"http://127.0.0.1:{self._rest}/3.1/system/versions", auth=KEEPER).status_code == 200
        except httpx.TransportError:
            return False

    def keeper(self, method: str, path: str, **data: str) -> Any:
        """What its keeper asks of Mailman, or tells it."""
        address = f"http://127.0.0.1:{self._rest}/3.1/lists/{LIST}/{path}"
        said = self._client.request(method, address, data=data or None, auth=KEEPER)
        assert said.is_success, said.text
        return said.json() if said.content else None

    def page(self, path: str) -> httpx.Response:
        """A page, or an answer of the archive's API."""
        return self._client.get(f"{self.url}/{path}")

    def take(self, mail: bytes, sender: str) -> None:
        """A mail comes to the list."""
        with smtplib.LMTP("127.0.0.1", self.mailman.lmtp) as office:
            office.sendmail(sender, [LIST], mail)

    def held(self) -> dict[str, int]:
        """The mails that wait for a moderator: the numbers by their Message-IDs."""
        found = self.keeper("GET", "held").get("entries", [])
        return {entry["message_id"]: entry["request_id"] for entry in found}

    def close(self) -> None:
        """Stop both, and leave nothing."""
        self._client.close()
        self.mailman.end()
        if hasattr(self, "_archive"):
            self._archive.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

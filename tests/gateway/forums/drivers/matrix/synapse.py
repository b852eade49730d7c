"""A matrix-synapse of our own on the loopback: started in a folder, its users made, asked as any of them, and ended."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.web.builders.serving import ROOT, free_port

SYNAPSE = ROOT / ".venv" / "synapse"
SHARED = "only-for-tests"
STARTS_WITHIN = 180.0
"""Seconds; two are enough where nothing else runs."""
CONFIG = """\
server_name: localhost
pid_file: {folder}/pid
listeners:
  - {{bind_addresses: [127.0.0.1], port: {port}, tls: false, type: http, resources: [{{names: [client, media]}}]}}
database: {{name: sqlite3, args: {{database: {folder}/homeserver.db}}}}
media_store_path: {folder}/media
signing_key_path: {folder}/signing.key
registration_shared_secret: {shared}
macaroon_secret_key: {shared}
form_secret: {shared}
bcrypt_rounds: 4
report_stats: false
presence: {{enabled: false}}
trusted_key_servers: []
federation_domain_whitelist: []
# A message in seven seconds: only for users who are not let off (`let_off`). Of all else as much as tests want.
rc_message: {{per_second: 0.1429, burst_count: 1}}
rc_room_creation: {{per_second: 1000, burst_count: 1000}}
rc_joins: {{local: {{per_second: 1000, burst_count: 1000}}}}
rc_invites:
  per_room: {{per_second: 1000, burst_count: 1000}}
  per_user: {{per_second: 1000, burst_count: 1000}}
  per_issuer: {{per_second: 1000, burst_count: 1000}}
rc_login:
  address: {{per_second: 1000, burst_count: 1000}}
  account: {{per_second: 1000, burst_count: 1000}}
  failed_attempts: {{per_second: 1000, burst_count: 1000}}
"""

Json = dict[str, Any]


def require() -> None:
    """Skip the test with the reason when synapse is not installed; where CI=true, fail."""
    if (SYNAPSE / "installed.txt").exists():
        return
    reason = "matrix-synapse is not installed (.venv/synapse); `make test-all` installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


class Synapse:
    """The server, at `port` of the loopback; its name is `localhost`. `keeper` is its administrator."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._log = folder / "log"
        self._config = folder / "homeserver.yaml"
        seed = base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        (folder / "signing.key").write_text(f"ed25519 a_test {seed}\n")
        self._config.write_text(CONFIG.format(folder=folder, port=self.port, shared=SHARED))
        self._process: subprocess.Popen[bytes] | None = None
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=30)
        self._tokens: dict[str, str] = {}

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [str(SYNAPSE / "bin" / "python"), "-m", "synapse.app.homeserver", "-c", str(self._config)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            assert self._process.poll() is None and time.monotonic() < end, self._log.read_text()
            time.sleep(0.05)
        self.token("keeper")

    def _answers(self) -> bool:
        try:
            return self._http.get("/health").status_code == 200
        except httpx.TransportError:
            return False

    def end(self) -> None:
        """End it, whatever it does."""
        self._http.close()
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def token(self, user: str) -> str:
        """The access token of a user, who is made first where there is none of the name."""
        if user not in self._tokens:
            self._tokens[user] = self._register(user)
            self.let_off(user)
        return self._tokens[user]

    def log_in(self, user: str) -> str:
        """Another access token of a user."""
        self.token(user)
        asked = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": user}, "password": "secret"}
        return str(self._http.post("/_matrix/client/v3/login", json=asked).raise_for_status().json()["access_token"])

    def log_out(self, token: str) -> None:
        """This access token is not valid any more."""
        self._http.post("/_matrix/client/v3/logout", headers={"Authorization": f"Bearer {token}"}).raise_for_status()

    def _register(self, user: str) -> str:
        """https://element-hq.github.io/synapse/latest/admin_api/register_api.html"""
        path = "/_synapse/admin/v1/register"
        nonce = self._http.get(path).json()["nonce"]
        is_admin = user == "keeper"
        signed = "\0".join((nonce, user, "secret", "admin" if is_admin else "notadmin"))
        mac = hmac.new(SHARED.encode(), signed.encode(), hashlib.sha1).hexdigest()
        asked = {"nonce": nonce, "username": user, "password": "secret", "admin": is_admin, "mac": mac}
        return str(self._http.post(path, json=asked).raise_for_status().json()["access_token"])

    def let_off(self, user: str) -> None:
        """No limits for the user. https://element-hq.github.io/synapse/latest/admin_api/user_admin_api.html"""
        self.ask("keeper", "POST", self._limit(user), {"messages_per_second": 0, "burst_count": 0})

    def limit(self, user: str) -> None:
        """The same limits for the user as for all."""
        self.ask("keeper", "DELETE", self._limit(user))

    def _limit(self, user: str) -> str:
        return f"/_synapse/admin/v1/users/{quote(f'@{user}:localhost')}/override_ratelimit"

    def ask(self, user: str, method: str, path: str, content: Json | None = None, **query: Any) -> Json:
        """What it answers a user; `path` is below /_matrix/client/v3 where it does not say otherwise."""
        answer = self.answer(user, method, path, content, **query)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        found: Json = answer.json()
        return found

    def answer(self, user: str, method: str, path: str, content: Json | None = None, **query: Any) -> httpx.Response:
        """The same, whether it does what it is asked or not."""
        whole = path if path.startswith("/_") else f"/_matrix/client/v3{path}"
        headers = {"Authorization": f"Bearer {self.token(user)}"}
        body = json.dumps(content).encode() if content is not None else None
        return self._http.request(method, whole, content=body, params=query, headers=headers)

"""The examples for proxies: real ones take them, and pass on what `WARDROOM_PROXIES=1` needs."""

from __future__ import annotations

import http.client
import json
import os
import ssl
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.e2e.programs import Daemon
from tests.install.programs import DEPLOY, PATH, require, told
from tests.web.builders.serving import free_port

pytestmark = pytest.mark.deep

NAME = "wargames.example"
KEYS = "/etc/letsencrypt/live/wargames.example"


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers of the request."""

    def do_GET(self) -> None:
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def pages() -> Iterator[int]:
    """The port of a server in Wardroom's place."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def seen_through(connection: http.client.HTTPConnection) -> dict[str, str]:
    """The headers that come out of the proxy for a browser that lies about where it comes from."""
    with closing(connection):
        connection.request("GET", "/", headers={"Host": NAME, "X-Forwarded-For": "203.0.113.9"})
        answer = connection.getresponse()
        assert answer.status == 200
        headers: dict[str, str] = json.loads(answer.read())
        return headers


def test_nginx(pages: int, tmp_path: Path) -> None:
    require("nginx", "openssl")
    secure, plain = free_port(), free_port()
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    told(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", "-keyout", key, "-out", certificate
    )
    site = (DEPLOY / "nginx.conf").read_text()
    for there, here in ((KEYS, str(tmp_path)), ("127.0.0.1:8025", f"127.0.0.1:{pages}")):
        assert there in site
        site = site.replace(there, here)
    for port, ours in (("443 ssl", f"{secure} ssl"), ("80", str(plain))):
        site = site.replace(f"listen {port};", f"listen 127.0.0.1:{ours};").replace(f"    listen [::]:{port};\n", "")
    (tmp_path / "site.conf").write_text(site)
    main = tmp_path / "nginx.conf"
    main.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {tmp_path}/body; proxy_temp_path {tmp_path}/proxy;"
        f" fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s; include site.conf; }}\n"
    )
    told("nginx", "-t", "-c", main)
    daemon = Daemon(["nginx", "-c", str(main)], tmp_path / "log", {**os.environ, "PATH": PATH})
    try:
        daemon.wait_for(secure, plain)
        trusting = ssl._create_unverified_context()
        seen = seen_through(http.client.HTTPSConnection("127.0.0.1", secure, context=trusting, timeout=60))
        assert (seen["Host"], seen["X-Forwarded-Proto"], seen["X-Forwarded-For"]) == (NAME, "https", "127.0.0.1")
    finally:
        daemon.end()


def test_caddy(pages: int, tmp_path: Path) -> None:
    """As it is, and with the names that `compose.yaml` gives; it runs without TLS here, because no certificate can be had."""
    require("caddy")
    told("caddy", "validate", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile")
    port = free_port()
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    env |= {"WARDROOM_DOMAIN": f"http://{NAME}:{port}", "WARDROOM_PAGES": f"127.0.0.1:{pages}", "PATH": PATH}
    config = tmp_path / "Caddyfile"
    config.write_text("{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text())
    daemon = Daemon(["caddy", "run", "--config", str(config), "--adapter", "caddyfile"], tmp_path / "log", env)
    try:
        daemon.wait_for(port)
        seen = seen_through(http.client.HTTPConnection("127.0.0.1", port, timeout=60))
        assert (seen["Host"], seen["X-Forwarded-Proto"], seen["X-Forwarded-For"]) == (NAME, "http", "127.0.0.1")
    finally:
        daemon.end()

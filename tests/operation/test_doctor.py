"""What `doctor` finds of the machine and of the ways to it: each check is content, and says FIX, for its own reason."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pbem.app_context import open_app_context
from pbem.cli.operating import operation_checks, reach_checks
from pbem.operation.kept_backups import name_at
from pbem.settings.settings import Config, read_config
from tests.web.builders.serving import free_port


def config(folder: Path, **settings: str) -> Config:
    given = {f"WARDROOM_{name}": value for name, value in {"DATA": str(folder / "data"), **settings}.items()}
    return read_config(given, folder / "no.env")


class Probed(BaseHTTPRequestHandler):
    """Pages that answer `ok` to the probe alone."""

    def do_GET(self) -> None:
        body = b"ok\n" if self.path == "/healthz" else b"<p>It works!</p>"
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def pages() -> Iterator[str]:
    """The address of pages that answer."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Probed) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("error", "says"),
    [(None, "not checked: no program"), (0.0123, "set by a time server; at most 0.012 s off, says the kernel")],
)
def test_the_clock_is_asked_of_the_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: float | None, says: str
) -> None:
    """What is not known is not called right; a clock that may be seconds off is to be mended."""
    monkeypatch.setattr(reach_checks, "kernel_error", lambda: error)
    assert reach_checks.time_source(config(tmp_path)).startswith(says)
    monkeypatch.setattr(reach_checks, "kernel_error", lambda: 3.5)
    with pytest.raises(ValueError, match=r"may be 3\.5 s off"):
        reach_checks.time_source(config(tmp_path))


def test_the_kernel_answers() -> None:
    """This machine's: nothing sets its clock, or it says how far it is off; below what makes the kernel give it up."""
    error = reach_checks.kernel_error()
    assert error is None or 0 <= error < 20


@pytest.mark.parametrize(("off", "fine"), [(0.5, True), (-90.0, False)])
def test_the_database_servers_clock_is_another_witness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, off: float, fine: bool
) -> None:
    """Where the database is on another machine, its clock stamps nothing, but it shows which of two is wrong."""
    monkeypatch.setattr(reach_checks, "_off_the_database", lambda _: off)
    if fine:
        assert reach_checks.time_source(config(tmp_path)).endswith("0.5 s off the database server's")
        return
    with pytest.raises(ValueError, match=r"-90\.0 s off the database server's"):
        reach_checks.time_source(config(tmp_path))


def test_a_way_in_must_take_our_mail(tmp_path: Path) -> None:
    """By a real conversation, without a mail: what listens there may be somebody else's server."""
    app = open_app_context(config(tmp_path, DOMAIN="wargames.example", POSTMASTER="you@example.org"))
    port = free_port()
    with closing(app.context.database):
        listener = app.gateway.listener("127.0.0.1", port)
        listener.start()
        try:
            said = reach_checks.taken_by(smtplib.SMTP, ("127.0.0.1", port), "wargames.example")
            assert said == f"127.0.0.1:{port} is served, and takes mail for wargames.example"
            with pytest.raises(ValueError, match=r"refuses postmaster@elsewhere\.example: 5"):
                reach_checks.taken_by(smtplib.SMTP, ("127.0.0.1", port), "elsewhere.example")
        finally:
            listener.stop()
        assert app.gateway.tables.last(1) == []


def test_the_public_address_is_asked(tmp_path: Path, pages: str) -> None:
    """It answers; somebody else answers there; nobody does; a name that leads nowhere is not asked."""
    named = {"DOMAIN": "wargames.club"}
    assert reach_checks.public_address(config(tmp_path, BASE_URL=pages, **named)) == f"{pages} answers, through 0 proxies"
    with pytest.raises(ValueError, match="somebody else answers"):
        reach_checks.public_address(config(tmp_path, BASE_URL=f"{pages}/other", **named))
    with pytest.raises(ValueError, match="does not answer from here"):
        reach_checks.public_address(config(tmp_path, BASE_URL=f"http://127.0.0.1:{free_port()}", **named))
    assert reach_checks.public_address(config(tmp_path, BASE_URL="http://nowhere.example")).startswith("not asked")


def test_https_needs_a_proxy_that_is_counted(tmp_path: Path) -> None:
    """Without it all visitors would be limited as one."""
    with pytest.raises(ValueError, match="set WARDROOM_PROXIES=1"):
        reach_checks.public_address(config(tmp_path, BASE_URL="https://wargames.example"))
    assert reach_checks.public_address(config(tmp_path, BASE_URL="https://wargames.example", PROXIES="1"))


@pytest.mark.parametrize("words", ["WARDROOM_SMTP_SEND=smtp://you:fish@mail.example:587\n", "WARDROOM_PACE=60\n"])
def test_files_with_secrets_are_their_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """The secret, the key that signs mails, and `.env` if it has a password."""
    monkeypatch.chdir(tmp_path)
    key, dotenv = tmp_path / "dkim.pem", tmp_path / ".env"
    key.touch(0o600)
    dotenv.write_text(words)
    dotenv.chmod(0o644)
    found = config(tmp_path, DKIM_KEY=str(key), DKIM_SELECTOR="w")
    if "fish" in words:
        with pytest.raises(ValueError, match=r"may read \.env \(mode 644\): chmod 600 \.env"):
            operation_checks.rights(found)
        dotenv.chmod(0o600)
    assert str(key) in operation_checks.rights(found)
    key.chmod(0o640)
    with pytest.raises(ValueError, match=r"dkim\.pem \(mode 640\)"):
        operation_checks.rights(found)


def test_an_old_backup_is_named(tmp_path: Path) -> None:
    """None, one of now, and one of two days ago."""
    folder = tmp_path / "kept"
    folder.mkdir()
    found = config(tmp_path, BACKUPS=str(folder))
    with pytest.raises(ValueError, match="has no backup"):
        operation_checks.backups(found)
    old = folder / name_at(datetime.now(UTC) - timedelta(days=2, hours=1))
    old.touch()
    with pytest.raises(ValueError, match="is 2 days old"):
        operation_checks.backups(found)
    (folder / name_at(datetime.now(UTC))).touch()
    assert operation_checks.backups(found).endswith("0.0 hours old")

"""The service as a process of its own: its probes, its figures, and what it writes of itself when a turn is played by mail."""

from __future__ import annotations

import json
import signal
import smtplib
import socket
import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.app_context import open_app_context
from pbem.settings.settings import read_config
from tests.web.builders.serving import PATIENCE, Serving, answer_to, free_port, until

BLUE, RED = "blue@example.org", "red@example.org"
PLAYERS = {"blue": BLUE, "red": RED}
ORDERS = "luck: of the Irish"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Serving]:
    made = Serving(tmp_path / "data")
    yield made
    made.end(signal.SIGKILL)


def lines(service: Serving) -> list[dict[str, object]]:
    """What it wrote. Every line is JSON but the one that says that all is running."""
    said = service.log.read_text().splitlines()
    return [json.loads(line) for line in said if not line.startswith("pages at ")]


def play(service: Serving) -> str:
    """A turn by mail: both players answer their report."""
    seats = [f"--seat={seat}={address}" for seat, address in PLAYERS.items()]
    stream = service.run("game", "open", "star_navy", "first-blood", *seats, "--every", "0").stdout.decode().strip()
    service.start()
    for seat, address in PLAYERS.items():
        report = service.await_mail(address, f"[{stream} T0]")
        mail, to = answer_to(report, address, f"{ORDERS} {seat}\nready", f"m-{seat}")
        service.send(mail, address, to)
    for address in PLAYERS.values():
        service.await_mail(address, f"[{stream} T1]")
    return stream


@pytest.mark.deep
@pytest.mark.parametrize("level", ["info", "debug"])
def test_the_log_has_ids_and_nobodys_address_or_orders(service: Serving, level: str) -> None:
    """A turn by mail: mails and the turn are named by ids; no address, no order and no signed address of ours is in it."""
    service.env |= {"WARDROOM_LOG": "json", "WARDROOM_LOG_LEVEL": level, "WARDROOM_MAILS_AN_HOUR": "100"}
    stream = play(service)
    service.get(f"/g/{stream}")
    assert service.end() == 0
    said = lines(service)
    assert sum(line["words"] == "a mail was processed" and bool(line["mail"]) for line in said) == 2
    assert any(line["words"] == "a mail was sent" and line["kind"] == "report" and line["mail"] for line in said)
    assert [line["game"] for line in said if line["words"] == "turn resolved"] == [stream]
    if level == "debug":
        assert any(line["words"] == "a request was answered" and line["request"] for line in said)
    text = service.log.read_text()
    for private in ("@example.org", ORDERS, "Irish", f"orders+{stream}"):
        assert private not in text, private


@pytest.mark.deep
def test_probes_and_figures_of_a_running_service(service: Serving) -> None:
    """Alive at once, ready when the clock has beaten, not ready when the database is not what it was; figures beside that."""
    port = free_port()
    service.env["WARDROOM_METRICS"] = f"127.0.0.1:{port}"
    play(service)
    assert service.get("/healthz").text == "ok\n"
    until(lambda: service.get("/readyz").status == 200, "the service is ready")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        text = answer.read().decode()
    for line in ('wardroom_turn_seconds_count{rules="star_navy"} 1.0', 'wardroom_mails_in{status="processed"} 2.0'):
        assert line in text
    assert "process_resident_memory_bytes" in text and "wardroom_heartbeat_seconds_count" in text
    at = open_app_context(read_config(service.env))
    at.context.database.con.execute("INSERT INTO _sqlite_migrations(migration_set, name, applied_at) VALUES('x', 'y', '')")
    at.context.database.close()
    no = service.get("/readyz")
    assert no.status == 503 and "newer version" in no.text
    assert service.get("/healthz").status == 200
    assert service.end() == 0, service.log.read_text()


@pytest.mark.deep
def test_an_address_that_is_taken_is_a_matter_of_settings(service: Serving) -> None:
    """One sentence that names the setting, before anything is served."""
    service.start()
    service.env["WARDROOM_METRICS"] = f"127.0.0.1:{service.web}"
    done = service.run("serve")
    assert done.returncode == 1 and b"WARDROOM_METRICS" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.deep
@pytest.mark.parametrize("abstract", [False, True])
def test_the_service_manager_is_told_when_all_doors_are_open(service: Serving, abstract: bool) -> None:
    """Whoever waits for the start of the unit can send mail and see pages at once, whichever kind of socket systemd names."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, tempfile.TemporaryDirectory() as folder:
        name = f"wardroom-{service.web}" if abstract else f"{folder}/notify"
        manager.bind(f"\0{name}" if abstract else name)
        manager.settimeout(PATIENCE)
        service.env["NOTIFY_SOCKET"] = f"@{name}" if abstract else name
        starting = threading.Thread(target=service.start)
        starting.start()
        assert manager.recv(100) == b"READY=1"
        with smtplib.SMTP("127.0.0.1", service.smtp, timeout=PATIENCE) as server:
            assert server.noop()[0] == 250
        assert service.get("/healthz").text == "ok\n"
        starting.join(PATIENCE)

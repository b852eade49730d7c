"""The figures: each says what is in the tables, labels stay few, and every alert is about a figure that there is."""

from __future__ import annotations

import logging
import re
import urllib.request
from pathlib import Path

import pytest
import yaml
from prometheus_client import generate_latest

from pbem.operation.kept_backups import name_at
from pbem.operation.metrics import HELP, Metrics
from pbem.service.outages.heartbeat import note_heartbeat
from tests.web.builders.serving import free_port
from tests.web.builders.sites import WebSite

ROOT = Path(__file__).resolve().parents[2]
ALERTS = ROOT / "deploy" / "alerts.yml"


def figures(metrics: Metrics) -> dict[str, float]:
    """Every line of what Prometheus reads, by name and labels."""
    lines = generate_latest(metrics.registry).decode().splitlines()
    rows = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in rows}


def test_what_waits_is_counted_in_the_tables(site: WebSite, tmp_path: Path) -> None:
    """Mails in and out, a deadline that has passed, a heartbeat and a backup, before and after an hour."""
    (tmp_path / name_at(site.clock())).write_bytes(b"")
    metrics = Metrics(site.context, tmp_path)
    assert figures(metrics)["wardroom_heartbeat_age_seconds"] == float("inf")
    site.opened(rhythm=1)
    site.gateway.publish_pending()
    site.gateway.receive(b"Subject: x\n\nx", None, "orders@wardroom.example")
    note_heartbeat(site.context, "p", 1)
    site.clock.advance(2)
    found = figures(metrics)
    assert found['wardroom_games{status="open"}'] == 1
    assert found["wardroom_deadline_lag_seconds"] == 3600
    assert found['wardroom_mails_out{status="queued"}'] == 2 and found['wardroom_mails_out{status="failed"}'] == 0
    assert found["wardroom_mail_out_queue_age_seconds"] == found["wardroom_mail_in_queue_age_seconds"] == 7200
    assert found['wardroom_mails_in{status="new"}'] == 1 and found["wardroom_mails_held"] == 0
    assert found["wardroom_heartbeat_age_seconds"] == found["wardroom_backup_age_seconds"] == 7200
    assert found["wardroom_database_bytes"] > 100_000 and found["wardroom_disk_free_bytes"] > 0
    site.gateway.work()
    after = figures(metrics)
    assert after['wardroom_mails_out{status="sent"}'] >= 2 and after["wardroom_mail_out_queue_age_seconds"] == 0
    assert after['wardroom_mails_in{status="processed"}'] == 1 and after["wardroom_mail_in_queue_age_seconds"] == 0


def test_turns_pages_and_errors_are_counted_when_they_happen(site: WebSite) -> None:
    """A turn by its rule book, a page by its kind, an error by its room."""
    metrics = Metrics(site.context)
    site.context.on_resolved = metrics.turn
    stream = site.opened()
    site.played(stream, 1)
    page = site.web.extensions["wardroom"]
    page.on_page = metrics.page
    site.browser().get(f"/g/{stream}")
    site.browser().get("/nowhere/at/all")
    counter = metrics.count_errors()
    for name in ("pbem.gateway.outbound.outbox", "flask.app"):
        counter.handle(logging.LogRecord(name, logging.ERROR, "", 1, "", (), None))
    found = figures(metrics)
    assert found['wardroom_turn_seconds_count{rules="star_navy"}'] == 1 == found["wardroom_turns_resolved"]
    assert found['wardroom_page_seconds_count{kind="games",status="2xx"}'] == 1
    assert found['wardroom_page_seconds_count{kind="none",status="4xx"}'] == 1
    assert found['wardroom_errors_total{room="gateway"}'] == found['wardroom_errors_total{room="library"}'] == 1


def test_no_figure_names_a_game_a_person_or_an_address(site: WebSite) -> None:
    """Labels are of the program alone, however much is played."""
    metrics = Metrics(site.context)
    site.context.on_resolved, site.web.extensions["wardroom"].on_page = metrics.turn, metrics.page
    stream = site.opened()
    site.played(stream, 1)
    for path in (f"/g/{stream}", "/you", f"/g/{stream}/secret-of-blue", "/?q=blue"):
        site.browser("blue@example.org").get(path)
    text = generate_latest(metrics.registry).decode()
    assert not re.search(rf'"[^"]*(@|blue|red|/|\b{stream}\b)[^"]*"', text)


def test_a_database_that_does_not_answer_is_a_figure(site: WebSite, caplog: pytest.LogCaptureFixture) -> None:
    """The others are left out, rather than told wrongly."""
    site.context.database.con.execute("DROP TABLE games")
    found = figures(Metrics(site.context))
    assert found["wardroom_database_up"] == 0 and "wardroom_deadline_lag_seconds" not in found
    assert "could not be counted" in caplog.text


def test_they_are_read_at_an_address_of_their_own(site: WebSite) -> None:
    """As Prometheus does; when it ends nobody listens there."""
    port = free_port()
    close = Metrics(site.context).serve(("127.0.0.1", port))
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        assert b"wardroom_database_up 1.0" in answer.read()
    close()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30)


def test_every_alert_is_about_figures_that_there_are(site: WebSite, tmp_path: Path) -> None:
    """The example of alerts: each has a sentence, and names no figure that is not shown."""
    metrics = Metrics(site.context, tmp_path)
    metrics.turn("star_navy", 1)
    metrics.page("game", 200, 1)
    metrics.count_errors().handle(logging.LogRecord("pbem.web", logging.ERROR, "", 1, "", (), None))
    shown = {name.partition("{")[0] for name in figures(metrics)}
    rules = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]
    assert {"WardroomDeadlineLag", "WardroomMailQueue", "WardroomNoHeartbeat", "WardroomDisk"} <= {r["alert"] for r in rules}
    for rule in rules:
        names = set(re.findall(r"\b(?:wardroom|process)_[a-z_]+", rule["expr"]))
        assert names <= shown and (names or "up" in rule["expr"]), rule["alert"]
        assert rule["annotations"]["summary"].endswith(".") and rule["annotations"]["do"].endswith(".")
    assert set(HELP) <= shown

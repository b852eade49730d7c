"""Every request has an id and a time; the probes answer without the pages."""

from __future__ import annotations

import json
import logging
import re
import sqlite3

import pytest

from pbem.operation.log_lines import JsonLine
from pbem.web.infra.site import Site
from tests.web.builders.sites import WebSite


def handed(site: WebSite) -> Site:
    found = site.web.extensions["wardroom"]
    assert isinstance(found, Site)
    return found


def test_the_process_is_alive_without_a_database(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """No query, no cookie, no limit; it is for programs, and never kept."""

    def no_database(*_: object) -> sqlite3.Connection:
        raise AssertionError("a query")

    monkeypatch.setattr(type(site.context.database), "con", property(no_database))
    answer = site.browser().get("/healthz")
    assert (answer.status_code, answer.text, answer.headers["Cache-Control"]) == (200, "ok\n", "no-store")
    assert "Set-Cookie" not in answer.headers


def test_readiness_says_why_not_in_one_line(site: WebSite) -> None:
    """503 and the reason, until there is none."""
    handed(site).unready = lambda: "clock: its last beat was 181 s ago"
    no = site.browser().get("/readyz")
    assert (no.status_code, no.text) == (503, "clock: its last beat was 181 s ago\n")
    handed(site).unready = lambda: ""
    yes = site.browser().get("/readyz")
    assert (yes.status_code, yes.text) == (200, "ok\n")
    assert site.browser().post("/readyz").status_code == 404


def test_a_request_has_an_id_in_its_answer_and_its_lines(site: WebSite, caplog: pytest.LogCaptureFixture) -> None:
    """Each another one; what is logged meanwhile has it, with the kind of page and never its address."""
    lines: list[dict[str, object]] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(json.loads(JsonLine().format(record)))  # type: ignore[method-assign]
    log = logging.getLogger("pbem.web.infra.watched_requests")
    log.addHandler(handler)
    try:
        with caplog.at_level(logging.DEBUG, log.name):
            first, second = (site.browser().get("/rules/star_navy") for _ in range(2))
    finally:
        log.removeHandler(handler)
    ids = [answer.headers["X-Request-Id"] for answer in (first, second)]
    assert len(set(ids)) == 2 and all(re.fullmatch("[0-9a-f]{16}", each) for each in ids)
    assert [line["request"] for line in lines] == ids
    assert {(line["kind"], line["status"]) for line in lines} == {("rules", 200)}
    assert not any("star_navy" in json.dumps(line) for line in lines)


def test_only_a_proxy_of_ours_may_name_a_request(site: WebSite) -> None:
    """A browser's own words stay out of the log; so does what is no id."""
    asked = site.browser().get("/", headers={"X-Request-Id": "from-a-browser"})
    assert asked.headers["X-Request-Id"] != "from-a-browser"
    handed(site).proxies = 1
    for given, taken in (("from-the-proxy", True), ("a b\tc", False), ("x" * 65, False)):
        answer = site.browser().get("/", headers={"X-Request-Id": given})
        assert (answer.headers["X-Request-Id"] == given) is taken


def test_an_error_of_ours_is_counted_as_one(site: WebSite) -> None:
    """Kind and class of status of what failed."""
    seen: list[tuple[str, int]] = []
    handed(site).on_page = lambda kind, status, _: seen.append((kind, status))
    site.browser().get("/no/such/page")
    site.browser().get("/g/g1")
    site.browser().get("/static/wardroom.css").close()
    assert seen[:2] == [("none", 404), ("games", 404)] and seen[2] == ("static", 200)

"""While PostgreSQL is away, as in a failover, pages say so, and go on when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql_server import Server, new_server
from tests.stores import chosen
from tests.web.builders.sites import WebSite, site_in

pytestmark = pytest.mark.deep


@pytest.fixture
def server() -> Iterator[Server]:
    made = new_server()
    yield made
    made.stop()


@pytest.fixture
def site(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebSite]:
    """A site in a server of its own."""
    monkeypatch.setattr("tests.stores.new_url", server.create)
    monkeypatch.setattr(chosen, "kind", "postgresql")
    with site_in(tmp_path) as made:
        yield made


def test_pages_say_when_to_come_back_and_give_back_what_was_written(site: WebSite, server: Server) -> None:
    """503 with Retry-After, as a page and as JSON; what somebody wrote is on it; all is as before when the server is back."""
    stream, browser = site.opened(), site.browser("blue@example.org")
    path = f"/g/{stream}/orders"
    assert browser.get(path).status_code == 200
    server.stop()
    for answer in (browser.get(path), browser.post(path, data={"text": "SR1: TURN L"}), browser.get(f"/api/v1/games/{stream}")):
        assert answer.status_code == 503 and 0 < int(answer.headers["Retry-After"]) <= 60
        assert "does not answer at this moment" in answer.text
    assert "SR1: TURN L" in browser.post(path, data={"text": "SR1: TURN L"}).text
    server.start()
    assert browser.get(path).status_code == 200

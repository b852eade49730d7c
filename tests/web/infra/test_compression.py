"""What goes out compressed, and what is kept for ever."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.web.builders.sites import WebSite

READS = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.parametrize("path", ["", "/t/1/map.svg", "/t/1/frames.json"])
def test_a_page_is_compressed_for_whoever_can_read_it(site: WebSite, path: str) -> None:
    """The same words; no other compression, and none for those who do not ask for it."""
    stream = site.opened()
    site.played(stream, 1)
    browser = site.browser()
    address = f"/g/{stream}{path}"
    plain, short, refused = (browser.get(address, headers=each) for each in ({}, READS, {"Accept-Encoding": "gzip;q=0"}))
    assert short.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in refused.headers
    assert gzip.decompress(short.data) == plain.data == refused.data and len(short.data) < len(plain.data) / 3
    assert all("Accept-Encoding" in each.headers["Vary"] for each in (plain, short, refused))
    assert short.headers["Content-Length"] == str(len(short.data))


def test_what_is_short_or_a_picture_stays_as_it_is(site: WebSite) -> None:
    """They would not get shorter."""
    stream = site.opened()
    for path in ("/try/nothing", f"/g/{stream}/t/0/map.png"):
        assert "Content-Encoding" not in site.browser().get(path, headers=READS).headers


def test_an_answer_that_is_kept_is_known_again(site: WebSite) -> None:
    """Its name is a weak one: the bytes may be other ones, the words are the same."""
    stream = site.opened()
    site.played(stream, 1)
    browser = site.browser()
    name = browser.get(f"/g/{stream}/t/1/frames.json", headers=READS).headers["ETag"]
    assert name.startswith('W/"')
    again = browser.get(f"/g/{stream}/t/1/frames.json", headers={**READS, "If-None-Match": name})
    assert again.status_code == 304 and not again.data


def test_every_file_of_a_page_is_kept_for_ever_under_its_hash(site: WebSite) -> None:
    """With another hash, or none, it is asked for again each time."""
    stream, browser = site.opened(), site.browser()
    page = browser.get(f"/g/{stream}").text
    files = re.findall(r'(?:src|href)="(/(?:static/|looks)[^"]+)"', page)
    assert len(files) > 8 and any(each.startswith("/looks.css") for each in files)
    for each in files:
        path, _, version = each.partition("?v=")
        kept = browser.get(each, buffered=True)
        assert re.fullmatch("[0-9a-f]{16}", version) and kept.status_code == 200, each
        assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in kept.headers and "Cookie" not in kept.headers.get("Vary", "")
        for other in (path, f"{path}?v=0000000000000000"):
            assert "immutable" not in browser.get(other, buffered=True).headers["Cache-Control"]


def test_an_address_is_that_of_its_words(site: WebSite) -> None:
    """Addresses are put together once; what looks alike is still another address."""
    with site.web.test_request_context("/"):
        for turn in (1, 2, 1):
            assert site.web.url_for("games.past", stream="g1", turn=turn) == f"/g/g1/t/{turn}"
        assert site.web.url_for("games.past", stream="g1", turn=1, side=None) == "/g/g1/t/1"
        assert site.web.url_for("games.past", stream="g1", turn=1, side="red") == "/g/g1/t/1?side=red"
        assert site.web.url_for("games.past", stream="g1", turn=1, x=[1, 2]) == "/g/g1/t/1?x=1&x=2"
        assert site.web.url_for("games.latest", stream="g1", x=True) != site.web.url_for("games.latest", stream="g1", x=1)
        assert site.web.url_for("games.latest", stream="g1", _external=True).startswith("http")
    with site.web.test_request_context("/", environ_overrides={"SCRIPT_NAME": "/club"}):
        assert site.web.url_for("games.past", stream="g1", turn=1) == "/club/g/g1/t/1"

"""Feeds and calendars: what they tell, what stays the same, and that a revoked address is worth nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from icalendar import Calendar
from lxml import etree

from events import projections
from events.base import Draft, Entry
from pbem.accounts.credentials import KeyKind
from pbem.service.context import parse_stamp, stamp
from pbem.service.games import game_master
from tests.web.builders.sites import WebSite

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def address(site: WebSite, who: str, kind: KeyKind, stream: str = "") -> str:
    """The path of a person's secret address."""
    key = site.keys.give_address(site.person(who).id, kind, stream, stamp(site.clock()))
    return f"/{kind}/{site.keys.secret_of(key)}.{'atom' if kind == 'feed' else 'ics'}"


def atom(site: WebSite, path: str) -> etree._Element:
    """A feed, read by a parser."""
    got = site.browser().get(path)
    assert got.status_code == 200, got.text
    assert got.mimetype == "application/atom+xml"
    return etree.fromstring(got.data)


def texts(feed: etree._Element, path: str) -> list[str]:
    """What is at a path of a feed."""
    return [str(each.text or "") for each in feed.findall(path, ATOM)]


def draft(entry: Entry) -> Draft:
    """What was written, to be written again."""
    return Draft(entry.event, entry.turn, entry.phase, entry.rule, entry.audience)


def due(site: WebSite, stream: str) -> datetime:
    """The game's deadline, to the second."""
    row = site.context.store.game(stream)
    assert row is not None and row.due
    return parse_stamp(row.due).replace(microsecond=0)


# ---------------------------------------------------------------- Atom


def test_a_feed_is_what_rfc_4287_asks_for(site: WebSite) -> None:
    """Feed and entries have id, title, updated and a link; ids are tag URIs, all different; the newest comes first."""
    stream = site.opened()
    site.played(stream, 2)
    feed = atom(site, f"/g/{stream}/feed.atom")
    entries = feed.findall("a:entry", ATOM)
    assert len(entries) >= 3
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"a:{name}", ATOM)) == 1
    ids = texts(feed, "a:entry/a:id")
    assert len(set(ids)) == len(ids) and all(id.startswith("tag:") for id in [*ids, *texts(feed, "a:id")])
    assert feed.findall("a:author/a:name", ATOM)
    assert max(texts(feed, "a:entry/a:updated")) == texts(feed, "a:updated")[0]
    links = {urlsplit(str(link.get("href"))).path for link in feed.findall("a:entry/a:link", ATOM)}
    assert f"/g/{stream}/t/2" in links
    assert texts(feed, "a:entry/a:title")[0].endswith("Turn 2 was resolved")


def test_ids_and_times_of_a_feed_survive_a_rebuild(site: WebSite) -> None:
    """They come from the log: a projection made again changes nothing, and a later turn only adds."""
    stream = site.opened()
    site.played(stream, 1)
    path = f"/g/{stream}/feed.atom"
    before = site.browser().get(path).data
    drafts = [draft(entry) for entry in site.context.store.read(stream)]
    with site.context.database.write() as con:
        projections.clear(con, stream)
        projections.project(con, stream, drafts)
    assert site.browser().get(path).data == before
    old = texts(atom(site, path), "a:entry/a:id")
    site.played(stream, 1)
    new = texts(atom(site, path), "a:entry/a:id")
    assert new[-len(old) :] == old and len(new) > len(old)


def test_a_game_masters_act_is_in_the_feed_and_no_outcome_in_a_headline(site: WebSite) -> None:
    """A pause with its reason; of the end only that it is over."""
    stream = site.opened()
    game_master.pause(site.context, stream, "a <holiday> & rest")
    game_master.end(site.context, stream, "red has won it all")
    feed = atom(site, f"/g/{stream}/feed.atom")
    assert any("paused" in title for title in texts(feed, "a:entry/a:title"))
    assert any("a <holiday> & rest" in text for text in texts(feed, "a:entry/a:summary"))
    assert b"red has won it all" not in etree.tostring(feed)


def test_a_persons_feed_has_all_their_games_and_one_for_a_game_only_that(site: WebSite) -> None:
    """Games of others are in neither."""
    first, second = site.opened(), site.opened()
    other = site.opened(blue="green@example.org", red="grey@example.org")
    all_his = " ".join(texts(atom(site, address(site, "blue@example.org", "feed")), "a:entry/a:id"))
    assert f":{first}/" in all_his and f":{second}/" in all_his and f":{other}/" not in all_his
    one = texts(atom(site, address(site, "blue@example.org", "feed", second)), "a:entry/a:id")
    assert one and all(f":{second}/" in id for id in one)


def test_a_feed_that_is_not_new_is_not_sent_again(site: WebSite) -> None:
    """304 for the ETag of the last answer, until something happens."""
    stream = site.opened()
    for path in (f"/g/{stream}/feed.atom", address(site, "blue@example.org", "feed")):
        browser = site.browser()
        tag = browser.get(path).headers["ETag"]
        assert browser.get(path, headers={"If-None-Match": tag}).status_code == 304
    site.played(stream, 1)
    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 200


# ---------------------------------------------------------------- calendar


def test_the_calendar_has_each_deadline_on_the_persons_own_clock(site: WebSite) -> None:
    """Read back by icalendar: one entry for each game that wants their orders, ending at the deadline, in their zone."""
    stream = site.opened()
    site.opened(blue="green@example.org", red="grey@example.org")
    site.people.set_zone(site.person("blue@example.org").id, "Europe/Berlin")
    got = site.browser().get(address(site, "blue@example.org", "calendar"))
    assert got.mimetype == "text/calendar"
    read = Calendar.from_ical(got.data)
    (entry,) = read.walk("VEVENT")
    assert entry.end.astimezone(UTC) == due(site, stream)
    assert entry["DTEND"].params["TZID"] == "Europe/Berlin"
    assert read.walk("VTIMEZONE")
    assert "First Blood" in entry["SUMMARY"] and entry["URL"].endswith(f"/g/{stream}")


def test_a_moved_deadline_is_the_same_entry_with_a_higher_sequence(site: WebSite) -> None:
    """UID stays; SEQUENCE rises with every move and every turn; a paused game has no deadline."""
    stream = site.opened()
    path = address(site, "blue@example.org", "calendar")
    seen = []
    for step in ("opened", "moved", "moved", "resolved"):
        site.clock.advance(0.1)
        if step == "moved":
            game_master.extend(site.context, stream, 5, "more time")
        elif step == "resolved":
            site.played(stream, 1, 48)
        (entry,) = Calendar.from_ical(site.browser().get(path).data).walk("VEVENT")
        assert entry.end == due(site, stream)
        seen.append((str(entry["UID"]), int(entry["SEQUENCE"])))
    assert len({uid for uid, _ in seen}) == 1
    numbers = [number for _, number in seen]
    assert numbers == sorted(set(numbers))
    game_master.pause(site.context, stream, "holidays")
    assert not Calendar.from_ical(site.browser().get(path).data).walk("VEVENT")


# ---------------------------------------------------------------- secret


@pytest.mark.parametrize("kind", ["feed", "calendar"])
def test_a_revoked_address_is_worth_nothing(site: WebSite, kind: KeyKind) -> None:
    """404 from then on; so is one with a letter changed, and one of the other kind."""
    site.opened()
    path = address(site, "blue@example.org", kind)
    browser = site.browser()
    assert browser.get(path).status_code == 200
    swapped = path.replace("/feed/", "/calendar/").replace(".atom", ".ics")
    swapped = swapped if kind == "feed" else path.replace("/calendar/", "/feed/").replace(".ics", ".atom")
    secret = path.split("/")[2].split(".")[0]
    last = "a" if secret[-1] != "a" else "b"
    for wrong in (swapped, path.replace(secret, secret[:-1] + last), path.replace(secret, secret[:16])):
        assert browser.get(wrong).status_code == 404
    (key,) = site.keys.keys(site.person("blue@example.org").id)
    assert key.seen
    assert site.keys.revoke(key.person, key.id)
    assert browser.get(path).status_code == 404


def test_guessing_secret_addresses_is_stopped_and_knowing_one_is_not(site: WebSite) -> None:
    """After sixty wrong ones in an hour there is no answer but 429; right ones do not count."""
    path = address(site, "blue@example.org", "calendar")
    browser = site.browser()
    for _ in range(70):
        assert browser.get(path).status_code == 200
    codes = [browser.get(f"/calendar/{number:032}.ics").status_code for number in range(61)]
    assert codes[0] == 404 and codes[-1] == 429

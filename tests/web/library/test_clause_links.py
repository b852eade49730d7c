"""Clause ids on pages are links to where the clause stands, and every clause has such a place."""

from __future__ import annotations

import re

import pytest
from lxml import html

from pbem.games import GAMES
from pbem.web.library.clause_links import clause_url, clauses
from tests.web.builders.sites import WebSite
from tools.clauses import CLAUSE, ROOT


def ids_in(page: str) -> list[str]:
    """The ids of a page, in its order."""
    return [str(element.get("id")) for element in html.fromstring(page).iter() if element.get("id")]


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_rule_book_has_an_anchor_of_its_own(site: WebSite, game: str) -> None:
    """Each id that tools/clauses.py finds is the id of one list item; no id comes twice on the page."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    found = ids_in(site.browser().get(f"/rules/{game}").text)
    assert len(found) == len(set(found))
    wanted = CLAUSE.findall(text)
    assert wanted
    assert [id for id in found if re.fullmatch(r"[A-Z]+-[A-Z0-9]+\.\d+", id)] == wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_link_within_the_documentation_leads_somewhere(site: WebSite, game: str) -> None:
    """Contents, clause ids and links between pages: the page is there and has the anchor."""
    browser = site.browser()
    anchors: dict[str, set[str]] = {}
    for address in (f"/rules/{game}", f"/rules/{game}/about", "/rules"):
        for link in html.fromstring(browser.get(address).text).xpath("//main//a/@href"):
            page, _, anchor = str(link).partition("#")
            page = page or address
            if page not in anchors and page != f"/rules/{game}/orders":
                got = browser.get(page)
                assert got.status_code == 200, link
                anchors[page] = set(ids_in(got.text))
            if anchor:
                assert anchor in anchors[page], f"{address}: {link}"


def test_a_clause_id_in_a_sentence_is_a_link_and_the_rest_is_escaped(site: WebSite) -> None:
    """`<b>` stays text; an id that no rule book has stays a word; ids next to signs are found."""
    with site.web.test_request_context("/"):
        made = clauses("<b>hit</b> (SN-7.6, WT-7.12); not SN-99.1, UTF-8.1 or xSN-7.6")
        assert made.count("<a ") == 2
        assert '<a class="clause" href="/rules/star_navy#SN-7.6">SN-7.6</a>' in made
        assert 'href="/rules/wet_thrust#WT-7.12"' in made
        assert made.startswith("&lt;b&gt;hit&lt;/b&gt; (")


def test_the_address_of_a_clause(site: WebSite) -> None:
    """Of each game its own book; "" for what is no clause."""
    with site.web.test_request_context("/"):
        assert clause_url("STG-MOV.4") == "/rules/stingray#STG-MOV.4"
        assert clause_url("SSL-J2.4") == "/rules/sovereign_seas#SSL-J2.4"
        assert clause_url("SN-99.9") == clause_url("nothing") == clause_url("") == ""

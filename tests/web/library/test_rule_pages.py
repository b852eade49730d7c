"""Rule books, order languages and guides as pages."""

from __future__ import annotations

from itertools import pairwise

import pytest
from lxml import html

from pbem.games import GAMES
from pbem.web.library.documents import HELP
from tests.web.builders.sites import WebSite


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_book_fits_the_policy_and_tells_its_headings(site: WebSite, game: str) -> None:
    """No inline style or script; one h1; levels without gaps; each table moves by itself, reachable by key, heads scoped."""
    page = html.fromstring(site.browser().get(f"/rules/{game}").text)
    assert not page.xpath("//@style") and not page.xpath("//script[not(@src)]")
    levels = [int(heading.tag[1]) for heading in page.xpath("//h1|//h2|//h3|//h4|//h5")]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(page.xpath("//article//table")) == len(page.xpath("//article//div[@tabindex='0'][@aria-label]/table")) > 0
    assert not page.xpath("//article//th[not(@scope)]")
    assert "|---" not in page.text_content()


def test_a_ruling_has_a_place_of_its_own(site: WebSite) -> None:
    """`#ruling-13` and `#ruling-I2` of Star Navy's tables of rulings."""
    page = html.fromstring(site.browser().get("/rules/star_navy").text)
    (numbered,) = page.xpath("//tr[@id='ruling-13']")
    assert "Cap/Thr" in numbered.text_content()
    assert len(page.xpath("//tr[@id='ruling-I2']")) == 1


def test_links_to_files_that_the_site_does_not_show_are_words(site: WebSite) -> None:
    """The worked examples name their case files without leading nowhere."""
    text = site.browser().get("/rules/star_navy").text
    assert "<li><strong>X1</strong> Given a ship at 1010" in text
    assert 'href="../' not in text and '.md"' not in text


@pytest.mark.parametrize("page", HELP)
def test_every_guide_is_there(site: WebSite, page: str) -> None:
    """Each page of the fixed list, under its title; no other file of the documentation."""
    got = site.browser().get(f"/help/{page}")
    assert got.status_code == 200
    assert html.fromstring(got.text).xpath("//h1")[0].text_content()


def test_links_of_a_guide_lead_to_pages_of_ours(site: WebSite) -> None:
    """Another file of the documentation becomes its page, under its title."""
    links = {
        str(link.get("href")): link.text_content()
        for link in html.fromstring(site.browser().get("/help/api").text).xpath("//article//a")
    }
    assert links["/help/dice"] == "Dice anyone can check"


def test_what_is_not_listed_is_not_shown(site: WebSite) -> None:
    """No way to other files; unknown games are told the known ones."""
    browser = site.browser()
    assert browser.get("/help/architecture").status_code == 404
    assert browser.get("/help/..%2frules%2fREADME").status_code == 404
    missing = browser.get("/rules/chess")
    assert missing.status_code == 404 and "star_navy" in missing.text


@pytest.mark.parametrize("game", GAMES)
def test_the_about_page_tells_book_version_rulings_and_options(site: WebSite, game: str) -> None:
    """What the rules are, which version of ours, where the house rules are, how dice are checked, what may be chosen."""
    page = html.fromstring(site.browser().get(f"/rules/{game}/about").text)
    words = page.text_content()
    found = GAMES[game]
    assert found.title in words and found.clauses in words
    assert all(scenario.title in words for scenario in found.scenarios.values())
    assert page.xpath("//a[contains(@href, 'ulings')]") and page.xpath("//a[@href='/help/dice']")


@pytest.mark.parametrize("game", GAMES)
def test_the_order_help_has_the_parsers_own_table(site: WebSite, game: str) -> None:
    """Every order of the game is a row with its example, as the declarations have it."""
    page = html.fromstring(site.browser().get(f"/rules/{game}/orders").text)
    rows = page.xpath("//article//h2[text()='Every order']/following::table[1]/tbody/tr")
    assert [row.xpath("string(td[2])") for row in rows] == [form.example for form in GAMES[game].orders.forms()]

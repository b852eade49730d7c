"""Marks in the tabs: ids of units in a line, record sheets side by side."""

from __future__ import annotations

import re

from pbem.web.table.unit_marks import unit_marks
from tests.web.builders.sites import WebSite


def test_ids_of_units_are_marked_and_nothing_else_is() -> None:
    """Whole words alone; hostile words stay words."""
    marked = unit_marks("A1 fires at B-2 <A12>, A1's mate", ["A1", "B-2"])
    a, b = ('<span data-units="A1">A1</span>', '<span data-units="B-2">B-2</span>')
    assert marked == f"{a} fires at {b} &lt;A12&gt;, {a}&#39;s mate"


def test_a_line_lights_its_units(site: WebSite) -> None:
    """In the report of a turn each marked id is among those of its line."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    site.played(stream, 3)
    page = site.browser().get(f"/g/{stream}/t/3").text
    lines = re.findall(r'<li value="\d+"[^>]* data-units="([^"]*)">(.*?)</li>', page, re.S)
    marked = [(units.split(), re.findall(r'<span data-units="([^"]*)"', line)) for units, line in lines]
    assert any(found for _, found in marked) and all(set(found) <= set(units) for units, found in marked)


def test_each_sheet_can_be_chosen(site: WebSite) -> None:
    """Each has an address of its own on the page, which shows it whole."""
    page = site.browser("blue@example.org").get(f"/g/{site.opened()}/t/0/record-sheets").text
    there = re.findall(r'<div class="small-sheet" id="([\w-]+)">', page)
    assert there and there == re.findall(r'class="to-full" href="#([\w-]+)"', page)


def test_sheets_are_on_the_page_that_was_opened_for_them(site: WebSite) -> None:
    """Any other page of the turn leads there: for the script to fetch them, for everybody else to follow."""
    stream = site.opened()
    blue, at = site.browser("blue@example.org"), f"/g/{stream}/t/0"
    page = blue.get(f"{at}?side=blue").text
    assert "small-sheet" not in page
    link = re.search(r'<a data-contents href="([^"]+)"', page)
    assert link and link[1] == f"{at}/record-sheets?side=blue#sheets"
    assert 'id="sheet-of-1"' in blue.get(link[1]).text
    assert site.browser().get(f"{at}/record-sheets?side=blue").status_code == 401
    assert "small-sheet" not in site.browser().get(f"{at}/record-sheets").text

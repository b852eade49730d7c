"""The script that steps by differences gives the very maps that the server draws, forth and back, without a request."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from pbem.present.svg import to_map_svg
from pbem.service.reports import replay
from tests.web.builders.sites import WebSite
from tests.web.play.test_replay_pages import over

SHOW = """([step, wanted]) => {
  window.shown.show(step);
  const mould = document.createElement("template");
  mould.innerHTML = wanted;
  return window.map.isEqualNode(mould.content.firstChild);
}"""
BEGIN = """async ([data, svg]) => {
  document.body.innerHTML = svg;
  window.map = document.body.firstChild;
  window.shown = window.wardroomFrames.of(await (await fetch(data)).json(), window.map);
  return window.shown.count;
}"""


@pytest.fixture
def page(chromium: Browser, site: WebSite) -> Iterator[Page]:
    """A page of the site, which may load the script."""
    found = chromium.new_page()
    found.goto(f"{site.base}/")
    found.add_script_tag(url=f"{site.base}/static/frames.js")
    yield found
    found.close()


def test_the_maps_are_the_servers(page: Page, site: WebSite) -> None:
    """Each step of a turn, and then any after any other."""
    stream = over(site)
    shown = list(replay.shown_steps(site.context, stream, 1, None))
    maps = [to_map_svg(each.scenes[0]) for each in shown]
    count = page.evaluate(BEGIN, [f"/g/{stream}/t/1/frames.json?side=spectator", maps[2]])
    assert count == len(maps) > 3
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    there_and_back = [*range(count), *reversed(range(count)), *random.Random(5).choices(range(count), k=30)]
    for step in there_and_back:
        assert page.evaluate(SHOW, [step, maps[step]]), step
    assert asked == []


def test_what_lies_over_the_map_stays(page: Page, site: WebSite) -> None:
    """A layer, and what did not change: the very same elements, with the focus that one of them has."""
    stream = over(site)
    maps = [to_map_svg(each.scenes[0]) for each in replay.shown_steps(site.context, stream, 1, None)]
    page.evaluate(BEGIN, [f"/g/{stream}/t/1/frames.json?side=spectator", maps[0].replace("</svg>", '<g class="layer"/></svg>')])
    held = "window.held = [...window.map.children].filter((e) => !e.matches('title, desc'))"
    page.evaluate(held)
    page.evaluate("window.shown.show(0)")
    assert page.evaluate("window.held.every((e) => e.isConnected)")
    page.evaluate("window.shown.show(window.shown.count - 1)")
    assert page.evaluate("window.map.lastElementChild.matches('.layer')")
    assert page.evaluate("window.held.filter((e) => e.isConnected).length") > len(maps) // 3

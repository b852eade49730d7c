"""How tests look at a page: signed in or not, wide or narrow, light or dark; what axe-core finds in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.kinds import Kind
from tests.web.builders.sites import WebSite

AXE = Path(__file__).parents[1] / "web" / "vendor" / "axe.min.js"
WIDE = (1280, 900)
PHONE = (360, 740)
PATIENCE = 90_000
"""Milliseconds that are waited for anything: the machine may be busy."""
NO_SCRIPT: dict[str, Any] = {"java_script_enabled": False}


@contextmanager
def looking(
    chromium: Browser,
    site: WebSite,
    address: str = "",
    size: tuple[int, int] = WIDE,
    dark: bool = False,
    **more: Any,
) -> Iterator[Page]:
    """A page in a window of its own. At its end nothing may have gone wrong in it: no script error, no refused part."""
    context = chromium.new_context(
        base_url=site.base,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        **more,
    )
    context.set_default_timeout(PATIENCE)
    if address:
        _sign_in(context, site, address)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.extend(_complaint(message)))
    try:
        yield page
        assert not wrong, wrong
    finally:
        context.close()


def _complaint(message: ConsoleMessage) -> list[str]:
    """What the browser's console complains of; answers like 404 are the test's business."""
    return [message.text] if message.type == "error" and "Failed to load resource" not in message.text else []


def _sign_in(context: BrowserContext, site: WebSite, address: str) -> None:
    cookie = site.browser(address).get_cookie("wardroom")
    assert cookie is not None
    context.add_cookies([{"name": "wardroom", "value": cookie.value, "url": site.base}])


def visit(page: Page, kind: Kind) -> int:
    """Open a kind of page, by its forms if need be; what it was answered with."""
    answer = page.goto(kind.path)
    for found, text in kind.acts:
        if text:
            page.locator(found).first.fill(text)
        else:
            with page.expect_navigation() if found.startswith("button") else nullcontext():
                wanted = page.locator(found).first
                if wanted.is_visible():
                    wanted.click()
                else:  # a button for those without script
                    wanted.dispatch_event("click")
    return answer.status if answer else 0


def press(page: Page, name: str) -> None:
    """Press the first button that says this and sends a form; wait until the answering page is there, with its scripts."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.click()


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds wrong with the page as it is, by all rules or these: rule, what, where."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = page.evaluate("async options => JSON.stringify((await axe.run(document, options)).violations)", options)
    return [
        f"{each['id']}: {each['help']}: {', '.join(' '.join(map(str, node['target'])) for node in each['nodes'][:4])}"
        for each in json.loads(found)
    ]


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))

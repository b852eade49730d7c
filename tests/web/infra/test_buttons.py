"""What one does first is told by its button: at most one strong one in a form."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from tests.browser.kinds import Kind, kinds, seed_games
from tests.web.builders.sites import WebSite, site_in


class StrongButtons(HTMLParser):
    """Counts the buttons and links like buttons that are neither `second` nor `danger`: by form, links by section."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, list[str]]] = []
        self.inside = False
        self.sections: list[list[str]] = [[]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        if tag == "form":
            self.inside = True
            self.forms.append((given.get("action") or "", []))
        elif tag in ("section", "article", "fieldset"):
            self.sections.append([])
        weak = {"second", "danger", "vh"} & set(classes)  # `vh`: not seen, only what Enter in a field presses
        if tag == "button" and not weak and self.inside:
            self.forms[-1][1].append(given.get("formaction") or given.get("name") or given.get("id") or "button")
        elif tag == "a" and "button" in classes and not weak and not self.inside:
            self.sections[-1].append(given.get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"
        if tag == "section" and len(self.sections) > 1:
            self.sections.append([])


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, list[Kind]]]:
    """The site with its games, and its pages that an address leads to."""
    with site_in(tmp_path_factory.mktemp("site")) as site:
        yield site, [kind for kind in kinds(seed_games(site)) if not kind.acts]


def strong(site: WebSite, all: list[Kind]) -> Iterator[str]:
    """Where there is more than one."""
    for kind in all:
        found = StrongButtons()
        found.feed(site.browser(kind.address).get(kind.path).get_data(as_text=True))
        yield from (f"{kind.name}: form {action} has {names}" for action, names in found.forms if len(names) > 1)
        yield from (f"{kind.name}: links {links}" for links in found.sections if len(links) > 1)


def test_a_form_has_one_strong_button(pages: tuple[WebSite, list[Kind]]) -> None:
    """The others are outlined, or of the kind that takes something away."""
    assert list(strong(*pages)) == []


def test_two_strong_buttons_are_found() -> None:
    """In one form, and two links outside of forms in one section; what is outlined or dangerous does not count."""
    found = StrongButtons()
    found.feed('<form action="/a"><button>A</button><button class="second">B</button><button name="c">C</button></form>')
    found.feed(
        '<section><a class="button" href="/d">D</a><a class="button danger" href="/e">E</a>'
        '<a class="button" href="/f">F</a></section>'
    )
    assert found.forms == [("/a", ["button", "c"])] and found.sections[1] == ["/d", "/f"]

"""What the guides call a button, a tab or a page is what it is called there, and their addresses are addresses of the site."""

from __future__ import annotations

import re
from functools import cache

import pytest
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import RequestRedirect

from pbem.files import DOCS, TEMPLATES
from tests.web.builders.sites import WebSite

ROOT = DOCS.parent
GUIDES = ("playing", "web", "ladder", "game-masters")
ITALIC = re.compile(r"(?<![*\w`])\*([^*`\n]+)\*(?![*\w`])")
"""In these guides: the words of a page or a mail, as they are there."""
ROOMS = ("pbem/web", "pbem/gateway/outbound", "pbem/service/policy", "pbem/service/reports")
HEAD = re.compile(r"^- \*\*([^*`\n]+)\*\*", re.M)
NUMBER = re.compile(r"\d+")
ADDRESS = re.compile(r"`(/[\w/.?=-]*)`")
CODE = re.compile(r"```.*?```", re.S)


@cache
def said() -> str:
    """The words of pages and mails: the templates, and what the modules hand to them."""
    modules = (file for room in ROOMS for file in (ROOT / room).rglob("*.*") if file.suffix in (".py", ".js"))
    files = [*TEMPLATES.rglob("*.*"), *modules]
    return " ".join(" ".join(file.read_text(encoding="utf-8").split()) for file in files)


@pytest.mark.parametrize("guide", GUIDES)
def test_names_in_italics_are_what_is_written_there(guide: str) -> None:
    """Each is a whole text there: of an element, a line of a mail, words that a template is given; what is filled in apart."""
    names = ITALIC.findall(words_of(guide))
    if guide == "web":
        names += HEAD.findall(words_of(guide))  # tabs and buttons
    wrong = [name for name in names if not re.search(whole(NUMBER.split(name)[0].strip()), said())]
    assert names and wrong == []


def words_of(guide: str) -> str:
    return CODE.sub("", (DOCS / f"{guide}.md").read_text(encoding="utf-8"))


def whole(words: str) -> str:
    """A pattern of these words between the marks that begin and end a text in templates and modules; they may begin small."""
    first, rest = words[0], re.escape(words[1:])
    return rf"[>\"'}}] ?[{first.upper()}{first.lower()}]{rest}[.:…,]? ?[<\"'{{(]"


@pytest.mark.parametrize("guide", GUIDES)
def test_addresses_are_there(site: WebSite, guide: str) -> None:
    """Of each guide, those that are written out; `GAME` is any game."""
    routes = site.web.url_map.bind("localhost")
    for address in ADDRESS.findall(words_of(guide)):
        path = address.partition("?")[0].replace("GAME", "g1")
        try:
            routes.match(path)
        except (RequestRedirect, MethodNotAllowed):
            continue

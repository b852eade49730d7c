"""Pages of the documentation as HTML: a place for every heading, clause and ruling, and links that lead on within the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from posixpath import normpath

from flask import url_for
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from pbem.campaign.played import PLAYED
from pbem.files import DOCS
from pbem.service.help_pages import Section
from pbem.web.library.clause_links import CLAUSE, clause_url, parts

HELP = {
    "playing": "Playing by mail",
    "web": "The pages",
    "ladder": "When somebody is missing",
    "game-masters": "Running a game",
    "campaigns": "Campaigns, tournaments, the league",
    "forums": "The thread, and other forums",
    "first-game": "A first game by mail",
    "stingray-move": "One move of Stingray by mail",
    "mail": "What happens to your mail",
    "dice": "Dice anyone can check",
    "audit": "The audit",
    "hosting": "Hosting and running games",
    "operators": "Operating Wardroom",
    "reliability": "What mail may rely on",
    "api": "The API for programs",
}
"""The pages under `/help/`, beside the rule books and the order languages."""
ORDERS = "orders/README"
"""Beside the pages of orders: their links mean the same there."""
PICTURES = "../pbem/web/static/"
"""Where the pictures of the guides are: beside what else the pages fetch."""
NOT_IN_SLUG = re.compile(r"[^\w\- ]")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
ALIGNED = {"text-align:right": "right", "text-align:center": "centre"}
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Heading:
    """A line of the contents list."""

    level: int
    id: str
    text: str


@dataclass(frozen=True)
class Document:
    """A page: its title, what it says first (a paragraph), its headings below that, and all but the title as HTML."""

    title: str
    lead: Markup
    headings: Sequence[Heading]
    html: Markup


@cache
def document(name: str) -> Document | None:
    """`docs/<name>.md`, made once per process; None if there is no such page."""
    page = DOCS / f"{name}.md"
    if not page.is_file():
        return None
    tokens = MARKDOWN.parse(page.read_text(encoding="utf-8"))
    headings = _with_headings(tokens)
    title, body = _without_title(tokens, headings)
    body = _without_contents(body)
    _with_clauses(body)
    _with_rulings(body)
    _with_tables(body)
    _with_links(body, name)
    lead = body[:3] if body[0].type == "paragraph_open" else []
    return Document(title, _html(lead), [heading for heading in headings if heading.level > 1], _html(body))


def help_section(section: Section, level: int) -> Markup:
    """A section of a page of orders by itself, under a headline of this level."""
    tokens = MARKDOWN.parse(section.markdown(level))
    _with_tables(tokens)
    _with_links(tokens, ORDERS)
    return _html(tokens)


def said(text: str) -> Markup:
    """A sentence with what is between backticks as code."""
    return Markup(MARKDOWN.renderInline(text.strip()))  # noqa: S704 (no HTML gets through)


def _html(tokens: Sequence[Token]) -> Markup:
    """The parser lets no HTML through, and the pages are our own files. Long lines of examples can be reached by key."""
    made: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return Markup(made.replace("<pre>", '<pre tabindex="0">'))  # noqa: S704


# ---------------------------------------------------------------- headings


def _with_headings(tokens: Sequence[Token]) -> list[Heading]:
    """Give every heading the id that it has where the pages are read as files, so that their links work here too."""
    found: list[Heading] = []
    used: dict[str, int] = {}
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            text = _plain(tokens[at + 1])
            slug = NOT_IN_SLUG.sub("", text.lower()).replace(" ", "-")
            times = used.get(slug, 0)
            used[slug] = times + 1
            id = f"{slug}-{times}" if times else slug
            token.attrSet("id", id)
            found.append(Heading(int(token.tag[1:]), id, text))
    return found


def _plain(token: Token) -> str:
    return "".join(child.content for child in token.children or [] if child.type in ("text", "code_inline"))


def _without_title(tokens: list[Token], headings: Sequence[Heading]) -> tuple[str, list[Token]]:
    """The title apart: each page puts it into its own head."""
    if headings and tokens[0].type == "heading_open" and headings[0].level == 1:
        return headings[0].text, tokens[3:]
    return "", tokens


def _without_contents(tokens: list[Token]) -> list[Token]:
    """A paragraph of links into the page is its list of contents, which each page of ours has already."""
    for at, token in enumerate(tokens):
        if token.type == "inline":
            links = [str(child.attrs["href"]) for child in token.children or [] if child.type == "link_open"]
            if len(links) > 5 and all(link.startswith("#") for link in links):
                return [*tokens[: at - 1], *tokens[at + 2 :]]
    return tokens


# ---------------------------------------------------------------- clauses, rulings, tables


def _with_clauses(tokens: Sequence[Token]) -> None:
    """An item that begins with a clause's id is that clause's place."""
    for at, token in enumerate(tokens):
        if token.type == "list_item_open" and at + 2 < len(tokens):
            words = [child for child in tokens[at + 2].children or [] if child.type == "text" and child.content]
            bold = any(child.type == "strong_open" for child in (tokens[at + 2].children or [])[:2])
            if bold and words and CLAUSE.fullmatch(words[0].content):
                token.attrSet("id", words[0].content)
                token.attrSet("class", "clause")


def _with_rulings(tokens: Sequence[Token]) -> None:
    """A row of a table of rulings has a place of its own: `#ruling-13`."""
    title, row = "", None
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[at + 1]).lower()
        elif token.type == "tr_open":
            row = token
        elif token.type == "td_open" and row is not None:
            number = _plain(tokens[at + 1])
            if "ruling" in title and re.fullmatch(r"[A-Z]{0,3}[0-9]+[a-z]?", number):
                row.attrSet("id", f"ruling-{number}")
            row = None


def _with_tables(tokens: list[Token]) -> None:
    """A wide table is moved by itself, with keys too; columns keep their alignment without a style of their own."""
    title = ""
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        if token.type == "table_open":
            title = next((_plain(tokens[back + 1]) for back in range(at, -1, -1) if tokens[back].type == "heading_open"), "")
            attrs = {"class": "scroll", "tabindex": "0", "role": "group", "aria-label": f"Table: {title}".removesuffix(": ")}
            tokens.insert(at, Token("div_open", "div", 1, attrs=dict(attrs), block=True))
        elif token.type == "table_close":
            tokens.insert(at + 1, Token("div_close", "div", -1, block=True))
        elif token.type in ("th_open", "td_open"):
            style = str(token.attrs.pop("style", ""))
            if style in ALIGNED:
                token.attrSet("class", ALIGNED[style])
            if token.type == "th_open" and tokens[at + 1].content:
                token.attrSet("scope", "col")
            elif token.type == "th_open":  # the corner of a table heads nothing
                token.tag = tokens[at + 2].tag = "td"


# ---------------------------------------------------------------- links


def _with_links(tokens: Iterable[Token], name: str) -> None:
    for token in tokens:
        if token.children:
            token.children = _inline(token.children, name)


def _inline(children: Iterable[Token], name: str) -> list[Token]:
    """Words of a paragraph: clause ids become links, links between the files become links between our pages."""
    made: list[Token] = []
    inside = 0
    skipped: list[bool] = []
    for token in children:
        if token.type == "link_open":
            address = page_url(str(token.attrs["href"]), name)
            skipped.append(not address)
            if not address:
                continue
            token.attrSet("href", address)
            inside += 1
        elif token.type == "link_close":
            if skipped.pop():
                continue
            inside -= 1
        elif token.type == "image":
            token.attrSet("src", url_for("static", filename=str(token.attrs["src"]).removeprefix(PICTURES)))
        elif token.type == "text" and not inside:
            made += _cut(token)
            continue
        elif token.type == "text" and token.content.endswith(".md"):
            token.content = _titled(token.content, name)
        made.append(token)
    return made


def _titled(path: str, name: str) -> str:
    """A link that shows the path of a file shows its title instead."""
    file = DOCS / Path(name).parent / path
    file = file if file.is_file() else DOCS.parent / path
    first = file.read_text(encoding="utf-8").partition("\n")[0] if file.is_file() else ""
    return first.removeprefix("# ") or path


def _cut(token: Token) -> list[Token]:
    made: list[Token] = []
    for part in parts(token.content):
        word = Token("text", "", 0, content=part.text)
        if part.clause:
            opened = Token("link_open", "a", 1, attrs={"class": "clause", "href": clause_url(part.clause)})
            made += [opened, word, Token("link_close", "a", -1)]
        else:
            made.append(word)
    return made


def page_url(href: str, name: str) -> str:
    """The address of what a page `docs/<name>.md` links to; "" for what the site does not show."""
    if OUTSIDE.match(href) or href.startswith(("#", "/")):
        return href
    path, _, anchor = href.partition("#")
    found = normpath(str(Path(name).parent / path)).removesuffix(".md")
    mark = f"#{anchor}" if anchor else ""
    shown = _address(found)
    return f"{shown}{mark}" if shown else ""


def _address(name: str) -> str:
    """`rules/star_navy`, `orders/star_navy`, `mail` -> its page; "" when it has none."""
    folder, _, page = name.rpartition("/")
    kinds: dict[str, Callable[[], str]] = {
        "": lambda: url_for("rules.help_page", page=page) if page in HELP else "",
        "rules": lambda: url_for("rules.rule_book", game=page) if page in PLAYED else "",
        "orders": lambda: url_for("rules.orders", game=page) if page in PLAYED else "",
    }
    return kinds[folder]() if folder in kinds else ""

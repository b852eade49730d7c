"""HTML mail to text: a line for each block, and what was quoted marked with `>` as in a text mail.

Not on `html.parser`, which raises on some broken pages and takes quadratic time over others.
"""

from __future__ import annotations

import html
import re

# Each alternative ends at the next `<` or `>`, so a page is scanned once, whatever is in it.
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>|<[!?][^<>]*>")
BLOCKS = frozenset(
    {"address", "article", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"header", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"}
)
CELLS = frozenset({"td", "th"})
HIDDEN = frozenset({"script", "style", "title"})


class _Reader:
    """Collects lines while tags and text go by."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.quotes = 0
        self.verbatim = 0
        self.hidden = ""

    def tag(self, name: str, closing: bool) -> None:
        if self.hidden:
            self.hidden = "" if closing and name == self.hidden else self.hidden
        elif name in HIDDEN:
            self.hidden = "" if closing else name
        elif name == "br":
            self.newline(always=True)
        elif name in CELLS:
            self.line.append(" ")
        elif name in BLOCKS:
            self.newline()
            self.verbatim = _nested(self.verbatim, closing) if name == "pre" else self.verbatim
        elif name == "blockquote":
            self.newline()
            self.quotes = _nested(self.quotes, closing)

    def text(self, text: str) -> None:
        if self.hidden:
            return
        first, *others = text.split("\n") if self.verbatim else [text]
        self.line.append(first)
        for other in others:
            self.newline(always=True)
            self.line.append(other)

    def newline(self, always: bool = False) -> None:
        """End the line; an empty one is kept only where the writer asked for it."""
        text = "".join(self.line)
        text = text.rstrip() if self.verbatim else " ".join(text.split())
        self.line = []
        if text or always:
            self.lines.append(f"> {text}" if self.quotes else text)


def _nested(depth: int, closing: bool) -> int:
    """The depth of nesting after a tag; one closing too many changes nothing."""
    return max(0, depth - 1) if closing else depth + 1


def html_to_text(page: str) -> str:
    """The text a reader sees, line by line. Never raises."""
    page = _without_comments(page)
    reader = _Reader()
    at = 0
    for found in TAG.finditer(page):
        reader.text(_unescaped(page[at : found.start()]))
        reader.tag((found[2] or "").lower(), found[1] == "/")
        at = found.end()
    reader.text(_unescaped(page[at:]))
    reader.newline()
    return "\n".join(reader.lines)


def _without_comments(page: str) -> str:
    """The page without comments; one that is not closed stays."""
    kept, at = [], 0
    while (start := page.find("<!--", at)) >= 0 and (end := page.find("-->", start + 4)) >= 0:
        kept.append(page[at:start])
        at = end + 3
    return "".join([*kept, page[at:]])


def _unescaped(text: str) -> str:
    try:
        return html.unescape(text)
    except ValueError:  # a character number of thousands of digits
        return text

"""HTML mail to text: a line for each block, and what was quoted marked with `>` as in a text mail."""

from __future__ import annotations

from html.parser import HTMLParser

BLOCKS = frozenset(
    {"address", "article", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"header", "hr", "li", "ol", "p", "pre", "section", "table", "tr", "ul"}
)
CELLS = frozenset({"td", "th"})
HIDDEN = frozenset({"head", "script", "style", "template", "title"})


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.line: list[str] = []
        self.quotes = 0
        self.hidden = ""
        self.verbatim = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.hidden:
            return
        if tag in HIDDEN:
            self.hidden = tag
        elif tag == "br":
            self.newline(always=True)
        elif tag in BLOCKS:
            self.newline()
        elif tag in CELLS:
            self.line.append(" ")
        elif tag == "blockquote":
            self.newline()
            self.quotes += 1
        self.verbatim += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if self.hidden:
            self.hidden = "" if tag == self.hidden else self.hidden
            return
        if tag in BLOCKS:
            self.newline()
        elif tag == "blockquote":
            self.newline()
            self.quotes = max(0, self.quotes - 1)
        if tag == "pre":
            self.verbatim = max(0, self.verbatim - 1)

    def handle_data(self, data: str) -> None:
        if self.hidden:
            return
        if not self.verbatim:
            self.line.append(data)
            return
        first, *others = data.split("\n")
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
            self.lines.append("> " * min(self.quotes, 1) + text)


def html_to_text(page: str) -> str:
    """The text a reader sees, line by line. Never raises."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    reader.newline()
    return "\n".join(reader.lines)

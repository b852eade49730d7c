"""HTML as the text that a mail program makes of it, and the quoting and wrapping of text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from lxml import html as lxml_html
from lxml.html import HtmlElement

BLOCKS = frozenset({"p", "div", "h1", "h2", "h3", "ul", "table", "tr", "pre", "blockquote", "body"})


@dataclass(frozen=True)
class Flavour:
    """How a program writes down what text can't show."""

    strong: str = ""
    picture: str = "[{alt}]"
    cell: str = "\t"
    item: str = "  * "
    airy: bool = False
    """Is there an empty line after each paragraph?"""


def rendered(page: str, flavour: Flavour) -> str:
    """HTML as text; lines are as long as their paragraphs."""
    if not page:
        return ""
    tree = lxml_html.fragment_fromstring(page, create_parent="body")
    text = "".join(_words(tree, flavour, False))
    lines = [re.sub(r"[ \t]+$", "", line) for line in re.sub(r"\n{3,}", "\n\n", text).split("\n")]
    return "\n".join(lines).strip("\n")


def _words(element: HtmlElement, flavour: Flavour, verbatim: bool) -> Iterator[str]:
    """The text of an element; a newline before and after each block."""
    tag = element.tag if isinstance(element.tag, str) else ""
    if tag in ("style", "script", "title", "head", ""):
        return
    verbatim = verbatim or tag == "pre"
    yield _before(element, tag, flavour)
    yield _text(element.text, verbatim)
    for child in element:
        yield from _words(child, flavour, verbatim)
        yield _text(child.tail, verbatim)
    yield _after(tag, flavour)


def _before(element: HtmlElement, tag: str, flavour: Flavour) -> str:
    if tag == "img":
        return flavour.picture.format(alt=element.get("alt", ""), cid=element.get("src", "").removeprefix("cid:"))
    simple = {"br": "\n", "li": f"\n{flavour.item}", "b": flavour.strong, "strong": flavour.strong, "hr": "\n------\n"}
    return simple.get(tag, "\n" if tag in BLOCKS else "")


def _after(tag: str, flavour: Flavour) -> str:
    simple = {"td": flavour.cell, "th": flavour.cell, "b": flavour.strong, "strong": flavour.strong}
    gap = "\n\n" if flavour.airy and tag in ("p", "h1", "h2", "h3", "table") else "\n"
    return simple.get(tag, gap if tag in BLOCKS else "")


def _text(text: str | None, verbatim: bool) -> str:
    if not text:
        return ""
    return text if verbatim else re.sub(r"[ \t\n]+", " ", text) if text.strip() else " " if " " in text else ""


def wrapped(line: str, width: int) -> list[str]:
    """A line in pieces of at most `width`; words are not broken, its indentation is not repeated."""
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False, drop_whitespace=True) or [""]


def _pieces(line: str, width: int) -> list[str]:
    return wrapped(line, width) if width > 0 else [line]


def quoted(text: str, mark: str = "> ", width: int = 0, bare: bool = False, whole: Collection[str] = ()) -> list[str]:
    """Each line after the mark, wrapped to `width` if that is not 0 and the line is none of `whole`.

    `bare`: an empty line has no blank after its mark.
    """
    kept = {line.rstrip() for line in whole}
    lines = [piece for line in text.split("\n") for piece in _pieces(line, 0 if line.rstrip() in kept else width - len(mark))]
    return [(mark + line).rstrip() if bare and not line else mark + line for line in lines]


def flowed(lines: list[str], width: int = 72, delsp: bool = False) -> list[str]:
    """Typed lines as format=flowed (RFC 3676): soft breaks end in a blank, a line that begins with one gets another."""
    made: list[str] = []
    for line in lines:
        bare = line.rstrip()
        pieces = _soft(bare, width)
        ends = "  " if delsp else " "
        for number, piece in enumerate(pieces):
            made.append(_stuffed(piece) + (ends if number < len(pieces) - 1 else ""))
    return made


def _soft(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def _stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", ">", "From ")) else line

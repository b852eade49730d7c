"""An HTML mail as lines: a block is a line, however long, and what was quoted has `> ` before it as in a text mail.

Where the answered mail only follows, below a rule and its headers, the line `ORIGINAL` is put before it.

The page is read as a stream of tags, in time that grows with its size only; lxml mends what is broken in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.gateway.extract.parts.html_marks import (
    ElementRole,
    are_headers,
    bare_role,
    leads_over,
    opens_mail,
    role_of,
    style_of,
    verbatim,
)

MAX_DEPTH = 400  # of elements; each end tag may make the parser look through all open ones
MAX_PIECES = 100_000  # tags and pieces of text
MAX_LINES = 20_000
MAX_LEAD = 12  # lines in which a mail's headers are looked for
MAX_QUOTES = 20  # `> ` before a line
CHUNK = 16384
TOP_CHUNK = 2048
TOP_LINES = 500

BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "div", "dl", "dt", "fieldset", "figure"}
    | {"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre"}
    | {"section", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)
CELLS = frozenset({"td", "th"})
CELL = "\x1f"
ORIGINAL = "-----Original Message-----"
UNIT = re.compile(r"\w[\w .-]{0,20}:")


class Page(NamedTuple):
    """The lines of a page, and whether all of it could be read."""

    text: str
    whole: bool


def read_page(page: str) -> Page:
    """The text a reader sees. Never raises."""
    reader = _Reader()
    whole = _feed(reader, page)
    return Page(reader.text(), whole)


def top_of_page(page: str) -> Page:
    """The lines above the first quotation or signature, and whether they are all. Only as much is read as it takes."""
    reader = _Reader()
    whole = _feed(reader, page, top=True)
    lines = reader.text().split("\n")
    quoted = next((number for number, line in enumerate(lines) if line.startswith((">", "-- ", ORIGINAL))), len(lines))
    end = min(quoted, reader.signed, TOP_LINES)
    return Page("\n".join(lines[:end]), whole and end == len(lines))


def signs_in_the_open(page: str) -> bool:
    """Whether what is below a line `--` is text like any other for the writer's mail program, and no signature."""
    reader = _Reader()
    _feed(reader, page, top=True)
    lines = reader.text().split("\n")
    above = next((number for number, line in enumerate(lines) if line.startswith((">", ORIGINAL))), len(lines))
    return reader.signed == MAX_LINES and any(line.strip() == "--" for line in lines[:above])


def _feed(reader: _Reader, page: str, top: bool = False) -> bool:
    """Read the page, or its top only. Returns whether that was all."""
    from lxml import etree

    target: Any = reader  # the stubs of lxml want a target that takes bytes as well
    parser: etree.HTMLParser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True, recover=True)
    source = page.encode("utf-8", "replace")
    chunk = TOP_CHUNK if top else CHUNK
    try:
        for at in range(0, len(source), chunk):
            parser.feed(source[at : at + chunk])
            if top and (reader.quoting or len(reader.lines) > TOP_LINES):
                return False
        parser.close()
    except _TooMuch:
        return False
    except etree.LxmlError:  # a page without any text
        pass
    return True


class _TooMuch(ValueError):
    """A page that no mail program makes."""


@dataclass
class _Frame:
    """An open element."""

    tag: str
    role: ElementRole
    first: int  # number of its first line
    verbatim: bool
    split: bool = False  # a letter whose attribution has ended


@dataclass
class _Reader:
    """Collects lines while tags and text go by."""

    frames: list[_Frame] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)  # of quotation, line by line
    changes: dict[int, int] = field(
        default_factory=dict
    )  # of depth, found out later: line number -> how much more from there on
    embedded: set[int] = field(default_factory=set)  # numbers of the lines at which a mail begins that nothing encloses
    signature: list[str] = field(default_factory=list)
    buffer: list[str] = field(default_factory=list)
    pieces: int = 0
    depth: int = 0
    hidden: int = 0
    signing: int = 0
    verbatim: int = 0
    rows: int = 0
    seen: bool = False  # the buffer holds something to show
    fresh: bool = False  # nothing of a table's cell has been read yet
    lazy: bool = False  # in a table: the next text begins a line
    bullet: bool = False  # inside the mark that Word sets before a list's line
    opened: bool = False  # nothing of a <pre> has been read yet
    quoting: bool = False  # a quotation has been seen
    signed: int = MAX_LINES  # number of the line at which the first signature was
    rule: int | None = None  # number of the line below a rule that may be above quoted headers

    # ------------------------------------------------------------ what the parser calls

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count()
        if tag == "br":
            if not self.hidden:
                self._newline()
            return
        if len(self.frames) >= MAX_DEPTH:
            raise _TooMuch
        if "@" in tag:  # an address between < and > that nobody has escaped
            self.data(f"<{tag}>")
        style = style_of(attributes) if attributes else ""
        role = role_of(tag, attributes, style) if attributes else bare_role(tag)
        if tag in BLOCKS or role not in (ElementRole.PLAIN, ElementRole.HIDDEN):
            self._block(role)
        elif tag in CELLS:
            self._cell()
        frame = _Frame(tag, role, len(self.lines) + self.seen, verbatim(tag, style))
        self._open(frame)
        self.frames.append(frame)

    def end(self, tag: str) -> None:
        if not self.frames or tag == "br":
            return
        frame = self.frames.pop()
        if frame.role not in (ElementRole.PLAIN, ElementRole.HIDDEN) or (tag in BLOCKS and not self.rows):
            self._flush()
        elif tag in BLOCKS:
            self.lazy = self.lazy or self.seen
        self._close(frame)

    def data(self, text: str) -> None:
        self._count()
        if self.hidden or self.bullet:
            return
        if self.opened:
            self.opened, text = False, text.removeprefix("\n")
        if not self.verbatim:
            self._words(text.replace(CELL, " "))
            return
        first, *others = text.replace(CELL, " ").split("\n")
        self._words(first)
        for other in others[:MAX_LINES]:
            self._newline()
            self._words(other)

    def comment(self, text: str) -> None:
        """Word's conditions: the mark before a list's line is only for readers that show no lists."""
        if text.startswith("[if !supportLists"):
            self.bullet = True
        elif "endif" in text:
            self.bullet = False

    def close(self) -> None:
        self._flush()

    def _count(self) -> None:
        self.pieces += 1
        if self.pieces > MAX_PIECES or len(self.lines) > MAX_LINES:
            raise _TooMuch

    # ------------------------------------------------------------ elements

    def _open(self, frame: _Frame) -> None:
        self.verbatim += frame.verbatim
        self.opened = frame.tag == "pre"
        self.rows += frame.tag == "tr"
        self.hidden += frame.role is ElementRole.HIDDEN
        if frame.role is ElementRole.QUOTE:
            if frame.tag == "blockquote":
                self._attributed()
            self.depth += 1
            self.quoting = True
        elif frame.role is ElementRole.SIGNATURE:
            self._drop_dashes()
            self.signed = min(self.signed, len(self.lines))
            self.signing += 1
        elif frame.role is ElementRole.RULE:
            self.rule = len(self.lines)

    def _close(self, frame: _Frame) -> None:
        self.verbatim -= frame.verbatim
        self.rows -= frame.tag == "tr"
        self.hidden -= frame.role is ElementRole.HIDDEN
        self.signing -= frame.role is ElementRole.SIGNATURE
        self.depth -= frame.role is ElementRole.QUOTE
        if (
            frame.role is ElementRole.LETTER
            and not frame.split
            and opens_mail(self.lines[frame.first : frame.first + MAX_LEAD])
        ):
            self._quote(frame.first)
        maybe = frame.role is ElementRole.MAYBE and are_headers(self.lines[frame.first : frame.first + MAX_LEAD])
        if maybe or frame.role is ElementRole.HEADERS:
            self._embed(frame.first)

    def _attributed(self) -> None:
        """A blockquote opens: what was above it in the same letter said who wrote it."""
        letter = next((frame for frame in reversed(self.frames) if frame.role in (ElementRole.LETTER, ElementRole.QUOTE)), None)
        if letter is not None and letter.role is ElementRole.LETTER and not letter.split:
            letter.split = True
            if leads_over(self.lines[letter.first : letter.first + MAX_LEAD]):
                self._quote(letter.first)

    def _quote(self, first: int) -> None:
        """The lines from `first` up to here are quoted."""
        self.quoting = True
        self.changes[first] = self.changes.get(first, 0) + 1
        self.changes[len(self.lines)] = self.changes.get(len(self.lines), 0) - 1

    def _embed(self, first: int) -> None:
        """The mail that is answered begins at line `first`, and nothing says where it ends."""
        self.quoting = True
        self.embedded.add(first)

    def _drop_dashes(self) -> None:
        """The line `--` above a signature goes: the signature is set apart at the end."""
        number = next((n for n in range(len(self.lines) - 1, max(-1, len(self.lines) - 4), -1) if self.lines[n]), -1)
        if number >= 0 and self.lines[number].strip() == "--":
            self.lines[number] = ""

    # ------------------------------------------------------------ lines

    def _block(self, role: ElementRole) -> None:
        """A block begins on a line of its own, unless it only begins a table's cell."""
        if not (self.fresh and role is ElementRole.PLAIN):
            self._flush()

    def _cell(self) -> None:
        """The cells of a row make one line."""
        self.lazy = False
        self.fresh = True
        if not self.hidden:
            self.buffer.append(CELL)

    def _words(self, text: str) -> None:
        visible = bool(text.strip(" \t\r\n\f"))
        if visible and self.lazy:
            self._newline()
        self.buffer.append(text)
        self.seen = self.seen or visible
        self.fresh = self.fresh and not visible

    def _flush(self) -> None:
        """End the line if there is anything on it."""
        if self.seen:
            self._newline()
        self.buffer.clear()
        self.lazy = self.bullet = self.fresh = False

    def _newline(self) -> None:
        """End the line, empty or not."""
        raw = "".join(self.buffer)
        self.buffer.clear()
        self.seen = self.lazy = False
        for line in [raw.replace(CELL, " ").rstrip()] if self.verbatim else _row(raw):
            dashes = line == "--" and raw[-1:].isspace()
            self._add("-- " if dashes else line)

    def _add(self, line: str) -> None:
        if self.signing and not self.depth:
            self.signature.append(line)
            return
        self.lines.append(line)
        self.depths.append(self.depth)
        if self.rule is not None and len(self.lines) >= self.rule + 2:
            if are_headers(self.lines[self.rule :]):
                self._embed(self.rule)
                self.rule = None
            elif len(self.lines) > self.rule + 6:
                self.rule = None

    def text(self) -> str:
        """All lines, the signature last."""
        self._flush()
        lines, more = [], 0
        for number, (line, depth) in enumerate(zip(self.lines, self.depths, strict=True)):
            more += self.changes.get(number, 0)
            if number in self.embedded and not depth + more:
                lines.append(ORIGINAL)
            marks = "> " * min(depth + more, MAX_QUOTES)
            lines.append(marks + line if line else marks.rstrip())
        signature = [line for line in self.signature if line.strip() not in ("", "--")]
        return "\n".join([*lines, "-- ", *signature] if signature else lines)


def _row(raw: str) -> list[str]:
    """The line, its spaces single; a cell that opens a unit's block (`TF1:`) begins a line of its own."""
    cells = [" ".join(cell.split()) for cell in raw.split(CELL)]
    lines = [""]
    for cell in cells:
        if lines[-1] and UNIT.match(cell):
            lines.append(cell)
        else:
            lines[-1] = f"{lines[-1]} {cell}".strip()
    return lines

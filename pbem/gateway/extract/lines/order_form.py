"""The order form at the end of our reports, edited where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.gateway.extract.lines import reply_markers
from pbem.gateway.extract.lines.mail_lines import MailLine
from pbem.gateway.extract.lines.plain_unicode import plain
from pbem.present.report import MARKER


def forms(lines: Sequence[MailLine]) -> Iterator[tuple[int, int]]:
    """(first line, line after the last) of each order form in the mail, quoted or not."""
    at = 0
    while at < len(lines):
        if not _begins(lines, at):
            at += 1
            continue
        end = next((n for n in range(at + 1, len(lines)) if reply_markers.FORM_END.fullmatch(lines[n].bare)), len(lines) - 1)
        yield at, end + 1
        at = end + 1


def _begins(lines: Sequence[MailLine], at: int) -> bool:
    """Whether the line, or it and the next, are the form's first line."""
    if "answer" not in lines[at].text.casefold():
        return False
    text = plain(lines[at].text)
    if reply_markers.FORM_SEEN.search(text):
        return True
    below = plain(lines[at + 1].bare).lstrip() if at + 1 < len(lines) else ""
    return bool(reply_markers.FORM_SEEN.search(f"{text.rstrip()} {below}")) and not reply_markers.FORM_SEEN.search(below)


def edited_form(
    lines: Sequence[MailLine], is_tail: Callable[[MailLine, MailLine], bool] = lambda before, line: False
) -> list[str]:
    """The orders of the first form that the player changed; an untouched form gives nothing.

    `is_tail` says of two lines whether a mail program has broken the second off the first.
    """
    for first, after in forms(lines):
        start = _start(lines, first, after)
        inner = [plain(line.bare) for line in lines[start:after]]
        printed = next((found[1].lower() for line in inner if (found := reply_markers.PRINT_SEEN.search(line))), "")
        if reply_markers.fingerprint("\n".join(_orders(inner))) != printed:
            tails = [n > 0 and is_tail(lines[start + n - 1], lines[start + n]) for n in range(len(inner))]
            return _orders(_joined(inner, tails))
    return []


def _orders(inner: Sequence[str]) -> list[str]:
    """A form's lines without its print and its END."""
    return [line for line in inner if not reply_markers.PRINT_SEEN.search(line) and not reply_markers.FORM_END.fullmatch(line)]


def _start(lines: Sequence[MailLine], first: int, after: int) -> int:
    """The line below the form's first and below what a mail program has wrapped off that."""
    rest = " ".join(plain(lines[first].bare).split())
    start = first + 1
    while start < after and start <= first + 3 and _more(rest, lines[start].bare):
        rest = f"{rest} {' '.join(plain(lines[start].bare).split())}"
        start += 1
    return start


def _joined(inner: Sequence[str], tails: Sequence[bool]) -> list[str]:
    """The lines, each tail with the line before it."""
    whole: list[str] = []
    for line, tail in zip(inner, tails, strict=True):
        if tail:
            whole[-1] = f"{whole[-1].rstrip()} {line.lstrip()}"
        else:
            whole.append(line)
    return whole


def _more(seen: str, line: str) -> bool:
    """Whether a line goes on with the words of the form's first line."""
    text = " ".join(plain(line).split())
    where = MARKER.rfind(text)
    return bool(text) and where > 0 and MARKER[:where].rstrip().endswith(seen[-12:].strip())

"""Receipts in words, from `templates/mail/`: what was taken, what was refused, what was not read, and what is filed now."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.core.game.phrases import count
from pbem.files import PROGRAM, TEMPLATES
from pbem.gateway.extract import Extract
from pbem.gateway.extract.lines.reply_markers import ABOVE, ABOVE_ANSWER, form, on_the_web
from pbem.gateway.outbound.compose import one_line
from pbem.present.wrapping import WIDTH, wrap
from pbem.service.context import minute, parse_stamp
from pbem.service.mail_facts import LeftOut
from pbem.service.policy.pace import time_words
from pbem.service.receipt import Receipt, Taken
from pbem.service.way_in import SHOWN

SAMPLE = 50
MOST_LINES = 40
"""Lines that a receipt repeats of what was read between quoted ones."""
OFFSET = re.compile(r"([+-])([0-9]{2})([0-9]{2})")

LEFT_OUT: Mapping[str, str] = {
    "quoted": "quoted text",
    "report": "lines of our own mail",
    "header": "the header of a quoted mail",
    "signature": "your signature",
    "device": "a line of your mail program",
    "legal": "a legal notice",
    "footer": "a mailing list's footer",
    "attachment": "an attachment",
}


def _wrap(text: str, indent: int = 0) -> str:
    """A paragraph of at most 72 columns, its later lines indented."""
    return "\n".join(wrap(" ".join(text.split()), WIDTH, hanging=" " * indent, break_words=False))


# Text, not HTML: nothing is to be escaped.
_words = Environment(
    loader=FileSystemLoader(TEMPLATES / "mail"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701
)
_words.filters["wrap"] = _wrap
_words.filters["minute"] = minute
_words.globals["program"] = PROGRAM
_unbroken = _words.overlay()
_unbroken.filters = _words.filters | {"wrap": lambda text, indent=0: " ".join(text.split())}


def render(template: str, above: str = ABOVE, **facts: object) -> str:
    """A text of `templates/mail/`, with our line `above` which an answer is written. A missing fact is an error."""
    return _words.get_template(template).render(above=above, **facts)


@dataclass(frozen=True)
class AnsweredMail:
    """The mail that a receipt answers: when it came in, for which turn, and what its headers tell.

    `offset` is the clock of the sender's mail program (`+0200`), `read` what was found in the mail (None: there was no mail),
    `remarks` are notes of the gateway.
    """

    at: str
    turn: int
    message_id: str = ""
    subject: str = ""
    offset: str = ""
    read: Extract | None = None
    remarks: Sequence[str] = ()


def receipt_text(receipt: Receipt, mail: AnsweredMail, reply_to: str, link: str = "", zone: str = "") -> str:
    """The answer to a mail.

    The deadline is told in the player's `zone` (an IANA name), else by the clock of their mail program, and in UTC. `link`
    leads to the pages.
    """
    form_text = form(receipt.current_orders) if receipt.current_orders else ""
    facts = _facts(receipt, mail, link, zone, form_text)
    above = ABOVE if receipt.owed else ABOVE_ANSWER
    return render("receipt.txt", above, **facts, reply_to=reply_to, form_of="mail", posted=False)


def receipt_message(receipt: Receipt, mail: AnsweredMail, link: str = "", zone: str = "") -> str:
    """The answer to orders in a private message: the same sentences without what only a mail has. Lines are not broken."""
    facts = _facts(receipt, mail, link, zone, receipt.current_orders)
    template = _unbroken.get_template("receipt.txt")
    return template.render(above="", **facts, reply_to="", form_of="message", posted=True).strip()


def _facts(receipt: Receipt, mail: AnsweredMail, link: str, zone: str, form_text: str) -> dict[str, object]:
    """What the template is given, whichever way it goes; `form_text` are the orders in force as they are shown."""
    read = mail.read
    return dict(
        r=receipt,
        on_the_web=on_the_web(link),
        outcome=filing_link(link, receipt.commitment),
        mail_turn=mail.turn,
        notes=[*receipt.notes, *(read.notes if read else ()), *mail.remarks],
        taken=[line for each in receipt.taken for line in _taken(each)],
        ignored=ignored_lines(read) if read else [],
        between=_between(read) if read else [],
        empty=read is not None and not read.orders.strip(),
        form=form_text,
        waiting=[receipt.called(seat) for seat in receipt.waiting],
        due=when(receipt.due, zone, mail.offset) if receipt.due else "",
        left=time_left(mail.at, receipt.due),
        closed=receipt.ended or receipt.outcome == "over",
        mailed=receipt.outcome != "crew",
        came={"crew": "your crew's orders", "sitter": "these"}.get(receipt.outcome, ""),
    )


def filing_link(link: str, commitment: str) -> str:
    """The page that says what became of orders, behind the seat's link; "" when there is none."""
    return f"{link}?orders={commitment[:SHOWN]}" if link and commitment else ""


def useful(receipt: Receipt) -> bool:
    """Did the mail change or ask anything? A robot, too, could get any number of the other answers."""
    asked = bool(receipt.asks or receipt.answers or receipt.press)
    return receipt.outcome in ("accepted", "partly", "preview", "crew") or (asked and receipt.outcome == "unchanged")


def _taken(taken: Taken) -> list[str]:
    """A unit's orders as they were understood; the comment is no order, so that they may be sent back as they are."""
    name = f"  # {taken.name}" if taken.name and taken.name != taken.unit else ""
    return [f"{taken.unit}:{name}", *(f"  {line}" for line in taken.lines)]


def ignored_lines(read: Extract) -> list[str]:
    """What was not read, kind by kind: how much, and how it begins."""
    return [_ignored(each.kind, each.lines, _short(each.sample)) for each in read.ignored]


def left_out(read: Extract, receipt: Receipt) -> list[LeftOut]:
    """All that was left out of a mail: what was not read, and lines that are no orders."""
    unread = [LeftOut(_amount(each.kind, each.lines), _short(each.sample)) for each in read.ignored]
    numbered = (line.partition(": ") for line in receipt.left_out)
    return [*unread, *(LeftOut(number, words) for number, _, words in numbered)]


def _ignored(kind: str, lines: int, sample: str) -> str:
    if kind == "attachment" and sample:
        return f'the attachment "{sample}"'
    return str(LeftOut(_amount(kind, lines), sample))


def _amount(kind: str, lines: int) -> str:
    """A kind of text and how much of it: `quoted text: 12 lines`."""
    return LEFT_OUT[kind] if kind == "attachment" else f"{LEFT_OUT.get(kind, kind)}: {count(lines, 'line')}"


def _between(read: Extract) -> list[str]:
    """The lines that were found between quoted ones, as they were read."""
    lines = [line.rstrip() for line in read.orders.splitlines() if line.strip()] if read.inline else []
    more = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], f"... and {more} more"] if more > 0 else lines


# ---------------------------------------------------------------- times


def when(due: str, zone: str = "", offset: str = "") -> str:
    """A moment by the player's clock and in UTC: `Friday 2026-01-02, 13:00 in Europe/Berlin (2026-01-02 12:00 UTC)`."""
    utc = parse_stamp(due)
    found = OFFSET.fullmatch(offset)
    if zone:
        local, place = utc.astimezone(ZoneInfo(zone)), f"in {zone}"
    elif found and int(found[2] + found[3]):
        ahead = timedelta(hours=int(found[2]), minutes=int(found[3])) * (-1 if found[1] == "-" else 1)
        local, place = utc.astimezone(timezone(ahead)), f"by your mail's clock, UTC{found[1]}{found[2]}:{found[3]}"
    else:
        return f"{utc:%A %Y-%m-%d, %H:%M} UTC"
    return f"{local:%A %Y-%m-%d, %H:%M} {place} ({minute(due)})"


def time_left(at: str, due: str) -> str:
    """`2 days 3 hours` from one stamp to another; "" without a deadline, `no time` when it is past."""
    if not due:
        return ""
    left = parse_stamp(due) - parse_stamp(at)
    if left <= timedelta(0):
        return "no time"
    return time_words(left) or "less than a minute"


def _short(text: str) -> str:
    """Words of a mail on one line, not too long."""
    clean = one_line(text)
    return clean if len(clean) <= SAMPLE else f"{clean[: SAMPLE - 3].rstrip()}..."

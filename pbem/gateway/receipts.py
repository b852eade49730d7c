"""Receipts and notices in words, from `templates/mail/`."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from textwrap import fill

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.gateway.marks import ABOVE, form
from pbem.service.orders import Receipt
from pbem.service.room import minute, moment

TEMPLATES = Path(__file__).parents[2] / "templates" / "mail"
WIDTH = 76


def _wrap(text: str, indent: int = 0) -> str:
    """A paragraph of at most 76 columns, its later lines indented."""
    return fill(" ".join(text.split()), WIDTH, subsequent_indent=" " * indent, break_long_words=False)


# Text, not HTML: nothing is to be escaped.
_words = Environment(
    loader=FileSystemLoader(TEMPLATES),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701
)
_words.filters["wrap"] = _wrap
_words.filters["minute"] = minute


def receipt_text(receipt: Receipt, reply_to: str, at: str, turn: int, kib: int = 0, empty: bool = False) -> str:
    """The answer to a mail that came in at `at` for `turn`; `kib` its size if it was too long, `empty`: nothing was written."""
    return _words.get_template("receipt.txt").render(
        r=receipt,
        reply_to=reply_to,
        mail_turn=turn,
        kib=kib,
        empty=empty,
        above=ABOVE,
        form=form(receipt.standing) if receipt.standing else "",
        left=time_left(at, receipt.due),
        closed=receipt.outcome == "over",
    )


def notice_text(stream: str, seat: str, sender: str, subject: str, address: str) -> str:
    """What a seat's player is told when someone else wrote to his order address."""
    return _words.get_template("notice.txt").render(
        stream=stream, seat=seat, sender=_short(sender) or "(no address)", subject=_short(subject), address=address
    )


def time_left(at: str, due: str) -> str:
    """`2 days 3 hours` from one stamp to another; "" without a deadline, `no time` when it is past."""
    if not due:
        return ""
    left = moment(due) - moment(at)
    if left <= timedelta(0):
        return "no time"
    hours, minutes = divmod(left.seconds // 60, 60)
    amounts = [(left.days, "day"), (hours, "hour"), (minutes, "minute")]
    first = next((i for i, (n, _) in enumerate(amounts) if n), 2)
    said = [f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in amounts[first : first + 2] if n]
    return " ".join(said) or "less than a minute"


def _short(text: str) -> str:
    """A stranger's words on one line, without control characters."""
    return "".join(c if c.isprintable() else " " for c in text)[:120].strip()

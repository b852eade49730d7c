"""The orders in a reply: mails read a second, beside two libraries that find replies; and input made to be slow.

The mails are those of `tests/gateway/clients`: every mail program there, answering reports of all four games. Each reader gets
the raw mail and ends with the text that an order parser would be given. The libraries read one kind of text at a time and are
told nothing of what we sent, so a reader is also judged by how many of its texts give the very orders that were written.
Nothing here waits for anything, so CPU time is measured.
"""

from __future__ import annotations

import gc
import multiprocessing
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from functools import cache

import common as c
from mailparser_reply import EmailReplyParser
from mailparser_reply.constants import MAIL_LANGUAGES
from talon import quotations
from talon.utils import html_to_text

from pbem.gateway.extract import UnreadableMail, extract
from pbem.gateway.reading.headers import parse
from tests.gateway.clients import reply
from tests.gateway.clients.rounds import Exchange, every_client, exchanged

PATIENCE = 10.0
"""Seconds after which a hostile mail is given up."""


@dataclass(frozen=True)
class Sample:
    """A reply: its bytes, the text of the mail it answers, the part the libraries are given, what was ordered.

    `above`: the orders are above all else, as most people answer.
    """

    raw: bytes
    sent: str
    form: str
    above: bool
    given: Exchange

    def right(self, text: str) -> bool:
        """Does this text give the orders that were written?"""
        return self.given.case.read(text) == self.given.case.read(self.given.whole)


Reader = Callable[[bytes, str, str], str]
"""(raw mail, text of the mail it answers, `plain` or `html`) -> orders"""


def samples(every: int) -> list[Sample]:
    """Every such reply of the round trip."""
    made = []
    for shape, game, number in list(every_client())[::every]:
        given = exchanged(game, shape.place, number)
        raw = reply(given.original, given.typed, shape)
        form, above = "html" if shape.form == "html" else "plain", shape.place in ("top", "fresh")
        made.append(Sample(raw, given.original.text, form, above, given))
    return made


# ---------------------------------------------------------------- readers


def wardroom(raw: bytes, sent: str, form: str) -> str:
    """Ours, which chooses the part itself."""
    return extract(parse(raw), sent=[sent]).orders


def mail_parser_reply(raw: bytes, sent: str, form: str) -> str:
    """mail-parser-reply, told all its languages."""
    return _parser().read(content(parse(raw), form)).latest_reply or ""


@cache
def _parser() -> EmailReplyParser:
    return EmailReplyParser(languages=[name for name in MAIL_LANGUAGES if name != "david"])


def talon(raw: bytes, sent: str, form: str) -> str:
    """talon, each kind by its own half."""
    text = content(parse(raw), form)
    if form == "plain":
        return str(quotations.extract_from_plain(text))
    found = html_to_text(quotations.extract_from_html(text))
    return found.decode() if isinstance(found, bytes) else str(found or "")


def content(mail: Message, subtype: str) -> str:
    """The first part of a kind, decoded: as much as the libraries need done for them."""
    for part in mail.walk():
        payload = part.get_payload(decode=True) if part.get_content_type() == f"text/{subtype}" else None
        if isinstance(payload, bytes):
            return payload.decode(str(part.get_content_charset("utf-8")), "replace").replace("\r\n", "\n")
    return ""


# ---------------------------------------------------------------- hostile mails


def hostile() -> dict[str, bytes]:
    """Mails that ask for quadratic time."""
    text = {
        "100,000 >": ">" * 100_000,
        "100,000 lines of >": ">\n" * 100_000,
        "a line of 5 MB": "x" * 5_000_000,
        "100,000 words of attribution": "On Sunday wrote: " * 100_000,
        "100,000 colons": "From: a@b: " * 20_000,
        "bq 100,000 times": "bq" * 100_000,
    }
    page = {
        "100,000 blockquotes": "<blockquote>" * 100_000,
        "100,000 spans": "<span><b>" * 50_000,
        "20,000 tables": "<table><tr><td>x" * 20_000,
        "bq 100,000 times as HTML": "bq" * 100_000,
    }
    mails = {name: b"Content-Type: text/plain\r\n\r\n" + body.encode() for name, body in text.items()}
    mails |= {name: b"Content-Type: text/html\r\n\r\n" + body.encode() for name, body in page.items()}
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(90))
    return mails | {"90 parts deep": parts + b"Content-Type: text/plain\r\n\r\nx"}


def timed(reader: Reader, raw: bytes) -> float:
    """CPU seconds for one mail; `PATIENCE` when it takes longer. The process is one of its own, so that it can be ended."""
    kind = "html" if b"text/html" in raw[:100] else "plain"
    queue: multiprocessing.SimpleQueue[float] = multiprocessing.SimpleQueue()
    child = multiprocessing.get_context("fork").Process(target=_timed, args=(reader, raw, kind, queue))
    child.start()
    child.join(PATIENCE)
    if child.is_alive():
        child.kill()
        child.join()
        return PATIENCE
    return PATIENCE if queue.empty() else queue.get()


def _timed(reader: Reader, raw: bytes, kind: str, queue: multiprocessing.SimpleQueue[float]) -> None:
    begun = time.process_time()
    with suppress(UnreadableMail, RecursionError, ValueError):  # refused is an answer, too
        reader(raw, "", kind)
    queue.put(time.process_time() - begun)


# ---------------------------------------------------------------- runs

READERS: Mapping[str, Mapping[str, Reader]] = {
    "plain": {"wardroom": wardroom, "mail-parser-reply": mail_parser_reply, "talon": talon},
    "html": {"wardroom": wardroom, "talon": talon},
}


def milliseconds(reader: Reader, mails: list[Sample]) -> float:
    """Per mail, over all of them."""
    gc.collect()
    begun = time.process_time()
    for mail in mails:
        reader(mail.raw, mail.sent, mail.form)
    return 1e3 * (time.process_time() - begun) / len(mails)


def share_right(reader: Reader, mails: list[Sample]) -> float:
    """How many of a hundred mails give the orders that were written."""
    return 100 * sum(mail.right(reader(mail.raw, mail.sent, mail.form)) for mail in mails) / len(mails)


def main() -> None:
    given = c.options(__doc__ or "", rounds=(7, 2), every=(4, 16))
    warnings.simplefilter("ignore")
    quotations.register_xpath_extensions()
    figures: list[c.Figure] = []
    cost: dict[str, list[float]] = {}
    right: dict[str, float] = {}
    mails = samples(given.every)
    for form, readers in READERS.items():
        chosen = [mail for mail in mails if mail.form == form]
        right |= {f"{name}, {form}": share_right(reader, chosen) for name, reader in readers.items()}
        top = [mail for mail in chosen if mail.above]
        right |= {f"{name}, {form}, above": share_right(reader, top) for name, reader in readers.items()}
        times: dict[str, list[float]] = {name: [] for name in readers}
        for no in range(given.rounds):
            for name in c.shuffled(readers, no):
                times[name].append(milliseconds(readers[name], chosen))
        cost |= {f"{name}, {form}": spent for name, spent in times.items()}
        figures += [compared(form, name, times, right, len(chosen)) for name in readers if name != "wardroom"]
        ours = right[f"wardroom, {form}"]
        figures.append(c.Figure(f"{form}: orders read as they were written", ours, 100, at_most=False, unit="%"))
    slow = {name: {mail: timed(reader, raw) for mail, raw in hostile().items()} for name, reader in READERS["plain"].items()}
    worst = max(slow["wardroom"].values())
    note = "; ".join(f"{name} {longest(spent)}" for name, spent in slow.items())
    figures.append(c.Figure("the slowest of the hostile mails", worst, 1, unit="s", note=note))
    c.report(
        "extract", given, figures, {"ms": cost, "right": right, "hostile": slow}, "mail-parser-reply", "superops-talon", "lxml"
    )


def compared(form: str, name: str, times: Mapping[str, list[float]], right: Mapping[str, float], count: int) -> c.Figure:
    """Our time of theirs."""
    ours, theirs = c.median(times["wardroom"]), c.median(times[name])
    all_right, top_right = right[f"{name}, {form}"], right[f"{name}, {form}, above"]
    shares = f"{all_right:.0f} % right by theirs, {top_right:.0f} % of those with the orders on top"
    note = f"{ours:.2f} ms a mail, theirs {theirs:.2f}; {count} mails, {shares}"
    limit = LIMITS[form, name]
    return c.Figure(f"{form}: a mail read, to {name}", c.ratio(times["wardroom"], times[name]), limit, note=note)


LIMITS = {("plain", "mail-parser-reply"): 1.0, ("plain", "talon"): 3.0, ("html", "talon"): 0.5}


def longest(spent: Mapping[str, float]) -> str:
    """The mail that took longest."""
    name = max(spent, key=lambda mail: spent[mail])
    seconds = spent[name]
    return f"over {PATIENCE:.0f} s ({name})" if seconds >= PATIENCE else f"{seconds:.2f} s ({name})"


if __name__ == "__main__":
    main()

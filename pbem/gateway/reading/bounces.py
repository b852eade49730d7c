"""What a machine reports about a mail of ours: that it failed, was delayed, was complained of, or was shown. Pure reading."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from email.errors import MessageError
from email.message import Message
from email.utils import getaddresses
from itertools import takewhile
from typing import NamedTuple

from pbem.gateway.extract.parts.charsets import payload_of, text_of
from pbem.gateway.extract.parts.mail_tree import inner

MAX_PARTS = 60
# The library tries hundreds of patterns on every line, some of them in quadratic time; a real notification says early, and
# in short lines, what failed.
MAX_LINE = 160
MAX_TEXT = 8 * 1024
MAX_HEADER = 500
MAX_COMMENTS = 20
MAX_DIAGNOSTIC = 300

STATUS_PARTS = ("message/delivery-status", "message/global-delivery-status")
COMPLAINT_PART = "message/feedback-report"
SHOWN_PARTS = ("message/disposition-notification", "message/global-disposition-notification")

ENHANCED = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
REPLY_CODE = re.compile(r"\b([45])\d\d\b")
# A full mailbox, and a mail that was tried for too long or is too big, say nothing against the address.
SOFT = frozenset({"5.2.2", "5.2.3", "5.3.1", "5.3.4", "5.4.7"})
FULL = re.compile(
    r"(?:mail ?box|mail ?folder|inbox|account|storage)\b.{0,40}\b(?:full|exceed|over)|over ?quota|quota (?:is )?(?:exceed|full)"
    r"|disk space",
    re.I,
)

log = logging.getLogger(__name__)


class Failure(NamedTuple):
    """A mail that did not arrive. `status` is the enhanced code ("" if none was told), `diagnostic` the other side's words."""

    address: str
    permanent: bool
    status: str
    diagnostic: str


# ---------------------------------------------------------------- the tree


def own_parts(message: Message) -> Iterator[Message]:
    """The mail and its parts, but not what is inside of mails that are attached to it."""
    waiting = [message]
    for _ in range(MAX_PARTS):
        if not waiting:
            return
        part = waiting.pop()
        yield part
        if part.get_content_maintype() == "multipart":
            waiting.extend(reversed(inner(part)[:MAX_PARTS]))


def types(message: Message) -> frozenset[str]:
    """The content types of the mail's own parts."""
    return frozenset(part.get_content_type() for part in own_parts(message))


def is_complaint(message: Message) -> bool:
    """Is it a feedback report (RFC 5965): somebody has called a mail of ours spam?"""
    told = COMPLAINT_PART in types(message) or _report_type(message) == "feedback-report"
    # Hotmail's complaints have no form but this header and the mail complained of.
    return told or ("X-HmXmrOriginalRecipient" in message and "message/rfc822" in types(message))


def is_receipt_notice(message: Message) -> bool:
    """Is it a notice (RFC 8098) that a mail of ours was shown, deleted, and so on?"""
    return not types(message).isdisjoint(SHOWN_PARTS) or _report_type(message) == "disposition-notification"


def is_status_report(message: Message) -> bool:
    """Is it a report (RFC 3464) about the delivery of a mail of ours, whether failed, delayed or done?"""
    return not types(message).isdisjoint(STATUS_PARTS) or _report_type(message) == "delivery-status"


def _report_type(message: Message) -> str:
    if message.get_content_type() != "multipart/report":
        return ""
    return str(message.get_param("report-type", "")).lower()


# ---------------------------------------------------------------- failures


def failures(message: Message) -> tuple[Failure, ...]:
    """Who did not get our mail, for good. A delay is none: the other side goes on trying."""
    blocks = list(_blocks(message))
    if blocks:
        told = (_failure(block) for block in blocks)
        return tuple({each.address: each for each in told if each}.values())
    _, failed = guessed(message)
    text = _body(message) if failed else ""
    return tuple(_from_text(address, text) for address in sorted(failed))


def guessed(message: Message) -> tuple[frozenset[str], frozenset[str]]:
    """The delayed and the failed addresses that flufl.bounce finds in a mail. To be asked only of a likely bounce."""
    from flufl.bounce import all_failures

    try:
        delayed, failed = all_failures(_shortened(message))
    except (ArithmeticError, AttributeError, LookupError, MessageError, TypeError, ValueError):
        log.warning("flufl.bounce cannot read %s", str(message.get("Message-ID", ""))[:100])
        return frozenset(), frozenset()
    return _addresses(delayed), _addresses(failed)


def _addresses(found: frozenset[bytes]) -> frozenset[str]:
    return frozenset(text for each in found if "@" in (text := each.decode("ascii", "replace").strip("<> ")))


def _blocks(message: Message) -> Iterator[Message]:
    """The blocks of the status parts that tell about a recipient."""
    for part in own_parts(message):
        if part.get_content_type() in STATUS_PARTS:
            yield from (block for block in inner(part)[:MAX_PARTS] if "Action" in block or "Status" in block)


def _failure(block: Message) -> Failure | None:
    """What a block says, if it says that something failed for good."""
    action = _field(block, "Action").lower()
    diagnostic = _typed(_field(block, "Diagnostic-Code"))
    status = _status(_field(block, "Status"), diagnostic)
    if not action.startswith(("fail", "error")) and (action or not status.startswith("5")):
        return None
    address = _typed(_field(block, "Original-Recipient")) or _typed(_field(block, "Final-Recipient"))
    return Failure(address.strip("<> "), _permanent(status, diagnostic), status, diagnostic[:MAX_DIAGNOSTIC])


def _from_text(address: str, text: str) -> Failure:
    """The failure of an address of which a notification tells in its own words: what is beside it says why."""
    lines = text.splitlines()
    near = next((number for number, line in enumerate(lines) if address in line), len(lines))
    beside = takewhile(lambda line: not line.startswith("---"), lines[near : near + 12])
    diagnostic = " ".join(" ".join(beside).split())
    status = _status("", diagnostic)
    return Failure(address, _permanent(status, diagnostic), status, diagnostic[:MAX_DIAGNOSTIC])


def _status(told: str, diagnostic: str) -> str:
    """The enhanced code; where the field says no more than a class, what the other side's words add to it."""
    own, other = ENHANCED.search(told), ENHANCED.search(diagnostic)
    if own and (other is None or not own[0].endswith(".0.0")):
        return own[0]
    if other:
        return other[0]
    plain = REPLY_CODE.search(diagnostic)
    return f"{plain[1]}.0.0" if plain else ""


def is_gone(answer: str) -> bool:
    """Does a mail server's answer, by which it takes no mail, say that the mailbox is gone, and not only full?"""
    return _permanent(_status("", answer), answer)


def _permanent(status: str, diagnostic: str) -> bool:
    # 5.7 is a policy: it is against our mail or our server, and says nothing of the mailbox.
    soft = status.startswith(("4", "5.7.")) or status in SOFT
    return not soft and not FULL.search(diagnostic[:MAX_DIAGNOSTIC])


def _field(block: Message, name: str) -> str:
    return " ".join(str(block.get(name, ""))[: 2 * MAX_HEADER].split())


def _typed(value: str) -> str:
    """A value without its type: `rfc822; blue@example.org`, `smtp; 550 5.1.1 no such user`."""
    kind, semicolon, rest = value.partition(";")
    return rest.strip() if semicolon and " " not in kind.strip() else value


# ---------------------------------------------------------------- text


def _text(part: Message) -> str:
    """The text of a part, cut to what a notification needs."""
    text = text_of(part, payload_of(part)[: 4 * MAX_TEXT])
    return "\n".join(line[:MAX_LINE] for line in text.splitlines())[:MAX_TEXT]


def _body(message: Message) -> str:
    """All text of the mail's own parts."""
    return "\n".join(_text(part) for part in own_parts(message) if part.get_content_maintype() == "text")[:MAX_TEXT]


def _shortened(message: Message) -> Message:
    """A copy of a few short lines, with text decoded and attached mails left out, so that they are not read as the report."""
    left = MAX_TEXT
    copies: list[Message | str] = []
    for part in own_parts(message):
        if part.get_content_maintype() == "text":
            text = _text(part)[:left]
            left -= len(text)
            copies.append(_copy(part, text))
    many = message.get_content_maintype() == "multipart"
    whole = _copy(message, "" if many else _text(message))
    if many:
        whole.set_payload(copies)
    if not any(getaddresses([str(whole.get("From", ""))])):  # the library takes it for granted that there is a sender
        del whole["From"]
        whole["From"] = "unknown@invalid"
    return whole


def _copy(part: Message, text: str) -> Message:
    copy = Message()
    for name, value in part.items()[: 4 * MAX_PARTS]:
        short = str(value)[:MAX_HEADER]
        if name.lower() != "content-transfer-encoding" and short.count("(") <= MAX_COMMENTS:
            copy[name] = short
    copy.set_payload(text)
    return copy

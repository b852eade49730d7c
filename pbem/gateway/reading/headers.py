"""What a mail's headers say: who sent it, which mail it is, and which mails it answers. Never raises."""

from __future__ import annotations

import re
from email.message import Message
from email.utils import parsedate_tz
from hashlib import sha256

from pbem.gateway.extract.parts.mail_tree import UnreadableMail, head_of, tree_of
from pbem.gateway.reading.classify import addresses

MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,250}>")
# Exchange and some phones put commas between ids, and nothing keeps a mailer from doing without blanks.
REFERENCE = re.compile(r"<[^<>\s,]{3,250}>")
MAX_REFERENCES = 50
CUT = "X-Wardroom-Cut"
"""Put before a mail of which only the header was kept, and says how many bytes it had."""


def parse(raw: bytes) -> Message:
    """The mail as a tree; what is broken in it is left as it is. Of one that is nothing but frames, the header alone."""
    try:
        return tree_of(raw)
    except UnreadableMail:
        return head_of(raw)


def sender(message: Message) -> str:
    """The one address in From, case-folded; "" when there is none, or more than one, or more than one From."""
    found = addresses(message, "From")
    return found[0] if len(found) == 1 and len(message.get_all("From", [])) == 1 else ""


def message_id(message: Message) -> str:
    """The mail's own id, or "" when it has none that could be repeated in an answer."""
    raw = str(message.get("Message-ID", "")).strip()
    return raw if MESSAGE_ID.fullmatch(raw) else ""


def references(message: Message) -> list[str]:
    """The ids of the mails this one answers, the nearest first."""
    direct = REFERENCE.findall(str(message.get("In-Reply-To", ""))[:20_000])
    thread = REFERENCE.findall(str(message.get("References", ""))[-20_000:])
    return list(dict.fromkeys([*direct, *reversed(thread)]))[:MAX_REFERENCES]


def offset(message: Message) -> str:
    """The clock of the sender's mail program as `+0200`, from its Date; "" when that tells nothing."""
    parsed = parsedate_tz(str(message.get("Date", "")))
    seconds = parsed[9] if parsed else None
    if seconds is None or abs(seconds) > 14 * 3600:
        return ""
    return f"{'-' if seconds < 0 else '+'}{abs(seconds) // 3600:02}{abs(seconds) % 3600 // 60:02}"


def cut(raw: bytes) -> bytes:
    """The header alone of a mail too big to keep, marked so that its sender can be told."""
    head = re.split(rb"\r?\n\r?\n", raw[:65_536], maxsplit=1)[0]
    return f"{CUT}: {len(raw)}\r\n".encode() + head + b"\r\n\r\n"


def is_cut(message: Message) -> bool:
    """Was only the header of this mail kept?"""
    return CUT in message


def identity(message: Message, raw: bytes, place: str, words: str) -> str:
    """What a mail is known by however often, and by whatever way, it is delivered (hex).

    Relays add headers and re-encode bodies, so this takes the Message-ID, the place it is for, and the words read in it;
    without a Message-ID, place and body.
    """
    own_id = message_id(message)
    body = words.encode("utf-8", "replace") if own_id else re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
    return sha256(f"{own_id}\n{place}\n".encode() + body).hexdigest()

"""What a mail's headers say: who sent it, which mail it is, and whether a machine wrote it. Never raises."""

from __future__ import annotations

import re
from email import policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses
from hashlib import sha256

from pbem.gateway.addresses import Claim, read_address

OFFICE = "orders"
MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,250}>")
ROBOT = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply)([-+._].*)?", re.I)
BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
TOLD = ("X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress", "List-Id")


def parse(raw: bytes) -> Message:
    """The mail as a tree; what is broken in it is left as it is."""
    return BytesParser(policy=policy.compat32).parsebytes(raw)


def header(message: Message, name: str) -> str:
    """A header as one line of text; undecodable words stay as they were sent."""
    raw = str(message.get(name, ""))
    try:
        text = str(make_header(decode_header(raw)))
    except (HeaderParseError, LookupError, ValueError):
        text = raw
    return " ".join(text.split())


def sender(message: Message) -> str:
    """The one address in From, case-folded; "" when there is none, or more than one.

    It is read before encoded words are, so that nobody can hide an address in a name.
    """
    found = getaddresses([str(line) for line in message.get_all("From", [])])
    return found[0][1].casefold() if len(found) == 1 else ""


def message_id(message: Message) -> str:
    """The mail's own id, or "" when it has none that could be repeated in an answer."""
    raw = str(message.get("Message-ID", "")).strip()
    return raw if MESSAGE_ID.fullmatch(raw) else ""


def automatic(message: Message, mail_from: str, domain: str) -> str:
    """Why this mail wants no answer (a machine wrote it, or we did); "" for a person's mail."""
    if mail_from.strip() in ("", "<>"):
        return "it has no return path"
    submitted = re.split(r"[\s;(]", header(message, "Auto-Submitted").lower(), maxsplit=1)[0]
    if submitted not in ("", "no"):
        return f"Auto-Submitted: {submitted[:40]}"
    precedence = header(message, "Precedence").lower()
    if precedence in BULK:
        return f"Precedence: {precedence}"
    for name in TOLD:
        if header(message, name):
            return f"it has {name}"
    local = sender(message).partition("@")[0]
    if ROBOT.fullmatch(local):
        return f"it is from {local[:40]}"
    return "it is our own" if _ours(sender(message), domain) else ""


def _ours(address: str, domain: str) -> bool:
    return address == f"{OFFICE}@{domain.lower()}" or read_address(address, domain) is not None


def identity(message: Message, raw: bytes, claim: Claim, sha: str) -> str:
    """What a mail is known by however often, and by whatever way, it is delivered (hex).

    Relays add headers of their own, so this takes the Message-ID, the seat's address and the body; without a Message-ID, the
    mail as it came.
    """
    own = message_id(message)
    if not own:
        return sha
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[-1]
    return sha256(f"{own}\n{claim.text()}\n".encode() + body).hexdigest()

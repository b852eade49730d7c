"""Replies as mail programs write them: one of our mails, a player's order text and a shape give the raw reply.

Nothing here knows how a reply is read: headers, parts, quotation and markup are those of the programs themselves.
"""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

from tests.gateway.clients import apple, other, outlook, unix, webmail
from tests.gateway.clients.base import Program
from tests.gateway.clients.hand import typed
from tests.gateway.clients.layout import lay_out, original_of
from tests.gateway.clients.model import FORMS, HANDS, PLACES, SIGNATURES, Original, Shape, tongues
from tests.gateway.clients.wire import sealed

__all__ = ["CHARSETS", "CLIENTS", "FORMS", "HANDS", "PLACES", "SIGNATURES", "Original", "Shape", "opened", "reply", "tongues"]

PROGRAMS: tuple[type[Program], ...] = (
    webmail.Gmail,
    webmail.GmailWrapped,
    webmail.GmailApp,
    webmail.Yahoo,
    webmail.Proton,
    webmail.Fastmail,
    webmail.Gmx,
    webmail.Zimbra,
    outlook.Outlook,
    outlook.OutlookText,
    outlook.OutlookMarked,
    outlook.OutlookWeb,
    outlook.OutlookPhone,
    apple.AppleMail,
    apple.AppleMailOld,
    apple.Iphone,
    unix.Thunderbird,
    unix.ThunderbirdText,
    unix.Mutt,
    unix.MuttFlowed,
    unix.Alpine,
    unix.Snail,
    unix.SnailPlain,
    unix.Evolution,
    unix.Kmail,
    unix.KNine,
    other.Notes,
    other.NotesMarked,
    other.Samsung,
    other.Mailman,
    other.MailmanPart,
    other.GoogleGroups,
    other.Plain,
)
CLIENTS = {program.key: program() for program in PROGRAMS}

CHARSETS: dict[str, tuple[str, ...]] = {
    "us": ("us-ascii", "utf-8", "windows-1252"),
    "en": ("utf-8", "iso-8859-1", "utf-16"),
    "de": ("iso-8859-1", "iso-8859-15", "utf-8", "windows-1252"),
    "fr": ("iso-8859-15", "windows-1252", "utf-8"),
    "pl": ("iso-8859-2", "utf-8"),
    "cs": ("windows-1250", "utf-8"),
    "hu": ("iso-8859-2", "utf-8", "utf-16"),
    "ru": ("koi8-r", "windows-1251", "utf-8"),
    "uk": ("koi8-u", "utf-8"),
    "el": ("iso-8859-7", "utf-8"),
    "tr": ("iso-8859-9", "utf-8"),
    "he": ("utf-8", "utf-16"),
    "ja": ("iso-2022-jp", "shift_jis", "utf-8"),
    "zh": ("gb18030", "gb2312", "utf-8"),
    "tw": ("big5", "utf-8"),
    "ko": ("euc-kr", "utf-8"),
}
"""The charsets that mails in a language come in; in those not named here, UTF-8 and latin-1."""


def opened(raw: bytes) -> Original:
    """One of our mails as its reader's program has it."""
    sent = message_from_bytes(raw, policy=policy.default)
    if not isinstance(sent, EmailMessage):
        raise TypeError("a mail was expected")
    return original_of(sent)


def reply(original: Original | bytes, orders: str, shape: Shape) -> bytes:
    """The raw mail in which `orders` answer one of our mails."""
    answered = opened(original) if isinstance(original, bytes) else original
    program, tongue = CLIENTS[shape.client], tongues()[shape.tongue]
    lines = typed(orders.strip("\n").split("\n"), shape.hand)
    draft = lay_out(answered, tongue, shape, lines, program.device(tongue), program.signs_last)
    return sealed(draft, program.mail(draft), program.threading)

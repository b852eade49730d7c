"""Who wrote a mail: a person, a machine that answers for one, or a mail system with news of a mail of ours. Never raises.

The two errors are not alike: a person's orders thrown away are lost, a machine's answer taken for orders starts a loop. So what
only hints at a machine counts when a second hint goes with it, and text in the body never counts against a mail that has the
headers of a person's.
"""

from __future__ import annotations

import re
from email.message import Message
from email.utils import getaddresses
from typing import NamedTuple

from pbem.gateway.extract.parts.charsets import header_text
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.reading import bounces
from pbem.gateway.reading.machine_subjects import AUTO, AUTO_NAMED, AWAY, FAILED, WHOLE, folded

REPLY, AUTO_REPLY, BOUNCE, NOT_A_REPLY = "reply", "auto-reply", "bounce", "not-a-reply"

MAX_HEADER = 1000

DAEMONS = frozenset(
    {"mailer-daemon", "mail-daemon", "maildaemon", "mailerdaemon", "mdaemon", "postmaster", "post_master", "mmdf", "uucp"}
)
# Exchange signs its reports with a name of its own and the number of the organisation.
EXCHANGE = re.compile(r"microsoftexchange[0-9a-f]{32}")
DAEMON_NAMES = ("mail delivery", "mailer daemon", "mail administrator", "mail system", "internet mail delivery", "postmaster")
NO_REPLY = re.compile(
    r"(?:(?:no|do-?not|dont|never|kein|ne-?pas)[-_.]?(?:reply|respond|answer|repondre|responder)|noreply)(?:[-+._].*)?"
)
LIST_OWNER = re.compile(r"owner-.+|.+-(?:owner|bounces?|request|admin|errors|return)(?:[-+=].*)?")
ANSWERED = re.compile(
    r"(?:re|r|aw|antw|sv|vs|ynt|odp|rif|ref|fw|fwd|wg|tr|rv|enc|doorst|vl|i|转发|回复|答复|返信|転送)\s?(?:\[\d+\]|\(\d+\))?[:：]"
)
# Header names that only robots write, whatever they say in them. `X-Auto-Response-Suppress` asks *us* not to answer.
ROBOT_HEADER = re.compile(
    r"(?:x-)?(?:mail-)?auto-?(?:repl(?:y|ied)|respon[ds]e?r?|generated)(?:-?(?:from|to|by|id))?"
    r"|x-(?:vacation|holidayreply|cron-env|out-?of-?office|.{0,20}machinegenerated)(?:-.{0,40})?"
)
OFF = frozenset({"", "no", "false", "0", "none", "off"})
UNANSWERED = frozenset({"all", "oof", "autoreply"})
LIST_HEADERS = (
    "List-Id",
    "X-BeenThere",
    "X-Mailman-Version",
    "Mailing-List",
    "X-Mailing-List",
    "X-Google-Group-Id",
    "X-ML-Name",
)


class MailKind(NamedTuple):
    """`name`: reply, auto-reply, bounce or not-a-reply; `why` in words; `via_list`: it came through a list or a mass mailing.

    A reply that is `via_list` may be a player's: its orders may count when its address is signed, but it is never answered to
    the list.
    """

    name: str
    why: str
    via_list: bool = False


def classify(message: Message, mail_from: str | None) -> MailKind:
    """What kind of mail it is. `mail_from`: the envelope's sender, "" or "<>" for the null return path, None if unknown."""
    via_list = _via_list(message)
    name, why = (
        _report(message)
        or _bounce(message, mail_from)
        or _robot(message, bool(via_list))
        or _null_path(message, mail_from)
        or _mailing(message, bool(via_list))
        or (REPLY, via_list)
    )
    return MailKind(name, why or "no machine has left its mark", bool(via_list))


def sent_by_us(message: Message, mail_from: str | None, signer: AddressSigner) -> str:
    """Why this is a mail that we wrote ourselves and that has come back; "" when we did not."""
    for address in (*addresses(message, "From"), (mail_from or "").strip("<> ")):
        if signer.is_ours(address):
            return f"it is from {address[:80]}"
    for name in ("X-Loop", "X-BeenThere"):
        if any(signer.is_ours(value) for value in _all(message, name)):
            return f"its {name} is ours"
    list_id = _list_id(message)
    if list_id.endswith(f".{signer.domain.lower()}"):
        return f"its List-Id is {list_id[:80]}"
    return ""


# ---------------------------------------------------------------- the four questions


def _report(message: Message) -> tuple[str, str] | None:
    """Reports by their form. A person who passes one on sends it as a mail of their own, not as a report."""
    if message.get_content_maintype() == "multipart" and message.get_content_type() != "multipart/report" and _answers(message):
        return None
    if bounces.is_complaint(message):
        return NOT_A_REPLY, "it is a feedback report"
    if bounces.is_status_report(message):
        return BOUNCE, "it is a delivery report"
    if bounces.is_receipt_notice(message):
        # Some filters refuse a mail with the notice that it was deleted unread.
        refused = _from_daemon(message) and bounces.guessed(message)[1]
        return (BOUNCE, "it tells of a mail refused") if refused else (NOT_A_REPLY, "it is a notice of receipt")
    return None


def _bounce(message: Message, mail_from: str | None) -> tuple[str, str] | None:
    """Bounces without the form of a report. The text is asked only when a header makes a bounce likely."""
    if "X-Failed-Recipients" in message:
        return BOUNCE, "it has X-Failed-Recipients"
    daemon, nowhere = _from_daemon(message), _returns_nowhere(message, mail_from)
    told = _starts(folded(line(message, "Subject")), FAILED)
    named = _starts(folded(line(message, "From")), DAEMON_NAMES)
    if not (daemon or nowhere or told or named) or _auto_subject(message):
        return None
    if bool(daemon) + nowhere + bool(told) > 1 or daemon not in ("", "postmaster"):
        return BOUNCE, f"a mail system writes: {told or daemon}"
    if nowhere and not daemon and _robot(message, via_list=False):
        return None
    return (BOUNCE, "it tells of mail not delivered") if any(bounces.guessed(message)) else None


def _robot(message: Message, via_list: bool) -> tuple[str, str] | None:
    """A machine that answers for a person."""
    submitted = _first_word(line(message, "Auto-Submitted"))
    if submitted not in ("", "no"):
        return AUTO_REPLY, f"Auto-Submitted: {submitted[:40]}"
    if told := _robot_header(message):
        return AUTO_REPLY, f"it has {told}"
    suppressed = {word.strip() for word in line(message, "X-Auto-Response-Suppress").lower().split(",")}
    if suppressed & UNANSWERED:
        return AUTO_REPLY, "it has X-Auto-Response-Suppress"
    if told := _auto_subject(message):
        return AUTO_REPLY, f"its subject begins: {told}"
    return _precedence(message, via_list)


def _null_path(message: Message, mail_from: str | None) -> tuple[str, str] | None:
    return (AUTO_REPLY, "it has no return path") if _returns_nowhere(message, mail_from) else None


def _mailing(message: Message, via_list: bool) -> tuple[str, str] | None:
    """Mail that nobody wrote to us in particular."""
    posted = _posted(message)
    for address in addresses(message, "From"):
        local = address.partition("@")[0]
        if local in DAEMONS or (NO_REPLY.fullmatch(local) and not posted):
            return NOT_A_REPLY, f"it is from {local[:40]}"
    mass = "List-Unsubscribe-Post" in message or "Feedback-ID" in message or _first_word(line(message, "Precedence")) == "bulk"
    if "List-Unsubscribe" in message and mass and not posted:
        return NOT_A_REPLY, "it is a mass mailing"
    for part in bounces.own_parts(message):
        if part.get_content_type() == "text/calendar" and str(part.get_param("method", "")).lower() == "reply":
            return NOT_A_REPLY, "it answers an invitation"
    return None


# ---------------------------------------------------------------- marks


def line(message: Message, name: str) -> str:
    """A header as one line of text, cut where no honest one goes on."""
    return header_text(str(message.get(name, ""))[:MAX_HEADER])


def _all(message: Message, name: str) -> list[str]:
    return [str(value)[:MAX_HEADER].strip(" <>\t") for value in message.get_all(name, [])[:10]]


def addresses(message: Message, name: str) -> list[str]:
    """The addresses in all headers of this name, case-folded. The library's parser recurses into comments, so few may nest."""
    values = [
        value[:MAX_HEADER] for value in map(str, message.get_all(name, [])[:10]) if value.count("(") <= bounces.MAX_COMMENTS
    ]
    return [address.casefold() for _, address in getaddresses(values) if address]


def _from_daemon(message: Message) -> str:
    """Which name of a mail system the mail is from, "" if none."""
    names = (each.partition("@")[0].strip('"') for each in addresses(message, "From"))
    return next((local for local in names if local in DAEMONS or EXCHANGE.fullmatch(local)), "")


def _returns_nowhere(message: Message, mail_from: str | None) -> bool:
    """Is the return path null? The envelope decides; where it is unknown, the header in which it was noted."""
    told = mail_from if mail_from is not None else str(message.get("Return-Path", "unknown"))
    return told.strip().strip("<>").partition("@")[0].lower() in ("", *DAEMONS - {"postmaster"})


def _robot_header(message: Message) -> str:
    for name, value in message.items()[:200]:
        if ROBOT_HEADER.fullmatch(name.lower()) and str(value).strip().lower() not in OFF:
            return name
    if line(message, "X-Apple-Action").upper() in ("VACATION", "OOF"):
        return "X-Apple-Action"
    if line(message, "Delivered-To").lower() == "autoresponder" or "autorespon" in line(message, "X-Mailer").lower():
        return "an autoresponder's name"
    # Forwarders and lists name themselves in X-Loop; a robot names itself as the sender too.
    loops = {value.casefold() for value in _all(message, "X-Loop")}
    return "X-Loop of its sender" if loops & set(addresses(message, "From")) else ""


def _precedence(message: Message, via_list: bool) -> tuple[str, str] | None:
    """`X-Ack: yes` is how a person's script says that it wants its answer all the same."""
    told = _first_word(line(message, "Precedence") or line(message, "Preference"))
    if line(message, "X-Ack").lower() == "yes" or told not in ("auto_reply", "auto reply", "autoreply", "bulk", "junk"):
        return None
    if told not in ("bulk", "junk"):
        return AUTO_REPLY, f"Precedence: {told}"
    if via_list:
        return None
    answers = "In-Reply-To" in message or _answers(message)
    return AUTO_REPLY if answers else NOT_A_REPLY, f"Precedence: {told}"


def _auto_subject(message: Message) -> str:
    subject = folded(line(message, "Subject"))
    if (told := _starts(subject, AUTO)) or AUTO_NAMED.match(subject):
        return told or "auto:"
    if subject.rstrip(" .!") in WHOLE:
        return subject
    return next((each for each in AWAY if re.match(r" ?[:：]", subject[len(each) :]) and subject.startswith(each)), "")


def _starts(subject: str, phrases: tuple[str, ...]) -> str:
    return next((each for each in phrases if subject.startswith(each)), "")


def _answers(message: Message) -> bool:
    return ANSWERED.match(line(message, "Subject").casefold()) is not None


def _first_word(value: str) -> str:
    return re.split(r"[\s;(]", value.lower(), maxsplit=1)[0]


def _via_list(message: Message) -> str:
    """What shows that it came through a list; "" if nothing does."""
    if _posted(message):
        return "it came through a list (List-Post)"
    for name in LIST_HEADERS:
        if name in message:
            return f"it came through a list ({name})"
    if _first_word(line(message, "Precedence")) == "list":
        return "it came through a list (Precedence)"
    if any(LIST_OWNER.fullmatch(address.partition("@")[0]) for address in addresses(message, "Sender")):
        return "it came through a list (Sender)"
    return "it is a mass mailing" if "List-Unsubscribe" in message else ""


def _posted(message: Message) -> bool:
    """Can one write to the list?"""
    return line(message, "List-Post").lower() not in ("", "no")


def _list_id(message: Message) -> str:
    """What is in the angle brackets of List-Id."""
    return line(message, "List-Id").rpartition("<")[2].partition(">")[0].strip().casefold()

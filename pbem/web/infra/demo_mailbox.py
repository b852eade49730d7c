"""The demonstration's mailbox: read your reports, answer them with orders. The answers travel by real SMTP."""

from __future__ import annotations

import mailbox
import re
import smtplib
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from email.utils import make_msgid
from pathlib import Path

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.present.report import MARKER
from pbem.web.infra.site import site

pages = Blueprint("mail", __name__, url_prefix="/mail")

MAX_ANSWER = 100_000
DELIVERED = re.compile(r"([0-9]+)\.M([0-9]+)")
FRAMED = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"


def box_at(smtp_send: str, address: str) -> mailbox.Maildir:
    """The local mailbox of an address, made when it is not there."""
    tree = Path(smtp_send.removeprefix("maildir:"))
    tree.mkdir(parents=True, exist_ok=True)
    return mailbox.Maildir(tree / address, create=True)


def _box() -> mailbox.Maildir:
    return box_at(site().smtp_send, site().mailbox)


def _read(key: str) -> EmailMessage:
    try:
        raw = _box().get_bytes(key)
    except KeyError:
        abort(404, "no such mail")
    found = BytesParser(policy=policy.default).parsebytes(raw)
    assert isinstance(found, EmailMessage)  # noqa: S101 (what policy.default makes)
    return found


@pages.get("/")
def inbox() -> ResponseReturnValue:
    """All mails, newest first. Only their headers are read: a report weighs half a megabyte."""
    box, parser = _box(), BytesHeaderParser(policy=policy.default)
    keys = sorted(box.keys(), key=_delivered, reverse=True)
    return render_template("inbox.html", mails=[(key, parser.parsebytes(box.get_bytes(key))) for key in keys], when=_when)


def _delivered(key: str) -> tuple[int, int]:
    """A Maildir's keys begin with seconds and microseconds, the latter without leading zeros."""
    found = DELIVERED.match(key)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _when(mail: EmailMessage) -> str:
    """The mail's date for people; ours are all in UTC."""
    date = mail["Date"].datetime if mail["Date"] else None
    return date.strftime("%Y-%m-%d %H:%M UTC") if date else ""


@pages.get("/<key>")
def show(key: str) -> ResponseReturnValue:
    """One mail with an answer form, its order template filled in."""
    found = _read(key)
    body = found.get_body(("plain",))
    text = body.get_content() if body else ""
    rich = found.get_body(("html",)) is not None
    return render_template("mail.html", key=key, mail=found, when=_when, text=text, rich=rich, answer=_template(text))


def _template(text: str) -> str:
    """The order form of a report or receipt, to be edited in the answer."""
    lines = text.splitlines()
    if MARKER not in lines:
        return ""
    form = lines[lines.index(MARKER) + 1 :]
    return "\n".join(form[: form.index("END") + 1] if "END" in form else form)


@pages.get("/<key>/html")
def html(key: str) -> ResponseReturnValue:
    """The mail's HTML part, in a frame of its own; its picture comes from the next page."""
    body = _read(key).get_body(("html",))
    if body is None:
        abort(404, "this mail has no HTML part")
    page = body.get_content().replace("cid:map", url_for("mail.picture", key=key))
    return Response(page, headers={"Content-Security-Policy": FRAMED})


@pages.get("/<key>/map.png")
def picture(key: str) -> ResponseReturnValue:
    """The mail's map."""
    for part in _read(key).walk():
        if part.get_content_type() == "image/png":
            return Response(part.get_payload(decode=True), mimetype="image/png")
    abort(404, "this mail has no picture")


@pages.post("/<key>")
def answer(key: str) -> ResponseReturnValue:
    """Send the answer by SMTP to the address that the mail asks to be answered at."""
    text = request.form.get("text", "")
    if len(text) > MAX_ANSWER:
        abort(413, f"the answer is too long: at most {MAX_ANSWER} characters")
    mail = _reply(_read(key), text)
    host, port = site().smtp_listen or abort(503, "mail is not taken here")
    try:
        with smtplib.SMTP(host, port, timeout=30) as server:
            server.send_message(mail)
    except (OSError, smtplib.SMTPException) as e:
        abort(502, f"the answer was not taken: {e}")
    flash("Sent. The receipt, and the report once all are ready, arrive here.")
    return redirect(url_for("mail.inbox"))


def _reply(mail: EmailMessage, text: str) -> EmailMessage:
    """A plain answer, as any mail program would write it."""
    made = EmailMessage()
    made["From"] = site().mailbox
    made["To"] = str(mail["Reply-To"] or mail["From"])
    made["Subject"] = f"Re: {mail['Subject']}"
    made["Message-ID"] = make_msgid(domain="wardroom.localhost")
    made["In-Reply-To"] = str(mail["Message-ID"])
    made.set_content(text.replace("\r\n", "\n"))
    return made

"""Invitations to a seat: a signed link in a mail, which holds as long as the offer in the log does."""

from __future__ import annotations

from typing import NamedTuple

from flask import abort, url_for
from itsdangerous import BadSignature, URLSafeTimedSerializer

from pbem.accounts.people import Person, fold_address
from pbem.service.context import stamp
from pbem.web.infra.limits import may_invite
from pbem.web.infra.site import site
from pbem.web.infra.visitor import visitor

DAYS = 60
"""An invitation that nobody answers lapses."""


class Invitation(NamedTuple):
    """A person who was invited to a seat."""

    stream: str
    seat: str
    person: Person


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(site().context.secret, salt="invitation to a seat")


def invite(address: str) -> Person:
    """The person with this address; a new one is added, named after it. Raises `BadPerson`; 429 for who invites too often."""
    folded = fold_address(address)
    if not may_invite(visitor().id):
        abort(429, "you have invited thirty times today; go on tomorrow")
    found = site().people.by_address(folded)
    return found or site().people.add(address.partition("@")[0], folded, stamp(site().context.now()))


def mail_invitation(stream: str, seat: str, person: Person, words: str) -> None:
    """Mail the link to who was offered the seat."""
    token = _serializer().dumps([stream, seat, person.key])
    link = f"{site().base_url.rstrip('/')}{url_for('joining.invitation', token=token)}"
    site().mailer.mail_invitation(person, stream, seat, link, words)


def read_invitation(token: str) -> Invitation | None:
    """What an invitation's link says; None when it is not ours, too old, or its person is gone or has changed their keys."""
    try:
        stream, seat, key = _serializer().loads(token, max_age=DAYS * 86400)
    except (BadSignature, ValueError, TypeError):
        return None
    person = site().people.by_id(str(key).partition(".")[0])
    return Invitation(stream, seat, person) if person and person.key == key else None

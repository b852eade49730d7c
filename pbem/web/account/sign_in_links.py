"""Links that sign in: signed, short-lived, good for once, and bound to a key of the person that can be changed."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import url_for
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from pbem.accounts.people import Person
from pbem.service.context import stamp
from pbem.web.infra.site import site

MINUTES = 15
HOME = "/"


class WornOut(Exception):
    """A link lets nobody in, and why. The page of the sign-in answers with it."""


class Ticket(NamedTuple):
    """What a link says: who may come in (`person`, or None for a newcomer from `address`), where they wanted to go.

    `guest` is whose games they keep ("": nobody's).
    """

    person: Person | None
    address: str
    next: str
    nonce: str
    guest: str = ""


class _Signer(TimestampSigner):
    """Its times are the service's."""

    def get_timestamp(self) -> int:
        return int(site().context.now().timestamp())

    def timestamp_to_datetime(self, ts: int) -> datetime:
        return datetime.fromtimestamp(ts, tz=UTC)


def _serializer(secret: bytes) -> URLSafeTimedSerializer:
    key = hmac.digest(secret, b"links that sign in", "sha256")
    return URLSafeTimedSerializer(key, salt="sign in", signer=_Signer, signer_kwargs={"digest_method": hashlib.sha256})


def local_path(text: str) -> str:
    """An address on our own pages; anything else leads to the start page."""
    sound = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and "\\" not in text
    return text if sound else HOME


def link_for(person: Person | None, address: str, next: str, guest: str = "") -> str:
    """A link for a known person, or for the newcomer at an address (which is in the link, so only they have it already).

    `guest`: whoever opens it keeps the games of this guest.
    """
    nonce = site().context.entropy(8).hex()
    says = {"p": person.key} if person else {"a": address}
    says |= {"g": guest} if guest else {}
    token = _serializer(site().context.secret).dumps({**says, "n": local_path(next), "o": nonce})
    return f"{site().base_url}{url_for('signin.open_link', token=token)}"


def read_link(token: str) -> Ticket:
    """What a link says, if it still counts. Raises `WornOut`."""
    try:
        said: dict[str, Any] = _serializer(site().context.secret).loads(token, max_age=MINUTES * 60)
    except SignatureExpired as e:
        raise WornOut(f"this link is too old: it was good for {MINUTES} minutes") from e
    except BadSignature as e:
        raise WornOut("this is no link of ours, or not all of it") from e
    if site().keys.was_used(said["o"]):
        raise WornOut("this link has been used; each is good for once")
    person = _known(said)
    if person is None and "p" in said:
        raise WornOut("this link is out of use: new ones were asked for since")
    return Ticket(person, said.get("a", ""), local_path(said["n"]), said["o"], _guest(said.get("g", "")))


def _known(said: dict[str, Any]) -> Person | None:
    """The person of a link: by the key that they still have, or the newcomer who has become known meanwhile."""
    if "a" in said:
        return site().people.by_address(said["a"])
    person = site().people.by_id(said["p"].partition(".")[0])
    return person if person and hmac.compare_digest(person.key, said["p"]) else None


def _guest(id: str) -> str:
    """Whose games are kept, if they are a guest still."""
    found = site().people.by_id(id) if id else None
    return id if found and found.is_guest else ""


def use_up(nonce: str) -> bool:
    """Is it the first time? It is from now on."""
    return site().keys.use_once(nonce, stamp(site().context.now()))

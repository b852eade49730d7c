"""What Slack's Events API sends to our address: is it from Slack, and what does it say?"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.gateway.forums.port import BadSignature

SECONDS = 300
"""What was signed longer ago may be sent by somebody who overheard it."""
WRITTEN_BY_PEOPLE = (None, "file_share", "thread_broadcast")
"""Subtypes of messages that somebody wrote."""


class Told(NamedTuple):
    """A message in an event: the channel, the message as it is (or was: `deleted`), and whether only we read it."""

    channel: str
    message: Mapping[str, Any]
    private: bool
    deleted: bool


def verify(key: str, headers: Mapping[str, str], body: bytes, now: float) -> None:
    """Raises BadSignature for what is not signed with this key, or not within the last five minutes."""
    signed_at = headers.get("x-slack-request-timestamp", "")
    if not signed_at.isdecimal() or abs(now - int(signed_at)) > SECONDS:
        raise BadSignature("it does not say when it was signed, or that was more than five minutes ago")
    signature = hmac.digest(key.encode(), b"v0:" + signed_at.encode() + b":" + body, "sha256").hex()
    if not key or not hmac.compare_digest(f"v0={signature}".encode(), headers.get("x-slack-signature", "").encode()):
        raise BadSignature("it is not signed with the signing secret of our app")


def told(event: Mapping[str, Any]) -> Told | None:
    """The message that an event is about; None where it is about none that a person wrote."""
    if event.get("type") != "message":
        return None
    subtype, channel, private = event.get("subtype"), event["channel"], event.get("channel_type") == "im"
    if subtype == "message_deleted":
        return Told(channel, event["previous_message"], private, True) if by_person(event["previous_message"]) else None
    if subtype == "message_changed":
        gone = event["message"].get("subtype") == "tombstone"  # the first message of a thread leaves one
        message = event["previous_message"] if gone else event["message"]
        return Told(channel, message, private, gone) if by_person(message) else None
    return Told(channel, event, private, False) if by_person(event) else None


def by_person(message: Mapping[str, Any]) -> bool:
    """Did a person write it? Apps can call themselves by any name."""
    return message.get("subtype") in WRITTEN_BY_PEOPLE and "bot_id" not in message and "user" in message

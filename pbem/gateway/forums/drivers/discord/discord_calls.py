"""How Discord is asked over its HTTP interface, and what its refusals mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pbem.gateway.forums.http import Answer, File, Question, ask, checked, retry_after
from pbem.gateway.forums.port import Account, RateLimited, Refused

ARCHIVED = 50083
FORUM_CHANNEL = 40058
HAS_THREAD = 160004
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
MISSING_ACCESS = 50001
INVALID_RECIPIENT = 50033
NO_CHANNEL = (UNKNOWN_CHANNEL, MISSING_ACCESS)
NOBODY = (UNKNOWN_USER, INVALID_RECIPIENT)
SENTENCES: Mapping[int, str] = {
    UNKNOWN_CHANNEL: "there is no such channel or thread, or the bot does not see it",
    UNKNOWN_USER: "there is no such person",
    40001: "our key is not valid: make a new bot token and set it",
    MISSING_ACCESS: "the bot does not see this channel: add it to the server, and to the channel's permissions",
    50007: "this person takes no direct messages from the bot: they must share a server with it and allow messages there",
    50013: "the bot lacks a permission there; `forum test` says which",
    50014: "our key is not valid: make a new bot token and set it",
    160005: "the thread is locked; a moderator can unlock it",
    160006: "the server has too many active threads; close some",
    200000: "the server's automatic moderation blocks this text",
    200001: "the server's automatic moderation blocks this title",
}


class DiscordRefused(Refused):
    """Discord will not do it. `code` is its own number for the reason, or the HTTP status."""

    def __init__(self, reason: str, code: int) -> None:
        super().__init__(reason)
        self.code = code


class DiscordApi:
    """Version 10 of the interface, as one bot."""

    def __init__(self, account: Account) -> None:
        self._url = f"{account.url.rstrip('/')}/api/v10"
        self._headers = {"Authorization": f"Bot {account.key}", "User-Agent": "DiscordBot (Wardroom, 1)"}

    def get(self, path: str, query: Mapping[str, str] | None = None) -> Any:
        """Read something. Raises ForumError."""
        return self._asked(Question("GET", f"{self._url}{path}", self._headers, query)).json()

    def send(self, method: str, path: str, body: Any, files: Mapping[str, File] | None = None) -> Any:
        """Write something; files go beside it. Raises ForumError."""
        url = f"{self._url}{path}"
        if files:
            form = {"payload_json": json.dumps(body)}
            return self._asked(Question(method, url, self._headers, data=form, files=files)).json()
        return self._asked(Question(method, url, self._headers, json=body)).json()

    def delete(self, path: str, why: str) -> None:
        """Delete something, with a reason for the server's audit log. Raises ForumError."""
        reason = why.encode("ascii", "replace").decode()[:500]
        self._asked(Question("DELETE", f"{self._url}{path}", {**self._headers, "X-Audit-Log-Reason": reason}))

    def _asked(self, question: Question) -> Answer:
        answer = ask(question)
        return answer if answer.good else _refused(answer)


def _refused(answer: Answer) -> Answer:
    """Raise what the answer means."""
    try:
        told = json.loads(answer.body)
    except ValueError:  # something that stands before Discord answered
        told = None
    if not isinstance(told, dict):
        return checked(answer)
    reason = " ".join([str(told.get("message", "")), *_details(told.get("errors"))])
    if answer.status == 429:
        seconds = told.get("retry_after", retry_after(answer))
        raise RateLimited(f"it answered 429: {reason}", max(1.0, float(seconds)))
    code = int(told.get("code", 0)) or answer.status
    if 400 <= answer.status < 500:
        key = 40001 if answer.status == 401 else code
        raise DiscordRefused(SENTENCES.get(key, f"it answered {answer.status}: {reason}"), code)
    return checked(answer, reason)


def _details(errors: Any) -> list[str]:
    """The sentences about the fields of a form."""
    if isinstance(errors, dict):
        own = [str(each.get("message", "")) for each in errors.get("_errors", ())]
        return own + [told for name, inner in errors.items() if name != "_errors" for told in _details(inner)]
    return []

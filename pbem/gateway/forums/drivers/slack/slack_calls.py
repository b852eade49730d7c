"""How Slack is asked over its Web API, and what its errors mean: they come with status 200."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.gateway.forums.http import WAIT_UNSAID, Question, ask, checked
from pbem.gateway.forums.port import RateLimited, Refused, Unsure

PAGE = 200
MAYBE_DONE = ("internal_error", "fatal_error", "service_unavailable", "request_timeout")
"""Errors that do not say whether something was done all the same."""
TOO_OFTEN = ("ratelimited", "rate_limited", "message_limit_exceeded")
BAD_KEY = "our key is not valid any more: install the app anew and set its bot token (xoxb-…)"
SENTENCES: Mapping[str, str] = {
    "not_authed": BAD_KEY,
    "invalid_auth": BAD_KEY,
    "account_inactive": BAD_KEY,
    "token_revoked": BAD_KEY,
    "token_expired": BAD_KEY,
    "channel_not_found": "there is no such channel, or the app is not in it: invite it there",
    "not_in_channel": "the app is not in the channel: invite it there",
    "is_archived": "the channel is archived",
    "restricted_action": "the workspace does not let the app post there",
    "thread_not_found": "there is no such thread",
    "message_not_found": "there is no such message",
    "user_not_found": "there is no such person in the workspace",
    "cannot_dm_bot": "this is a bot, and takes no messages from one",
    "msg_too_long": "the text is too long",
    "cant_delete_message": "who deletes others' posts has to be an administrator of the workspace",
    "cant_update_message": "the post is not ours",
    "edit_window_closed": "the workspace does not let posts of this age be changed",
}


class SlackRefused(Refused):
    """Slack will not do it. `code` is its own word for the reason."""

    def __init__(self, reason: str, code: str) -> None:
        super().__init__(reason)
        self.code = code


class SlackApi:
    """The Web API, with one token."""

    def __init__(self, url: str, key: str) -> None:
        self._url = f"{url.rstrip('/')}/api"
        self._headers = {"Authorization": f"Bearer {key}"}

    def call(self, method: str, args: Mapping[str, str]) -> Any:
        """Ask one method. Raises ForumError."""
        return self.call_with_scopes(method, args)[0]

    def call_with_scopes(self, method: str, args: Mapping[str, str]) -> tuple[Any, frozenset[str]]:
        """Ask one method: its answer, and what the token may do (empty: it does not say)."""
        answer = checked(ask(Question("POST", f"{self._url}/{method}", self._headers, data=args)))
        told = answer.json()
        if not isinstance(told, dict):
            raise Unsure(f"its answer is not Slack's: {answer.body[:80]!r}")
        if not told.get("ok"):
            _refused(told)
        scopes = answer.headers.get("x-oauth-scopes", "")
        return told, frozenset(scope.strip() for scope in scopes.split(",") if scope.strip())

    def pages(self, method: str, args: Mapping[str, str], most: int) -> Iterator[Any]:
        """The pages of a list, as many as there are and at most so many."""
        cursor = ""
        for _ in range(most):
            page = self.call(method, {**args, "limit": str(PAGE), **({"cursor": cursor} if cursor else {})})
            yield page
            cursor = (page.get("response_metadata") or {}).get("next_cursor", "")
            if not cursor:
                return

    def upload(self, name: str, content: bytes, words: str) -> str:
        """Upload a file that nobody sees yet: its id."""
        begun = self.call(
            "files.getUploadURLExternal", {"filename": name, "length": str(len(content)), "alt_txt": words[:1000]}
        )
        checked(ask(Question("POST", begun["upload_url"], {"Content-Type": "application/octet-stream"}, content=content)))
        return str(begun["file_id"])


def _refused(told: Mapping[str, Any]) -> None:
    """Raise what an error means."""
    code = str(told.get("error", "no reason"))
    if code in MAYBE_DONE:
        raise Unsure(f"it answered {code}")
    if code in TOO_OFTEN:
        raise RateLimited(f"it answered {code}", WAIT_UNSAID)
    if code == "missing_scope":
        raise SlackRefused(f"the app lacks the scope {told.get('needed')}: add it and install the app anew", code)
    raise SlackRefused(SENTENCES.get(code, f"it answered {code}"), code)

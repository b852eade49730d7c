"""Any program that takes a signed POST: what is posted comes to it as JSON, at least once.

Nothing can be looked for there, so a post whose answer was lost is sent again with the same `id`, which tells that it is.
The incoming webhooks of Discord, Slack and Mattermost read such a body, too: the first `content`, the others `text`.
"""

from __future__ import annotations

import hmac
import html
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlsplit

from pbem.gateway.forums.http import Question, ask, checked
from pbem.gateway.forums.port import Ability, Account, Post, Posted, Received, Refused, Replies, Reply, Target
from pbem.present.forum import fitting
from pbem.present.markup import MARKDOWN, Markup

LONGEST_CONTENT = 1900
"""Characters of `content` and `text`: chat programs refuse more than 2,000."""
CALLS_ALL = re.compile(r"@(?=(?:all|channel|everyone|here)\b)", re.I)


class Webhook:
    """A program. The place's address says at which host it is; a part is an address there ("": the place's own)."""

    kind: ClassVar[str] = "webhook"
    markup: ClassVar[Markup] = MARKDOWN
    longest: ClassVar[int] = 60_000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"pictures"})
    options: ClassVar[Mapping[str, str]] = {}

    def __init__(self, account: Account) -> None:
        self._account = account

    def probe(self, part: str) -> str:
        """Asks nobody: a POST would be a post."""
        signed = "signed" if self._account.key else "unsigned, as the place has no key"
        return f"Posts go to {self._address(part)}, {signed}."

    def _address(self, part: str) -> str:
        """Where to. Only the operator says at which host: whoever runs a game must not reach others through us."""
        address = part or self._account.url
        parts, ours = urlsplit(address), urlsplit(self._account.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused(f"{address!r} is no web address; write it like https://forum.example/hooks/17")
        if (parts.scheme, parts.netloc) != (ours.scheme, ours.netloc):
            raise Refused(f"{address} is not at {ours.scheme}://{ours.netloc}, as the operator has set it up")
        return address

    def post(self, target: Target, post: Post) -> Posted:
        """See Forum. A topic is the `id` of the post that began it."""
        topic = target.topic or post.marker
        body = json.dumps(_fields(post, topic)).encode()
        headers = {"Content-Type": "application/json", "X-Wardroom-Id": post.marker}
        if self._account.key:
            signature = hmac.digest(self._account.key.encode(), body, "sha256").hex()
            headers["X-Wardroom-Signature"] = f"sha256={signature}"
        checked(ask(Question("POST", self._address(target.part), headers, content=body)))
        return Posted(post.marker, topic)

    def find(self, target: Target, marker: str) -> Posted | None:
        """Never asked: a program is told, and not read."""
        raise NotImplementedError

    def edit(self, posted: Posted, post: Post) -> None:
        """Never asked."""
        raise NotImplementedError

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """Never asked."""
        raise NotImplementedError

    def hide(self, reply: Reply, why: str) -> None:
        """Never asked."""
        raise NotImplementedError

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """Never asked."""
        raise NotImplementedError


def _fields(post: Post, topic: str) -> dict[str, Any]:
    """What is sent. Slack and Mattermost read `text`, where three letters have to be written out; Discord reads `content`."""
    content = CALLS_ALL.sub("@\u200b", fitting(post.text.strip(), LONGEST_CONTENT))
    return {
        **post.about,
        "id": post.marker,
        "topic": topic,
        "title": post.title,
        "map": post.pictures[0].url if post.pictures else "",
        "text": html.escape(content, quote=False),
        "content": content,
        "markdown": post.text,
        "allowed_mentions": {"parse": []},
    }

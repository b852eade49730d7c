"""A mailing list of Mailman 3 with its archive on the web, HyperKitty: a part is the list's address.

Posts go out as mail, through our outbox: there a Message-ID is once, and so is a post. A post is posted when it is queued; what
becomes of it then (the outbox tries again for two days, a moderator may hold it) is known when the archive has it. So there is
no ability `search`: nobody has to search before a post is queued again, and right after posting the archive has nothing.

Answers come from the archive and not by mail to us: it has all that the list let through, whatever became of our mailbox, and
is read without any account. What was sent is never changed; what is removed from the archive is not told. Anybody may write any
name into From, so an author proves nothing: nothing private, no orders.
"""

from __future__ import annotations

import json
import re
from base64 import b32encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from email.utils import parseaddr
from hashlib import sha1
from typing import Any, ClassVar, NamedTuple
from urllib.parse import quote

from pbem.gateway.forums.drivers.mailing import (
    MAILING_OPTIONS,
    MailPost,
    Send,
    author_of,
    mail_of,
    message_id,
)
from pbem.gateway.forums.http import Answer, Question, ask, checked
from pbem.gateway.forums.port import Ability, Account, Post, Posted, Received, Refused, Replies, Reply, Target, Unsure
from pbem.gateway.outbound.compose import SENDER_NAME
from pbem.present.markup import PLAIN, Markup

LARGEST = 40 * 1024
"""Bytes of a mail that Mailman lets through if its owner sets nothing else; a larger one waits for a moderator."""
PAGE = 100
OVERLAP = 20
"""Mails of a page that were read before; so many may be removed from the archive between two questions."""
MOST_PAGES = 20
ADDRESS = re.compile(r"[^\s@/<>]+@[^\s@/<>]+")
COMMANDS = re.compile(r"\s*(confirm|help|info|lists|options|password|remove|set|subscribe|unsubscribe|who)\b", re.I)
"""A line that begins so may look like a command to the list's robot, which then holds the mail."""
COMMAND_LINES = 10
"""So many lines are looked at for one."""


class ReadTo(NamedTuple):
    """How far a list was read: how many mails the archive had then, and the hashes of the newest of them, newest first."""

    total: int
    newest: Sequence[str]


class MailList:
    """A list. `url` is where its HyperKitty is, like https://lists.example/hyperkitty; `user` is our own mail address."""

    kind: ClassVar[str] = "mail-list"
    markup: ClassVar[Markup] = PLAIN
    longest: ClassVar[int] = 30_000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"pictures", "replies"})
    options: ClassVar[Mapping[str, str]] = {
        **MAILING_OPTIONS,
        "largest": f"the most bytes of a mail that the list lets through; {LARGEST} unless said",
    }

    def __init__(self, account: Account, send: Send) -> None:
        self._account = account
        self._send = send

    def probe(self, part: str) -> str:
        """Asks the archive for the list. Whether the list takes our mail is not known before it has taken one."""
        message_id("probe", self._account.user)
        self._most()
        if self._asked(part, "").status == 404:
            raise Refused(f"the archive has no list {part}; a new list is in it from its first mail on: write one by hand")
        return f"We post to {part} as {self._account.user}, which has to be subscribed; its archive is there."

    def post(self, target: Target, post: Post) -> Posted:
        """Queue it as a mail. Pictures for which the mail would be too large are links."""
        _checked_list(target.part)
        id = message_id(post.marker, self._account.user)
        title = post.title.strip() or SENDER_NAME
        mail = MailPost(
            marker=post.marker,
            sender=self._account.user,
            to=target.part,
            subject=_no_command(f"Re: {title}" if target.topic else title),
            text=_no_commands(post.text),
            topic=target.topic,
            pictures=post.pictures,
        )
        raw = mail_of(mail, self._account.options)
        if post.pictures and len(raw) > self._most():
            shown = [PLAIN.picture(picture.words, picture.url) for picture in post.pictures if picture.url]
            text = "\n\n".join([mail.text.strip("\n"), *(line for line in shown if line not in post.text)])
            raw = mail_of(replace(mail, text=text, pictures=()), self._account.options)
        self._send(target.part, raw)
        return Posted(id, target.topic or id, self._page(target.part, id))

    def find(self, target: Target, marker: str) -> Posted | None:
        """The post, once it is in the archive. None: not yet, or it waits for a moderator, or they refused it."""
        id = message_id(marker, self._account.user)
        answer = self._asked(target.part, f"email/{hash_of(id)}/")
        return None if answer.status == 404 else Posted(id, target.topic or id, self._page(target.part, id))

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """The mails that came into each list's archive since, a page of them at the most."""
        read: dict[str, ReadTo] = {part: ReadTo(*to) for part, to in json.loads(since or "{}").items()}
        found: list[Reply] = []
        for part in dict.fromkeys(target.part for target in targets):
            topics = {hash_of(target.topic): target.topic for target in targets if target.part == part and target.topic}
            news, read[part] = self._news(part, read.get(part))
            found += self._answers(part, news, topics)
        return Replies(found, json.dumps(read))

    def edit(self, posted: Posted, post: Post) -> None:
        raise Refused("a mail that was sent cannot be changed")

    def hide(self, reply: Reply, why: str) -> None:
        raise Refused("a mail that was sent cannot be taken back")

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        raise Refused("a mailing list tells nothing by itself")

    # ------------------------------------------------------------ the archive

    def _asked(self, part: str, what: str, **query: str) -> Answer:
        """What the archive says of a list; 404 is an answer."""
        if not self._account.url.startswith(("http://", "https://")):
            raise Refused(f"{self._account.url!r} is no archive; write it like https://lists.example/hyperkitty")
        base = f"{self._account.url.rstrip('/')}/api/list/{quote(_checked_list(part), safe='@')}/"
        answer = ask(Question("GET", base + what, {"Accept": "application/json"}, query))
        return answer if answer.status == 404 else checked(answer)

    def _page(self, part: str, id: str) -> str:
        """Where a mail is, or will be, to be read."""
        base = self._account.url.rstrip("/")
        return f"{base}/list/{quote(part, safe='@')}/message/{hash_of(id)}/" if base.startswith("http") else ""

    def _news(self, part: str, last: ReadTo | None) -> tuple[list[Any], ReadTo]:
        """The mails behind those that were read (None: from now on), oldest first, and how far it is read then.

        The archive counts from the newest mail, so a number may be another's at the next question. A page is taken for what
        comes next only if one that was read is on it: all above that one are news, and none is between.
        """
        total, page = self._listed(part, 0)
        if last is None:
            return [], ReadTo(total, [mail["message_id_hash"] for mail in page[:OVERLAP]])
        at = 0
        for _ in range(MOST_PAGES):
            if _known(page, last) < len(page) or at + len(page) >= total:
                break
            at = max(at + PAGE - OVERLAP, total - last.total - PAGE + OVERLAP)
            total, page = self._listed(part, at)
        news = page[: _known(page, last)]
        newest = [*(mail["message_id_hash"] for mail in news), *last.newest][:OVERLAP]
        return news[::-1], ReadTo(total - at, newest)

    def _listed(self, part: str, at: int) -> tuple[int, list[Any]]:
        """How many mails the archive has, and a page of them, newest first, from number `at` on.

        HyperKitty answers 500 for a list that it does not know yet, and 404 when it is asked for the list itself.
        """
        try:
            said = self._asked(part, "emails/", limit=str(PAGE), offset=str(at))
        except Unsure:
            if self._asked(part, "").status == 404:
                return 0, []
            raise
        if said.status == 404:
            raise Refused(f"{self._account.url} is no archive of HyperKitty: it knows no list of mails")
        found = said.json()
        return found["count"], found["results"]

    def _answers(self, part: str, news: Sequence[Any], topics: Mapping[str, str]) -> Iterator[Reply]:
        """What of it others wrote in these topics, each with its text; what was removed meanwhile is left out."""
        for mail in news:
            topic = topics.get(mail["thread"].rstrip("/").rpartition("/")[2], "")
            sender = mail["sender"]["address"].replace(" (a) ", "@")
            if not topic or sender.lower() == self._account.user.lower():
                continue
            answer = self._asked(part, f"email/{mail['message_id_hash']}/")
            if answer.status != 404:
                id = f"<{mail['message_id']}>"
                author = author_of(sender)[0] if not mail["sender_name"] else mail["sender_name"]
                yield Reply(id, topic, author, answer.json()["content"], id, private=False, url=self._page(part, id))

    def _most(self) -> int:
        largest = self._account.options.get("largest", str(LARGEST))
        if not largest.isdecimal() or not int(largest):
            raise Refused(f"the option largest is a number of bytes, like {LARGEST}, and not {largest!r}")
        return int(largest)


def _known(page: Sequence[Any], last: ReadTo) -> int:
    """Where on a page the first mail stands that was read; its length when none does."""
    return next((n for n, mail in enumerate(page) if mail["message_id_hash"] in last.newest), len(page))


def hash_of(id: str) -> str:
    """How HyperKitty names a mail in its addresses."""
    return b32encode(sha1(id.strip("<>").encode(), usedforsecurity=False).digest()).decode()


def _checked_list(part: str) -> str:
    if not ADDRESS.fullmatch(part) or parseaddr(part)[1] != part:
        raise Refused(f"{part!r} is no mailing list; write its address, like games@lists.example")
    return part


def _no_commands(text: str) -> str:
    """The text so that the list's robot takes no line of it for a command."""
    lines = text.split("\n")
    looked_at = [n for n, line in enumerate(lines) if line.strip()][:COMMAND_LINES]
    return "\n".join(_no_command(line) if n in looked_at else line for n, line in enumerate(lines))


def _no_command(line: str) -> str:
    """The line with an invisible space before a word that may be a command."""
    return f"\u200b{line}" if COMMANDS.match(line) else line

"""Usenet: a part is a group, a topic the Message-ID of its first article, on a news server that takes our articles.

A Message-ID is there once in the whole net, and ours comes from the marker: nothing is posted twice, and STAT finds it again.
Anybody may write any name into From, so an author proves nothing: nothing private, no orders. A server may cancel or replace
articles (Supersedes), but most ignore who asks for it: so nothing is edited or hidden, and what was cancelled is not told.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from email.utils import parseaddr
from typing import ClassVar, NamedTuple
from urllib.parse import urlsplit

from pbem.gateway.extract.parts.body import body_of
from pbem.gateway.extract.parts.mail_tree import UnreadableMail
from pbem.gateway.forums.drivers.mailing import author_of, message_id
from pbem.gateway.forums.drivers.nntp import Conversation, Said
from pbem.gateway.forums.port import (
    Ability,
    Account,
    Post,
    Posted,
    Received,
    Refused,
    Replies,
    Reply,
    Target,
    Unreachable,
    Unsure,
)
from pbem.gateway.outbound.compose import MAX_SUBJECT, SENDER_NAME, mailbox, one_line, words
from pbem.gateway.outbound.mail_parts import sound
from pbem.present.markup import PLAIN, Markup

PORTS = {"nntp": 119, "nntps": 563}
WIDTH = 78
LONGEST_WORD = 240
"""Characters; a longer word would make a line of more bytes than an article may have in one, so it is broken."""
MOST_READ = 200
"""Articles of a group that are looked at in one go."""
LONGEST_ARTICLE = 200_000
"""Bytes; of a longer one only the size is told."""
NOT_NOW = (400, 403, 436)
"""What a server says that is out of order for a while."""
CLOSED = "nx"
"""Flags of groups in which nobody may post; those of another name begin with `=`."""

GROUP = re.compile(r"[A-Za-z0-9][A-Za-z0-9+_.-]*")
ID = re.compile(r"<[^<>\s]+>")


class Heard(NamedTuple):
    """A line of a group's overview: what is needed of it."""

    number: int
    sender: str
    id: str
    references: str
    size: int


class Usenet:
    """A news server. `url` is `nntp://HOST` or `nntps://HOST` (with TLS); `user` and `key` are for AUTHINFO ("": without)."""

    kind: ClassVar[str] = "usenet"
    markup: ClassVar[Markup] = PLAIN
    longest: ClassVar[int] = 60_000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"replies", "search"})
    options: ClassVar[Mapping[str, str]] = {
        "from": "our mail address that stands over what we post, like wardroom@games.example; its domain is in our Message-IDs",
    }

    def __init__(self, account: Account) -> None:
        self._account = account
        self._sender = parseaddr(account.options.get("from", ""))[1]

    def probe(self, part: str) -> str:
        """Asks for the group and whether it takes articles."""
        message_id("probe", self._sender)
        with self._conversation() as server:
            moderated = self._flag(server, part) == "m"
            _checked(server.ask(f"GROUP {part}"), 211)
        after = ", where a moderator lets each through" if moderated else ""
        return f"We may post to {part} as {self._sender}{after}."

    def post(self, target: Target, post: Post) -> Posted:
        """Post it; an article of this Message-ID that is there already is the same one."""
        id = message_id(post.marker, self._sender)
        article = self._article(target, post, id)
        with self._conversation() as server:
            moderated = self._flag(server, target.part) == "m"
            _checked(server.ask("POST"), 340)
            said = _sent(server, article)
            if said.code == 441 and not _is_there(server, id):
                raise Refused(f"it does not take the article: {said.words}", final="436" not in said.words)
        return _posted(id, target, held=moderated and said.code == 240)

    def find(self, target: Target, marker: str) -> Posted | None:
        """Ask for the Message-ID. None may also mean that it waits for a moderator: posted again, it is still one article."""
        id = message_id(marker, self._sender)
        with self._conversation() as server:
            return _posted(id, target) if _is_there(server, id) else None

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """What came into the groups after the articles of `since` (the last number in each), MOST_READ of each at the most."""
        read: dict[str, int] = json.loads(since) if since else {}
        found: list[Reply] = []
        with self._conversation() as server:
            for group in dict.fromkeys(target.part for target in targets):
                topics = {target.topic for target in targets if target.part == group and target.topic}
                news, read[group] = _overview(server, _a_group(group), read.get(group))
                found += self._answers(server, news, topics)
        return Replies(found, json.dumps(read))

    def edit(self, posted: Posted, post: Post) -> None:
        raise Refused("an article on Usenet cannot be changed")

    def hide(self, reply: Reply, why: str) -> None:
        raise Refused("an article on Usenet cannot be taken away")

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        raise Refused("a news server tells nothing by itself")

    @contextmanager
    def _conversation(self) -> Iterator[Conversation]:
        """A server that lets us in. What breaks off in it was a question only, unless it is said otherwise."""
        url = urlsplit(self._account.url)
        try:
            port = url.port or PORTS.get(url.scheme, 0)
        except ValueError:
            port = 0
        if not port or url.scheme not in PORTS or not url.hostname:
            raise Refused(
                f"{self._account.url!r} is no news server; write it like nntps://news.example or nntp://news.example:119"
            )
        try:
            with Conversation(url.hostname, port, url.scheme == "nntps") as server:
                self._enter(server)
                yield server
        except OSError as e:
            raise Unreachable(f"no news server answers at {self._account.url}: {e}") from e

    def _enter(self, server: Conversation) -> None:
        _checked(server.greeting, 200, 201)
        mode = server.ask("MODE READER")  # answered in many ways, of which one says: not before you have logged in
        if self._account.user:
            self._log_in(server)
        if mode.code == 480:
            _checked(server.ask("MODE READER"), 200, 201)

    def _log_in(self, server: Conversation) -> None:
        user, key = self._account.user, self._account.key
        if one_line(user) != user or one_line(key) != key:
            raise Refused("user name and key for a news server are one line each, without blanks at the ends")
        said = server.ask(f"AUTHINFO USER {user}")
        if said.code == 381:
            said = server.ask(f"AUTHINFO PASS {key}")
        if said.code != 281:
            raise Refused(f"it does not take our user name and key: {said}")

    def _flag(self, server: Conversation, group: str) -> str:
        """What may be done in a group: `y`, or `m` where a moderator stands before it. Raises Refused where nobody may post."""
        _checked(server.ask(f"LIST ACTIVE {_a_group(group)}"), 215)
        lines = [line.split() for line in server.lines()]
        flag = next((line[3].decode("ascii", "replace") for line in lines if len(line) == 4 and line[0] == group.encode()), "")
        if not flag:
            raise Refused(f"it has no group {group}")
        if flag[0] in CLOSED or flag[0] == "=":
            raise Refused(f"nobody may post in {group}" + (f": write to {flag[1:]}" if flag[0] == "=" else ""))
        return flag

    def _article(self, target: Target, post: Post, id: str) -> bytes:
        """The article; the server that takes it adds the date. Pictures are links, for groups of text take no files."""
        subject = one_line(post.title) or SENDER_NAME
        head = {
            "Path": "not-for-mail",
            "From": mailbox(SENDER_NAME, self._sender),
            "Newsgroups": target.part,
            "Subject": words((f"Re: {subject}" if target.topic else subject)[:MAX_SUBJECT], len("Subject: ")),
            "Message-ID": id,
            **({"References": _an_id(target.topic)} if target.topic else {}),
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Transfer-Encoding": "8bit",
        }
        shown = [PLAIN.picture(picture.words, picture.url) for picture in post.pictures if picture.url]
        text = "\n\n".join([sound(post.text).strip("\n"), *(line for line in shown if line not in post.text)])
        lines = [*(f"{name}: {value}" for name, value in head.items()), "", *map(_wrapped, text.split("\n"))]
        return "\n".join(lines).replace("\r\n", "\n").replace("\n", "\r\n").encode() + b"\r\n"

    def _answers(self, server: Conversation, news: Sequence[Heard], topics: set[str]) -> Iterator[Reply]:
        """What of it others wrote in these topics, each with its text; what was cancelled meanwhile is left out."""
        for heard in news:
            author, address = author_of(heard.sender)
            topic = next((id for id in ID.findall(heard.references) if id in topics), "")
            if not topic or address == self._sender.lower():
                continue
            text = f"(an article of {heard.size} bytes)" if heard.size > LONGEST_ARTICLE else _text(server, heard.number)
            if text is not None:
                yield Reply(heard.id, topic, author, text, heard.id, private=False, url=f"news:{heard.id[1:-1]}")


def _sent(server: Conversation, article: bytes) -> Said:
    """Hand over an article that the server has asked for: 240 (taken) or 441 (not taken, or there already)."""
    try:
        server.send_article(article)
        said = server.answer()
    except OSError as e:
        raise Unsure(f"the answer was lost: {e}") from e
    if said.code not in (240, 441):
        raise Unsure(f"it answered {said}")
    return said


def _is_there(server: Conversation, id: str) -> bool:
    said = server.ask(f"STAT {id}")
    return said.code != 430 and _checked(said, 223).code == 223


def _posted(id: str, target: Target, held: bool = False) -> Posted:
    return Posted(id, target.topic or id, f"news:{id[1:-1]}", held)


def _overview(server: Conversation, group: str, last: int | None) -> tuple[list[Heard], int]:
    """The articles behind number `last` (None: from now on), and the number to go on behind.

    The numbers of a server that was set up anew begin anew: then all of its articles are news.
    """
    _, low, high = map(int, _checked(server.ask(f"GROUP {group}"), 211).words.split()[:3])
    if last is None:
        return [], high
    if last > high:
        last = low - 1
    top = min(high, max(last, low - 1) + MOST_READ)
    if top <= last:
        return [], last
    said = server.ask(f"OVER {last + 1}-{top}")
    if said.code == 500:  # an old server knows it under its older name only
        said = server.ask(f"XOVER {last + 1}-{top}")
    news = [] if said.code in (420, 423) else [_heard(line) for line in _checked(said, 224) and server.lines()]
    # What is there by its number may be missing in the overview for a moment: at the end it is asked for again.
    return news, top if top < high else max([last, *(heard.number for heard in news)])


def _heard(line: bytes) -> Heard:
    fields = line.decode("utf-8", "replace").split("\t")
    if len(fields) < 7 or not fields[0].isdigit():
        raise ConnectionError(f"its overview has a line {line[:80]!r}, which is none")
    size = int(fields[6]) if fields[6].isdigit() else 0
    return Heard(int(fields[0]), fields[2], fields[4].strip(), fields[5], size)


def _text(server: Conversation, number: int) -> str | None:
    """The text of an article of the group that was asked for last; None when it is gone."""
    said = server.ask(f"ARTICLE {number}")
    if said.code == 423:
        return None
    _checked(said, 220)
    try:
        return body_of(message_from_bytes(b"\r\n".join(server.lines()))).text.strip("\n")
    except UnreadableMail as e:
        return f"({e})"


def _checked(said: Said, *expected: int) -> Said:
    """The answer, if it is one of those. It is that to a question, or to a wish to post: nothing was done."""
    if said.code in expected:
        return said
    if said.code in NOT_NOW:
        raise Unreachable(f"it is out of order: {said}")
    raise Refused(f"it answered {said}")


def _a_group(name: str) -> str:
    if not GROUP.fullmatch(name):
        raise Refused(f"{name!r} is no group; write it like rec.games.example")
    return name


def _an_id(topic: str) -> str:
    if not ID.fullmatch(topic):
        raise Refused(f"{topic!r} is no topic; on Usenet it is the Message-ID of an article, like <17@games.example>")
    return topic


def _wrapped(line: str) -> str:
    """A line of text on lines of 78 characters; addresses stay whole."""
    if len(line) <= WIDTH:
        return line
    long = max(map(len, line.split()), default=0) > LONGEST_WORD
    return "\n".join(textwrap.wrap(line, WIDTH, break_long_words=long, break_on_hyphens=False))

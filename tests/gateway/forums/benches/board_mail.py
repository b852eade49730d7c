"""Boards that take mail, behind a real mail server on loopback: what it takes is filed as the board's program files it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.gateway.forums.drivers.board_mail import FudForumMail, MailedBoard
from pbem.gateway.forums.port import Account, Posted
from pbem.gateway.outbound.transports import Relay, Smtp
from tests.gateway.forums.bench import Failure, Seen
from tests.web.builders.serving import free_port

ADDRESS = "post@board.example"
OURS = "wardroom@games.example"
TAGS = re.compile(r"\[/?(?:b|code|list|url(?:=[^\]]*)?|\*)\]")
IMAGE = re.compile(r"\[img\][^\[]*\[/img\]")


@dataclass
class FiledPost:
    """A post of the board."""

    id: str
    author: str
    subject: str
    text: str


@dataclass
class FudBoard:
    """Files mails into topics as fudforum/FUDforum install/forum_data/scripts/maillist.php does.

    A mail whose Message-ID is there is dropped; one that answers another comes into its topic (`mlist_msg_id`, In-Reply-To).
    Only mail of a member is taken (`mlist_opt` 128).
    """

    members: Mapping[str, str]
    topics: dict[str, list[FiledPost]] = field(default_factory=dict)
    mails: list[bytes] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """A mail comes in."""
        raw = cast(bytes, envelope.original_content)
        self.mails.append(raw)
        self.file(cast(EmailMessage, message_from_bytes(raw, policy=policy.default)))
        return "250 Filed"

    def file(self, mail: EmailMessage) -> None:
        """Into its topic."""
        id, answered = str(mail["Message-ID"]), str(mail["In-Reply-To"] or "")
        author = self.members.get(str(mail["From"].addresses[0].addr_spec))
        there = {post.id: topic for topic, posts in self.topics.items() for post in posts}
        if author is None or id in there:
            return
        body = mail.get_body(("plain",))
        assert body is not None
        post = FiledPost(id, author, str(mail["Subject"]), body.get_content())
        self.topics.setdefault(there.get(answered, id), []).append(post)


class FudForumBench:
    """See `Bench`. What the driver hands over goes to the mail server at once, with a time as the outbox gives one."""

    name = "FUDforum by mail"
    real = False
    ours = "wardroom"
    part = ADDRESS
    failures: frozenset[Failure] = frozenset()

    def __init__(self) -> None:
        self.board = FudBoard({OURS: self.ours, "blue@example.org": "blue", "red@example.org": "red"})
        self.port = free_port()
        self.server = Controller(self.board, hostname="127.0.0.1", port=self.port)
        self.server.start()
        self.forum: MailedBoard = FudForumMail(Account(f"mailto:{ADDRESS}", OURS), self.send)

    def send(self, to: str, raw: bytes) -> None:
        """Over SMTP, as the service does."""
        with Smtp(Relay("127.0.0.1", self.port)).session() as session:
            session.send(OURS, to, b"Date: Tue, 24 Nov 2026 18:00:00 +0000\r\n" + raw)

    def seen(self, topic: str) -> list[Seen]:
        """See `Bench`."""
        return [_seen(post) for post in self.board.topics[topic]]

    def say(self, user: str, topic: str, text: str) -> str:
        """A person writes on the board's own pages."""
        post = FiledPost(f"<{len(self.board.topics[topic])}.{user}@board.example>", user, "", text)
        self.board.topics[topic].append(post)
        return post.id

    def tell(self, user: str, text: str, topic: str = "") -> str:
        """No mail reaches us from a board."""
        raise NotImplementedError("a board sends us no private messages")

    def inbox(self, user: str) -> list[Seen]:
        """We send none."""
        return []

    def change(self, post: str, text: str) -> None:
        """Nobody is told of it."""
        raise NotImplementedError("a board does not tell of changes")

    def delete(self, post: str) -> None:
        """Nobody is told of it."""
        raise NotImplementedError("a board does not tell of changes")

    def approve(self, posted: Posted) -> None:
        """Nobody is told of it."""
        raise NotImplementedError("a board does not tell what is held")

    @contextmanager
    def fails(self, how: Failure) -> Iterator[None]:
        """The outbox keeps what cannot be sent, so the driver sees no failure."""
        raise NotImplementedError("the outbox stands between the driver and the board")
        yield

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        """A board calls nobody."""
        raise NotImplementedError("a board calls nobody")

    def close(self) -> None:
        """See `Bench`."""
        self.server.stop()


def _seen(post: FiledPost) -> Seen:
    text, pictures = IMAGE.subn("", post.text)
    return Seen(post.id, post.author, TAGS.sub("", text), pictures)


def open_bench() -> FudForumBench:
    """A board of its own."""
    return FudForumBench()

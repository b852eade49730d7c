"""Boards that take posts by mail: the phpBB extension Mail to Post, FUDforum, ElkArte. What each wants is written at its class.

A mail goes one way: no board tells whether it took it, so there is no editing, finding, hiding, nor reading of answers.
Others take none: phpBB by itself, MyBB, SMF, vBulletin. NodeBB and Discourse have drivers of their own, which can do more.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from email import message_from_bytes, policy
from hashlib import sha256
from typing import ClassVar

from pbem.gateway.forums.drivers.mailing import MAILING_OPTIONS, MailPost, Send, mail_of, message_id
from pbem.gateway.forums.port import Ability, Account, BadSignature, Post, Posted, Received, Refused, Replies, Reply, Target
from pbem.present.markup import BBCODE, ELKARTE, Markup

NO_ANSWER = "a board that is posted to by mail takes posts only"
PIN = 6
NOT_IN_TITLES = str.maketrans({'"': "'", "\\": "/"})


class MailedBoard:
    """A board that reads a mailbox. A part is this mailbox's address ("": the one in `url`, like mailto:post@board.example).

    The account's `user` is our own address; a member with this address must be allowed to post by mail.
    """

    kind: ClassVar[str]
    markup: ClassVar[Markup]
    longest: ClassVar[int] = 20_000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"pictures"})
    options: ClassVar[Mapping[str, str]] = MAILING_OPTIONS

    def __init__(self, account: Account, send: Send) -> None:
        self.account = account
        self.send = send

    def probe(self, part: str) -> str:
        """See `Forum.probe`. Nothing is asked: it only sees that both addresses are some."""
        message_id("probe", self.account.user)
        to = self._address(part)
        return f"Mail from {self.account.user} goes to {to}. Whether the board takes it, only the board can tell."

    def post(self, target: Target, post: Post) -> Posted:
        """See `Forum.post`. It is posted when the mail is queued: what comes of it is not told."""
        if target.user:
            raise Refused(f"{NO_ANSWER}, no private messages")
        to, title = self._address(target.part), self.title(target, post)
        mail = MailPost(post.marker, self.account.user, to, title, self.text(post), self.parent(target))
        self.send(to, self.finished(mail_of(mail, self.account.options), mail))
        id = message_id(post.marker, self.account.user)
        return Posted(id, self.topic(target, id, title))

    def title(self, target: Target, post: Post) -> str:
        """The subject of a post's mail."""
        return post.title

    def text(self, post: Post) -> str:
        """What stands in it: the text, and the pictures by their addresses."""
        pictures = [
            self.markup.picture(picture.words, picture.url) if picture.url else picture.words for picture in post.pictures
        ]
        return "\n\n".join([post.text.strip("\n"), *pictures])

    def parent(self, target: Target) -> str:
        """The Message-ID that it answers ("": none)."""
        return ""

    def topic(self, target: Target, id: str, title: str) -> str:
        """By what the topic of a post with this id and title is known."""
        return id

    def finished(self, mail: bytes, post: MailPost) -> bytes:
        """The mail as this board wants it."""
        return mail

    def find(self, target: Target, marker: str) -> Posted | None:
        """No board can be asked."""
        raise Refused(NO_ANSWER)

    def edit(self, posted: Posted, post: Post) -> None:
        """No mail changes a post."""
        raise Refused(NO_ANSWER)

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        """No board tells."""
        raise Refused(NO_ANSWER)

    def hide(self, reply: Reply, why: str) -> None:
        """No mail hides a post."""
        raise Refused(NO_ANSWER)

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        """No board calls us."""
        raise BadSignature(NO_ANSWER)

    def _address(self, part: str) -> str:
        address = part or self.account.url.removeprefix("mailto:")
        local, at, domain = address.rpartition("@")
        if not (local and at and "." in domain and address.isascii() and address.isprintable()) or set(address) & set(' <>,;"'):
            raise Refused(f"{address!r} is no mail address of a board; write it like post@board.example")
        return address


class FudForumMail(MailedBoard):
    """FUDforum: a mailbox for each forum, read by its Mailing List Manager (fudforum/FUDforum scripts/maillist.php).

    A mail that answers another comes into its topic; one with a Message-ID that is there already is dropped. BBCode is read
    if the forum has this tag style.
    """

    kind: ClassVar[str] = "fudforum-mail"
    markup: ClassVar[Markup] = BBCODE

    def parent(self, target: Target) -> str:
        """The topic is known by the Message-ID of its first post."""
        return target.topic

    def topic(self, target: Target, id: str, title: str) -> str:
        """See `parent`."""
        return target.topic or id


class PhpbbMail(MailedBoard):
    """phpBB 3.2 and 3.3 with the extension Mail to Post (reddevil156/mailtopost core/mailtopost.php, core/functions.php).

    It takes mail of several parts only, the first of them plain text, with a DKIM signature and no picture; and takes the
    text for Latin-1 and joins its lines, but for empty ones between them. A mail whose subject is the title of exactly one
    topic answers in it. It may want a PIN of six characters before the text: the account's `key`.
    """

    kind: ClassVar[str] = "phpbb-mail"
    markup: ClassVar[Markup] = BBCODE

    def probe(self, part: str) -> str:
        """See `Forum.probe`."""
        if len(self.account.key) not in (0, PIN):
            raise Refused(f"the key is the PIN of our account there, of {PIN} characters; or empty, if it needs none")
        return super().probe(part)

    def title(self, target: Target, post: Post) -> str:
        """ASCII, and nothing that would end the words in the extension's question to its database."""
        return target.topic or " ".join(post.title.encode("ascii", "replace").decode().translate(NOT_IN_TITLES).split())[:120]

    def text(self, post: Post) -> str:
        """Each line a paragraph, the PIN before them."""
        lines = [line for line in super().text(post).split("\n") if line.strip()]
        return self.account.key + "\n\n".join(lines)

    def topic(self, target: Target, id: str, title: str) -> str:
        """It is known by its title."""
        return title

    def finished(self, mail: bytes, post: MailPost) -> bytes:
        """In two parts, text and HTML, both Latin-1."""
        parts = message_from_bytes(mail, policy=policy.SMTP)
        text = post.text.encode("latin-1", "replace").decode("latin-1")
        parts.set_content(text, charset="iso-8859-1", cte="quoted-printable")
        parts.add_alternative(f"<pre>{html.escape(text)}</pre>", subtype="html", charset="iso-8859-1", cte="quoted-printable")
        parts.set_boundary(f"=_{sha256(post.marker.encode()).hexdigest()[:24]}")
        return parts.as_bytes()


class ElkArteMail(MailedBoard):
    """ElkArte: an address for each board, under Maillist (elkarte/Elkarte sources/ElkArte/Maillist/MaillistTopic.php).

    Each mail begins a topic: to answer in one, a mail must carry a key that ElkArte sends to those who follow it. Plain text
    is read as Markdown, and square brackets as BBCode.
    """

    kind: ClassVar[str] = "elkarte-mail"
    markup: ClassVar[Markup] = ELKARTE

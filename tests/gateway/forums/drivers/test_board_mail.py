"""Posts to boards by mail: what phpBB's extension, FUDforum and ElkArte get, and what is said where mail cannot do it."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast

import pytest
from markdown_it import MarkdownIt

from pbem.gateway.forums.drivers.board_mail import ElkArteMail, FudForumMail, PhpbbMail
from pbem.gateway.forums.drivers.place_kinds import open_forum
from pbem.gateway.forums.port import Account, Picture, Post, Posted, Refused, Reply, Target
from tests.gateway.forums.benches.board_mail import ADDRESS, OURS, FudForumBench

ACCOUNT = Account(f"mailto:{ADDRESS}", OURS)
MAP = Picture("map.png", b"\x89PNG", "https://games.example/g/g1/t/2/map.png", "map: turn 2")


@pytest.fixture
def fud() -> Iterator[FudForumBench]:
    """A FUDforum behind a mail server."""
    bench = FudForumBench()
    yield bench
    bench.close()


def sent_to(
    kind: type[FudForumMail | PhpbbMail | ElkArteMail], *posts: tuple[Target, Post], key: str = ""
) -> list[EmailMessage]:
    """The mails of these posts."""
    raw: list[bytes] = []
    forum = kind(Account(ACCOUNT.url, OURS, key), lambda to, mail: raw.append(mail))
    for target, post in posts:
        forum.post(target, post)
    return [cast(EmailMessage, message_from_bytes(mail, policy=policy.default)) for mail in raw]


def part_of(mail: EmailMessage, number: int) -> EmailMessage:
    """A part of a mail."""
    return cast(EmailMessage, list(mail.iter_parts())[number])


def test_a_mail_that_comes_twice_is_one_post(fud: FudForumBench) -> None:
    post = Post("a1", "First Blood (g1)", "The turn is resolved.")
    posted = fud.forum.post(Target(), post)
    again = fud.forum.post(Target(), post)
    assert posted == again
    first, second = fud.board.mails
    assert first == second
    assert len(fud.seen(posted.topic)) == 1


def test_a_map_is_linked_to(fud: FudForumBench) -> None:
    posted = fud.forum.post(Target(), Post("a2", "First Blood (g1)", "The turn is resolved.", (MAP,)))
    (seen,) = fud.seen(posted.topic)
    assert seen.pictures == 1


def test_each_part_of_a_board_has_its_own_mailbox() -> None:
    (mail,) = sent_to(FudForumMail, (Target("navy@board.example"), Post("a3", "First Blood (g1)", "The turn is resolved.")))
    assert mail["To"] == "navy@board.example" and mail["From"].addresses[0].addr_spec == OURS


def test_phpbb_gets_what_its_extension_reads() -> None:
    """core/mailtopost.php takes the first of several parts; core/functions.php joins lines and takes the text for Latin-1."""
    post = Post("a4", 'The "Blood" of Größe', "[b]Turn 2[/b]\n\n[list]\n[*]Größe is sunk\n[*]SR1 \u2192 0405\n[/list]\n")
    (mail,) = sent_to(PhpbbMail, (Target(), post), key="Xy12z9")
    assert mail.get_content_type() == "multipart/alternative"
    text = part_of(mail, 0)
    body = cast(bytes, text.get_payload(decode=True)).replace(b"\r\n", b"\n")
    assert text.get_content_type() == "text/plain" and body[:6] == b"Xy12z9"
    joined = " ".join(body[6:].decode("latin-1").split("\n"))
    assert "[*]Größe is sunk" in joined and "SR1 ? 0405" in joined
    paragraphs = body[6:].decode("latin-1").strip().split("\n\n")
    assert paragraphs == ["[b]Turn 2[/b]", "[list]", "[*]Größe is sunk", "[*]SR1 ? 0405", "[/list]"]
    assert part_of(mail, 1).get_content_type() == "text/html"
    assert mail["Subject"] == "The 'Blood' of Gr??e"


def test_phpbb_knows_a_topic_by_its_title() -> None:
    raw: list[bytes] = []
    forum = PhpbbMail(ACCOUNT, lambda to, mail: raw.append(mail))
    first = forum.post(Target(), Post("a5", "First Blood (g1)", "The first turn is resolved."))
    second = forum.post(Target(topic=first.topic), Post("a6", "Another title", "The second turn is resolved."))
    subjects = {message_from_bytes(mail, policy=policy.default)["Subject"] for mail in raw}
    assert subjects == {"First Blood (g1)"} and first.topic == second.topic and first.id != second.id


def test_the_mail_to_phpbb_is_the_same_each_time() -> None:
    post = Post("a7", "First Blood (g1)", "The turn is resolved.")
    raw: list[bytes] = []
    forum = PhpbbMail(ACCOUNT, lambda to, mail: raw.append(mail))
    forum.post(Target(), post)
    forum.post(Target(), post)
    assert raw[0] == raw[1]


def test_a_pin_of_another_length_is_refused() -> None:
    forum = PhpbbMail(Account(ACCOUNT.url, OURS, "1234"), lambda to, mail: None)
    with pytest.raises(Refused, match="6 characters"):
        forum.probe("")


def test_elkarte_begins_a_topic_with_each_mail() -> None:
    """A mail without one of its keys is never an answer (MaillistTopic.php), so none is pretended."""
    forum = ElkArteMail(ACCOUNT, lambda to, mail: None)
    first = forum.post(Target(), Post("a8", "First Blood (g1)", "The first turn is resolved."))
    second = forum.post(Target(topic=first.topic), Post("a9", "First Blood (g1)", "The second turn is resolved."))
    assert first.topic == first.id and second.topic == second.id
    mails = sent_to(ElkArteMail, (Target(topic=first.topic), Post("a9", "First Blood (g1)", "The second turn is resolved.")))
    assert mails[0]["In-Reply-To"] is None


def test_words_are_no_marks_for_elkarte() -> None:
    """Its Markdown makes HTML of the text, and that becomes BBCode: neither finds anything."""
    words = ElkArteMail.markup.plain("[b]bold[/b] **stars** `code` <i>tag</i> _under_")
    shown = MarkdownIt("commonmark", {"html": True}).render(words)
    assert shown.count("<") == 2, shown
    assert "[" not in shown and "**stars**" in shown and "`code`" in shown and "&lt;i" in shown


@pytest.mark.parametrize("kind", [FudForumMail, PhpbbMail, ElkArteMail])
def test_what_mail_cannot_do_is_refused(kind: type[FudForumMail | PhpbbMail | ElkArteMail]) -> None:
    forum = kind(ACCOUNT, lambda to, mail: pytest.fail("a mail went out"))
    post = Post("b1", "First Blood (g1)", "The turn is resolved.")
    for act in (
        lambda: forum.post(Target(user="blue"), post),
        lambda: forum.find(Target(), "b1"),
        lambda: forum.edit(Posted("b1", ""), post),
        lambda: forum.replies([], ""),
        lambda: forum.hide(Reply("b2", "", "blue", "SR1: 3", "0", False), "orders"),
    ):
        with pytest.raises(Refused, match="takes posts only"):
            act()
    assert not forum.abilities & {"private", "edit", "hide", "replies", "hooks", "search"}


@pytest.mark.parametrize(
    "address", ["", "navy", "navy@board", "a@b.example,c@d.example", "x@board.example\r\nBcc: y@z.example"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    forum = FudForumMail(Account("mailto:", OURS), lambda to, mail: pytest.fail("a mail went out"))
    with pytest.raises(Refused, match="no mail address of a board"):
        forum.probe(address)
    with pytest.raises(Refused, match="no mail address of a board"):
        forum.post(Target(address), Post("b3", "First Blood (g1)", "The turn is resolved."))


def test_our_own_address_is_needed() -> None:
    with pytest.raises(Refused, match="no mail address to send from"):
        FudForumMail(Account(ACCOUNT.url, "wardroom"), lambda to, mail: None).probe("")


def test_the_probe_says_that_nothing_was_asked() -> None:
    said = FudForumMail(ACCOUNT, lambda to, mail: pytest.fail("a mail went out")).probe("")
    assert ADDRESS in said and "only the board can tell" in said


@pytest.mark.parametrize("kind", ["elkarte-mail", "fudforum-mail", "phpbb-mail"])
def test_a_place_of_the_kind_posts_through_the_sender_it_is_given(kind: str) -> None:
    sent: list[str] = []
    forum = open_forum(kind, ACCOUNT, lambda to, mail: sent.append(to))
    forum.post(Target(), Post("b4", "First Blood (g1)", "The turn is resolved."))
    assert forum.kind == kind and sent == [ADDRESS]

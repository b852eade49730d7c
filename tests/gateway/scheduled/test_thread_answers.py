"""Answers to the mail of a game's thread: the person's own words are posted, once; nobody else's are, and no orders."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from events.platform import PolicySet
from pbem.accounts.people import Person
from pbem.gateway.extract.lines.plain_unicode import plain
from pbem.gateway.mailboxes.addresses import ThreadClaim, UnfollowClaim
from pbem.service.context import stamp
from pbem.service.history import OPERATOR
from pbem.service.ladder.absence import set_policy
from pbem.service.thread.comment_table import CommentRow, comments_after
from pbem.service.thread.comments import MAIL, MAX_COMMENT, NewComment, author_of, write_comment
from pbem.service.thread.following import follow, follows
from tests.gateway.clients import Shape, reply
from tests.gateway.clients.rounds import every_client
from tests.gateway.conftest import MailSetup, opened, player_mail, text_of
from tests.gateway.inbound.test_senders import BORDER, vouched

WORDS = "That was close.\n\nI had hoped for *more*, though."
LISTS = ("mailman", "mailman-part", "google-groups")
SHAPES = list({shape.client: shape for shape, _, _ in every_client("thread") if shape.place == "top"}.items())
"""Each mail program once: in which form, language and charset, and how it is signed, is by lot."""


def thread_mail(app: MailSetup, person: Person, said: str = "Well played, all of you.") -> EmailMessage:
    """The mail that tells the person of a comment of red."""
    follow(app.context, app.stream, person.id)
    write_comment(app.context, app.stream, author_of(app.context, app.stream, app.red.id), NewComment(said))
    app.later(hours=1)
    app.gateway.tell_followers()
    return app.queued("thread")[-1]


@pytest.fixture
def mail(app: MailSetup) -> EmailMessage:
    return thread_mail(app, app.blue)


def comments(app: MailSetup) -> list[CommentRow]:
    """All but the first, which was mailed."""
    return comments_after(app.context, app.stream, 1)


def answer(app: MailSetup, mail: EmailMessage, text: str, sender: str = "blue@example.org", **headers: str) -> str:
    """Answer it; returns what became of it."""
    answered = {"In_Reply_To": str(mail["Message-ID"]), "References": str(mail["Message-ID"]), **headers}
    number = len(app.gateway.tables.last(999))
    raw = player_mail(text, sender, f"<a{number}@example.org>", **answered)
    return app.deliver(raw, str(mail["Reply-To"]), sender)


def test_an_answer_is_posted(app: MailSetup, mail: EmailMessage) -> None:
    """As the seat that they play, with where it came from; the other follower is told, not its writer; nothing is answered."""
    follow(app.context, app.stream, app.red.id)
    assert answer(app, mail, f"{WORDS}\n\n-- \nThe captain of B1\n") == "posted as c2"
    (row,) = comments(app)
    assert (row.author, row.seat, row.text, row.place) == (app.blue.id, "blue", WORDS, MAIL)
    assert app.queued("refusal", "notice", "receipt") == [] and app.filed() == []
    app.later(hours=1)
    assert app.gateway.tell_followers() == 1
    assert WORDS in text_of(app.queued("thread")[-1]) and app.queued("thread")[-1]["To"].addresses[0].username == "red"


def test_a_watcher_answers_by_name(app: MailSetup) -> None:
    """Who does not play posts as the person that they are."""
    watcher = app.gateway.people.add("A watcher", "watcher@example.org", stamp(app.clock[0]))
    assert answer(app, thread_mail(app, watcher), WORDS, "watcher@example.org") == "posted as c2"
    assert [(row.author, row.seat) for row in comments(app)] == [(watcher.id, "")]


@pytest.mark.parametrize("shape", [shape for key, shape in SHAPES if key not in LISTS], ids=str)
def test_every_mail_program(app: MailSetup, shape: Shape) -> None:
    """What its user typed is posted, in whatever form it comes; nothing of our mail, of the signature or of the program is."""
    original = thread_mail(app, app.blue).as_bytes()
    answered = reply(original, WORDS.replace("*", ""), shape)
    app.deliver(answered, str(opened(original)["Reply-To"]))
    (row,) = comments(app)
    assert " ".join(plain(row.text).split()) == " ".join(WORDS.replace("*", "").split())


def test_a_mail_posts_once(app: MailSetup, mail: EmailMessage) -> None:
    """However often it comes, and by whatever way."""
    raw = player_mail(WORDS, message_id="<same@example.org>")
    to = str(mail["Reply-To"])
    assert [app.deliver(raw, to), app.deliver(b"Received: again\r\n" + raw, to)] == ["posted as c2", "posted as c2"]
    assert len(comments(app)) == 1


@pytest.mark.parametrize(
    ("headers", "text"),
    [
        ({"Auto_Submitted": "auto-replied"}, "I am away until Monday."),
        ({"X_Autoreply": "yes"}, "I am away until Monday."),
        ({"Precedence": "bulk"}, "I am away until Monday."),
        ({"List_Id": "<talk.example.net>"}, "A post to a list."),
    ],
)
def test_machines_do_not_post(app: MailSetup, mail: EmailMessage, headers: dict[str, str], text: str) -> None:
    """An automatic answer, or what came through a list; and nobody is told."""
    assert answer(app, mail, text, **headers).startswith("dropped: ")
    assert comments(app) == [] and app.queued("refusal") == []


def test_a_bounce_does_not_post(app: MailSetup, mail: EmailMessage) -> None:
    """It has no return path."""
    raw = player_mail("Undelivered", "MAILER-DAEMON@example.org")
    assert app.deliver(raw, str(mail["Reply-To"]), "").startswith("dropped: ")
    assert comments(app) == []


def test_our_own_mail_does_not_post(app: MailSetup, mail: EmailMessage) -> None:
    """A forwarder that sends ours back to its Reply-To."""
    assert app.deliver(mail.as_bytes(), str(mail["Reply-To"])).startswith("dropped: ")
    assert comments(app) == []


@pytest.mark.parametrize("sender", ["stranger@example.net", "red@example.org"])
def test_nobody_else_posts(app: MailSetup, mail: EmailMessage, sender: str) -> None:
    """Not even another player, to whom the mail was passed on; they are told nothing."""
    assert answer(app, mail, WORDS, sender) == "dropped: it is not from the person whom the address was given to"
    assert comments(app) == [] and app.queued("refusal") == []


def test_another_address_of_theirs_posts(app: MailSetup, mail: EmailMessage) -> None:
    app.gateway.people.add_alias(app.blue.id, "blue@work.example")
    assert answer(app, mail, WORDS, "blue@work.example") == "posted as c2"


def test_what_their_domain_disowns_is_not_posted(app: MailSetup, mail: EmailMessage) -> None:
    """They are told so once a day; what it vouches for is posted."""
    app.restart(AUTHSERV_ID=BORDER)
    to = str(mail["Reply-To"])
    for number in range(3):
        raw = vouched(f"{WORDS} {'again ' * number}", "fail").replace(b"<m1@", f"<m{number}@".encode())
        assert app.deliver(raw, to).startswith("not posted: ")
    assert comments(app) == [] and len(app.queued("refusal")) == 1
    assert app.deliver(vouched(WORDS, "pass").replace(b"<m1@", b"<m9@"), to) == "posted as c2"


def test_orders_are_not_posted(app: MailSetup, mail: EmailMessage) -> None:
    """Everybody would read them: their writer is told where orders go, by mail, and nobody else hears of it."""
    number = len(app.gateway.tables.last(999))
    assert answer(app, mail, "B1: move 3\nready").startswith("not posted: this looks like orders of blue")
    assert comments(app) == [] and app.filed() == []
    (told,) = app.queued("refusal")
    text = text_of(told)
    assert told["To"].addresses[0].addr_spec == "blue@example.org" and app.address() in "".join(text.split())
    assert app.gateway.signer.seat_link("g1", "blue", 1, app.blue.key) in text and "move 3" not in text
    assert (told["Subject"], told["In-Reply-To"]) == ("Re: [g1] the thread", f"<a{number}@example.org>")
    assert told["Auto-Submitted"] == "auto-replied"
    assert app.deliver(player_mail("B1: move 3\nready", message_id="<o@example.org>"), app.address()) == "orders accepted"


def test_quoted_orders_are_talk(app: MailSetup) -> None:
    """Lines of the mail that is answered are not the writer's: neither orders nor words."""
    mail = thread_mail(app, app.blue, "What about this?\n\n> B1: move 3")
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    assert answer(app, mail, f"No.\n\nOn Thursday, Wardroom wrote:\n{quoted}\n") == "posted as c2"
    assert [row.text for row in comments(app)] == ["No."]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\n\n-- \nThe captain of B1", "there are no words to post"),
        ("\n".join(f"line {number} of many words" for number in range(900)), "the comment is too long"),
    ],
)
def test_what_cannot_be_posted_is_told_once(app: MailSetup, mail: EmailMessage, text: str, why: str) -> None:
    """Why, in the thread of the mail that they answered; the same mail again is not answered again."""
    assert answer(app, mail, text).startswith(f"not posted: {why}")
    (told,) = app.queued("refusal")
    assert why in " ".join(text_of(told).split()) and comments(app) == []
    assert told["Reply-To"] == mail["Reply-To"] and "/g/g1/thread" in text_of(told)
    assert len(text) > MAX_COMMENT or "no words" in why
    app.gateway.tables.db.con.execute("UPDATE inbound SET status='stored'")
    app.gateway.process_pending()
    assert len(app.queued("refusal")) == 1


def test_where_nobody_comments(app: MailSetup, mail: EmailMessage) -> None:
    """The game's policy says so; a watcher is told that only players do."""
    set_policy(app.context, app.stream, PolicySet(comments="nobody", why="as agreed"), OPERATOR)
    assert answer(app, mail, WORDS) == "not posted: nobody comments on this game"
    assert "nobody comments on this game" in " ".join(text_of(app.queued("refusal")[0]).split())


def test_a_robot_without_any_mark_falls_silent(app: MailSetup, mail: EmailMessage) -> None:
    """The same words again and again are a machine's."""
    outcomes = [answer(app, mail, f"I am away. Ticket {number}.") for number in range(5)]
    assert outcomes == ["posted as c2", "posted as c3", "posted as c4", *["dropped: the same words came again and again"] * 2]


def test_twenty_an_hour(app: MailSetup, mail: EmailMessage) -> None:
    """More are refused, and told when they can be posted."""
    seen = [answer(app, mail, "word " * (number + 1)) for number in range(21)]
    assert seen[19] == "posted as c21" and seen[20].startswith("not posted: you have written 20 comments")


def test_the_way_out_by_mail(app: MailSetup, mail: EmailMessage) -> None:
    """A mail program sends an empty mail: no more of it; they are told once how to have it again."""
    to = app.gateway.signer.unfollow_address("g1", app.blue.id, app.blue.key)
    for number in range(2):
        assert app.deliver(player_mail("", message_id=f"<u{number}@x>"), to) == "mail of the thread stopped"
    assert not follows(app.context, "g1", app.blue.id)
    (told,) = app.queued("notice")
    assert app.gateway.signer.unfollow_link("g1", app.blue.id, app.blue.key) in text_of(told)


def test_forged_and_worthless_addresses(app: MailSetup, mail: EmailMessage) -> None:
    """One person's is no other's, a way out is no way in, and a new key makes both worthless: refused at the door."""
    signer, judge = app.gateway.signer, app.gateway.inbox.judge
    way_in, way_out = str(mail["Reply-To"]), signer.unfollow_address("g1", app.blue.id, app.blue.key)
    assert isinstance(signer.read(way_in), ThreadClaim) and isinstance(signer.read(way_out), UnfollowClaim)
    assert judge(way_in) == judge(way_out) == judge(way_in.upper().replace("-", "=")) == ""
    for forged in (way_in.replace(app.blue.id, app.red.id), way_out.replace("unfollow", "thread"), way_in.replace("g1", "g2")):
        assert judge(forged).startswith("550")
        assert app.deliver(player_mail(WORDS), forged).startswith("dropped: ")
    app.gateway.rotate(app.blue.id)
    assert judge(way_in).startswith("550") and judge(way_out).startswith("550")
    assert answer(app, mail, WORDS) == "dropped: the address is nobody's" and comments(app) == []

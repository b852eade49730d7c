"""Which seat of which game a mail is for."""

from __future__ import annotations

import pytest

from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.addresses import BareAddress, BounceClaim, ConfirmClaim, LeaveClaim, Postmaster, SeatClaim
from pbem.service.games.opening import open_game
from tests.gateway.conftest import DOMAIN, MailSetup, opened, player_mail, text_of

MAILBOX = f"orders@{DOMAIN}"
REPORT = "<report@example.org>"


def report_of(app: MailSetup, seat: str = "blue") -> str:
    """The Message-ID of the seat's report of the opening."""
    app.gateway.publish_pending()
    (mail,) = app.gateway.tables.reports(app.stream, seat, 1)
    return mail.message_id


@pytest.mark.parametrize("mailbox", ["orders+", "orders.", "orders=", "ORDERS+", ""])
def test_an_address_is_read_whatever_separator_and_case_it_came_with(app: MailSetup, mailbox: str) -> None:
    """M-1: after the mailbox may stand `+`, `.` or `=`; capitals do not matter; old addresses have no mailbox at all."""
    claim = app.address().partition("@")[0].removeprefix("orders+")
    for text in (claim, claim.upper(), claim.replace("-", ".")):
        assert app.deliver(player_mail("B1: move 3", message_id=""), to=f"{mailbox}{text}@{DOMAIN}") == "orders accepted"
    assert {(filed.seat, filed.turn) for filed in app.filed()} == {("blue", 1)}


def test_each_part_of_an_address_is_signed(app: MailSetup) -> None:
    """M-2: one character changed, another turn, seat or game: the server says 550, and nothing is stored or mailed."""
    good = app.address().partition("@")[0]
    assert app.gateway.inbox.judge(app.address()) == ""
    for number, letter_ in enumerate(good):
        wrong = good[:number] + ("a" if letter_ != "a" else "b") + good[number + 1 :]
        assert app.gateway.inbox.judge(f"{wrong}@{DOMAIN}").startswith("550 5.1.1") or wrong[6] != "+" or number == 6
    for change in (("-1-", "-2-"), ("blue", "red"), ("g1-", "g2-")):
        assert app.gateway.inbox.judge(app.address().replace(*change)).startswith("550 5.1.1")
    assert app.gateway.inbox.judge(app.address().replace(DOMAIN, "elsewhere.example")).startswith("550 5.1.1")
    assert (app.gateway.tables.last(9), app.queued()) == ([], [])


def test_a_secret_that_was_changed_still_counts_for_a_while(app: MailSetup) -> None:
    """The secret before the present one is still believed, if the settings name it; an older one is not: 550 (M-2)."""
    old = app.address()
    app.context.secret = b"another secret, for tests"
    app.restart(SECRET_BEFORE="a secret for tests")
    assert app.gateway.inbox.judge(old) == ""
    assert app.address() != old
    app.restart()
    assert app.gateway.inbox.judge(old).startswith("550")


@pytest.mark.parametrize("separator", [" ", ",", ", ", "\r\n ", ""])
def test_the_mail_that_is_answered_names_the_game(app: MailSetup, separator: str) -> None:
    """M-3: without a seat's address, References with a mail of ours find the game, also with Exchange's commas."""
    mine = report_of(app)
    head = f"From: blue@example.org\r\nMessage-ID: <m@example.org>\r\nReferences: <a@x.example>{separator}{mine}\r\n\r\n"
    assert app.deliver(f"{head}B1: move 4\r\n".encode(), to=MAILBOX) == "orders accepted"
    assert app.filed()[0].sheet == {"B1": ["move 4"]}


def test_in_reply_to_alone_is_enough(app: MailSetup) -> None:
    """M-3: phones leave References out."""
    assert app.deliver(player_mail("B1: move 4", In_Reply_To=report_of(app)), to=MAILBOX) == "orders accepted"


def test_another_ones_report_proves_nothing(app: MailSetup) -> None:
    """M-3: a mail that answers red's report from blue's address is not filed for red."""
    outcome = app.deliver(player_mail("R1: move 4", In_Reply_To=report_of(app, "red")), to=MAILBOX)
    assert outcome == "refused: it is from another player"
    assert not app.filed()


@pytest.mark.parametrize("tag", ["[g1 T0]", "[G1-T0]", "Re: AW: [g1 T1] orders"])
def test_a_tag_in_the_subject_finds_the_game_but_the_orders_wait(app: MailSetup, tag: str) -> None:
    """M-4: known sender and `[g1 T0]` in the subject: held until the player confirms."""
    raw = f"From: blue@example.org\r\nSubject: {tag}\r\nMessage-ID: <m@example.org>\r\n\r\nB1: move 4\r\n".encode()
    assert app.deliver(raw, to=MAILBOX).startswith("held: it names the game in its subject only")
    assert not app.filed()
    (held,) = app.gateway.mail_context.quarantine.waiting()
    assert (held.stream, held.seat, held.turn) == ("g1", "blue", 1)
    assert app.queued()[-1]["Reply-To"] == app.gateway.signer.confirm_address(held.code)


def test_a_tag_is_not_enough_for_a_stranger(app: MailSetup) -> None:
    """M-4: an unknown sender with a tag in the subject is nobody."""
    assert app.deliver(player_mail("B1: move 4", "stranger@example.org"), to=MAILBOX) == "dropped: the address is no seat's"
    assert app.queued() == []


def test_a_player_who_names_no_game_is_told_where_to_write(app: MailSetup) -> None:
    """Neither address, nor answered mail, nor tag: a known player is told the addresses of their seats; nothing is filed."""
    raw = b"From: blue@example.org\r\nMessage-ID: <m@example.org>\r\nSubject: my orders\r\n\r\nB1: move 4\r\n"
    assert app.deliver(raw, to=MAILBOX) == "answered: no game was found"
    assert app.address() in app.answer()
    assert not app.filed()


def test_the_envelope_wins_over_the_header(app: MailSetup) -> None:
    """M-5: both seats' addresses in To; the mail counts for the seat of the envelope."""
    raw = player_mail("B1: move 4", To=f"{app.address()}, {app.address('red')}")
    assert app.deliver(raw, to=app.address()) == "orders accepted"
    assert [filed.seat for filed in app.filed()] == ["blue"]


def test_two_recipients_are_two_mails(app: MailSetup) -> None:
    """M-5: one who plays two seats writes to both at once, and gets two receipts."""
    stream = open_game(app.context, "drill", "open-sea", players={"blue": app.blue.id, "red": app.blue.id})
    seats = [app.gateway.signer.seat_address(stream, seat, 1, app.blue.key) for seat in ("blue", "red")]
    raw = player_mail("B1: move 4\nR1: move 5", To=", ".join(seats))
    assert [app.deliver(raw, to=seat) for seat in seats] == ["orders partly", "orders partly"]
    assert len(app.queued("receipt")) == 2


def test_an_address_in_to_is_found_when_the_envelope_was_lost(app: MailSetup) -> None:
    """A forwarding mailbox keeps the header only: the address in To or Delivered-To counts like the envelope's."""
    assert app.deliver(player_mail("B1: move 4", To=app.address()), to=MAILBOX) == "orders accepted"
    assert app.deliver(player_mail("B1: move 5", message_id="<2@x.example>", Delivered_To=app.address()), to=MAILBOX)
    assert len(app.filed()) == 2


def test_the_postmaster_gets_their_mail(app: MailSetup) -> None:
    """M-6: postmaster is accepted, and forwarded whole to whoever runs the service."""
    app.restart(POSTMASTER="boss@example.org")
    assert app.gateway.inbox.judge(f"Postmaster@{DOMAIN}") == ""
    raw = player_mail("Your server is open.", "abuse@example.net")
    assert app.deliver(raw, to=f"postmaster@{DOMAIN}", mail_from="abuse@example.net") == "forwarded to the postmaster"
    (mail,) = app.queued("operator")
    assert mail["To"] == "boss@example.org"
    assert any(b"Your server is open." in (part.get_payload(decode=True) or b"") for part in mail.walk())


def test_without_a_postmaster_their_mail_is_kept(app: MailSetup) -> None:
    """M-6: nobody is named in the settings: the mail is accepted, kept and listed."""
    assert app.deliver(player_mail("hello"), to=f"postmaster@{DOMAIN}").startswith("kept: ")
    assert len(app.gateway.tables.last(9)) == 1


def test_every_form_of_address_is_read_back() -> None:
    """What the signer gives out, it reads; and nothing else."""
    signer = AddressSigner("wardroom.example", (b"k" * 16,), "war.club")
    assert signer.read("WAR.CLUB@wardroom.example") == BareAddress()
    assert signer.read("postmaster@wardroom.example") == Postmaster()
    bounce = signer.bounce_address("<m@x>")
    assert bounce.startswith("war.club+bounce-") and signer.read(bounce) == BounceClaim(signer.bounce_code("<m@x>"))
    assert signer.read(signer.confirm_address("abcdefghijklmnop")) == ConfirmClaim("abcdefghijklmnop")
    leaving = signer.read(signer.unsubscribe_address("g17", "blue", "p1"))
    assert isinstance(leaving, LeaveClaim) and signer.left_by(leaving, "p1") and not signer.left_by(leaving, "p2")
    seat = signer.read(signer.seat_address("my.own-game", "blue", 12, "p1"))
    assert isinstance(seat, SeatClaim) and seat[:3] == ("my.own-game", "blue", 12) and signer.given_to(seat, "p1")
    for other in ("x@wardroom.example", "war.clubs@wardroom.example", "war.club+@wardroom.example", "@", "", "war.club@x"):
        assert signer.read(other) is None


@pytest.mark.parametrize(("stream", "seat"), [("G1", "blue"), ("g1", "no-hyphen"), ("g1", "Blue"), ("g" * 60, "blue")])
def test_names_that_an_address_cannot_carry_are_refused(stream: str, seat: str) -> None:
    """Better no address than one that leads elsewhere."""
    with pytest.raises(ValueError, match="do not fit"):
        AddressSigner("wardroom.example", (b"k" * 16,)).seat_address(stream, seat, 1, "p1")


def test_a_mailbox_elsewhere_can_carry_everything(app: MailSetup) -> None:
    """A host without a mail server of its own: one mailbox with + addresses, here of another name."""
    app.restart(MAILBOX="war.club")
    assert app.address().startswith("war.club+g1-blue-1-")
    assert app.deliver(player_mail("B1: move 4")) == "orders accepted"
    (sent,) = app.gateway.tables.due("~")[:1]
    assert opened(app.gateway.tables.raw(sent.message_id))["From"] == f"Wardroom <war.club@{DOMAIN}>"
    assert "move 4" in text_of(app.queued()[0])

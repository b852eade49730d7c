"""Who may order: whose address it is, who vouches for it, what waits for its player's word."""

from __future__ import annotations

import pytest

from events.platform import AddressMisused, OrdersHeld
from pbem.gateway.inbound import special_addresses
from pbem.gateway.inbound.settle import LAST
from pbem.gateway.outbound.resend import resend
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail, text_of

BORDER = "mx.wardroom.example"
LIST = "game1@lists.example"


def vouched(text: str, result: str, sender: str = "blue@example.org", server: str = BORDER) -> bytes:
    """A mail as our border hands it on."""
    said = f"Authentication-Results: {server}; dmarc={result} (p=reject dis=none) header.from=example.org\r\n"
    return said.encode() + player_mail(text, sender)


def events_of(app: MailSetup, kind: type) -> list[object]:
    return [entry.event for entry in app.store.read(app.stream) if isinstance(entry.event, kind)]


def confirm(app: MailSetup, raw: bytes, sender: str = "blue@example.org") -> str:
    """Answer the newest notice of held orders."""
    return app.deliver(raw, to=str(app.queued("notice")[-1]["Reply-To"]), mail_from=sender)


# ---------------------------------------------------------------- their own addresses


def test_another_address_of_the_player_counts(app: MailSetup) -> None:
    """M-7: they write from work; the receipt goes to the address they are registered with."""
    app.gateway.people.add_alias(app.blue.id, "Blue@Work.example")
    assert app.deliver(player_mail("B1: move 3", "blue@work.example")) == "orders accepted"
    assert app.queued()[0]["To"] == "The captain of B1 <blue@example.org>"


def test_orders_from_nobodys_address_wait_for_the_player(app: MailSetup) -> None:
    """M-7: held; the player is asked, the stranger is told nothing; the log knows that something waits, not from whom."""
    assert app.deliver(player_mail("B1: move 3", "stranger@example.net"), mail_from="stranger@example.net").startswith("held: ")
    assert not app.filed()
    (notice,) = app.queued()
    assert notice["To"] == "The captain of B1 <blue@example.org>"
    assert "stranger@example.net" in text_of(notice)
    assert "http://127.0.0.1:8025/mail/confirm/" in text_of(notice)
    (held,) = events_of(app, OrdersHeld)
    assert isinstance(held, OrdersHeld) and "stranger" not in str(held)


def test_an_answer_of_any_words_lets_them_count(app: MailSetup) -> None:
    """M-7: the player answers the notice: the orders are filed as of their seat, and they get their receipt."""
    app.deliver(player_mail("B1: move 3", "stranger@example.net"))
    assert confirm(app, player_mail("yes, mine", message_id="<yes@example.org>")) == "orders accepted"
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]
    assert text_of(app.queued("receipt")[0]).startswith("ACCEPTED")
    assert confirm(app, player_mail("yes!", message_id="<yes2@example.org>")) == "orders accepted"
    assert (len(app.filed()), len(app.queued("receipt"))) == (1, 1)


@pytest.mark.parametrize("words", ["No! These are not mine.", "Nein, nicht von mir", "I didn't write that"])
def test_an_answer_that_says_no_confirms_nothing(app: MailSetup, words: str) -> None:
    """M-7: «are these orders yours?», and the player says no: they go on waiting, and count for nothing."""
    app.deliver(player_mail("B1: move 3", "stranger@example.net"))
    assert confirm(app, player_mail(words, message_id="<no@example.org>")) == "not confirmed: the answer says no"
    assert not app.filed()
    assert confirm(app, player_mail("yes, not a problem", message_id="<yes@example.org>")) == "orders accepted"


def test_a_fault_while_orders_are_confirmed_leaves_them_waiting(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-7, M-24: what the page's button began and could not finish is confirmed by pressing it again."""
    app.deliver(player_mail("B1: move 3", "stranger@example.net"))
    (held,) = app.gateway.mail_context.quarantine.waiting()

    def fault(*args: object) -> str:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(special_addresses, "take", fault)
        with pytest.raises(OSError, match="disk full"):
            app.gateway.mail_links.confirm(held.code)
    assert app.gateway.mail_context.quarantine.waiting() == [held]
    assert app.gateway.mail_links.confirm(held.code) == "orders accepted"
    assert not app.gateway.mail_context.quarantine.waiting()


def test_a_robot_does_not_confirm(app: MailSetup) -> None:
    """An absence note that answers the notice is no person's word."""
    app.deliver(player_mail("B1: move 3", "stranger@example.net"))
    assert confirm(app, player_mail("I am away", Auto_Submitted="auto-replied")).startswith("dropped: auto-reply")
    assert not app.filed()


def test_the_link_in_the_letter(app: MailSetup) -> None:
    """The page shows the orders and changes nothing; its button files them; thrown away they stay away."""
    mail_links = app.gateway.mail_links
    app.deliver(player_mail("B1: move 3", "stranger@example.net"))
    app.later(minutes=1)
    app.deliver(player_mail("B1: move 4", "stranger@example.net", "<m2@example.net>"))
    first, second = app.gateway.mail_context.quarantine.waiting()
    shown = mail_links.held(first.code)
    assert shown is not None and (shown.orders, shown.status, shown.sender) == ("B1: move 3", "waiting", "stranger@example.net")
    assert not app.filed()
    assert mail_links.confirm(first.code) == "orders accepted"
    assert mail_links.discard(second.code) and not mail_links.discard(second.code)
    assert mail_links.confirm(second.code) == "they were thrown away before"
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]
    assert mail_links.held("aaaaaaaaaaaaaaaa") is None


def test_a_stranger_cannot_fill_the_players_mailbox(app: MailSetup) -> None:
    """Five notices a day about one stranger; what they send beyond that is held all the same."""
    for number in range(8):
        app.deliver(player_mail("B1: move 3", "stranger@example.net", f"<{number}@example.net>"))
    assert len(app.queued("notice")) == 5
    assert len(app.gateway.mail_context.quarantine.waiting()) == 8


def test_a_hidden_or_doubled_sender_is_no_player(app: MailSetup) -> None:
    """An address inside an encoded name, or two addresses in From, prove nothing."""
    for number, line in enumerate(("=?utf-8?q?blue=40example.org?= <x@y.example>", "blue@example.org, x@y.example")):
        raw = f"From: {line}\r\nMessage-ID: <{number}@x>\r\n\r\nB1: move 3\r\n".encode()
        assert app.deliver(raw).startswith("held: ")
    assert app.filed() == []


def test_a_second_from_hides_no_first_one(app: MailSetup) -> None:
    """M-10: two From lines, of which the first cannot be read: our border may have judged either, so it is nobody's mail."""
    app.restart(AUTHSERV_ID=BORDER)
    raw = b"From: x " + b"(" * 21 + b" <x@y.example>\r\n" + vouched("B1: move 3", "fail")
    assert app.deliver(raw).startswith("held: ")


def test_another_player_with_this_seats_address_is_refused(app: MailSetup) -> None:
    """M-8: red has blue's address: nothing is filed, both are told once, and the log has it for blue."""
    for number in range(2):
        outcome = app.deliver(player_mail("B1: move 3", "red@example.org", f"<{number}@x>"), mail_from="red@example.org")
        assert outcome == "refused: it is from another player"
    assert not app.filed()
    assert sorted(str(mail["To"]) for mail in app.queued()) == [
        "The captain of B1 <blue@example.org>",
        "The captain of R1 <red@example.org>",
    ]
    assert {(e.seat, e.by) for e in events_of(app, AddressMisused) if isinstance(e, AddressMisused)} == {("blue", "red")}


# ---------------------------------------------------------------- who vouches


def test_nobody_is_accused_of_what_their_domain_disowns(app: MailSetup) -> None:
    """M-8, M-10: a stranger writes red's name into From; the log and red hear nothing of it, blue is asked."""
    app.restart(AUTHSERV_ID=BORDER)
    assert app.deliver(vouched("B1: move 3", "fail", "red@example.org")).startswith("held: ")
    assert not events_of(app, AddressMisused)
    assert [str(mail["To"]) for mail in app.queued()] == ["The captain of B1 <blue@example.org>"]


def test_a_strangers_unreadable_mails_make_no_robot_of_the_player(app: MailSetup) -> None:
    """M-17, M-40: the player hears once that such a mail came; their own mails are answered as before."""
    head = "From: x@y.example\r\nContent-Type: multipart/encrypted; boundary=b\r\nSubject: {}\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n"
    outcomes = [app.deliver(head.format(number).encode(), mail_from="x@y.example") for number in range(4)]
    assert set(outcomes) == {"rejected: encrypted"} and len(app.queued()) == 1
    app.deliver(player_mail("hello", message_id="<his@x>"))
    assert len(app.queued()) == 2 and LAST not in app.answer()


@pytest.mark.parametrize("server", ["mx.attacker.example", "mx.wardroom.example.attacker.example", "example.org"])
def test_only_our_own_border_is_believed(app: MailSetup, server: str) -> None:
    """M-9: a verdict that the mail brought along itself, good or bad, has no weight."""
    app.restart(AUTHSERV_ID=BORDER)
    assert app.deliver(vouched("B1: move 3", "fail", server=server)) == "orders accepted"
    assert app.deliver(vouched("B1: move 3", "pass", "stranger@example.net", server)).startswith("held: ")


def test_what_the_senders_domain_disowns_waits(app: MailSetup) -> None:
    """M-10: dmarc=fail under a policy of reject: held, whoever the sender says they are."""
    app.restart(AUTHSERV_ID=BORDER)
    assert app.deliver(vouched("B1: move 3", "fail")) == "held: the domain it says it is from disowns it"
    assert not app.filed()
    assert confirm(app, player_mail("mine", message_id="<yes@example.org>")) == "orders accepted"


def test_what_nobody_vouches_for_is_taken_and_marked(app: MailSetup) -> None:
    """M-10: no DMARC and no DKIM: the address is proof enough; the receipt says what is missing."""
    app.restart(AUTHSERV_ID=BORDER)
    app.deliver(player_mail("B1: move 3"))
    assert "anyone could write in your name" in " ".join(app.answer().split())
    app.deliver(vouched("B1: move 4", "pass"))
    assert "anyone could write in your name" not in " ".join(app.answer().split())


@pytest.mark.parametrize(
    "told",
    [{"X_Original_Sender": "blue@example.org"}, {"X_Original_From": "blue@example.org"}, {"Reply_To": "blue@example.org"}],
)
def test_a_list_we_know_may_put_itself_in_place_of_the_player(app: MailSetup, told: dict[str, str]) -> None:
    """M-11: `Blue via Game 1 <game1@lists.example>`: the player is found by the address, and only they are answered."""
    app.restart(LISTS=LIST)
    headers = {"List_Id": "<game1.lists.example>", "List_Post": f"<mailto:{LIST}>", "Precedence": "list", **told}
    raw = player_mail("B1: move 3", f'"Blue via Game 1" <{LIST}>', **headers)
    assert app.deliver(raw, mail_from="game1-bounces@lists.example") == "orders accepted"
    assert [str(mail["To"]) for mail in app.queued()] == ["The captain of B1 <blue@example.org>"]


def test_a_list_that_names_nobody_beside_itself_speaks_for_nobody(app: MailSetup) -> None:
    """M-11: every post goes to every seat's address, so one without its writer's name may be any other player's."""
    app.restart(LISTS=LIST)
    headers = {"List_Id": "<game1.lists.example>", "List_Post": f"<mailto:{LIST}>", "Reply_To": LIST, "Cc": "red@example.org"}
    assert app.deliver(player_mail("B1: move 3", f'"Red via Game 1" <{LIST}>', **headers)).startswith("held: ")
    assert not app.filed()


def test_a_list_we_do_not_know_may_not(app: MailSetup) -> None:
    """M-11: any list could say so; a rewritten sender is held unless the settings name the list."""
    headers = {"List_Id": "<game1.lists.example>", "List_Post": f"<mailto:{LIST}>"}
    assert app.deliver(player_mail("B1: move 3", f'"Blue via Game 1" <{LIST}>', **headers)).startswith("held: ")


def test_a_list_may_not_pass_on_another_players_mail_as_this_ones(app: MailSetup) -> None:
    """M-11: the list says that red wrote: not filed for blue."""
    app.restart(LISTS=LIST)
    headers = {"List_Id": "<game1.lists.example>", "List_Post": f"<mailto:{LIST}>", "Reply_To": "red@example.org"}
    said = "dropped: it is another player's post to a list that we know"
    assert app.deliver(player_mail("B1: move 3", f'"Red via Game 1" <{LIST}>', **headers)) == said
    assert app.deliver(player_mail("B1: move 3", "red@example.org", **headers)) == said
    assert (app.filed(), app.queued()) == ([], [])


def test_a_standing_address_is_for_the_open_turn(app: MailSetup) -> None:
    """M-11: a list needs an address that stays: that of turn 0 orders for whichever turn is open, until it is rotated."""
    standing = app.address(turn=0)
    app.deliver(player_mail("B1: move 3"), to=standing)
    app.resolve(1)
    app.deliver(player_mail("B1: move 4", message_id="<2@x>"), to=standing)
    assert [(filed.turn, filed.sheet["B1"]) for filed in app.filed()] == [(1, ["move 3"]), (2, ["move 4"])]
    app.gateway.people.rotate(app.blue.id)
    assert app.gateway.inbox.judge(standing).startswith("550")


def test_a_list_must_be_vouched_for_where_senders_are_checked(app: MailSetup) -> None:
    """M-11, M-12: with a leaked address anyone could write the list's name into their mail; our border must know the list."""
    app.restart(LISTS=LIST, AUTHSERV_ID=BORDER)
    headers = {"List_Id": "<game1.lists.example>", "List_Post": f"<mailto:{LIST}>", "Reply_To": "blue@example.org"}
    raw = player_mail("B1: move 3", f'"Blue via Game 1" <{LIST}>', **headers)
    assert app.deliver(raw).startswith("held: ")
    said = f"Authentication-Results: {BORDER}; dmarc=pass header.from=lists.example\r\n".encode()
    assert app.deliver(said + raw) == "orders accepted"


def test_a_signature_that_a_footer_broke_is_no_harm_on_a_list_we_know(app: MailSetup) -> None:
    """M-11: the list kept the player's From and added a footer, so DMARC fails; the list itself is vouched for."""
    app.restart(AUTHSERV_ID=BORDER, LISTS=LIST)
    said = (
        f"Authentication-Results: {BORDER}; dmarc=fail (p=reject) header.from=example.org; "
        "dkim=pass header.d=lists.example; dkim=fail header.d=example.org\r\n"
    )
    raw = player_mail("B1: move 3", List_Id="<game1.lists.example>", List_Post=f"<mailto:{LIST}>")
    assert app.deliver(said.encode() + raw) == "orders accepted"


def test_a_forwarded_report_lets_nobody_else_order(app: MailSetup) -> None:
    """M-12: who got the address by a forwarded report can't order with it; once it is rotated the server says 550."""
    leaked = app.address()
    assert app.deliver(player_mail("B1: move 3", "friend@example.net"), to=leaked).startswith("held: ")
    app.gateway.people.rotate(app.blue.id)
    assert app.gateway.inbox.judge(leaked).startswith("550 5.1.1")
    person = app.gateway.people.by_id(app.blue.id)
    assert person is not None
    fresh = app.gateway.signer.seat_address("g1", "blue", 1, person.key)
    assert app.gateway.inbox.judge(fresh) == ""
    assert app.deliver(player_mail("B1: move 3"), to=fresh) == "orders accepted"


def test_a_mail_whose_address_is_worn_out_is_no_ticket(app: MailSetup) -> None:
    """M-12, M-3: who got a forwarded report has its Message-ID, too; once the address is rotated neither leads anywhere."""
    app.gateway.publish_pending()
    (report,) = (mail for mail in app.queued("report") if "blue@" in str(mail["To"]))
    raw = player_mail("B1: move 3", In_Reply_To=str(report["Message-ID"])).replace(b"[g1 T0]", b"")
    app.gateway.people.rotate(app.blue.id)
    assert app.deliver(raw, to=f"orders@{DOMAIN}") == "answered: no game was found"
    assert not app.filed()


def test_new_addresses_go_out_with_the_report(app: MailSetup) -> None:
    """M-12, M-54: after rotating, the report is sent once more: same turn, new address, new Message-ID."""
    app.gateway.publish_pending()
    app.gateway.people.rotate(app.blue.id)
    person = app.gateway.people.by_id(app.blue.id)
    assert person is not None and resend(app.gateway.mail_context, person) == 1
    first, again = (mail for mail in app.queued("report") if "blue@" in str(mail["To"]))
    assert first["Subject"] == again["Subject"]
    assert first["Message-ID"] != again["Message-ID"] and first["Reply-To"] != again["Reply-To"]
    assert app.gateway.inbox.judge(str(again["Reply-To"])) == ""


def test_nothing_of_a_players_orders_reaches_another_or_the_log_file(app: MailSetup, caplog: pytest.LogCaptureFixture) -> None:
    """M-48: orders are in the player's own receipt only: no Cc, no other mailbox, no line of the program's log."""
    caplog.set_level("INFO")
    app.deliver(player_mail("B1: move 7", Cc="red@example.org"))
    assert "move 7" not in caplog.text
    (receipt,) = app.queued()
    assert "move 7" in text_of(receipt)
    assert receipt["To"] == "The captain of B1 <blue@example.org>" and receipt["Cc"] is None
    assert DOMAIN in str(receipt["From"])

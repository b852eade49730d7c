"""What the post office and the service make of each other: refusals, bounces, two ways in for one mail."""

from __future__ import annotations

import json
import re
import signal

from tests.e2e.programs import until
from tests.e2e.site import DOMAIN, FETCHED, FROM_US, KEEPER, NO_ANSWER, Site, text_of

NOT_FROM_US = ("FROM", "MAILER-DAEMON@")


def test_a_wrong_token_is_refused_at_the_door(site: Site) -> None:
    """M-2: 550 at RCPT: it is postfix that tells the sender, with our words; from us nothing comes."""
    duel = site.duel()
    wrong = _changed(str(duel.report("blue")["Reply-To"]))
    assert duel.player("blue").swaks(wrong, "BIS: T1 TURN L").returncode == 0
    bounce = site.dovecot.await_mail(duel.players["blue"], *NOT_FROM_US)
    assert "550 5.1.1" in bounce.as_string() and wrong in bounce.as_string()
    assert len(site.dovecot.mails(duel.players["blue"])) == 2
    assert duel.filed() == []


def test_too_big_a_mail_is_refused_by_its_size(site: Site) -> None:
    """M-25: we announce 256 KiB, so postfix hands nothing over; the sender is told by postfix which size it may have."""
    duel = site.duel()
    line = "x" * 70 + "\n"
    assert duel.player("blue").swaks(str(duel.report("blue")["Reply-To"]), line * 5000).returncode == 0
    bounce = site.dovecot.await_mail(duel.players["blue"], *NOT_FROM_US)
    assert "5.3.4" in bounce.as_string() and str(256 * 1024) in bounce.as_string()
    assert duel.filed() == []


def test_an_address_may_be_written_otherwise(site: Site) -> None:
    """M-1: with `.` or `=` for the `+`, or in capitals, it is the same seat's all the way through postfix."""
    duel = site.duel()
    to = str(duel.report("blue")["Reply-To"])
    for number, other in enumerate((to.replace("+", "."), to.replace("+", "="), to.upper()), 1):
        assert duel.player("blue").swaks(other, f"luck: number {number}").returncode == 0
        assert f"luck: number {number}" in text_of(duel.receipt("blue", number))


def test_mail_waits_while_the_service_is_down(site: Site) -> None:
    """M-24: killed, it takes nothing; postfix keeps the orders, and hands them over when the service is back."""
    duel = site.duel()
    to = str(duel.report("blue")["Reply-To"])
    site.service.end(signal.SIGKILL)
    try:
        assert duel.player("blue").swaks(to, "BIS: T1 TURN L").returncode == 0
        deferred = re.compile(rf"to=<{re.escape(to)}>.*status=deferred")
        until(lambda: deferred.search(site.postfix.log()), "postfix keeps the mail")
    finally:
        site.service.start()
    assert "T1 TURN L" in text_of(duel.receipt("blue"))
    assert duel.filed() == ["blue"]


def test_two_seats_in_one_mail(site: Site) -> None:
    """M-5: one person has both seats and writes to both addresses at once: each seat is ready, and the turn is resolved."""
    person = "both@players.example"
    duel = site.duel(blue=person, red=person)
    to = []
    for number in (1, 2):
        mail = site.dovecot.await_mail(person, "SUBJECT", f'"[{duel.stream} T0]"', number=number)
        to.append(str(mail["Reply-To"]))
    assert site.person(person).swaks(",".join(to), "ready").returncode == 0
    site.dovecot.await_mail(person, "SUBJECT", f'"[{duel.stream} T1]"', "NOT", "SUBJECT", '"Re: "', number=2)


def test_mail_for_postmaster_reaches_a_person(site: Site) -> None:
    """M-6: it is taken, and handed on to whom the settings name."""
    stranger = site.person("stranger@players.example")
    assert stranger.swaks(f"postmaster@{DOMAIN}", "Your reports do not reach me.").returncode == 0
    handed_on = site.dovecot.await_mail(KEEPER, *FROM_US, "SUBJECT", "postmaster")
    (original,) = (part.get_content() for part in handed_on.iter_attachments())
    assert b"Your reports do not reach me." in original
    assert site.dovecot.mails(stranger.address) == []


def test_a_mailbox_that_is_gone(site: Site) -> None:
    """M-19: postfix tells the return path of each report; after the second mail to it stops, and the operator is told."""
    left = "left@gone.example"
    site.duel(red=left)
    site.duel(red=left)
    told = site.dovecot.await_mail(KEEPER, *FROM_US, "SUBJECT", '"is stopped"')
    assert left in text_of(told) and "5.1.1" in text_of(told)
    people = json.loads(site.service.run("person", "list", "--json").stdout)
    (mailbox,) = (person["mailbox"] for person in people if person["address"] == left)
    assert mailbox.startswith("stopped") and "5.1.1" in mailbox


def test_an_address_that_is_refused_holds_nobody_else(site: Site) -> None:
    """M-53: postfix says 550 to one report; the other is delivered, and the operator is told which is lost."""
    duel = site.duel(blue="blue@refused.example")
    duel.report("red")
    told = site.dovecot.await_mail(KEEPER, *FROM_US, "SUBJECT", '"could not be delivered"')
    assert duel.stream in text_of(told) and "nobody has this address any more" in text_of(told)


def test_orders_in_a_strangers_mail_wait_for_the_players_word(site: Site) -> None:
    """M-7: the address has gone to someone else: their orders wait, they hear nothing, and count when the player answers."""
    duel = site.duel()
    to = str(duel.report("blue")["Reply-To"])
    stranger = site.person("finder@players.example")
    assert stranger.swaks(to, "BIS: T1 TURN L").returncode == 0
    asked = duel.mail("blue", 2)
    assert duel.filed() == [] and stranger.address in text_of(asked)
    duel.player("blue").nail_reply(2, "yes", "reply-to-honour")
    assert "T1 TURN L" in text_of(duel.mail("blue", 3))
    assert duel.filed() == ["blue"]
    assert site.dovecot.mails(stranger.address) == []


def test_a_report_says_what_it_is(site: Site) -> None:
    """M-18: as it lies in the mailbox: a return path of its own, and what keeps machines from answering."""
    duel = site.duel()
    blue, red = duel.report("blue"), duel.report("red")
    paths = {str(mail["Return-Path"]) for mail in (blue, red)}
    assert len(paths) == 2 and all(path.startswith("<orders+bounce-") for path in paths)
    assert (blue["Auto-Submitted"], blue["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    assert duel.stream in str(blue["List-Id"])


def test_leaving_by_mail(site: Site) -> None:
    """M-51: a mail to the address in List-Unsubscribe stops that player's reports; the game and the other's go on."""
    duel = site.duel()
    blue, red = duel.report("blue"), duel.report("red")
    (leave,) = re.findall(r"<mailto:([^>?]+)", str(blue["List-Unsubscribe"]))
    assert duel.player("blue").swaks(leave, "no more, please").returncode == 0
    goodbye = re.compile(rf"to=<{re.escape(leave)}>.*status=sent")
    until(lambda: goodbye.search(site.postfix.log()), "the mail is handed over")
    for seat, report in (("blue", blue), ("red", red)):
        assert duel.player(seat).swaks(str(report["Reply-To"]), "ready").returncode == 0
    duel.report("red", turn=1)
    assert site.dovecot.mails(duel.players["blue"], "SUBJECT", f'"[{duel.stream} T1]"', *NO_ANSWER) == []


def test_orders_from_a_mailbox(site: Site) -> None:
    """A mail that another server took for us is fetched by IMAP; its To says whose it is."""
    duel = site.duel()
    to = str(duel.report("blue")["Reply-To"])
    assert duel.player("blue").swaks(FETCHED, "BIS: T1 TURN L", To=to).returncode == 0
    assert "T1 TURN L" in text_of(duel.receipt("blue"))


def test_one_mail_by_two_ways(site: Site) -> None:
    """M-22: by LMTP and, as a copy, by IMAP: filed once, answered once."""
    duel = site.duel()
    to = str(duel.report("blue")["Reply-To"])
    sent = duel.player("blue").swaks(f"{to},{FETCHED}", "BIS: T1 TURN L", To=to, Message_Id="<twice@players.example>")
    assert sent.returncode == 0
    duel.receipt("blue")
    copy = ("HEADER", "Message-ID", "twice@players.example")
    site.dovecot.await_mail(FETCHED, *copy)
    site.dovecot.await_mail(FETCHED, *copy, "SEEN")
    assert duel.player("blue").swaks(to, "BIS: T1 TURN R").returncode == 0
    assert "T1 TURN R" in text_of(duel.receipt("blue", 2))


def _changed(address: str) -> str:
    """The address with the last letter of its signature changed."""
    local, _, domain = address.partition("@")
    return f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"

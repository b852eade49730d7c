"""No more reminders by a mail to the address in each; the reports go on."""

from __future__ import annotations

import re

from pbem.accounts.reminder_choices import ReminderChoice
from pbem.gateway.mailboxes.addresses import ANY_GAME, ReminderClaim
from pbem.service.games.opening import open_game
from pbem.service.reminders import choices
from tests.gateway.conftest import MailSetup, player_mail, text_of


def off(app: MailSetup, stream: str = "g1") -> str:
    return app.gateway.signer.reminders_address(stream, app.blue.id, app.blue.key)


def test_the_reminder_names_the_way(app: MailSetup) -> None:
    """RFC 2369 and RFC 8058: the page, the address, and one click where the page is encrypted."""
    app.restart(BASE_URL="https://wardroom.example")
    app.later(hours=21)
    app.gateway.remind()
    mail = app.queued("reminder")[0]
    link, address = re.findall("<([^>]*)>", mail["List-Unsubscribe"])
    assert link == app.gateway.signer.reminders_link("g1", app.blue.id, app.blue.key) and link in text_of(mail)
    assert address == f"mailto:{off(app)}?subject=unsubscribe" and len(off(app).partition("@")[0]) <= 64
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_mail_stops_them_once(app: MailSetup) -> None:
    """Of that game; the reports and other games are as before; the player is told how to have them again, once."""
    second = open_game(app.context, "drill", "open-sea", 24, {"blue": app.blue.id, "red": app.red.id})
    for number in range(2):
        assert app.deliver(player_mail("x", message_id=f"<{number}@x>"), off(app)) == "reminders stopped"
    assert choices.stopped(app.context, app.blue, "g1") and not choices.stopped(app.context, app.blue, second)
    assert not app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")
    (told,) = app.queued("notice")
    assert "no more reminders of game g1" in text_of(told) and app.gateway.signer.reminders_link(
        "g1", app.blue.id, app.blue.key
    ) in text_of(told)
    app.later(hours=21)
    app.gateway.remind()
    assert [text_of(mail).count("(g2)") for mail in app.queued("reminder") if "blue@" in str(mail["To"]).lower()] == [1]


def test_of_all_games(app: MailSetup) -> None:
    """The way in a mail that reminds of several; also where one game had a choice of its own."""
    choices.choose(app.context, app.blue, "g1", ReminderChoice("reminders", (6,)))
    app.deliver(player_mail("x"), off(app, ANY_GAME))
    assert choices.stopped(app.context, app.blue, "") and choices.stopped(app.context, app.blue, "g1")
    choices.resume(app.context, app.blue, "g1")
    assert not choices.stopped(app.context, app.blue, "g1") and choices.stopped(app.context, app.blue, "g7")
    choices.resume(app.context, app.blue, "")
    assert not choices.stopped(app.context, app.blue, "g7")


def test_a_forged_or_worthless_address_stops_nothing(app: MailSetup) -> None:
    """Another's signature; or the person has new addresses since, or is gone."""
    claim = app.gateway.signer.read(off(app))
    assert isinstance(claim, ReminderClaim) and claim.person == app.blue.id
    forged = off(app).replace(app.blue.id, app.red.id)
    assert app.gateway.inbox.judge(forged).startswith("550") and not app.gateway.inbox.judge(off(app))
    assert app.deliver(player_mail("x"), forged) == "dropped: the address is nobody's"
    old = off(app)
    app.gateway.rotate(app.blue.id)
    assert app.deliver(player_mail("x", message_id="<2@x>"), old) == "dropped: the address is nobody's"
    assert not choices.stopped(app.context, app.blue, "g1") and not choices.stopped(app.context, app.red, "g1")

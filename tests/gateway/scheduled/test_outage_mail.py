"""One mail to each player after an outage, over all their games."""

from __future__ import annotations

from datetime import timedelta

from pbem.gateway.scheduled import outage_mail
from pbem.service.games.opening import open_game
from pbem.service.outages.heal import heal
from pbem.service.outages.reported import report_outage
from pbem.service.outages.tables import ToTell, keep_to_tell, to_tell
from tests.gateway.conftest import MailSetup, text_of


def outage(app: MailSetup) -> None:
    """Six hours across all deadlines, and what follows."""
    app.later(hours=26)
    report_outage(app.context, app.clock[0] - timedelta(hours=6), app.clock[0], "The provider moved our server.")
    heal(app.context)


def test_a_player_of_two_games_gets_one_mail(app: MailSetup) -> None:
    """Each is told of their own games alone; asked again, nothing more is queued."""
    other = app.gateway.people.add("The captain of R2", "other@example.org", "")
    second = open_game(app.context, "drill", "open-sea", players={"blue": app.blue.id, "red": other.id})
    outage(app)
    assert outage_mail.tell(app.gateway.mail_context) == 3
    assert outage_mail.tell(app.gateway.mail_context) == 0 and to_tell(app.context) == []
    texts = {mail["To"].addresses[0].addr_spec: text_of(mail) for mail in app.queued("notice")}
    assert {address: [stream in text for stream in (app.stream, second)] for address, text in texts.items()} == {
        "blue@example.org": [True, True],
        "red@example.org": [True, False],
        "other@example.org": [False, True],
    }
    assert "could not be taken: The provider moved our server. That" in texts["red@example.org"].replace("\n", " ")


def test_whoever_stopped_the_mails_of_a_game_is_not_told(app: MailSetup) -> None:
    """As they asked."""
    app.gateway.mail_context.mailboxes.leave(app.blue.id, app.stream, "")
    outage(app)
    assert outage_mail.tell(app.gateway.mail_context) == 1


def test_a_deadline_that_was_not_moved_after_all_is_not_told(app: MailSetup) -> None:
    """A crash came between the note and the log, and then somebody paused the game."""
    keep_to_tell(app.context, ToTell(app.stream, 1, "2026-01-01T18:00:00.000000Z"))
    assert outage_mail.tell(app.gateway.mail_context) == 0 and to_tell(app.context) == []
    assert app.queued("notice") == []

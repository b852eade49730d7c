"""A silent game master: the clock notes it, and all whom it concerns get one mail."""

from __future__ import annotations

import pytest

from events.platform import MasterSilent, PolicySet
from pbem.accounts.people import Person
from pbem.service.audit.verify import audit
from pbem.service.context import stamp
from pbem.service.games.game_master import announce, name_master
from pbem.service.ladder.absence import set_policy
from pbem.service.repository import load
from tests.gateway.conftest import MailSetup, player_mail, text_of

SUBJECT = "[g1 T1] who runs this game"


def words(text: str) -> str:
    """Unwrapped."""
    return " ".join(text.split())


@pytest.fixture
def umpire(app: MailSetup) -> Person:
    """Runs the game and does not play."""
    person = app.gateway.people.add("The umpire", "umpire@example.org", stamp(app.clock[0]))
    name_master(app.context, "g1", person.id, "as agreed", "operator")
    return person


def mails(app: MailSetup) -> dict[str, str]:
    """What was queued about it, by whom it goes to."""
    return {str(mail["To"]).lower(): text_of(mail) for mail in app.queued() if mail["Subject"] == SUBJECT}


def test_all_are_told_once_and_may_vote_in_answer(app: MailSetup, umpire: Person) -> None:
    """The players how to vote, and for what somebody voted; the game master how to end it. Then a majority decides."""
    app.deliver(player_mail("vote master red: no answer\n"))
    app.later(days=14)
    app.gateway.silent_masters.look()
    app.later(hours=2)
    app.gateway.silent_masters.look()
    found = mails(app)
    assert len(found) == 3 and len([mail for mail in app.queued() if mail["Subject"] == SUBJECT]) == 3
    assert len(list(app.store.select("g1", [MasterSilent]))) == 1
    (to_red,) = [text for to, text in found.items() if "red@" in to]
    assert "since 2026-01-01 12:00 UTC" in words(to_red) and "vote roll back to 3" in to_red and "  vote master red\n" in to_red
    (to_umpire,) = [text for to, text in found.items() if "umpire@" in to]
    assert "nothing there, though something needs you" in words(to_umpire) and max(map(len, to_umpire.splitlines())) <= 72
    mail = next(mail for mail in app.queued() if mail["Subject"] == SUBJECT and "red@" in mail["To"])
    answer = "vote master red\n\nOn Thursday the game wrote:\n" + "\n".join(f"> {line}" for line in to_red.splitlines())
    app.deliver(player_mail(answer, "red@example.org", "<m2@example.org>"), mail["Reply-To"], "red@example.org")
    assert load(app.context, "g1").ledger.master == app.red.id and audit(app.context, "g1").sound


def test_a_page_and_a_mail_are_signs(app: MailSetup, umpire: Person) -> None:
    """Of a master who plays, a mail that was taken; of any, a page that they opened."""
    app.deliver(player_mail("vote pause\n"))
    app.later(days=10)
    keys = app.gateway.silent_masters.keys
    keys.open_session(umpire.id, "Firefox", stamp(app.clock[0]))
    app.later(days=10)
    app.gateway.silent_masters.look()
    assert not mails(app)
    name_master(app.context, "g1", app.blue.id, "the umpire asked for it", "operator")
    app.later(days=10)
    app.deliver(player_mail("status\n", message_id="<m2@example.org>"))
    app.later(days=10)
    app.gateway.silent_masters.look()
    assert not mails(app)
    app.later(days=4)
    app.gateway.silent_masters.look()
    assert len(mails(app)) == 2


def test_the_operator_is_told_where_they_decide(app: MailSetup, umpire: Person) -> None:
    app.restart(POSTMASTER="operator@example.org")
    set_policy(app.context, "g1", PolicySet(silent_then="operator", why="as all agreed"))
    app.deliver(player_mail("vote pause\n"))
    app.later(days=14)
    app.gateway.silent_masters.look()
    found = mails(app)
    assert len(found) == 4 and "it is you who decides" in words(found["operator@example.org"])
    assert "  vote pause" in found["operator@example.org"] and audit(app.context, "g1").sound
    (to_blue,) = [text for to, text in found.items() if "blue@" in to]
    assert "the operator decides now" in words(to_blue) and "vote draw" not in to_blue


def test_it_looks_once_an_hour(app: MailSetup, umpire: Person) -> None:
    """And a game that is in order costs no mail."""
    announce(app.context, "g1", "Welcome")
    app.gateway.silent_masters.look()
    app.deliver(player_mail("vote pause\n"))
    app.later(days=14)
    app.gateway.silent_masters.look()
    assert len(mails(app)) == 3

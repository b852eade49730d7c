"""Old mail read again with a newer extractor, and each step explained."""

from __future__ import annotations

from email.message import Message

import pytest

from pbem.gateway.extract import Extract, extract
from pbem.gateway.inbound.reprocess import reprocess
from pbem.gateway.reading import read_mail
from pbem.gateway.reading.explain import explain
from pbem.service.orders.file import file_orders
from tests.gateway.conftest import MailSetup, player_mail


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An extractor that misses every line with a 4 in it."""

    def missing(message: Message, sent: list[str]) -> Extract:
        found = extract(message, sent)
        kept = "\n".join(line for line in found.orders.splitlines() if "4" not in line)
        return found._replace(orders=kept)

    monkeypatch.setattr(read_mail, "extract", missing)
    return monkeypatch


def test_a_mended_extractor_files_what_it_missed(app: MailSetup, blind: pytest.MonkeyPatch) -> None:
    """Two mails, of the first of which a line was missed: both are read again in their order, and one new sheet is filed."""
    first = app.gateway.receive(player_mail("B1:\nmove 4\n"), "blue@example.org", app.address())
    app.deliver(player_mail("ready", message_id="<2@x>"))
    assert app.filed() == []
    blind.undo()
    assert [again.outcome for again in reprocess(app.gateway.mail_context, [first], dry_run=True)] == ["it reads otherwise now"]
    assert app.filed() == []
    (done,) = reprocess(app.gateway.mail_context, [first[:8]])
    assert (done.outcome, done.now) == ("filed anew: accepted", "B1:\nmove 4")
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 4"]}]
    assert [again.outcome for again in reprocess(app.gateway.mail_context, [first])] == ["it reads the same"]


def test_a_turn_that_is_closed_stays_as_it_was(app: MailSetup, blind: pytest.MonkeyPatch) -> None:
    """What was resolved is history: the difference is told, and nothing is changed."""
    sha = app.gateway.receive(player_mail("B1:\nmove 4\n"), "blue@example.org", app.address())
    app.gateway.process_pending()
    app.resolve(1)
    blind.undo()
    (done,) = reprocess(app.gateway.mail_context, [sha])
    assert done.outcome.startswith("it reads otherwise now; nothing was changed: turn 1 of g1 is closed")
    assert app.filed() == []


def test_orders_that_came_otherwise_are_not_thrown_away(app: MailSetup, blind: pytest.MonkeyPatch) -> None:
    """Orders filed on the web between the mails cannot be read again, so nothing is changed."""
    sha = app.gateway.receive(player_mail("B1:\nmove 4\n"), "blue@example.org", app.address())
    app.gateway.process_pending()
    file_orders(app.context, "g1", "blue", "B1: move 7", "web 1", 1)
    blind.undo()
    (done,) = reprocess(app.gateway.mail_context, [sha])
    assert "otherwise than by mail" in done.outcome
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 7"]}]


def test_unknown_and_forgotten_mails_are_told(app: MailSetup) -> None:
    """An id that is none; a mail whose text is gone."""
    sha = app.gateway.receive(player_mail("B1: move 3"), "blue@example.org", app.address())
    app.gateway.process_pending()
    app.gateway.tables.forget("9999")
    outcomes = [again.outcome for again in reprocess(app.gateway.mail_context, ["abcdef", sha])]
    assert outcomes == ["there is no such mail", "its text has been forgotten"]


def test_each_step_has_its_reason(app: MailSetup) -> None:
    """`mail explain`: envelope, kind, place, sender, who vouches, decision, the steps of reading, and the orders."""
    app.gateway.publish_pending()
    sha = app.gateway.receive(
        player_mail("B1: move 3\n\nOn Thu, Jan 1, 2026, Wardroom wrote:\n> B1: move 1\n"), "blue@example.org", app.address()
    )
    kept = app.gateway.tables.inbound(sha)
    assert kept is not None
    steps = explain(app.gateway.mail_context, kept)
    found = dict(steps)
    assert found["kind"].startswith("reply")
    assert found["place"] == "g1, seat blue, turn 1, by its address"
    assert found["decision"].startswith("take: ")
    assert found["orders"] == "B1: move 3"
    assert [name for name, _ in steps][:7] == ["envelope", "address", "kind", "place", "sender", "vouched", "decision"]
    assert app.filed() == []
    bounce = app.gateway.receive(b"Subject: x\r\n\r\n", "", app.gateway.signer.bounce_address("<m@x>"))
    kept = app.gateway.tables.inbound(bounce)
    assert kept is not None and ("special", "no orders are looked for in it") in explain(app.gateway.mail_context, kept)

"""Old mail read again with a newer extractor, and each step explained."""

from __future__ import annotations

from email.message import Message

import pytest

from pbem.gateway.extract import Extract, extract
from pbem.gateway.inbound import read_mail
from pbem.gateway.special.explain import explain
from pbem.gateway.special.reprocess import reprocess
from pbem.service.orders.file import file_orders
from tests.gateway.conftest import House, letter


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An extractor that misses every line with a 4 in it."""

    def missing(message: Message, sent: list[str]) -> Extract:
        found = extract(message, sent)
        kept = "\n".join(line for line in found.orders.splitlines() if "4" not in line)
        return found._replace(orders=kept)

    monkeypatch.setattr(read_mail, "extract", missing)
    return monkeypatch


def test_a_mended_extractor_files_what_it_missed(house: House, blind: pytest.MonkeyPatch) -> None:
    """Two mails, of the first of which a line was missed: both are read again in their order, and one new sheet is filed."""
    first = house.gateway.receive(letter("B1:\nmove 4\n"), "blue@example.org", house.address())
    house.deliver(letter("ready", message_id="<2@x>"))
    assert house.filed() == []
    blind.undo()
    assert [again.outcome for again in reprocess(house.gateway.post, [first], dry_run=True)] == ["it reads otherwise now"]
    assert house.filed() == []
    (done,) = reprocess(house.gateway.post, [first[:8]])
    assert (done.outcome, done.now) == ("filed anew: accepted", "B1:\nmove 4")
    assert [filed.sheet for filed in house.filed()] == [{"B1": ["move 4"]}]
    assert [again.outcome for again in reprocess(house.gateway.post, [first])] == ["it reads the same"]


def test_a_turn_that_is_closed_stays_as_it_was(house: House, blind: pytest.MonkeyPatch) -> None:
    """What was resolved is history: the difference is told, and nothing is changed."""
    sha = house.gateway.receive(letter("B1:\nmove 4\n"), "blue@example.org", house.address())
    house.gateway.process_pending()
    house.resolve(1)
    blind.undo()
    (done,) = reprocess(house.gateway.post, [sha])
    assert done.outcome.startswith("it reads otherwise now; nothing was changed: turn 1 of g1 is closed")
    assert house.filed() == []


def test_orders_that_came_otherwise_are_not_thrown_away(house: House, blind: pytest.MonkeyPatch) -> None:
    """Orders filed on the web between the mails cannot be read again, so nothing is changed."""
    sha = house.gateway.receive(letter("B1:\nmove 4\n"), "blue@example.org", house.address())
    house.gateway.process_pending()
    file_orders(house.room, "g1", "blue", "B1: move 7", "web 1", 1)
    blind.undo()
    (done,) = reprocess(house.gateway.post, [sha])
    assert "otherwise than by mail" in done.outcome
    assert [filed.sheet for filed in house.filed()] == [{"B1": ["move 7"]}]


def test_unknown_and_forgotten_mails_are_told(house: House) -> None:
    """An id that is none; a mail whose text is gone."""
    sha = house.gateway.receive(letter("B1: move 3"), "blue@example.org", house.address())
    house.gateway.process_pending()
    house.gateway.tables.forget("9999")
    outcomes = [again.outcome for again in reprocess(house.gateway.post, ["abcdef", sha])]
    assert outcomes == ["there is no such mail", "its text has been forgotten"]


def test_each_step_has_its_reason(house: House) -> None:
    """`mail explain`: envelope, kind, place, sender, who vouches, decision, the steps of reading, and the orders."""
    house.gateway.publish_pending()
    sha = house.gateway.receive(
        letter("B1: move 3\n\nOn Thu, Jan 1, 2026, Wardroom wrote:\n> B1: move 1\n"), "blue@example.org", house.address()
    )
    kept = house.gateway.tables.inbound(sha)
    assert kept is not None
    steps = explain(house.gateway.post, kept)
    found = dict(steps)
    assert found["kind"].startswith("reply")
    assert found["place"] == "g1, seat blue, turn 1, by its address"
    assert found["decision"].startswith("take: ")
    assert found["orders"] == "B1: move 3"
    assert [name for name, _ in steps][:7] == ["envelope", "address", "kind", "place", "sender", "vouched", "decision"]
    assert house.filed() == []
    bounce = house.gateway.receive(b"Subject: x\r\n\r\n", "", house.gateway.office.bounce_address("<m@x>"))
    kept = house.gateway.tables.inbound(bounce)
    assert kept is not None and ("errand", "no orders are looked for in it") in explain(house.gateway.post, kept)

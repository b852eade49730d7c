"""Mailman 3 in front of a game's list: footers, munged senders, list headers."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.e2e.programs import until
from tests.e2e.site import LIST, Duel, Site, text_of

OTHERS = "dropped: it is another player's post to a list that we know"


@pytest.fixture(scope="module")
def duel(site: Site) -> Iterator[Duel]:
    """A game whose list has two members: an order address of blue that stays, and red."""
    made = site.duel()
    standing = site.service.run("game", "address", made.stream, "blue").stdout.decode().strip()
    site.mailman.make_list(LIST, standing, made.players["red"])
    site.mailman.start()
    yield made


def test_orders_through_a_list(site: Site, duel: Duel) -> None:
    """M-11: From is the list's, a footer is below: the orders are filed, the footer is not read, the player is answered."""
    assert duel.player("blue").swaks(LIST, "BIS: T1 TURN L\nready").returncode == 0
    passed_on = site.dovecot.await_mail(duel.players["red"], "FROM", LIST, "BODY", '"T1 TURN L"')
    assert "via Game7" in str(passed_on["From"]) and "_____" in text_of(passed_on)
    receipt = duel.receipt("blue")
    text = text_of(receipt)
    assert text.startswith("ACCEPTED") and "T1 TURN L" in text and "PROBLEM" not in text.upper()
    assert [each.addr_spec for each in receipt["To"].addresses] == [duel.players["blue"]] and receipt["Cc"] is None
    assert duel.filed() == ["blue"]
    assert site.dovecot.mails(duel.players["red"], "FROM", LIST, "BODY", "ACCEPTED") == []


def test_another_players_post_is_not_taken_for_mine(site: Site, duel: Duel) -> None:
    """M-11: red's post reaches blue's order address too, with the list as its sender: it is dropped, and nobody is bothered."""
    filed = duel.filed()
    assert duel.player("red").swaks(LIST, "BIS: T1 TURN R").returncode == 0
    until(lambda: OTHERS in [mail["outcome"] for mail in json.loads(site.service.run("mail", "list", "--json").stdout)], OTHERS)
    assert duel.filed() == filed
    assert site.dovecot.mails(duel.players["blue"], "SUBJECT", '"are these orders yours"') == []

"""The press page: what a seat wrote and what was written to it; words go by mail at once, whatever they look like."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.service.games import game_master, opening
from pbem.service.orders.file import file_orders
from pbem.service.press import messages
from tests.web.builders.sites import WebSite

ADMIRALS = {"gb": "gb@example.org", "gb2": "gb2@example.org", "fr": "fr@example.org", "fr2": "fr2@example.org"}


@pytest.fixture
def fleets(site: WebSite) -> str:
    """Two sides of two admirals each; seats gb and gb2 play for the side gb."""
    people = {seat: site.person(address).id for seat, address in ADMIRALS.items()}
    return opening.open_game(
        site.context,
        "sovereign_seas",
        "fleet-engagement",
        players=people,
        setup=opening.GameSetup(options={"admirals": "two"}),
    )


def write(client: FlaskClient, stream: str, seat: str, words: str, *to: str, form: str = "1") -> TestResponse:
    return client.post(f"/g/{stream}/press?side={seat}", data={"to": list(to), "words": words, "form": form})


def read(site: WebSite, stream: str, seat: str) -> str:
    reply = site.browser(ADMIRALS[seat]).get(f"/g/{stream}/press?side={seat}")
    assert reply.status_code == 200
    return reply.text


def test_words_reach_those_they_are_for_and_nobody_else(site: WebSite, fleets: str) -> None:
    """Writer and addressees read it, with its time; neither the writer's own side nor the other admiral of theirs does."""
    sent = write(site.browser(ADMIRALS["gb"]), fleets, "gb", "Strike your colours!", "fr")
    assert sent.status_code == 303
    assert "Strike your colours!" in read(site, fleets, "gb") and "Strike your colours!" in read(site, fleets, "fr")
    assert "Strike" not in read(site, fleets, "gb2") and "Strike" not in read(site, fleets, "fr2")
    (mail,) = (site.folder / "mail" / ADMIRALS["fr"] / "new").iterdir()
    assert "Strike your colours!" in mail.read_text()


def test_a_seat_named_like_its_side_is_one_seat(site: WebSite, fleets: str) -> None:
    """A box that is ticked means that seat, though `press to gb` in a mail means the side."""
    write(site.browser(ADMIRALS["fr"]), fleets, "fr", "To you alone", "gb")
    assert "To you alone" in read(site, fleets, "gb") and "To you alone" not in read(site, fleets, "gb2")


def test_any_words_are_handed_on_as_they_are(site: WebSite, fleets: str) -> None:
    """Empty lines, lines like orders, `END`, quotes and markup are words; the same form sent twice sends once."""
    words = "Dear foe,\n\n> you wrote\nEND\nready\n<script>alert(1)</script>"
    for _ in range(2):
        write(site.browser(ADMIRALS["gb"]), fleets, "gb", words, "fr", "fr2")
    (message,) = messages.messages(site.context, fleets, "fr")
    assert message.text == words and message.to == ["fr", "fr2"]
    page = read(site, fleets, "fr")
    assert "<script>alert" not in page and "&lt;script&gt;" in page


def test_press_by_mail_is_here_too_and_erased_words_are_shown_as_erased(site: WebSite, fleets: str) -> None:
    """One list for both ways; when a person's words are erased the message stays, without them."""
    file_orders(site.context, fleets, "gb", "press to fr: from the mail", "a" * 64)
    assert "from the mail" in read(site, fleets, "fr")
    messages.erase(site.context, site.person(ADMIRALS["gb"]).id)
    page = read(site, fleets, "fr")
    assert "from the mail" not in page and "erased" in page


def test_what_cannot_be_sent_is_said_and_kept(site: WebSite, fleets: str) -> None:
    """Nobody chosen, no words, too long, nobody of that name, the game over: a sentence, and the words stay in the form."""
    gb = site.browser(ADMIRALS["gb"])
    for words, to, said in (
        ("Hello there", [], "Choose to whom"),
        ("   ", ["fr"], "no words"),
        ("x" * 10_001, ["fr"], "too long"),
        ("Hello there", ["nobody"], "no seat"),
        ("Hello there", ["gb"], "Choose to whom"),
    ):
        reply = write(gb, fleets, "gb", words, *to)
        assert reply.status_code == 409 and said in reply.text and words.strip() in reply.text
    game_master.end(site.context, fleets, "called off")
    assert "the game is over" in write(gb, fleets, "gb", "Hello", "fr").text.lower()
    assert not messages.messages(site.context, fleets, "gb")


def test_only_its_player_reads_and_writes(site: WebSite, fleets: str) -> None:
    """Nobody, a stranger and another seat of the same side are refused."""
    for who, code in (("", 401), ("other@example.org", 403), (ADMIRALS["gb2"], 403)):
        client = site.browser(who)
        assert client.get(f"/g/{fleets}/press?side=gb").status_code == code
        assert write(client, fleets, "gb", "I am gb", "fr").status_code == code
    assert not messages.messages(site.context, fleets, "fr")

"""The game master's box: who may open it, what each form does, what players see, invitations and seats."""

from __future__ import annotations

import re
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.service.context import stamp
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.repository import load
from tests.service.builders.policies import policy_of
from tests.web.builders.sites import WebSite

MASTER, BLUE, RED, GREEN = (f"{name}@example.org" for name in ("master", "blue", "red", "green"))


def opened(site: WebSite, *free: str, open_seats: bool = False) -> str:
    """A duel run by master@example.org, with these seats free."""
    players = {seat: site.person(f"{seat}@example.org").id for seat in ("blue", "red") if seat not in free}
    rules = policy_of(0.0, "standing", open_seats, "the game was opened")
    setup = GameSetup(players, {}, site.person(MASTER).id, rules)
    return open_game(site.context, "star_navy", "first-blood", setup=setup)


def do(browser: FlaskClient, stream: str, act: str, **fields: object) -> TestResponse:
    """Send one form of the box, and its confirmation."""
    given = {"act": act, "why": "a good reason", "sure": "yes", **fields}
    return browser.post(f"/g/{stream}/master", data=given, follow_redirects=True)


def posted(site: WebSite, address: str) -> list[EmailMessage]:
    """What was mailed to an address so far, without the reports, which take their time."""
    site.gateway.flush()
    files = sorted((site.folder / "mail" / address / "new").glob("*"))
    mails = [BytesParser(policy=policy.default).parsebytes(path.read_bytes()) for path in files]
    return [mail for mail in mails if isinstance(mail, EmailMessage)]


def body(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def link_in(mail: EmailMessage) -> str:
    found = re.search(r"http\S+/invite/\S+", body(mail))
    assert found
    return urlsplit(found[0]).path


def invitations(site: WebSite, address: str) -> list[str]:
    return [link_in(mail) for mail in posted(site, address) if "/invite/" in body(mail)]


def test_only_the_master_opens_the_box(site: WebSite) -> None:
    """Nobody is asked to sign in, players are refused, for looking and for doing."""
    stream = opened(site)
    for who, code in (("", 401), (BLUE, 403), (GREEN, 403)):
        browser = site.browser(who)
        assert browser.get(f"/g/{stream}/master").status_code == code
        assert browser.post(f"/g/{stream}/master", data={"act": "pause", "why": "x"}).status_code == code
    assert not load(site.context, stream).ledger.paused
    page = site.browser(MASTER).get(f"/g/{stream}/master")
    assert page.status_code == 200 and b"Pause the game" in page.data


@pytest.mark.parametrize(
    ("act", "fields", "said"),
    [
        ("pause", {}, "The game was paused (by the game master): a good reason"),
        ("extend", {"hours": "24"}, "2026-01-03 12:00 UTC (by the game master): a good reason"),
        ("deadline", {"due": "2026-01-05T20:00"}, "2026-01-05 20:00 UTC (by the game master): a good reason"),
        ("announce", {"words": "Lunch <b>first</b>."}, "Lunch <b>first</b>."),
        ("watch", {"seat": "red"}, "looks through the eyes of Red while turn 1 is open"),
        (
            "policy",
            {"grace_hours": "12", "wait_days": "14"},
            "12 hours of grace once a turn; for a player who is away the deadline waits",
        ),
        ("bot", {"seat": "red", "bot": "cautious"}, "Seat Red is played by the bot cautious"),
        ("vacate", {"seat": "red"}, "Seat Red is free (by the game master): a good reason"),
    ],
)
def test_every_act_is_told_to_the_players(site: WebSite, act: str, fields: dict[str, str], said: str) -> None:
    """It is mailed at once to who plays, and stands on the page of the box and in the history."""
    stream = opened(site)
    page = do(site.browser(MASTER), stream, act, **fields)
    assert page.status_code == 200, page.text
    told = [" ".join(body(mail).split()) for mail in posted(site, BLUE)]
    assert sum(said in text for text in told) == 1, told
    history = site.browser().get(f"/g/{stream}/history").text
    assert "a good reason" in history or act == "announce"


def test_a_reason_is_needed(site: WebSite) -> None:
    """No act without one; the refusal says so and nothing is done."""
    stream = opened(site)
    answer = do(site.browser(MASTER), stream, "pause", why="  ")
    assert answer.status_code == 409 and "say why" in answer.text.lower()
    assert not load(site.context, stream).ledger.paused


@pytest.mark.parametrize("act", ["resolve", "roll_back", "rerun", "end", "vacate", "replace", "hand_over"])
def test_what_is_grave_is_asked_twice(site: WebSite, act: str) -> None:
    """The first form only tells what will happen; the button of that page does it."""
    stream = opened(site)
    site.played(stream, 2)
    head = site.context.store.head(stream)
    master = site.browser(MASTER)
    fields = {"act": act, "why": "because", "turn": "1", "seat": "red", "address": GREEN}
    page = master.post(f"/g/{stream}/master", data=fields)
    assert page.status_code == 200 and "This will happen" in page.text and site.context.store.head(stream) == head
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.text))
    assert hidden["why"] == "because"
    assert master.post(f"/g/{stream}/master", data=hidden).status_code == 303
    assert site.context.store.head(stream) != head


def test_a_roll_back_is_seen_on_every_page(site: WebSite) -> None:
    """The box offers the turn, the report says what was undone, the old address stays and says that it is undone."""
    stream = opened(site)
    site.played(stream, 2)
    assert do(site.browser(MASTER), stream, "roll_back", turn="1").status_code == 200
    blue = site.browser(BLUE)
    assert "Turn 2 was undone" in blue.get(f"/g/{stream}").text
    assert "Undone." in blue.get(f"/g/{stream}/t/2").text
    assert "Turn 2 was undone" in site.browser().get(f"/g/{stream}").text


def test_looking_through_a_seats_eyes(site: WebSite) -> None:
    """The master sees the seat's page while the turn is open, and not a turn longer; nobody else does."""
    stream = opened(site)
    master = site.browser(MASTER)
    assert master.get(f"/g/{stream}?side=red").status_code == 403
    do(master, stream, "watch", seat="red")
    assert master.get(f"/g/{stream}?side=red").status_code == 200
    assert site.browser(GREEN).get(f"/g/{stream}?side=red").status_code == 403
    assert master.get(f"/g/{stream}?side=blue").status_code == 403
    site.played(stream, 1)
    assert master.get(f"/g/{stream}?side=red").status_code == 403


def test_an_invitation_is_mailed_and_accepted(site: WebSite) -> None:
    """The mailed link opens a page with a button; the button seats the invited, starts the clock, and works once."""
    stream = opened(site, "red")
    do(site.browser(MASTER), stream, "invite", seat="red", address=GREEN)
    (path,) = invitations(site, GREEN)
    guest = site.browser()
    assert "Take the seat" in guest.get(path).text
    assert load(site.context, stream).ledger.players.keys() == {"blue"}
    assert guest.post(path).status_code == 200
    ledger = load(site.context, stream).ledger
    assert ledger.players["red"] == site.person(GREEN).id and ledger.due and not ledger.offered
    assert "The seat is taken" in guest.get(path).text
    assert guest.post(path).status_code == 409


def test_an_invitation_signs_nobody_in(site: WebSite) -> None:
    """Whoever has the link may take the seat for its person, and see nothing of it; a fresh link to sign in by is mailed."""
    stream = opened(site, "red")
    do(site.browser(MASTER), stream, "invite", seat="red", address=GREEN)
    guest = site.browser()
    assert "on its way" in guest.post(invitations(site, GREEN)[0]).text
    assert guest.get(f"/g/{stream}?side=red").status_code == 401
    assert any("/sign-in/" in body(mail) for mail in posted(site, GREEN))


def test_a_later_invitation_voids_the_earlier(site: WebSite) -> None:
    """The seat was offered to somebody else since; forged links are none."""
    stream = opened(site, "red")
    master = site.browser(MASTER)
    do(master, stream, "invite", seat="red", address=GREEN)
    do(master, stream, "invite", seat="red", address=RED)
    assert site.browser().post(invitations(site, GREEN)[0]).status_code == 409
    assert site.browser().get("/invite/" + invitations(site, GREEN)[0].rpartition("/")[2][:-2] + "xx").status_code == 409
    assert site.browser().post(invitations(site, RED)[0]).status_code == 200


def test_a_replaced_player_is_out(site: WebSite) -> None:
    """Their page is closed to them and their seat is free until the new one accepts."""
    stream = opened(site)
    do(site.browser(MASTER), stream, "replace", seat="red", address=GREEN)
    assert site.browser(RED).get(f"/g/{stream}?side=red").status_code == 403
    site.browser().post(invitations(site, GREEN)[0])
    assert site.browser(GREEN).get(f"/g/{stream}?side=red").status_code == 200


def test_a_free_seat_is_taken_by_whoever_comes(site: WebSite) -> None:
    """Only when the game says so, only when signed in, and not by two."""
    closed, free = opened(site, "red"), opened(site, "red", open_seats=True)
    green = site.browser(GREEN)
    take = {"act": "take", "seat": "red"}
    assert site.browser().post(f"/g/{free}/seat", data=take).status_code == 401
    assert green.post(f"/g/{closed}/seat", data=take).status_code == 409
    assert "Play Red" in green.get(f"/g/{free}/seat").text and "Play Red" not in green.get(f"/g/{closed}/seat").text
    assert green.post(f"/g/{free}/seat", data=take).status_code == 303
    assert site.browser(RED).post(f"/g/{free}/seat", data=take).status_code == 409
    assert load(site.context, free).ledger.players["red"] == site.person(GREEN).id


def test_a_player_is_away_and_back(site: WebSite) -> None:
    """By their own clock, with a reason; only for their own seat."""
    stream = opened(site)
    red = site.browser(RED)
    site.people.set_zone(site.person(RED).id, "Europe/Berlin")
    away = {"act": "away", "seat": "red", "until": "2026-01-09T18:00", "why": "at sea"}
    assert site.browser(BLUE).post(f"/g/{stream}/seat", data=away).status_code == 403
    assert red.post(f"/g/{stream}/seat", data=away).status_code == 303
    assert load(site.context, stream).ledger.absent == {"red": "2026-01-09T17:00:00.000000Z"}
    assert "I am back" in red.get(f"/g/{stream}/seat").text
    red.post(f"/g/{stream}/seat", data={"act": "back", "seat": "red"})
    assert not load(site.context, stream).ledger.absent


def test_a_player_resigns(site: WebSite) -> None:
    """Asked twice; the seat is free then, and the chronicle says why and by whom."""
    stream = opened(site)
    red = site.browser(RED)
    leave = {"act": "resign", "seat": "red", "why": "no time"}
    assert "Leave Red?" in red.post(f"/g/{stream}/seat", data=leave).text
    assert "red" in load(site.context, stream).ledger.players
    assert red.post(f"/g/{stream}/seat", data={**leave, "sure": "yes"}).status_code == 303
    assert "red" not in load(site.context, stream).ledger.players
    assert "no time" in site.browser().get(f"/g/{stream}/history").text


def test_handing_over(site: WebSite) -> None:
    """The new master has the box, the old one has not."""
    stream = opened(site)
    assert do(site.browser(MASTER), stream, "hand_over", address=GREEN).status_code == 200
    assert site.browser(MASTER).get(f"/g/{stream}/master").status_code == 403
    assert site.browser(GREEN).get(f"/g/{stream}/master").status_code == 200


def test_a_finished_game_can_only_be_rolled_back(site: WebSite) -> None:
    """The box shows what was done, and this one form; whatever else is sent is refused."""
    stream = opened(site)
    master = site.browser(MASTER)
    assert do(master, stream, "end").status_code == 200
    assert "The game is over" in master.get(f"/g/{stream}/master").text
    assert re.findall(r'name="act" value="(\w+)"', master.get(f"/g/{stream}/master").text) == ["roll_back"]
    assert do(master, stream, "pause").status_code == do(master, stream, "resolve").status_code == 409
    assert do(master, stream, "dance").status_code == 400


def test_a_finished_game_goes_on(site: WebSite) -> None:
    """Asked first, with what cannot be made secret again; then it is open, and its players have a report that says so."""
    stream = opened(site)
    site.played(stream, 1)
    master = site.browser(MASTER)
    do(master, stream, "end")
    asked = do(master, stream, "roll_back", turn="1", sure="").text
    assert "cannot be made secret again" in asked and "new secret seed" in asked and "turn 2 is undone" in asked
    assert load(site.context, stream).ledger.ended
    assert "turn 4 is open" in do(master, stream, "roll_back", turn="1").text
    page = site.browser(BLUE).get(f"/g/{stream}").text
    assert "was over, goes on" in page and "Turn 3 was not resolved" in page
    assert any(f"[{stream} T3]" in str(mail["Subject"]) for mail in site.mails(BLUE))


def test_resolve_now(site: WebSite) -> None:
    """Asked first, with who is not ready; then the turn is resolved and everybody reads why."""
    stream = opened(site)
    asked = do(site.browser(MASTER), stream, "resolve", sure="").text
    assert "Not ready: Blue, Red." in asked and load(site.context, stream).ledger.closed == 0
    assert "Turn 1 is resolved" in do(site.browser(MASTER), stream, "resolve").text
    for path in (f"/g/{stream}", f"/g/{stream}/history", f"/g/{stream}/feed.atom"):
        assert "was resolved before its deadline" in site.browser(BLUE).get(path).text, path
    assert do(site.browser(RED), stream, "resolve").status_code == 403


def test_hostile_words_are_only_words(site: WebSite) -> None:
    """What a master or player writes is escaped wherever it is shown."""
    stream = opened(site)
    evil = "<script>alert(1)</script>"
    do(site.browser(MASTER), stream, "announce", words=evil)
    do(site.browser(MASTER), stream, "pause", why=evil)
    for path in (f"/g/{stream}", f"/g/{stream}/history", f"/g/{stream}/master"):
        assert "<script>alert" not in site.browser(MASTER).get(path).text


def test_times_are_checked(site: WebSite) -> None:
    """No time at all, a past one, a number that is none: a sentence, and nothing is done."""
    stream = opened(site)
    master = site.browser(MASTER)
    before = site.context.store.head(stream)
    for act, fields in (
        ("deadline", {"due": "tomorrow"}),
        ("deadline", {"due": stamp(site.clock())[:4] + "-01-01T00:00"}),
        ("deadline", {"due": "9999-01-01T00:00"}),
        ("extend", {"hours": "inf"}),
        ("extend", {"hours": "nan"}),
        ("extend", {"hours": "a day"}),
        ("policy", {"grace_hours": "nan"}),
        ("policy", {"bot": "genius"}),
        ("roll_back", {"turn": "one"}),
    ):
        assert do(master, stream, act, **fields).status_code in (400, 409), (act, fields)
    for hours in ("inf", "-inf", "nan", "1e999", "a day"):
        assert f"write a number, not &#39;{hours}&#39;" in do(master, stream, "extend", hours=hours).text
    assert site.context.store.head(stream) == before


def test_nobody_invites_without_end(site: WebSite) -> None:
    """Each invitation is a mail of free words to an address of one's choice: thirty a day, then 429, and nobody is added."""
    stream, master = opened(site, "red"), site.browser(MASTER)
    for _ in range(30):
        assert do(master, stream, "invite", seat="red", address=GREEN).status_code == 200
    assert do(master, stream, "invite", seat="red", address="late@example.org").status_code == 429
    assert site.people.by_address("late@example.org") is None

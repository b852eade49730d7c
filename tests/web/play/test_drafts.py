"""Drafts: what was written on the desk and not filed comes back, is nobody else's, ends with its turn; ready is asked about."""

from __future__ import annotations

from html import unescape

import pytest
from flask.testing import FlaskClient

from pbem.games import GAMES
from pbem.service.orders import drafts
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns import rollback
from tests.kit.samples import hidden
from tests.web.builders.sites import WebSite
from tests.web.play.test_desk_page import box, field, send, shown, versions

BLUE = "blue@example.org"
MINE = "BIS: TURN L\n# then we shall see"
BAD = "BIS: TURN L\nXYZ: GO"
NOT_FILED = "; nothing of it is filed."


def drafted(page: str) -> bool:
    """Does the page say that the box holds a draft?"""
    return '<p class="draft" id="draft">' in page and 'id="to-draft"' not in page


def is_ready(site: WebSite, stream: str) -> bool:
    return "blue" in load(site.context, stream).ledger.ready


def rows(site: WebSite) -> int:
    return int(site.context.database.con.execute("SELECT count(*) FROM drafts").fetchone()[0])


def test_what_was_tried_comes_back(site: WebSite) -> None:
    """Back on the desk the box holds what was tried, and says that nothing of it is filed; filing it ends the draft."""
    stream = site.opened()
    blue = site.browser(BLUE)
    assert not drafted(shown(blue, stream))
    assert NOT_FILED in send(blue, stream, MINE, "try").text
    page = shown(site.browser(BLUE), stream)
    assert box(page) == MINE and drafted(page) and NOT_FILED in page
    assert ">Accepted<" in send(blue, stream, MINE).text
    page = shown(blue, stream)
    assert "TURN L" in box(page) and "we shall see" not in box(page) and not drafted(page)


@pytest.mark.parametrize("act", ["file", "ready"])
def test_what_was_not_filed_comes_back(site: WebSite, act: str) -> None:
    """Of a text with problems the whole is kept, and it says that what was wrong is not filed."""
    stream = site.opened()
    blue = site.browser(BLUE)
    assert "Partly accepted" in send(blue, stream, BAD, act).text
    page = shown(blue, stream)
    assert box(page) == BAD and "; what was wrong in it is not filed." in page and NOT_FILED not in page
    send(blue, stream, "XYZ: GO", act)
    assert box(shown(blue, stream)) == "XYZ: GO" and NOT_FILED in shown(blue, stream)


@pytest.mark.parametrize("text", ["preview\nBIS: TURN L", "# only words"])
def test_what_files_nothing_comes_back(site: WebSite, text: str) -> None:
    """A preview, a comment: the receipt says that nothing was filed, and the text stays."""
    stream = site.opened()
    blue = site.browser(BLUE)
    assert box(send(blue, stream, text).text) == text == box(shown(blue, stream))


def test_a_draft_can_be_left_aside_and_thrown_away(site: WebSite) -> None:
    """The template and the current orders are one click away, and the draft from there; its button throws it away."""
    stream = site.opened()
    blue = site.browser(BLUE)
    empty = box(shown(blue, stream))
    send(blue, stream, MINE, "try")
    for beginning in ("template", "standing"):
        page = blue.get(f"/g/{stream}/orders?side=blue&from={beginning}").text
        assert box(page) == empty and not drafted(page) and "Draft kept" in page and 'id="to-draft"' in page
    gone = blue.post(f"/g/{stream}/orders/drop?side=blue", data={"text": MINE}, follow_redirects=True)
    assert "thrown away" in gone.text and box(gone.text) == empty and not drafted(gone.text)


def test_a_draft_is_its_writers_alone(site: WebSite) -> None:
    """The other seat, the seat's next player and a stranger see nothing of it."""
    stream = site.opened()
    send(site.browser(BLUE), stream, MINE, "try")
    assert "we shall see" not in shown(site.browser("red@example.org"), stream, "red")
    assert site.browser("red@example.org").post(f"/g/{stream}/orders/drop?side=blue").status_code == 403
    assert drafts.draft(site.context, drafts.DraftKey(site.person("new@example.org").id, stream, "blue"), 1) is None
    assert rows(site) == 1


def test_a_draft_ends_with_its_turn(site: WebSite) -> None:
    """Whichever way the turn ends: its deadline, a roll-back, the end of the game. Nothing of it is left."""
    stream = site.opened()
    blue = site.browser(BLUE)
    send(blue, stream, MINE, "try")
    site.played(stream, 1)
    assert rows(site) == 0 and not drafted(shown(blue, stream))
    send(blue, stream, MINE, "try")
    rollback.roll_back(site.context, stream, 0, "again")
    assert rows(site) == 0
    send(blue, stream, MINE, "try")
    from pbem.service.games import game_master

    game_master.end(site.context, stream, "called off")
    assert rows(site) == 0


def test_late_orders_become_a_draft_of_the_open_turn(site: WebSite) -> None:
    """A form that comes after its turn was resolved: the text is in the box, and still there when the page is opened again."""
    stream = site.opened()
    blue = site.browser(BLUE)
    page = shown(blue, stream)
    form = {"text": MINE, "act": "file", "turn": field(page, "turn"), "form": field(page, "form")}
    site.played(stream, 1)
    assert "Too late" in blue.post(f"/g/{stream}/orders?side=blue", data=form).text
    assert box(shown(blue, stream)) == MINE and drafted(shown(blue, stream))


def test_drafts_are_erased_with_the_person(site: WebSite) -> None:
    """As all that they wrote."""
    stream = site.opened()
    send(site.browser(BLUE), stream, MINE, "try")
    site.gateway.erase(site.person(BLUE).id)
    assert rows(site) == 0


def test_the_desk_is_kept_by_no_browser(site: WebSite) -> None:
    """So that Back asks again and shows the draft."""
    stream = site.opened()
    for path in ("", "/try"):
        assert site.browser(BLUE).get(f"/g/{stream}/orders{path}?side=blue").headers["Cache-Control"] == "no-store"


# ---------------------------------------------------------------- ready


def ask(blue: FlaskClient, stream: str, text: str) -> str:
    """File and ready, where that is asked about first: the page that asks."""
    page = send(blue, stream, text, "ready")
    assert page.status_code == 200 and "You are not ready yet" in page.text
    return page.text


@pytest.mark.parametrize("text", ["", "# nothing yet", "\n\n"])
def test_ready_with_an_empty_box_is_asked_about(site: WebSite, text: str) -> None:
    """Nothing is written until it is confirmed; then the seat is ready with what is in force."""
    stream = site.opened()
    blue, before = site.browser(BLUE), versions(site, stream)
    page = ask(blue, stream, text)
    assert "Your box holds no orders" in page and "File it and be ready" not in page and versions(site, stream) == before
    form = {name: field(page, name) for name in ("turn", "form", "text", "sure")}
    done = blue.post(f"/g/{stream}/orders/ready?side=blue", data={**form, "ready": "yes"})
    assert done.status_code == 303 and is_ready(site, stream) and not load(site.context, stream).ledger.filed


@pytest.mark.parametrize(("rules", "scenario"), [(key, scenario) for key in GAMES for scenario in hidden(key)])
def test_ready_with_the_form_as_it_was_made_is_asked_about(site: WebSite, rules: str, scenario: str) -> None:
    """Who lost what they wrote sends the template: in every game it is asked about, and filed only when confirmed."""
    seats = [
        seat.id
        for seat in site.context.games[rules].rules.seats(scenario, site.context.games[rules].scenarios.options(scenario, {}))
    ]
    stream = site.opened(rules, scenario, 24, **{seat: BLUE if seat == seats[0] else "red@example.org" for seat in seats})
    blue, before = site.browser(BLUE), versions(site, stream)
    template = box(shown(blue, stream, seats[0]))
    page = send(blue, stream, template, "ready", seats[0]).text
    assert "You are not ready yet" in page and versions(site, stream) == before
    assert not drafted(shown(blue, stream, seats[0]))
    if "File it and be ready" in page:
        form = {name: unescape(field(page, name)) for name in ("turn", "form", "text", "sure")}
        done = blue.post(f"/g/{stream}/orders?side={seats[0]}", data={**form, "done": "yes"})
        assert "You are ready." in done.text and seats[0] in load(site.context, stream).ledger.ready


def test_ready_with_orders_of_ones_own_is_not_asked_about(site: WebSite) -> None:
    """New orders; and those that stand, once they were filed."""
    stream = site.opened()
    blue = site.browser(BLUE)
    assert "You are ready." in send(blue, stream, MINE, "ready").text
    file_orders(site.context, stream, "blue", "not ready", "m" * 64)
    assert "You are ready." in send(blue, stream, box(shown(blue, stream)), "ready").text


def test_ready_beside_a_box_that_is_not_filed_is_asked_about(site: WebSite) -> None:
    """`Ready without orders`, with orders in the box: filed and ready, or ready without them, which keeps them as a draft."""
    stream = site.opened()
    blue = site.browser(BLUE)
    page = shown(blue, stream)
    form = {"turn": field(page, "turn"), "form": field(page, "form"), "ready": "yes"}
    asked = blue.post(f"/g/{stream}/orders/ready?side=blue", data={**form, "text": MINE}).text
    assert "a text that is not filed" in asked and not is_ready(site, stream)
    sure = {name: unescape(field(asked, name)) for name in ("turn", "form", "text", "sure")}
    blue.post(f"/g/{stream}/orders/ready?side=blue", data={**sure, "ready": "yes"})
    assert is_ready(site, stream) and not load(site.context, stream).ledger.filed and box(shown(blue, stream)) == MINE
    blue.post(f"/g/{stream}/orders/ready?side=blue", data={**form, "ready": "no", "text": MINE})
    assert not is_ready(site, stream)
    filed = blue.post(f"/g/{stream}/orders?side=blue", data={**sure, "done": "yes"})
    assert "You are ready." in filed.text and load(site.context, stream).ledger.filed and not drafted(shown(blue, stream))

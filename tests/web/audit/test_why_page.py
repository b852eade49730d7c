"""The page behind a line of a report, and the checks of the dice in the open."""

from __future__ import annotations

import re

from pbem.service import help_pages
from pbem.service.reports.why import explain
from tests.web.builders.sites import WebSite
from tests.web.play.test_replay_pages import BOTS, duel, over, text_of


def fought(site: WebSite) -> tuple[str, int, int]:
    """A game with dice that a spectator sees: its name, a turn, and a line with dice."""
    stream = site.opened(**BOTS)
    site.played(stream, 3)
    for turn in (1, 2, 3):
        said = site.browser().get(f"/g/{stream}/t/{turn}/steps.json?side=spectator").get_json()
        number = next((step["number"] for step in said["steps"] if step["dice"]), 0)
        if number:
            return stream, turn, number
    raise AssertionError("no dice fell")


def test_a_line_is_explained(site: WebSite) -> None:
    """The sentence, the clause with its words and a link, the dice with key and path, the head of the log."""
    stream, turn, number = fought(site)
    page = text_of(site.browser(), f"/g/{stream}/t/{turn}/e/{number}/why?side=spectator")
    why = explain(site.context, stream, turn, number, None)
    words = " ".join(re.sub("<[^>]+>", "", page).split())
    assert f"/rules/star_navy#{why.clauses[0].id}" in page
    assert " ".join(help_pages.clauses("star_navy")[why.clauses[0].id].split())[:60] in words.replace("&#39;", "'")
    for roll in why.rolls:
        assert roll.key in page and all(beside in page for beside in roll.path)
        assert f'aria-label="{", ".join(map(str, roll.faces))}"' in page
    assert why.link.head in page and why.root in page and why.digest in page


def test_own_orders_are_shown_and_nobody_elses(site: WebSite) -> None:
    """Blue reads what stood for their ship; a spectator reads that orders are shown to their own players."""
    stream = duel(site)
    pages = {}
    for who, side in (("blue@example.org", "blue"), ("", "spectator")):
        count = len(site.browser(who).get(f"/g/{stream}/t/1/steps.json?side={side}").get_json()["steps"])
        pages[side] = [text_of(site.browser(who), f"/g/{stream}/t/1/e/{n}/why?side={side}") for n in range(1, count)]
    assert any("Your orders for BIS, as they stood" in page and "FIRE F AT SR1" in page for page in pages["blue"])
    assert not any("for SR1" in page for page in pages["blue"])
    assert all("Orders are shown to their own players" in page for page in pages["spectator"])


def test_the_neighbours_are_linked(site: WebSite) -> None:
    """Line by line there and back, in the same view."""
    stream = duel(site)
    page = text_of(site.browser("blue@example.org"), f"/g/{stream}/t/1/e/2/why?side=blue")
    assert f'<link rel="prev" href="/g/{stream}/t/1/e/1/why?side=blue">' in page
    assert f'<link rel="next" href="/g/{stream}/t/1/e/3/why?side=blue">' in page
    assert f"/g/{stream}/t/1/e/2?side=blue" in page


def test_a_place_in_the_log_is_shown_when_the_game_is_over(site: WebSite) -> None:
    """Before it, only the head that reports print, and why there is no more."""
    going = text_of(site.browser(), f"/g/{duel(site)}/t/1/e/1/why")
    assert "are shown when the game is over: together they would tell" in going and "<dt>Its own</dt>" not in going
    done = text_of(site.browser(), f"/g/{over(site)}/t/1/e/1/why?side=everything")
    assert "<dt>Its own</dt>" in done and "<dt>Before it</dt>" in done


# ---------------------------------------------------------------- verify


def test_a_turn_is_checked_in_the_open(site: WebSite) -> None:
    """Without a turn the page only says what can be checked; with one every check is there with inputs and outcome."""
    stream, turn, _ = fought(site)
    client = site.browser()
    assert "Everything holds" not in text_of(client, f"/g/{stream}/verify")
    page = text_of(client, f"/g/{stream}/verify?t={turn}")
    assert f"Everything holds: the dice of turn {turn}" in page
    assert page.count('class="check-good"') >= 4 and 'class="check-bad"' not in page
    assert f'data-proof="/g/{stream}/t/{turn}/proof.json"' in page and "tools/verify_dice.py" in page


def test_a_player_checks_with_their_own_orders(site: WebSite) -> None:
    """Their proof file has their orders, so two checks are about them; those of another seat are not theirs."""
    stream = duel(site)
    page = text_of(site.browser("blue@example.org"), f"/g/{stream}/verify?t=1&side=blue")
    assert "Does your commitment follow from your orders?" in page
    assert site.browser("blue@example.org").get(f"/g/{stream}/verify?t=1&side=red").status_code == 403


def test_the_whole_log_is_checked_at_the_end(site: WebSite) -> None:
    """Offered and done when the game is over, refused before."""
    stream = over(site)
    page = text_of(site.browser(), f"/g/{stream}/verify?t=log")
    assert "Everything holds:" in page and "Do today&#39;s rules play all" in page
    going = duel(site)
    assert "whole log" not in text_of(site.browser(), f"/g/{going}/verify")
    text_of(site.browser(), f"/g/{going}/verify?t=log", 409)


def test_turns_that_cannot_be_checked(site: WebSite) -> None:
    """The set-up has no proof file; what is no number or not resolved has its sentence."""
    stream = duel(site)
    assert "it has no proof file" in text_of(site.browser(), f"/g/{stream}/verify?t=0")
    text_of(site.browser(), f"/g/{stream}/verify?t=9", 404)
    text_of(site.browser(), f"/g/{stream}/verify?t=x", 400)
    text_of(site.browser(), f"/g/{stream}/verify?t=99999999", 400)


def test_checks_are_limited_and_the_page_is_not(site: WebSite) -> None:
    """The log's audit plays every turn again: six an hour. Looking at the page costs nothing."""
    stream = over(site)
    codes = [site.browser().get(f"/g/{stream}/verify?t=log").status_code for _ in range(7)]
    assert codes == [200] * 6 + [429]
    assert {site.browser().get(f"/g/{stream}/verify").status_code for _ in range(40)} == {200}

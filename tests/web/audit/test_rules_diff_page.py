"""A game under today's rules: who may see the page, and what it says."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from events.star_navy.battle import SectionMarked, Turned
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games import GAMES
from pbem.games.star_navy.rules import fire
from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.turns.tick import tick
from tests.web.builders.sites import SEATS, WebSite
from tests.web.play.test_replay_pages import duel, over, text_of

BOSS = "boss@example.org"


def correct(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lasers do more than they did."""
    old = fire.laser_damage
    monkeypatch.setattr(fire, "laser_damage", lambda distance: old(distance) + 1)


def mastered(site: WebSite, watched: tuple[str, ...]) -> str:
    """A duel with a turn behind it, whose master looks through the eyes of these seats."""
    stream = duel(site)
    game_master.name_master(site.context, stream, site.person(BOSS).id, "the club's table")
    for seat in watched:
        game_master.watch(site.context, stream, seat, "a rule was corrected")
    return stream


def words(page: str) -> str:
    """The page as it is read."""
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", page)).split())


def test_under_the_same_rules_nothing_differs(site: WebSite) -> None:
    """Of a game that is over everybody is told so, and what was done; the dice page leads there."""
    stream = over(site)
    page = text_of(site.browser(), f"/g/{stream}/rules")
    assert re.search(r"All comes out the same: the set-up and \d+ turns\.", words(page)) and "<table" not in page
    assert f'href="/g/{stream}/rules"' in text_of(site.browser(), f"/g/{stream}/verify")


def test_a_corrected_rule_is_told_turn_by_turn(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn with a link, the clause with a link, both outcomes in sentences; and the same as JSON for programs."""
    stream = over(site)
    correct(monkeypatch)
    page = text_of(site.browser(), f"/g/{stream}/rules")
    said = site.browser().get(f"/api/v1/games/{stream}/rules").get_json()["data"]
    differ = [turn for turn in said["different"] if turn["turn"]]
    assert f"Otherwise than in the log: {len(differ)} of {said['turns']} turns." in words(page) and differ
    turn, change = differ[0], differ[0]["changes"][0]
    assert f'href="/g/{stream}/t/{turn["turn"]}">T{turn["name"][1:]}</a>' in page
    assert f'href="/rules/star_navy#{change["rule"]}"' in page
    assert change["log"] in words(page) and change["now"] in words(page)


def test_an_event_without_a_sentence_shows_what_differs(site: WebSite) -> None:
    """Its name, and the values that differ; of what happens in one play only the page says that it does not in the other."""
    stream, game = over(site), GAMES["star_navy"]

    def resolve(turn: Turn[Any], sheets: Mapping[str, OrderSheet]) -> None:
        game.rules.resolve(turn, sheets)
        turn.drafts = [each for each in turn.drafts if not isinstance(each.event, Turned)]
        for place, draft in enumerate(turn.drafts):
            if isinstance(draft.event, SectionMarked):
                turn.drafts[place] = replace(draft, event=replace(draft.event, used=9))

    site.context.games = {"star_navy": replace(game, rules=replace(game.rules, resolve=resolve))}
    page = words(text_of(site.browser(), f"/g/{stream}/rules"))
    assert re.search(r"turns to heading \w+ does not happen", page)
    assert re.search(r"section marked: ship \w+ used: \d, now 9", page)


def test_while_the_game_goes_on_it_is_for_a_master_who_sees_all_seats(site: WebSite) -> None:
    """Not for its players, nor for one who looks through some of them, nor when the turn is over in which they looked."""
    stream = mastered(site, ("blue",))
    for who, code in (("", 401), (SEATS["blue"], 403), (SEATS["red"], 403), ("stranger@example.org", 403), (BOSS, 403)):
        text_of(site.browser(who), f"/g/{stream}/rules", code)
    game_master.watch(site.context, stream, "red", "a rule was corrected")
    page = text_of(site.browser(BOSS), f"/g/{stream}/rules")
    assert "What nobody may know before the end is left out." in page
    assert f'href="/g/{stream}/rules"' in text_of(site.browser(BOSS), f"/g/{stream}/verify?side=blue")
    for who in ("", SEATS["blue"]):
        text_of(site.browser(who), f"/g/{stream}/rules", 403 if who else 401)
        assert f"/g/{stream}/rules" not in text_of(site.browser(who), f"/g/{stream}/verify")
    for seat in SEATS:
        file_orders(site.context, stream, seat, "ready", f"{seat} is ready")
    tick(site.context)
    text_of(site.browser(BOSS), f"/g/{stream}/rules", 403)


def test_a_master_who_plays_sees_no_more_than_their_seat(site: WebSite) -> None:
    """They cannot look through another seat's eyes, and so never open the page before the end."""
    stream = duel(site)
    game_master.name_master(site.context, stream, site.person(SEATS["blue"]).id, "nobody else would")
    text_of(site.browser(SEATS["blue"]), f"/g/{stream}/rules", 403)
    game_master.end(site.context, stream, "all agreed")
    text_of(site.browser(SEATS["blue"]), f"/g/{stream}/rules")


def test_it_is_limited(site: WebSite) -> None:
    """Every turn is played again: six times an hour."""
    stream = over(site)
    assert [site.browser().get(f"/g/{stream}/rules").status_code for _ in range(7)] == [200] * 6 + [429]

"""Was it luck? The page of a game that is over, that of a player while it goes on, and what it does not tell."""

from __future__ import annotations

import html
import re

from events.base import EVERYONE
from events.platform import Rolled
from pbem.service.games import game_master
from pbem.service.repository import load
from tests.service.audit.test_luck import changed
from tests.web.builders.sites import WebSite
from tests.web.play.test_replay_pages import text_of

GB = "blue@example.org"


def fought(site: WebSite, turns: int = 6, **seats: str) -> str:
    """A game of Wet Thrust in which dice of both sides have fallen, some of them hidden."""
    stream = site.opened("wet_thrust", "two-carriers", **{"gb": GB, "de": "bot:steady"} | seats)
    site.played(stream, turns)
    return stream


def test_a_game_that_is_over_is_laid_open(site: WebSite) -> None:
    """Everybody is shown all seats: a sentence, a picture with its words, the rows with their heads, and how to read it."""
    stream = fought(site)
    game_master.end(site.context, stream, "enough")
    page = html.unescape(text_of(site.browser(), f"/g/{stream}/luck"))
    assert page == html.unescape(text_of(site.browser(), f"/g/{stream}/luck?side=gb")).replace("?side=gb", "")
    for seat, name in {"gb": "British admiral", "de": "German admiral"}.items():
        assert f'<h2 id="luck-of-{seat}">{name}</h2>' in page and f"The luck of {seat}" in page
    sentence = r"(About 1 in \d+ players is|About half of all players are) at least this (un)?lucky; nothing unusual"
    assert re.search(sentence, page)
    assert "<caption>everybody</caption>" in page and 'data-head="Expected"' in page and "(Holm)" in page
    assert f'href="/g/{stream}/luck"' in text_of(site.browser(), f"/g/{stream}")
    assert 'id="was-it-luck"' in text_of(site.browser(), "/help/dice")


def test_a_player_is_shown_their_own_while_the_game_goes_on(site: WebSite) -> None:
    """Their rows and nobody else's, linked from their game page; a spectator reads when it will be shown, and has no link."""
    stream = fought(site, gb="bot:steady", de=GB)
    page = text_of(site.browser(GB), f"/g/{stream}/luck")
    assert "<caption>de</caption>" in page and "<caption>gb</caption>" not in page and "<caption>everybody" not in page
    assert f'href="/g/{stream}/luck?side=de"' in text_of(site.browser(GB), f"/g/{stream}")
    assert "when it is over, everything is laid open" in text_of(site.browser(), f"/g/{stream}/luck")
    assert "/luck" not in text_of(site.browser(), f"/g/{stream}")
    assert site.browser("red@example.org").get(f"/g/{stream}/luck?side=de").status_code == 403
    assert site.browser().get("/g/g99/luck").status_code == 404


def test_the_page_of_a_seat_is_the_same_whatever_fell_behind_the_screen(site: WebSite) -> None:
    """To the byte: with other faces in all dice that the seat may not see, and with more such dice."""
    stream = fought(site)
    audiences = {entry.audience for entry in site.context.store.read(stream) if isinstance(entry.event, Rolled)}
    hidden = frozenset(audiences) - {EVERYONE, "gb", "british"}
    assert hidden and not load(site.context, stream).ledger.ended
    other = changed(site.context, stream, "g7", hidden)
    pages = [text_of(site.browser(GB), f"/g/{name}/luck?side=gb").replace(name, "") for name in (stream, other)]
    keys = [re.sub(r'(csrf[^>]*(?:content|value)=")[^"]+', r"\1", page) for page in pages]
    assert keys[0] == keys[1]


def test_before_any_dice(site: WebSite) -> None:
    """A game in its first turn: the page says that there is nothing yet."""
    stream = site.opened()
    assert "No dice have fallen yet that are yours to see." in text_of(site.browser(GB), f"/g/{stream}/luck")

"""What seats are called: by the rule book, with their players where the visitor may know them."""

from __future__ import annotations

from flask import g

from pbem.games.wet_thrust.bots.roster import BOTS
from pbem.service.games import opening
from pbem.service.games.game_master import name_master
from pbem.web.infra.seat_names import seat_name, seat_names, seat_title
from pbem.web.infra.visitor import Visitor
from tests.web.builders.sites import WebSite

BOT = next(iter(BOTS))


def told(site: WebSite, stream: str, address: str = "") -> dict[str, str]:
    """The names of the game's seats on a page of this person ("": nobody)."""
    with site.web.test_request_context("/"):
        g.visitor = Visitor(site.person(address) if address else None)
        return dict(seat_names(stream))


def test_a_seat_has_the_title_of_its_rule_book(site: WebSite) -> None:
    """All may know which bot plays; which person, nobody but the game master."""
    stream = site.opened("wet_thrust", "first-salvo", gb="ada@example.org", de=f"bot:{BOT}")
    plain = {"de": f"German admiral (the bot {BOT})", "gb": "British admiral"}
    assert told(site, stream, "ada@example.org") == told(site, stream) == plain
    name_master(site.context, stream, site.person("bob@example.org").id, "he can", "operator")
    assert told(site, stream, "bob@example.org") == plain | {"gb": "British admiral (ada)"}
    assert told(site, stream) == plain


def test_a_seat_that_an_option_adds_has_a_title(site: WebSite) -> None:
    """Which options the game has is in its log alone, which a list does not read."""
    setup = opening.GameSetup(options={"admirals": "two"})
    stream = opening.open_game(site.context, "sovereign_seas", "fleet-engagement", setup=setup)
    assert told(site, stream)["gb2"] == "British second admiral"


def test_what_is_no_seat_is_called_by_its_id(site: WebSite) -> None:
    """Words of old logs may name one; a sandbox has no seats in the lists."""
    with site.web.test_request_context("/"):
        g.visitor = Visitor(None)
        stream = site.opened()
        assert seat_name(stream, "green") == seat_title(stream, "green") == "green"
        assert seat_name(stream, "blue") == seat_title(stream, "blue") == "Blue"
        assert seat_names("g99") == {}

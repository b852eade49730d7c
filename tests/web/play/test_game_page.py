"""The game page: the report of the latest turn as its reader may see it, and the state of the open turn."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from pbem.service.games import game_master, opening
from pbem.service.orders.file import file_orders
from tests.service.builders.policies import policy_of
from tests.web.builders.sites import WebSite

NEW = re.compile(r'name="(?:csrf[-_]token|form)" (?:value|content)="[^"]*"')


def page(client: FlaskClient, path: str) -> str:
    reply = client.get(path)
    assert reply.status_code == 200, reply.text
    return reply.text


def test_three_different_states(site: WebSite) -> None:
    """Nothing filed, filed, ready: other words and another class for each, and who is waited for."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    before = page(blue, f"/g/{stream}")
    assert 'class="state state-none"' in before and "Nothing filed" in before and "If you file nothing" in before
    assert 'datetime="2026-01-02T12:00:00.000000Z"' in before and "1 day left" in before
    file_orders(site.context, stream, "blue", "BIS: TURN L", "a" * 64)
    filed = page(blue, f"/g/{stream}")
    assert 'class="state state-filed"' in filed and "Orders filed" in filed and "counts at the deadline" in filed
    file_orders(site.context, stream, "blue", "ready", "b" * 64)
    done = page(blue, f"/g/{stream}")
    assert 'class="state state-ready"' in done and "waits for Red<" in done


def test_others_do_not_learn_what_is_filed(site: WebSite) -> None:
    """Filing moves no byte of the other side's page, nor of a spectator's."""
    stream = site.opened()
    red, nobody = site.browser("red@example.org"), site.browser()
    before = [page(red, f"/g/{stream}"), page(nobody, f"/g/{stream}")]
    file_orders(site.context, stream, "blue", "BIS: TURN L", "a" * 64)
    after = [page(red, f"/g/{stream}"), page(nobody, f"/g/{stream}")]
    assert [_without_key(text) for text in before] == [_without_key(text) for text in after]


def _without_key(text: str) -> str:
    """Without what is new on every page: its keys, and the ids that let a form count once."""
    return NEW.sub("", text)


def test_paused_and_over_say_so(site: WebSite) -> None:
    """A paused game's clock stands still; of one that is over the verdict is told, and the log is everybody's."""
    stream = site.opened()
    nobody = site.browser()
    game_master.pause(site.context, stream, "a holiday")
    assert "The game is paused" in page(nobody, f"/g/{stream}")
    assert nobody.get(f"/g/{stream}/log.jsonl").status_code == 404
    game_master.end(site.context, stream, "called off")
    over = page(nobody, f"/g/{stream}")
    assert "state-over" in over and "called off" in over and "state-none" not in over
    log = nobody.get(f"/g/{stream}/log.jsonl")
    assert json.loads(log.text.splitlines()[0])["type"] == "game.opened"


def test_every_line_leads_to_its_moment_its_reasons_and_its_clause(site: WebSite) -> None:
    """Each numbered line links to the step of the replay, to why, and to the clause in the rule book."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    site.played(stream, 3)
    text = page(site.browser(), f"/g/{stream}/t/3")
    assert f'href="/g/{stream}/t/3/e/1"' in text and f'href="/g/{stream}/t/3/e/1/why"' in text
    assert 'href="/rules/star_navy#SN-' in text
    assert f'rel="prev" href="/g/{stream}/t/3/e/' in text and f'rel="next" href="/g/{stream}"' in text
    assert f'rel="next" href="/g/{stream}/t/3/e/0"' in page(site.browser(), f"/g/{stream}/t/2")


def test_a_readers_links_keep_their_view(site: WebSite) -> None:
    """What blue reads leads on to what blue may see, whoever they send the address to."""
    stream = site.opened()
    site.played(stream, 1)
    text = page(site.browser("blue@example.org"), f"/g/{stream}")
    assert f'href="/g/{stream}/t/1/map.svg?side=blue"' in text and f'data-address="/g/{stream}/orders?side=blue"' in text
    spectator = page(site.browser("blue@example.org"), f"/g/{stream}?side=spectator")
    assert f'href="/g/{stream}/t/1/e/0?side=spectator"' in spectator and "/orders?side" not in spectator


def test_the_proof_is_the_readers_own(site: WebSite) -> None:
    """The proof file says whose it is; the opening has none."""
    stream = site.opened()
    site.played(stream, 1)
    blue = site.browser("blue@example.org")
    assert json.loads(blue.get(f"/g/{stream}/t/1/proof.json").text)["seat"] == "blue"
    assert json.loads(site.browser().get(f"/g/{stream}/t/1/proof.json").text)["seat"] != "blue"
    assert blue.get(f"/g/{stream}/t/0/proof.json").status_code == 404


@pytest.mark.parametrize("path", ["t/1", "t/1/proof.json", "t/99999999999999999999", "t/-1", "t/x"])
def test_a_turn_that_is_not_resolved_yet_is_not_there(site: WebSite, path: str) -> None:
    """The open turn, and anything after it, shows nothing."""
    stream = site.opened()
    file_orders(site.context, stream, "blue", "BIS: TURN L", "a" * 64)
    reply = site.browser("blue@example.org").get(f"/g/{stream}/{path}")
    assert reply.status_code == 404 and "TURN L" not in reply.text


def test_titles_are_words_not_markup(site: WebSite) -> None:
    """A hostile title is shown as it is written."""
    stream = site.opened()
    title = "<script>alert(1)</script>"
    with site.context.database.write() as con:
        con.execute("UPDATE games SET title=? WHERE stream=?", (title, stream))
    for path in ("", "/orders", "/press"):
        text = page(site.browser("blue@example.org"), f"/g/{stream}{path}")
        assert title not in text and "&lt;script&gt;" in text


def test_an_evening_on_the_web_alone(site: WebSite) -> None:
    """Join, order, try, file, see it, ready, resolve, read: links and forms, no script and no mail."""
    host = site.person("host@example.org").id
    rules = policy_of(0.0, "standing", True, "the game was opened")
    setup = opening.GameSetup({"red": "bot:cautious"}, {}, host, rules)
    stream = opening.open_game(site.context, "star_navy", "open-space", setup=setup)
    me = site.browser("blue@example.org")
    assert "Take a seat" in page(me, f"/g/{stream}")
    me.post(f"/g/{stream}/seat", data={"act": "take", "seat": "blue"})
    assert "Nothing filed yet" in page(me, f"/g/{stream}") and 'action="/g/g1/orders' in page(me, f"/g/{stream}")
    form = {"text": "MIL: TURN L", "turn": "1", "form": "f"}
    assert "Nothing was filed" in me.post(f"/g/{stream}/orders/try?side=blue", data=form).text
    assert ">Accepted<" in me.post(f"/g/{stream}/orders?side=blue", data={**form, "done": "yes"}).text
    assert "state-ready" in page(me, f"/g/{stream}")
    site.played(stream, 1)
    read = page(me, f"/g/{stream}")
    assert (
        "<h3>Turn 1, game turn 1 of 48 (cycle 1, turn 1)</h3>" in read
        and "Nothing filed yet" in read
        and "No orders came from" not in read
    )
    number = re.search(r'<li value="(\d+)"[^>]*>(?:(?!</li>).)*MIL(?:</span>)? (?:turns|TURN)', read, re.S)
    assert number and "TURN L" in page(me, f"/g/{stream}/t/1/e/{number[1]}/why?side=blue")

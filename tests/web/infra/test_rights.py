"""Who gets in where: every route as nobody, stranger, player, other side, game master; and what is hidden shows nowhere."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from pbem.service.context import stamp
from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.sandboxes.fork import Origin, fork
from pbem.service.sandboxes.kept import discard_all_of
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from pbem.web import blueprints as page_groups
from pbem.web.infra.limits import limiter
from tests.service.builders.ended import ended_game
from tests.web.builders.sites import WebSite, site_in

A, B, C, D = (f"{name}@example.org" for name in ("ada", "bob", "cleo", "dora"))
BOSS, STRANGER, NOBODY = "boss@example.org", "stranger@example.org", ""
EVERYBODY = (NOBODY, STRANGER, A, B, BOSS)
GAME = "g1"

LUCK, PRESS = "Qxluckqx", "Qxpressqx"
"""Words of c's, which the others must never see: their luck, and what they write to d."""

# What is in addresses between < and >. Codes and claims here are forged.
SAMPLES: dict[str, object] = {
    "stream": GAME,
    "place": "club",
    "turn": 1,
    "number": 1,
    "seat": "a",
    "game": "star_navy",
    "scenario": "first-blood",
    "clause": "SN-1.1",
    "page": "playing",
    "filename": "wardroom.css",
    "token": "forged",
    "claim": "g1-a-1-abcdefghijklmnop",
    "code": "abcdefghijklmnop",
    "secret": "forged",
    "id": "forged",
    "name": "s1",
    "post": "c1",
    "unit": "BIS",
}
CAMPAIGN = "c1"
FILING = "filing"
"""What is in the address of a filing: the seal of a's orders for turn 1."""

# ---------------------------------------------------------------- the table

OPEN = "open"
"""Everybody."""
SIGNED = "signed in"
"""Whoever is signed in; nobody is told to do so."""
VIEWER = "viewer"
"""Everybody as a spectator; as a seat (`?side=`) its player alone, while the game goes on."""
PLAYER = "player"
"""A seat's player, for that seat alone."""
SEAT = "seat"
"""The player of the seat that is in the address."""
MASTER = "master"
"""Whoever runs the game."""
SECRET = "secret"
"""Whoever has the address: a forged one leads nowhere, whoever tries it."""
ALL_SEATS = "all seats"
"""While the game goes on its game master alone, when they look through the eyes of all its seats; then everybody."""
OWNER = "owner"
"""Whose sandbox it is; to anybody else there is none."""
NOT_YET = "not yet"
"""Nobody, while the game goes on."""

TABLE = {
    "account.change": SIGNED,
    "account.give_address": SIGNED,
    "account.give_token": SIGNED,
    "account.revoke": SIGNED,
    "account.set_weekly": SIGNED,
    "account.show": SIGNED,
    "account.sign_out_others": SIGNED,
    "api.announce": MASTER,
    "api.check_orders": PLAYER,
    "api.end_game": MASTER,
    "api.extend_deadline": MASTER,
    "api.give_key": SIGNED,
    "api.hand_over": MASTER,
    "api.invite_player": MASTER,
    "api.list_books": OPEN,
    "api.list_clauses": OPEN,
    "api.list_deadlines": SIGNED,
    "api.list_games": OPEN,
    "api.list_history": OPEN,
    "api.list_keys": SIGNED,
    "api.list_orders": OPEN,
    "api.list_pictures": VIEWER,
    "api.list_press": PLAYER,
    "api.list_steps": VIEWER,
    "api.name_own_sitter": SEAT,
    "api.open_game": SIGNED,
    "api.pause_game": MASTER,
    "api.replace_player": MASTER,
    "api.rerun_turn": MASTER,
    "api.resign_seat": SEAT,
    "api.resolve_turn": MASTER,
    "api.resume_game": MASTER,
    "api.revoke_key": SIGNED,
    "api.roll_back": MASTER,
    "api.seat_bot": MASTER,
    "api.send_letter": PLAYER,
    "api.send_orders": PLAYER,
    "api.send_ready": PLAYER,
    "api.send_vote": PLAYER,
    "api.set_absence": MASTER,
    "api.set_co_master": MASTER,
    "api.set_deadline": MASTER,
    "api.set_own_absence": SEAT,
    "api.set_policy": MASTER,
    "api.check_dice": VIEWER,
    "api.check_game": NOT_YET,
    "api.check_rules": ALL_SEATS,
    "api.show_book": OPEN,
    "api.show_clause": OPEN,
    "api.show_game": VIEWER,
    "api.show_lobby": OPEN,
    "api.show_master": MASTER,
    "api.set_substitute": SIGNED,
    "api.show_me": SIGNED,
    "api.show_vacation": SIGNED,
    "api.set_vacation": SIGNED,
    "api.list_reminders": SIGNED,
    "api.set_reminders": SIGNED,
    "api.show_substitute": SIGNED,
    "api.show_orders": PLAYER,
    "api.show_proof": VIEWER,
    "api.show_scenario": OPEN,
    "api.show_step": VIEWER,
    "api.show_thread": OPEN,
    "api.post_comment": SIGNED,
    "api.show_turn": VIEWER,
    "api.show_votes": PLAYER,
    "api.show_why": VIEWER,
    "api.take_seat": SIGNED,
    "api.try_orders": PLAYER,
    "api.vacate_seat": MASTER,
    "api.watch_seat": MASTER,
    "apidocs.index": OPEN,
    "apidocs.openapi": OPEN,
    "campaign.battle": OPEN,
    "campaign.honours": OPEN,
    "campaign.unit": OPEN,
    "campaign_master.act": MASTER,
    "campaign_master.report": MASTER,
    "club.feed": OPEN,
    "club.of_game": OPEN,
    "club.player": OPEN,
    "club.show": OPEN,
    "draft.keep_draft": PLAYER,
    "draft.toward": PLAYER,
    "desk.attempt": PLAYER,
    "desk.drop": PLAYER,
    "desk.file": PLAYER,
    "desk.ready": PLAYER,
    "desk.show": PLAYER,
    "desk.tried_before": PLAYER,
    "feeds.calendar": SECRET,
    "feeds.feed": SECRET,
    "feeds.game_feed": OPEN,
    "filing.show": PLAYER,
    "forum.show": VIEWER,
    "games.latest": VIEWER,
    "games.log": NOT_YET,
    "games.past": VIEWER,
    "games.proof": VIEWER,
    "guests.begin": OPEN,
    "guests.keep": SIGNED,
    "guests.show_keep": SIGNED,
    "hints.go": OPEN,
    "history.show": OPEN,
    "hooks.hook": SECRET,
    "joining.accept": SECRET,
    "joining.invitation": SECRET,
    "joining.seat": SIGNED,
    "joining.show": OPEN,
    "links.code": SIGNED,
    "links.mail": SIGNED,
    "links.reports": SIGNED,
    "links.unlink": SIGNED,
    "links.write": SIGNED,
    "luck.show": VIEWER,
    "master.act": MASTER,
    "forums.save": MASTER,
    "master.show": MASTER,
    "needs.show": SIGNED,
    "newgame.form": SIGNED,
    "newgame.index": SIGNED,
    "newgame.open_": SIGNED,
    "newgame.pace": SIGNED,
    "newgame.seats": SIGNED,
    "pictures.looks": OPEN,
    "pictures.map_png": OPEN,
    "pictures.map_svg": VIEWER,
    "pictures.sheets": VIEWER,
    "games.sheets": VIEWER,
    "offers.ask_no_more": SECRET,
    "offers.show": SECRET,
    "offers.take": SECRET,
    "post.confirm": SECRET,
    "post.decline": SECRET,
    "post.discard": SECRET,
    "post.thread": SECRET,
    "post.unfollow": SECRET,
    "post.follow_again": SECRET,
    "post.unsubscribe": SECRET,
    "post.held": SECRET,
    "post.leave": SECRET,
    "post.naming": SECRET,
    "post.rejoin": SECRET,
    "post.reminders": SECRET,
    "post.resume_reminders": SECRET,
    "post.stop_all_reminders": SECRET,
    "post.stop_reminders": SECRET,
    "reminders.change": SIGNED,
    "vacation.change": SIGNED,
    "press.show": PLAYER,
    "press.write": PLAYER,
    "replay.file": VIEWER,
    "replay.frames": VIEWER,
    "replay.last": VIEWER,
    "replay.picture": VIEWER,
    "replay.step": VIEWER,
    "replay.steps": VIEWER,
    "rules_diff.show": ALL_SEATS,
    "rules.about": OPEN,
    "rules.rule_book": OPEN,
    "rules.help_page": OPEN,
    "rules.index": OPEN,
    "rules.orders": OPEN,
    "sandboxes.act": OWNER,
    "sandboxes.again": OWNER,
    "substitutes.save": SIGNED,
    "sandboxes.index": SIGNED,
    "sandboxes.make": PLAYER,
    "sandboxes.show": OWNER,
    "sandboxes.side_by_side": OWNER,
    "sandboxes.throw_away": OWNER,
    "seats.come_in": SECRET,
    "seats.mail": SECRET,
    "seats.show": SECRET,
    "signin.ask": OPEN,
    "signin.demo": SECRET,
    "signin.mail_link": OPEN,
    "signin.open_link": SECRET,
    "signin.sign_out": OPEN,
    "signin.use_link": SECRET,
    "small.of_scenario": OPEN,
    "small.of_turn": VIEWER,
    "small.to_try": OPEN,
    "start.index": OPEN,
    "start.everything": OPEN,
    "static": OPEN,
    "follow.change": SIGNED,
    "thread.change": SIGNED,
    "thread.moderate": MASTER,
    "thread.show": OPEN,
    "thread_feed.show": OPEN,
    "thread.write": SIGNED,
    "votes.act": PLAYER,
    "why.show": VIEWER,
    "why.verify": VIEWER,
}

# ---------------------------------------------------------------- the service


@dataclass
class RightsWorld:
    """A service with a game of four seats in its second turn, and everybody in it."""

    site: WebSite
    tokens: dict[str, str]
    filing: str
    winner: str
    """Who has won a game that is over."""

    def ask(self, rule: Rule, who: str, side: str = "", method: str = "") -> TestResponse:
        """One request of one person: by a program's token where programs ask, else from a browser."""
        limiter.reset()
        path = self.path(rule)
        query = {"side": side} if side else {}
        method = method or next(iter(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})))
        if rule.rule.startswith("/api/v1"):
            headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who else {}
            client, body = self.site.browser(), {} if method == "GET" else {"json": {}}
            return client.open(
                path, method=method, query_string=query, headers={**headers, "Idempotency-Key": "k"}, buffered=True, **body
            )
        return self.site.browser(who).open(path, method=method, query_string=query, buffered=True)

    def path(self, rule: Rule) -> str:
        """The rule's address with the samples in it."""
        samples = {**SAMPLES, FILING: self.filing, "person": self.winner}
        if rule.endpoint.startswith("campaign"):
            samples["stream"] = CAMPAIGN
        built = rule.build({name: samples[name] for name in rule.arguments})
        assert built is not None, rule
        return str(built[1])

    def rules(self) -> list[Rule]:
        return list(self.site.web.url_map.iter_rules())


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RightsWorld]:
    """Read by many tests; what they do to it changes nobody's rights."""
    with site_in(tmp_path_factory.mktemp("rights")) as site:
        stream = site.opened(scenario="four-corners", a=A, b=B, c=C, d=D)
        assert stream == GAME
        game_master.name_master(site.context, stream, site.person(BOSS).id, "the club's table")
        site.opened(blue=STRANGER, red="bot:cautious")
        file_orders(site.context, stream, "c", f"press to d: {PRESS}\n\nluck: {LUCK}", "c" * 64)
        file_orders(site.context, stream, "a", "AAA: TURN L", "a" * 64)
        site.played(stream, 1)
        file_orders(site.context, stream, "c", f"luck: {LUCK}", "d" * 64)
        at = stamp(site.clock())
        everybody = [who for who in EVERYBODY if who] + [C, D]
        tokens = {who: site.keys.give_token(site.person(who).id, "tests", at) for who in everybody}
        assert site.opened("campaign", "harrow", 0, blue="bot:steady", red="bot:steady") == CAMPAIGN
        tick(site.context)
        game_master.name_master(site.context, CAMPAIGN, site.person(BOSS).id, "the club's campaign")
        winner = site.person("green@example.org").id
        ended_game(site.context, {"blue": winner, "red": site.person(STRANGER).id}, ["BLUE"])
        yield RightsWorld(site, tokens, filed(site, "a"), winner)


def filed(site: WebSite, seat: str) -> str:
    """What names the seat's filing for turn 1 in addresses."""
    (entry,) = filings_of(site.context, GAME, seat, 1)
    return way_in(site.context, entry).filing


def _endpoints() -> list[str]:
    return sorted(TABLE)


def _rule(world: RightsWorld, endpoint: str) -> Rule:
    return next(rule for rule in world.rules() if rule.endpoint == endpoint)


# ---------------------------------------------------------------- each route


def test_the_table_is_complete(world: RightsWorld) -> None:
    """A route that is not in the table has been thought about by nobody; nor has one that is there no more."""
    assert {rule.endpoint for rule in world.rules()} == set(TABLE)


def refused(page: TestResponse, who: str) -> bool:
    """Nobody is told to sign in, anybody else that it is not theirs."""
    return page.status_code == (403 if who else 401)


def accepted(page: TestResponse) -> bool:
    """Whatever is then wrong with an empty form: it is not the visitor."""
    return page.status_code < 500 and page.status_code not in (401, 403, 404, 405)


def _check_open(world: RightsWorld, rule: Rule) -> None:
    for who in (NOBODY, A):
        page = world.ask(rule, who)
        writes_by_token = rule.rule.startswith("/api/v1") and "POST" in (rule.methods or ())
        assert refused(page, who) if writes_by_token and not who else accepted(page), (who, page.status_code)


def _check_signed(world: RightsWorld, rule: Rule) -> None:
    assert refused(world.ask(rule, NOBODY), NOBODY)
    page = world.ask(rule, STRANGER)
    assert page.status_code < 500 and page.status_code != 401, page.status_code


def _check_viewer(world: RightsWorld, rule: Rule) -> None:
    assert accepted(world.ask(rule, NOBODY)), "a spectator"
    assert accepted(world.ask(rule, A, "a"))
    for who in (NOBODY, STRANGER, B, BOSS):
        assert refused(world.ask(rule, who, "a"), who), who
        assert world.ask(rule, who, "nobody").status_code == 404


def _check_player(world: RightsWorld, rule: Rule) -> None:
    for who in (NOBODY, STRANGER, BOSS):
        assert refused(world.ask(rule, who), who), who
    for who in (NOBODY, STRANGER, B, BOSS):
        assert refused(world.ask(rule, who, "a"), who), who
    assert accepted(world.ask(rule, A, "a"))


def _check_seat(world: RightsWorld, rule: Rule) -> None:
    for who in (NOBODY, STRANGER, B, BOSS):
        assert refused(world.ask(rule, who), who), who
    assert accepted(world.ask(rule, A))


def _check_master(world: RightsWorld, rule: Rule) -> None:
    for who in (NOBODY, STRANGER, A, B):
        assert refused(world.ask(rule, who), who), who
    assert accepted(world.ask(rule, BOSS))


def _check_secret(world: RightsWorld, rule: Rule) -> None:
    for who in (NOBODY, A, BOSS):
        assert world.ask(rule, who).status_code in (404, 409, 410), who


def _check_all_seats(world: RightsWorld, rule: Rule) -> None:
    for who in EVERYBODY:
        assert refused(world.ask(rule, who), who), "BOSS runs the game, and looks through nobody's eyes"


def _check_owner(world: RightsWorld, rule: Rule) -> None:
    SAMPLES["name"] = name = fork(world.site.context, Origin(GAME, 1, "a"), world.site.person(A).id)
    assert refused(world.ask(rule, NOBODY), NOBODY)
    for who in (STRANGER, B, BOSS):
        assert world.ask(rule, who).status_code == 404, who
    assert accepted(world.ask(rule, A))
    discard_all_of(world.site.context, world.site.person(A).id)
    assert world.ask(rule, A).status_code == 404, name


def _check_not_yet(world: RightsWorld, rule: Rule) -> None:
    for who in EVERYBODY:
        assert world.ask(rule, who).status_code in (403, 404, 409), who


CHECKS: dict[str, Callable[[RightsWorld, Rule], None]] = {
    OPEN: _check_open,
    SIGNED: _check_signed,
    VIEWER: _check_viewer,
    PLAYER: _check_player,
    SEAT: _check_seat,
    MASTER: _check_master,
    SECRET: _check_secret,
    ALL_SEATS: _check_all_seats,
    OWNER: _check_owner,
    NOT_YET: _check_not_yet,
}


@pytest.mark.parametrize("endpoint", _endpoints())
def test_each_route_lets_in_whom_it_should(world: RightsWorld, endpoint: str) -> None:
    """As the table says, for each method of the route."""
    CHECKS[TABLE[endpoint]](world, _rule(world, endpoint))


def test_no_form_works_without_its_key(world: RightsWorld) -> None:
    """Every writing route of the pages; the API takes no browser's word; what mails link to needs no cookie at all."""
    exempt = {group.name for group in page_groups.WITHOUT_FORM_KEY}
    world.site.web.config["WTF_CSRF_ENABLED"] = True
    try:
        for rule in world.rules():
            group, writes = rule.endpoint.partition(".")[0], (rule.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"}
            for method in writes:
                limiter.reset()
                page = world.site.browser(A).open(world.path(rule), method=method)
                if group not in exempt:
                    assert page.status_code == 400 and "form was opened" in html.unescape(page.text), rule
                elif rule.rule.startswith("/api/"):
                    assert page.status_code == 401, rule
                else:
                    assert TABLE[rule.endpoint] == SECRET, rule
    finally:
        world.site.web.config["WTF_CSRF_ENABLED"] = False


# ---------------------------------------------------------------- what is hidden


def every_page(world: RightsWorld, who: str, side: str = "", within: str = "/") -> Iterator[tuple[str, str]]:
    """All that a person can look at."""
    for rule in world.rules():
        if "GET" in (rule.methods or set()) and rule.endpoint != "static" and rule.rule.startswith(within):
            yield rule.rule, world.ask(rule, who, side, "GET").data.decode("utf-8", "replace")


@pytest.mark.parametrize(("who", "side"), [(NOBODY, ""), (STRANGER, ""), (A, ""), (A, "a"), (BOSS, "")])
def test_what_another_player_keeps_secret_shows_nowhere(world: RightsWorld, who: str, side: str) -> None:
    """Their luck, their press to a third, their address: on no page, feed, file or answer. The game master has their id."""
    hidden = [LUCK, PRESS, C] if who == BOSS else [LUCK, PRESS, C, world.site.person(C).id]
    for route, text in every_page(world, who, side):
        for word in hidden:
            assert word not in text, (route, word)


def test_its_owner_sees_them(world: RightsWorld) -> None:
    """The words are there to be found: the test above would see them."""
    seen = "".join(world.ask(_rule(world, endpoint), C, "c").text for endpoint in ("press.show", "desk.show"))
    assert LUCK in seen and PRESS in seen


def test_letters_stay_sealed_at_the_end(tmp_path: Path) -> None:
    """When all is revealed the luck is, too; what was written between two is not."""
    with site_in(tmp_path) as site:
        stream = site.opened(scenario="four-corners", a=A, b=B, c=C, d=D)
        file_orders(site.context, stream, "c", f"press to d: {PRESS}\n\nluck: {LUCK}", "c" * 64)
        site.played(stream, 1)
        game_master.end(site.context, stream, "all agreed")
        tokens = {A: site.keys.give_token(site.person(A).id, "tests", stamp(site.clock()))}
        ended = RightsWorld(site, tokens, filed(site, "c"), site.person(A).id)
        pages = list(every_page(ended, A, "c", "/g/"))
        assert any(LUCK in text for _, text in pages)
        for route, text in pages:
            assert PRESS not in text and C not in text, route

"""Every kind of page: one address each, in a site with a game of each rule book under way and one that is over."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from events.platform import ForumSet, PolicySet, PostHidden
from pbem.games import GAMES
from pbem.gateway.forums.places import Place
from pbem.gateway.forums.posts_table import PostRow
from pbem.service.campaigns.go_on import go_on
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.masters.co_masters import name_co_master
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.sandboxes.fork import Origin, fork
from pbem.service.thread.abuse import report_post
from pbem.service.thread.comments import NewComment, author_of, delete_comment, write_comment
from pbem.service.thread.forum_acts import set_forum
from pbem.service.thread.hiding import hide_post
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from pbem.web.account.invitations import mail_invitation
from tests.kit.playing import mixed_bots
from tests.kit.samples import busy
from tests.service.builders.ended import ended_game
from tests.service.builders.policies import policy_of
from tests.web.builders.sites import WebSite

YOU = "you@example.org"
OTHER = "other@example.org"
TABLES = {key: busy(key)[-1] for key in GAMES}
"""Rule book -> scenario."""


@dataclass(frozen=True)
class Kind:
    """A kind of page, where an example of it is, who looks at it ("": nobody known), and what it is answered with.

    `acts` lead from there to a page that only a form leads to: each is what is to be found, and what is written there; a button
    ("") is pressed.
    """

    name: str
    path: str
    address: str = YOU
    status: int = 200
    acts: tuple[tuple[str, str], ...] = ()


MAIN = (
    "start",
    "start of a stranger",
    "game sovereign_seas",
    "game star_navy",
    "game stingray",
    "game wet_thrust",
    "desk star_navy",
    "replay",
    "thread",
    "new game",
    "game master's box",
    "rule book",
)
"""The twelve pages that most of the time is spent on."""
MOST_BEATS = 200
"""More than a battle between bots has turns."""
LEAVE = ("summary:text('Leave this seat')", "")
WRITE = ("textarea[name=text]", "SR1: MOVE 2\nXYZ: GO\npress to all: Ahoy!")
"""Good orders, bad ones, and words to others."""
ASK = ("textarea[name=text]", "help\nhelp fire\nhistory 2\nwhy 2.6\nwhy 9.1")
"""Every kind of question, one of them about a turn that is not there."""


def seed_games(site: WebSite, turns: int = 2) -> dict[str, str]:
    """The games, by rule book; `over` is one that has ended, `mine` one that you run. You hold the first seat of each.

    You have filed orders in Sovereign Seas only. `invitation` and `seat link` are addresses that were mailed,
    `filing` the page of red's orders in the game that is over. `watched` is one that you only watch, a day later than its
    players. In `mine` and `watched` there is talk.
    """
    games = {}
    for rules, scenario in TABLES.items():
        bots = mixed_bots(GAMES[rules], scenario)
        players = {seat: f"bot:{bot}" for seat, bot in bots.items()} | {next(iter(bots)): YOU}
        games[rules] = site.opened(rules, scenario, 24, **players)
    games["over"] = site.opened("star_navy", "open-space", blue=YOU, red="bot:aggressive")
    policy = policy_of(12.0, "standing", True, "the game was opened")
    run = GameSetup({"blue": site.person(OTHER).id}, {}, site.person(YOU).id, policy, "The open table")
    games["mine"] = open_game(site.context, "star_navy", "first-blood", setup=run)
    game_master.announce(site.context, games["mine"], "A seat is free: bring a friend.")
    name_co_master(site.context, games["mine"], site.person("second@example.org").id, "two see more")
    games["watched"] = _watched(site)
    site.people.set_zone(site.person(YOU).id, "Europe/Berlin")
    site.played("", turns)
    _at_the_club(site, games["mine"])
    _talk(site, games["mine"])
    _talk(site, games["watched"])
    game_master.end(site.context, games["over"], "the captains made peace")
    file_orders(site.context, games["sovereign_seas"], "gb", "luck: a fair wind", "mail")
    stingray = next(iter(load(site.context, games["stingray"]).ledger.seats))
    games["sandbox"] = fork(site.context, Origin(games["stingray"], 1, stingray), site.person(YOU).id)
    games["campaign"] = _campaign(site)
    games["league"] = ended_game(
        site.context, {"blue": site.person(YOU).id, "red": site.person(OTHER).id}, ["BLUE"], "open-space"
    )
    games["player"] = site.person(YOU).id
    games["invitation"] = _invitation(site)
    key = site.person(YOU).key
    games["seat link"] = urlsplit(site.gateway.signer.seat_link(games["star_navy"], "blue", turns + 1, key)).path
    (filed,) = filings_of(site.context, games["over"], "red", 1)
    games["filing"] = f"/g/{games['over']}/t/1/orders/{way_in(site.context, filed).filing}?side=red"
    return games


def _campaign(site: WebSite) -> str:
    """A campaign in its second refit turn: bots have played its first battle, and now one fleet is yours."""
    stream = site.opened("campaign", "harrow", 0, blue="bot:steady", red="bot:steady")
    for _ in range(MOST_BEATS):
        tick(site.context)
        go_on(site.context)
        state = load(site.context, stream).state
        if state.battles and not state.waiting:
            break
    game_master.name_master(site.context, stream, site.person(OTHER).id, "the club's campaign")
    seating.replace_player(site.context, stream, "blue", site.person(YOU).id, "you take the fleet over")
    seating.accept(site.context, stream, "blue", site.person(YOU).id)
    return stream


def _watched(site: WebSite) -> str:
    """A game of others, which is seen by those who do not play a day later."""
    players = {"blue": site.person(OTHER).id, "red": "bot:cautious"}
    policy = PolicySet(delay_hours=24.0, why="the players want to be alone with a turn")
    setup = GameSetup(players, {}, site.person("second@example.org").id, policy, "The harbour watch")
    stream = open_game(site.context, "star_navy", "first-blood", setup=setup)
    game_master.announce(site.context, stream, "Good luck to both of you.\nTurns are a day long.")
    return stream


def _at_the_club(site: WebSite, stream: str) -> None:
    """Two places; at one the game is posted: a post is there, one was refused, one waits. And a code to link an account."""
    forums = site.gateway.forums
    forums.places.add(Place("club", "discourse", "https://forum.example", "wardroom", part="wargames"))
    forums.places.add(Place("chat", "matrix", "https://matrix.example", "wardroom", part="#games:matrix.example"))
    wanted = ForumSet("club", "wargames", ["reports", "announcements"], "the club meets there", "master")
    set_forum(site.context, stream, wanted)
    there = PostRow("club", stream, "", "", "a1", "posted", id="7", topic="3", url="https://forum.example/t/3/7")
    refused = PostRow("club", stream, "", "", "t1", "refused", error="it answered 403: you may not post here")
    for row in (there, refused, PostRow("club", stream, "", "", "a2", "waiting")):
        forums.posts.want(row)
    forums.links.give_code(site.person(YOU).id, "club")


def _talk(site: WebSite, stream: str) -> None:
    """Comments by a player, watchers and the game master: a quotation, marks, a deleted, a hidden and a reported one."""

    def say(who: str, text: str, answers: str = "") -> str:
        author = author_of(site.context, stream, site.person(who).id)
        return write_comment(site.context, stream, author, NewComment(text, answers=answers))

    first = say(
        OTHER, "What a start! *Both* of us went straight at each other.\n\n- I have the better guns,\n- they have the wind."
    )
    say("third@example.org", "> I have the better guns\n\nHave you? See https://example.org/gunnery for **sums**.", first)
    say(
        "second@example.org",
        "Please keep guesses about hidden orders out of the thread: `SR1: TURN L` is nobody's business.",
        "t0",
    )
    rude = say("third@example.org", "Whoever turns left here is a fool.")
    hide_post(site.context, stream, PostHidden(rude, True, "no insults, please", "master"))
    delete_comment(site.context, stream, site.person(OTHER).id, say(OTHER, "Never mind."))
    loud = say("fourth@example.org", "BUY MY SAILS!!! The best sails, https://example.org/sails")
    report_post(site.context, stream, site.person(OTHER).id, loud, "an advertisement")
    say(YOU, "I watch with pleasure.\n\n```\nround 1  blue 3 : 2 red\n```", first)


def _invitation(site: WebSite) -> str:
    """The address of an invitation that a guest was mailed."""
    guest, address = site.person("guest@example.org"), "guest@example.org"
    stream = open_game(site.context, "wet_thrust", "first-salvo", setup=GameSetup(title="By invitation"))
    seating.offer(site.context, stream, "gb", guest.id, "there is a battle to be fought")
    with site.web.test_request_context():
        mail_invitation(stream, "gb", guest, "Will you take Hood?")
    text = str(site.mails(address)[-1].get_content())
    found = re.search(r"http\S+/invite/\S+", text)
    assert found, text
    return urlsplit(found[0]).path


def kinds(games: dict[str, str]) -> list[Kind]:
    """An example of each kind of page; game pages of each rule book, whose maps differ."""
    sn = games["star_navy"]
    return [
        Kind("start", "/"),
        Kind("start of a stranger", "/", ""),
        Kind("all games", "/games", ""),
        Kind("sign in", "/sign-in", ""),
        Kind("account", "/you"),
        *(Kind(f"game {rules}", f"/g/{games[rules]}") for rules in TABLES),
        *(Kind(f"desk {rules}", f"/g/{games[rules]}/orders") for rules in TABLES),
        Kind("replay", f"/g/{sn}/t/2/e/2"),
        Kind("why", f"/g/{sn}/t/2/e/5/why"),
        Kind("what became of orders", games["filing"], ""),
        Kind("verify", f"/g/{sn}/verify"),
        Kind("under today's rules", f"/g/{games['over']}/rules", ""),
        Kind("luck so far", f"/g/{games['wet_thrust']}/luck"),
        Kind("luck of a game that is over", f"/g/{games['over']}/luck", ""),
        Kind("press", f"/g/{sn}/press"),
        Kind("thread", f"/g/{games['mine']}/thread"),
        Kind("thread of a stranger", f"/g/{games['mine']}/thread", ""),
        Kind("thread, watched", f"/g/{games['watched']}/thread"),
        Kind("thread, an answer", f"/g/{games['mine']}/thread?quote=c1#write", OTHER),
        Kind("thread, a report", f"/g/{games['mine']}/thread?post=c1&do=report#c1", "third@example.org"),
        Kind("history", f"/g/{sn}/history"),
        Kind("sheets", f"/g/{sn}/t/2/sheets"),
        Kind("forum", f"/g/{sn}/forum"),
        Kind("game that is over", f"/g/{games['over']}", ""),
        Kind("game with a free seat", f"/g/{games['mine']}"),
        Kind("game master's box", f"/g/{games['mine']}/master"),
        Kind("what needs you", "/needs"),
        Kind("seats", f"/g/{sn}/seat"),
        Kind("a seat to take", f"/g/{games['mine']}/seat"),
        Kind("replay of all sides", f"/g/{games['over']}/t/1/e/1?side=everything", ""),
        Kind("error, not yours", f"/g/{games['mine']}/master", OTHER, 403),
        Kind("tried", f"/g/{games['stingray']}/orders", acts=(WRITE, ("button:text-is('Try')", ""))),
        Kind("receipt", f"/g/{games['stingray']}/orders", acts=(WRITE, ("button:text-is('File orders')", ""))),
        Kind("answers", f"/g/{sn}/orders", acts=(ASK, ("button:text-is('File orders')", ""))),
        Kind("leaving, asked again", f"/g/{sn}/seat", acts=(LEAVE, ("#resign-blue", "no time"), ("button:text('Leave…')", ""))),
        Kind("sandboxes", "/what-if"),
        Kind("sandbox", f"/what-if/{games['sandbox']}"),
        Kind("sandbox beside its game", f"/what-if/{games['sandbox']}/compare"),
        Kind("sandbox, checked", f"/what-if/{games['sandbox']}", acts=(("button:text-is('Check the orders')", ""),)),
        Kind("sandbox, a turn played", f"/what-if/{games['sandbox']}", acts=(("button:text('Resolve turn')", ""),)),
        Kind("invitation", games["invitation"], ""),
        Kind("seat link", games["seat link"], ""),
        Kind("new game", "/new"),
        Kind("new game, seats", "/new/star_navy/open-space"),
        Kind("new game, pace", "/new/star_navy/wolf-pack/pace"),
        Kind("rule books", "/rules"),
        Kind("rule book", "/rules/star_navy"),
        Kind("order help", "/rules/star_navy/orders"),
        Kind("about", "/rules/star_navy/about"),
        Kind("campaign", f"/g/{games['campaign']}"),
        Kind("campaign of a stranger", f"/g/{games['campaign']}", ""),
        Kind("campaign, orders", f"/g/{games['campaign']}/orders"),
        Kind("roll of honour", f"/g/{games['campaign']}/units"),
        Kind("unit of a campaign", f"/g/{games['campaign']}/units/BIS"),
        Kind("battle of a campaign", f"/g/{games['campaign']}/battles/1"),
        Kind("campaign, game master's box", f"/g/{games['campaign']}/master", OTHER),
        Kind("league", "/league", ""),
        Kind("player", f"/players/{games['player']}", ""),
        Kind("API", "/api"),
        Kind("error", "/g/none", status=404),
    ]

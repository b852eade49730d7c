"""No page, feed, file or answer moves by what its reader may not know: not by a byte, a header or a number that counts it.

Each game is held twice for each reader: with much that its others do in secret (orders filed again and again, refused, held,
misused addresses, press, luck), and as it is told by a log of a quiet game without anything that they may not see. Both must
answer them alike, whatever they ask for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from events.base import Draft, visible
from events.platform import SeedDrawn
from events.store import EMPTY
from pbem.games import GAMES
from pbem.service.context import stamp
from pbem.service.games import game_master
from pbem.service.games.bot_turns import bot_orders
from pbem.service.orders.file import file_orders
from pbem.service.orders.quarantine import hold_orders, note_misuse
from pbem.service.reports.replay import turn_steps
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from pbem.web.infra.limits import limiter
from pbem.web.infra.visitor import OPENER
from tests.conftest import START
from tests.kit.samples import reader
from tests.web.builders.sites import WebSite, site_in
from tests.web.replay_files.test_replay_file import taken

GAME, ME, NOBODY = "g1", "me@example.org", ""
FILING, OPEN_FILING = "filing", "open filing"
"""What is in the address of a filing: the seals of the reader's orders for the last resolved turn, and for the open one."""
TURNS = 2
UNLIKE = {"Date", "Set-Cookie", "X-RateLimit-Reset", "X-RateLimit-Remaining", "Retry-After", "X-Request-Id"}
"""Headers that come from the clock of this machine and from the order of the test's questions."""
FORM = re.compile(r'name="form" value="[0-9a-f]{24}"|name="csrf[_-]token" (?:value|content)="[^"]*"')


@dataclass
class World:
    """One holding of the game: the site, what opens it to its reader, and the hashes that its reports print."""

    site: WebSite
    opener: str
    token: str
    secrets: dict[str, str]
    heads: list[str] = field(default_factory=list)

    def see_heads(self) -> None:
        """A report's head says nothing but which log it was printed from."""
        row = self.site.context.store.game(GAME)
        assert row is not None
        self.heads = [load(self.site.context, GAME, turn).head.hash.hex() for turn in range(row.closed + 1)]

    def browser(self, who: str) -> FlaskClient:
        client = self.site.web.test_client()
        if who:
            with client.session_transaction() as session:
                session[OPENER] = self.opener
        return client

    def plain(self, text: str) -> str:
        """Without what differs from form to form, and from log to log."""
        for turn, head in enumerate(self.heads):
            text = text.replace(head, f"head {turn}")
        return FORM.sub("form", text)


@dataclass
class Table:
    """The game in its worlds; `seat` is the reader's, `others` are those of whom they may know nothing."""

    seat: str
    others: list[str]
    busy: World
    told: dict[str, World]

    def answers(self, world: World, who: str, questions: Sequence[Question]) -> dict[str, str]:
        """What a world answers a reader, question by question."""
        return {str(question): said(world, question.ask(world, who)) for question in questions}


@dataclass(frozen=True)
class Question:
    """A request: to a page, or to the API; with `form` it is a POST."""

    path: str
    form: tuple[tuple[str, str], ...] = ()
    accept: str = "text/html"

    def ask(self, world: World, who: str) -> TestResponse:
        limiter.reset()
        path = self.path.format(**world.secrets)
        if path.startswith("/api/"):
            headers = {"Authorization": f"Bearer {world.token}", "Idempotency-Key": str(self)} if who else {}
            client = world.site.browser()
            return client.post(path, json=dict(self.form), headers=headers) if self.form else client.get(path, headers=headers)
        client = world.browser(who)
        headers = {"Accept": self.accept}
        if "/replay.html" in path:
            return taken(client, path)
        return client.post(path, data=dict(self.form), headers=headers) if self.form else client.get(path, headers=headers)


def said(world: World, page: TestResponse) -> str:
    """All of an answer: status, headers, body. An ETag is another where the body has another head."""
    body = page.data.decode("utf-8", "replace")
    plain = world.plain(body)
    kept = {name: value for name, value in page.headers if name not in UNLIKE}
    if plain != body:
        kept.pop("ETag", None)
    return "\n".join([page.status, *(f"{name}: {value}" for name, value in sorted(kept.items())), "", plain])


# ---------------------------------------------------------------- the worlds


def seated(site: WebSite, key: str) -> World:
    """The game is opened, everybody sits down, and the reader has all that opens it to them."""
    scenario, seat = reader(key)
    seats = [each.id for each in GAMES[key].rules.seats(scenario, GAMES[key].scenarios.options(scenario, {}))]
    given = {each: ME if each == seat else f"{each}@example.org" for each in seats}
    assert site.opened(key, scenario, 24, **given) == GAME
    return _keys(site)


def _keys(site: WebSite) -> World:
    id, at = site.person(ME).id, stamp(site.clock())
    opener, token = site.keys.open_session(id, "a browser of the tests", at), site.keys.give_token(id, "tests", at)
    feed, calendar = (site.keys.give_address(id, "feed", "", at), site.keys.give_address(id, "calendar", "", at))
    secrets = {"feed": site.keys.secret_of(feed), "calendar": site.keys.secret_of(calendar)}
    return World(site, opener, token, secrets)


def ordered(site: WebSite, seat: str) -> str:
    """What a bot orders for the seat now."""
    record = load(site.context, GAME)
    bot = next(iter(record.game.planning.bots))
    return bot_orders(site.context, record, seat, bot) if seat in record.game.rules.due(record.state) else ""


def turn_goes_by(world: World, seat: str, mates: Sequence[str], others: Sequence[str], turn: int, busy: bool) -> None:
    """A day: the reader and their crew order at one o'clock, the others at two; at the end it is resolved."""
    site, context, clock = world.site, world.site.context, world.site.clock
    noon = START + timedelta(days=turn - 1)
    clock.time = noon + timedelta(hours=1)
    for own in (seat, *mates):
        file_orders(context, GAME, own, f"{ordered(site, own)}\nluck: ours", f"{own} {turn}", turn)
    if busy:
        in_secret(site, others, turn)
    clock.time = noon + timedelta(hours=3 if busy else 2)
    for other in others:
        file_orders(context, GAME, other, f"{ordered(site, other)}\nluck: theirs", f"{other} {turn}", turn)
    clock.time = noon + timedelta(days=1)
    assert tick(context) == [(GAME, turn)]


def in_secret(site: WebSite, others: Sequence[str], turn: int) -> None:
    """What others may do unseen."""
    for seat in others:
        for number in range(2):
            site.clock.advance(0.1)
            name = f"{seat} {turn} {number}"
            file_orders(site.context, GAME, seat, f"luck: Qx {number}", f"luck {name}", turn)
            file_orders(site.context, GAME, seat, "Qx: nonsense", f"refused {name}", turn)
            hold_orders(site.context, GAME, seat, turn, "it came from another address", f"held {name}")
            note_misuse(site.context, GAME, seat, "", f"misused {name}")
        to = ", ".join(other for other in others if other != seat)
        if to:
            file_orders(site.context, GAME, seat, f"press to {to}: Qxpress", f"press {seat} {turn}")


def replayed(world: World, site: WebSite, known: frozenset[str], mates: Sequence[str]) -> World:
    """The same game from a log without anything that the reader may not see, but for the seed that proves their dice."""
    for name in ("people", "keys", "sessions"):
        rows = world.site.people.db.con.execute(f"SELECT * FROM {name}").fetchall()
        with site.people.db.write() as con:
            con.executemany(f"INSERT INTO {name} VALUES({','.join('?' * len(rows[0]))})", rows)
    head, ids = EMPTY, known | set(mates)
    for entry in world.site.context.store.read(GAME):
        if visible(entry.audience, ids) or isinstance(entry.event, SeedDrawn):
            draft = Draft(entry.event, entry.turn, entry.phase, entry.rule, entry.audience)
            head = site.context.store.append(GAME, [draft], head, entry.at)
    return World(site, world.opener, world.token, world.secrets)


@pytest.fixture(scope="module", params=list(GAMES))
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Two turns of the game in each world; the third is open, and a day old by half."""
    key: str = request.param
    with ExitStack() as stack:
        site = partial(_place, stack, tmp_path_factory)
        quiet, busy = (seated(site(), key) for _ in range(2))
        ledger = load(quiet.site.context, GAME).ledger
        seat = reader(key)[1]
        mates = ledger.crewmates(seat)
        others = [other for other in ledger.seats if other not in (seat, *mates)]
        for world in (quiet, busy):
            game_master.name_master(world.site.context, GAME, world.site.person(ME).id, "the club's table")
            for turn in range(1, TURNS + 1):
                turn_goes_by(world, seat, mates, others, turn, world is busy)
            file_orders(world.site.context, GAME, seat, f"{ordered(world.site, seat)}\nluck: ours", "mine", TURNS + 1)
        in_secret(busy.site, others, TURNS + 1)
        told = {
            ME: replayed(quiet, site(), ledger.reader(seat), mates),
            NOBODY: replayed(quiet, site(), frozenset(), ()),
        }
        for world in (busy, *told.values()):
            world.site.clock.time = START + timedelta(days=TURNS, hours=12)
            world.see_heads()
            world.secrets |= {FILING: filed(busy, seat, TURNS), OPEN_FILING: filed(busy, seat, TURNS + 1)}
        yield Table(seat, others, busy, told)


def filed(world: World, seat: str, turn: int) -> str:
    """What names the seat's last filing for a turn in addresses; the same in every world, for the seed is the same."""
    return way_in(world.site.context, filings_of(world.site.context, GAME, seat, turn)[-1]).filing


def _place(stack: ExitStack, folders: pytest.TempPathFactory) -> WebSite:
    folder: Path = folders.mktemp("world")
    return stack.enter_context(site_in(folder))


# ---------------------------------------------------------------- all that can be asked

ELSEWHERE = ("/static/", "/rules", "/help", "/api/v1/books", "/mail/", "/sign-in/", "/seat/", "/invite/", "/looks.css")
"""Of these nothing is about a game, or only what a mail tells."""


def questions(table: Table, who: str) -> list[Question]:
    """Every address that is there to be looked at, with every turn and a few steps; what is checked and tried at the desk."""
    found: list[Question] = []
    last = len(turn_steps(table.busy.site.context, GAME, TURNS, table.seat if who else None).steps) - 1
    for rule in table.busy.site.web.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.rule.startswith(ELSEWHERE):
            found += [Question(path) for path in _paths(rule.rule, last, who)]
    sides = ("spectator", table.others[0], *([table.seat] if who else []))
    found += [Question(f"/g/g1{page}?side={side}") for page in ("", "/t/1/proof.json", "/orders") for side in sides]
    found += [Question(f"/g/g1/t/{TURNS + 1}/orders/{{{OPEN_FILING}}}")]
    found += [Question(f"/g/g1/{page}") for page in ("verify?t=2", "forum?t=1", "orders?from=template")]
    found += [Question("/g/g1/replay.html?t=2")] if who else []
    found += [Question(f"/api/v1/games{query}") for query in ("?mine=1", f"/g1?side={table.others[0]}")]
    return [*found, *(_desk() if who else [])]


def _paths(rule: str, last: int, who: str) -> Iterator[str]:
    secret = "feed" if rule.startswith("/feed") else "calendar"
    path = rule.replace("<stream>", GAME).replace("<secret>", f"{{{secret}}}").replace("<id>", "nobody")
    path = (
        path.replace("<filing>", f"{{{FILING}}}")
        .replace("<game>", "star_navy")
        .replace("<scenario>", "first-blood")
        .replace("<seat>", "nobody")
    )
    if path == f"/g/{GAME}/replay.html" or ("<secret>" in rule and not who):
        return
    asked = [(TURNS, last), (TURNS, last + 1), (TURNS + 1, 1)] if "<int:number>" in path else [(TURNS, 0), (TURNS + 1, 0)]
    for turn, number in asked if "<int:turn>" in path else [(0, 0)]:
        yield path.replace("<int:turn>", str(turn)).replace("<int:number>", str(number))


ASKED = "status\nhistory 2\nwhy 2.1\nwhy 2.99\npreview\nXX9: GO\nluck: another\npress to all: hello\n"


def _desk() -> Iterator[Question]:
    form = (("text", ASKED), ("turn", str(TURNS + 1)))
    yield Question("/g/g1/orders/draft", (*form, ("only", "yes")))
    yield Question("/g/g1/orders/draft", form)
    for named in ("SR1", "0812", "nowhere"):
        yield Question("/g/g1/orders/toward", (("unit", ""), ("named", named)))
    yield Question("/g/g1/orders/try", form)
    yield Question("/g/g1/orders/try", form, "application/json")
    for address in ("check", "try"):
        yield Question(f"/api/v1/games/g1/orders/{address}", (("text", ASKED),))


@pytest.mark.parametrize("who", [ME, NOBODY], ids=["player", "spectator"])
@pytest.mark.usefixtures("replays_here")
def test_what_is_hidden_moves_nothing(table: Table, who: str) -> None:
    """Byte by byte, with all headers: what others do in secret, and whether the log holds it at all, shows nowhere."""
    asked = questions(table, who)
    busy, told = table.answers(table.busy, who, asked), table.answers(table.told[who], who, asked)
    assert len([text for text in told.values() if text.startswith("200")]) > 30
    assert not who or sum("What became of your orders" in text for text in told.values()) == 2
    moved = [
        f"{question}: {difference(busy[question], told[question])}" for question in told if busy[question] != told[question]
    ]
    assert not moved, "\n".join(moved)


FILED = (("text", "XX9: GO\nluck: mine\nstatus"), ("turn", str(TURNS + 1)), ("form", "f1"))


def test_a_receipt_counts_nothing(table: Table) -> None:
    """Orders filed twice and thrice, on the page and by a program: no receipt has a head that others' filings have moved."""
    posts = [
        Question("/g/g1/orders", FILED),
        Question("/g/g1/orders", (*FILED[:2], ("form", "f2"))),
        Question("/api/v1/games/g1/orders", (("text", "luck: mine"),)),
        Question("/api/v1/games/g1/orders", (("text", "status"),)),
    ]
    busy, told = table.answers(table.busy, ME, posts), table.answers(table.told[ME], ME, posts)
    assert all(text.startswith("200") and "head 2" in text for text in told.values())
    for question, text in told.items():
        assert busy[question] == text, f"{question}: {difference(busy[question], text)}"


def difference(one: str, two: str) -> str:
    """Where two answers part."""
    at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
    return f"...{one[max(0, at - 80) : at + 80]!r}... against ...{two[max(0, at - 80) : at + 80]!r}..."

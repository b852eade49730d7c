"""The API: who may ask what, that orders filed here are those of mail and page, and what comes in is checked."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from pbem.accounts.credentials import MOST_KEYS
from pbem.service.context import stamp
from pbem.service.press.messages import messages
from pbem.web.api.describe import OPERATIONS
from pbem.web.infra.limits import limiter
from tests.web.builders.sites import WebSite

BLUE, RED = "blue@example.org", "red@example.org"
ORDERS = "BIS: T1 TURN L"
DUEL = {"game": "star_navy", "scenario": "first-blood"}


class Program:
    """A program with a person's token; of nobody without an address."""

    def __init__(self, site: WebSite, address: str = "") -> None:
        self.client = site.web.test_client()
        self.headers: dict[str, str] = {}
        if address:
            token = site.keys.give_token(site.person(address).id, "a program", stamp(site.clock()))
            self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> TestResponse:
        """One request; `key` is its Idempotency-Key."""
        more = {"Idempotency-Key": key} if key else {}
        return self.client.open(f"/api/v1{path}", method=method, json=body, headers={**self.headers, **more})

    def get(self, path: str) -> Any:
        """The data at an address that answers."""
        got = self.ask("GET", path)
        assert got.status_code == 200, got.text
        assert got.json is not None and got.json["version"] == 1
        return got.json["data"]

    def post(self, path: str, body: Any, key: str = "") -> Any:
        """The data of an act that is done."""
        got = self.ask("POST", path, body, key)
        assert got.status_code == 200, got.text
        assert got.json is not None
        return got.json["data"]


def unit(site: WebSite, stream: str, program: Program) -> str:
    """The id of one of the seat's ships."""
    text = str(program.get(f"/games/{stream}/orders")["template"])
    return next(line.split(":")[0].strip() for line in text.splitlines() if line[:1].isalpha() and ":" in line)


# ---------------------------------------------------------------- who asks


def test_a_token_is_its_person_and_a_revoked_one_is_nobody(site: WebSite) -> None:
    """`/me` says whose it is; a wrong, revoked or missing token is answered 401 and told how to come in."""
    blue = Program(site, BLUE)
    assert blue.get("/me")["address"] == BLUE
    (key,) = site.keys.keys(site.person(BLUE).id)
    assert key.seen
    assert site.keys.revoke(key.person, key.id)
    wrong = Program(site)
    wrong.headers = {"Authorization": "Bearer wr_nothing"}
    basic = Program(site)
    basic.headers = {"Authorization": "Basic Ymx1ZTpibHVl"}
    for program in (blue, wrong, basic, Program(site)):
        got = program.ask("GET", "/me")
        assert got.status_code == 401 and got.headers["WWW-Authenticate"].startswith("Bearer")
        assert got.json is not None and list(got.json) == ["error"]


def test_a_wrong_token_is_refused_even_where_none_is_needed(site: WebSite) -> None:
    """So that a program with a revoked token is told, and does not look at less without knowing it."""
    wrong = Program(site)
    wrong.headers = {"Authorization": "Bearer wr_nothing"}
    assert wrong.ask("GET", "/games").status_code == 401
    assert Program(site).ask("GET", "/games").status_code == 200


def test_a_signed_in_browser_may_look_and_do_nothing(site: WebSite) -> None:
    """Its cookie opens what the pages show; no cookie ever changes anything, so no foreign page can."""
    stream = site.opened()
    browser = site.browser(BLUE)
    assert browser.get("/api/v1/me").json["data"]["address"] == BLUE
    assert browser.get(f"/api/v1/games/{stream}/orders").status_code == 200
    for operation in OPERATIONS:
        if operation.method != "GET":
            path = f"/api/v1{operation.path}".replace("{stream}", stream)
            got = browser.open(path, method=operation.method, json={"text": ORDERS}, headers={"Idempotency-Key": "1"})
            assert got.status_code == 401, operation.path


@pytest.mark.parametrize("who", ["", RED, "green@example.org"])
def test_nobody_reads_through_another_players_eyes(site: WebSite, who: str) -> None:
    """Every address that takes a side refuses blue's to nobody, to red and to a spectator."""
    stream = site.opened()
    site.played(stream, 1)
    program = Program(site, who)
    asked = [each for each in OPERATIONS if any(parameter.name == "side" for parameter in each.parameters)]
    assert len(asked) > 8
    for operation in asked:
        path = operation.path.format(stream=stream, turn=1, number=1)
        got = program.ask(operation.method, f"{path}?side=blue", {"text": ORDERS}, "1")
        assert got.status_code == (403 if who else 401), (operation.path, got.text)
        assert site.context.store.head(stream)


def test_a_seat_sees_its_own_turn_and_a_spectator_less(site: WebSite) -> None:
    """The report names its reader; the panels of one's own ships are in it."""
    stream = site.opened()
    site.played(stream, 1)
    own = Program(site, BLUE).get(f"/games/{stream}/turns/1")["report"]
    public = Program(site).get(f"/games/{stream}/turns/1")["report"]
    assert own["seat"] == "blue" and own["template"]
    assert public["seat"] == "" and not public["template"]
    assert Program(site, BLUE).get(f"/games/{stream}/turns/1?side=spectator")["report"] == public
    assert Program(site, BLUE).ask("GET", f"/games/{stream}/turns/2").status_code == 404


def test_the_list_of_games_does_not_say_who_has_filed(site: WebSite) -> None:
    """That is the seat's own; who is ready is everybody's."""
    stream = site.opened()
    before = Program(site).get("/games")
    blue = Program(site, BLUE)
    blue.post(f"/games/{stream}/orders", {"text": f"{unit(site, stream, blue)}: T1 TURN L"}, "1")
    assert Program(site).get("/games") == before
    blue.post(f"/games/{stream}/ready", {"ready": True}, "2")
    seats = {seat["seat"]: seat["ready"] for seat in Program(site).get("/games")[0]["seats"]}
    assert seats == {"blue": True, "red": False}


def test_what_blue_files_moves_no_answer_of_anybody_else(site: WebSite) -> None:
    """Every address that can be looked at gives red, a stranger and nobody the same bytes before and after; so do the feeds."""
    stream = site.opened()
    site.played(stream, 1)
    values = {"stream": stream, "turn": 1, "number": 1, "game": "star_navy", "scenario": "first-blood", "clause": "SN-6.1"}
    looked = [f"/api/v1{each.path.format(**values)}" for each in OPERATIONS if each.method == "GET"]
    others = [Program(site, who) for who in (RED, "green@example.org", "")]

    def answers() -> list[bytes]:
        paths = [*looked, f"/g/{stream}/feed.atom"]
        return [program.client.get(path, headers=program.headers).data for program in others for path in paths]

    before, blue = answers(), Program(site, BLUE)
    filed = blue.post(f"/games/{stream}/orders", {"text": f"{unit(site, stream, blue)}: T2 TURN L"}, "1")
    assert filed["outcome"] == "accepted"
    assert answers() == before


def test_every_address_counts_how_often_it_is_asked(site: WebSite) -> None:
    """The limit of the whole API is in each answer's headers."""
    assert Program(site, BLUE).ask("GET", "/me").headers["X-RateLimit-Limit"] == "600"


# ---------------------------------------------------------------- orders


def test_orders_filed_here_stand_on_the_desk_and_count_once(site: WebSite) -> None:
    """The same key again is the same filing, also after another; a new key with the same words is a new one."""
    stream = site.opened()
    blue = Program(site, BLUE)
    ship = unit(site, stream, blue)
    left, right = {"text": f"{ship}: T1 TURN L"}, {"text": f"{ship}: T1 TURN R"}
    first = blue.post(f"/games/{stream}/orders", left, "one")
    assert first["outcome"] == "accepted" and first["standing"] == f"{ship}:\n  T1 TURN L" and not first["duplicate"]
    assert blue.get(f"/games/{stream}/orders")["standing"] == first["standing"]
    assert blue.get(f"/games/{stream}/orders")["banner"]["filing"]["way"] == "by a program"
    blue.post(f"/games/{stream}/orders", right, "two")
    again = blue.post(f"/games/{stream}/orders", left, "one")
    assert again["duplicate"] and again["standing"] == f"{ship}:\n  T1 TURN R"
    anew = blue.post(f"/games/{stream}/orders", left, "three")
    assert not anew["duplicate"] and anew["standing"] == first["standing"]


def test_the_same_key_of_two_players_is_two_filings(site: WebSite) -> None:
    """Both become ready with the same words under the same key, and the turn is over."""
    stream = site.opened()
    for who in (BLUE, RED):
        got = Program(site, who).post(f"/games/{stream}/ready", {"ready": True}, "1")
        assert got["ready"] and not got["duplicate"]
    assert got["waiting"] == []
    site.played(stream, 1, 0.01)
    assert Program(site).get(f"/games/{stream}")["listed"]["closed"] == 1


def test_checking_and_trying_file_nothing(site: WebSite) -> None:
    """Problems with line and reason, as a receipt would say them; the dry run has a picture; the log is as it was."""
    stream = site.opened()
    blue = Program(site, BLUE)
    ship = unit(site, stream, blue)
    head = site.context.store.head(stream)
    checked = blue.post(f"/games/{stream}/orders/check", {"text": f"{ship}: T1 TURN L\n  T2 FIER F"})
    assert checked["outcome"] == "partly" and checked["problems"][0]["line"] == 2
    tried = blue.post(f"/games/{stream}/orders/try", {"text": f"{ship}: T1 TURN L"})
    assert tried["trial"]["picture"]["svg"].startswith("<svg") and tried["trial"]["tables"]
    assert site.context.store.head(stream) == head


def test_late_orders_are_not_filed(site: WebSite) -> None:
    """Meant for turn 1, sent when turn 2 is open."""
    stream = site.opened()
    site.played(stream, 1)
    got = Program(site, BLUE).post(f"/games/{stream}/orders", {"text": ORDERS, "turn": 1}, "1")
    assert got["outcome"] == "late"


def test_press_is_sent_once_and_read_by_its_seats(site: WebSite) -> None:
    """Words with halves of letters, such as JSON may hold, are sent without them."""
    stream = site.opened()
    blue = Program(site, BLUE)
    for _ in range(2):
        blue.post(f"/games/{stream}/press", {"to": ["red"], "text": "Surrender! \ud800"}, "1")
    (sent,) = messages(site.context, stream, "red")
    assert sent.text == "Surrender! ?"
    assert [message["text"] for message in Program(site, RED).get(f"/games/{stream}/press")] == ["Surrender! ?"]
    assert any("Surrender!" in str(mail.get_body(("plain",))) for mail in site.mails(RED))


def test_half_letters_in_orders_spoil_nothing(site: WebSite) -> None:
    """Orders, luck and press in one text, each with half a letter."""
    stream = site.opened()
    text = "luck: \ud800\npress to red: \udfff words\n\nready"
    got = Program(site, BLUE).post(f"/games/{stream}/orders", {"text": text}, "\N{LATIN SMALL LETTER E}")
    assert got["luck"] == "?"


# ---------------------------------------------------------------- what comes in


@pytest.mark.parametrize(
    "body",
    [None, [], "text", {}, {"text": 3}, {"text": "x", "turn": "1"}, {"text": "x", "force": True}, {"text": None}],
)
def test_a_body_of_another_shape_is_refused(site: WebSite, body: Any) -> None:
    """422 with a sentence that names what does not fit; nothing is filed."""
    stream = site.opened()
    head = site.context.store.head(stream)
    got = Program(site, BLUE).ask("POST", f"/games/{stream}/orders", body, "1")
    assert got.status_code == 422 and got.json is not None and got.json["error"]
    assert site.context.store.head(stream) == head


@pytest.mark.parametrize("key", ["", " ", "k" * 201])
def test_filing_needs_a_key(site: WebSite, key: str) -> None:
    """Without one it could not be told whether a filing that is sent again is meant twice."""
    stream = site.opened()
    got = Program(site, BLUE).ask("POST", f"/games/{stream}/orders", {"text": "ready"}, key)
    assert got.status_code == 422 and got.json is not None and "Idempotency-Key" in got.json["error"]


def test_errors_are_json_with_a_sentence(site: WebSite) -> None:
    """No such address, game, seat, turn, step, clause, scenario; a wrong method; what cannot be done now."""
    stream = site.opened()
    site.played(stream, 1)
    blue = Program(site, BLUE)
    wanted = {
        "/nothing": 404,
        "/games/g99": 404,
        f"/games/{stream}?side=green": 404,
        f"/games/{stream}/turns/9": 404,
        f"/games/{stream}/turns/1/steps/999": 404,
        "/books/chess": 404,
        "/books/star_navy/clauses/SN-99.9": 404,
        "/books/star_navy/scenarios/moon": 422,
        f"/games/{stream}/checks": 409,
        f"/games/{stream}/ready": 405,
    }
    for path, code in wanted.items():
        got = blue.ask("GET", path)
        assert (got.status_code, list(got.json or {})) == (code, ["error"]), path


def test_checking_too_often_is_stopped(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 with a sentence, as JSON. Each request counts for as many as are allowed in half a minute."""
    hit = limiter.limiter.hit
    monkeypatch.setattr(limiter.limiter, "hit", lambda limit, *whose, cost: hit(limit, *whose, cost=60 * cost))
    stream = site.opened()
    blue = Program(site, BLUE)
    got = [blue.ask("POST", f"/games/{stream}/orders/check", {"text": ""}) for _ in range(3)]
    assert [each.status_code for each in got] == [200, 200, 429]
    assert list(got[-1].json or {}) == ["error"]


def test_an_answer_that_is_not_new_is_not_sent_again(site: WebSite) -> None:
    """304 for the ETag of the last one; kept in no shared cache, and not mixed up between readers."""
    stream = site.opened()
    blue = Program(site, BLUE)
    first = blue.ask("GET", f"/games/{stream}")
    assert first.headers["Cache-Control"] == "private, no-cache" and "Authorization" in first.headers["Vary"]
    blue.headers["If-None-Match"] = first.headers["ETag"]
    assert blue.ask("GET", f"/games/{stream}").status_code == 304
    site.played(stream, 1)
    assert blue.ask("GET", f"/games/{stream}").status_code == 200


def test_secret_addresses_are_given_and_revoked(site: WebSite) -> None:
    """The address given works; revoked it does not; another's cannot be revoked; no token is ever made here."""
    stream = site.opened()
    blue, red = Program(site, BLUE), Program(site, RED)
    given = blue.post("/me/keys", {"kind": "feed", "stream": stream})
    path = given["url"].removeprefix("http://127.0.0.1:8025")
    assert site.browser().get(path).status_code == 200
    assert blue.post("/me/keys", {"kind": "feed", "stream": stream})["id"] == given["id"]
    assert red.ask("DELETE", f"/me/keys/{given['id']}").status_code == 404
    assert blue.ask("DELETE", f"/me/keys/{given['id']}").status_code == 200
    assert site.browser().get(path).status_code == 404
    assert blue.ask("POST", "/me/keys", {"kind": "api"}).status_code == 422
    assert [key["kind"] for key in blue.get("/me/keys")] == ["api"]
    for n in range(MOST_KEYS - 1):
        site.keys.give_token(site.person(BLUE).id, f"t{n}", stamp(site.clock()))
    full = blue.ask("POST", "/me/keys", {"kind": "calendar"})
    assert full.status_code == 409 and "revoke one first" in full.text


# ---------------------------------------------------------------- the game master's box


def test_nobody_but_its_master_runs_a_game(site: WebSite) -> None:
    """Every act of the box refuses its players, a stranger and nobody, and writes nothing."""
    stream = site.opened()
    head = site.context.store.head(stream)
    acts = [each for each in OPERATIONS if "/master" in each.path]
    assert len(acts) > 15
    for operation in acts:
        path = operation.path.format(stream=stream)
        for who, code in ((BLUE, 403), ("green@example.org", 403), ("", 401)):
            got = Program(site, who).ask(operation.method, path, {"why": "because"})
            assert got.status_code == code, operation.name
    assert site.context.store.head(stream) == head


def test_a_seat_is_left_by_its_player_alone(site: WebSite) -> None:
    """Red can neither leave blue's seat nor say that blue is away, nor take it while blue has it."""
    stream = site.opened()
    red = Program(site, RED)
    assert red.ask("POST", f"/games/{stream}/seats/blue/resign", {"why": "ha"}).status_code == 403
    assert red.ask("POST", f"/games/{stream}/seats/blue/absence", {"until": "", "why": "ha"}).status_code == 403
    assert red.ask("POST", f"/games/{stream}/seats/blue/take").status_code == 409


def test_a_game_is_opened_with_players_bots_and_guests(site: WebSite) -> None:
    """`me` sits down, who is invited is mailed; whoever opened it runs it."""
    body = {
        "game": "star_navy",
        "scenario": "first-blood",
        "title": "A duel",
        "seats": {"blue": "me", "red": "green@example.org"},
    }
    made = Program(site, BLUE).post("/games", body)
    person = site.person(BLUE).id
    assert made["master"] == person and made["title"] == "A duel"
    found = {seat["seat"]: (seat["player"], seat["offered"]) for seat in made["seats"]}
    assert found == {"blue": (person, ""), "red": ("", site.person("green@example.org").id)}
    assert any("/invite/" in str(mail.get_body(("plain",))) for mail in site.mails("green@example.org"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"scenario": "moon"},
        {"options": {"moon": 1}},
        {"rhythm_hours": 1e300},
        {"rhythm_hours": -1},
        {"seats": {"green": "me"}},
        {"seats": {"blue": "bot:nobody"}},
        {"seats": {"blue": "no address"}},
        {"grace_hours": 6},
        {"policy": {"grace_hours": 1e9}},
        {"policy": {"excuses": 1.5}},
        {"policy": {"early": "maybe"}},
        {"policy": {"pace": "daily 25:00 UTC"}},
        {"policy": {"days_off": ["tomorrow"]}},
        {"policy": {"votes": {"lunch": 50}}},
        {"policy": {"silent_then": "nobody"}},
        {"policy": {"preset": "slow"}},
        {"due": "now"},
    ],
)
def test_a_game_that_cannot_be_is_refused(site: WebSite, wrong: dict[str, Any]) -> None:
    """With a sentence, and nothing is opened."""
    got = Program(site, BLUE).ask("POST", "/games", {**DUEL, **wrong})
    assert got.status_code in (400, 404, 409, 422) and got.json is not None and got.json["error"]
    assert not site.context.store.streams()


@pytest.mark.parametrize(
    "due", ["tomorrow", "", "9999-12-31T23:59:59-12:00", "2026-01-01T00:00:00Z", "0001-01-01T00:00:00+12:00"]
)
def test_a_time_that_cannot_be_is_refused(site: WebSite, due: str) -> None:
    """No date, past, or beyond the calendar: a sentence, never a fault."""
    stream = Program(site, BLUE).post("/games", {**DUEL, "seats": {"blue": "bot:cautious", "red": "bot:random"}})["stream"]
    got = Program(site, BLUE).ask("POST", f"/games/{stream}/master/deadline", {"due": due, "why": "because"})
    assert got.status_code in (409, 422) and got.json is not None and got.json["error"]

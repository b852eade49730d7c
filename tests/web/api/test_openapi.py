"""The OpenAPI file: valid, as the addresses declare it, every address in it and nothing else; and answers are what it says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from pbem.service.games import game_master
from pbem.web.api.describe import OPERATIONS, Operation
from tests.web.api.test_api import BLUE, Program, unit
from tests.web.builders.sites import WebSite
from tools import openapi

DOCUMENT = openapi.document()


def check(operation: Operation, answer: Any) -> None:
    """Hold an answer against what the file says of it."""
    made = DOCUMENT["paths"][f"/api/v1{operation.path}"][operation.method.lower()]
    shape = made["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator({**shape, "components": DOCUMENT["components"]}).validate(answer)


def test_the_committed_file_is_what_the_addresses_declare() -> None:
    """`python tools/openapi.py` has been run since the last change."""
    assert openapi.FILE.read_text(encoding="utf-8") == openapi.text()


def test_the_file_is_valid() -> None:
    """OpenAPI 3.1, as a validator of others understands it."""
    validate(DOCUMENT)


def test_every_address_of_the_api_is_in_the_file_and_nothing_else(site: WebSite) -> None:
    """Paths and methods are those that the application answers to, but for the file's own."""
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in site.web.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") and rule.endpoint != "apidocs.openapi"
    }
    declared = {(path, method.upper()) for path, item in DOCUMENT["paths"].items() for method in item}
    assert served == declared
    assert site.browser().get("/api/v1/openapi.json").json == json.loads(openapi.text())


def test_names_are_unique_and_all_is_described() -> None:
    """An operation has a name of its own and a sentence; what only a token may do says so."""
    names = [each.name for each in OPERATIONS]
    assert len(set(names)) == len(names)
    for path, item in DOCUMENT["paths"].items():
        for method, made in item.items():
            assert made["summary"].endswith((".", "?")), path
            assert ({} in made["security"]) <= (method == "get")
            assert ({"session": []} in made["security"]) == (method == "get")


def test_the_page_about_the_api_has_every_address(site: WebSite) -> None:
    """For people, without script."""
    text = site.browser().get("/api").text
    assert all(f'id="{each.name}"' in text and f"/api/v1{each.path}<" in text for each in OPERATIONS)


# ---------------------------------------------------------------- real answers


class Tour:
    """A game that is played a little; what each operation is sent, by its name."""

    def __init__(self, site: WebSite) -> None:
        self.site = site
        self.stream = site.opened(blue=BLUE, red="bot:cautious")
        site.played(self.stream, 1)
        self.blue = Program(site, BLUE)
        self.ship = unit(site, self.stream, self.blue)
        self.key = self.blue.post("/me/keys", {"kind": "calendar"})["id"]
        orders = {"text": f"{self.ship}: T2 TURN L"}
        self.bodies: dict[str, Any] = {
            "check_orders": orders,
            "try_orders": orders,
            "send_orders": orders,
            "send_ready": {"ready": False},
            "send_letter": {"to": ["red"], "text": "Surrender!"},
            "give_key": {"kind": "feed"},
            "send_vote": {"on": "draw", "yes": True, "why": "nobody can win"},
            "set_reminders": {"mode": "digest"},
            "set_vacation": {"until": "2026-01-09T12:00:00Z", "why": "skiing"},
            "set_substitute": {"games": ["star_navy"]},
            "post_comment": {"text": "Well fought!"},
        }

    def path(self, path: str) -> str:
        """An address with its values."""
        values = {"stream": self.stream, "turn": 1, "number": 1, "game": "star_navy", "scenario": "first-blood"}
        return path.format(**values, clause="SN-6.1", id=self.key, seat="blue")


def test_real_answers_are_what_the_file_says(site: WebSite) -> None:
    """Every operation but the game master's is asked once, in a game under way, and its answer held against its schema."""
    tour = Tour(site)
    for operation in sorted(OPERATIONS, key=lambda each: each.method == "DELETE"):
        if operation.name in ("check_game", "check_rules") or operation.group in ("seats", "master"):
            continue  # a game under way keeps its log to itself; the others have a test of their own
        got = tour.blue.ask(operation.method, tour.path(operation.path), tour.bodies.get(operation.name), operation.name)
        assert got.status_code == 200, (operation.name, got.text)
        check(operation, got.json)


@pytest.mark.parametrize("who", ["", BLUE])
def test_real_answers_of_a_game_that_is_over_are_what_the_file_says(site: WebSite, who: str) -> None:
    """All that can be looked at, by anybody, when everything is revealed."""
    tour = Tour(site)
    game_master.end(site.context, tour.stream, "enough")
    program = Program(site, who)
    for operation in OPERATIONS:
        if operation.method == "GET" and operation.name != "show_master" and (who or not operation.signed):
            got = program.ask("GET", tour.path(operation.path))
            assert got.status_code == 200, (operation.name, got.text)
            check(operation, got.json)


ACTS: list[tuple[str, str, Any]] = [
    ("gm", "show_master", None),
    ("blue", "take_seat", None),
    ("gm", "invite_player", {"seat": "red", "address": "green@example.org", "why": "a free seat"}),
    ("gm", "seat_bot", {"seat": "red", "bot": "cautious", "why": "nobody came"}),
    ("gm", "set_deadline", {"due": "2026-01-10T12:00:00Z", "why": "asked for"}),
    ("gm", "extend_deadline", {"hours": -2, "why": "asked for"}),
    ("gm", "pause_game", {"why": "a pause"}),
    ("gm", "resume_game", {"why": "enough"}),
    ("gm", "announce", {"words": "All hands!"}),
    ("gm", "set_policy", {"grace_hours": 6, "wait_days": 14, "open_seats": True, "why": "as agreed"}),
    ("blue", "set_own_absence", {"until": "2026-01-20T12:00:00Z", "why": "holidays"}),
    ("gm", "set_absence", {"seat": "blue", "until": "", "why": "back again"}),
    ("gm", "watch_seat", {"seat": "red", "why": "a complaint"}),
    ("gm", "resolve_turn", {"why": "all have written"}),
    ("gm", "roll_back", {"turn": 0, "why": "a mistake"}),
    ("gm", "rerun_turn", {"turn": 4, "why": "another one"}),
    ("blue", "resign_seat", {"why": "no time"}),
    ("blue", "take_seat", None),
    ("gm", "replace_player", {"seat": "blue", "address": "grey@example.org", "why": "silent"}),
    ("gm", "vacate_seat", {"seat": "red", "why": "silent"}),
    ("gm", "set_co_master", {"address": "second@example.org", "runs": True, "why": "two see more"}),
    ("gm", "hand_over", {"address": "heir@example.org", "why": "no time"}),
    ("heir", "end_game", {"why": "nobody is left"}),
]
"""What is asked, in this order; a turn is played before the first mistake and one after it."""


def test_the_game_masters_acts_are_done_and_answered_as_the_file_says(site: WebSite) -> None:
    """A game from its opening to its end, every act once; each is in the chronicle with its reason."""
    operations = {each.name: each for each in OPERATIONS if each.group in ("seats", "master")}
    programs = {name: Program(site, f"{name}@example.org") for name in ("gm", "blue", "heir")}
    opened = programs["gm"].ask(
        "POST", "/games", {"game": "star_navy", "scenario": "first-blood", "policy": {"open_seats": True}}
    )
    assert opened.status_code == 200, opened.text
    check(operations["open_game"], opened.json)
    stream = opened.json["data"]["stream"]
    for who, name, body in ACTS:
        if name in ("roll_back", "rerun_turn"):
            site.played(stream, 2, 24 * 10)  # the first deadline only begins the grace
        path = operations[name].path.format(stream=stream, seat="blue")
        got = programs[who].ask(operations[name].method, path, body)
        assert got.status_code == 200, (name, got.text)
        check(operations[name], got.json)
    apart = {"name_own_sitter"}  # needs a policy with sitters: see tests/web/account/test_sitters.py
    assert {"open_game", *(name for _, name, _ in ACTS), *apart} == set(operations)
    told = {act["why"] for act in programs["blue"].get(f"/games/{stream}/history")}
    assert {body["why"] for _, name, body in ACTS if body and "why" in body and name not in ("end_game", "seat_bot")} <= told

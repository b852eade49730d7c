"""The thread for programs: what the page shows and takes."""

from __future__ import annotations

from pbem.service.repository import load
from tests.web.api.test_api import BLUE, Program
from tests.web.builders.sites import WebSite

ANN = "ann@example.org"


def test_a_program_reads_and_writes_the_thread(site: WebSite) -> None:
    """The same key writes once; an answer names its post; what is refused says why."""
    stream = site.opened()
    path, blue, ann = f"/games/{stream}/thread", Program(site, BLUE), Program(site, ANN)
    for _ in range(2):
        assert blue.ask("POST", path, {"text": "Good luck!"}, "k1").json["data"] == {"post": "c1"}
    assert ann.ask("POST", path, {"text": "And to you.", "answers": "c1"}, "k2").json["data"] == {"post": "c2"}
    (turn,) = Program(site, "").get(path)["turns"]
    assert [(item["author"], item["text"], item["answers"]) for item in turn["items"]] == [
        ("blue", "Good luck!", ""),
        ("ann", "And to you.", "c1"),
    ]
    assert (turn["post"], turn["heading"]) == ("t0", "The opening position")
    assert ann.ask("POST", path, {"text": " "}, "k3").status_code == 409
    assert Program(site, "").ask("POST", path, {"text": "Ahoy"}, "k4").status_code == 401


def test_orders_need_a_word_more(site: WebSite) -> None:
    """As on the page."""
    stream = site.opened()
    record = load(site.context, stream)
    words = f"{record.game.rules.due(record.state)['blue'].units[0]}: TURN L"
    path, blue = f"/games/{stream}/thread", Program(site, BLUE)
    refused = blue.ask("POST", path, {"text": words}, "k1")
    assert refused.status_code == 409 and "looks like orders of blue" in refused.json["error"]
    assert blue.ask("POST", path, {"text": words, "sure": True}, "k1").status_code == 200


def test_older_turns(site: WebSite) -> None:
    """`turn` is the newest that is shown."""
    stream = site.opened(blue=BLUE, red="bot:cautious")
    site.played(stream, 2)
    found = Program(site, "").ask("GET", f"/games/{stream}/thread?turn=0").json["data"]
    assert [turn["turn"] for turn in found["turns"]] == [0] and (found["newer"], found["older"]) == (2, None)

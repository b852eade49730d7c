"""The demonstration as a visitor uses it: the real service in its own process, answered through its pages."""

from __future__ import annotations

import html
import http.client
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest

from pbem.app_context import open_app_context
from pbem.demo import YOU, seed_demo
from pbem.games import GAMES
from pbem.service.games import opening
from pbem.settings.settings import read_config
from pbem.web.infra.demo_mailbox import MAX_ANSWER
from tests.web.builders.serving import Serving, until
from tests.web.builders.sites import site_in

SCENARIOS = sum(len(game.scenarios) for game in GAMES.values())
BEGUN = len(GAMES)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A demonstration with a report of each game that it begins with in its mailbox."""
    data = tmp_path_factory.mktemp("demo") / "data"
    service = Serving(data, "demo", "--data", str(data))
    service.start()
    try:
        until(lambda: len(inbox(service)) >= BEGUN, "a report of each game")
        yield service
    finally:
        assert service.end() == 0, service.log.read_text()


def inbox(service: Serving) -> list[tuple[str, str]]:
    """(key, subject) of the mails, as the page lists them."""
    page = service.get("/mail/")
    assert page.status == 200
    return [(key, html.unescape(subject)) for key, subject in re.findall(r'<a href="/mail/([^"/]+)">([^<]*)</a>', page.text)]


def key_of(service: Serving, *words: str) -> str:
    """The key of the newest mail with these words in its subject, as soon as it is listed."""

    def look() -> list[str]:
        return [key for key, subject in inbox(service) if all(word in subject for word in words)]

    return until(look, f"a mail about {words}")[0]


class Form(HTMLParser):
    """What the answer form holds: hidden fields, and the text to edit."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.action = ""
        self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.action = given["action"]
        elif tag == "input":
            self.fields[given["name"]] = given["value"]
        elif tag == "textarea":
            self._area = given["name"]
            self.fields[self._area] = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.fields[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""


def form_of(service: Serving, key: str) -> Form:
    page = service.get(f"/mail/{key}")
    assert page.status == 200
    return Form(page.text)


def stream_of(subject: str) -> str:
    found = re.match(r"\[(g[0-9]+) T", subject)
    assert found
    return found[1]


def text_of(service: Serving, key: str) -> str:
    """The mail's words, as its page shows them."""
    found = re.search(r'<pre class="report">(.*?)</pre>', service.get(f"/mail/{key}").text, re.S)
    assert found
    return html.unescape(found[1])


def start_page(service: Serving) -> str:
    """The games, as whoever tries the demonstration sees them once they have pressed its button."""
    if "/sign-in/demo" in (page := service.get("/").text):
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token is not None and service.post("/sign-in/demo", csrf_token=token[1], next="/").status == 303
    return service.get("/").text


def test_a_turn_is_played_in_the_browser(demo: Serving) -> None:
    """List, first report, an order and `ready` in its form, receipt, next report, and the game's page on turn 1."""
    subject = next(subject for _, subject in inbox(demo) if "First salvo" in subject and subject.startswith("["))
    stream, key = stream_of(subject), key_of(demo, subject)
    assert f"/g/{stream}" in start_page(demo)
    form = form_of(demo, key)
    assert ":" in form.fields["text"] and form.fields["text"].startswith("ready")
    sent = demo.post(form.action, **{**form.fields, "text": "ready\r\nluck: for the first time\r\n"})
    assert (sent.status, sent.headers["Location"]) == (302, "/mail/")
    receipt = text_of(demo, key_of(demo, f"Re: {subject}"))
    assert receipt.startswith("ACCEPTED") and "for the first time" in receipt and "You are ready" in receipt
    report = key_of(demo, f"[{stream} T1]")
    assert f"game {stream}, turn 1" in text_of(demo, report)
    page = demo.get(f"/g/{stream}").text
    assert f"/g/{stream}/t/1/e/1" in page and f"/g/{stream}/t/1/proof.json" in page
    assert form_of(demo, report).fields["text"].count("END") == 1


def test_a_report_is_shown_with_its_html_and_its_map(demo: Serving) -> None:
    """The HTML part is in a sandboxed frame, its picture comes from the mail itself; a receipt has neither."""
    key = key_of(demo, "Bellerophon", " T0]")
    assert f'<iframe title="The mail as HTML" sandbox="" src="/mail/{key}/html">' in demo.get(f"/mail/{key}").text
    framed = demo.get(f"/mail/{key}/html")
    assert f"/mail/{key}/map.png" in framed.text and "cid:" not in framed.text
    assert "script-src" not in framed.headers["Content-Security-Policy"]
    assert "default-src 'none'" in framed.headers["Content-Security-Policy"]
    picture = demo.get(f"/mail/{key}/map.png")
    assert picture.headers["Content-Type"] == "image/png" and picture.body.startswith(b"\x89PNG")


def test_the_newest_mail_stands_first(demo: Serving) -> None:
    """The order of the list is that of delivery, newest first."""
    form = form_of(demo, key_of(demo, "Open Space", " T0]"))
    demo.post(form.action, **{**form.fields, "text": "status"})
    key_of(demo, "Re: ", "Open Space")
    assert stream_of(inbox(demo)[-1][1]) == "g1"
    times = [re.match(r"([0-9]+)\.M([0-9]+)", key) for key, _ in inbox(demo)]
    seen = [(int(found[1]), int(found[2])) for found in times if found]
    assert len(seen) > BEGUN and seen == sorted(seen, reverse=True)


@pytest.mark.parametrize("wrong", ["", "x", "é"])
def test_a_form_that_is_not_ours_is_400(demo: Serving, wrong: str) -> None:
    """Another site's page cannot know the form's key: nothing is sent."""
    key = key_of(demo, "Stand by for action", " T0]")
    answer = demo.post(f"/mail/{key}", csrf_token=wrong, text="SOMETHING")
    assert answer.status == 400 and "open the page again" in html.unescape(answer.text)


@pytest.mark.parametrize(
    "key", ["nope", "..", "../x", "..%2Fx", "%2e%2e%2f%2e%2e%2fsecret", "%00", "new", quote("../../secret", safe="")]
)
def test_an_unknown_mail_is_404(demo: Serving, key: str) -> None:
    """A key is looked up among the mails, never among the files."""
    form_key = form_of(demo, key_of(demo, "Stand by for action", " T0]")).fields["csrf_token"]
    for path in (f"/mail/{key}", f"/mail/{key}/html", f"/mail/{key}/map.png"):
        assert demo.get(path).status == 404
    assert demo.post(f"/mail/{key}", csrf_token=form_key, text="ready").status in (404, 405)


@pytest.mark.parametrize("length", [MAX_ANSWER + 1, 600_000])
def test_an_answer_that_is_too_long_is_413(demo: Serving, length: int) -> None:
    """Longer than any orders: refused, and nothing is sent."""
    key = key_of(demo, "Stand by for action", " T0]")
    form = form_of(demo, key)
    assert demo.post(form.action, **{**form.fields, "text": "x" * length}).status == 413


def test_a_request_without_measure_is_413_before_it_is_sent(demo: Serving) -> None:
    """Two megabytes announced: refused at the announcement, whatever page they are for."""
    con = http.client.HTTPConnection("127.0.0.1", demo.web, timeout=30)
    con.putrequest("POST", "/mail/x")
    con.putheader("Content-Length", "2000000")
    con.endheaders()
    assert con.getresponse().status == 413
    con.close()


def test_an_answer_that_mail_refuses_is_told(demo: Serving) -> None:
    """A mail whose address nobody takes: 502 with the reason, no fault page."""
    box = demo.data / "mail" / YOU / "new"
    (box / "1.M1P1Q1.test").write_bytes(b"From: nobody@example.org\nSubject: x\n\nhello\n")
    try:
        assert "asks for no orders" in demo.get("/mail/1.M1P1Q1.test").text
        form_key = form_of(demo, key_of(demo, "Stand by for action", " T0]")).fields["csrf_token"]
        answer = demo.post("/mail/1.M1P1Q1.test", csrf_token=form_key, text="hello")
        assert answer.status == 502 and "550" in answer.text
    finally:
        (box / "1.M1P1Q1.test").unlink()


def test_a_mail_without_a_date_is_still_shown(demo: Serving) -> None:
    """Anything may lie in a mailbox; the pages stand it."""
    box = demo.data / "mail" / YOU / "new"
    (box / "1.M2P1Q1.test").write_bytes(b"From: nobody@example.org\nSubject: <b>bold</b>\n\nhello\n")
    try:
        assert ("1.M2P1Q1.test", "<b>bold</b>") in inbox(demo)
        assert "hello" in text_of(demo, "1.M2P1Q1.test")
    finally:
        (box / "1.M2P1Q1.test").unlink()


def test_it_begins_with_one_of_each_game_and_a_guide(demo: Serving) -> None:
    """Four games, not one of every scenario; the first steps are told, and lead to the first game, its desk and the mailbox."""
    start_page(demo)
    page = demo.get("/welcome").text
    assert "three steps" in page and all(f'href="{path}"' in page for path in ("/g/g1", "/g/g1/orders", "/mail/"))
    begun = set(re.findall(r'href="(/g/g[0-9]+)"', page))
    assert begun >= {f"/g/g{number + 1}" for number in range(BEGUN)}, "others are those that were begun since"
    assert page.count('name="scenario"') == SCENARIOS and page.count(">Once more<") == len(begun)
    assert 'href="/welcome"' in demo.get("/mail/").text and 'href="/welcome"' in demo.get("/").text
    assert demo.get("/g/g1/orders").status == 200


def test_another_scenario_is_one_button_away(demo: Serving) -> None:
    """It is opened with bots on the other seats, and its report arrives."""
    start_page(demo)
    token = re.search(r'name="csrf_token" value="([^"]+)"', demo.get("/welcome").text)
    assert token is not None
    begun = demo.post("/welcome", csrf_token=token[1], game="star_navy", scenario="wolf-pack")
    assert begun.status == 303 and re.fullmatch(r"/g/g[0-9]+", begun.headers["Location"])
    assert key_of(demo, "Wolf Pack", " T0]")
    assert demo.post("/welcome", csrf_token=token[1], game="chess", scenario="x").status == 404
    assert demo.post("/welcome", csrf_token=token[1], game="star_navy", scenario="x").status == 400
    assert demo.post("/welcome", csrf_token="wrong", game="star_navy", scenario="wolf-pack").status == 400


def test_the_guide_is_the_demonstrations_own(tmp_path: Path) -> None:
    """Nobody but its player opens games there; a service that is no demonstration has no such page."""
    with site_in(tmp_path) as site:
        assert site.browser("blue@example.org").get("/welcome").status_code == 404


def test_it_stops_when_told_and_goes_on_when_started_again(demo: Serving) -> None:
    """SIGTERM: exit 0. Started again on the same folder: the same games, the same mails, no second set."""
    games, mails = set(re.findall(r"/g/g[0-9]+", start_page(demo))), inbox(demo)
    assert demo.end() == 0, demo.log.read_text()
    demo.start()
    assert len(games) >= BEGUN and set(re.findall(r"/g/g[0-9]+", start_page(demo))) == games
    assert demo.run("tick").returncode == 0
    assert inbox(demo) == mails


def test_a_demonstration_that_was_cut_short_is_completed(tmp_path: Path) -> None:
    """Games that an interrupted first start did not open are opened by the next one; those that are there are kept."""
    at = open_app_context(read_config({"WARDROOM_DATA": str(tmp_path)}, tmp_path / ".env"))
    opening.open_game(at.context, "star_navy", "first-blood", players={"blue": at.person(YOU).id, "red": "bot:cautious"})
    for _ in range(2):
        seed_demo(at)
        games = [(row.game, row.scenario) for row in at.context.store.games()]
        assert len(games) == len(set(games)) == BEGUN + 1
    at.context.database.close()

"""Replay pages: an address for every step, links without script, only one's own view while the game goes on."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from pbem.present.frames import patched
from pbem.present.svg import painted_map
from pbem.service.orders.file import file_orders
from pbem.service.reports import replay
from pbem.service.turns.tick import tick
from pbem.web.table.time_line import near
from tests.web.builders.sites import WebSite

OWN = re.compile(r'<(meta|input)[^>]*name="(csrf[-_]token|form)"[^>]*>|orders\+[\w-]+@|<dd class="hex mono">[0-9a-f]{64}')
"""What is another in every game: the keys of forms, the address of a seat's orders, the seals of the dice."""
BOTS = {"blue": "bot:aggressive", "red": "bot:aggressive"}


def text_of(client: FlaskClient, address: str, code: int = 200) -> str:
    """The page at an address."""
    answer = client.get(address)
    assert answer.status_code == code, (address, answer.status_code, answer.text[:400])
    return answer.text


def links(page: str) -> dict[str, str]:
    """The addresses behind the six buttons."""
    return dict(re.findall(r'<a [^>]*data-way="(\w+)"[^>]* href="([^"]+)"', page.replace("&amp;", "&")))


def over(site: WebSite) -> str:
    """A game that bots have played to its end."""
    stream = site.opened(**BOTS)
    site.played(stream, 12)
    assert site.browser().get(f"/g/{stream}").status_code == 200
    return stream


def duel(site: WebSite, red: str = "SR1: TURN R") -> str:
    """One turn of a duel; what red does beside turning is their own business."""
    stream = site.opened()
    file_orders(site.context, stream, "blue", "BIS: FIRE F AT SR1 WITHIN 1 ELSE TURN L\nready", "m1")
    file_orders(site.context, stream, "red", f"{red}\nready", "m2")
    tick(site.context)
    return stream


def test_every_step_has_an_address_and_they_are_linked(site: WebSite) -> None:
    """From the very start the link "event on" leads through every step of every turn, and in the end to the game page."""
    stream = duel(site)
    client = site.browser("blue@example.org")
    address, seen = f"/g/{stream}/t/0/e/0", []
    while address != f"/g/{stream}":
        seen.append(address)
        page = text_of(client, address)
        assert f'<link rel="next" href="{links(page)["on"]}">' in page
        assert page.count('aria-current="step"') == (0 if address.endswith("/0") else 1)
        address = links(page)["on"]
    steps = [len(replay.turn_steps(site.context, stream, turn, "blue").steps) for turn in (0, 1)]
    assert seen == [f"/g/{stream}/t/{turn}/e/{number}" for turn in (0, 1) for number in range(steps[turn])]


def test_the_way_back(site: WebSite) -> None:
    """Event back, turn back, start and end from the middle; none before the start, and the end knows that it is."""
    stream = duel(site)
    client = site.browser("blue@example.org")
    last = len(replay.turn_steps(site.context, stream, 1, "blue").steps) - 1
    here = f"/g/{stream}/t"
    assert links(text_of(client, f"{here}/1/e/2")) == {
        "start": f"{here}/0/e/0",
        "turn_back": f"{here}/1/e/0",
        "back": f"{here}/1/e/1",
        "on": f"{here}/1/e/3",
        "turn_on": f"{here}/1/e/{last}",
        "end": f"{here}/1/e/last",
    }
    first = links(text_of(client, f"{here}/1/e/0"))
    assert first["back"] == f"{here}/0/e/last" and first["turn_back"] == f"{here}/0/e/0"
    assert set(links(text_of(client, f"{here}/0/e/0"))) == {"on", "turn_on", "end"}
    assert "end" not in links(text_of(client, f"{here}/1/e/{last}"))
    assert client.get(f"{here}/1/e/last").location == f"{here}/1/e/{last}"


def test_the_view_is_kept_by_the_links(site: WebSite) -> None:
    """`?side=` goes along to every step, picture, why and list of steps; without it addresses stay short."""
    stream = duel(site)
    client = site.browser("blue@example.org")
    page = text_of(client, f"/g/{stream}/t/1/e/1?side=blue").partition('<section class="tab" id="history"')[0]
    steps = re.findall(rf'href="(/g/{stream}/t/[^"]*)"', page)
    assert len(steps) > 12
    assert [
        address
        for address in steps
        if not address.removesuffix("#sheets").endswith("side=blue") and "side=spectator" not in address
    ] == []
    short = re.findall(rf'href="(/g/{stream}/t/\d+/e/[^"]*)"', text_of(client, f"/g/{stream}/t/1/e/1"))
    assert len(short) > 8 and not any("side=" in address for address in short)


def test_what_a_step_shows(site: WebSite) -> None:
    """The sentence, its clause as a link to the rule book, why, the units marked on the map, the hash of the position."""
    stream = duel(site)
    page = text_of(site.browser("blue@example.org"), f"/g/{stream}/t/1/e/1")
    shown = replay.step_at(site.context, stream, 1, 1, "blue")
    assert shown.step.text in page and shown.digest in page and "SHA-256 of all that blue may know" in page
    assert f"/g/{stream}/t/1/e/1/why" in page and "/rules/star_navy#SN-" in page
    assert shown.step.units and "role-marked" in page
    assert f"replay {stream} --turn 1 --step 1 --seat blue" in page


def test_the_picture_of_a_step(site: WebSite) -> None:
    """The map alone is an SVG."""
    stream = duel(site)
    client = site.browser("blue@example.org")
    answer = client.get(f"/g/{stream}/t/1/e/1/map.svg")
    assert answer.mimetype == "image/svg+xml" and ElementTree.fromstring(answer.text).tag.endswith("svg")


def test_the_steps_as_json(site: WebSite) -> None:
    """Numbers, phases, sentences, clauses, dice and units of a turn."""
    stream = duel(site)
    said = site.browser("red@example.org").get(f"/g/{stream}/t/1/steps.json").get_json()
    assert (said["game"], said["turn"], said["side"], said["closed"], said["undone"]) == (stream, 1, "red", 1, "")
    assert [step["number"] for step in said["steps"]] == list(range(len(said["steps"])))
    assert {"number", "phase", "text", "rule", "dice", "units", "target"} == set(said["steps"][1])


@pytest.mark.parametrize("kind", ["", "/map.svg", "/why"])
def test_only_ones_own_view_while_the_game_goes_on(site: WebSite, kind: str) -> None:
    """Another seat's view and everything are nobody's; everybody may look as a spectator."""
    stream = duel(site)
    here = f"/g/{stream}/t/1/e/1{kind}"
    assert site.browser().get(f"{here}?side=red").status_code == 401
    assert site.browser("blue@example.org").get(f"{here}?side=red").status_code == 403
    assert site.browser("blue@example.org").get(f"{here}?side=everything").status_code == 403
    assert site.browser("blue@example.org").get(f"{here}?side=nowhere").status_code == 404
    assert site.browser().get(f"{here}?side=spectator").status_code == 200
    assert site.browser("red@example.org").get(f"{here}?side=red").status_code == 200


def test_all_views_when_the_game_is_over(site: WebSite) -> None:
    """Whoever comes may look through any seat's eyes, and see everything; the hash is then that of the whole state for all."""
    stream = over(site)
    client = site.browser()
    pages = [text_of(client, f"/g/{stream}/t/2/e/0?side={side}") for side in ("blue", "red", "spectator", "everything")]
    hashes = [re.findall(r'class="hash">([0-9a-f]{64})', page) for page in pages]
    assert all(found == hashes[0] and len(found) == 1 for found in hashes)
    assert all("the umpire's whole state" in page for page in pages)
    views = re.findall(r'href="/g/\w+/t/2\?side=(\w+)"[^>]* data-view="\d"', pages[0])
    assert views == ["blue", "red", "spectator", "everything"]
    steps = {side: client.get(f"/g/{stream}/t/2/steps.json?side={side}").get_json()["steps"] for side in ("blue", "everything")}
    assert len(steps["everything"]) >= len(steps["blue"])
    text_of(client, f"/g/{stream}/t/2/e/1/why?side=everything")


def test_what_red_keeps_secret_moves_no_page_of_blue(site: WebSite) -> None:
    """Two duels that differ only in red's sealed orders: each page, picture and list of a step is the same for blue."""
    secret = "\nE1 SHIELDS F 1\nPOLICY RETREAT NEVER\nT6 FIRE F AT BIS"
    one, two = (duel(site, f"SR1: TURN R{more}") for more in ("", secret))
    client = site.browser("blue@example.org")
    count = len(replay.turn_steps(site.context, one, 1, "blue").steps)
    for kind in [f"/e/{number}{end}" for number in range(count) for end in ("", "/map.svg")] + ["/steps.json", "/frames.json"]:
        first, second = (text_of(client, f"/g/{stream}/t/1{kind}").replace(stream, "game") for stream in (one, two))
        assert OWN.sub("", first) == OWN.sub("", second), kind


@pytest.mark.parametrize(
    "address", ["t/2/e/0", "t/1/e/999", "t/1/e/-1", "t/1/e/x", "t/9/steps.json", "t/1/e/999/why", "t/1/e/0/why"]
)
def test_addresses_of_nothing(site: WebSite, address: str) -> None:
    """A turn that is not resolved, a step that no line has: 404 and a sentence."""
    stream = duel(site)
    assert site.browser().get(f"/g/{stream}/t/{address}").status_code == 404
    assert site.browser().get(f"/g/nowhere/t/{address}").status_code == 404


def test_the_list_of_turns() -> None:
    """All turns of a short game; of a long one the first, the last, those near and each tenth; farther off each hundredth."""
    assert near(12, 3) == tuple(range(13))
    assert near(300, 154)[:3] == (0, 10, 20) and 149 in near(300, 154) and 300 in near(300, 154) and 151 in near(300, 154)
    assert len(near(300, 154)) < 45
    assert {9_000, 4_560, 4_565, 5_100} < {*near(10_000, 4_567)} and 9_010 not in near(10_000, 4_567)
    assert near(10_000, 4_567)[0] == 0 and near(10_000, 4_567)[-1] == 10_000
    assert len(near(100_000, 50_000)) < len(near(1_000, 500)) + 2 * 100


def test_all_steps_of_a_turn_by_differences(site: WebSite) -> None:
    """One answer has every step's words and map: each map that the differences give is what the step's own address draws."""
    stream = duel(site)
    client = site.browser("blue@example.org")
    answer = client.get(f"/g/{stream}/t/1/frames.json")
    given = answer.get_json()
    assert given["count"] == len(given["steps"]) == len(given["shown"]) > 3
    assert (given["stream"], given["turn"], given["side"], given["closed"]) == (stream, 1, "blue", 1)
    parts: list[list[int]] = [[]]
    for change, *_ in given["frames"]:
        parts.append(patched(parts[-1], change))
    for number, frame in enumerate(given["shown"]):
        shown = replay.step_at(site.context, stream, 1, number, "blue")
        assert [given["pieces"][n] for n in parts[frame + 1]] == painted_map(shown.scenes[0]).parts
        told = given["steps"][number]
        assert (told["number"], told["text"], told["units"]) == (number, shown.step.text, shown.step.units)
        assert told["digest"] in ("", shown.digest) and bool(told["digest"]) == (number in (0, given["count"] - 1))
    assert given["steps"][1]["why"] == f"/g/{stream}/t/1/e/1/why" and given["steps"][1]["said"].startswith("Turn 1, ")
    again = client.get(f"/g/{stream}/t/1/frames.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"") and "private" in answer.headers["Cache-Control"]


def test_differences_tell_a_reader_only_what_they_know(site: WebSite) -> None:
    """What red does in secret changes no byte of what blue is given; red's own is refused to blue."""
    one, two = duel(site), duel(site, red="SR1: TURN L")
    given = [text_of(site.browser("blue@example.org"), f"/g/{stream}/t/0/frames.json") for stream in (one, two)]
    assert given[0].replace(one, two) == given[1]
    text_of(site.browser("blue@example.org"), f"/g/{one}/t/1/frames.json?side=red", 403)
    text_of(site.browser(), f"/g/{one}/t/2/frames.json", 404)

"""Pictures on pages: figure, table, zoom, print sheets, the picture alone."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Text
from pbem.games import GAMES
from pbem.present.legend import twin
from pbem.present.palette import LOOKS
from pbem.service.reports.turn_report import turn_report
from pbem.web.pictures.pictures import figure
from tests.kit import samples
from tests.kit.playing import mixed_bots
from tests.web.builders.sites import WebSite

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('1')</script>\x00"
TABLES = [(key, scenario) for key in GAMES for scenario in samples.shown(key)]
tables = pytest.mark.parametrize(("key", "scenario"), TABLES)


class Tags(HTMLParser):
    """Every tag of a page, with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def ids(self) -> list[str]:
        return [str(attrs["id"]) for _, attrs in self.found if "id" in attrs]


def shown(site: WebSite, scene: Scene, **how: object) -> str:
    """The figure as a page would have it."""
    with site.web.test_request_context("/"):
        return str(figure(scene, **how))


@pytest.fixture
def scene() -> Scene:
    """Two units with hostile names."""
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    return Scene(
        f"map {HOSTILE}",
        HOSTILE,
        HOSTILE,
        (0, 0, 100, 100),
        [
            Polygon(square, "side-1", f"SR1 {HOSTILE}", unit="SR1"),
            Circle((50, 50), 5, "contact", "TF1, last seen two moves ago", unit=f"TF1 {HOSTILE}"),
            Line([(0, 0), (1, 1)], f"role {HOSTILE}", HOSTILE),
            Text((1, 1), HOSTILE, "label", 5),
        ],
    )


def test_hostile_words_stay_words(site: WebSite, scene: Scene) -> None:
    """Titles, descriptions, units, keys and roles never become markup, in picture, legend and table."""
    page = shown(site, scene, marked=frozenset({"SR1"}), alone="/map.svg")
    tags = {tag for tag, _ in Tags(page).found}
    assert "script" not in tags


def test_each_unit_leads_to_its_row(site: WebSite, scene: Scene) -> None:
    """Every link of the picture has its target in the table, and no id stands twice."""
    tags = Tags(shown(site, scene))
    links = [str(attrs["href"]).removeprefix("#") for tag, attrs in tags.found if tag == "a" and attrs.get("class") == "unit"]
    assert len(links) == 2
    assert set(links) <= set(tags.ids())
    assert len(tags.ids()) == len(set(tags.ids()))


def test_the_tools_wait_for_the_script(site: WebSite, scene: Scene) -> None:
    """Without script there are no buttons that do nothing, but a link to the picture alone."""
    tags = Tags(shown(site, scene, alone="/g/g1/t/1/map.svg")).found
    (tools,) = [attrs for tag, attrs in tags if tag == "div" and "picture-tools" in str(attrs.get("class"))]
    assert "hidden" in tools
    assert ("a", {"href": "/g/g1/t/1/map.svg"}) in tags
    assert "picture-tools" not in shown(site, scene, zoom=False)


def held_by_bots(site: WebSite, key: str, scenario: str) -> tuple[str, list[str]]:
    """A game of bots, and its seats."""
    bots = {seat: f"bot:{name}" for seat, name in mixed_bots(GAMES[key], scenario).items()}
    return site.opened(key, scenario, 24, **bots), list(bots)


@tables
def test_the_table_says_what_the_picture_says(site: WebSite, key: str, scenario: str) -> None:
    """For every game, map and sheets: each title of the picture is in the table below it, and nothing else is;
    each role has looks of its own."""
    stream, seats = held_by_bots(site, key, scenario)
    site.played(stream, 1)
    for scene in turn_report(site.context, stream, 1, seats[0]).scenes[:2]:
        assert {shape.role for shape in scene.shapes} <= set(LOOKS)
        page = shown(site, scene)
        drawn = re.search(r"<svg.*?</svg>", page, re.S)
        assert drawn
        svg = ET.fromstring(drawn[0])
        titles = {title.text for title in svg.iter(f"{NS}title")} - {scene.title}
        assert titles == {row.words for row in twin(scene)} - ({scene.title} - titles)


@tables
def test_units_of_a_map_can_be_reached(site: WebSite, key: str, scenario: str) -> None:
    """For every game: at least the own units, as their players see them at the opening, are links."""
    stream, seats = held_by_bots(site, key, scenario)
    for seat in seats:
        made = turn_report(site.context, stream, 0, seat)
        tags = Tags(shown(site, made.scenes[0])).found
        assert [attrs for tag, attrs in tags if tag == "a" and attrs.get("class") == "unit"]


def test_the_map_alone_is_for_its_reader(site: WebSite) -> None:
    """A player's map shows their own sweeps, a spectator's none; another player's is refused, a later turn not there."""
    stream = site.opened(blue="blue@example.org", red="red@example.org")
    at = f"/g/{stream}/t/0/map.svg"
    own, public = site.browser("blue@example.org").get(at), site.browser().get(at)
    assert (own.status_code, own.mimetype) == (200, "image/svg+xml")
    assert "role-sweep" in own.text and "role-sweep" not in public.text
    assert site.browser("red@example.org").get(f"{at}?side=blue").status_code == 403
    assert site.browser().get(f"{at}?side=blue").status_code == 401
    assert site.browser().get(f"/g/{stream}/t/1/map.svg").status_code == 404


def test_the_sheets_are_printed_one_by_one(site: WebSite) -> None:
    """Each record sheet the reader may see is in a half page of its own; a spectator is told that there are none."""
    stream = site.opened(scenario="open-space", blue="blue@example.org", red="red@example.org")
    page = site.browser("blue@example.org").get(f"/g/{stream}/t/0/sheets").text
    number = len(turn_report(site.context, stream, 0, "blue").scenes) - 1
    assert number >= 1
    assert page.count('class="half-page"') == number
    assert "no record sheets here that you may see" in site.browser().get(f"/g/{stream}/t/0/sheets").text


def test_the_colours_of_dark_pages_are_served(site: WebSite) -> None:
    """As a style sheet of our own, which may be kept."""
    answer = site.browser().get("/looks.css")
    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert answer.headers["Cache-Control"].startswith("public")
    assert ".role-side-1" in answer.text

"""The pictures of a campaign: valid SVG, words that do not cover each other, roles by what became of a node."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from pbem.campaign.model.campaign_file import CampaignFile, Edge, Node
from pbem.campaign.model.state import State
from pbem.campaign.model.tournament import tournament
from pbem.campaign.report.pictures.draw import draw
from pbem.campaign.report.pictures.graph_layout import GAP, MARK, layers, placed, ways
from pbem.campaign.report.pictures.graph_scene import node_role
from pbem.campaign.rules.sequence import turns
from pbem.core.drawing.labels import wide_as, width_of
from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Text
from pbem.present.palette import LOOKS
from pbem.present.svg import to_svg
from tests.rulebook.campaign.report.played import FILE, SIDES, Played, whole_campaign

Box = tuple[float, float, float, float]
SVG = "{http://www.w3.org/2000/svg}"
LONG = "A very long name for a place that no map has room for, and longer still"


def words_of(scene: Scene) -> Iterator[tuple[str, Box]]:
    """Every text with the area that its letters fill."""
    for shape in (*scene.shapes, *scene.around):
        if isinstance(shape, Text):
            wide = min(wide_as(shape.text, shape.size), width_of(shape.text, shape.size))
            left = shape.at[0] - {"start": 0, "middle": wide / 2, "end": wide}[shape.anchor]
            yield shape.text, (left, shape.at[1] - 0.75 * shape.size, left + wide, shape.at[1])


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def checked(scene: Scene) -> None:
    """A picture that anybody can read, whole and within its frame."""
    root = ElementTree.fromstring(to_svg(scene))
    assert root.findtext(f"{SVG}title") == scene.title != ""
    assert root.findtext(f"{SVG}desc") == scene.description != ""
    assert {shape.role for shape in scene.shapes} <= set(LOOKS)
    left, top, wide, high = scene.box
    found = list(words_of(scene))
    for words, box in found:
        assert left <= box[0] and box[2] <= left + wide and top <= box[1] and box[3] <= top + high, words
    covered = [(one, other) for n, (one, a) in enumerate(found) for other, b in found[:n] if overlap(a, b)]
    assert covered == []
    for shape in scene.shapes:
        if isinstance(shape, Line | Polygon):
            assert all(left <= x <= left + wide and top <= y <= top + high for x, y in shape.points)


def long_names() -> CampaignFile:
    """All that people write is as long as they like."""
    sides = [replace(side, title=f"{side.title} of {LONG}") for side in FILE.sides]
    return replace(FILE, title=LONG, sides=sides, nodes=[replace(node, title=LONG) for node in FILE.nodes])


@pytest.mark.parametrize("file", [FILE, long_names()], ids=["short", "long names"])
def test_every_picture_of_a_campaign_can_be_read(file: CampaignFile) -> None:
    for played in whole_campaign("pictures", file):
        for reader in ("blue", None):
            known = replace(played.state, reader=reader) if played.state.over else played.known[reader]
            scenes = list(draw(known))
            assert scenes[0].key == "map" and turns(known).played in f"{scenes[0].title} {scenes[0].description}"
            for scene in scenes:
                checked(scene)


@pytest.mark.parametrize("players", [2, 7, 12])
def test_the_map_of_a_tournament_shows_its_rounds(players: int) -> None:
    """CMP-7.1."""
    ids = [f"p{n}" for n in range(1, players + 1)]
    played = Played(tournament("star_navy", "first-blood", players, "swiss", 7 if players > 7 else 1), readers=ids)
    while not played.state.over:
        checked(next(draw(played.known["p1"])))
        played.ended(played.state.waiting[0], ["p1"] if "p1" in played.state.waiting[0].sides else [], {})
    scene = next(draw(played.state))
    checked(scene)
    rounds = [shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.text.startswith("Round ")]
    assert rounds == [f"Round {n}" for n in range(1, played.state.round + 1)]


def test_roles_say_what_became_of_a_node() -> None:
    played = Played()

    def roles() -> list[str]:
        return [node_role(played.known["blue"], node.id) for node in FILE.nodes]

    assert roles() == ["node-open", "node-ahead", "node-ahead", "node-ahead"]
    played.orders()
    assert roles()[0] == "node-fought"
    played.ended(played.state.battles[1], ["red"], {})
    assert roles() == ["side-2", "node-ahead", "node-open", "node-ahead"]
    played.orders(blue="REFUSE YARD", red="REFUSE YARD")
    assert roles() == ["side-2", "node-ahead", "node-missed", "node-open"]
    played.orders()
    played.ended(played.state.battles[3], [], {})
    assert roles() == ["side-2", "node-ahead", "node-missed", "node-drawn"]


def test_an_edge_that_was_followed_is_plain() -> None:
    played = Played()
    played.orders()
    played.ended(played.state.battles[1], ["blue"], {})
    edges = [shape for shape in next(draw(played.known[None])).shapes if isinstance(shape, Line) and shape.title]
    assert [edge.title for edge in edges if edge.role == "way-taken"] == ["GATE to BELT, if Blue Navy wins"]
    assert len(edges) == sum(len({edge.to for edge in node.edges}) for node in FILE.nodes)


def test_ways_cross_no_node() -> None:
    """Forwards, backwards, within a layer and to the node itself."""
    ids = "ABCDEFG"
    leads = {"A": "ABC", "B": "DBC", "C": "DEA", "D": "FGA", "E": "G", "F": "DA", "G": "EB"}
    nodes = [Node(id, id, "toy", "first-blood", SIDES, edges=[Edge(to) for to in leads[id]]) for id in ids]
    file = replace(FILE, nodes=nodes, start=["A"])
    assert layers(file) == [["A"], ["B", "C"], ["D", "E"], ["F", "G"]]
    places = placed(file)
    for way in ways(file, places):
        for place, end in ((places[way.node], way.points[0]), (places[way.to], way.points[-1])):
            assert MARK < math.dist(place, end) < MARK + 3 * GAP
        for (x, y), (to_x, to_y) in pairwise(way.points):
            points = [(x + (to_x - x) * k / 50, y + (to_y - y) * k / 50) for k in range(51)]
            hit = [id for id, place in places.items() if min(math.dist(place, point) for point in points) < MARK]
            assert hit == [], (way.node, way.to)


def test_a_fleet_shows_what_each_unit_has_and_lacks() -> None:
    played = Played()
    scene = next(scene for scene in draw(played.known["blue"]) if scene.key == "fleet-blue-2ND")
    bars = {(shape.title, shape.role) for shape in scene.shapes if isinstance(shape, Polygon) and shape.title}
    assert {("hull: 8 of 12", "box-full"), ("hull: 8 of 12", "box-lost"), ("hull: 12 of 12", "box-full")} <= bars
    assert ("hull: 12 of 12", "box-lost") not in bars
    assert "DN1, Dreadnought: lacks hull 4 of 12, f.shields 1 of 4, fuel 2 of 10; 0 battles." in scene.description
    marks = [shape for shape in scene.shapes if isinstance(shape, Circle)]
    assert [mark.role for mark in marks] == ["side-1"]


def test_others_fleets_are_drawn_when_the_campaign_is_over_or_for_spectators() -> None:
    """CMP-9.3."""
    played = Played()

    def sides(known: State) -> set[str]:
        return {scene.key.split("-")[1] for scene in list(draw(known))[1:]}

    assert sides(played.known["red"]) == {"red"}
    assert sides(played.known[None]) == {"blue", "red"}


def test_a_node_is_told_by_sign_and_words_too() -> None:
    """Section 8: colour is not all that tells what became of a node; those of now have a ring around them."""
    played = Played()
    played.orders()
    scene = next(draw(played.known[None]))
    rings = [shape.centre for shape in scene.shapes if isinstance(shape, Circle) and shape.role == "node-ring"]
    marks = {shape.centre: shape for shape in scene.shapes if isinstance(shape, Circle) and shape.title}
    assert [marks[ring].role for ring in rings] == ["node-fought"]
    assert sum(shape.role == "node-sign" for shape in scene.shapes) == 4
    words = " ".join(shape.text for shape in scene.shapes if isinstance(shape, Text))
    assert all(" ".join(node.title.split()[:3]) in words for node in FILE.nodes) and "being fought" in words


def test_title_and_legend_are_around_the_map() -> None:
    """A page, which says both itself, shows the map alone."""
    scene = next(draw(Played().known[None]))
    assert scene.inner and scene.inner[3] < scene.box[3]
    title = [shape.role for shape in (*scene.around, *scene.shapes) if isinstance(shape, Text) and shape.role == "title"]
    assert title == ["title"] and any(shape.role == "title" for shape in scene.around)

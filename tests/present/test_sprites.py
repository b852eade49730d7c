"""Many like pictures as few pieces: nothing is lost, nothing that is shared is written twice."""

from __future__ import annotations

from xml.etree import ElementTree

from pbem.core.drawing.scene import Circle, Polygon, Scene, Text
from pbem.present.sprites import sprites
from pbem.present.svg import to_svg


def picture(*places: int) -> str:
    """A grid of three cells, and a ship at each of these places."""
    grid = [Polygon([(x, 0), (x + 30, 0), (x + 30, 30), (x, 30)], "grid") for x in (0, 30, 60)]
    ships = [Circle((x, 15), 5, "side-1", f"ship at {x}", unit=f"S{x}") for x in places]
    words = [Text((5, 25), "sea <&>", "label", 6)]
    return to_svg(Scene("map", "Three cells", f"Ships at {places}", (0, 0, 90, 30), [*grid, *ships, *words]))


def painted(svg: str) -> list[str]:
    """What is in a picture, without its words, in order."""
    root = ElementTree.fromstring(svg)
    return [ElementTree.tostring(part, encoding="unicode").replace("ns0:", "") for part in root if "desc" not in part.tag][1:]


def test_every_picture_can_be_put_together_again() -> None:
    """The pieces of a frame, one after the other, are what the picture is painted of; title, words and box stay with it."""
    pictures = [picture(15), picture(15, 45), picture(75), picture()]
    made = sprites(pictures)
    for svg, frame in zip(pictures, made.frames, strict=True):
        again = f'<svg xmlns="http://www.w3.org/2000/svg"><title/>{"".join(made.pieces[n] for n in frame.pieces)}</svg>'
        assert painted(again) == painted(svg)
        assert (frame.title, frame.box) == ("Three cells", "0 0 90 30") and frame.words.startswith("Ships at")


def test_what_pictures_share_is_one_piece() -> None:
    """Paper and grid are in all of them: one piece for both; each ship is one; words escape as they did."""
    made = sprites([picture(15), picture(45), picture(15, 45)])
    assert len(set(made.pieces)) == len(made.pieces) == 4
    assert sum(piece.count("role-grid") for piece in made.pieces) == picture().count("role-grid")
    assert made.frames[0].pieces[0] == made.frames[1].pieces[0] == made.frames[2].pieces[0]
    assert any("sea &lt;&amp;&gt;" in piece for piece in made.pieces)


def test_no_pictures() -> None:
    """An empty set has neither pieces nor frames."""
    assert (sprites([]).frames, sprites([]).pieces) == ([], [])

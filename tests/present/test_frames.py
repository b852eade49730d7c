"""Pictures as differences: each can be put together again, what they share is written once."""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.core.drawing.scene import Circle, Polygon, Scene, Text
from pbem.present.frames import Frames, changes, frames_of, patched
from pbem.present.svg import Painted, painted_map, to_map_svg


def scene(*places: int, width: float = 90) -> Scene:
    """A grid of three cells, and a ship at each of these places."""
    grid = [Polygon([(x, 0), (x + 30, 0), (x + 30, 30), (x, 30)], "grid") for x in (0, 30, 60)]
    ships = [Circle((x, 15), 5, "side-1", f"ship at {x}", unit=f"S{x}") for x in places]
    words = [Text((5, 25), "sea <&>", "label", 6), Text((9, 9), "above", "title", 6)]
    return Scene("map", "Three cells", f"Sea. Ships at {places}.", (0, 0, width, 30), [*grid, *ships, words[0]], [words[1]])


def put_together(made: Frames) -> list[Painted]:
    """The pictures that the frames give, as the script makes them."""
    pictures, parts, words, box, title, manners = [], list[int](), list[int](), "", "", dict[str, str]()
    for frame in made.frames:
        parts, words = patched(parts, frame.parts), patched(words, frame.words)
        box, title = frame.box or box, frame.title or title
        manners = frame.manners or manners
        said = " ".join(made.clauses[n] for n in words)
        pictures.append(Painted(box, title, said, [made.pieces[n] for n in parts], manners))
    return pictures


def test_every_picture_can_be_put_together_again() -> None:
    """Parts, words, title and box, in order; a picture that is the last one again has no frame."""
    scenes = [scene(15), scene(15, 45), scene(75, width=91), scene(75, width=91), scene(), scene(15, 15)]
    pictures = [painted_map(each) for each in scenes]
    made = frames_of(pictures)
    assert put_together(made) == [*pictures[:3], *pictures[4:]]


def test_each_map_has_its_own_look() -> None:
    """A map in space is light on dark, and what is near on it is told anew; what is as it was is not said again."""
    space = replace(scene(15), ground="space", cell=20.0)
    made = frames_of([painted_map(each) for each in (scene(15), scene(45), space, scene(75))])
    assert [frame.manners.get("class") for frame in made.frames] == ["", None, "night", ""]
    assert [frame.manners.get("data-cell") for frame in made.frames] == ["40", None, "20", "40"]


def test_a_picture_taken_apart_is_the_picture() -> None:
    """The parts are what the map on the page is painted of, without what is around it."""
    painted = painted_map(scene(15, 45))
    assert "".join(painted.parts) in to_map_svg(scene(15, 45)) and f'viewBox="{painted.box}"' in to_map_svg(scene(15, 45))
    assert not any("above" in part for part in painted.parts)


def test_what_pictures_share_is_one_piece() -> None:
    """A ship that comes is the only piece that is new, and the only change."""
    made = frames_of([painted_map(scene(15)), painted_map(scene(15, 45)), painted_map(scene(15))])
    assert len(set(made.pieces)) == len(made.pieces)
    assert sum("role-grid" in piece for piece in made.pieces) == 1
    assert [len(come) for _, _, come in made.frames[1].parts] == [1]
    assert [(gone, come) for _, gone, come in made.frames[2].parts] == [(1, [])]


def test_any_list_becomes_any_other() -> None:
    """Also when what both have comes in another order."""
    dice = random.Random(3)
    for _ in range(300):
        before, after = (dice.sample(range(9), dice.randint(0, 9)) for _ in range(2))
        assert patched(before, changes(before, after)) == after
    assert changes([1, 2, 3], [1, 2, 3]) == [] and changes([1, 2, 3, 4], [1, 3, 4]) == [(1, 1, [])]


def test_no_pictures() -> None:
    """An empty set has neither pieces nor frames."""
    assert frames_of([]) == Frames()

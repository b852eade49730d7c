"""A map as pixels looks like the same map as SVG in a browser, whatever is on it."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Browser

from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape, Text
from pbem.games import GAMES
from pbem.present.palette import LOOKS
from pbem.present.pixels.canvas import painted
from pbem.present.svg import to_svg
from tests.kit.playing import by_bot, mixed_bots, play
from tests.kit.test_busy_maps import BUSY

WIDTH, BLUR = 800, 2
MEAN, SPOT = 4.0, 48
"""Of 255: how much a pixel may differ on average, and any spot when each pixel is mixed with those around it."""


def seen(chromium: Browser, scene: Scene, height: int) -> Image.Image:
    """What the browser makes of the SVG."""
    page = chromium.new_page(viewport={"width": WIDTH, "height": height})
    page.set_content(
        f"<style>body{{margin:0}}svg{{display:block;width:{WIDTH}px;text-rendering:geometricPrecision}}</style>{to_svg(scene)}"
    )
    shot = page.screenshot()
    page.close()
    return Image.open(BytesIO(shot)).convert("RGB")


def greatest(picture: Image.Image) -> int:
    """The value of the brightest pixel."""
    return max(value for value, count in enumerate(picture.convert("L").histogram()) if count)


def difference(chromium: Browser, scene: Scene) -> tuple[float, int]:
    """The mean of all pixels, and the greatest of the blurred pictures."""
    ours = painted(scene, WIDTH)
    theirs = seen(chromium, scene, ours.height)
    whole = (0, 0, WIDTH, ours.height - 1)  # the last row of pixels may be in the picture by a part of its height
    ours, theirs = ours.crop(whole), theirs.crop(whole)
    mean = ImageStat.Stat(ImageChops.difference(ours, theirs).convert("L")).mean[0]
    one, other = (picture.filter(ImageFilter.GaussianBlur(BLUR)) for picture in (ours, theirs))
    return mean, greatest(ImageChops.difference(one, other))


@pytest.mark.deep
@pytest.mark.parametrize(("key", "scenario"), BUSY)
def test_a_map_of_each_game_looks_the_same(chromium: Browser, key: str, scenario: str) -> None:
    """Maps with fire on them, and all record sheets."""
    game = GAMES[key]
    played = play(game, scenario, {}, by_bot(mixed_bots(game, scenario)), "pixels", 4)
    for scene in game.report.draw(played.known(next(seat for seat in played.readers if seat))):
        mean, spot = difference(chromium, scene)
        assert mean < MEAN and spot < SPOT, (scene.key, mean, spot)


def every_role(night: bool) -> Scene:
    """Each role as an area, a circle, a line and a word."""
    shapes: list[Shape] = []
    for number, role in enumerate(LOOKS):
        x, y = 40.0 + number % 8 * 150, 40.0 + number // 8 * 60
        shapes += [
            Polygon([(x, y - 15), (x + 30, y - 15), (x + 20, y + 15), (x, y + 15)], role, "area"),
            Circle((x + 50, y), 14, role, "circle"),
            Line([(x + 70, y + 10), (x + 90, y - 10), (x + 110, y + 10)], role, "line", arrow=number % 2 == 0),
            Text((x + 90, y + 24), role[:9], role, 15),
        ]
    return Scene("roles", "Roles", "", (0, 0, 1240, 60.0 * (len(LOOKS) // 8 + 2)), shapes, ground="space" if night else "sea")


@pytest.mark.deep
@pytest.mark.parametrize("night", [False, True])
def test_each_role_looks_the_same(chromium: Browser, night: bool) -> None:
    """Fills, washes, dashes, dots, light edges and what is struck out, by day and by night."""
    mean, spot = difference(chromium, every_role(night))
    assert mean < MEAN and spot < SPOT, (mean, spot)


@pytest.mark.deep
def test_a_map_that_lacks_something_does_not_look_the_same(chromium: Browser) -> None:
    """The tolerance is narrow enough: one counter without its light edge or moved by its own width is found."""
    scene = every_role(night=False)
    ours = painted(Scene(scene.key, "", "", scene.box, scene.shapes[:-4]), WIDTH)
    theirs = seen(chromium, scene, ours.height)
    one, other = (picture.filter(ImageFilter.GaussianBlur(BLUR)) for picture in (ours, theirs))
    assert greatest(ImageChops.difference(one, other)) > SPOT

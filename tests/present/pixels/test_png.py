"""A scene as PNG: words leave ink, the size is the one asked for, and its file is small."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from pbem.core.drawing.scene import Scene, Shape, Text
from pbem.present.pixels.canvas import FONT
from pbem.present.pixels.png import MOST, NARROWEST, to_png


def picture(*shapes: Shape) -> Scene:
    return Scene("map", "Map", "One word.", (0, 0, 200, 50), list(shapes))


def size(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as opened:
        return opened.size


def dark_pixels(png: bytes) -> int:
    with Image.open(BytesIO(png)) as opened:
        return sum(count for count, colour in opened.convert("RGB").getcolors(maxcolors=256) if max(colour) < 100)


def test_a_label_leaves_ink() -> None:
    """Words of a label are dark pixels; without the label there are none."""
    assert dark_pixels(to_png(picture(), 200)) == 0
    assert dark_pixels(to_png(picture(Text((100, 35), "CHICAGO", "label", 24)), 200)) > 300


def test_the_width_is_the_one_asked_for() -> None:
    """The picture keeps its proportions at any width."""
    assert size(to_png(picture(), 400)) == (400, 100)


def test_the_same_picture_gives_the_same_bytes() -> None:
    """Rendering is repeatable."""
    scene = picture(Text((100, 35), "DET", "side-2", 24))
    assert to_png(scene, 300) == to_png(scene, 300)


def test_the_picture_is_small() -> None:
    """One byte a pixel at most: a palette, in which white paper is still white."""
    png = to_png(picture(Text((100, 35), "CHICAGO", "label", 24)), 600)
    with Image.open(BytesIO(png)) as opened:
        assert opened.mode == "P"
        assert min(opened.convert("RGB").getpixel((1, 1))) >= 250
    assert len(png) < 10_000


def test_a_busy_picture_is_drawn_narrower() -> None:
    """So that its file stays small whatever is on it; its proportions stay."""
    words = [Text((x * 7 % 200, x * 13 % 50), f"SHIP {x}", "label", 3) for x in range(3000)]
    png = to_png(picture(*words), 2500)
    width, height = size(png)
    assert len(png) <= MOST
    assert 400 < width < 2500 and abs(width - 4 * height) <= 4


def test_no_picture_is_drawn_too_narrow_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is too large even when it is as narrow as may be is left so."""
    monkeypatch.setattr("pbem.present.pixels.png.MOST", 10)
    assert size(to_png(picture(), 500)) == (NARROWEST, NARROWEST // 4)


def test_the_font_has_its_licence_beside_it() -> None:
    """The font file may be handed on only together with its licence."""
    assert "Bitstream Vera" in (FONT.parent / "LICENSE").read_text(encoding="utf-8")

"""SVG as PNG: words leave ink, the size is the one asked for, and the machine's fonts play no part."""

from __future__ import annotations

import struct
import zlib

from pbem.core.scene import Scene, Shape, Text
from pbem.present.png import FONT, to_png
from pbem.present.svg import to_svg


def picture(*shapes: Shape) -> str:
    return to_svg(Scene("map", "Map", "One word.", (0, 0, 200, 50), list(shapes)))


def size(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _rows(png: bytes, channels: int) -> list[bytes]:
    """The pixels of an 8-bit PNG without interlace, row by row, filters undone."""
    packed, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    raw, (width, height) = zlib.decompress(packed), size(png)
    line = width * channels
    above, rows = bytes(line), []
    for y in range(height):
        start = y * (line + 1)
        above = _unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + line]), above, channels)
        rows.append(above)
    return rows


def _unfilter(kind: int, row: bytearray, above: bytes, step: int) -> bytes:
    for i, value in enumerate(row):
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        guess = left + above[i] - corner
        paeth = min((left, above[i], corner), key=lambda n: abs(guess - n))
        row[i] = (value + (0, left, above[i], (left + above[i]) // 2, paeth)[kind]) & 255
    return bytes(row)


def dark_pixels(png: bytes) -> int:
    channels = {2: 3, 6: 4}[png[25]]
    rows = _rows(png, channels)
    return sum(max(row[i : i + 3]) < 100 for row in rows for i in range(0, len(row), channels))


def test_a_label_leaves_ink() -> None:
    """Words of a label are dark pixels; without the label there are none."""
    assert dark_pixels(to_png(picture(), 200)) == 0
    assert dark_pixels(to_png(picture(Text((100, 35), "CHICAGO", "label", 24)), 200)) > 300


def test_a_label_without_a_family_of_its_own_leaves_ink() -> None:
    """A generic family is drawn with our own font too, and exactly alike."""
    named = picture(Text((100, 35), "CHICAGO", "label", 24))
    assert dark_pixels(to_png(named, 200)) > 300
    for family in ("sans-serif", "monospace", "serif", "Unknown Family"):
        generic = named.replace("DejaVu Sans, sans-serif", family)
        assert generic != named
        assert to_png(generic, 200) == to_png(named, 200), family


def test_the_width_is_the_one_asked_for() -> None:
    """The picture keeps its proportions at any width."""
    assert size(to_png(picture(), 400)) == (400, 100)


def test_the_same_picture_gives_the_same_bytes() -> None:
    """Rendering is repeatable."""
    svg = picture(Text((100, 35), "DET", "side-2", 24))
    assert to_png(svg, 300) == to_png(svg, 300)


def test_the_font_has_its_licence_beside_it() -> None:
    """The font file may be handed on only together with its licence."""
    assert "Bitstream Vera" in (FONT.parent / "LICENSE").read_text(encoding="utf-8")

"""A scene -> PNG bytes, for mail readers that show no SVG.

A palette of 64 colours looks the same on our maps and makes the file five times smaller, so that a report, and an answer that
holds it whole, goes through every mailbox.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import sqrt

from pbem.core.drawing.scene import Scene, Shape

Box = tuple[float, float, float, float]
COLOURS = 64
LOOSE = 4
"""Of zlib's nine levels: a third of the time of the usual one, for a tenth more bytes."""
KEPT = 16
"""Pictures that are kept, because readers who know the same get the same map."""
MOST = 90_000
"""Bytes of a picture: with page and text of the longest report it makes 200 KB in an answer that holds them all."""
NARROWEST = 400
MARGIN = 0.97
"""Lines weigh more than areas, so a file does not shrink quite as its area does."""


def to_png(scene: Scene, width: int) -> bytes:
    """The picture `width` pixels wide, in at most 64 colours; narrower when its file would be too large."""
    return _png(scene.box, scene.ground, (*scene.shapes, *scene.around), width)


@lru_cache(KEPT)
def _png(box: Box, ground: str, shapes: tuple[Shape, ...], width: int) -> bytes:
    scene = Scene("", "", "", box, list(shapes), ground=ground)
    png = _drawn(scene, width)
    while len(png) > MOST and width > NARROWEST:
        width = max(NARROWEST, int(width * sqrt(MOST / len(png)) * MARGIN))
        png = _drawn(scene, width)
    return png


def _drawn(scene: Scene, width: int) -> bytes:
    """In a palette. Not optimized: that takes seven times as long for a twentieth of the bytes."""
    from PIL import Image

    from pbem.present.pixels.canvas import painted

    small = painted(scene, width).quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = BytesIO()
    small.save(written, "PNG", compress_level=LOOSE)
    return written.getvalue()

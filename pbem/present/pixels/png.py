"""A scene -> PNG bytes, for mail readers that show no SVG.

A palette of 64 colours looks the same on our maps and makes the file five times smaller, so that a report, and an answer that
holds it whole, goes through every mailbox.
"""

from __future__ import annotations

from io import BytesIO
from math import sqrt

from pbem.core.drawing.scene import Scene

COLOURS = 64
MOST = 75_000
"""Bytes of a picture: with page and text of the longest report it makes 200 KB in an answer that holds them all."""
NARROWEST = 400
MARGIN = 0.97
"""Lines weigh more than areas, so a file does not shrink quite as its area does."""


def to_png(scene: Scene, width: int) -> bytes:
    """The picture `width` pixels wide, in at most 64 colours; narrower when its file would be too large."""
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
    small.save(written, "PNG")
    return written.getvalue()

"""SVG text -> PNG bytes, for mail readers that show no SVG.

resvg writes no ink at all for a family it does not know, without a word of warning. So the machine's fonts are left out and the
one family that pictures name comes from the file beside this module: the bytes are the same on every machine.

resvg writes four bytes a pixel. A palette of 64 colours looks the same on our maps and makes the file five times smaller, so
that a report, and an answer that holds it whole, goes through every mailbox.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import sqrt
from pathlib import Path

from pbem.present.palette import PAPER
from pbem.present.svg import FAMILY

FONT = Path(__file__).with_name("fonts") / "DejaVuSans.ttf"


COLOURS = 64
MOST = 75_000
"""Bytes of a picture: with page and text of the longest report it makes 200 KB in an answer that holds them all."""
NARROWEST = 400
MARGIN = 0.97
"""Lines weigh more than areas, so a file does not shrink quite as its area does."""
KEPT = 16
"""Pictures that are kept, because readers who know the same get the same map."""


@lru_cache(maxsize=KEPT)
def to_png(svg: str, width: int) -> bytes:
    """The picture `width` pixels wide, on white, in at most 64 colours; narrower when its file would be too large."""
    png = _reduced(_drawn(svg, width))
    while len(png) > MOST and width > NARROWEST:
        width = max(NARROWEST, int(width * sqrt(MOST / len(png)) * MARGIN))
        png = _reduced(_drawn(svg, width))
    return png


def _reduced(drawn: bytes) -> bytes:
    """The same in a palette. Not optimized: that takes seven times as long for a twentieth of the bytes."""
    from PIL import Image

    with Image.open(BytesIO(drawn)) as picture:
        small = picture.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = BytesIO()
    small.save(written, "PNG")
    return written.getvalue()


def _drawn(svg: str, width: int) -> bytes:
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=PAPER,
            skip_system_fonts=True,
            font_files=[str(FONT)],
            font_family=FAMILY,
            serif_family=FAMILY,
            sans_serif_family=FAMILY,
            monospace_family=FAMILY,
        )
    )

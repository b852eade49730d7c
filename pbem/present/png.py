"""SVG text -> PNG bytes, for mail readers that show no SVG.

resvg writes no ink at all for a family it does not know, without a word of warning. So the machine's fonts are left out and the
one family that pictures name comes from the file beside this module: the bytes are the same on every machine.
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

from pbem.present.palette import PAPER
from pbem.present.svg import FAMILY

FONT = Path(__file__).with_name("fonts") / "DejaVuSans.ttf"


def to_png(svg: str, width: int) -> bytes:
    """The picture `width` pixels wide, on white."""
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

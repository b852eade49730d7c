"""Role -> looks: the only home of colours.

Colours are light and literal, so that a picture is right in any mail reader and on paper; pages restyle the classes
`role-...` for dark mode. The sides wear the Okabe-Ito colours, which colour-blind eyes can tell apart, without yellow.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "#FFFFFF"
INK = "#1A1A1A"
GREY = "#767676"
RED = "#C0392B"
NONE = "none"


@dataclass(frozen=True)
class Look:
    """How shapes and words of a role are painted. Lengths are in thousandths of the picture's longer side.

    `text` is the colour of words; `halo` puts a white edge around them; `stipple` dots the fill; `crossed` strikes a shape out.
    """

    fill: str = NONE
    stroke: str = NONE
    width: float = 1.0
    dash: tuple[float, ...] = ()
    text: str = INK
    opacity: float = 1.0
    halo: bool = False
    stipple: bool = False
    crossed: bool = False


def _dim(dark: str) -> Look:
    """What a side's counter was when it was last seen: the outline only."""
    return Look(fill=PAPER, stroke=dark, width=1.8, text=dark, halo=True)


def _side(fill: str, dark: str) -> Look:
    """A side's counters and tracks; `dark` is the same hue, dark enough to read as words on white."""
    return Look(fill=fill, stroke=dark, width=1.6, text=dark, halo=True)


DEFAULT = Look(fill="#E0E0E0", stroke="#555555", text="#333333")
"""A role without looks of its own is neutral, but can be seen."""

LOOKS: dict[str, Look] = {
    "paper": Look(fill=PAPER),
    "sea": Look(fill="#E8F2F8"),
    "space": Look(fill="#F3F3F8"),
    "grid": Look(stroke="#BFC6CE", width=0.8),
    "grid-label": Look(fill="#5B6570", text="#5B6570"),
    "edge-floating": Look(stroke=GREY, width=2.0, dash=(8, 6)),
    "edge-sticky": Look(stroke="#8C8C8C", width=5.0),
    "edge-solid": Look(stroke=RED, width=3.0),
    "planet": Look(fill="#B9D3A8", stroke="#4F6B3C", width=1.6, text="#33471F", halo=True),
    "asteroid": Look(fill="#E2DDD3", stroke="#A2988A", text="#4D4537", halo=True, stipple=True),
    "mine": Look(fill=INK, stroke=PAPER, halo=True),
    "mine-ring": Look(stroke=INK, width=1.2, dash=(3, 3)),
    "trail": Look(stroke=GREY, width=1.6, dash=(2, 4), text="#555555"),
    "sweep": Look(fill="#E69F00", stroke="#A87400", text="#6E4C00", opacity=0.18),
    "fire": Look(stroke=RED, width=2.4, text="#9C2B1F", halo=True),
    "explosion": Look(fill="#F5B041", stroke=RED, width=2.0, text="#9C2B1F", halo=True),
    "side-1": _side("#0072B2", "#004B76"),
    "side-2": _side("#D55E00", "#8F3F00"),
    "side-3": _side("#009E73", "#00563F"),
    "side-4": _side("#CC79A7", "#7E3F63"),
    "side-5": _side("#E69F00", "#7A5400"),
    "side-6": _side("#56B4E9", "#1F5F86"),
    "side-1-old": _dim("#004B76"),
    "side-2-old": _dim("#8F3F00"),
    "plant-1": Look(stroke="#0072B2", width=2.6, text="#004B76", halo=True),
    "plant-2": Look(stroke="#D55E00", width=2.6, text="#8F3F00", halo=True),
    "rock": Look(fill="#A9A294", stroke="#6E675A", text="#4D4537", halo=True),
    "sonar": Look(fill="#009E73", text="#00563F", opacity=0.13),
    "sonar-range": Look(stroke="#00795A", width=1.2, dash=(8, 5), text="#00563F"),
    "map-edge": Look(stroke="#4A5F6E", width=2.2),
    "goal": Look(fill="#F0E442", stroke="#7A6A00", width=2.0, text="#5C5000", opacity=0.55, halo=True),
    "edge-home": Look(stroke="#D55E00", width=5.0),
    "edge-exit": Look(stroke="#0072B2", width=5.0),
    "missile": Look(fill=RED, stroke="#7B1F14", width=1.4, text="#9C2B1F", halo=True),
    "mine-own": Look(fill=INK, stroke=INK, width=1.6, halo=True),
    "mine-off": Look(fill=PAPER, stroke=INK, width=1.6, halo=True),
    "mine-foreign": Look(fill=RED, stroke="#7B1F14", width=1.6, halo=True),
    "wreck": Look(stroke=INK, width=3.0),
    "trail-dot": Look(fill="#555555"),
    "trail-missile": Look(stroke="#0072B2", width=1.6, dash=(6, 3), text="#004B76"),
    "trail-missile-dot": Look(fill="#0072B2"),
    "salvo-1": Look(stroke="#0072B2", width=2.2, text="#004B76", halo=True),
    "salvo-2": Look(stroke="#D55E00", width=2.2, text="#8F3F00", halo=True),
    "salvo-1-miss": Look(stroke="#0072B2", width=1.3, dash=(7, 4), text="#004B76", halo=True),
    "salvo-2-miss": Look(stroke="#D55E00", width=1.3, dash=(7, 4), text="#8F3F00", halo=True),
    "ram": Look(fill="#F5B041", stroke=RED, width=1.8),
    "ram-miss": Look(fill=PAPER, stroke=RED, width=1.4, dash=(4, 3)),
    "arc": Look(fill="#009E73", opacity=0.13),
    "arc-full": Look(fill="#009E73", opacity=0.3),
    "wreck-hull": Look(fill="#D9D9D9", stroke=GREY, width=1.2, text="#555555", halo=True),
    "slash": Look(stroke="#555555", width=1.6),
    "slash-crossed": Look(stroke=RED, width=3.2),
    "phase": Look(fill=INK, text=INK, halo=True),
    "unit-label": Look(fill=INK, halo=True),
    "label": Look(fill=INK),
    "title": Look(fill="#000000", text="#000000"),
    "box": Look(fill=PAPER, stroke=INK, width=1.6),
    "box-full": Look(fill="#6B7683", stroke=INK, width=1.6, text=INK, halo=True),
    "box-now": Look(fill="#BFD9EC", stroke=INK, width=1.6, text=INK),
    "box-lost": Look(fill="#ECECEC", stroke="#8A8A8A", width=1.6, text="#555555", crossed=True),
    "symbol": Look(fill=INK, stroke=INK, width=1.2),
    "symbol-open": Look(fill=PAPER, stroke=INK, width=1.8),
    "symbol-lost": Look(fill="#E2E2E2", stroke="#8A8A8A", width=1.4),
    "aerial": Look(stroke=INK, width=2.4),
    "aerial-lost": Look(stroke="#8A8A8A", width=2.0),
    "struck": Look(stroke=RED, width=2.4),
    "ring": Look(fill="#F0F0F0", stroke="#BDBDBD", width=1.0),
    "ring-arc": Look(fill="#7FB3D5", stroke="#3E7CA6", width=1.0),
    "fuel": Look(fill="#6B7683", stroke=INK, width=1.4),
    "burning": Look(fill="#F5B041", stroke=RED, width=1.8),
    "air-F": Look(fill="#0072B2", stroke="#00304A", width=1.4, text=PAPER),
    "air-DB": Look(fill=INK, stroke="#000000", width=1.4, text=PAPER),
    "air-T": Look(fill="#007A5A", stroke="#003D2D", width=1.4, text=PAPER),
    "air-R": Look(fill=PAPER, stroke=INK, width=1.6, text=INK),
    "air-B": Look(fill="#8C6D46", stroke="#46361F", width=1.4, text=PAPER),
    "grid-fine": Look(stroke="#D9E4EC", width=0.6),
    "range-ring": Look(stroke="#8FA9BA", width=1.0, dash=(4, 5), text="#3F5A6B", halo=True),
    "smoke": Look(stroke="#9AA0A6", width=9.0, text="#4A4F55", halo=True),
    "puff": Look(fill="#A9AFB5", opacity=0.75),
    "trail-air": Look(stroke="#6E7B86", width=1.1, dash=(1, 4)),
    "torpedo-1": Look(stroke="#0072B2", width=2.6, dash=(12, 3, 3, 3), text="#004B76", halo=True),
    "torpedo-2": Look(stroke="#D55E00", width=2.6, dash=(12, 3, 3, 3), text="#8F3F00", halo=True),
    "torpedo-1-miss": Look(stroke="#0072B2", width=1.3, dash=(12, 6, 3, 6), text="#004B76", halo=True),
    "torpedo-2-miss": Look(stroke="#D55E00", width=1.3, dash=(12, 6, 3, 6), text="#8F3F00", halo=True),
    "bomb": Look(fill="#F5B041", stroke=RED, width=1.4, text="#9C2B1F", halo=True),
    "bomb-miss": Look(fill=PAPER, stroke=RED, width=1.4, text="#9C2B1F", halo=True),
    "contact": Look(fill="#F7DDE9", stroke="#7E3F63", width=2.2, text="#7E3F63", halo=True),
    "contact-old": Look(fill=PAPER, stroke="#7E3F63", width=1.4, dash=(3, 3), text="#7E3F63", halo=True),
    "leader": Look(stroke="#8A8A8A", width=0.8),
    "compass": Look(stroke=INK, width=1.6),
    "panel": Look(fill="#FAFAFA", stroke="#B5B5B5"),
    "note": Look(fill="#555555", text="#555555"),
}


def look(role: str) -> Look:
    """The looks of a role."""
    return LOOKS.get(role, DEFAULT)

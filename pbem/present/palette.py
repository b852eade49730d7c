"""Role -> looks: the only home of colours.

Colours are literal, so that a picture is right in any mail reader; pages restyle the classes `role-...` and `word-...` for dark
mode, where every colour has its counterpart in `DARK`. A picture on a dark ground (space) wears those everywhere but on paper.
The sides wear the Okabe-Ito colours, which colour-blind eyes can tell apart, without yellow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

PAPER = "#FFFFFF"
INK = "#1A1A1A"
GREY = "#767676"
RED = "#C0392B"
MARK = "#8A0F8A"
NONE = "none"


@dataclass(frozen=True)
class Look:
    """How shapes and words of a role are painted. Lengths are in thousandths of the picture's longer side.

    `text` is the colour of words; `halo` puts a white edge around them; `crossed` strikes a shape
    out; lines of a `dot` are so short that their round ends are all of them.
    """

    fill: str = NONE
    stroke: str = NONE
    width: float = 1.0
    dash: tuple[float, ...] = ()
    text: str = INK
    opacity: float = 1.0
    halo: bool = False
    crossed: bool = False
    dot: bool = False


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
    "grid-label-between": Look(fill="#5B6570", text="#5B6570"),
    "edge-floating": Look(stroke=GREY, width=2.0, dash=(8, 6)),
    "edge-sticky": Look(stroke="#7C7C7C", width=5.0),
    "edge-solid": Look(stroke=RED, width=3.0),
    "hex-number": Look(text="#5B6570"),
    "star": Look(stroke="#C4C9D6", width=1.4, dot=True),
    "star-bright": Look(stroke="#A3ABC0", width=2.6, dot=True),
    "planet": Look(fill="#9DC183", stroke="#4F6B3C", width=1.2, text="#33471F", halo=True),
    "planet-shade": Look(fill="#1C2A12", opacity=0.55),
    "planet-limb": Look(stroke="#E9F5DF", width=1.4),
    "asteroid": Look(fill="#E2DDD3", text="#4D4537", opacity=0.4, halo=True),
    "asteroid-rock": Look(fill="#A9A294", stroke="#6E675A", width=0.8),
    "emblem": Look(fill=PAPER),
    "thrust": Look(fill="#E8862E", opacity=0.8),
    "fire-miss": Look(stroke=RED, width=1.1, dash=(5, 5), text="#9C2B1F", halo=True),
    "hit": Look(fill="#F7C948", stroke=RED, width=1.2),
    "flash": Look(fill="#FFF6D6"),
    "mine": Look(fill=INK, stroke=PAPER, halo=True),
    "mine-ring": Look(stroke=INK, width=1.2, dash=(3, 3)),
    "trail": Look(stroke=GREY, width=1.6, dash=(2, 4), text="#555555"),
    "sweep": Look(fill="#E69F00", stroke="#A87400", width=0.8, text="#6E4C00", opacity=0.18, halo=True),
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
    "range-ring": Look(stroke="#648296", width=1.0, dash=(4, 5), text="#3F5A6B", halo=True),
    "smoke": Look(stroke="#81888F", width=9.0, text="#4A4F55", halo=True),
    "puff": Look(fill="#7C848C", opacity=0.85),
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
    "plan": Look(stroke=INK, width=2.0, dash=(7, 4), text=INK, halo=True),
    "plan-end": Look(fill=PAPER, stroke=INK, width=1.6, dash=(4, 2), text=INK, opacity=0.7, halo=True),
    "plan-fire": Look(stroke=RED, width=1.3, dash=(5, 4), text="#9C2B1F", halo=True),
    "marked-edge": Look(stroke=PAPER, width=6.5),
    "marked": Look(stroke=MARK, width=3.2),
    "unit": Look(fill="#6B7683", stroke=INK, width=1.6, halo=True),
    "unit-old": Look(fill=PAPER, stroke=GREY, width=1.8, dash=(3, 3), text="#555555", halo=True),
    "track-1": Look(stroke="#0072B2", width=2.2, text="#004B76", halo=True),
    "track-2": Look(stroke="#D55E00", width=2.2, text="#8F3F00", halo=True),
    "area": Look(fill="#6B7683", stroke=GREY, width=1.2, dash=(6, 4), text="#555555", opacity=0.18, halo=True),
    "land": Look(fill="#B9D3A8", stroke="#4F6B3C", width=1.2, text="#33471F", halo=True),
    "panel": Look(fill="#FAFAFA", stroke="#B5B5B5"),
    "note": Look(fill="#555555", text="#555555"),
    "node-open": Look(fill="#F0E442", stroke="#7A6A00", width=2.0, text="#5C5000"),
    "node-fought": Look(fill="#F5B041", stroke=RED, width=2.0, text="#9C2B1F"),
    "node-drawn": Look(fill="#6B7683", stroke=INK, width=1.6),
    "node-missed": Look(fill="#ECECEC", stroke="#8A8A8A", width=1.6, text="#555555", crossed=True),
    "node-ahead": Look(fill=PAPER, stroke=GREY, width=1.2, dash=(5, 4), text="#555555"),
    "node-ring": Look(stroke="#7A6A00", width=4.5),
    "node-sign": Look(fill=INK, stroke=INK, width=3.0),
    "way-taken": Look(stroke="#4A5F6E", width=3.0),
    "way-ahead": Look(stroke=GREY, width=1.8, dash=(3, 5)),
    # Maps at sea.
    "shoal": Look(fill="#EDF5EF"),
    "shoal-top": Look(fill="#F3F5E6"),
    "sea-deep": Look(fill="#DFECF5"),
    "sea-deeper": Look(fill="#D6E6F1"),
    "wake": Look(fill="#FCFEFF", opacity=0.95),
    "deckhouse": Look(fill="#F7F3E8"),
    "turret": Look(fill="#F7F3E8", stroke="#22303A", width=0.6),
    "funnel": Look(fill="#22303A"),
    "spar": Look(stroke="#22303A", width=1.1),
    "roundel": Look(fill="#F7F3E8", stroke="#F7F3E8", width=1.3),
    "splash": Look(fill="#FCFEFF", stroke="#3A6C8C", width=1.1),
    "burst": Look(fill="#FFC94A", stroke=RED, width=1.2),
    "smoke-edge": Look(stroke="#C2C9CF", width=17.0),
    "chart-edge": Look(stroke="#4A5F6E", width=1.2),
    "bar-full": Look(fill=INK, stroke=INK, width=1.0),
    "bar": Look(fill=PAPER, stroke=INK, width=1.0),
}

DARK: dict[str, str] = {
    PAPER: "#11171D",
    INK: "#E4E8EB",
    "#000000": "#FFFFFF",
    GREY: "#9AA3AB",
    RED: "#F0705F",
    MARK: "#F58CF5",
    "#E8F2F8": "#14232E",
    "#F3F3F8": "#080B14",
    "#FAFAFA": "#182028",
    "#BFC6CE": "#3A4854",
    "#D9E4EC": "#1F303D",
    "#5B6570": "#9AA6B1",
    "#7C7C7C": "#9C9C9C",
    "#8A8A8A": "#8F8F8F",
    "#555555": "#B4BABF",
    "#333333": "#C8CDD1",
    "#B5B5B5": "#55606A",
    "#BDBDBD": "#5A636B",
    "#D9D9D9": "#4A5258",
    "#E0E0E0": "#343B41",
    "#E2E2E2": "#30363C",
    "#ECECEC": "#262C32",
    "#F0F0F0": "#262E35",
    "#6B7683": "#8D9BA9",
    "#BFD9EC": "#1F4A68",
    "#B9D3A8": "#3C5A2C",
    "#9DC183": "#5E8A49",
    "#1C2A12": "#04070A",
    "#E9F5DF": "#C4E6AE",
    "#C4C9D6": "#8793B0",
    "#A3ABC0": "#E4EBFF",
    "#FFF6D6": "#FFF6D6",
    "#E8862E": "#FFB454",
    "#F7C948": "#FFDF7E",
    "#4F6B3C": "#8FB377",
    "#33471F": "#B5D39C",
    "#E2DDD3": "#2E2A23",
    "#857A6A": "#8C8272",
    "#4D4537": "#CDC3B2",
    "#A9A294": "#5E584B",
    "#6E675A": "#9C9483",
    "#0072B2": "#3D95D6",
    "#004B76": "#8CCBF4",
    "#D55E00": "#F08A3C",
    "#8F3F00": "#FFB37E",
    "#009E73": "#2DBE90",
    "#00563F": "#7EDDBC",
    "#CC79A7": "#DE97BE",
    "#7E3F63": "#EDB4D2",
    "#E69F00": "#EDB02E",
    "#7A5400": "#F3CB7A",
    "#A87400": "#C6952F",
    "#6E4C00": "#E5BE73",
    "#56B4E9": "#8FD0F5",
    "#1F5F86": "#B5E0F8",
    "#9C2B1F": "#FF9A8C",
    "#7B1F14": "#FFB3A7",
    "#F5B041": "#D8922A",
    "#00795A": "#4CC39C",
    "#4A5F6E": "#7E98AA",
    "#F0E442": "#7A7216",
    "#7A6A00": "#D8C84A",
    "#5C5000": "#E8DC7C",
    "#7FB3D5": "#2F6A90",
    "#3E7CA6": "#7DB8DE",
    "#00304A": "#A9D8F5",
    "#007A5A": "#46C39B",
    "#003D2D": "#A3E5CD",
    "#8C6D46": "#C29F72",
    "#46361F": "#E6CFAE",
    "#648296": "#6C889B",
    "#3F5A6B": "#A5BECF",
    "#81888F": "#7C848B",
    "#4A4F55": "#BDC4CB",
    "#7C848C": "#8F989F",
    "#6E7B86": "#8E9BA6",
    "#F7DDE9": "#4A2438",
    # Maps at sea.
    "#EDF5EF": "#1B333B",
    "#F3F5E6": "#2A4142",
    "#DFECF5": "#101D27",
    "#D6E6F1": "#0C1720",
    "#FCFEFF": "#35536A",
    "#F7F3E8": "#F3EFE4",
    "#22303A": "#05090C",
    "#3A6C8C": "#9CCBE8",
    "#FFC94A": "#FFC94A",
    "#C2C9CF": "#4C545B",
}
"""What each colour becomes on a dark page: light words and marks on dark grounds, hues as they are."""


NIGHT = {"space"}
"""Grounds that are dark, on a light page too."""
WASH, STRONGER = 0.5, 1.8
"""Areas thinner than this are that much stronger in the dark, where a thin wash is hardly seen."""


@cache
def look(role: str, night: bool = False) -> Look:
    """The looks of a role, on a light ground or on a dark one."""
    looks = LOOKS.get(role, DEFAULT)
    if not night:
        return looks
    opacity = round(looks.opacity * STRONGER, 3) if looks.opacity < WASH else looks.opacity
    return replace(looks, fill=dark(looks.fill), stroke=dark(looks.stroke), text=dark(looks.text), opacity=opacity)


def dark(colour: str) -> str:
    """The colour on a dark page; `none` stays."""
    return colour if colour == NONE else DARK[colour]

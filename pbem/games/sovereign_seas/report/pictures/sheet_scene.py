"""Control logs as pictures, laid out like the printed log: bow left, starboard above the hull line, port below (SSL-D1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Scene, Shape, Text
from pbem.games.sovereign_seas.model.state import Log, Ship, State
from pbem.games.sovereign_seas.report.log_layout import Sign, layout
from pbem.games.sovereign_seas.report.logsheet import (
    describe,
    fired_words,
    rating,
    sailing_words,
    seen_words,
    trouble_words,
    whose,
)
from pbem.games.sovereign_seas.report.phrases import name_of, where

WIDTH, PAD, GAP = 800.0, 16.0, 14.0
"""A log, the margin in it, and the room between two."""
BOX = 24.0
RADIUS = 8.5
"""Of a hull circle."""
ROW = 34.0
"""Height of a row of batteries."""
HEAD = 96.0
"""Title, whereabouts and speed track."""
TITLE, WORDS, SMALL = 19.0, 15.0, 13.0


def draw_logs(known: State, ships: Sequence[Ship]) -> Scene:
    """Section 9: some logs below each other."""
    shapes: list[Shape] = []
    y = 0.0
    for ship in ships:
        height = _height(ship)
        shapes.append(_box(0.0, y, WIDTH, height, "panel"))
        shapes += _log(known, ship, y)
        y += height + GAP
    ids = [ship.id for ship in ships]
    words = " ".join(describe(known, ship) for ship in ships)
    title = f"Control log of {ids[0]}" if len(ids) == 1 else f"Control logs of {', '.join(ids)}"
    return Scene(f"log-{'-'.join(ids)}", title, words, (-GAP, -GAP, WIDTH + 2 * GAP, y + GAP), shapes)


def _rows(ship: Ship) -> int:
    """Rows of the drawing."""
    shown = layout(ship.printed, 0, ())
    return 1 + bool(shown.starboard) + bool(shown.port)


def _height(ship: Ship) -> float:
    return HEAD + 34 + ROW * _rows(ship) + 8 if ship.log_if_known else 84.0


def _box(x: float, y: float, width: float, height: float, role: str, title: str = "") -> Polygon:
    """Its upper left corner, and its size."""
    return Polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], role, title)


def _log(known: State, ship: Ship, top: float) -> Iterator[Shape]:
    printed = ship.printed
    date = f", {printed.in_service}" if printed.in_service else ""
    yield Text((PAD, top + 27), f"{ship.id}: {name_of(ship)}{date}", "title", TITLE, "start")
    yield Text((WIDTH - PAD, top + 27), f"Pt {printed.points}, {', '.join(rating(printed))}", "label", WORDS, "end")
    about = ", ".join([*whose(known, ship), where(ship), *sailing_words(ship)])
    yield Text((PAD, top + 49), about, "label", WORDS, "start")
    if ship.log_if_known is None:
        yield Text((PAD, top + 70), f"Log hidden; {seen_words(ship)}; {fired_words(ship)}", "note", WORDS, "start")
        return
    yield from _track(ship, ship.log, top + 62)
    yield from _tower(known, ship, ship.log, top + HEAD)
    yield from _drawing(ship, ship.log, top + HEAD + 34)


# ---------------------------------------------------------------- speed track, tower, magazines


def _track(ship: Ship, log: Log, y: float) -> Iterator[Shape]:
    """SSL-D1.3, SSL-L4.2: lost factors struck out, the present maximum filled in."""
    yield Text((PAD, y + 17), "Speed track", "label", WORDS, "start")
    x = PAD + 104
    for number, factor in enumerate(ship.printed.speed_track):
        lost, now = number < log.lost, number == log.lost
        said = ", lost" if lost else ", her maximum now" if now else ""
        role = "box-lost" if lost else "box-now" if now else "box"
        yield _box(x, y, BOX + 4, BOX, role, f"speed factor {factor}{said}")
        yield Text((x + BOX / 2 + 2, y + 17), str(factor), role, WORDS)
        x += BOX + 9


def _tower(known: State, ship: Ship, log: Log, y: float) -> Iterator[Shape]:
    """SSL-D4.2: the conning tower behind its own armour; magazines; what state she is in."""
    x, armour = PAD, ship.printed.tower_armour
    if armour:
        yield Text((x, y + 17), f"({armour})", "label", WORDS, "start")
        x += 28
    said = f"conning tower, {f'armour {armour}' if armour else 'unarmoured'}{', destroyed' if log.tower_lost else ''}"
    yield from _cell(x, y, "CT", "box-lost" if log.tower_lost else "box", said)
    x += 54
    for _ in range(ship.printed.magazines):
        yield from _cell(x, y, "MG", "box", "magazine")
        x += 42
    words = ", ".join([fired_words(ship), *trouble_words(known, log)])
    yield Text((x + 14, y + 17), words, "label", WORDS, "start")


def _cell(x: float, y: float, words: str, role: str, title: str) -> Iterator[Shape]:
    yield _box(x, y, 36, BOX, role, title)
    yield Text((x + 18, y + 17), words, role, SMALL)


# ---------------------------------------------------------------- the hull and the guns


def _drawing(ship: Ship, log: Log, y: float) -> Iterator[Shape]:
    shown = layout(ship.printed, log.marked, log.gone)
    first, last = shown.centre
    middle = (_length(shown.hull[:first]) + _length(shown.hull[: last + 1])) / 2
    rows = [(shown.starboard, middle - _length(shown.starboard) / 2), (shown.hull, 0.0)]
    rows.append((shown.port, middle - _length(shown.port) / 2))
    left = PAD + max(0.0, *(-offset for _, offset in rows))
    for row, offset in rows:
        if row:
            yield from _row(row, left + offset, y + ROW / 2)
            y += ROW


def _wide(sign: Sign) -> float:
    """How much room a sign takes."""
    if sign.kind == "gun":
        return 32.0 if len(sign.words) == 1 else 40.0
    return {"circle": 2 * RADIUS + 4, "slash": 10.0, "armour": 27.0 if sign.words else 18.0, "gap": 16.0}.get(sign.kind, 42.0)


def _length(row: Sequence[Sign]) -> float:
    return sum(map(_wide, row))


def _row(row: Sequence[Sign], x: float, y: float) -> Iterator[Shape]:
    for sign in row:
        yield from _sign(sign, (x + _wide(sign) / 2, y))
        x += _wide(sign)


def _sign(sign: Sign, place: Point) -> Iterator[Shape]:
    """SSL-D2.1: a casemate battery is a box, a turret or barbette round; what is destroyed is struck out."""
    x, y = place
    role = "box-lost" if sign.lost else "box"
    if sign.kind == "circle":
        yield Circle(place, RADIUS, role, sign.title)
    elif sign.kind == "slash":
        yield Line([(x - 3, y + 11), (x + 3, y - 11)], "slash-crossed" if sign.lost else "slash", sign.title)
    elif sign.kind == "gun":
        wide = _wide(sign) - 5
        yield _box(x - wide / 2, y - BOX / 2, wide, BOX, role, sign.title)
        yield Text((x, y + 5), sign.words, role, SMALL)
    elif sign.kind in ("turret", "barbette"):
        yield Circle(place, 15.5, role, sign.title)
        yield Text((x, y + 5), sign.words, role, SMALL)
    elif sign.kind == "armour":
        yield Text((x, y + 5), sign.text, "label", SMALL)

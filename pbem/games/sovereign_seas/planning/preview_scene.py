"""The map of a dry run: ships as they lie now, tracks to where they would be (outlines), arcs there, salvos as ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import point_of
from pbem.core.drawing.labels import Label, LabelPlaces
from pbem.core.drawing.scene import Line, Scene, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.planning.dry_run import Laid, Rehearsal
from pbem.games.sovereign_seas.report.phrases import game_title, name_of
from pbem.games.sovereign_seas.report.pictures import map_marks as marks
from pbem.games.sovereign_seas.report.pictures.map_fire import Arrow, arrow_label, shaft_of, take_fire
from pbem.games.sovereign_seas.report.pictures.map_hulls import hull_of
from pbem.games.sovereign_seas.report.pictures.map_scene import HEAD, edges, matters, title, with_arcs
from pbem.games.sovereign_seas.report.pictures.window import Window, around, frame, grid, numbers, sea

LEGEND = (
    "Outline: where she would be at the turn's end; others if they order nothing new.",
    "Arrow: a salvo, its range and the chance of a hit. Number: end of an impulse.",
)
FOOT = 64.0


def draw_preview(tried: Rehearsal) -> Scene:
    """Section 9's map, with what the orders would make of it."""
    before, after = tried.before, tried.after
    window = around([*matters(before), *matters(after)], before.columns, before.rows)
    scale, armed = window.scale, with_arcs(after)
    counters = marks.counters(before, scale)
    shapes: list[Shape] = [
        *sea(window),
        *marks.arcs(armed, window),
        *grid(window, [ship.hex for state in (before, after) for ship in state.active()]),
        *edges(window),
        *numbers(window),
        *_tracks(tried, scale),
        *marks.wrecks(before, window),
        *_ends(tried),
        *_arrows(tried, scale),
        *marks.draw_counters(counters),
        *_words(tried, window, counters),
    ]
    box = frame(window, HEAD * scale, FOOT * scale)
    words = f"{game_title(before)}: orders for turn {before.turn + 1} tried out" if tried.orders else game_title(before)
    shapes += [*title(words, window, box), *_legend(tried, window)]
    return Scene("trial", f"Sovereign Seas Lite: {words}", _describe(tried, words), box, shapes)


def _tracks(tried: Rehearsal, scale: float) -> Iterator[Shape]:
    """A turn not played has no tracks; those of the last turn are left out."""
    if tried.orders:
        yield from marks.tracks(tried.after, scale, tried.mine())


def moved(tried: Rehearsal) -> list[Ship]:
    """Ships that end elsewhere, or on another heading, than they lie now; those that begin here count too."""
    ends = []
    for ship in tried.after.active():
        now = tried.before.ships.get(ship.id)
        if now is None or (now.hex, now.heading) != (ship.hex, ship.heading):
            ends.append(ship)
    return ends


def _ends(tried: Rehearsal) -> Iterator[Shape]:
    """The outline of a ship at the turn's end."""
    own = set(tried.mine())
    for ship in moved(tried):
        role = "plan-end" if ship.id in own else f"side-{marks.side_number(ship.side)}-old"
        where = f"{label(ship.hex)} heading {DIRECTIONS[ship.heading]}"
        title = f"{ship.id}, {name_of(ship)}, at the turn's end in {where}"
        yield hull_of(ship, point_of(ship.hex), HEX * 0.5, role, title)


def _arrows(tried: Rehearsal, scale: float) -> Iterator[Shape]:
    """SSL-J2.5: own salvos as they would be fired, one arrow for all guns on a target."""
    for volley in _volleys(tried):
        first = volley[0]
        if shaft := shaft_of(first.origin, first.aim, scale):
            yield Line(shaft, "plan-fire", volley_words(volley), arrow=True, unit=first.ship)


def _words(tried: Rehearsal, window: Window, counters: Sequence[marks.Counter]) -> Iterator[Shape]:
    """What is written on the map: ships first, then where they end, then ranges and chances."""
    room, scale = LabelPlaces(window.box), window.scale
    marks.take_marks(tried.after, counters, room)
    take_fire(tried.after, room)
    for ship in moved(tried):
        room.take(point_of(ship.hex), HEX * 0.3)
    yield from room.place(
        [
            *marks.counter_labels(tried.before, counters, scale),
            *(_end_label(ship, scale) for ship in moved(tried)),
            *(_volley_label(volley, scale) for volley in _volleys(tried)),
            *(marks.impulse_labels(tried.after, scale) if tried.orders else ()),
        ]
    )


def _end_label(ship: Ship, scale: float) -> Label:
    role = f"side-{marks.side_number(ship.side)}-old"
    return Label(point_of(ship.hex), f"{ship.id} end", role, round(14 * scale, 1), HEX * 0.32, 3, unit=ship.id)


def _volley_label(volley: Sequence[Laid], scale: float) -> Label:
    first = volley[0]
    words = f"r{first.range}: {max(each.chance for each in volley):.0%}"
    return arrow_label(Arrow(first.origin, first.aim, "plan-fire", first.ship), words, scale, 2)


def _volleys(tried: Rehearsal) -> list[list[Laid]]:
    """Salvos by ship and target."""
    found: dict[tuple[str, str], list[Laid]] = {}
    for laid in tried.laid:
        found.setdefault((laid.ship, laid.target), []).append(laid)
    return list(found.values())


def volley_words(volley: Sequence[Laid]) -> str:
    """`BC1 at FB1 in impulse 2: range 5, 5 [D] 63%`."""
    first = volley[0]
    guns = ", ".join(f"{each.guns} [{each.code}] {each.chance:.0%}" for each in volley)
    return f"{first.ship} at {first.target} in impulse {first.impulse}: range {first.range}, {guns}"


def _legend(tried: Rehearsal, window: Window) -> Iterator[Shape]:
    left, _, right, bottom = window.box
    size = round(min(16 * window.scale, (right - left) / (0.6 * max(map(len, LEGEND)))), 1)
    for line, words in enumerate(LEGEND if tried.orders else ()):
        yield Text((left, round(bottom + (55 + 24 * line) * window.scale, 1)), words, "label", size, "start")


def _describe(tried: Rehearsal, words: str) -> str:
    """The dry run in words."""
    said = [f"{words}."]
    said += [f"{ship.id} would end in {label(ship.hex)} heading {DIRECTIONS[ship.heading]}." for ship in tried.after.mine()]
    return " ".join([*said, *(f"Salvo: {volley_words(volley)}." for volley in _volleys(tried))])

"""The plan alone, to be drawn over a map: own tracks, where own ships end with their arcs, and salvos with their chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import point_of
from pbem.core.drawing.labels import Label
from pbem.core.drawing.scene import Line, Shape
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.planning.dry_run import Laid, Rehearsal
from pbem.games.sovereign_seas.report.phrases import name_of
from pbem.games.sovereign_seas.report.pictures import map_marks as marks
from pbem.games.sovereign_seas.report.pictures.map_fire import Arrow, arrow_label, shaft_of
from pbem.games.sovereign_seas.report.pictures.map_hulls import hull_of
from pbem.games.sovereign_seas.report.pictures.map_scene import with_arcs
from pbem.games.sovereign_seas.report.pictures.window import Window


@dataclass(frozen=True)
class Plan:
    """From below to above; a picture of its own has the ships as they are now above both."""

    arcs: Sequence[Shape]
    lines: Sequence[Shape]

    @property
    def shapes(self) -> list[Shape]:
        """All of it."""
        return [*self.arcs, *self.lines]


def draw_plan(tried: Rehearsal, window: Window) -> Plan:
    """What the orders make of the own ships. Only where they begin for a turn that is not played."""
    if not tried.orders:
        return Plan((), [*ends(tried, drawn(tried))])
    scale, shown, own = window.scale, drawn(tried), set(tried.mine())
    tracks = [shape for shape in marks.tracks(tried.after, scale, own) if shape.unit in own]
    lines = [*tracks, *ends(tried, shown), *_arrows(tried, scale)]
    return Plan([*marks.arcs(with_arcs(tried.after), window)], lines)


def moved(tried: Rehearsal) -> list[Ship]:
    """Ships that end elsewhere, or on another heading, than they lie now; those that begin here count too."""
    found = []
    for ship in tried.after.active():
        now = tried.before.ships.get(ship.id)
        if now is None or (now.hex, now.heading) != (ship.hex, ship.heading):
            found.append(ship)
    return found


def drawn(tried: Rehearsal) -> list[Ship]:
    """Whose end belongs to the plan: own ships, and enemies who are fired at where they would be by then."""
    aimed = {laid.target for laid in tried.laid}
    own = {ship.id for ship in tried.after.mine()}
    return [ship for ship in moved(tried) if ship.id in own or ship.id in aimed]


def ends(tried: Rehearsal, ships: Sequence[Ship]) -> Iterator[Shape]:
    """The outline of ships at the turn's end."""
    own = {ship.id for ship in tried.after.mine()}
    for ship in ships:
        role = "plan-end" if ship.id in own else f"side-{marks.side_number(ship.side)}-old"
        where = f"{label(ship.hex)} heading {DIRECTIONS[ship.heading]}"
        title = f"{ship.id}, {name_of(ship)}, at the turn's end in {where}"
        yield hull_of(ship, point_of(ship.hex), HEX * 0.5, role, title)


def _arrows(tried: Rehearsal, scale: float) -> Iterator[Shape]:
    """SSL-J2.5: own salvos as they would be fired, one arrow for all guns on a target."""
    for volley in volleys(tried):
        first = volley[0]
        if shaft := shaft_of(first.origin, first.aim, scale):
            yield Line(shaft, "plan-fire", volley_words(volley), arrow=True, unit=first.ship)


def plan_labels(tried: Rehearsal, scale: float) -> list[Label]:
    """Where ships end, then ranges and chances: in full where there is room; the impulses of own ways last."""
    if not tried.orders:
        return []
    own, found = set(tried.mine()), [_end_label(ship, scale) for ship in drawn(tried)]
    for volley in volleys(tried):
        first, chance = volley[0], f"{max(each.chance for each in volley):.0%}"
        arrow = Arrow(first.origin, first.aim, "plan-fire", first.ship)
        short = arrow_label(arrow, f"r{first.range}: {chance}", scale, 2)
        full = arrow_label(arrow, f"{first.ship} at {first.target}, range {first.range}, {chance}", scale, 2)
        found.append(replace(full, instead=short))
    return [*found, *(each for each in marks.impulse_labels(tried.after, scale) if each.unit in own)]


def _end_label(ship: Ship, scale: float) -> Label:
    role = f"side-{marks.side_number(ship.side)}-old"
    return Label(point_of(ship.hex), f"{ship.id} end", role, round(14 * scale, 1), HEX * 0.32, 3, unit=ship.id)


def volleys(tried: Rehearsal) -> list[list[Laid]]:
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

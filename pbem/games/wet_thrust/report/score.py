"""The SCORE panel: how the game is won, and what the score means now, from what its reader may know (section 8, WT-23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.core.game.panels import wrapped
from pbem.core.game.phrases import count, sentence
from pbem.core.game.report_parts import Panel
from pbem.core.geometry.tabletop import MIL
from pbem.games.wet_thrust.model.scenario import OPENINGS, Victory
from pbem.games.wet_thrust.model.tables import NATIVE, VALUES
from pbem.games.wet_thrust.model.view import ShipView, View
from pbem.games.wet_thrust.report.fixed import wrapped_table
from pbem.games.wet_thrust.report.phrases import HOW, speed_text
from pbem.games.wet_thrust.report.victory_words import how_won, ship_name, side_of
from pbem.games.wet_thrust.rules.victory import DRAW_WITHIN, PEOPLE, RUNNING_GEAR, SQUADRON


def score_panel(view: View) -> Panel:
    """In words, then ship by ship."""
    said = [view.verdict] if view.over else []
    rows = [["", "ship", "type", "side", "scored on her", "fate"]]
    for ship in view.ships.values():
        scored = f"{ship.scored} of {ship.printed.boxes}"
        rows.append([ship.id, ship.name, ship.printed.type, NATIVE[ship.side], scored, fate_words(ship)])
    said += [*how_won(view), *([] if view.over else score_lines(view))]
    return Panel("SCORE", [*(line for words in said for line in wrapped(words)), *wrapped_table(rows)])


def fate_words(ship: ShipView) -> str:
    """`afloat`, `broke contact`, `lost: she exploded`."""
    if ship.fate == "lost":
        return f"lost: {HOW[ship.how]}" if ship.how in HOW else "lost"
    return "afloat" if ship.afloat else "broke contact"


def score_lines(view: View) -> list[str]:
    """What the position means for who wins, as far as the reader can know."""
    victory = OPENINGS[view.scenario].victory
    return _SCORE_LINES.get(victory.test, _by_points)(view, victory)


# ---------------------------------------------------------------- one ship decides


def _boxes(view: View, id: str) -> str:
    """Boxes marked where her sheet is known, else the points that have been seen scored."""
    ship = view.ships.get(id)
    if ship is None:
        return f"{ship_name(id)} is not in play"
    if not ship.afloat:
        return f"{ship.name} is sunk" if ship.fate == "lost" else f"{ship.name} has broken contact"
    if ship.sheet:
        return f"{ship.name} has {ship.sheet.marked} of {ship.printed.boxes} boxes marked"
    return f"{ship.name} has taken {ship.scored} points that all have seen, of {ship.printed.boxes} boxes"


def _duel(view: View, victory: Victory) -> list[str]:
    marked, spared = victory.numbers["marked"], victory.numbers["spared"]
    ship, prey = (f"{_boxes(view, id)} ({words})" for id, words in (
        (victory.ship, f"{marked} lose the game"), (victory.others[0], f"more than {spared} save it from being lost")
    ))  # fmt: skip
    return [f"Now: {ship}; {prey}."]


def _escape(view: View, victory: Victory) -> list[str]:
    return [f"Now: {_boxes(view, victory.ship)}, {_top(view, victory.ship)}."]


def _cripple(view: View, victory: Victory) -> list[str]:
    others = [ship_name(id) for id in victory.others if id in view.ships and view.ships[id].fate == "lost"]
    sunk = f" Sunk of those that count: {', '.join(others)}." if others else ""
    return [f"Now: {_boxes(view, victory.ship)}, {_top(view, victory.ship)}.{sunk}"]


def _top(view: View, id: str) -> str:
    ship = view.ships.get(id)
    if ship is None or ship.sheet is None:
        return "what speed and rudders are left her you do not know"
    return f"top speed {speed_text(ship.top)}, {count(len(ship.sheet.working('RU')), 'rudder')} working"


# ---------------------------------------------------------------- points


def known_points(view: View) -> dict[str, int]:
    """Victory points by side as they would be if the game ended now, from what the reader knows."""
    victory = OPENINGS[view.scenario].victory
    if victory.test == "raid":
        return _raid_points(view, victory)
    points = {side: _by_sinking(view, _enemy(view, side)) for side in view.sides}
    for side, bonus in _bonus(view, victory):
        points[side] += bonus
    return points


def _enemy(view: View, side: str) -> str:
    return next(each for each in view.sides if each != side)


def _by_sinking(view: View, side: str) -> int:
    """Ships, submarines destroyed as contacts, squadrons."""
    contacts = sum(each.destroyed for each in view.contacts.values()) if side != view.side and not view.over else 0
    ships = sum(_worth(ship) for ship in view.ships.values() if ship.side == side)
    return ships + contacts * VALUES["SS"] + view.fallen[side] * SQUADRON


def _worth(ship: ShipView) -> int:
    """Ruling W12, with the points that were seen where her sheet is hidden."""
    value, boxes = VALUES[ship.printed.type], ship.printed.boxes
    marked = ship.sheet.marked if ship.sheet else min(ship.scored, boxes)
    return value if ship.fate == "lost" else value * marked // boxes


def _bonus(view: View, victory: Victory) -> Iterator[tuple[str, int]]:
    """S4 and S5, where it can be seen."""
    if victory.test == "convoy":
        for side in view.sides:
            ships = [ship for ship in view.afloat(side) if ship.printed.type == "MM"]
            yield side, sum(ship.at[0] >= victory.numbers["east"] * MIL for ship in ships)
    ship = view.ships.get(victory.ship)
    if victory.test == "breakout" and ship and ship.sheet:
        lost, numbers = ship.sheet.fuel_lost, victory.numbers
        boilers = len(ship.sheet.working("BO")) < ship.sheet.count("BO")
        yield ship.side, numbers["points"] * (ship.fate == "away" and lost <= numbers["safe"])
        yield _enemy(view, ship.side), numbers["points"] * (lost >= numbers["hurt"] or boilers)


def _raid_points(view: View, victory: Victory) -> dict[str, int]:
    """S7. What she has lost of her running gear is on her sheet."""
    numbers, points = victory.numbers, dict.fromkeys(view.sides, 0)
    own = side_of(view, victory.ship)
    foe = _enemy(view, own)
    ship, prey = view.ships.get(victory.ship), [view.ships[id] for id in victory.others if id in view.ships]
    escorts = [each for each in view.ships.values() if each.side == foe and each not in prey]
    points[own] += numbers["prey"] * sum(each.fate == "lost" for each in prey)
    points[own] += numbers["escort"] * sum(each.fate == "lost" for each in escorts)
    points[foe] += numbers["salvo"] * view.salvos[foe] + numbers["saved"] * sum(each.afloat for each in prey)
    if ship:
        gear = ship.sheet is not None and any(kind in ship.sheet.wounds for kind in RUNNING_GEAR)
        points[foe] += numbers["sunk"] * (ship.fate == "lost") + numbers["wound"] * gear
    return points


def _by_points(view: View, victory: Victory) -> list[str]:
    """Who would win if the game ended now."""
    points = known_points(view)
    first, second = view.sides
    ahead = abs(points[first] - points[second])
    leader = f"the {PEOPLE[max(view.sides, key=lambda side: points[side])]}"
    scores = ", ".join(f"{NATIVE[side]} {points[side]}" for side in view.sides)
    if ahead > DRAW_WITHIN:
        meaning = f"{leader} lead by {ahead} and would win"
    else:
        meaning = f"{leader} lead by {ahead}, which would be a draw" if ahead else "it would be a draw"
    return [f"If the game ended now, as far as you know: {scores}; {meaning}.", *_unknown(view, victory)]


def _unknown(view: View, victory: Victory) -> list[str]:
    """What the reader cannot count."""
    ship = view.ships.get(victory.ship)
    what = {"breakout": "fuel and boilers", "raid": "running gear"}.get(victory.test, "")
    hidden = what and ship is not None and ship.sheet is None and ship.fate != "lost"
    return [sentence(f"what {ship.name} has lost of her {what} you do not know.")] if hidden and ship else []


_SCORE_LINES: Mapping[str, Callable[[View, Victory], list[str]]] = {"duel": _duel, "escape": _escape, "cripple": _cripple}

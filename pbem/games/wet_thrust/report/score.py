"""The SCORE panel: how the game is won, and what the score means now, from what its reader may know (section 8, WT-23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.core.game.panels import panel_of, prose
from pbem.core.game.phrases import count, sentence
from pbem.core.game.report_parts import Columns, Panel
from pbem.core.geometry.tabletop import MIL
from pbem.games.wet_thrust.model.scenario import OPENINGS, Victory
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import NATIVE, VALUES
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.phrases import speed_text
from pbem.games.wet_thrust.report.victory_words import how_won, ship_name, side_of
from pbem.games.wet_thrust.rules.victory import DRAW_WITHIN, PEOPLE, RUNNING_GEAR, SQUADRON, boxes_words


def score_panel(known: State) -> Panel:
    """In words, then ship by ship."""
    said = [known.verdict] if known.over else []
    head, rows = ("", "ship", "type", "side", "scored on her", "fate"), []
    for ship in known.seen():
        scored = f"{ship.scored} of {ship.printed.boxes}"
        rows.append([ship.id, ship.name, ship.printed.type, NATIVE[ship.side], scored, ship.fared])
    said += [*how_won(known), *([] if known.over else score_lines(known))]
    return panel_of("SCORE", *prose(said), Columns(head, rows))


def score_lines(known: State) -> list[str]:
    """What the position means for who wins, as far as the reader can know."""
    victory = OPENINGS[known.scenario].victory
    return _SCORE_LINES.get(victory.test, _by_points)(known, victory)


# ---------------------------------------------------------------- one ship decides


def _boxes(known: State, id: str) -> str:
    """Boxes marked where her sheet is known, else the points that have been seen scored."""
    ship = known.ships.get(id)
    if ship is None:
        return f"{ship_name(known, id)} is not in play"
    if not ship.afloat:
        return f"{ship.name} is sunk" if ship.fate == "lost" else f"{ship.name} has broken contact"
    if ship.sheet_if_known:
        return f"{ship.name} has {boxes_words(ship)}"
    return f"{ship.name} has taken {ship.scored} points that all have seen, of {ship.printed.boxes} boxes"


def _duel(known: State, victory: Victory) -> list[str]:
    marked, spared = victory.numbers["marked"], victory.numbers["spared"]
    ship, prey = (f"{_boxes(known, id)} ({words})" for id, words in (
        (victory.ship, f"{marked} lose the game"), (victory.others[0], f"more than {spared} save it from being lost")
    ))  # fmt: skip
    return [f"Now: {ship}; {prey}."]


def _escape(known: State, victory: Victory) -> list[str]:
    return [f"Now: {_boxes(known, victory.ship)}, {_top(known, victory.ship)}."]


def _cripple(known: State, victory: Victory) -> list[str]:
    others = [ship_name(known, id) for id in victory.others if id in known.ships and known.ships[id].fate == "lost"]
    sunk = f" Sunk of those that count: {', '.join(others)}." if others else ""
    return [f"Now: {_boxes(known, victory.ship)}, {_top(known, victory.ship)}.{sunk}"]


def _top(known: State, id: str) -> str:
    ship = known.ships.get(id)
    if ship is None or ship.sheet_if_known is None:
        return "what speed and rudders are left her you do not know"
    return f"top speed {speed_text(ship.top)}, {count(len(ship.sheet.working('RU')), 'rudder')} working"


# ---------------------------------------------------------------- points


def known_points(known: State) -> dict[str, int]:
    """Victory points by side as they would be if the game ended now, from what the reader knows."""
    victory = OPENINGS[known.scenario].victory
    if victory.test == "raid":
        return _raid_points(known, victory)
    points = {side: _by_sinking(known, _enemy(known, side)) for side in known.sides}
    for side, bonus in _bonus(known, victory):
        points[side] += bonus
    return points


def _enemy(known: State, side: str) -> str:
    return next(each for each in known.sides if each != side)


def _by_sinking(known: State, side: str) -> int:
    """Ships, submarines destroyed as contacts, squadrons."""
    whole = known.over or not known.side
    contacts = 0 if whole else sum(each.destroyed for each in known.contacts.get(_enemy(known, side), {}).values())
    ships = sum(_worth(ship) for ship in known.seen() if ship.side == side)
    return ships + contacts * VALUES["SS"] + _fallen(known, side) * SQUADRON


def _fallen(known: State, side: str) -> int:
    """Squadrons lost that the reader knows of: in the air all do, on deck those who may see the carrier's sheet."""
    return sum(each.lost and each.kind != "R" for each in known.squadrons.values() if each.side == side)


def _worth(ship: Vessel) -> int:
    """Ruling W12, with the points that were seen where her sheet is hidden."""
    value, boxes = VALUES[ship.printed.type], ship.printed.boxes
    marked = ship.sheet.marked_here if ship.sheet_if_known else min(ship.scored, boxes)
    return value if ship.fate == "lost" else value * marked // boxes


def _bonus(known: State, victory: Victory) -> Iterator[tuple[str, int]]:
    """S4 and S5, where it can be seen."""
    if victory.test == "convoy":
        for side in known.sides:
            ships = [ship for ship in known.afloat(side) if ship.printed.type == "MM"]
            yield side, sum(ship.at[0] >= victory.numbers["east"] * MIL for ship in ships)
    ship = known.ships.get(victory.ship)
    if victory.test == "breakout" and ship and ship.sheet_if_known:
        lost, numbers = ship.sheet.fuel_lost, victory.numbers
        boilers = bool(ship.sheet.lost_here("BO"))
        yield ship.side, numbers["points"] * (ship.fate == "away" and lost <= numbers["safe"])
        yield _enemy(known, ship.side), numbers["points"] * (lost >= numbers["hurt"] or boilers)


def _raid_points(known: State, victory: Victory) -> dict[str, int]:
    """S7. What she has lost of her running gear is on her sheet."""
    numbers, points = victory.numbers, dict.fromkeys(known.sides, 0)
    own = side_of(known, victory.ship)
    foe = _enemy(known, own)
    ship, prey = known.ships.get(victory.ship), [known.ships[id] for id in victory.others if id in known.ships]
    escorts = [each for each in known.seen() if each.side == foe and each not in prey]
    points[own] += numbers["prey"] * sum(each.fate == "lost" for each in prey)
    points[own] += numbers["escort"] * sum(each.fate == "lost" for each in escorts)
    points[foe] += numbers["salvo"] * known.torpedo_salvos.get(foe, 0) + numbers["saved"] * sum(each.afloat for each in prey)
    if ship:
        gear = ship.sheet_if_known is not None and any(kind in ship.sheet.wounds for kind in RUNNING_GEAR)
        points[foe] += numbers["sunk"] * (ship.fate == "lost") + numbers["wound"] * gear
    return points


def _by_points(known: State, victory: Victory) -> list[str]:
    """Who would win if the game ended now."""
    points = known_points(known)
    first, second = known.sides
    ahead = abs(points[first] - points[second])
    leader = f"the {PEOPLE[max(known.sides, key=lambda side: points[side])]}"
    scores = ", ".join(f"{NATIVE[side]} {points[side]}" for side in known.sides)
    if ahead > DRAW_WITHIN:
        meaning = f"{leader} lead by {ahead} and would win"
    else:
        meaning = f"{leader} lead by {ahead}, which would be a draw" if ahead else "it would be a draw"
    return [f"If the game ended now, as far as you know: {scores}; {meaning}.", *_unknown(known, victory)]


def _unknown(known: State, victory: Victory) -> list[str]:
    """What the reader cannot count."""
    ship = known.ships.get(victory.ship)
    what = {"breakout": "fuel and boilers", "raid": "running gear"}.get(victory.test, "")
    hidden = what and ship is not None and ship.sheet_if_known is None and ship.fate != "lost"
    return [sentence(f"what {ship.name} has lost of her {what} you do not know.")] if hidden and ship else []


_SCORE_LINES: Mapping[str, Callable[[State, Victory], list[str]]] = {"duel": _duel, "escape": _escape, "cripple": _cripple}

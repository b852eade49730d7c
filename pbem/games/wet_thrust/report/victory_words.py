"""Section 8 in words: how a scenario is won, with its numbers, as a player reads it who has no rule book at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.core.game.phrases import join_words, sentence
from pbem.games.wet_thrust.model.scenario import OPENINGS, Victory
from pbem.games.wet_thrust.model.scs import CLASS_OF
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import BRITISH, GERMAN, VALUES
from pbem.games.wet_thrust.rules.victory import DRAW_WITHIN, PEOPLE

Words = Callable[[State, Victory], list[str]]


def how_won(known: State) -> list[str]:
    """Sentences on what each side has to do."""
    victory = OPENINGS[known.scenario].victory
    return [*_WORDS.get(victory.test, _points)(known, victory), *_when(known, victory)]


def ship_name(known: State, id: str) -> str:
    """What a ship of the scenario is called, in play or not."""
    return known.ships[id].name if id in known.ships else CLASS_OF[id].units[id]


def side_of(known: State, id: str) -> str:
    """The side of a ship of the scenario, in play or not."""
    native = GERMAN if CLASS_OF[id].nation == "DE" else BRITISH
    return known.ships[id].side if id in known.ships else native


def _both(known: State, id: str) -> tuple[str, str]:
    """`the Germans`, `the British`: those who sail a ship, and her enemies."""
    side = side_of(known, id)
    enemy = BRITISH if side == GERMAN else GERMAN
    return f"the {PEOPLE[side]}", f"the {PEOPLE[enemy]}"


def _when(known: State, victory: Victory) -> list[str]:
    early = "at once when that is settled, " if victory.test in ("duel", "escape", "cripple") else ""
    return [f"The game ends {early}when a side has no vessel left in play, or after game turn {known.limit}."]


# ---------------------------------------------------------------- one ship decides


def _duel(known: State, victory: Victory) -> list[str]:
    ship, prey = ship_name(known, victory.ship), ship_name(known, victory.others[0])
    marked, spared = victory.numbers["marked"], victory.numbers["spared"]
    own, foes = _both(known, victory.ship)
    return [
        sentence(f"{own} win if {prey} is sunk while fewer than {marked} boxes of {ship} are marked."),
        sentence(
            f"{foes} win if {ship} is sunk or has {marked} boxes or more marked, or if {prey} is afloat at the end with"
            f" at most {spared} boxes marked."
        ),
        "Neither, or both in one turn, is a draw.",
    ]


def _escape(known: State, victory: Victory) -> list[str]:
    ship, (own, foes) = ship_name(known, victory.ship), _both(known, victory.ship)
    return [
        sentence(f"{own} win if {ship} breaks contact (DISENGAGE)."),
        sentence(f"{foes} win if {ship} is sunk, or if her top speed at the end is {victory.numbers['top']} or less."),
        "Anything else is a draw.",
    ]


def _cripple(known: State, victory: Victory) -> list[str]:
    ship, numbers = ship_name(known, victory.ship), victory.numbers
    present, (own, foes) = [id for id in victory.others if id in known.ships], _both(known, victory.ship)
    sunk = f", or if {' or '.join(ship_name(known, id) for id in present)} is sunk" if present else ""
    return [
        sentence(
            f"{foes} win if {ship} is sunk, or if at the end she is in play without a working rudder or with a top speed of"
            f" {numbers['top']} or less."
        ),
        f"If not, {own} win if she has at most {numbers['marked']} boxes marked at the end{sunk}.",
        "Anything else is a draw.",
    ]


# ---------------------------------------------------------------- points


def _points(known: State, victory: Victory) -> list[str]:
    values = ", ".join(f"{kind} {value}" for kind, value in VALUES.items())
    return [
        _higher(),
        f"Points for each enemy ship sunk: {values}; for each other the share that her marked boxes make, rounded down.",
        "One point for each enemy squadron lost.",
        *_MORE.get(victory.test, _nothing_more)(known, victory),
    ]


def _higher() -> str:
    return f"The higher score at the end wins; a difference of {DRAW_WITHIN} or less is a draw."


def _nothing_more(known: State, victory: Victory) -> list[str]:
    return []


def _convoy(known: State, victory: Victory) -> list[str]:
    return [
        f"One more for each own merchantman that is afloat at the end with x at {victory.numbers['east']} or more, or afloat"
        " when no enemy vessel is left in play."
    ]


def _breakout(known: State, victory: Victory) -> list[str]:
    ship, numbers = ship_name(known, victory.ship), victory.numbers
    own, foes = _both(known, victory.ship)
    return [
        sentence(
            f"{own} have {numbers['points']} more if {ship} breaks contact with at most {numbers['safe']} fuel boxes lost;"
            f" {foes} {numbers['points']} more if at the end she has lost {numbers['hurt']} fuel boxes or more, or a boiler"
            " room does not work."
        )
    ]


def _raid(known: State, victory: Victory) -> list[str]:
    ship, numbers = ship_name(known, victory.ship), victory.numbers
    prey, (own, foes) = join_words(victory.others), _both(known, victory.ship)
    return [
        _higher(),
        sentence(f"{own} score {numbers['prey']} if {prey} is sunk, and {numbers['escort']} for each other enemy ship sunk."),
        sentence(
            f"{foes} score {numbers['salvo']} for each torpedo salvo that does damage, {numbers['wound']} once {ship} has"
            f" lost a rudder, propeller or boiler room, even if it is repaired, {numbers['sunk']} if she is sunk, and"
            f" {numbers['saved']} if {prey} is afloat at the end."
        ),
    ]


_MORE: Mapping[str, Words] = {"convoy": _convoy, "breakout": _breakout}
_WORDS: Mapping[str, Words] = {"duel": _duel, "escape": _escape, "cripple": _cripple, "raid": _raid}

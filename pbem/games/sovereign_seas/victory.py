"""Chapter N and the victory conditions of section 8: when the game ends, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from events.base import EVERYONE
from events.sovereign_seas.battle import GameDecided
from pbem.core.game import Losses
from pbem.games.sovereign_seas.action import Action
from pbem.games.sovereign_seas.scenario import OPENINGS
from pbem.games.sovereign_seas.state import Ship, State, enemy
from pbem.games.sovereign_seas.tables import BRITISH, CBIC, FRENCH, IRONCLADS, MERCHANT, SIDES, Options
from pbem.games.sovereign_seas.vessel import Vessel

DECISIVE, MAJOR, MARGINAL = "decisive", "major", "marginal"
ADVERBS = {DECISIVE: "decisively", MAJOR: "by a major victory", MARGINAL: "by a marginal victory"}
PRIZES = {0: 4, 1: 5}
"""SSL-O3.2: British ships sunk -> merchantmen that the British must sink."""


class Ending(NamedTuple):
    """An end of the game: the winner ("": a draw), the level, the facts in words, the clause."""

    winner: str
    level: str
    facts: str
    rule: str


def check(action: Action, conceding: Sequence[str]) -> None:
    """SSL-N.1: the test of every end phase. SSL-N.3: who gives up loses, whatever else has come about."""
    state = action.state
    ending = _conceded(state, conceding) if conceding else _TESTS[OPENINGS[state.scenario].victory](state)
    if ending:
        winners = [ending.winner] if ending.winner else []
        action.turn.emit(GameDecided(winners, ending.level, _sentence(ending)), ending.rule, EVERYONE)


def _sentence(ending: Ending) -> str:
    if not ending.winner:
        return f"A draw: {ending.facts}."
    manner = f", {ADVERBS[ending.level]}" if ending.level else ""
    return f"The {ending.winner.title()} win{manner}: {ending.facts}."


def losses(state: State) -> dict[str, Losses]:
    """Ships sunk, of those that each side began with."""
    sunk = {side: sum(ship.side == side and ship.fate == "sunk" for ship in state.ships.values()) for side in SIDES}
    return {side: Losses(sunk[side], state.strength.get(side, 0)) for side in SIDES}


def functional(ship: Vessel, options: Options) -> bool:
    """SSL-N.2: in play (SSL-M.1) with a battery left; option functional=afloat: in play."""
    return ship.active and (options["functional"] == "afloat" or bool(ship.living()))


def _fit(state: State) -> dict[str, int]:
    """Functional ships by side."""
    return {side: sum(functional(ship, state.options) for ship in state.active(side)) for side in SIDES}


def _at_limit(state: State) -> bool:
    """SSL-E.3: the last turn is over."""
    return state.turn >= state.limit


def _conceded(state: State, conceding: Sequence[str]) -> Ending:
    """SSL-N.3: a win of the other side, in a fleet game at the level of its functional ships; both: a draw (SSL-N.1)."""
    if len(conceding) > 1:
        return Ending("", "", "both sides give up", "SSL-N.3")
    winner = enemy(conceding[0])
    fleet = OPENINGS[state.scenario].victory == "fleet"
    return Ending(winner, _level(state, winner) if fleet else "", f"the {conceding[0].title()} give up", "SSL-N.3")


# ---------------------------------------------------------------- fleets (SSL-O1.2)


def _fleet(state: State) -> Ending | None:
    """SSL-O1.2: the last side with a functional ship; SSL-N.1: none on either side, or the turn limit, is a draw."""
    fit = _fit(state)
    if not any(fit.values()):
        return Ending("", "", "no ship of either side is fit to fight", "SSL-N.1")
    for side in SIDES:
        if not fit[enemy(side)]:
            fleet = f"{fit[side]} of {state.strength[side]} ships {_are(fit[side])} fit to fight"
            return Ending(side, _level(state, side), f"{fleet}, no {enemy(side).title()} one is", "SSL-O1.2")
    if _at_limit(state):
        left = ", ".join(f"{fit[side]} {side.title()}" for side in SIDES)
        return Ending("", "", f"turn {state.limit} is over and both sides have ships fit to fight ({left})", "SSL-N.1")
    return None


def _level(state: State, side: str) -> str:
    """SSL-O1.2, option `fleet_fractions`: functional ships as a share of the side's starting number, compared exactly."""
    major, decisive = (Fraction(part) for part in state.opt("fleet_fractions").split(","))
    share = Fraction(_fit(state)[side], max(1, state.strength[side]))
    return DECISIVE if share >= decisive else MAJOR if share >= major else MARGINAL


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


# ---------------------------------------------------------------- duels (8.4 to 8.6)


def _duel(state: State) -> Ending | None:
    """Sections 8.4 to 8.6: the last side with a functional ship; at the limit more of the hull circles left, marginally."""
    fit = _fit(state)
    if not any(fit.values()):
        return Ending("", "", "no ship of either side is fit to fight", "SSL-N.1")
    for side in SIDES:
        if not fit[enemy(side)]:
            return Ending(side, "", f"no {enemy(side).title()} ship is fit to fight any more", "SSL-N.1")
    return _on_points(state) if _at_limit(state) else None


def _on_points(state: State) -> Ending:
    """The larger share of hull circles left, compared exactly; ships off the map have none left to fight with."""
    left = {side: sum(ship.circles_left for ship in state.active(side)) for side in SIDES}
    whole = {side: sum(ship.printed.circles for ship in state.ships.values() if ship.side == side) for side in SIDES}
    shares = {side: Fraction(left[side], max(1, whole[side])) for side in SIDES}
    facts = f"turn {state.limit} is over; hull circles left: " + ", ".join(
        f"{side.title()} {left[side]} of {whole[side]}" for side in SIDES
    )
    if shares[BRITISH] == shares[FRENCH]:
        return Ending("", "", facts, "SSL-N.1")
    return Ending(max(SIDES, key=lambda side: shares[side]), MARGINAL, facts, "SSL-N.1")


# ---------------------------------------------------------------- blockade (SSL-O2.2)


def _blockade(state: State) -> Ending | None:
    """SSL-O2.2: the French condition first: the British win only where it is not met.

    Ruling S23: a British ironclad that has left the map keeps no blockade any more and counts as sunk.
    """
    keepers = [ship for ship in state.ships.values() if ship.side == BRITISH and ship.printed.type in IRONCLADS]
    breakers = [ship for ship in state.ships.values() if ship.side == FRENCH and ship.printed.type == CBIC]
    if keepers and not any(ship.active for ship in keepers) and breakers and not _all_sunk(breakers):
        unsunk = [ship for ship in breakers if ship.fate != "sunk"]
        gone = "are sunk" if _all_sunk(keepers) else "are sunk or gone"
        return Ending(FRENCH, "", f"{_names(keepers)} {gone}, {_names(unsunk)} {_are(len(unsunk))} not", "SSL-O2.2")
    if breakers and _all_sunk(breakers):
        return Ending(BRITISH, "", f"{_names(breakers)} are sunk", "SSL-O2.2")
    if not any(state.active(FRENCH)):
        return Ending(BRITISH, "", "no French ship is left in the blockade", "SSL-O2.2")
    if not any(state.active(BRITISH)):
        return Ending(FRENCH, "", "no British ship is left to keep the blockade", "SSL-O2.2")
    if _at_limit(state):
        return Ending(BRITISH, "", f"turn {state.limit} is over and the blockade is kept", "SSL-O2.2")
    return None


def _all_sunk(ships: Sequence[Ship]) -> bool:
    return all(ship.fate == "sunk" for ship in ships)


def _names(ships: Sequence[Ship]) -> str:
    return " and ".join(ship.id for ship in ships)


# ---------------------------------------------------------------- convoy (SSL-O3.2)


def _convoy(state: State) -> Ending | None:
    """SSL-O3.2: merchantmen sunk against British ships sunk; what the British can no longer reach the French have won."""
    prey = [ship for ship in state.ships.values() if ship.printed.type in MERCHANT]
    taken = sum(ship.fate == "sunk" for ship in prey)
    lost = losses(state)[BRITISH].lost
    needed = PRIZES.get(lost)
    facts = f"{taken} of {len(prey)} merchantmen and {lost} British {'ship' if lost == 1 else 'ships'} are sunk"
    if needed is not None and taken >= needed:
        return Ending(BRITISH, "", facts, "SSL-O3.2")
    if why := _saved(state, prey, taken, needed):
        return Ending(FRENCH, "", f"{facts}{why}", "SSL-O3.2")
    return None


def _saved(state: State, prey: Sequence[Ship], taken: int, needed: int | None) -> str:
    """Why the French have won; "" while the British still can."""
    if needed is None:
        return ", and the British may lose one at most"
    if taken + sum(ship.active for ship in prey) < needed:
        return f"; the British need {needed}, and too few merchantmen are left within reach"
    if not any(state.active(BRITISH)):
        return f"; the British need {needed}, and no ship of theirs is left"
    return f"; turn {state.limit} is over, and the British needed {needed}" if _at_limit(state) else ""


_TESTS: Mapping[str, Callable[[State], Ending | None]] = {
    "fleet": _fleet,
    "duel": _duel,
    "blockade": _blockade,
    "convoy": _convoy,
}
"""By the scenario's kind of victory."""

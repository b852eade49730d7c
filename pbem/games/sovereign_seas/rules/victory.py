"""Chapter N and the victory conditions of section 8: when the game ends, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from events.base import EVERYONE
from events.sovereign_seas.battle import GameDecided
from pbem.core.game.phrases import count, join_words, sentence
from pbem.core.game.report_parts import Losses
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import Level, Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import BRITISH, CBIC, FRENCH, IRONCLADS, MERCHANT, SIDES, Options
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch

DECISIVE: Level = "decisive"
MAJOR: Level = "major"
MARGINAL: Level = "marginal"
ADVERBS = {DECISIVE: "decisively", MAJOR: "by a major victory", MARGINAL: "by a marginal victory"}
PRIZES = {0: 4, 1: 5}
"""SSL-O3.2: British ships sunk -> merchantmen that the British must sink."""
FEW = 3
"""Ships of a side of whose fates a verdict tells one by one."""
NOBODY_FIT = "no ship of either side is fit to fight any more"


class Ending(NamedTuple):
    """An end of the game: the winner ("": a draw), the level, why it ended, what to add, the clause."""

    winner: str
    level: Level
    why: str
    note: str
    rule: str


def check(scratch: TurnScratch, conceding: Sequence[str]) -> None:
    """SSL-N.1: the test of every end phase. SSL-N.3: who gives up loses, whatever else has come about."""
    state = scratch.state
    ending = _conceded(state, conceding) if conceding else _TESTS[OPENINGS[state.scenario].victory](state)
    if ending:
        winners = [ending.winner] if ending.winner else []
        scratch.turn.emit(GameDecided(winners, ending.level, _sentence(ending)), ending.rule, EVERYONE)


def _sentence(ending: Ending) -> str:
    """Why it ended, and who has won: `The limit of 24 turns was reached: a draw, with ...`."""
    manner = f" {ADVERBS[ending.level]}" if ending.level else ""
    result = f"the {ending.winner.title()} win{manner}" if ending.winner else "a draw"
    return sentence(f"{ending.why}: {result}{f', {ending.note}' if ending.note else ''}.")


def _limit_reached(state: State) -> str:
    """SSL-E.3, in words."""
    return f"the limit of {state.limit} turns was reached"


def losses(state: State) -> dict[str, Losses]:
    """Ships sunk, of those that each side began with."""
    sunk = {side: sum(ship.side == side and ship.fate == "sunk" for ship in state.ships.values()) for side in SIDES}
    return {side: Losses(sunk[side], state.strength.get(side, 0)) for side in SIDES}


def functional(ship: Ship, options: Options) -> bool:
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
        return Ending("", "", "both sides gave up", "", "SSL-N.3")
    loser, winner = conceding[0], enemy(conceding[0])
    fleet = OPENINGS[state.scenario].victory == "fleet"
    level, note = (_level(state, winner), _fit_of(state, winner)) if fleet else ("", "")
    turns = state.silence.get(loser, 0)
    why = f"nobody mailed for the {loser.title()} for {turns} turns, so they gave up"
    return Ending(winner, level, why if turns else f"the {loser.title()} gave up", note, "SSL-N.3")


# ---------------------------------------------------------------- fleets (SSL-O1.2)


def _fleet(state: State) -> Ending | None:
    """SSL-O1.2: the last side with a functional ship; SSL-N.1: none on either side, or the turn limit, is a draw."""
    fit = _fit(state)
    if not any(fit.values()):
        return Ending("", "", NOBODY_FIT, "", "SSL-N.1")
    for side in SIDES:
        if not fit[enemy(side)]:
            return Ending(side, _level(state, side), _unfit(state, enemy(side)), _fit_of(state, side), "SSL-O1.2")
    if _at_limit(state):
        left = ", ".join(f"{fit[side]} {side.title()}" for side in SIDES)
        return Ending("", "", _limit_reached(state), f"with ships fit to fight on both sides ({left})", "SSL-N.1")
    return None


def _unfit(state: State, side: str) -> str:
    """That a side has no functional ship any more; of few ships what became of each."""
    ships = [ship for ship in state.ships.values() if ship.side == side]
    fates = f" ({join_words([f'{ship.id} {_unfitness(ship)}' for ship in ships])})" if len(ships) <= FEW else ""
    return f"no {side.title()} ship is fit to fight any more{fates}"


def _unfitness(ship: Ship) -> str:
    return {"sunk": "is sunk", "left": "has left the map", "afloat": "has no battery left"}[ship.fate]


def _fit_of(state: State, side: str) -> str:
    fit = _fit(state)[side]
    return f"with {fit} of {count(state.strength[side], 'ship')} fit to fight"


def _level(state: State, side: str) -> Level:
    """SSL-O1.2, option `fleet_fractions`: functional ships as a share of the side's starting number, compared exactly."""
    return level_of(state.options, _fit(state)[side], state.strength[side])


def level_of(options: Options, fit: int, began: int) -> Level:
    """SSL-O1.2: the level of a victory with so many ships fit to fight."""
    major, decisive = (Fraction(part) for part in str(options["fleet_fractions"]).split(","))
    share = Fraction(fit, max(1, began))
    return DECISIVE if share >= decisive else MAJOR if share >= major else MARGINAL


def are(number: int) -> str:
    """The verb of so many ships."""
    return "is" if number == 1 else "are"


# ---------------------------------------------------------------- duels (8.4 to 8.6)


def _duel(state: State) -> Ending | None:
    """Sections 8.4 to 8.6: the last side with a functional ship; at the limit more of the hull circles left, marginally."""
    fit = _fit(state)
    if not any(fit.values()):
        return Ending("", "", NOBODY_FIT, "", "SSL-N.1")
    for side in SIDES:
        if not fit[enemy(side)]:
            return Ending(side, "", _unfit(state, enemy(side)), "", "SSL-N.1")
    return _on_points(state) if _at_limit(state) else None


def _on_points(state: State) -> Ending:
    """The larger share of hull circles left, compared exactly; ships off the map have none left to fight with."""
    left, whole = circles(state.ships.values())
    leader = ahead(left, whole)
    words = [f"{left[side]} of {whole[side]}" for side in SIDES]
    if not leader:
        return Ending("", "", _limit_reached(state), f"with equal shares of hull circles left ({join_words(words)})", "SSL-N.1")
    note = " hull circles left against ".join(words if leader == BRITISH else words[::-1])
    return Ending(leader, MARGINAL, _limit_reached(state), f"with {note}", "SSL-N.1")


def circles(ships: Iterable[Ship]) -> tuple[dict[str, int], dict[str, int]]:
    """SSL-CAM.7: by side, hull circles left of ships in play, and those of all ships when they were whole."""
    left, whole = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0)
    for ship in ships:
        whole[ship.side] += ship.printed.circles
        left[ship.side] += ship.circles_left if ship.active else 0
    return left, whole


def ahead(left: Mapping[str, int], whole: Mapping[str, int]) -> str:
    """Sections 8.4 to 8.6: the side with the larger share of its hull circles; "" for equal ones."""
    shares = {side: Fraction(left[side], max(1, whole[side])) for side in SIDES}
    return "" if shares[BRITISH] == shares[FRENCH] else max(SIDES, key=lambda side: shares[side])


# ---------------------------------------------------------------- blockade (SSL-O2.2)


def _blockade(state: State) -> Ending | None:
    """SSL-O2.2: the French condition first: the British win only where it is not met.

    Ruling S23: a British ironclad that has left the map keeps no blockade any more and counts as sunk.
    """
    keepers, breakers = keepers_of(state.ships.values()), breakers_of(state.ships.values())
    if keepers and not any(ship.active for ship in keepers) and breakers and not _all_sunk(breakers):
        unsunk = [ship for ship in breakers if ship.fate != "sunk"]
        gone = "sunk" if _all_sunk(keepers) else "sunk or gone"
        why = f"{_names(keepers)} {are(len(keepers))} {gone}, {_names(unsunk)} {are(len(unsunk))} not sunk"
        return Ending(FRENCH, "", why, "", "SSL-O2.2")
    if breakers and _all_sunk(breakers):
        return Ending(BRITISH, "", f"{_names(breakers)} {are(len(breakers))} sunk", "", "SSL-O2.2")
    if not any(state.active(FRENCH)):
        return Ending(BRITISH, "", "no French ship is left in the blockade", "", "SSL-O2.2")
    if not any(state.active(BRITISH)):
        return Ending(FRENCH, "", "no British ship is left to keep the blockade", "", "SSL-O2.2")
    if _at_limit(state):
        return Ending(BRITISH, "", _limit_reached(state), "for the blockade is kept", "SSL-O2.2")
    return None


def keepers_of(ships: Iterable[Ship]) -> list[Ship]:
    """SSL-O2.2: the British ironclads."""
    return [ship for ship in ships if ship.side == BRITISH and ship.printed.type in IRONCLADS]


def breakers_of(ships: Iterable[Ship]) -> list[Ship]:
    """SSL-O2.2: the French CBICs."""
    return [ship for ship in ships if ship.side == FRENCH and ship.printed.type == CBIC]


def _all_sunk(ships: Sequence[Ship]) -> bool:
    return all(ship.fate == "sunk" for ship in ships)


def _names(ships: Sequence[Ship]) -> str:
    return join_words([ship.id for ship in ships])


# ---------------------------------------------------------------- convoy (SSL-O3.2)


def _convoy(state: State) -> Ending | None:
    """SSL-O3.2: merchantmen sunk against British ships sunk; what the British can no longer reach the French have won."""
    prey = [ship for ship in state.ships.values() if ship.printed.type in MERCHANT]
    taken = sum(ship.fate == "sunk" for ship in prey)
    lost = losses(state)[BRITISH].lost
    needed = PRIZES.get(lost)
    facts = f"the British have sunk {taken} of {len(prey)} merchantmen and lost {count(lost, 'ship') if lost else 'no ship'}"
    if needed is not None and taken >= needed:
        return Ending(BRITISH, "", facts, f"for they needed {needed}", "SSL-O3.2")
    if why := _saved(state, prey, taken, needed):
        needs = f" and the British needed {needed}" if needed else ""
        return Ending(FRENCH, "", why, f"for {taken} of {len(prey)} merchantmen are sunk{needs}", "SSL-O3.2")
    return None


def _saved(state: State, prey: Sequence[Ship], taken: int, needed: int | None) -> str:
    """Why the French have won; "" while the British still can."""
    if needed is None:
        return f"the British have lost {losses(state)[BRITISH].lost} ships, and may lose one at most"
    if taken + sum(ship.active for ship in prey) < needed:
        return "too few merchantmen are left within reach"
    if not any(state.active(BRITISH)):
        return "no British ship is left"
    return _limit_reached(state) if _at_limit(state) else ""


_TESTS: Mapping[str, Callable[[State], Ending | None]] = {
    "fleet": _fleet,
    "duel": _duel,
    "blockade": _blockade,
    "convoy": _convoy,
}
"""By the scenario's kind of victory."""

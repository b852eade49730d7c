"""SN-14 in words: how a battle is won, and what the score would be if it ended now. Made of what the reader knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.core.game.phrases import count, join_words
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules import victory

FATES = {"on map": "on the map", "destroyed": "destroyed", "disengaged": "disengaged"}
FACTORS = {0.5: "half its value", 1.0: "its value", 2.0: "twice its value"}


def score_lines(known: State) -> list[str]:
    """How it is won, what the score means now, and how each side's ships are."""
    duel = victory.first_blood(known.scenario)
    lines = [*(_duel(known) if duel else _battle(known))]
    lines += [known.verdict] if known.over else _duel_now(known) if duel else [now(known), *_unseen(known)]
    return lines + [f"{side}: {'; '.join(_fates(known, side))}" for side in known.sides]


def now(known: State) -> str:
    """`If it ended now: BLUE 4, RED 2. BLUE leads by 2.` (SN-14.8)."""
    scores = dict.fromkeys(known.sides, 0)
    for award in victory.awards(known):
        scores[award.side] += award.points
    if not any(scores.values()):
        return "If it ended now nobody would have points" + _tie(victory.value_left(known))
    ranked = sorted(scores.values(), reverse=True)
    best = [side for side, points in scores.items() if points == ranked[0]]
    if len(best) > 1:
        lead = f"{join_words(best)} are equal" + _tie({side: victory.value_left(known)[side] for side in best})
    else:
        lead = f"{best[0]} leads by {ranked[0] - ranked[1]}."
    return f"If it ended now: {', '.join(f'{side} {points}' for side, points in scores.items())}. {lead}"


def _tie(value: Mapping[str, int]) -> str:
    """SN-14.8: what decides between equals."""
    most = max(value.values())
    best = [side for side, left in value.items() if left == most]
    left = ", ".join(f"{side} {points}" for side, points in value.items())
    return f"; by the value left on the map ({left}) it would be {'a draw' if len(best) > 1 else f'won by {best[0]}'}."


def _unseen(known: State) -> list[str]:
    """SN-14.6, SN-16.4: integrity behind a screen counts only at the end."""
    hidden = [ship.id for ship in known.living() if ship.console_if_known is None]
    if not hidden or not known.options["vp_cripple"]:
        return []
    return [f"Whether {' or '.join(hidden)} has lost half its integrity is hidden, so it is not counted yet."]


# ---------------------------------------------------------------- how it is won


def _battle(known: State) -> Iterator[str]:
    yield (
        "Most points win when no more than one side has ships on the map, else after game turn"
        f" {known.limit} (SN-14.1, SN-14.8); between equals the value of the ships left there."
    )
    awards = {word: _factor(known.options[option]) for word, option in AWARDS.items() if known.options[option]}
    region = f"{count(known.region_value, 'point')} for the last side in the region" if known.region_value else ""
    ships = "; ".join(f"{word}: {factor}" for word, factor in awards.items())
    yield f"Points for an enemy ship: {ships or 'none'}{f'. And {region}' if region else ''} (SN-14.2 to SN-14.6)."


AWARDS = {
    "destroyed": "vp_destroy",
    "captured": "vp_capture",
    "left with half its integrity lost": "vp_cripple",
}
"""In the words of the panel; options of table 2.10."""


def _factor(factor: float) -> str:
    return FACTORS.get(float(factor), f"{factor:g} times its value")


def _duel(known: State) -> Iterator[str]:
    yield (
        "The ship that has lost less integrity wins, at the end of the first turn in which the losses differ; one that is"
        f" destroyed, captured or gone counts as having lost all. After game turn {known.limit}: fewer components lost (SN-S2)."
    )


def _duel_now(known: State) -> Iterator[str]:
    """As it goes on, both have lost as much integrity."""
    seen = [ship for ship in known.living() if ship.console_if_known]
    lost = ", ".join(f"{ship.id} has lost {count(victory.components_lost(ship), 'component')}" for ship in seen)
    yield "Now: both have lost as much integrity" + (f"; {lost}." if lost else ".")


# ---------------------------------------------------------------- the ships


def _fates(known: State, side: str) -> list[str]:
    return [_fate(ship) for ship in known.ships.values() if ship.original_side == side]


def _fate(ship: Ship) -> str:
    prize = f", captured by {ship.side}" if ship.side != ship.original_side else ""
    hurt = sum(ship.damage_by.values())
    struck = f", struck by {count(hurt, 'point')}" if hurt else ""
    return f"{ship.id} (value {ship.printed.value}) {FATES[ship.fate]}{prize}{struck}"

"""The panel SCORE: how the game is won, with the scenario's numbers, and what the points are worth now (STG-VIC.1, section 8).

How points are counted is no secret: both sides are told it. How many there are is one, because they tell of damage; so until
the end a reader is given only those that their own vessels have won or cost.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.game.panels import panel_of, prose
from pbem.core.game.phrases import count, join_words
from pbem.core.game.report_parts import Panel, Paragraph
from pbem.games.stingray.model.scenario import OPENINGS, Exit, Opening
from pbem.games.stingray.model.state import State, enemy
from pbem.games.stingray.model.tables import AQUAPHIBIANS, CLASSES, SIDES, TERRAINIANS, ClassKey
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.victory import FISH_GONE, ROBBING_MOVES, Award, for_vessel, side_name

EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def score_panel(known: State) -> Panel:
    """How the game ended, or what is known of the score; and how it is won."""
    opening = OPENINGS.get(known.scenario)
    if opening is None:
        return panel_of("SCORE")
    rules = [Paragraph(how_it_ends(known, opening), ""), *prose(scoring(opening, side) for side in SIDES)]
    if not known.over:
        now = [known_score(known), *_items(known), *_open(known)]
        return panel_of("SCORE", *rules, *prose(now))
    points = [f"{side:14}{count(number, 'point')}" for side, number in known.scores.items()]
    return panel_of("SCORE", *prose([known.verdict], ""), *prose(points), *prose(map(_fate, known.vessels.values())), *rules)


def _fate(vessel: Vessel) -> str:
    fate = f"exited by the {vessel.exit_edge} edge" if vessel.fate == "exited" else vessel.fate
    crew = ", crew dead" if vessel.crew_dead else ""
    return f"{vessel.id:5}{vessel.printed.title:20}{fate}, damage {vessel.damage} of {vessel.printed.points}{crew}"


# ---------------------------------------------------------------- how it is won


def how_it_ends(known: State, opening: Opening) -> str:
    """STG-VIC.1."""
    goals = opening.objectives.hexes
    at_once = (
        f" A Stingray's fix in all of {join_words(goals)} ends it at once, and the Terrainians win whatever the points."
        if goals
        else ""
    )
    return (
        f"The game ends after move {known.limit}, or with the move in which a side has no vessel left that fights. "
        "More victory points win, equal points are a draw; a side that has lost all its vessels loses whatever the points."
        f"{at_once}"
    )


def scoring(opening: Opening, side: str) -> str:
    """Section 8: what a side gets points for in this scenario."""
    ways = [*_by_harm(opening, enemy(side)), *_by_exits(opening, side), *_by_aims(opening, side)]
    return f"{side_name(side)} get {'; '.join(ways)}."


def _by_harm(opening: Opening, side: str) -> Iterator[str]:
    """The list of all scenarios, as far as it has to do with the vessels of this one."""
    fish = side == AQUAPHIBIANS
    yield f"1 point for each damage point of {'a fish' if fish else 'an enemy vessel'}"
    classes: list[ClassKey] = [entry.vessel_class for entry in opening.vessels if CLASSES[entry.vessel_class].side == side]
    for key in dict.fromkeys(classes):
        named = {e.id: opening.destroyed[e.id] for e in opening.vessels if e.id in opening.destroyed and e.vessel_class == key}
        yield from (f"{points} for {id} ({CLASSES[key].title}) destroyed" for id, points in named.items())
        if classes.count(key) > len(named):
            crew = "" if fish else " or with its crew dead"
            yield f"{CLASSES[key].destroyed} for each {CLASSES[key].title} destroyed{crew}"
    if fish:
        yield f"{FISH_GONE} for a fish that is out of fuel or leaves the map"


def _by_exits(opening: Opening, side: str) -> Iterator[str]:
    for way in opening.exits:
        if CLASSES[_class_of(opening, way.vessel)].side == side and way.points:
            yield f"{way.points} if {way.vessel} leaves by the {EDGES[way.edge]} edge{_with_fix(way)}"


def _with_fix(way: Exit) -> str:
    if way.points == way.without_fix:
        return ""
    return f" with a fix in that move, {way.without_fix or 'nothing'} without"


def _by_aims(opening: Opening, side: str) -> Iterator[str]:
    goals = opening.objectives
    if goals.hexes and side == TERRAINIANS:
        yield f"{goals.points} for each of {join_words(goals.hexes)} in which a Stingray ends a move with a fix"
    if opening.robbed and side == AQUAPHIBIANS:
        lying = f"ends {ROBBING_MOVES} moves running in its hex, on its course and at its speed"
        yield f"{opening.robbed} for robbing the SuperSub once: a fish {lying}"
    for special in opening.intact:
        if CLASSES[_class_of(opening, special.vessel)].side == side:
            yield f"{special.points} if {special.vessel} is not lost and has less than {special.under} damage at the end"


def _class_of(opening: Opening, id: str) -> ClassKey:
    return next(entry.vessel_class for entry in opening.vessels if entry.id == id)


# ---------------------------------------------------------------- what it is now


def known_awards(known: State) -> Iterator[Award]:
    """Section 7: the points that a reader's own vessels have won or cost."""
    opening = OPENINGS[known.scenario]
    for vessel in known.vessels.values():
        yield from for_vessel(vessel, opening)
    for hex in known.reached:
        yield Award(TERRAINIANS, opening.objectives.points, f"objective {hex}", "")
    if known.robbed:
        yield Award(AQUAPHIBIANS, opening.robbed, "SuperSub robbed", "")


def known_score(known: State) -> str:
    """`Known to you now: Terrainians 6, Aquaphibians 0; by this the Terrainians lead by 6 …`"""
    if known.reader is None:
        return "What each side has scored is secret until the end."
    awards = list(known_awards(known))
    points = {side: sum(award.points for award in awards if award.side == side) for side in SIDES}
    tally = ", ".join(f"{side.title()} {number}" for side, number in points.items())
    ahead = max(SIDES, key=lambda side: points[side])
    lead = points[ahead] - points[enemy(ahead)]
    leads = f"by this the {ahead.title()} lead by {lead}" if lead else "by this neither side leads"
    return f"Known to you now: {tally}; {leads}. What became of other vessels counts too, and is told at the end."


def _items(known: State) -> Iterator[str]:
    """What the known points are for."""
    for side in SIDES if known.side else ():
        whats = [f"{a.vessel} {a.why}".strip() + f" {a.points}" for a in known_awards(known) if a.side == side]
        if whats:
            yield f"{side.title()}: {', '.join(whats)}."


def _open(known: State) -> Iterator[str]:
    """What own vessels may still be worth at the end as they are."""
    for special in OPENINGS[known.scenario].intact:
        vessel = known.vessels.get(special.vessel)
        if vessel:
            safe = vessel.taken < special.under and vessel.fate in ("in play", "exited")
            worth = f"as it is, it is worth {special.points} points at the end" if safe else "its points are lost"
            here = " of this battle" if vessel.brought else ""
            yield f"{vessel.id} has {vessel.taken} damage{here}, less than {special.under} is wanted: {worth}."

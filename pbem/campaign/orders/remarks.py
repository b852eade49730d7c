"""Remarks for the receipt: what orders cost, what they leave undone, who goes where, and how they go with those of the crew."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.language.places import place_words
from pbem.campaign.model.state import State
from pbem.campaign.orders.trial import Going, Trial, tried
from pbem.campaign.rules import commands
from pbem.core.game.phrases import count, sentence
from pbem.core.game.protocol import Sheets


def notes(trial: Trial) -> list[str]:
    """What the orders of one seat come to, if its side gives no others."""
    cost = f"these orders cost {trial.spent:g} of {points(trial.purse)}, and leave {trial.after.purses[trial.side]:g}"
    lapsed = [f"{event.order}: {event.why}" for event in trial.lapsed]
    return [cost, *lapsed, *(going_words(trial.before, each) for each in trial.going)]


def points(number: float) -> str:
    """`1 point`, `2.5 points`."""
    return f"{number:g} {'point' if number == 1 else 'points'}"


def going_words(known: State, going: Going) -> str:
    """`battle 3 (HARROW): SR1, SR2 are sent`."""
    where, node = place_words(known, going.node), known.file.node(going.node)
    ids = ", ".join(unit.id for unit in going.units) or "nobody"
    least = node.sides[known.side].least
    if going.refused:
        return f"{where}: refused (CMP-5.6)"
    if not going.fights:
        asked = f"{count(least, 'unit')} must go" if len(going.units) < least else "a unit is missing that the scenario needs"
        return f"{where}: {ids} can be sent, and {asked}: so it is refused (CMP-2.4)"
    sent = f"{ids} {'is' if len(going.units) == 1 else 'are'} sent"
    return f"{where}: {sent}" if going.assigned else f"{where}: nothing is assigned, so {sent} (CMP-5.10)"


# ---------------------------------------------------------------- several seats


def remarks(known: State, sheets: Sheets, seat: str) -> list[str]:
    """CMP-5.8: what a seat's orders come to beside those of the others that play its side."""
    side = known.seats[seat]
    crew = [other for other in known.seats_of(side) if other != seat and any(sheets[other].units.values())]
    if not crew or known.over:
        return []
    trial = tried(known, side, sheets)
    together = f"with the orders of {', '.join(crew)} your side spends {trial.spent:g} of {points(trial.purse)}"
    return [together, *map(sentence, _overruled(known, sheets, seat))]


def _overruled(known: State, sheets: Sheets, seat: str) -> Iterator[str]:
    """Which of a seat's orders do not count, because another has ordered before it."""
    side = known.seats[seat]
    given = commands.commands_of(known, side, {each: sheets[each] for each in known.seats_of(side)})
    own = [command for command in given if command.seat == seat]
    counting = list(commands.refits(known, side, given))
    for command in commands.refits(known, side, own):
        if command not in counting:
            yield f"{command.words}: another seat of your side has ordered this unit, and its orders count (CMP-5.8)"
    merged = commands.assigned(known, side, given)
    for unit, node in commands.assigned(known, side, own).units.items():
        if merged.units.get(unit) != node:
            instead = f"goes to {merged.units[unit]}" if unit in merged.units else "stays"
            yield f"{unit} {instead} and not to {node}, as another seat of your side has ordered (CMP-5.8)"

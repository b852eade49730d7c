"""What a seat would know of a position that no events have led to: a copy of it without what is hidden from the seat."""

from __future__ import annotations

from copy import deepcopy

from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK61


def known(state: State, seat: str | None) -> State:
    """Section 7; after the end all of it."""
    made = deepcopy(state)
    made.reader = seat
    if not made.over:
        _forget_the_others(made, seat)
        _forget_secrets(made)
    return made


def _forget_the_others(made: State, seat: str | None) -> None:
    """Vessels of other crews, their missiles, all sonar missiles, and what a fish without comms has found."""
    made.vessels = {id: vessel for id, vessel in made.vessels.items() if seat in vessel.seats}
    made.missiles = {id: m for id, m in made.missiles.items() if m.launcher in made.vessels and m.kind == MK61}
    for vessel in made.vessels.values():
        if not vessel.can_report:
            vessel.finds_if_known = None
    made.objectives = [text for text in made.objectives if text.split()[0] in made.vessels]
    robber = made.vessels.get(made.robbed)
    if not (robber and robber.can_report) and not any(v.vessel_class == "SS" for v in made.vessels.values()):
        made.robbed = ""


def _forget_secrets(made: State) -> None:
    """The other side's mines, briefing and spies, and what nobody is told."""
    made.mines = {id: mine for id, mine in made.mines.items() if mine.side == made.side}
    made.mines_laid = {side: laid for side, laid in made.mines_laid.items() if side == made.side}
    made.briefings = {side: text for side, text in made.briefings.items() if side == made.side}
    made.spies_if_known = made.spies_if_known if made.side == AQUAPHIBIANS else None
    made.umpire_if_known, made.scores = None, {}

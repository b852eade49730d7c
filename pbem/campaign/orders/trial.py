"""A side's orders tried out by the rules on what it knows: what they cost, what they leave undone, and who goes where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from events.base import Event
from events.campaign.refit import OrderLapsed
from pbem.campaign.language.places import upcoming
from pbem.campaign.model.apply import apply
from pbem.campaign.model.state import CampaignUnit, State, rounded
from pbem.campaign.rules import forces
from pbem.campaign.rules.commands import Assigned
from pbem.campaign.rules.refit import carry_out_side
from pbem.core.game.turn import Turn
from pbem.core.state.codec import copy
from pbem.core.texts.envelope import OrderSheet


class NoDice:
    """Refits roll no dice: scouts look later."""

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        """Raises AssertionError."""
        raise AssertionError(f"{purpose}: refits roll no dice")


@dataclass(frozen=True)
class Going:
    """What a side sends to a node. `assigned`: by its orders, else by CMP-5.10; a battle that does not `fight` is refused."""

    node: str
    units: list[CampaignUnit]
    assigned: bool
    refused: bool
    fights: bool


@dataclass(frozen=True)
class Trial:
    """What orders come to: the state `after` them, with the units gone to their battles."""

    before: State
    after: State
    side: str
    events: list[Event]
    going: list[Going]

    @property
    def purse(self) -> float:
        """The points that the side has before."""
        return self.before.purses.get(self.side, 0)

    @property
    def spent(self) -> float:
        """What refits and scouts cost."""
        return rounded(self.purse - self.after.purses[self.side])

    @property
    def lapsed(self) -> list[OrderLapsed]:
        """Orders that come to less than they say."""
        return [event for event in self.events if isinstance(event, OrderLapsed)]


def tried(known: State, side: str, sheets: Mapping[str, OrderSheet]) -> Trial:
    """The refits of a side with the sheets of some of its seats; the others send nothing. Other sides change nothing of it."""
    state = copy(known)
    state.purses.setdefault(side, 0)
    turn = Turn(apply, state, NoDice(), 0)
    given = {seat: sheets.get(seat, OrderSheet()) for seat in state.seats_of(side)}
    assigned, _ = carry_out_side(turn, side, given)
    nodes = [node for node in upcoming(state).values() if side in state.file.node(node).sides]
    going = [_going(state, side, node, assigned) for node in nodes if not state.file.node(node).sides[side].printed]
    return Trial(known, state, side, [draft.event for draft in turn.drafts], going)


def _going(state: State, side: str, id: str, assigned: Assigned) -> Going:
    """CMP-2.2, CMP-5.10: who goes, and is then at hand for no other battle."""
    node = state.file.node(id)
    refused = id in assigned.refused
    named = [state.units[unit] for unit in assigned.to(id) if state.units[unit].at_hand]
    units = [] if refused else forces.sent(node, side, named, forces.at_hand(state, side, assigned.units))
    fights = not refused and forces.can_fight(node, side, units)
    for unit in units if fights else []:
        unit.where = "battle"
    return Going(id, units, bool(named), refused, fights)

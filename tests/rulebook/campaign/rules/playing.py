"""A campaign that a test plays turn by turn: orders as lines, dice as faces, and the ends of battles as somebody tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from events.base import Draft, Event
from events.campaign.battles import Outcome
from events.codec import encode_json
from pbem.campaign.model.apply import apply
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Edge, FileUnit, Node, Refits, Side
from pbem.campaign.model.orders import FLEET
from pbem.campaign.model.state import State
from pbem.campaign.rules import sequence, set_up
from pbem.campaign.rules.taking_over import BattleEnd, report_of
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.fleets.fleet_units import Deed, Muster, UnitEnd
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.texts.envelope import OrderSheet


def unit(id: str, unit_class: str = "FF", fleet: str = "1ST", commander: str = "", **lacks: int) -> FileUnit:
    """A unit of the made-up rule book; `f_shields` is the item f.shields."""
    return FileUnit(id, unit_class, "toy", "", fleet, commander, {item.replace("_", "."): many for item, many in lacks.items()})


def node(id: str, *edges: Edge, value: float = 1, share: float = 0, **brings: Brings) -> Node:
    """A battle of the made-up rule book between blue and red, who bring what they like."""
    sides = {"blue": brings.get("blue", Brings("BLUE")), "red": brings.get("red", Brings("RED"))}
    return Node(id, id.title(), "toy", "first-blood", sides, {}, list(edges), value, share)


BLUE = Side("blue", "Blue Navy", points=10, units=[unit("SR1", commander="Lt. Gray"), unit("SR2"), unit("DN1", "DN", "2ND")])
RED = Side("red", "Red Navy", points=10, units=[unit("TF1"), unit("TF2"), unit("CV1", "DN", "2ND")])
REFITS = Refits(costs={"guns": 2, "*": 1}, new=0.5, scouts=2)
FILE = CampaignFile(
    "toys", "CMP-S9", "Toys", "For tests.", [BLUE, RED], [node("GATE", Edge("HOME")), node("HOME")], ["GATE"], 4, refits=REFITS
)


def file(*nodes: Node, **changes: Any) -> CampaignFile:
    """The campaign with these nodes, all of which are open at the start unless `start` says another."""
    given = {"nodes": list(nodes), "start": [each.id for each in nodes]} if nodes else {}
    return replace(FILE, **{**given, **changes})


class Campaign:
    """`state` is the whole; `told` are the events of the last turn."""

    def __init__(self, of: CampaignFile = FILE, dice: Sequence[int] = ()) -> None:
        self.state = State()
        self.drafts: list[Draft] = []
        self.number = 0
        turn = Turn(apply, self.state, ScriptedDice(dice), 0)
        set_up.set_up(turn, "own", {"file": encode_json(codec.dump(of))})
        self._note(turn)

    def _note(self, turn: Turn[State]) -> None:
        self.last = turn.drafts
        self.drafts += turn.drafts

    def play(self, dice: Sequence[int] = (), **orders: Sequence[str]) -> list[Draft]:
        """The next turn, with these lines by seat; all dice must be used. Returns what happened."""
        self.number += 1
        sheets = {seat: OrderSheet({FLEET: list(orders.get(seat, ()))}) for seat in sequence.due(self.state)}
        turn = Turn(apply, self.state, scripted := ScriptedDice(dice), self.number)
        sequence.resolve(turn, sheets)
        assert scripted.left == []
        self._note(turn)
        return turn.drafts

    def end(self, number: int, winners: Sequence[str] = (), outcome: Outcome | None = None, **ends: Any) -> BattleEnd:
        """The end of a battle: every unit as it was sent but those of `ends`, by id: what it lacks, or a whole `UnitEnd`."""
        battle = self.state.battles[number]
        units = {}
        for side, force in battle.forces.items():
            for each in force:
                end = ends.get(each.id, each.lacks)
                plain = not isinstance(end, UnitEnd)
                units[each.id] = UnitEnd(each.unit_class, battle.sides[side], "present", "", dict(end)) if plain else end
        deeds = [Deed(*words.split()) for words in ends.get("deeds", ())]  # type: ignore[arg-type]
        muster = Muster(units, ends.get("points", {}))
        return BattleEnd("g1", "ab", outcome or ("won" if winners else "drawn"), list(winners), "It is over.", muster, deeds)

    def fight(
        self, number: int, winners: Sequence[str] = (), outcome: Outcome | None = None, dice: Sequence[int] = (), **ends: Any
    ) -> list[Draft]:
        """The battle is reported, and the turn is played."""
        report = report_of(self.state, self.state.battles[number], self.end(number, winners, outcome, **ends))
        apply(self.state, report)
        self.drafts.append(Draft(report, self.number + 1))
        return self.play(dice)

    def unit(self, id: str) -> Any:
        """A unit of the campaign."""
        return self.state.units[id]

    def sent(self, number: int) -> dict[str, list[str]]:
        """Who is in a battle, by side."""
        return {side: [unit.id for unit in force] for side, force in self.state.battles[number].forces.items()}


def events(drafts: Sequence[Draft], kind: type[Event], rule: str = "") -> list[Any]:
    """Those of one type, and of one clause if one is named."""
    return [draft.event for draft in drafts if isinstance(draft.event, kind) and rule in ("", draft.rule)]


def lost(unit_class: str = "FF", side: str = "BLUE", how: str = "destroyed", **lacks: int) -> UnitEnd:
    """A unit that did not live through the battle."""
    return UnitEnd(unit_class, side, "lost", how, lacks)


def by_audience(drafts: Sequence[Draft]) -> Mapping[str, list[str]]:
    """The types of the events by their audience."""
    found: dict[str, list[str]] = {}
    for draft in drafts:
        found.setdefault(draft.audience, []).append(type(draft.event).__name__)
    return found

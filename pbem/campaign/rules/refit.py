"""CMP-5: refit turns. Orders are carried out side by side, in the order of the file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from events.base import EVERYONE
from events.campaign.opening import PointsSet, UnitJoined
from events.campaign.refit import CommanderMoved, OrderLapsed, Repaired, Transferred
from pbem.campaign.language.names import fleet_called, unit_called
from pbem.campaign.model.classes import class_of
from pbem.campaign.model.orders import Order, Repair, Replace, Transfer, TransferCommander
from pbem.campaign.model.state import CampaignUnit, State, rounded
from pbem.campaign.rules import battles, commands, repairs, rounds, scouting
from pbem.campaign.rules.commands import Command
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet


def carry_out(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """Commanders and fleets, repairs, replacements, scouts, assignments: CMP-5 in its order; then the battles (CMP-2)."""
    turn.phase("Refits")
    rounds.begin(turn)
    assigned: dict[str, commands.Assigned] = {}
    paid: list[scouting.Scouting] = []
    for side in turn.state.sides:
        assigned[side], scouts = carry_out_side(turn, side, sheets)
        paid += scouts
    turn.phase("Battles")
    battles.set_up(turn, assigned)
    turn.phase("Scouts")
    scouting.look(turn, paid)


def carry_out_side(
    turn: Turn[State], side: str, sheets: Mapping[str, OrderSheet]
) -> tuple[commands.Assigned, list[scouting.Scouting]]:
    """The refits of one side; which of its units it assigns, and the scouts that it has paid."""
    given = commands.commands_of(turn.state, side, sheets)
    paid: list[scouting.Scouting] = []
    if given:
        _Side(turn, side).refit(given)
        paid = scouting.pay(turn, side, given)
    else:
        worst_first(turn, side)
    return commands.assigned(turn.state, side, given), paid


def worst_first(turn: Turn[State], side: str) -> None:
    """CMP-5.9: without orders a side repairs and replaces, as far as its points reach, the unit first that lacks most."""
    for unit in repairs.by_need(turn.state, side):
        _make_good(turn, unit, list(unit.lacks), None, "CMP-5.9")


def _make_good(turn: Turn[State], unit: CampaignUnit, items: Collection[str], boxes: int | None, rule: str) -> int:
    """So many boxes of these items, as far as the points reach (CMP-5.7). Returns how many were made good."""
    work = repairs.work_on(turn.state, unit, items, boxes)
    for each in work:
        turn.emit(Repaired(unit.id, each.item, each.boxes, each.points, each.left), rule, unit.side)
    return sum(each.boxes for each in work)


@dataclass(frozen=True)
class _Side:
    """A side whose orders are being carried out."""

    turn: Turn[State]
    side: str

    def refit(self, given: list[Command]) -> None:
        """CMP-5.8: in the order of the kinds, and within each as written."""
        counting = list(commands.refits(self.turn.state, self.side, given))
        kinds = ((TransferCommander, Transfer), (Repair,), (Replace,))
        for command in [command for kind in kinds for command in counting if isinstance(command.order, kind)]:
            why = self._carry_out(command)
            if why:
                self.turn.emit(OrderLapsed(self.side, command.words, why), "CMP-5.7", self.side)

    def _carry_out(self, command: Command) -> str:
        """An order; why it came to nothing or not to all that it says, "" if it did."""
        order = command.order
        name = order.units[0] if isinstance(order, Transfer) else getattr(order, "unit", "")
        unit = unit_called(self.turn.state, name)
        if unit is None or unit.side != self.side:
            return f"{name} is not a unit of this side"
        if isinstance(order, Replace) and unit.where == "lost":
            return self._new(unit)
        return self._of_unit(unit, order) if unit.at_hand else f"{unit.id} is not at hand"

    def _of_unit(self, unit: CampaignUnit, order: Order) -> str:
        match order:
            case Transfer():
                return self._transfer(unit, order.fleet)
            case TransferCommander():
                return self._swap(unit, order.other)
            case Repair():
                return self._repair(unit, order)
            case Replace():
                return self._replace(unit, order)
            case _:
                raise TypeError(f"{order!r} is no order for a unit")

    def _transfer(self, unit: CampaignUnit, name: str) -> str:
        """CMP-5.4: to another fleet."""
        fleet = fleet_called(self.turn.state, self.side, name) or name
        if fleet == unit.fleet:
            return f"{unit.id} is in {fleet}"
        self.turn.emit(Transferred(unit.id, fleet), "CMP-5.4", self.side)
        return ""

    def _swap(self, unit: CampaignUnit, to: str) -> str:
        """CMP-5.4: two units exchange their commanders."""
        other = unit_called(self.turn.state, to)
        if other is None or other.side != self.side or not other.at_hand:
            return f"{to} is not a unit of this side that is at hand"
        if not unit.commander:
            return f"{unit.id} has no commander"
        first, second = unit.commander, other.commander
        self.turn.emit(CommanderMoved(other.id, first), "CMP-5.4", self.side)
        self.turn.emit(CommanderMoved(unit.id, second), "CMP-5.4", self.side)
        return ""

    def _repair(self, unit: CampaignUnit, order: Repair) -> str:
        """CMP-5.1: boxes of what is no store."""
        items = repairs.repairable(class_of(unit))
        return self._boxes(unit, _of(items, order.item), order.boxes, "CMP-5.1")

    def _replace(self, unit: CampaignUnit, order: Replace) -> str:
        """CMP-5.2: stores, and with ALL everything."""
        of = class_of(unit)
        items = list(of.items) if order.everything else repairs.stores(of)
        return self._boxes(unit, _of(items, order.item), order.number, "CMP-5.2")

    def _boxes(self, unit: CampaignUnit, items: Collection[str], boxes: int | None, rule: str) -> str:
        lacking = sum(unit.lacks.get(item, 0) for item in items)
        wanted = lacking if boxes is None else min(boxes, lacking)
        if not wanted:
            return f"{unit.id} lacks nothing of this"
        made = _make_good(self.turn, unit, items, wanted, rule)
        return "" if made == wanted else f"the points reach for {made} of {wanted}"

    def _new(self, unit: CampaignUnit) -> str:
        """CMP-5.3: a new unit in the place of a lost one."""
        state = self.turn.state
        price = repairs.price_of_new(state, unit)
        if not price:
            return f"{unit.id} is lost, and this campaign has no new units"
        if price > state.purses[self.side]:
            return f"a new {unit.id} costs {price:g} points, and there are {state.purses[self.side]:g}"
        _pay(self.turn, self.side, price, f"a new {unit.id}", "CMP-5.3")
        joined = UnitJoined(unit.id, self.side, unit.fleet, unit.book, unit.unit_class, unit.name, "", {}, cause="replaced")
        self.turn.emit(joined, "CMP-5.3", EVERYONE)
        return ""


def _of(items: Collection[str], named: str) -> list[str]:
    return [item for item in items if named in ("", item)]


def _pay(turn: Turn[State], side: str, points: float, what: str, rule: str) -> None:
    """CMP-5.7: from the side's points."""
    turn.emit(PointsSet(side, rounded(turn.state.purses[side] - points), f"{points:g} for {what}"), rule, side)

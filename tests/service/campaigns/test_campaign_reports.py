"""What reports and receipts of a campaign and of its battles say of orders, deadlines, and each other."""

from __future__ import annotations

from dataclasses import replace

from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.games.turn_status import turn_status
from pbem.service.orders.file import file_orders
from pbem.service.reports.replay import turn_steps
from pbem.service.reports.turn_report import turn_report
from pbem.service.reports.why import OrdersThen, explain
from tests.service.builders.skirmishes import fight, skirmishes, to_battles

NO_ORDERS = "No orders are wanted now: the next turn ends by itself, and has no deadline."


def test_the_report_before_a_battle_turn_asks_for_no_orders(context: ServiceContext) -> None:
    """CMP-1.4: for players and watchers, without a form and a deadline; one that asks does not say so."""
    campaign = skirmishes(context)
    assert NO_ORDERS not in turn_report(context, campaign, 0, "blue").report.standing
    to_battles(context, campaign)
    for seat in ("blue", "red", None):
        made = turn_report(context, campaign, 1, seat)
        assert made.report.standing[-1] == NO_ORDERS
        assert (made.report.template, made.due) == ("", "")


def test_what_a_campaign_tells_itself_is_told_once(context: ServiceContext) -> None:
    """The end of a battle is among the lines of the report, and not above them, too."""
    campaign = skirmishes(context)
    fight(context, to_battles(context, campaign)[0])
    go_on(context)
    report = turn_report(context, campaign, 2, "blue").report
    assert report.standing == [NO_ORDERS]
    assert any("is over" in line.text for line in report.lines)


def test_every_report_of_a_battle_says_of_which_campaign_it_is(context: ServiceContext) -> None:
    battle = to_battles(context, skirmishes(context))[1]
    assert turn_report(context, battle, 0, "blue").report.standing[0] == "This is battle 2 of campaign c1."
    fight(context, battle)
    row = context.store.game(battle)
    assert row is not None
    last = turn_report(context, battle, row.closed, None).report
    assert last.standing == ["This was battle 2 of campaign c1, whose next report says what follows."]


def test_a_receipt_in_a_battle_turn_speaks_of_no_orders(context: ServiceContext) -> None:
    """Whatever was sent: nobody owes any, also when all that are asked are ready."""
    campaign = skirmishes(context)
    assert file_orders(context, campaign, "blue", "status", "m1", 1).owed
    to_battles(context, campaign)
    for text in ("status", "ready", "REFUSE SOUTH", "press to red: well met"):
        assert not file_orders(context, campaign, "blue", text, text, 2).owed
    assert not turn_status(context, campaign, "blue").owed


def orders_behind(context: ServiceContext, campaign: str, seat: str, words: str) -> list[OrdersThen]:
    """A seat's orders behind the line of turn 1 with these words, without the way in which they came."""
    steps = turn_steps(context, campaign, 1, seat).steps
    (number,) = [step.number for step in steps if words in step.text]
    return [replace(orders, way_in=None) for orders in explain(context, campaign, 1, number, seat).orders]


def test_behind_a_line_are_the_orders_that_name_its_unit(context: ServiceContext) -> None:
    """All orders of a side are in one block; behind what became of a unit are those lines that name it."""
    campaign = skirmishes(context)
    file_orders(context, campaign, "blue", "ASSIGN STL TO EAST\nASSIGN BIS TO WEST\nTRANSFER COMMANDER STL TO BIS", "m1", 1)
    to_battles(context, campaign)
    assert orders_behind(context, campaign, "blue", "sends BIS") == [OrdersThen("blue", "FLEET", ["ASSIGN BIS TO WEST"])]
    assert orders_behind(context, campaign, "blue", "sends STL") == [OrdersThen("blue", "FLEET", ["ASSIGN STL TO EAST"])]
    assert orders_behind(context, campaign, "blue", "is set at At EAST") == []
    assert orders_behind(context, campaign, "red", "is set at At EAST") == []

"""Who takes or leaves a seat of a campaign takes or leaves the seats of its battles."""

from __future__ import annotations

from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.games.seating import resign, seat_player, vacate
from tests.service.builders.skirmishes import assert_all_sound, skirmishes, to_battles


def players(context: ServiceContext, stream: str) -> dict[str, str | None]:
    """Who plays which seat."""
    return {row.seat: row.player for row in context.store.seats(stream)}


def test_who_leaves_the_campaign_leaves_its_battles(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    first, second = to_battles(context, campaign)
    resign(context, campaign, "red", "p2", "no time")
    go_on(context)
    assert players(context, first) == players(context, second) == {"blue": "p1", "red": None}
    seat_player(context, campaign, "red", "p3", "a new captain", "operator")
    go_on(context)
    assert players(context, first) == players(context, second) == {"blue": "p1", "red": "p3"}
    assert_all_sound(context, campaign)


def test_a_bot_of_the_campaign_is_one_of_the_battle(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    seat_player(context, campaign, "red", "bot:steady", "nobody else", "operator")
    go_on(context)
    assert players(context, first) == {"blue": "p1", "red": "bot:cautious"}
    seat_player(context, campaign, "red", "p3", "somebody at last", "operator")
    go_on(context)
    assert players(context, first) == {"blue": "p1", "red": "p3"}
    assert_all_sound(context, campaign)


def test_who_came_to_the_battle_alone_stays(context: ServiceContext) -> None:
    """And who lost the seat there does not get it back by itself."""
    campaign = skirmishes(context)
    first, second = to_battles(context, campaign)
    seat_player(context, first, "red", "p4", "a substitute", "operator")
    vacate(context, second, "red", "silent too long", "operator")
    go_on(context)
    assert players(context, first)["red"] == "p4" and players(context, second)["red"] is None

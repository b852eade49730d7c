"""The league: which games count, what they do to ratings, and what a person has played."""

from __future__ import annotations

from itertools import pairwise

from openskill.models import PlackettLuce

from events.platform import PolicySet
from pbem.service.club.league import league, person_record
from pbem.service.club.ratings import FIRST, Rated, Rating
from pbem.service.context import RecordCache, ServiceContext
from pbem.service.games import game_master
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.released import nobody_at_once, public_view
from pbem.service.turns import rollback
from tests.conftest import HandClock
from tests.service.builders.ended import end, ended_game

A_AND_B = {"blue": "p1", "red": "p2"}


def test_who_wins_rises_and_who_loses_falls(context: ServiceContext) -> None:
    ended_game(context, A_AND_B, ["BLUE"])
    first, second = league(context).standings
    assert (first.place, first.person, first.rating.won, first.rating.lost) == (1, "p1", 1, 0)
    assert (second.place, second.person, second.rating.won, second.rating.lost) == (2, "p2", 0, 1)
    assert first.rating.skill > FIRST > second.rating.skill and first.rating.doubt < Rating().doubt


def test_ratings_are_those_of_the_model_game_by_game(context: ServiceContext, clock: HandClock) -> None:
    """Three games, the second one a draw, in the order in which they ended."""
    model = PlackettLuce()
    ours, theirs = model.rating(), model.rating()
    for winners, ranks in ((["BLUE"], [0, 1]), ([], [0, 0]), (["RED"], [1, 0])):
        ended_game(context, A_AND_B, winners)
        clock.advance(1)
        [[ours], [theirs]] = model.rate([[ours], [theirs]], ranks=ranks)
    found = {each.person: each.rating for each in league(context).standings}
    assert (found["p1"].skill, found["p1"].doubt) == (ours.mu, ours.sigma)
    assert (found["p2"].skill, found["p2"].doubt) == (theirs.mu, theirs.sigma)
    assert (found["p1"].won, found["p1"].drawn, found["p1"].lost) == (1, 1, 1)


def test_more_than_two_sides(context: ServiceContext) -> None:
    """One winner of three, and the two others are equal."""
    seats = {seat.id: seat.side for seat in context.games["star_navy"].rules.seats(*_three(context))}
    persons = {seat: f"p{n}" for n, seat in enumerate(seats)}
    stream = open_game(context, "star_navy", "four-corners", players=persons)
    game_master.end(context, stream, "for the test")
    assert not league(context).standings
    ended_game(context, persons, [next(iter(seats.values()))], "four-corners")
    first, *others = league(context).standings
    assert first.person == "p0" and len({each.rating.skill for each in others}) == 1 and {each.place for each in others} == {2}


def _three(context: ServiceContext) -> tuple[str, dict[str, object]]:
    return "four-corners", context.games["star_navy"].scenarios.options("four-corners", {})


def test_what_does_not_count(context: ServiceContext) -> None:
    """A bot's game, one that somebody played with themselves, one that was broken off, one that goes on."""
    bot = next(iter(context.games["star_navy"].planning.bots))
    ended_game(context, {"blue": "p1", "red": f"bot:{bot}"}, ["BLUE"])
    ended_game(context, {"blue": "p1", "red": "p1"}, ["BLUE"])
    game_master.end(context, open_game(context, "star_navy", "first-blood", players=A_AND_B), "nobody came")
    open_game(context, "star_navy", "first-blood", players=A_AND_B)
    assert not league(context).results and not league(context).standings


def test_a_draw_that_all_agreed_on_counts(context: ServiceContext) -> None:
    end(context, open_game(context, "star_navy", "first-blood", players=A_AND_B), [], "players")
    assert [each.rating.drawn for each in league(context).standings] == [1, 1]


def test_a_battle_that_its_campaign_took_for_refused_does_not_count(context: ServiceContext) -> None:
    """Nobody has won it by playing."""
    end(context, open_game(context, "star_navy", "first-blood", players=A_AND_B), ["BLUE"], "campaign")
    assert not league(context).results


def test_a_game_that_goes_on_counts_no_more(context: ServiceContext) -> None:
    stream = ended_game(context, A_AND_B, ["BLUE"])
    rollback.roll_back(context, stream, 0, "a wrong map")
    assert not league(context).results
    assert context.store.stale_rows(stream) == []


def test_a_rule_book_has_a_table_of_its_own(context: ServiceContext) -> None:
    ended_game(context, A_AND_B, ["BLUE"])
    assert len(league(context, "star_navy").standings) == 2 and not league(context, "stingray").standings
    (balance,) = league(context).balances
    assert (balance.scenario, balance.games, balance.won) == ("first-blood", 1, {"BLUE": 1, "RED": 0})


def test_each_game_says_what_it_did_to_a_rating(context: ServiceContext, clock: HandClock) -> None:
    for winners in (["BLUE"], ["RED"], ["BLUE"]):
        ended_game(context, A_AND_B, winners)
        clock.advance(1)
    record = person_record(context, "p1")
    assert [change.won for change in record.changes] == [1, -1, 1]
    assert all(later.before == earlier.after for later, earlier in pairwise(record.changes))
    assert record.changes[-1].why() == f"won against 1 other side: 25.0 to {record.changes[-1].after.skill:.1f}"
    assert record.changes[0].after == record.ratings["star_navy"]


def test_the_end_of_a_game_that_is_seen_later_is_no_result_yet(context: ServiceContext, clock: HandClock) -> None:
    later = GameSetup(policy=PolicySet(delay_hours=24))
    stream = open_game(context, "star_navy", "first-blood", players=A_AND_B, setup=later)
    clock.advance(48)
    end(context, stream, ["BLUE"])
    assert not league(public_view(context, nobody_at_once, RecordCache())).results and league(context).results
    clock.advance(25)
    assert league(public_view(context, nobody_at_once, RecordCache())).results


def test_ratings_go_on_from_the_last_and_begin_anew_where_the_past_is_another(
    context: ServiceContext, clock: HandClock
) -> None:
    """Another end is added to the ratings; a game that goes on again, before the last, makes all of them new."""
    first, second = (_later(context, clock, winners) for winners in (["BLUE"], ["RED"]))
    before = league(context)
    third = _later(context, clock, ["RED"])
    after = league(context)
    assert [each.stream for each in after.results] == [first, second, third] and league(context) is after
    assert after.rated == Rated().and_then(after.results)
    assert after.rated.changes["p1"][:2] == before.rated.changes["p1"]
    rollback.roll_back(context, second, 0, "a wrong map")
    again = league(context)
    assert [each.stream for each in again.results] == [first, third]
    assert again.rated == Rated().and_then(again.results) and again.rated.ratings != after.rated.ratings


def test_an_end_that_is_seen_later_is_rated_later(context: ServiceContext, clock: HandClock) -> None:
    """A game with a delay ends before another one, and follows it in the table of those who see it late, as if anew."""
    slow = open_game(context, "star_navy", "first-blood", players=A_AND_B, setup=GameSetup(policy=PolicySet(delay_hours=24)))
    clock.advance(48)
    end(context, slow, ["BLUE"])
    quick = _later(context, clock, ["RED"])
    assert [each.stream for each in league(public_view(context, nobody_at_once, RecordCache())).results] == [quick]
    clock.advance(24)
    found = league(public_view(context, nobody_at_once, RecordCache()))
    assert [each.stream for each in found.results] == [quick, slow]
    assert found.rated == Rated().and_then(found.results)


def test_an_older_end_that_comes_in_later_has_its_place(context: ServiceContext, clock: HandClock) -> None:
    """As when a game is imported."""
    newer = _later(context, clock, ["BLUE"])
    assert league(context).results
    clock.jump(-48)
    older = ended_game(context, A_AND_B, ["RED"])
    found = league(context)
    assert [each.stream for each in found.results] == [older, newer]
    assert found.rated == Rated().and_then(found.results)


def _later(context: ServiceContext, clock: HandClock, winners: list[str]) -> str:
    clock.advance(1)
    return ended_game(context, A_AND_B, winners)


def test_equal_ratings_share_a_place(context: ServiceContext) -> None:
    """Two that have drawn are both first."""
    end(context, open_game(context, "star_navy", "first-blood", players=A_AND_B), [], "players")
    assert [each.place for each in league(context).standings] == [1, 1]

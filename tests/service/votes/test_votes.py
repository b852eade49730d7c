"""Votes by mail: what stands, who counts, and what is done when enough want the same."""

from __future__ import annotations

import pytest

from events.platform import (
    GameEnded,
    GamePaused,
    GameResumed,
    MasterNamed,
    PolicySet,
    RolledBack,
    VoteCast,
)
from pbem.service.context import ServiceContext
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import history
from pbem.service.ladder.absence import set_policy
from pbem.service.ladder.sitters import sitter_source
from pbem.service.repository import load
from pbem.service.turns import rollback
from tests.conftest import HandClock
from tests.service.builders.corners import check_sound, corners, resolved, said
from tests.service.builders.duel import duel, position
from tests.service.builders.sitters import go_away, with_sitter

SCENARIO = "overwhelming-numbers"


def votes(context: ServiceContext, stream: str) -> dict[str, list[str]]:
    return load(context, stream).ledger.votes


def two_seats(context: ServiceContext) -> str:
    """p1 plays both of one side, p2 the other; p9 runs the game."""
    players = {"captain": "p1", "copilot": "p1", "aquaphibian": "p2"}
    return open_game(context, "stingray", SCENARIO, 24.0, setup=GameSetup(players, master="p9"))


# ---------------------------------------------------------------- what is done


def test_a_pause_by_two_thirds_and_going_on_by_a_majority(context: ServiceContext) -> None:
    """Three of four stop the clock, three start it again: right after the vote that was missing, by the players."""
    stream = corners(context)
    first = said(context, stream, "a", "vote pause: the holidays")
    assert first.outcome == "accepted" and "1 of 4 players want it, and 3 are needed" in first.notes[0]
    assert "2 more of b, c, d" in first.notes[0] and "`not vote pause`" in first.notes[0]
    said(context, stream, "b", "vote pause")
    last = said(context, stream, "c", "Vote for a pause.")
    assert "that is enough. The game is paused" in last.notes[0] and load(context, stream).ledger.paused
    (event,) = [e.event for e in context.store.select(stream, [GamePaused])]
    assert event == GamePaused("3 of 4 players voted for it", "players")
    assert not votes(context, stream)
    for seat in "abd":
        said(context, stream, seat, "vote go on: we are back")
    assert not load(context, stream).ledger.paused and not votes(context, stream)
    (resumed,) = [e.event for e in context.store.select(stream, [GameResumed])]
    assert isinstance(resumed, GameResumed) and resumed.by == "players"
    told = [f"{act.what} ({act.by}): {act.why}" for act in history(context, stream)]
    assert (
        "A votes for a pause (A): the holidays" in told
        and "The game was paused (the players): 3 of 4 players voted for it" in told
    )
    check_sound(context, stream)


def test_a_draw_that_all_want_ends_the_game(context: ServiceContext) -> None:
    """Without a winner, and the seed is laid open."""
    stream = duel(context)
    said(context, stream, "red", "vote draw: nobody can win this")
    receipt = said(context, stream, "blue", "vote draw")
    ledger = load(context, stream).ledger
    assert ledger.ended and not ledger.winners and ledger.verdict == "Ended by the players: 2 of 2 players voted for it"
    assert receipt.ended and not receipt.due and not receipt.waiting and not ledger.votes
    (event,) = [e.event for e in context.store.select(stream, [GameEnded])]
    assert isinstance(event, GameEnded) and event.by == "players"
    check_sound(context, stream)


def test_another_game_master(context: ServiceContext) -> None:
    """The player of a seat is named by the seat; `nobody` leaves the game to the operator; the log knows ids alone."""
    stream = corners(context)
    for seat, text in (("a", "vote master B: p9 does not answer"), ("c", "vote master b"), ("b", "vote master me")):
        said(context, stream, seat, text)
    assert load(context, stream).ledger.master == "p2" and not votes(context, stream)
    for seat in "abc":
        said(context, stream, seat, "vote master nobody")
    assert load(context, stream).ledger.master == ""
    named = [e.event for e in context.store.select(stream, [MasterNamed])]
    assert [(e.player, e.by) for e in named if isinstance(e, MasterNamed)][1:] == [("p2", "players"), ("", "players")]
    check_sound(context, stream)


def test_going_back_to_an_earlier_turn(context: ServiceContext) -> None:
    """The position is that of the end of the turn, and the next one is open; what stood for the roll-back is settled."""
    stream = corners(context)
    for _ in range(3):
        resolved(context, stream)
    for seat in "abc":
        said(context, stream, seat, "vote roll back to 1: turn 2 was read wrongly")
    last = said(context, stream, "d", "A1: TURN L\nvote roll back to the end of turn 1")
    assert "The position is again that of the end of turn 1" in last.notes[-1] and last.turn == 5
    assert position(context, stream) == position(context, stream, 1) and not votes(context, stream)
    (event,) = [e.event for e in context.store.select(stream, [RolledBack])]
    assert isinstance(event, RolledBack) and (event.to, event.by) == (1, "players")
    resolved(context, stream)
    check_sound(context, stream)


# ---------------------------------------------------------------- who counts


def test_one_person_has_one_vote(context: ServiceContext) -> None:
    """Whoever plays two seats counts once; they take it back from either, and the other seat repeats nothing."""
    stream = two_seats(context)
    first = said(context, stream, "captain", "vote pause")
    assert "1 of 2 players want it" in first.notes[0]
    said(context, stream, "copilot", "vote pause")
    assert votes(context, stream) == {"pause": ["captain"]} and not load(context, stream).ledger.paused
    said(context, stream, "copilot", "ready\nnot vote pause: no need")
    assert not votes(context, stream)
    said(context, stream, "copilot", "vote pause")
    said(context, stream, "aquaphibian", "vote pause")
    assert load(context, stream).ledger.paused
    check_sound(context, stream)


def test_bots_and_free_seats_do_not_vote(context: ServiceContext) -> None:
    """Whoever is left alone with them decides alone."""
    alone = open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "bot:cautious"})
    assert "1 of 1 players voted" in said(context, alone, "blue", "vote pause").notes[0]
    stream = corners(context, b="bot:cautious", c="")
    assert "1 of 2 players want it, and 2 are needed" in said(context, stream, "a", "vote go on\nvote draw").notes[0]
    said(context, stream, "d", "vote draw")
    assert load(context, stream).ledger.ended
    for each in (alone, stream):
        check_sound(context, each)


def test_who_is_away_is_not_asked_but_never_decided_over_by_one(context: ServiceContext) -> None:
    """Two must vote, unless only one plays; whoever is away and votes counts."""
    stream = duel(context)
    said(context, stream, "red", "absent until 2026-01-09")
    assert "1 of 1 players want it, and 2 are needed" in said(context, stream, "blue", "vote draw").notes[0]
    assert not load(context, stream).ledger.ended
    said(context, stream, "red", "vote draw")
    assert load(context, stream).ledger.ended
    four = corners(context)
    said(context, four, "c", "absent until 2026-01-09")
    said(context, four, "d", "absent until 2026-01-09")
    said(context, four, "a", "vote draw")
    said(context, four, "b", "vote draw")
    assert load(context, four).ledger.ended
    for each in (stream, four):
        check_sound(context, each)


def test_a_seat_that_changes_hands_wants_nothing_yet(context: ServiceContext) -> None:
    """The vote was its player's. Those that stand are enough then, when one of them says so again."""
    stream = corners(context)
    for seat in "abc":
        said(context, stream, seat, "vote draw")
    seating.vacate(context, stream, "a", "no answer for weeks")
    assert votes(context, stream) == {"draw": ["b", "c"]}
    said(context, stream, "d", "resign d")
    assert not load(context, stream).ledger.ended
    said(context, stream, "b", "vote draw", "once more")
    assert load(context, stream).ledger.ended
    check_sound(context, stream)


@pytest.mark.parametrize(("part", "wanted"), [(100, 4), (76, 4), (75, 3), (67, 3), (51, 3), (50, 2), (1, 2)], ids=str)
def test_the_part_that_the_policy_sets(context: ServiceContext, part: int, wanted: int) -> None:
    """Of four players; two at least."""
    stream = corners(context, PolicySet(votes={"pause": part}))
    seats = iter("abcd")
    while not load(context, stream).ledger.paused:
        said(context, stream, next(seats), "vote pause")
    assert 4 - len(list(seats)) == wanted
    check_sound(context, stream)


def test_two_of_three_are_two_thirds(context: ServiceContext) -> None:
    stream = corners(context, d="bot:cautious")
    said(context, stream, "a", "vote pause")
    said(context, stream, "b", "vote pause")
    assert load(context, stream).ledger.paused
    check_sound(context, stream)


def test_what_the_policy_leaves_out_is_not_voted_on(context: ServiceContext) -> None:
    """The receipt says whom to ask. A vote that stands when the policy changes leads to nothing; it can be taken back."""
    stream = duel(context)
    said(context, stream, "blue", "vote draw", "m1")
    set_policy(context, stream, PolicySet(votes={"draw": 0, "pause": 100}, why="to the end"))
    (problem,) = said(context, stream, "red", "vote draw").problems
    assert "do not vote on a draw: ask the game master" in problem
    assert said(context, stream, "blue", "vote draw", "m1").duplicate
    said(context, stream, "blue", "not vote draw")
    assert not votes(context, stream)
    check_sound(context, stream)


# ---------------------------------------------------------------- taking back, twice, beside others


def test_a_vote_is_taken_back(context: ServiceContext) -> None:
    """Until it is done; twice changes nothing."""
    stream = duel(context)
    said(context, stream, "blue", "vote draw")
    assert "you do not vote for a draw any more" in said(context, stream, "blue", "not vote draw: not yet").notes
    assert "you had not voted for a draw" in said(context, stream, "blue", "not vote draw", "again").notes
    said(context, stream, "red", "vote draw")
    assert not load(context, stream).ledger.ended and votes(context, stream) == {"draw": ["red"]}
    assert [e.event.yes for e in context.store.select(stream, [VoteCast]) if isinstance(e.event, VoteCast)] == [
        True,
        False,
        True,
    ]
    check_sound(context, stream)


def test_the_same_vote_twice_is_one(context: ServiceContext) -> None:
    """In one mail taken twice, and in two mails."""
    stream = duel(context)
    for source in ("m1", "m1", "m2"):
        said(context, stream, "blue", "vote pause", source)
    assert len(list(context.store.select(stream, [VoteCast]))) == 1
    assert "your vote for a pause was noted" in said(context, stream, "blue", "vote pause", "m1").notes


def test_a_mail_may_hold_orders_and_votes(context: ServiceContext) -> None:
    """All of it counts; a vote outlasts the turn."""
    stream = duel(context)
    receipt = said(context, stream, "blue", "BIS: TURN L\nvote draw: enough\nvote pause\nready")
    assert receipt.ready and len(receipt.votes) == 2 and votes(context, stream) == {"draw": ["blue"], "pause": ["blue"]}
    resolved(context, stream)
    assert votes(context, stream) == {"draw": ["blue"], "pause": ["blue"]}
    check_sound(context, stream)


def test_what_the_others_are_told(context: ServiceContext) -> None:
    """The same whenever it is asked for; those who want it, too, are named, for they need not be asked."""
    stream = corners(context)
    assert said(context, stream, "a", "vote draw: enough").votes[0].wanting == ["a"]
    for _ in range(2):
        (news,) = said(context, stream, "b", "vote draw: so say I", "m1").votes
        assert (news.seat, news.words, news.why, news.line) == ("b", "a draw", "so say I", "vote draw")
        assert news.wanting == ["a", "b"] and news.stands == "2 of 4 players want it; 4 are needed" and not news.done
    assert not said(context, stream, "b", "not vote draw").votes
    for seat in "abc":
        (news,) = said(context, stream, seat, "vote master d").votes
    assert news.done == "d runs the game from now on" and news.masters == ["p9", "p4"] and not news.wanting
    assert "has that game master already" in said(context, stream, "d", "vote master d").problems[0]


def test_of_votes_in_one_mail_one_decides(context: ServiceContext) -> None:
    """What comes after it is asked for again; of two on the same the last counts; who leaves does not vote."""
    stream = duel(context)
    said(context, stream, "red", "vote pause\nvote draw")
    receipt = said(context, stream, "blue", "vote pause\nvote draw\nnot vote master nobody")
    ledger = load(context, stream).ledger
    assert ledger.paused and not ledger.ended and receipt.outcome == "partly"
    assert all("has decided something" in problem for problem in receipt.problems) and len(receipt.problems) == 2
    assert "you had not voted" in said(context, stream, "blue", "vote draw\nnot vote draw").notes[0]
    (problem,) = said(context, stream, "blue", "vote draw\nresign blue").problems
    assert "you leave your seat in the same mail" in problem and not load(context, stream).ledger.ended
    check_sound(context, stream)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("vote", "what you vote for"),
        ("vote for peace", "what you vote for"),
        ("vote pause today", "what you vote for"),
        ("vote roll back", "what you vote for"),
        ("vote roll back to the start", "what you vote for"),
        ("vote master", "what you vote for"),
        ("vote master green", "its seats are blue, red"),
        ("vote master red@example.org", "is no seat"),
        ("vote go on", "is not paused"),
        ("vote roll back to 7", "no turn 7 to go back to"),
        ("vote roll back to 0", "is the present one"),
        (f"vote draw: {'x' * 301}", "300 is the most"),
    ],
)
def test_what_cannot_be_voted_for_is_a_problem(context: ServiceContext, line: str, reason: str) -> None:
    """With its line and why; the log has nothing of it."""
    stream = duel(context)
    receipt = said(context, stream, "blue", f"BIS: TURN L\n\n{line}")
    (problem,) = receipt.problems
    assert receipt.outcome == "partly" and problem.startswith("line 3: ") and reason in problem
    assert not list(context.store.select(stream, [VoteCast]))


def test_whoever_orders_for_a_player_does_not_vote(context: ServiceContext) -> None:
    stream = with_sitter(context)
    go_away(context, stream)
    (problem,) = said(context, stream, "red", "vote draw", sitter_source("m1")).problems
    assert "does not vote for them" in problem


# ---------------------------------------------------------------- other ways that a game goes


def test_a_game_that_is_opened_again_has_no_votes_left(context: ServiceContext, clock: HandClock) -> None:
    """What stood when it ended is void; a roll-back by the game master leaves other votes as they are."""
    stream = duel(context)
    resolved(context, stream)
    said(context, stream, "blue", "vote draw\nvote pause")
    game_master.end(context, stream, "enough")
    clock.advance(1)
    rollback.roll_back(context, stream, 0, "again")
    assert not votes(context, stream)
    said(context, stream, "blue", "vote draw")
    resolved(context, stream)
    rollback.roll_back(context, stream, 0, "once more")
    assert votes(context, stream) == {"draw": ["blue"]}
    said(context, stream, "red", "vote draw")
    assert load(context, stream).ledger.ended
    check_sound(context, stream)


def test_the_master_does_what_was_voted_on(context: ServiceContext) -> None:
    """Then there is nothing left to vote for."""
    stream = duel(context)
    said(context, stream, "blue", "vote pause")
    game_master.pause(context, stream, "you are right")
    assert not votes(context, stream)
    assert "is paused already" in said(context, stream, "red", "vote pause").problems[0]
    check_sound(context, stream)


# ---------------------------------------------------------------- more time


def test_more_time_by_the_part_that_the_policy_sets(context: ServiceContext) -> None:
    """By the least that the askers want; the reason says how many they were. 0: the players do not decide it."""
    stream = corners(context, PolicySet(votes={"more time": 50}))
    first = said(context, stream, "a", "extend 2d")
    assert "the deadline moves when 1 more of b, c, d asks for it, too" in first.notes[0]
    last = said(context, stream, "c", "extend 24h")
    assert last.notes[0] == "2 of 4 players asked for more time: orders for turn 1 are due 2026-01-03 12:00 UTC"
    assert last.asked is not None and last.asked.moved
    check_sound(context, stream)
    never = corners(context, PolicySet(votes={"more time": 0}))
    assert "do not vote on more time" in said(context, never, "a", "extend 24h").problems[0]


def test_more_time_is_asked_for_by_persons(context: ServiceContext) -> None:
    """One who plays two seats asks once."""
    stream = two_seats(context)
    said(context, stream, "copilot", "extend 24h")
    receipt = said(context, stream, "aquaphibian", "extend 24h")
    assert receipt.notes[0].startswith("all players asked for more time")
    check_sound(context, stream)

"""Steps of a turn and the position at each: numbers, units, hashes, what is hidden, what is revealed at the end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from events.base import EVERYONE
from pbem.core.state.canonical_json import hash_of
from pbem.core.state.codec import dump
from pbem.service.context import KEPT_PIECES, ActRefused, NoSuchGame, NoSuchSeat, RenderCache, ServiceContext
from pbem.service.games import game_master, opening
from pbem.service.orders.file import file_orders
from pbem.service.reports import replay
from pbem.service.reports.replay import shown_steps, step_at, step_key, turn_replay, turn_steps
from pbem.service.reports.replay_export import Part, replay_export
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.rollback import roll_back
from pbem.service.turns.tick import tick
from tests.conftest import HandClock

SECRET = "\nE1 SHIELDS F 1\nE2 SPEED +2; KEEP 3\nT6 FIRE F AT BIS\nPOLICY RETREAT NEVER"


def duel(context: ServiceContext, red: str = "SR1: TURN R") -> str:
    """One turn of a duel; what red does beside turning is their own business."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    file_orders(context, stream, "blue", "BIS: FIRE F AT SR1 WITHIN 1 ELSE TURN L\nready", "m1")
    file_orders(context, stream, "red", f"{red}\nready", "m2")
    tick(context)
    return stream


def over(context: ServiceContext, clock: HandClock, scenario: str = "first-blood") -> str:
    """A duel that bots have played to its end."""
    stream = opening.open_game(context, "star_navy", scenario, players={"blue": "bot:aggressive", "red": "bot:aggressive"})
    while not load(context, stream).ledger.ended:
        tick(context)
        clock.advance(24)
    return stream


def test_steps_are_the_lines_of_the_report(context: ServiceContext) -> None:
    """Numbered alike, with phase, sentence, clause and dice; before them the position as the turn began."""
    stream = duel(context)
    for seat in ("blue", "red", None):
        shown = turn_steps(context, stream, 1, seat)
        report = turn_report(context, stream, 1, seat).report
        assert (shown.steps[0].number, shown.steps[0].text) == (0, "The position as turn 1 began.")
        told = [(step.number, step.phase, step.text, step.rule, step.dice) for step in shown.steps[1:]]
        assert told == [(line.number, line.phase, line.text, line.rule, line.dice) for line in report.lines]


def test_a_step_names_its_units(context: ServiceContext) -> None:
    """Those that the reader knows and the line is about: so a line and the map can be joined."""
    stream = duel(context)
    units = {unit for step in turn_steps(context, stream, 1, "blue").steps for unit in step.units}
    assert units == {"BIS", "SR1"}
    turning = next(step for step in turn_steps(context, stream, 1, "blue").steps if "BIS" in step.text)
    assert turning.units[0] == "BIS"


def test_a_turn_begins_where_the_last_one_ended(context: ServiceContext) -> None:
    """Step 0 is the position of the report before, picture for picture."""
    stream = duel(context)
    for seat in ("blue", "red", None):
        assert step_at(context, stream, 1, 0, seat, sheets=True).scenes == turn_report(context, stream, 0, seat).scenes


def test_the_position_moves_with_the_steps(context: ServiceContext) -> None:
    """After the last step that changes anything the reader sees what their report shows; in between something else."""
    stream = duel(context)
    shown = list(shown_steps(context, stream, 1, "blue"))
    assert len({each.digest for each in shown}) > 1
    assert shown[0].digest == hash_of(load(context, stream, 0).known("blue"))
    assert shown == [step_at(context, stream, 1, number, "blue") for number in range(len(shown))]


def test_steps_share_what_looks_the_same(context: ServiceContext) -> None:
    """Steps after which the same is known, or is drawn, have one picture."""
    shown = list(shown_steps(context, duel(context), 1, "blue"))
    assert all(one.scenes is two.scenes for one, two in pairwise(shown) if one.digest == two.digest)
    assert all((one.scenes == two.scenes) == (one.scenes is two.scenes) for one, two in pairwise(shown))


def test_what_red_keeps_secret_moves_no_step_of_blue(context: ServiceContext) -> None:
    """Two duels that differ only in red's sealed orders: steps, pictures and hashes are the same for blue and a spectator."""
    one, two = duel(context), duel(context, "SR1: TURN R" + SECRET)
    for seat in ("blue", None):
        first, second = (list(shown_steps(context, stream, 1, seat)) for stream in (one, two))
        assert [(m.step, m.scenes, m.digest) for m in first] == [(m.step, m.scenes, m.digest) for m in second]
    red = [[each.digest for each in shown_steps(context, stream, 1, "red")] for stream in (one, two)]
    assert red[0] != red[1]


def test_the_set_up_has_steps(context: ServiceContext) -> None:
    """Turn 0 begins with an empty table and ends with the opening position."""
    stream = duel(context)
    shown = turn_steps(context, stream, 0, "blue").steps
    assert shown[0].text == "The empty table."
    assert len(shown) > 1 and step_at(context, stream, 0, len(shown) - 1, "blue").scenes


def test_a_hash_is_of_the_view_until_the_end_and_then_of_the_state(context: ServiceContext, clock: HandClock) -> None:
    """While the game goes on readers have different hashes; when it is over all have that of the umpire's state."""
    stream = duel(context)
    assert {step_at(context, stream, 1, 1, seat).hashed for seat in ("blue", "red", None)} == {"view"}
    assert len({step_at(context, stream, 1, 0, seat).digest for seat in ("blue", "red", None)}) == 3
    done = over(context, clock)
    then = load(context, done, 1)
    for seat in ("blue", None, EVERYONE):
        first = step_at(context, done, 2, 0, seat)
        assert (first.hashed, first.digest) == ("state", hash_of(dump(then.state)))


def test_everything_is_laid_open_when_the_game_is_over_and_not_before(context: ServiceContext, clock: HandClock) -> None:
    """Its steps are all events that are worth a sentence, hidden ones among them; to each a picture that hides nothing."""
    stream = over(context, clock)
    for turn in range(1, 3):
        whole = turn_steps(context, stream, turn, EVERYONE).steps
        for seat in ("blue", "red", None):
            texts = [step.text for step in whole]
            assert {step.text for step in turn_steps(context, stream, turn, seat).steps} <= set(texts)
        assert [each.step for each in shown_steps(context, stream, turn, EVERYONE)] == whole
    assert len(turn_steps(context, stream, 1, EVERYONE).steps) > len(turn_steps(context, stream, 1, None).steps)
    sheets = [step_at(context, stream, 1, 0, seat, sheets=True).scenes for seat in (EVERYONE, None)]
    assert len(sheets[0]) > len(sheets[1]) or sheets[0] != sheets[1]
    with pytest.raises(ActRefused, match="is laid open when it is over"):
        turn_steps(context, duel(context), 1, EVERYONE)


def test_what_is_not_there(context: ServiceContext) -> None:
    """A game, a turn, a step, a seat: each has its sentence."""
    stream = duel(context)
    with pytest.raises(NoSuchGame, match="no game 'g9'"):
        turn_steps(context, "g9", 0, None)
    with pytest.raises(NoSuchGame, match="turn 2 of g1 is not resolved yet"):
        turn_steps(context, stream, 2, None)
    with pytest.raises(NoSuchGame, match="turn 1 of g1 has no step 99 here; the last is"):
        step_at(context, stream, 1, 99, None)
    with pytest.raises(NoSuchSeat, match="no seat 'green'; its seats are blue, red"):
        turn_steps(context, stream, 1, "green")


# ---------------------------------------------------------------- kept


def test_a_moments_key_says_all_that_it_is_made_of(context: ServiceContext) -> None:
    """Another turn, step or reader has another one; and so has the end of the game, by which hashes change."""
    stream = duel(context)

    def key(turn: int, number: int, seat: str | None) -> tuple[object, ...]:
        return step_key(turn_replay(context, stream, turn, seat), number)

    keys = {key(turn, number, seat) for turn in (0, 1) for number in (0, 1) for seat in ("blue", None)}
    assert len(keys) == 8 and key(1, 1, "blue") in keys
    game_master.end(context, stream, "enough")
    assert key(1, 1, "blue") not in keys
    assert step_at(context, stream, 1, 1, "blue").hashed == "state"


def test_a_piece_is_made_once_and_the_oldest_makes_room() -> None:
    """What was asked for last stays longest."""
    rendered, made = RenderCache(), list[int]()

    def get(number: int) -> int:
        return int(rendered.get(number, lambda: made.append(number) or number))

    assert [get(1), get(1), get(2)] == [1, 1, 2] and made == [1, 2]
    for number in range(3, KEPT_PIECES + 2):
        get(number)
        get(1)
    made.clear()
    assert get(1) == 1 and made == []
    assert get(2) == 2 and made == [2]


def test_undone_turns_keep_their_steps(context: ServiceContext) -> None:
    """A turn that was rolled back is named with the reason and looks as ever; the next begins with the position restored."""
    stream = duel(context)
    before = list(shown_steps(context, stream, 1, "blue"))
    assert replay.undone(context, stream) == {}
    roll_back(context, stream, 0, "the wind was wrong")
    assert replay.undone(context, stream) == {1: "the wind was wrong"}
    assert list(shown_steps(context, stream, 1, "blue")) == before
    (only,) = turn_steps(context, stream, 2, "blue").steps
    assert only.text == "Not played: back to the end of turn 0. the wind was wrong"
    assert step_at(context, stream, 2, 0, "blue").digest == before[0].digest
    for seat, orders in (("blue", "BIS: TURN L\nready"), ("red", "SR1: TURN R\nready")):
        file_orders(context, stream, seat, orders, f"again {seat}")
    tick(context)
    assert step_at(context, stream, 3, 0, "blue").digest == step_at(context, stream, 1, 0, "blue").digest


# ---------------------------------------------------------------- a whole replay


def test_a_replay_has_every_step_and_each_picture_once(context: ServiceContext) -> None:
    """Frames are shared by steps that look the same; pieces by frames."""
    stream = duel(context)
    made = replay_export(context, [Part(stream, (0, 1), "blue")], 1000)
    assert made.steps == sum(len(turn_steps(context, stream, turn, "blue").steps) for turn in (0, 1))
    assert [take.step.number for take in made.parts[0].turns[1][1]] == list(range(len(made.parts[0].turns[1][1])))
    frames, pieces = made.frames.frames, made.frames.pieces
    assert 1 < len(frames) <= made.steps and len(set(pieces)) == len(pieces)
    assert {take.frame for _, steps in made.parts[0].turns for take in steps} == set(range(len(frames)))
    assert {piece for frame in frames for _, _, come in frame.parts for piece in come} == set(range(len(pieces)))
    assert made.last.startswith("<svg ")


def test_a_replay_too_long_is_refused(context: ServiceContext) -> None:
    """With what to ask for instead."""
    with pytest.raises(ActRefused, match=r"more than the 2 steps that one file holds: choose fewer, as in \?t=0-0"):
        replay_export(context, [Part(duel(context), (0, 1), None)], 2)

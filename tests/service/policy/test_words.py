"""A policy in words: the clock in sentences, the ladder as a table, and all of it in five lines."""

from __future__ import annotations

import pytest

from events.platform import PolicySet
from pbem.service.policy.presets import PRESETS
from pbem.service.policy.words import clock_words, deciding, in_short, in_words, ladder, watching
from tests.service.policy.test_parse_policy import ALL

NO_VOTES = dict.fromkeys(PolicySet().votes, 0)


def test_a_policy_that_settles_nothing_says_so() -> None:
    """Standing orders at the deadline, seats by invitation."""
    rungs = ladder(PolicySet())
    assert [rung.step for rung in rungs] == ["The turn is resolved", "Free seat"]
    assert rungs[1].what == "A free seat is given by invitation."


def test_every_step_of_the_ladder_is_a_row_in_order() -> None:
    """As they are done; each says what and when."""
    rungs = ladder(ALL)
    steps = ["Standing orders", "Waiting", "Excuse", "Grace", "Sitter", "Bot", "The turn is resolved"]
    assert [rung.step for rung in rungs] == [*steps, "The seat is lost", "Substitutes", "Free seat"]
    assert all(rung.what.endswith(".") and rung.when for rung in rungs)
    said = {rung.step: rung.what for rung in rungs}
    assert said["Excuse"] == "The deadline moves by 36 hours; each seat has 2. 7 turns on time in a row win one back."
    assert said["Sitter"].startswith("The sitter whom the player has named or another player of the side orders for the seat;")
    assert said["Free seat"] == "A free seat is for whoever comes and had 80% of their turns in time."


def test_the_clock_is_told_in_sentences() -> None:
    """All that moves it, and what does not."""
    assert clock_words(ALL, 24.0) == (
        "Orders are due every Monday and Thursday at 20:00 (Europe/Berlin), even if all are ready sooner."
        " No turn is due on 2026-12-24, 2026-12-25. A turn has 12 hours at least."
        " Its deadline moves by 72.5 hours at most in all, but for decisions and outages. After an outage 6 hours are left."
    )
    assert clock_words(PolicySet(notice_hours=0.0), 48.0) == "Orders are due every 2 days, or as soon as all are ready."
    assert clock_words(PolicySet(), 0.0) == "Turns have no deadline: each is resolved when all are ready."


def test_who_decides_and_who_may_watch() -> None:
    """Votes with their part, a master who is silent, the delay."""
    assert deciding(PolicySet(votes=NO_VOTES | {"draw": 75}, silent_days=0.0)) == "The players vote on a draw (75%)."
    assert deciding(PolicySet(votes=NO_VOTES)) == (
        "Nothing is voted on. When the game master is silent for 14 days, the players decide."
    )
    assert deciding(ALL).endswith("When the game master is silent for 21 days, the operator decides.")
    assert watching(ALL) == (
        "Spectators and forums see a turn 24 hours later than the players."
        " The players and the game master may comment in the game's thread."
    )
    assert watching(PolicySet()) == (
        "Spectators and forums see a turn when the players do. Whoever is signed in may comment in the game's thread."
    )
    assert watching(PolicySet(comments="nobody")).endswith("Nobody comments in the game's thread.")


@pytest.mark.parametrize("policy", [ALL, PolicySet(), *(PolicySet(**preset.fields) for preset in PRESETS.values())])
def test_a_mail_has_it_in_five_lines(policy: PolicySet) -> None:
    """The clock, the steps, what becomes of the seat, who decides, who may watch: none empty."""
    lines = in_words(policy, 24.0).lines
    assert len(lines) == 5 and all(line.endswith(".") for line in lines)
    assert lines[1].startswith("When orders are missing: ")


def test_the_history_says_it_in_one_sentence() -> None:
    """With the pace, if the policy says it."""
    assert in_short(PolicySet(pace="72h", grace_hours=6.0)) == (
        "Orders are due every 3 days. When orders are missing: 6 hours of grace once a turn;"
        " for a player who is away standing orders are used"
    )


def test_many_days_off_are_counted() -> None:
    """Of three years' holidays only how many, and until when."""
    many = [f"2026-12-{day}" for day in range(20, 30)]
    assert "No turn is due on 10 days off, the last on 2026-12-29." in clock_words(PolicySet(days_off=many), 24.0)

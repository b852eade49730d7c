"""The first lines of a report: what mattered in a move, from the reader's own events."""

from __future__ import annotations

import pytest

from events.base import Draft, visible
from events.platform import Rolled
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Contact
from tests.kit.playing import Played, by_bot, open_play, play_turn, readers
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, play, state_with, vessel

SR1, SR2 = "captain-sr1", "captain-sr2"
SCORE = "Known to you now: "
NOTHING_KNOWN = (
    "Known to you now: Terrainians 0, Aquaphibians 0; by this neither side leads. "
    "What became of other vessels counts too, and is told at the end."
)


def short(state: State, drafts: list[Draft], seat: str | None, *ids: str) -> list[str]:
    """The summary of a reader who answers to these ids."""
    reader = frozenset({seat or "", *ids})
    seen = [d.event for d in drafts if (state.over or visible(d.audience, reader)) and not isinstance(d.event, Rolled)]
    return STINGRAY.report.summary(seen, known(state, seat))


def duel(orders: dict[str, str], dice: list[int], **fish: object) -> tuple[State, list[Draft]]:
    """SR1 with an armed Mk61, 8 hexes from two fish that lie still."""
    sr1 = vessel("SR1", "1012", "N", tubes={"1": "MK61"})
    sr1.launchers["1"].armed = True
    state = state_with(sr1, vessel("TF1", "1004", "S", **fish), vessel("TF2", "1204", "S"), move=3)
    return state, play(state, orders, dice)


def test_hits_and_losses_by_vessel_come_first() -> None:
    """Section 9: who was lost, what it took in all and by what; then what was heard; the score is last."""
    state, drafts = duel({"SR1": "HALT; LAUNCH STING 1 AT TF1"}, [3, 6], damage=3)
    lines = short(state, drafts, FISH)
    assert lines[:2] == [
        "TF1 sank in 1004.",
        "TF1 took 4 damage points (Sting Mk61), 7 of 6 in all and was hit in its fuel line.",
    ]
    assert "Heard: an explosion in 1004." in lines
    assert lines[-1].startswith("Known to you now: Terrainians 12, Aquaphibians 0; by this the Terrainians lead by 12.")
    assert not any("breaking up" in line for line in lines), "who has seen it sink need not hear it"


def test_the_firer_is_not_told_what_was_hit() -> None:
    """Section 7: where its Mk61 exploded and what is heard; not the vessel, the damage or its points."""
    state, drafts = duel({"SR1": "HALT; LAUNCH STING 1 AT TF1"}, [3, 6], damage=3)
    lines = short(state, drafts, SR1)
    assert lines[0] == "1 Mk61 of SR1 hit something in 1004."
    assert "Heard: an explosion in 1004, a vessel breaking up in 1004." in lines
    assert lines[-1] == NOTHING_KNOWN
    assert not any("sank" in line or "damage" in line for line in lines)


def test_misses_launches_and_lost_locks() -> None:
    """STG-M61.7: both crews learn of a miss."""
    state, drafts = duel({"SR1": "HALT; LAUNCH STING 1 AT TF1", "TF2": "HALT; LAUNCH AT SR1"}, [2])
    assert "A Sting Mk61 missed TF1." in short(state, drafts, FISH)
    assert "TF2 launched 1 Terror Missile at SR1." in short(state, drafts, FISH)
    ours = short(state, drafts, SR1)
    assert "Mk61 SR1-M1 missed." in ours and "SR1 launched 1 Mk61 at TF1." in ours
    assert any(line.startswith("1 missile noticed in the water, the nearest ") for line in ours)


def test_orders_that_came_to_nothing_are_said() -> None:
    """STG-LAU.3, STG-POW.6, STG-MOV.8: what was not carried out, what had no power, which plan had to change."""
    state, drafts = duel(
        {"SR1": "HALT; POWER 1; BATTERY 0; SCAN 1; DECOY IF MISSILE WITHIN 2", "TF1": "LAUNCH AT SR1 IN PHASE 1"}, []
    )
    assert "SR1 had no power for DECOY (1 decoy), SCAN (1 zone)." in short(state, drafts, SR1)
    lapsed, drafts = duel({"TF1": "HALT; LAUNCH AT SR1 WHEN RANGE<=3"}, [])
    assert "Not carried out: TF1 LAUNCH; the reasons are below." in short(lapsed, drafts, FISH)
    assert any(line == "TF2 moved otherwise than ordered: no movement was ordered." for line in short(lapsed, drafts, FISH))


def test_contacts_found_and_lost() -> None:
    """STG-SCN.7: what none of the reader's vessels held before, and what none of them holds any more."""
    near, far = vessel("TF1", "1010", "N"), vessel("TF2", "1012", "N")
    state = state_with(near, far, vessel("SR1", "1006", "N"), move=3, held=False)
    near.finds.contacts = {"SR2": Contact("SR2", "SR", near.hex, None, 0, 0, 3, "sonar")}
    drafts = play(state, {"TF1": "HALT", "TF2": "HALT", "SR1": "HALT; SCAN OFF"})
    lines = short(state, drafts, FISH)
    assert "Found: SR1 (Stingray) in 1006." in lines
    assert "Out of contact: SR2." in lines
    again = short(state, play(state, {"TF1": "HALT", "TF2": "HALT", "SR1": "HALT; SCAN OFF"}), FISH)
    assert again[:-1] == ["Move 5 of 99 brought no hit, no loss and nothing new."]


def test_rams_and_strikes() -> None:
    """STG-RAM.3, W3: who rammed whom, for both crews."""
    sr1, tf1 = vessel("SR1", "1010", "N", 2, damage=5), vessel("TF1", "1008", "S", 2)
    state = state_with(sr1, tf1)
    drafts = play(state, {"SR1": "2", "TF1": "2; RAM SR1"}, [4, 3])
    assert "TF1 rammed SR1 in 1009." in short(state, drafts, FISH)
    assert short(state, drafts, SR1)[:2] == ["SR1 took 3 damage points (ram), 8 of 15 in all.", "TF1 rammed SR1 in DR 1009."]


def test_a_spectator_learns_that_a_move_was_played() -> None:
    """Section 7: nothing else before the end."""
    state, drafts = duel({"SR1": "HALT; LAUNCH STING 1 AT TF1"}, [3, 6], damage=3)
    assert short(state, drafts, None) == ["Move 4 of 99 was played.", "What each side has scored is secret until the end."]


def test_the_verdict_is_the_first_line_of_the_last_report() -> None:
    """STG-VIC.1: how it ended, then what both sides lost in the last move."""
    state = state_with(vessel("SR1", "1012", "N", tubes={"1": "MK61"}), vessel("TF1", "1004", "S", damage=3), limit=1)
    state.vessels["SR1"].launchers["1"].armed = True
    drafts = play(state, {"SR1": "HALT; LAUNCH STING 1 AT TF1"}, [3, 6])
    lines = short(state, drafts, SR1)
    assert lines[0] == (
        "The Aquaphibians have lost all their vessels: the Terrainians win, "
        "for a side that has lost all its vessels loses whatever the points (12 points to 0)."
    )
    assert lines[1] == "TF1 sank in 1004."


@pytest.mark.parametrize("key", OPENINGS)
def test_one_to_eight_lines_for_every_reader(key: str) -> None:
    """Section 9: in every scenario, from the opening on, for every seat and for a spectator; whole sentences."""
    played = open_play(STINGRAY, key, {}, "summary")
    orders = by_bot(dict.fromkeys(played.state.seats, next(iter(STINGRAY.planning.bots))))
    drafts = played.drafts
    for number in range(1, 5):
        for seat, ids in readers(STINGRAY, key).items():
            lines = short(played.state, drafts, seat, *ids)
            assert 1 <= len(lines) <= 8 and all(line[0].isupper() or line[0].isdigit() for line in lines)
            assert all(line.endswith(".") for line in lines)
        drafts = play_turn(played, orders, "summary", number)


def test_only_the_readers_own_events_count() -> None:
    """Section 7: a summary is made of the reader's events and knowledge; what others are told changes nothing in it."""
    played: Played = open_play(STINGRAY, "new-toy", {}, "own")
    orders = by_bot(dict.fromkeys(played.state.seats, next(iter(STINGRAY.planning.bots))))
    for number in range(1, 4):
        drafts = play_turn(played, orders, "own", number)
        lines = short(played.state, drafts, "captain1", "sr1", "terrainians")
        assert any(line.startswith(SCORE) for line in lines)
        assert not any(line.startswith(("MF1 ", "TF1 ", "TF2 ", "SR2 ")) for line in lines)

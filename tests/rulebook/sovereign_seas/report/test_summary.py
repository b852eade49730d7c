"""The summary of a report: what matters of a turn in at most eight sentences (section 9)."""

from __future__ import annotations

from dataclasses import replace

from events.base import Event
from events.sovereign_seas import battle, opening, sailing
from pbem.core.game.panels import SUMMARY_LINES
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.summary import summary
from tests.rulebook.sovereign_seas.builders.seen import seen, ship

FOUGHT = seen(
    ship("BC1", "1010", log={"marked": 9, "lost": 4, "gone": ("S1", "S2")}),
    ship("BB1", "1012", speed=0),
    ship("FB1", "1508", speed=0),
    ship("FF1", "1606", fate="sunk"),
)


def said(*events: Event, state: State = FOUGHT) -> list[str]:
    """All sentences but the last, which is the score."""
    return summary(events, state)[:-1]


def test_the_score_is_always_told() -> None:
    """SSL-N.1: also of a turn in which nothing happened; at the end the verdict instead."""
    assert summary([], FOUGHT)[-1].startswith("Now: 2 of 2 British and 1 of 2 French ships are fit to fight")
    over = replace(FOUGHT, over=True, verdict="The French gave up: the British win.")
    assert summary([], over)[-1] == "The French gave up: the British win."


def test_losses_come_first_and_say_how() -> None:
    """SSL-M.1, SSL-J1.5, SSL-I4.1: by whose guns or ram."""
    hit = sailing.RamEffect("BB1", "FF1", 3, 24, 2)
    sunk = battle.Sunk("FF1", "BB1", "1606")
    assert said(hit, sunk)[0] == "Sunk: FF1 (rammed by BB1)."
    own = sailing.RamEffect("FF1", "BB1", 3, 24, 12)
    assert said(own, sunk)[0] == "Sunk: FF1 (by her own ram on BB1)."
    assert said(own, shot("BB1", "FF1"), sunk)[0] == "Sunk: FF1 (by the guns of BB1)."
    assert "Off the map and out of the game: FB1 (north edge)." in said(sailing.LeftMap("FB1", 2, "N"))


def shot(by: str, at: str, hits: int = 2) -> battle.SalvoFired:
    """A salvo that hits."""
    return battle.SalvoFired(by, at, 2, "D", 5, 3, {"size": 2}, 10, 6, 4, 2, hits, "D", "1010", "1310")


def test_a_ram_is_told_with_its_sum() -> None:
    """SSL-J1.4 to SSL-J1.6."""
    rolled = sailing.RamRolled("BB1", "FF1", 2, "1606", "bow", 8, 4, 6, 4, True)
    missed = replace(rolled, attacker="FB1", target="BC1", hit=False)
    effect = sailing.RamEffect("BB1", "FF1", 3, 24, 2)
    assert "Rams: BB1 on FF1 (24 hits, 2 on herself); FB1 on BC1 (missed)." in said(rolled, effect, missed)


def test_hits_by_ship_with_what_they_did() -> None:
    """SSL-K.1: the own side first; hull, batteries and speed as they are now."""
    events = [
        battle.Located("FB1", 2, "H"),
        battle.NoEffect("FB1", "hull", "A", "B"),
        *[battle.Located("BC1", 3, "B")] * 3,
        battle.GunLost("BC1", "S1", False),
        battle.GunLost("BC1", "S2", False),
        battle.HullMarked("BC1", 9, 4, 6),
    ]
    assert said(*events)[:2] == [
        "British ships hit: BC1 3 hits (hull 9 of 15, S1-S2 lost, maximum speed 6).",
        "French ships hit: FB1 1 hit (no effect).",
    ]


def test_a_hidden_log_keeps_its_secret() -> None:
    """SSL-Y.5: letters only."""
    hidden = replace(FOUGHT, ships={**FOUGHT.ships, "FB1": replace(FOUGHT.ships["FB1"], log_if_known=None)})
    events = [battle.Located("FB1", 2, "H"), battle.Located("FB1", 3, "B"), battle.Located("FB1", 5, "*")]
    assert said(*events, state=hidden)[0] == (
        "French ships hit: FB1 3 hits (1 hull, 1 battery, 1 critical; her log is hidden)."
    )


def test_what_is_crippled_and_who_lies_stopped() -> None:
    """SSL-L5, SSL-J1.10, SSL-H.6: of ships that are afloat."""
    events = [
        battle.OutOfCommand("BC1", 7),
        battle.RudderJammed("FB1", "L", 6),
        battle.RudderJammed("FF1", "L", 6),
        battle.FactorsLost("BC1", "boiler", 5, 4),
        battle.SevereDamage("FB1", 4),
        battle.ConditionEnded("BB1", "rudder"),
        sailing.RamStopped(["BB1"]),
        sailing.AutoDecel("FB1", 4, 3, 0),
    ]
    assert said(*events)[:2] == [
        "BC1 is out of command to the end of game turn 7; the rudder of FB1 is jammed left to the end of game turn 6;"
        " BC1 lost speed by a boiler hit; severe hull damage to FB1 (4 circles); the rudder of BB1 is free again.",
        "Lying stopped: BB1 in 1012 (after a ram), FB1 in 1508 (no speed left).",
    ]


def test_advantage_and_fire() -> None:
    """SSL-G.1, SSL-J2.8, SSL-X.12: the turn's fire in one sentence; without any, how near the enemies are."""
    silent = battle.DidNotFire("BB1", "open", "FB1", 3, 2)
    assert said(shot("BC1", "FB1"), shot("BC1", "FB1", 0), silent) == [
        "The French had the advantage; 1 ship fired 2 salvos for 2 effective hits; BB1 had a target and did not fire."
    ]
    assert said() == ["The French had the advantage; no shot was fired; the nearest enemies, BC1 and FB1, are 5 hexes apart."]


def test_silence_is_told_with_its_limit() -> None:
    """SSL-Z.2."""
    assert said(battle.Silent("french", 2))[0] == "Nobody has mailed for the French for 2 turns; after 3 they give up."
    free = replace(FOUGHT, options={**FOUGHT.options, "nmr_limit": 0})
    assert said(battle.Silent("french", 2), state=free)[0] == "Nobody has mailed for the French for 2 turns."


def test_the_set_up() -> None:
    """SSL-A.2, SSL-Y.3, SSL-O6.1: what a deadline decided, as far as it is seen."""
    events = [opening.ShipPlaced("FB1", "1508", 0, 6), opening.EntryChosen("W"), opening.StageClosed(1)]
    assert said(*events) == [
        "The French have placed FB1.",
        "The British come in from the west.",
        "1 set-up deadline to come.",
        "At sea: 2 ships of the British and 1 ship of the French; the nearest enemies, BC1 and FB1, are 5 hexes apart.",
    ]


def test_a_sentence_ends_somewhere() -> None:
    """Section 9: of a long list the end is counted."""
    many = seen(*[ship(f"{letters}{n}", f"10{n}0") for letters in ("FB", "FC", "FF", "FV") for n in range(1, 6)])
    events = [battle.OutOfCommand(id, 7) for id in many.ships]
    words = summary(events, many)[0]
    assert len(words) < 240 and words.endswith("; and 16 more.")


def test_no_more_than_eight() -> None:
    """Section 9: what matters least is left out first, the score never."""
    events: list[Event] = [
        battle.Sunk("FF1", "BB1", "1606"),
        sailing.LeftMap("FB1", 1, "N"),
        sailing.RamRolled("BB1", "FF1", 2, "1606", "bow", 8, 4, 6, 4, False),
        battle.Located("FB1", 2, "H"),
        battle.Located("BC1", 2, "H"),
        battle.OutOfCommand("BC1", 7),
        sailing.RamStopped(["BB1"]),
        battle.Silent("french", 2),
    ]
    found = summary(events, FOUGHT)
    assert len(found) == SUMMARY_LINES
    assert found[0].startswith("Sunk") and found[-1].startswith("Now")

"""The first lines of a report: hits and losses by ship, aircraft, submarines, the score."""

from __future__ import annotations

from events.base import Event
from events.wet_thrust import damage, firing, flying, opening, sailing
from pbem.core.game.panels import SUMMARY_LINES
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.report.summary import summary
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.rules.test_victory import opened

NOW = "If the game ended now, as far as you know: German 0, British 0; it would be a draw."


def seen(seat: str | None = "de", key: str = "denmark-strait") -> State:
    """What a reader knows of an opening."""
    return known(opened(key), seat)


def guns(ship: str, target: str, points: int) -> firing.GunsFired:
    """A salvo that scores so much."""
    return firing.GunsFired(ship, target, ["A1"], 9000, 1, {}, 1, 1, "belt", 1, points, [0, 0], [0, 9000])


def torpedoes(by: str, target: str, points: int, seen: bool) -> firing.TorpedoesFired:
    """A salvo of a vessel that all see, or do not."""
    return firing.TorpedoesFired(by, target, ["TL1"], 4, 4000, "beam", 4, {}, 2, points, [0, 0], [0, 4000], seen)


def test_a_quiet_turn() -> None:
    """There is always a line."""
    assert summary([opening.TurnBegan(1)], seen()) == ["No ship was hit, and no aircraft was lost.", NOW]


def test_own_hits_come_from_the_sheet() -> None:
    """WT-8.6, WT-9.4, WT-16: all of a ship in one sentence."""
    events: list[Event] = [
        guns("HOO", "PEU", 5),
        damage.BoxesMarked("PEU", 5, 7, [6], "gunfire"),
        damage.BoxesMarked("PEU", 2, 9, [], "boiler"),
        damage.FuelLost("PEU", 1, 0, 1, "salvo"),
        damage.SystemLost("PEU", "BO1", "check"),
        damage.SystemLost("PEU", "FC1", "check"),
        damage.FireStarted("PEU", 2, "boiler"),
        damage.Holed("PEU", "HO1", 17, 1, 1),
        damage.SystemRepaired("PEU", "FC1"),
    ]
    assert summary(events, seen())[0] == (
        "PEU: 7 boxes marked, 9 of 24 in all; BO1, FC1 lost; holed 1 time; 2 fires burning; 1 fuel box lost; FC1 repaired."
    )


def test_enemies_are_hit_by_what_all_see() -> None:
    """WT-23.2: points; the hardest hit first, and those beyond four in one line."""
    found = seen()
    scored = {"HOO": 3, "POW": 9, "NOR": 1, "SUF": 2}
    events: list[Event] = [guns("BIS", id, points) for id, points in scored.items()]
    events += [damage.FiresSeen("POW", 1), guns("HOO", "BIS", 1)]
    lines = summary(events, found)
    assert [line.split(":")[0] for line in lines[:5]] == ["POW", "HOO", "SUF", "NOR", "Also struck"]
    assert lines[0] == "POW: 9 points scored on her, 0 in all of 44 boxes; 1 fire burning."
    assert lines[4:] == ["Also struck: BIS.", NOW]


def test_unseen_torpedoes_count_once() -> None:
    """WT-23.4: the boat's own side is told of the salvo and of what it struck."""
    events: list[Event] = [torpedoes("U47", "M01", 5, seen=False), firing.TorpedoesStruck("M01", "beam", 2, 5, [0, 0])]
    assert summary(events, seen("de", "convoy"))[0] == "M01: 5 points scored on her, 0 in all of 8 boxes."
    assert summary([torpedoes("ANT", "M01", 5, seen=True)], seen("de", "convoy"))[0].startswith("M01: 5 points")


def test_losses_come_first() -> None:
    """WT-22.1, WT-21.7, WT-23.4: who is gone, and nothing more of her hits."""
    events: list[Event] = [
        guns("BIS", "HOO", 9),
        damage.Lost("HOO", "explosion", [0, 0]),
        sailing.DisengageTried("BIS", "POW", "1", 4, False),
        sailing.Disengaged("PEU", ""),
        damage.ContactDestroyed("british", "SUB1", [0, 0]),
    ]
    assert summary(events, seen())[:4] == [
        "HOO is lost: she exploded.",
        "BIS tried to break contact and was held by POW.",
        "PEU has broken contact.",
        "The submarine SUB1 is destroyed.",
    ]


def test_aircraft_and_submarines() -> None:
    """WT-11.14, WT-19.3: squadron by squadron; boats as their reader knows them."""
    events: list[Event] = [
        flying.TookOff("GRZ-T1", 9, "GRZ", "T", 6, "german", "de", [0, 0]),
        flying.AircraftLost("ARK-T1", 2, 4, "shot down"),
        flying.AircraftLost("ARK-T1", 4, 0, "shot down"),
        flying.AircraftLost("ARK-F1", 1, 5, "shot down"),
        flying.DeckLost("ARK-T2"),
        sailing.ContactMade("british", "SUB1", [1000, 2000], "deep", "ANT"),
        sailing.ContactHeld("U47", "SUB1"),
        sailing.Sighted("U99", 9, "U 99", "type7", "german", "de", [0, 0], 3, "2"),
    ]
    assert summary(events, seen())[:-1] == [
        "Aircraft lost: ARK-T1 6 (it is no more), ARK-F1 1 (5 left), ARK-T2 (aboard).",
        "Taken off or come in: 6 of GRZ-T1.",
        "ANT holds the submarine SUB1, submerged deep at 1.0,2.0.",
        "The enemy has detected U47, as SUB1.",
        "U99 has come to the surface at 0.0,0.0.",
    ]


def test_never_more_than_eight_and_the_score_is_always_there() -> None:
    """The last lines are cut, but for the score."""
    lost: list[Event] = [damage.Lost(id, "boxes", [0, 0]) for id in ("PEU", "BIS", "HOO", "POW", "NOR", "SUF")]
    boats: list[Event] = [sailing.ContactHeld(f"U{n}", "SUB1") for n in range(5)]
    lines = summary([*lost, *boats], seen("gb"))
    assert (
        len(lines) == SUMMARY_LINES
        and lines[-2].startswith("If the game ended now")
        and lines[0] == "PEU is lost: all her boxes are marked."
    )


def test_the_opening_and_the_end() -> None:
    """How it is won, and who is there; then why it ended."""
    state = opened("denmark-strait", 0)
    entered = opening.SeaSet("denmark-strait", state.options, state.sides, state.seats, 14, "calm")
    first = summary([entered], known(state, "gb"))
    assert first[0].startswith("The higher score") and first[-1] == "German: PEU and BIS; British: HOO, POW, NOR and SUF."
    decided = opening.GameDecided(["german"], {}, "The limit of 14 turns was reached: the Germans win, by 9 points to 0.")
    assert summary([decided], seen())[0] == decided.verdict

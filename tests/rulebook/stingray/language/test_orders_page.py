"""docs/orders/stingray.md and docs/rules/stingray.md say what the code does: samples, error texts, tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from events.base import Event
from pbem.core.geometry.hexes import parse_label
from pbem.core.texts.envelope import OrderError, OrderSheet, Parsed
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import OPENINGS, choices, command
from pbem.games.stingray.model.state import Mine, Missile, State
from pbem.games.stingray.model.vessel import Launcher
from pbem.games.stingray.orders.filing import UnitFiling
from tests.kit.pages import SPAN, chapter, page, rows, samples
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, state_with, vessel
from tests.rulebook.stingray.builders.orders import current_orders, mailed, notes, position, stingray
from tests.rulebook.stingray.samples import two_seat_state

ORDERS = page("orders/stingray")
RULES = page("rules/stingray")


# ---------------------------------------------------------------- sample mails


def sent(seat: str, text: str, state: State | None = None) -> Parsed:
    """A mail of a seat that must have no problem."""
    parsed = STINGRAY.orders.read(known(state or two_seat_state(), seat), seat, text, OrderSheet())
    assert [str(problem) for problem in parsed.problems] == []
    return parsed


CAPTAINS_LINES = [
    "MOVE 2 S 2",
    "LAUNCH STING 1 AT TF2 WHEN ARC AND RANGE 0-5, FROM PHASE 3",
    "LEAP EVADE",
    "STANDING DECOY IF MISSILE WITHIN 2",
]


def test_the_captains_sample() -> None:
    """STG-SEA.1: the first mail of the page, and of the samples below: speed 4, one turn to starboard."""
    first = samples(ORDERS)[0]
    captains, _ = samples(chapter(ORDERS, "Two sample mails"))[0].split("\n\n")
    for mail in (first, captains):
        parsed = sent("captain-sr1", mail)
        assert parsed.sheet.units["SR1"] == CAPTAINS_LINES
        assert any(note.startswith("SR1: speed 4 of 1 to 6") for note in parsed.notes)


def test_the_copilots_sample() -> None:
    """STG-SEA.1: tube 1 holds an unarmed Mk61, tube 2 is empty, TF2 is on the list."""
    _, copilots = samples(chapter(ORDERS, "Two sample mails"))[0].split("\n\n")
    assert sent("copilot-sr1", copilots).sheet.units["SR1"] == [
        "PREP STING 1",
        "LOAD 2 WITH MK7",
        "AIM AT TF2",
        "SCAN 1, HALF 2 6",
        "NAV ON",
        "STORE ALL",
        "MSG SR2: two fish bearing north-east",
    ]


def test_the_aquaphibians_sample() -> None:
    """STG-GEN.3: three fish in one mail."""
    assert sent(FISH, samples(chapter(ORDERS, "Two sample mails"))[1]).sheet.units == {
        "MF1": [
            "MOVE 2 S 2",
            "LAUNCH PORT AT ANY FROM PHASE 4",
            "LAUNCH STARBOARD AT SS1",
            "STANDING REPAIR PORT, STARBOARD, STEERING",
        ],
        "TF1": ["MOVE 3 P 1", "LAUNCH AT SR1 WHEN RANGE 3-8 AND CLEAR"],
        "TF2": ["MOVE P 2 S 1", "RAM SR1", "LAUNCH MINE IN PHASE 4"],
        "SIDE": [],
    }


def test_the_sample_of_the_rule_book() -> None:
    """Section 5: both blocks of its sample."""
    ours, theirs = samples(chapter(RULES, "5. Orders"))[0].split("\n\n")
    assert sent("captain-sr1", ours).sheet.units["SR1"] == CAPTAINS_LINES
    assert sent(FISH, theirs).sheet.units["TF1"] == ["MOVE 3 P 1", "LAUNCH AT SR1 WHEN RANGE 3-8 AND CLEAR"]


# ---------------------------------------------------------------- tables of orders


def order_spans() -> Iterator[str]:
    """Every order in the first column of a table headed `order`, but for the receipt's."""
    for title in re.findall(r"^## (.+)$", ORDERS, re.M):
        ordering = False
        for first, *_ in rows(chapter(ORDERS, title)) if title != "What the receipt may say" else []:
            ordering = ordering if "`" in first else first == "order"
            if ordering and "`" in first:
                yield from SPAN.findall(first)


def when_spans() -> Iterator[str]:
    """The words that may follow a launch."""
    _, after = chapter(ORDERS, "Launching").split("| words after it |")
    for first, *_ in rows(after)[1:]:
        yield from SPAN.findall(first)


def classes_that_read(text: str) -> list[str]:
    """Which blocks take these words as an order."""
    return [kind for kind in ("SR", "SS", "TF", "MF", "SIDE") if is_understood(text, kind)]


def is_understood(text: str, kind: str) -> bool:
    try:
        return bool(UnitFiling(kind, f"{kind}1", ()).understood(text))
    except OrderError:
        return False


@pytest.mark.parametrize("text", sorted(set(order_spans())))
def test_every_order_of_the_tables_is_one(text: str) -> None:
    """Section 5: as it is printed; `STANDING order` stands for any."""
    assert classes_that_read(text.replace("STANDING order", "STANDING LEAP EVADE"))


@pytest.mark.parametrize("words", sorted(set(when_spans())))
def test_every_condition_of_the_table_is_one(words: str) -> None:
    """STG-LAU.3: after a launch with a target."""
    assert classes_that_read(f"LAUNCH STING 1 AT TF2 {words}")


def test_the_tables_are_found() -> None:
    """The page is read at all."""
    assert len(set(order_spans())) > 60 and len(set(when_spans())) > 9


# ---------------------------------------------------------------- what the receipt says

MakeState = Callable[[], State]


@dataclass(frozen=True)
class Written:
    """A mail and the position in which it brings a text of the page; `copilot`: of the second seat."""

    mail: str
    state: MakeState = position
    copilot: bool = False


def ours(**changes: Any) -> MakeState:
    """SR1 changed in the usual position."""
    return lambda: position(stingray(**changes))


def short_of_mk61() -> State:
    """Before move 1, with one Mk61 aboard."""
    return position(stingray(stores={"MK61": 1, "MK7": 8, "MINE": 4, "DECOY": 4}), move=0)


def rocky(hex: str, *rocks: str) -> MakeState:
    """SR1 in a hex, among obstacles."""
    return lambda: position(stingray(hex=hex), obstacles=rocks)


def with_mk61(lock: bool) -> MakeState:
    """SR1 with a Mk61 in the water and nothing in its tubes."""
    missile = Missile("SR1-M1", "MK61", "SR1", "terrainians", parse_label("1008"), 0, 0, "TF2", 0, 4, lock)
    return lambda: position(stingray(tubes={}), missiles={missile.id: missile})


def emptied(id: str, launcher: str, move: int = 3) -> MakeState:
    """A fish's launcher is empty."""

    def state() -> State:
        found = position(move=move)
        found.vessels[id].launchers[launcher] = Launcher("")
        return found

    return state


def mined() -> State:
    """MN2 lies five hexes ahead of SR1."""
    return position(mines={"MN2": Mine("MN2", "terrainians", parse_label("1005"))})


def two_contacts() -> State:
    """SR1 knows of two fish."""
    return state_with(stingray(), vessel("TF1", "1030", "N", 3), vessel("TF2", "0530", "N", 3), move=3)


ITEMS = "LIFE MOVE PREP LAUNCH DECOY SCAN LOAD MINE COMMS NAV"
WRITTEN = {
    "Speed 5 refused: SR1 moved 1 last move, so 0 to 4 is legal.": Written("SR1: 5", ours(speed=1)),
    "What stands: MOVE 4.": Written("SR1: 5", ours(speed=1)),
    "Second turn refused: SR1 turns once a move.": Written("SR1: 1 S 1 S 1"),
    "Turn refused: one hex must be moved since the last turn.": Written("TF1: S S 2"),
    "MF1 may not turn without moving a hex after it.": Written("MF1: 3 S"),
    "Shift refused: SS1 shifted in move 4, next shift in move 9.": Written(
        "SS1: 2 S", lambda: position(vessel("SS1", "1520", "N", 3, shifted=4), move=5)
    ),
    "OVER refused: speed 4 leaves 2 hexes, at least 3 are needed (order 5 or 6).": Written(
        "SR1: 4 OVER", rocky("0510", "0508")
    ),
    "OVER refused: you turn on obstacle 0508.": Written("SR1: 2 S 4 OVER", rocky("0510", "0508")),
    "OVER refused: the cut move ends on obstacle 0508, not beyond it.": Written("SR1: 5 OVER", rocky("0511", "0508")),
    "OVER not used: no obstacle on the track.": Written("SR1: 6 OVER"),
    "LEAP refused: SR1 lies still.": Written("SR1: HALT; LEAP EVADE", ours(speed=2)),
    "one leap a move: OVER is ordered too.": Written("SR1: 6 OVER; LEAP EVADE"),
    "RAM refused: TF2 is on your side.": Written("TF1: RAM TF2"),
    "Tube 2 is empty: LOAD 2 WITH MK61, MK7 or MINE first (ready next move).": Written(
        "SR1: LAUNCH STING 2", ours(tubes={"1": "MK61"})
    ),
    "Mk61 in tube 1 is not armed: add PREP STING 1 (1 APU).": Written("SR1: LAUNCH STING 1 AT TF1"),
    "Mk61 needs a target: LAUNCH STING 1 AT <id>.": Written("SR1: PREP; LAUNCH STING 1"),
    "Tube 1 is damaged.": Written("SR1: LAUNCH STING 1 AT TF1", ours(specials={"TUBE1": 1})),
    "TF1 reloads this move; it can launch in move 6.": Written("TF1: LAUNCH", emptied("TF1", "LAUNCHER", 4)),
    "Port nostril is empty: RELOAD PORT takes this move.": Written("MF1: LAUNCH PORT", emptied("MF1", "PORT")),
    "No mines left (TF1 carried 2).": Written(
        "TF1: LAUNCH MINE", lambda: position(vessel("TF1", "1030", "N", 3, stores={"TERROR": 8, "MINE": 0}))
    ),
    "Say where: N NE SE S SW NW or zone 1-6.": Written("SS1: LAUNCH DECOY"),
    "SS1 launches one decoy a move.": Written("SS1: DECOY N; DECOY S"),
    "0508 is an obstacle; a decoy needs open water.": Written(
        "SS1: DECOY N", lambda: position(vessel("SS1", "0509", "N", 3), obstacles=["0508"])
    ),
    "AIM refused: M1 is in the water and keeps TF2.": Written("SR1: AIM AT TF1", with_mk61(True)),
    "Unknown target TF9; your contacts are TF1, TF2.": Written("SR1: AIM AT TF9", two_contacts),
    "M1 has lost lock and cannot be steered.": Written("SR1: STEER M1 DIRECT", with_mk61(False)),
    "Tube 2 holds a Mk7, which needs no preparation.": Written("SR1: PREP STING 2"),
    "Tube 1 already holds a Mk61.": Written("SR1: LOAD 1 WITH MK7"),
    "No Mk61 left.": Written("SR1: LOAD 2 WITH MK61", ours(tubes={}, stores={"MK61": 0, "MK7": 1, "MINE": 1, "DECOY": 1})),
    "Port nostril is loaded.": Written("MF1: RELOAD PORT"),
    "No SonaDecoys left.": Written("SR1: DECOY", ours(stores={"MK61": 4, "MK7": 8, "MINE": 4, "DECOY": 0})),
    "AM4 is not one of ours.": Written("SR1: MINE AM4 ON"),
    "MN2 is 5 hexes away at the start; codes reach 3.": Written("SR1: MINE MN2 OFF", mined),
    "POWER 5 refused: reactor damaged, 0 to 3.": Written("SR1: POWER 5", ours(specials={"REACTOR": 1})),
    "ENGINES 9 refused: 0 to 6.": Written("SR1: ENGINES 9"),
    "LIFE OFF refused: the crew must be suited (SUIT UP takes one move).": Written("SR1: LIFE OFF"),
    "Crew is already suited.": Written("SR1: SUIT UP", ours(suited=True)),
    "SCAN costs 7 APU; 6 is the most.": Written("SR1: SCAN ALL, HALF 1"),
    "Sonar is damaged: no scan.": Written("SR1: SCAN 1", ours(specials={"SONAR": 1})),
    "Comms are damaged: no HQ link.": Written("SR1: COMMS ON", ours(specials={"COMMS": 1})),
    "REPAIR noted, but TF1 must lie still: order HALT.": Written("TF1: REPAIR STEERING"),
    f"Unknown item WARP; use {ITEMS}.": Written("SR1: PRIORITY WARP"),
    "MSG HQ needs COMMS ON.": Written("SR1: MSG HQ: hello"),
    "TF1 is not on your side.": Written("SR1: MSG TF1: hello"),
    "Movement cannot be a standing order.": Written("SR1: STANDING 3"),
    "ARMING is fixed at the start of the game (yours is 3).": Written("SR1: ARMING 4"),
    "ARMING 12 refused: 0 to 10.": Written("SR1: ARMING 12"),
    "SR1 carries 1 Mk61 only.": Written("SR1: LOADOUT TUBE 1 MK61, TUBE 2 MK61", short_of_mk61),
    "No spies in this scenario.": Written("SR1: SPY PLANS"),
    "POWER is ordered twice; the first order stands.": Written("SR1: POWER 3; POWER 4"),
    "Noted, used only if your Co-Pilot orders none: SCAN.": Written("SR1: SCAN 1", ours(copilot=True)),
    "RELOAD is no order for TF1, a Titan Terror Fish.": Written("TF1: RELOAD PORT"),
    "TF1 has broken off: it runs for its home edge and launches nothing.": Written(
        "TF1: 3", lambda: position(vessel("TF1", "1030", "N", 3, fuel=0, broken_off=True))
    ),
    'Not understood: "SCAM 1". Nearest order: SCAN 1, HALF 2 6.': Written("SR1: SCAM 1"),
    "strikes obstacle 1008 in phase 5.": Written("SR1: 2", rocky("1010", "1008")),
    "leaves the map by its N edge in phase 4 and does not return.": Written("SR1: 3", rocky("1002")),
    "TF1 and TF2 both end in 1029: they may collide.": Written(
        "TF1: 1\nTF2: 3", lambda: position(vessel("TF2", "1032", "N", 3))
    ),
    "speed 4 of 1 to 6; demands 7 APU of 6 + battery 5.": Written("SR1: 4; PREP; LAUNCH STING 1 AT TF1"),
}


def receipt_texts() -> set[str]:
    """The texts of the page: sentences in the last column, and below the table."""
    text = chapter(ORDERS, "What the receipt may say")
    below = [line for line in text.splitlines() if not line.startswith("|")]
    cells = [cells[-1] for cells in rows(text)[1:]]
    return {span for part in cells + below for span in SPAN.findall(part) if span.endswith(".")}


def test_every_text_of_the_receipt_has_a_mail_that_brings_it() -> None:
    """5.2: the page and the mails below name the same texts."""
    assert receipt_texts() == set(WRITTEN)


@pytest.mark.parametrize("text", WRITTEN)
def test_the_receipt_says_so(text: str) -> None:
    """5.2: word for word."""
    written = WRITTEN[text]
    parsed = mailed(written.state(), written.mail, copilot=written.copilot)
    said = [*map(str, parsed.problems), *parsed.notes]
    assert any(text in sentence for sentence in said), said


def test_what_is_a_remark_is_no_problem() -> None:
    """Section 5: what the page calls a remark keeps its order."""
    assert current_orders("SR1: MINE MN2 OFF IN PHASE 4", mined()) == ["MINE MN2 OFF IN PHASE 4"]
    assert current_orders("TF1: REPAIR STEERING") == ["REPAIR STEERING"]
    assert current_orders("SR1: SCAN 1", position(stingray(copilot=True))) == ["SCAN 1"]
    captains = notes("SR1: LAUNCH STING 1", position(stingray(copilot=True)))
    assert "SR1: Mk61 needs a target: LAUNCH STING 1 AT <id>, or AIM AT <id>." in captains


def test_a_fish_that_has_broken_off_still_repairs_rams_and_speaks() -> None:
    """STG-FUE.3: it steers and launches no more."""
    state = position(vessel("TF1", "1030", "N", 3, fuel=0, broken_off=True))
    orders = "TF1: REPAIR STEERING; RAM SR1; MSG TF2: going home"
    assert current_orders(orders, state) == ["REPAIR STEERING", "RAM SR1", "MSG TF2: going home"]


# ---------------------------------------------------------------- tables of the rule book


def spans_of(text: str) -> list[str]:
    """The names in the first column of all tables."""
    return [span for first, *_ in rows(text) for span in SPAN.findall(first)]


def test_the_events_of_the_rule_book() -> None:
    """Section 10 names every event of the game once."""
    types: list[type[Event]] = list(STINGRAY.events)
    assert sorted(spans_of(chapter(RULES, "10. Events"))) == sorted(event.type.removeprefix("stingray.") for event in types)


def test_the_options_of_the_rule_book() -> None:
    """Section 9 names every option with its default."""
    table = {SPAN.findall(first)[0]: default for first, default, _ in rows(chapter(RULES, "9. Options"))[1:]}
    legal = choices(OPENINGS["tanker-run"])
    assert set(table) == set(legal)
    told = {name: default.split(" ")[0].strip("`") for name, default in table.items() if name != "crews"}
    assert told == {name: str(choice.default) for name, choice in legal.items() if name != "crews"}


@pytest.mark.parametrize("key", OPENINGS)
def test_the_seats_of_the_rule_book(key: str) -> None:
    """Section 8: keys, codes and seats."""
    opening = OPENINGS[key]
    row = next(cells for cells in rows(chapter(RULES, "8. Victory and scenarios")) if cells[0] == f"`{key}`")
    seats = [seat for post in opening.posts for seat in command(post, opening.crews)[:2] if seat]
    usual = row[2].split("[", 1)[0]
    assert row[1] == opening.code
    assert SPAN.findall(usual) == seats

"""CMP-2.7: the end of a battle at a table, as a game master writes it down."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.campaign.battles import NodeOpened
from events.campaign.refit import BattleSet, ForceSent
from pbem.campaign.language.battle_results import Result, read_result, template
from pbem.campaign.language.result_lines import LINES, UNIT_LINES
from pbem.campaign.model.apply import apply
from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.model.state import State
from pbem.core.fleets.fleet_units import Deed
from pbem.core.orders.parts import Draw
from pbem.core.state import codec
from tests.rulebook.campaign.made_up import FILE, REFITS, campaign

SENT = {"blue": ("SR1", "DN1"), "red": ("TF1", "TF2")}
NAMES = {
    "unit": ["SR1", "TF2"],
    "force": ["SR1", "TF2"],
    "item": ["hull", "f.shields"],
    "side": ["blue", "RED"],
    "place": ["3"],
}


def fought(file: CampaignFile = FILE) -> State:
    """A campaign in which battle 1 is being fought."""
    state = campaign(file, None)
    apply(state, NodeOpened("BELT", ""))
    apply(state, BattleSet(1, "BELT", {"blue": "BLUE", "red": "RED"}))
    for side, ids in SENT.items():
        apply(state, ForceSent(1, side, [codec.dump(state.units[id].unit) for id in ids]))
    return state


def read(text: str, file: CampaignFile = FILE) -> Result:
    state = fought(file)
    return read_result(state, state.battles[1], text)


def problems(text: str) -> list[str]:
    return [str(problem) for problem in read(text).problems]


WHOLE = """
BATTLE 1
WINNER blue
SR1: hull 5, torpedoes 0     # she had 4 torpedoes to get
DN1: FIT
TF1: LOST
TF2: CAPTURED hull 3
POINTS blue 20.5, red 5
HIT SR1 AT TF2; KILL DN1 TF1
"""


def test_a_whole_result() -> None:
    """CMP-2.7, CMP-3.1: what is written is what she lacks now; the rest is as it was."""
    result = read(WHOLE)
    assert result.problems == []
    assert (result.outcome, result.winners) == ("won", ["BLUE"])
    ends = {id: (end.side, end.fate, end.lacks) for id, end in result.muster.units.items()}
    assert ends == {
        "SR1": ("BLUE", "present", {"hull": 5}),
        "DN1": ("BLUE", "present", {}),
        "TF1": ("RED", "lost", {}),
        "TF2": ("BLUE", "captured", {"hull": 3, "guns": 2}),
    }
    assert result.muster.points == {"BLUE": 20.5, "RED": 5.0}
    assert result.deeds == [Deed("SR1", "hit", "TF2"), Deed("DN1", "kill", "TF1")]


@pytest.mark.parametrize(
    ("line", "outcome", "winners"),
    [
        ("WINNER red", "won", ["RED"]),
        ("won by RED", "won", ["RED"]),
        ("DRAW", "drawn", []),
        ("NOT PLAYED", "not played", []),
        ("REFUSED BY red", "refused", ["BLUE"]),
        ("REFUSED BY red, blue", "not played", []),
    ],
)
def test_how_a_battle_may_end(line: str, outcome: str, winners: list[str]) -> None:
    """CMP-2.4: in a battle that was not fought no unit has come to harm, and none need be named."""
    untouched = "\n".join(f"{id}: UNTOUCHED" for ids in SENT.values() for id in ids)
    result = read(line if outcome in ("refused", "not played") else f"{line}\n{untouched}")
    assert result.problems == []
    assert (result.outcome, result.winners) == (outcome, winners)
    assert result.muster.units["SR1"].lacks == {"hull": 3, "torpedoes": 4}
    assert {end.fate for end in result.muster.units.values()} == {"present"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("BATTLE 2", 'line 1: "BATTLE 2": this is about battle 1, not 2.'),
        ("WINER blue", 'line 1: "WINER blue": "WINER" says nothing of a battle. Did you mean WINNER?'),
        ("WINNER green", 'line 1: "WINNER green": no side GREEN fights there. Sides are blue, red.'),
        ("DRAW; DRAW", 'line 1: "DRAW": how it ended was said above.'),
        ("SR9: LOST", 'line 1: "SR9: LOST": no unit SR9 was sent to battle 1. Did you mean SR1?'),
        ("SR2: LOST", 'line 1: "SR2: LOST": no unit SR2 was sent to battle 1. Did you mean SR1?'),
        ("SR1: LSOT", 'line 1: "SR1: LSOT": "LSOT" says nothing of a unit. Did you mean LOST?'),
        ("SR1:", 'line 1: "SR1:": nothing is said of SR1. Write FIT, UNTOUCHED, LOST, CAPTURED, LEFT, or what she lacks.'),
        (
            "SR1: LOST hull 3",
            'line 1: "SR1: LOST hull 3": "hull 3" was not understood after "LOST". LOST, FIT and UNTOUCHED stand alone.',
        ),
        ("SR1: LOST; sr1: FIT", 'line 1: "sr1: FIT": of SR1 something was said above.'),
        ("SR1: sails 3", 'line 1: "SR1: sails 3": SR1 has no sails. She has hull, guns, torpedoes.'),
        ("SR1: hull 7", 'line 1: "SR1: hull 7": SR1 cannot lack 7 of 6 hull.'),
        ("SR1: hull, guns 1", 'line 1: "SR1: hull, guns 1": a number must come here, not ",".'),
        (
            "SR1: CAPTURED BY blue",
            'line 1: "SR1: CAPTURED BY blue": it is not said who has captured SR1. Write CAPTURED BY RED.',
        ),
        ("POINTS blue", 'line 1: "POINTS blue": a number must come here.'),
        ("HIT SR1 AT", 'line 1: "HIT SR1 AT": units and fleets are called by their names.'),
        ("KILL XX TF1", 'line 1: "KILL XX TF1": no unit XX was sent to battle 1. Sent were SR1, DN1, TF1, TF2.'),
    ],
)
def test_every_problem_names_its_line(line: str, told: str) -> None:
    """CMP-2.7: what was wrong, where, and what would be right."""
    assert told in problems(line)


def test_every_unit_must_be_named() -> None:
    """CMP-3.1: one of which nothing is said stops the report, and so does a battle that has no end."""
    assert problems("SR1: FIT; DN1: FIT; TF1: LEFT") == [
        "how did it end? Write WINNER and a side, DRAW, NOT PLAYED, or REFUSED BY and a side.",
        "TF2: nothing is said of her; write TF2: FIT, UNTOUCHED, LOST, CAPTURED, LEFT, or what she lacks.",
    ]


def test_units_in_a_battle_that_was_not_fought() -> None:
    """CMP-2.4: nothing can have become of them."""
    assert problems("NOT PLAYED; SR1: LOST") == ["the battle was not fought, so no unit has come to harm: leave the units out."]


def test_points_that_count() -> None:
    """CMP-3.6: where the file pays for the rule book's points they must be said."""
    state = fought(replace(FILE, refits=replace(REFITS, earned=0.5)))
    text = WHOLE.replace("POINTS blue 20.5, red 5", "")
    found = [str(problem) for problem in read_result(state, state.battles[1], text).problems]
    assert found == ["the rule book's points count in this campaign: write POINTS blue 0, red 0."]


def test_the_template_is_a_result() -> None:
    """CMP-2.7: it says that nothing has become of anybody, and lists what each unit has: so twelve ships are soon written."""
    state = fought()
    text = template(state, state.battles[1])
    assert "SR1: UNTOUCHED  # Frigate: hull 6, guns 2, torpedoes 4" in text.splitlines()
    result = read_result(state, state.battles[1], text)
    assert result.problems == []
    assert {id: end.lacks for id, end in result.muster.units.items()} == {
        id: state.units[id].lacks for ids in SENT.values() for id in ids
    }


@given(st.text() | st.lists(st.sampled_from([*WHOLE.split(), "\n", ";", ":", "#"])).map(" ".join))
def test_any_text_is_read(text: str) -> None:
    """No text raises, and what is not understood is told."""
    assert isinstance(read(text), Result)


@pytest.mark.parametrize("head", [*LINES.words, *UNIT_LINES.words])
@given(st.data())
def test_lines_survive_their_words(head: str, data: st.DataObject) -> None:
    """Any words of the language, read, written and read again, say the same."""
    language = LINES if head in LINES.words else UNIT_LINES
    line = language.line(language.draw(Draw(lambda most: data.draw(st.integers(0, most - 1)), NAMES), head))
    assert language.line(language.write(line)) == line

"""What is told of a campaign: a sentence for each event, the summary, the panels, the order template, names and losses."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from events.base import Event
from events.campaign import battles, masters, opening, refit, rounds
from pbem.campaign.model.apply import HANDLERS
from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.state import State
from pbem.campaign.model.tournament import tournament
from pbem.campaign.orders.parse import ORDERS
from pbem.campaign.report.panels import panels
from pbem.campaign.report.phrases import ended
from pbem.campaign.report.score_panel import score_line
from pbem.campaign.report.summary import LONGEST, summary
from pbem.campaign.report.tell import TELLERS, tell
from pbem.campaign.report.template import template
from pbem.campaign.report.unit_names import lost, names
from pbem.core.fleets.fleet_units import Deed, UnitEnd
from pbem.core.game.panels import PANEL_WIDTH, SUMMARY_LINES
from pbem.core.texts.envelope import OrderSheet
from tests.rulebook.campaign.made_up import RED
from tests.rulebook.campaign.report.played import FILE, SIDES, Played, whole_campaign

BELT = "The Belt of Many Rocks and Few Stars"
READERS = ("blue", "red", None)
BACK = {"lacks": {"hull": 4, "guns": 1}, "hits": 2, "kills": ["TF1"]}


@pytest.fixture
def fighting() -> Played:
    """The first battle is being fought: blue has sent DN1, DN2 and SR2, red TF1 and TF2."""
    played = Played()
    played.orders(blue="ASSIGN DN1, DN2, SR2 TO GATE")
    return played


@pytest.fixture
def after() -> Played:
    """Blue has won it, DN1 is lost, and TF1 is blue's now."""
    played = Played()
    played.orders(blue="ASSIGN DN1, DN2, SR2 TO GATE")
    ends = {
        "SR2": UnitEnd("FF", "BLUE", "present", "afloat", {"hull": 2, "torpedoes": 4}),
        "DN1": UnitEnd("DN", "BLUE", "lost", "blown up"),
        "TF1": UnitEnd("FF", "BLUE", "captured", "boarded", {"guns": 2}),
        "TF2": UnitEnd("DN", "RED", "left", "jumped away"),
    }
    played.ended(played.state.battles[1], ["blue"], ends, [Deed("SR2", "hit", "TF2"), Deed("TF2", "kill", "DN1")])
    return played


def lines(known: State, title: str) -> str:
    """The lines of a panel as one text, "" if there is none."""
    return " ".join(" ".join(line.split()) for panel in panels(known) if panel.title == title for line in panel.lines)


# ---------------------------------------------------------------- sentences

TOLD: list[tuple[Event, str | None]] = [
    (opening.CampaignBegun("", {}, {}, {}), "The Passage begins: Blue Navy and Red Navy, at most 4 rounds"),
    (
        opening.UnitJoined("SR7", "blue", "1ST", "toy", "FF", "Manta", "", {"hull": 2}, "master", "found adrift"),
        "SR7 (Frigate, Manta) joins fleet 1ST of Blue Navy, lacking hull 2 of 6: found adrift",
    ),
    (
        opening.UnitJoined("SR7", "blue", "1ST", "toy", "FF", "", "", {}, "replaced"),
        "SR7 (Frigate) is built anew and joins fleet 1ST of Blue Navy",
    ),
    (opening.PointsSet("blue", 1, "2 of income"), "Blue Navy has 1 point for refits: 2 of income"),
    (refit.RefitBegun(2), "round 2 of 4: the orders of all sides are carried out"),
    (refit.Repaired("SR1", "hull", 2, 2, 1), "SR1: hull 2 made good for 2 points, 1 still lacking"),
    (refit.Repaired("SR1", "torpedoes", 4, 4, 0), "SR1: torpedoes 4 taken aboard for 4 points, now complete"),
    (refit.Transferred("SR1", "2ND"), "SR1 joins fleet 2ND"),
    (refit.CommanderMoved("SR2", "Lt. Gray"), "Lt. Gray takes command of SR2"),
    (refit.CommanderMoved("SR1", ""), "SR1 has no commander now"),
    (refit.OrderLapsed("blue", "SCOUT GATE", "the points are spent"), "SCOUT GATE: the points are spent"),
    (refit.Scouted("blue", 1, False, []), "the scouts of Blue Navy find nothing out about battle 1 (The Gate)"),
    (
        refit.Scouted("blue", 1, True, [{"id": "TF1", "unit_class": "FF", "name": "", "lacks": {"guns": 1}}]),
        "the scouts of Blue Navy report on battle 1 (The Gate): TF1 (Frigate), lacking guns 1 of 2",
    ),
    (
        refit.BattleSet(2, "BELT", {"blue": "BLUE", "red": "RED"}),
        f"battle 2 is set at {BELT} (BELT): Blue Navy against Red Navy",
    ),
    (
        refit.ForceSent(1, "blue", [{"id": "SR1"}, {"id": "SR2"}]),
        "Blue Navy sends SR1 and SR2 to battle 1 (The Gate)",
    ),
    (refit.Refused(1, "red"), "Red Navy does not fight battle 1 (The Gate)"),
    (rounds.TurnEnded(1, 0, True), None),
    (rounds.SatOut("red"), "Red Navy sits this round out, and gets a point for it"),
    (battles.BattleOpened(1, "g7"), "battle 1 (The Gate) is played as game g7"),
    (battles.BattleOpened(1, ""), "battle 1 (The Gate) is played at a table of the players' own"),
    (
        battles.BattleReported(1, "", "", "won", ["blue"], "Red has fled.", {}, {}, [], "played on Sunday", "master"),
        "battle 1 (The Gate) is over: Blue Navy has won. Red has fled (played on Sunday)",
    ),
    (
        battles.UnitReturned(1, "SR2", "blue", "present", "afloat", **BACK),
        "SR2 comes back: 5 boxes lost, 7 of 12 left",
    ),
    (
        battles.UnitReturned(1, "TF1", "blue", "captured", "boarded", {}, 0, []),
        "TF1 is captured by Blue Navy (boarded): complete, as before",
    ),
    (battles.UnitReturned(1, "TF1", "red", "lost", "blown up", {}, 0, []), "TF1 is lost (blown up)"),
    (
        battles.Honoured(1, "SR2", "mentioned in dispatches"),
        "SR2 is mentioned in dispatches after battle 1 (The Gate)",
    ),
    (
        battles.BattleDecided(1, "GATE", "drawn", [], {"blue": 0.5, "red": 0.5}),
        "The Gate (GATE) is decided: drawn; points of victory: Blue Navy 0.5, Red Navy 0.5",
    ),
    (battles.NodeOpened("HOME", "BELT"), f"Home (HOME) can be fought for after {BELT}"),
    (battles.NodeOpened("GATE", ""), "The Gate (GATE) can be fought for"),
    (battles.Ended(["blue"], "Blue Navy has won."), "Blue Navy has won."),
    (masters.UnitTaken("SR1", "a wrong class"), "SR1 is out of the campaign: a wrong class"),
    (masters.ScoreSet("red", 2.5, "a fair play award"), "Red Navy has 2.5 points of victory: a fair play award"),
]


@pytest.mark.parametrize(("event", "words"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_every_event_has_its_sentence(event: Event, words: str | None, fighting: Played) -> None:
    assert tell(event, fighting.known["blue"]) == words


def test_no_event_of_campaigns_is_left_out() -> None:
    """The table of sentences has every type that the rules may emit, and so has the list above."""
    assert set(TELLERS) == set(HANDLERS)
    assert {type(event) for event, _ in TOLD} == set(HANDLERS)


@pytest.mark.parametrize(
    ("outcome", "winners", "words"),
    [
        ("won", ["blue", "red"], "Blue Navy and Red Navy have won"),
        ("refused", ["red"], "Red Navy has won without a fight"),
        ("refused", [], "not played"),
        ("not played", [], "not played"),
        ("drawn", [], "drawn"),
    ],
)
def test_how_a_battle_ended(outcome: Any, winners: list[str], words: str, fighting: Played) -> None:
    """CMP-2.4."""
    assert ended(fighting.state, outcome, winners) == words


# ---------------------------------------------------------------- whole campaigns


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_reports_of_whole_campaigns_keep_to_their_measures(seed: str) -> None:
    """Every reader of every turn: a summary of one to eight sentences, panels that mail can show, how the campaign is won."""
    for played in whole_campaign(seed):
        for reader in READERS:
            known = played.known[reader]
            said = summary(played.seen[reader], known)
            assert 1 <= len(said) <= SUMMARY_LINES and all(
                line.endswith((".", "!")) and len(line) <= LONGEST for line in said
            ), said
            found = panels(known)
            assert found[0].title == "SCORE" and "wins the campaign" in " ".join(found[0].lines)
            assert len({panel.title for panel in found}) == len(found)
            wide = [line for panel in found for line in panel.lines if len(line) > PANEL_WIDTH or "\n" in line]
            assert wide == []
            for event in played.seen[reader]:
                told = tell(event, known)
                assert told is None or (told == told.strip() and "\n" not in told)


@pytest.mark.parametrize("seed", ["one", "two"])
def test_the_template_parses_as_it_is(seed: str) -> None:
    """It parses without problems, at every turn for which orders are owed."""
    asked = 0
    for played in whole_campaign(seed):
        for reader in ("blue", "red"):
            known = played.known[reader]
            text = template(known)
            assert bool(text) == (not known.over and not known.fighting)
            assert not text or ORDERS.read(known, reader, text, OrderSheet()).problems == []
            asked += bool(text)
    assert asked > 3
    assert template(played.known[None]) == ""


def test_the_template_and_no_orders_come_to_the_same() -> None:
    """CMP-5.9, CMP-5.10: in every round."""
    silent, sent = Played(), Played()
    while not silent.state.over:
        silent.orders()
        sent.orders(blue=template(sent.known["blue"]), red=template(sent.known["red"]))
        assert sent.state == silent.state
        for played, chance in ((silent, Random(7)), (sent, Random(7))):
            for battle in played.state.waiting:
                played.by_chance(battle, chance)


# ---------------------------------------------------------------- before and after, and who may know it


def test_the_report_after_a_battle_says_what_became_of_every_unit(after: Played) -> None:
    """CMP-3.1 to CMP-3.4: before -> after, what is open next, and what can be done."""
    known = after.known["red"]
    told = lines(known, "AFTER BATTLE 1")
    assert "The Gate: Blue Navy has won. The last gun has fallen silent." in told
    assert "SR2 comes back: hull 6 -> 4 of 6, torpedoes 4 -> 0 of 4" in told
    assert "DN1 is lost (blown up)" in told
    assert "TF1 is captured (boarded): guns 2 -> 0 of 2" in told
    assert "TF2 has left the battle (jumped away): complete, as before" in told
    nexts = lines(known, "WHAT NEXT")
    assert "Orders for round 2 of 4 are wanted from all sides until the deadline of this turn" in nexts
    assert f"Then a battle is set at every open node: {BELT} (BELT)." in nexts
    assert "DN1 of Blue Navy (Dreadnought), lost in battle 1: blown up" in lines(known, "LOST")
    assert "1 1 GATE Blue Navy has won Blue Navy 1" in lines(known, "BATTLES SO FAR")


def test_the_summary_of_a_battle_turn(after: Played) -> None:
    assert summary(after.seen["blue"], after.known["blue"]) == [
        "Battle 1 (The Gate) is over: Blue Navy has won.",
        "Lost: DN1.",
        "Blue Navy captures TF1.",
        "Back with something lacking: SR2 and TF1.",
        "Mentioned in dispatches: SR2.",
        f"Next can be fought for: {BELT} (BELT).",
        "Points of victory: Blue Navy 1, Red Navy 0.",
    ]


def test_a_battle_that_is_refused_is_told_as_over() -> None:
    """CMP-2.4, CMP-5.6."""
    played = Played()
    played.orders(blue="REFUSE GATE")
    assert summary(played.seen[None], played.known[None]) == [
        "Battle 1 (The Gate) is over: Red Navy has won without a fight.",
        "Blue Navy does not fight battle 1 (The Gate).",
        "Next can be fought for: The Yard (YARD).",
        "Points of victory: Red Navy 1, Blue Navy 0.",
    ]


def test_the_opening_says_how_the_campaign_is_won() -> None:
    played = Played()
    assert summary(played.seen[None], played.known[None]) == [
        "The side with the most points of victory wins the campaign.",
        "It is over when no battle can be fought any more, after round 4 at the latest.",
        "Blue Navy has 5 units and Red Navy has 2 units.",
        "Next can be fought for: The Gate (GATE).",
    ]
    assert "Nobody passes without a fight." in lines(played.known["blue"], "THE CAMPAIGN")


def test_the_enemys_force_is_not_known_unless_scouts_found_it(fighting: Played) -> None:
    """CMP-9.1, CMP-6.2."""
    told = lines(fighting.known["blue"], "BATTLES NOW")
    assert "it may last 14 days, then bots play it to its end" in told
    assert "Red Navy: its force is not known" in told
    assert "Blue Navy: DN1 lacking hull 4 of 12, f.shields 1 of 4, fuel 2 of 10; DN2; SR2" in told
    found = [{"id": "TF2", "unit_class": "DN", "name": "", "lacks": {"guns": 2}}]
    fighting.acts(refit.Scouted("blue", 1, True, found))
    assert "Red Navy: scouts have found TF2 lacking guns 2 of 6" in lines(fighting.known["blue"], "BATTLES NOW")
    assert "Blue Navy: its force is not known" in lines(fighting.known["red"], "BATTLES NOW")


def test_points_for_refits_are_told_to_the_side_alone(fighting: Played) -> None:
    """CMP-9.1."""
    assert "Blue Navy has " in lines(fighting.known["blue"], "SCORE")
    assert "for refits" not in lines(fighting.known[None], "SCORE")
    assert "Blue Navy has " not in lines(fighting.known["red"], "SCORE")


def test_own_fleets_are_tables_and_those_of_others_what_is_known(after: Played) -> None:
    fleet = lines(after.known["blue"], "FLEET 1ST")
    assert "SR1 Frigate Lt. Gray in port 0 0" in fleet
    assert "SR2 Frigate in port 1 0 lacks hull 2 of 6, torpedoes 4 of 4" in fleet
    assert "TF2 (Dreadnought): complete; 1 battle, destroyed DN1" in lines(after.known["blue"], "OTHER FLEETS")
    assert "FLEET 1ST of Red Navy" in {panel.title for panel in panels(after.known[None])}


def test_the_roll_of_honour_names_hits_and_kills(after: Played) -> None:
    """CMP-3.7."""
    told = lines(after.known[None], "ROLL OF HONOUR")
    assert told == "TF2 (Red Navy): 1 battle, destroyed DN1 SR2 (Blue Navy): 1 battle, 1 hit; mentioned in dispatches"


def test_nodes_are_told_with_what_became_of_them_and_what_follows(after: Played) -> None:
    """CMP-1.2, CMP-3.8."""
    told = lines(after.known[None], "THE NODES")
    assert "GATE The Gate: Blue Navy has won (battle 1)" in told
    assert "then BELT if Blue Navy wins; YARD if Red Navy wins; GATE if it is drawn" in told
    assert f"BELT {BELT}: open" in told
    assert "HOME Home: not reached yet" in told


def test_names_and_losses(after: Played) -> None:
    known = after.known["blue"]
    assert set(names(known)) == {unit.id for side in FILE.sides for unit in side.units}
    found = lost(known)
    assert (found["SR2"].points, found["SR2"].words) == (6, "hull 2 of 6, torpedoes 4 of 4")
    assert found["DN2"].words == "nothing"
    assert found["DN1"].words == "lost" and found["DN1"].points > max(found["SR2"].points, found["TF2"].points)


def test_with_fog_a_side_is_told_of_its_own_battles_alone() -> None:
    """CMP-9.2: green fights at another node; of the battle at the gate it hears nothing, not even that it ended."""
    green = replace(RED, id="green", title="Green Navy", units=[replace(unit, id=f"G{unit.id}") for unit in RED.units])
    shoal = Node("SHOAL", "The Shoal", "toy", "first-blood", {"green": SIDES["blue"], "red": SIDES["red"]})
    gate = replace(FILE.nodes[0], edges=[])
    file = replace(FILE, fog=True, sides=[*FILE.sides, green], nodes=[gate, shoal], start=["GATE", "SHOAL"])
    played = Played(file, readers=("blue", "red", "green"))
    played.orders(red="ASSIGN TF1 TO GATE\nASSIGN TF2 TO SHOAL")
    assert "GATE" not in lines(played.known["green"], "BATTLES NOW")
    assert "SHOAL" in lines(played.known["green"], "BATTLES NOW")
    assert "SHOAL The Shoal: not reached yet" in lines(played.known["blue"], "THE NODES")
    played.ended(played.state.battles[1], ["blue"], {"TF1": UnitEnd("FF", "RED", "lost", "blown up")})
    for reader in ("blue", "red"):
        assert "TF1 is lost (blown up)" in lines(played.known[reader], "AFTER BATTLE 1")
    known = played.known["green"]
    assert summary(played.seen["green"], known)[0] == "Nothing has happened that you know of."
    assert "AFTER BATTLE 1" not in {panel.title for panel in panels(known)}
    assert "Blue Navy 0" in score_line(known)


def test_a_tournament_is_told_by_its_rounds() -> None:
    """CMP-7.1: there are no refits, no units and one node; a table of the players takes their place."""
    played = Played(tournament("star_navy", "first-blood", 3, "swiss", 3), readers=("p1", "p2", "p3"))
    first = played.state.waiting[0]
    told = [tell(event, played.known["p1"]) for event in played.seen["p1"]]
    assert "round 1 of 3: its battles are set" in told
    winner = next(iter(first.sides))
    played.ended(first, [winner], {})
    known = played.known["p1"]
    assert "side points won drawn lost sat out Player" in lines(known, "SCORE")
    assert "AFTER BATTLE 1" in {panel.title for panel in panels(known)}
    assert f"{known.title_of(winner)} has won" in lines(known, "BATTLES SO FAR")
    assert not {"THE NODES", "OTHER FLEETS", "COSTS OF REFITS"} & {panel.title for panel in panels(known)}
    assert template(known) == ""

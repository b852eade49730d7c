"""Orders to choose from."""

from __future__ import annotations

from collections import Counter

from pbem.campaign.model.orders import FLEET
from pbem.campaign.orders.trial import tried
from pbem.campaign.planning.suggestions import MOST, suggest
from tests.rulebook.campaign.made_up import campaign, in_battle
from tests.rulebook.campaign.orders.mails import mailed
from tests.rulebook.campaign.positions import positions


def test_each_is_legal_and_possible() -> None:
    """Alone each is taken without a problem, the points reach for it, and who is sent goes."""
    offered = 0
    for state in positions():
        found = suggest(state)
        assert len({each.text for each in found}) == len(found) <= MOST
        for each in found:
            parsed = mailed(each.text, state)
            assert parsed.problems == [], each
            assert parsed.sheet.units[FLEET] == [each.text], "as the sheet will have it"
            assert tried(state, "blue", {"blue": parsed.sheet}).lapsed == [], each
        offered += len(found)
    assert offered > 200


def test_what_is_offered() -> None:
    """CMP-5, CMP-6: battles with fleets, units, scouts; each unit's repairs with their cost; fleets and commanders."""
    state = campaign()
    state.open_nodes = ["HARROW"]
    found = {each.text: each.hint for each in suggest(state)}
    assert found["ASSIGN 2ND TO HARROW"] == "sends DN1, DN2"
    assert found["ASSIGN SR1 TO HARROW"] == "SR1, Frigate: lacks hull 3 of 6, torpedoes 4 of 4"
    assert found["REFUSE HARROW"] == "sends nothing: the other side wins it"
    assert found["SCOUT HARROW"] == "2 points; finds the enemy's force with 4 or more on a die"
    assert found["REPLACE DN1 ALL"] == "everything for 7 points"
    assert found["REPAIR DN1 5"] == "the worst first, for 5 points"
    assert found["REPAIR SR1 hull"] == "3 of the 3 that she lacks, for 3 points"
    assert found["TRANSFER SR2 TO AUX"] == "from 1ST"
    assert found["TRANSFER COMMANDER SR1 TO SR2"] == "Lt. Gray takes SR2"
    assert Counter(each.unit for each in suggest(state)) == {FLEET: len(found)}


def test_as_much_as_the_points_reach_for() -> None:
    """CMP-5.7."""
    state = campaign()
    state.purses["blue"] = 2
    found = [each.text for each in suggest(state) if each.group == "SR1: refit"]
    assert found == ["REPLACE SR1 torpedoes 2", "REPAIR SR1 2 hull"]


def test_nothing_for_whoever_owes_no_orders() -> None:
    over = campaign()
    over.over = True
    assert [suggest(state) for state in (over, campaign(reader=None), in_battle(campaign()))] == [[], [], []]

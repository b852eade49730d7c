"""CMP-7.1: the file of a tournament, made from a scenario."""

from __future__ import annotations

import pytest

from pbem.campaign.model.campaign_file import Pairing
from pbem.campaign.model.file_faults import faults
from pbem.campaign.model.tournament import tournament
from pbem.core.game.options import NoScenario


@pytest.mark.parametrize("pairing", ["swiss", "round robin", "ladder"])
@pytest.mark.parametrize(
    ("book", "scenario"),
    [
        ("star_navy", "first-blood"),
        ("stingray", "agent-x20"),
        ("sovereign_seas", "fleet-engagement"),
        ("wet_thrust", "denmark-strait"),
    ],
)
def test_it_can_be_played_in_every_rule_book(book: str, scenario: str, pairing: Pairing) -> None:
    file = tournament(book, scenario, 5, pairing, 3)
    assert not list(faults(file))
    assert [side.id for side in file.sides] == ["p1", "p2", "p3", "p4", "p5"]
    assert file.rounds == (5 if pairing == "round robin" else 3)


def test_its_scenario_has_the_options_that_were_chosen() -> None:
    file = tournament("star_navy", "first-blood", 4, "round robin", 0, screen="off")
    assert file.nodes[0].options == {"screen": "off"} and file.rounds == 3


@pytest.mark.parametrize(
    ("book", "scenario", "players", "told"),
    [
        ("chess", "first-blood", 4, "star_navy"),
        ("star_navy", "first-bloo", 4, "first-blood"),
        ("star_navy", "four-corners", 4, "4 sides; two players meet"),
        ("star_navy", "first-blood", 1, "2 to 64"),
    ],
)
def test_what_cannot_be_says_why(book: str, scenario: str, players: int, told: str) -> None:
    with pytest.raises(NoScenario, match=told):
        tournament(book, scenario, players, "swiss", 3)

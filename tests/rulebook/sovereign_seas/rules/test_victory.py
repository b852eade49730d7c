"""Chapter N and the scenarios' victory conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from events.base import Draft
from events.sovereign_seas.battle import GameDecided
from pbem.core.game.report_parts import Losses
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules import setup
from pbem.games.sovereign_seas.rules.victory import check, functional
from tests.rulebook.sovereign_seas.builders.fleet import ADVANTAGE_BRITISH, play, state_with, turn_of


def opened(key: str, turn: int = 3, **options: Any) -> State:
    """A scenario after some turns."""
    opening = turn_of(State())
    setup.set_up(opening, key, scenario.options(key, options))
    opening.state.stages, opening.state.turn = [], turn
    return opening.state


def ended(state: State, conceding: Sequence[str] = ()) -> list[Draft]:
    """What the end phase decides."""
    scratch = TurnScratch(turn_of(state))
    check(scratch, conceding)
    return scratch.turn.drafts


def outcome(state: State, conceding: Sequence[str] = ()) -> tuple[str, str]:
    """Winner and level; ("", "") a draw; ("-", "") nothing yet."""
    drafts = ended(state, conceding)
    if not drafts:
        return "-", ""
    assert isinstance(drafts[0].event, GameDecided)
    assert drafts[0].audience == "*"
    return "".join(drafts[0].event.winners), drafts[0].event.level


def harm(state: State, fates: Mapping[str, str]) -> State:
    """Ships sunk, left, or disarmed."""
    for id, fate in fates.items():
        ship = state.ships[id]
        if fate == "disarmed":
            ship.log.gone = list(ship.printed.guns)
        else:
            vars(ship)["fate"] = fate
    return state


def all_of(state: State, side: str, fate: str, but: int = 0) -> dict[str, str]:
    """All ships of a side but the first few."""
    return {ship.id: fate for ship in [ship for ship in state.ships.values() if ship.side == side][but:]}


# ---------------------------------------------------------------- functional ships, conceding


def test_functional_ships() -> None:
    """SSL-N.2, SSL-M.1: in play with a battery left; option functional=afloat: in play."""
    state = opened("fleet-engagement")
    ship = state.ships["BC1"]
    afloat = {**state.options, "functional": "afloat"}
    assert functional(ship, state.options)
    ship.log.gone = list(ship.printed.guns)
    assert not functional(ship, state.options)
    assert functional(ship, afloat)
    ship.fate = "left"
    assert not functional(ship, afloat)


def test_a_merchantman_is_never_functional() -> None:
    """SSL-N.2: without batteries she is not, unless functional=afloat."""
    state = opened("convoy-attack")
    assert not functional(state.ships["LM1"], state.options)
    assert functional(state.ships["LM1"], {**state.options, "functional": "afloat"})


def test_conceding() -> None:
    """SSL-N.3: the other side wins, in a fleet game at the level of its functional ships; both at once: a draw (SSL-N.1)."""
    assert outcome(opened("cruisers"), ["british"]) == ("french", "")
    state = harm(opened("fleet-engagement"), all_of(opened("fleet-engagement"), "french", "disarmed", but=4))
    assert outcome(state, ["british"]) == ("french", "major")
    assert outcome(opened("fleet-engagement"), ["british", "french"]) == ("", "")


def test_side_that_gives_up_loses_whatever_else_has_come_about() -> None:
    """SSL-N.3: also in the end phase in which the enemy has no ship left."""
    state = opened("cruisers")
    assert outcome(harm(state, {"BF1": "sunk"}), ["french"]) == ("british", "")


def test_a_mail_that_concedes_ends_the_game() -> None:
    """SSL-N.3: FLEET: CONCEDE, played through a whole turn."""
    state = state_with({"BF1": ("1010", "N", 0), "FF1": ("4010", "N", 0)}, key="cruisers")
    play(state, {"fr": "FLEET: CONCEDE"}, ADVANTAGE_BRITISH)
    assert (state.over, state.winners) == (True, ["british"])
    assert state.verdict == "The French gave up: the British win."
    assert SOVEREIGN_SEAS.rules.due(state) == {}


# ---------------------------------------------------------------- fleets


@pytest.mark.parametrize(
    ("winner", "left", "level"),
    [
        ("british", 8, "decisive"),
        ("british", 4, "decisive"),
        ("british", 3, "major"),
        ("british", 2, "major"),
        ("british", 1, "marginal"),
        ("french", 5, "decisive"),
        ("french", 4, "major"),
        ("french", 3, "major"),
        ("french", 2, "marginal"),
    ],
)
def test_levels_of_a_fleet_victory(winner: str, left: int, level: str) -> None:
    """SSL-O1.2: the last side with a functional ship; a quarter of its starting number is major, half decisive, exactly."""
    state = opened("fleet-engagement")
    loser = "french" if winner == "british" else "british"
    harm(state, all_of(state, loser, "disarmed"))
    harm(state, all_of(state, winner, "sunk", but=left))
    assert outcome(state) == (winner, level)


@pytest.mark.parametrize(("left", "level"), [(6, "decisive"), (5, "major"), (3, "major"), (2, "marginal")])
def test_other_fractions(left: int, level: str) -> None:
    """SSL-O1.2, option fleet_fractions=1/3,2/3: 9 ships: 3 and 6."""
    state = opened("fleet-engagement", fleet_fractions="1/3,2/3")
    harm(state, all_of(state, "british", "sunk"))
    harm(state, all_of(state, "french", "left", but=left))
    assert outcome(state) == ("french", level)


def test_a_fleet_verdict_names_the_facts() -> None:
    """SSL-O1.2: in words."""
    state = opened("fleet-engagement")
    harm(state, all_of(state, "french", "sunk"))
    harm(state, all_of(state, "british", "sunk", but=5))
    drafts = ended(state)
    assert drafts[0].rule == "SSL-O1.2"
    assert state.verdict == (
        "No French ship is fit to fight any more: the British win decisively, with 5 of 8 ships fit to fight."
    )


def test_fleets_at_the_limit() -> None:
    """SSL-N.1, SSL-E.3: nobody by the turn limit, or both in one end phase, is a draw; before it play goes on."""
    assert outcome(opened("fleet-engagement", turn=23)) == ("-", "")
    assert outcome(opened("fleet-engagement", turn=24)) == ("", "")
    state = opened("fleet-engagement")
    harm(state, all_of(state, "british", "sunk"))
    assert outcome(harm(state, all_of(state, "french", "disarmed"))) == ("", "")


def test_fleets_of_ones_own_end_like_printed_ones() -> None:
    """SSL-O6.1: section 8.7, victory as SSL-O1.2."""
    state = opened("design-your-own", turn=0)
    state.stages = [{"british": "TAKE", "french": "TAKE"}]
    play(state, {}, [])
    assert outcome(harm(state, all_of(state, "french", "sunk"))) == ("british", "decisive")


# ---------------------------------------------------------------- duels


def test_a_duel_is_won_by_the_last_that_can_fight() -> None:
    """Section 8.4: the enemy sunk, off the map, or without batteries while the own ship is functional."""
    for fate in ("sunk", "left", "disarmed"):
        assert outcome(harm(opened("defense-magenta"), {"FB1": fate})) == ("british", "")
    assert outcome(harm(opened("defense-magenta"), {"FB1": "sunk", "BB1": "disarmed"})) == ("", "")
    assert outcome(harm(opened("cruisers"), {"FF1": "sunk"})) == ("-", "")
    state = harm(opened("cruisers"), {"FF1": "sunk", "FF2": "left"})
    assert outcome(state) == ("british", "")
    fates = "FF1 is sunk and FF2 has left the map"
    assert state.verdict == f"No French ship is fit to fight any more ({fates}): the British win."


@pytest.mark.parametrize(
    ("british", "french", "winner"),
    [(0, 0, ("", "")), (1, 0, ("french", "marginal")), (1, 1, ("british", "marginal")), (9, 6, ("french", "marginal"))],
)
def test_a_duel_at_the_limit(british: int, french: int, winner: tuple[str, str]) -> None:
    """Section 8.4: the larger share of hull circles left (18 and 13), compared exactly; equal: a draw (SSL-N.1)."""
    state = opened("defense-magenta", turn=10)
    state.ships["BB1"].log.marked, state.ships["FB1"].log.marked = british, french
    assert outcome(state) == winner
    state.turn, state.over = 9, False
    assert outcome(state) == ("-", "")


def test_circles_of_a_side_are_added_up() -> None:
    """Section 8.6: of all ships that a side began with; who sank or left has none."""
    state = opened("cruisers", turn=12)
    state.ships["BF1"].log.marked = 6
    harm(state, {"FF1": "left"})
    assert outcome(state) == ("british", "marginal")
    assert state.verdict == (
        "The limit of 12 turns was reached: the British win by a marginal victory, "
        "with 7 of 13 hull circles left against 8 of 16."
    )


# ---------------------------------------------------------------- blockade


@pytest.mark.parametrize(
    ("fates", "winner"),
    [
        ({}, "-"),
        ({"BB1": "sunk"}, "-"),
        ({"BB1": "sunk", "BC1": "left"}, "french"),
        ({"BB1": "left", "BC1": "left"}, "french"),
        ({"BB1": "sunk", "BC1": "sunk"}, "french"),
        ({"BB1": "sunk", "BC1": "sunk", "FC1": "sunk"}, "french"),
        ({"BB1": "sunk", "BC1": "sunk", "FC1": "left", "FC2": "sunk"}, "french"),
        ({"BB1": "sunk", "BC1": "sunk", "FC1": "sunk", "FC2": "sunk"}, "british"),
        ({"FC1": "sunk", "FC2": "sunk"}, "british"),
        ({"FC1": "sunk", "FC2": "left"}, "-"),
        (dict.fromkeys(("FC1", "FC2", "FB1", "FF1", "FF2", "FF3", "FV1"), "left"), "british"),
        (dict.fromkeys(("BC1", "BB1", "BF1", "BF2", "BV1", "BV2", "BV3"), "left"), "french"),
    ],
)
def test_the_blockade(fates: dict[str, str], winner: str) -> None:
    """SSL-O2.2, ruling S23: the French by both ironclads while a CBIC lives, the British by both CBICs."""
    assert outcome(harm(opened("blockade-breakout"), fates))[0] == winner


def test_the_blockade_holds_at_the_limit() -> None:
    """SSL-O2.2: the turn limit is a British win, unless the French condition is met in that very turn."""
    assert outcome(opened("blockade-breakout", turn=15))[0] == "-"
    assert outcome(opened("blockade-breakout", turn=16))[0] == "british"
    assert outcome(harm(opened("blockade-breakout", turn=16), {"BB1": "sunk", "BC1": "sunk"}))[0] == "french"


# ---------------------------------------------------------------- convoy


def fates(merchants_sunk: int, british_sunk: int, merchants_left: int = 0) -> dict[str, str]:
    """So many ships sunk, so many merchantmen off the map."""
    prey = [f"{letters}{n}" for letters in ("LM", "SM") for n in range(1, 5)]
    found = dict.fromkeys(prey[:merchants_sunk], "sunk")
    found |= dict.fromkeys(prey[len(prey) - merchants_left :] if merchants_left else [], "left")
    return found | dict.fromkeys(["BF1", "BF2", "BV1"][:british_sunk], "sunk")


@pytest.mark.parametrize(
    ("sunk", "british", "left", "winner"),
    [
        (3, 0, 0, "-"),
        (4, 0, 0, "british"),
        (5, 0, 0, "british"),
        (4, 1, 0, "-"),
        (5, 1, 0, "british"),
        (5, 2, 0, "french"),
        (0, 2, 0, "french"),
        (0, 0, 4, "-"),
        (0, 0, 5, "french"),
        (0, 1, 4, "french"),
        (3, 0, 5, "french"),
        (4, 0, 4, "british"),
    ],
)
def test_the_convoy(sunk: int, british: int, left: int, winner: str) -> None:
    """SSL-O3.2: 4 merchantmen for no British ship, 5 for one; what can no longer be reached the French have won."""
    assert outcome(harm(opened("convoy-attack"), fates(sunk, british, left)))[0] == winner


def test_a_convoy_verdict_says_why() -> None:
    """SSL-O3.2: whoever wins."""
    state = harm(opened("convoy-attack"), fates(5, 1))
    assert outcome(state)[0] == "british"
    assert state.verdict == "The British have sunk 5 of 8 merchantmen and lost 1 ship: the British win, for they needed 5."
    state = harm(opened("convoy-attack"), fates(1, 2))
    assert outcome(state)[0] == "french"
    assert state.verdict == (
        "The British have lost 2 ships, and may lose one at most: the French win, for 1 of 8 merchantmen are sunk."
    )


def test_side_that_falls_silent_gives_up_in_words() -> None:
    """SSL-Z.2: the verdict says that nobody mailed."""
    state = opened("cruisers")
    state.silence["french"] = 3
    assert outcome(state, ["french"]) == ("british", "")
    assert state.verdict == "Nobody mailed for the French for 3 turns, so they gave up: the British win."


def test_a_convoy_without_pursuers_is_safe() -> None:
    """SSL-O3.2: when the last British ship has left, or the limit is reached, the French win."""
    gone = dict.fromkeys(("BF1", "BF2", "BV1", "BV2", "BV3"), "left")
    assert outcome(harm(opened("convoy-attack"), gone))[0] == "french"
    assert outcome(opened("convoy-attack", turn=19))[0] == "-"
    state = harm(opened("convoy-attack", turn=20), fates(2, 1))
    assert outcome(state)[0] == "french"
    assert state.verdict == (
        "The limit of 20 turns was reached: the French win, for 2 of 8 merchantmen are sunk and the British needed 5."
    )


# ---------------------------------------------------------------- losses


def test_losses() -> None:
    """Ships sunk of those that a side began with; who has left the map is not lost (SSL-I4.1)."""
    state = harm(opened("cruisers"), {"FF1": "sunk", "FF2": "left"})
    assert SOVEREIGN_SEAS.rules.losses(state) == {"british": Losses(0, 1), "french": Losses(1, 2)}

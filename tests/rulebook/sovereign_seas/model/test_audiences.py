"""Section 7 as data: the widest audience that an event or a roll may have."""

from __future__ import annotations

import pytest

from events.base import EVERYONE, NOBODY, Event
from events.sovereign_seas import battle, opening, sailing
from pbem.games.sovereign_seas.model.audiences import AUDIENCES, audience, roll_audience
from pbem.games.sovereign_seas.model.state import State
from tests.rulebook.sovereign_seas.builders.fleet import state_with

MARKED = battle.HullMarked("FB1", 3, 1, 10)
NAMED = opening.ShipNamed("BC1", "Hercules")
CARRIED = opening.DamageCarried("BC1", 4, 3, 2, ["S1"], True)
ENTERED = opening.ShipEntered("BC1", "Bellerophon", "british", "gb", "1010", 0, 6)


def state(hidden_logs: str = "off", stages: int = 0) -> State:
    """One ship a side of a convoy action, with so many set-up deadlines to come."""
    made = state_with({"BC1": ("1010", "N", 6), "FB1": ("1310", "N", 6)}, key="convoy-attack", hidden_logs=hidden_logs)
    made.stages = [{"british": "PLACE"} for _ in range(stages)]
    return made


def test_every_word_is_explained() -> None:
    """Each event type of the game has one of the words that are told here, and each word is used."""
    types = [kind for module in (battle, opening, sailing) for kind in vars(module).values() if isinstance(kind, type)]
    assert {kind.shown_to for kind in types if issubclass(kind, Event) and kind is not Event} == set(AUDIENCES)


@pytest.mark.parametrize(
    ("event", "off", "on"),
    [
        (battle.Located("FB1", 1, "H"), EVERYONE, EVERYONE),
        (MARKED, EVERYONE, "french"),
        (battle.RudderJammed("BC1", "L", 3), EVERYONE, "british"),
        (opening.LogOpened("FB1"), EVERYONE, "french"),
        (CARRIED, EVERYONE, "british"),
        (NAMED, EVERYONE, EVERYONE),
        (opening.OrdersStood("BC1", "gb", []), "british", "british"),
        (opening.PlacingVoid("french", ""), "french", "french"),
        (battle.DidNotFire("FB1", "hold", "BC1", 3, 1), "french", "french"),
    ],
)
def test_logs_and_orders(event: Event, off: str, on: str) -> None:
    """SSL-Y.1, SSL-Y.2, SSL-Y.5: with logs open, and hidden."""
    assert (audience(state("off"), event), audience(state("on"), event)) == (off, on)


def test_the_british_of_a_convoy() -> None:
    """SSL-Y.3: edge, ships, places and logs, until the last set-up deadline has closed; the French are seen at once."""
    for event in (
        ENTERED,
        opening.EntryChosen("W"),
        opening.ShipPlaced("BC1", "1010", 0, 6),
        opening.LogOpened("BC1"),
        NAMED,
        CARRIED,
    ):
        assert (audience(state(stages=1), event), audience(state(), event)) == ("british", EVERYONE)
    assert audience(state(stages=1), opening.ShipPlaced("FB1", "1310", 0, 6)) == EVERYONE


def test_dice() -> None:
    """2.15, SSL-Y.5: CRIT, CT and the rudder's dice go with the log; those of an unknown clause are for nobody."""
    for clause in ("SSL-G.1", "SSL-J2.8", "SSL-K.1"):
        assert roll_audience(state("on"), clause, EVERYONE)
    for clause in ("SSL-L5.2", "SSL-L5.3", "SSL-L5.6"):
        assert roll_audience(state("off"), clause, EVERYONE)
        assert not roll_audience(state("on"), clause, EVERYONE)
        assert roll_audience(state("on"), clause, "french") and roll_audience(state("on"), clause, NOBODY)
    assert not roll_audience(state(), "SSL-H.1", EVERYONE)

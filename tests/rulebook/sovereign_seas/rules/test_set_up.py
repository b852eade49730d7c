"""Chapter E and the set-up deadlines of section 8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.base import Draft
from events.sovereign_seas.opening import (
    EntryChosen,
    FleetTaken,
    PlacingVoid,
    SeaSet,
    ShipEntered,
    ShipPlaced,
    StageClosed,
)
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import State
from tests.rulebook.sovereign_seas.builders.fleet import envelope, only, told, told_state, turn_of
from tests.rulebook.sovereign_seas.builders.known import known


def opened(key: str, **options: Any) -> Turn[State]:
    """A game just opened, with what happened."""
    turn = turn_of(State(), number=0)
    SOVEREIGN_SEAS.rules.setup(turn, key, scenario.options(key, options))
    return turn


def close(turn: Turn[State], **orders: str) -> list[Draft]:
    """One set-up deadline; `orders` are mails by seat, all of them legal."""
    sheets: dict[str, OrderSheet] = {}
    for seat in SOVEREIGN_SEAS.rules.due(turn.state):
        parsed = SOVEREIGN_SEAS.orders.read(
            turn.state, seat, orders.get(seat, ""), SOVEREIGN_SEAS.orders.sheet(turn.state, seat)
        )
        assert parsed.problems == [], parsed.problems
        sheets[seat] = parsed.sheet
    return close_with(turn, sheets)


def close_with(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> list[Draft]:
    """One set-up deadline with these sheets."""
    turn.number += 1
    begun = len(turn.drafts)
    SOVEREIGN_SEAS.rules.resolve(turn, sheets)
    return turn.drafts[begun:]


def place(state: State, id: str) -> tuple[str, int, int]:
    """Where a ship lies: hex, heading, speed."""
    ship = state.ships[id]
    return label_of(ship.hex), ship.heading, ship.speed


def stages(turn: Turn[State]) -> list[list[str]]:
    """Who is asked at each set-up deadline, when nobody answers."""
    asked = []
    while turn.state.stage:
        asked.append([f"{seat} {ask.what}" for seat, ask in SOVEREIGN_SEAS.rules.due(turn.state).items()])
        close(turn)
    return asked


# ---------------------------------------------------------------- seats and the opening position


def test_two_sides_with_one_admiral_each() -> None:
    """SSL-A.1: British and French, one admiral a side; with admirals=two each has their own ships."""
    assert [(s.id, s.side, s.title) for s in SOVEREIGN_SEAS.rules.seats("1", scenario.options("1", {}))] == [
        ("gb", "british", "British admiral"),
        ("fr", "french", "French admiral"),
    ]
    state = opened("fleet-engagement", admirals="two").state
    assert {seat: [ship.id for ship in state.of_seat(seat)] for seat in state.seats} == {
        "gb": ["BB1", "BB2", "BC1", "BF1"],
        "gb2": ["BB3", "BB4", "BC2", "BF2"],
        "fr": ["FB1", "FB2", "FC1", "FF1"],
        "fr2": ["FB3", "FB4", "FC2", "FF2", "FF3"],
    }
    assert (state.senior("british"), state.senior("french")) == ("gb", "fr")


def test_the_opening_position() -> None:
    """SSL-E.1, SSL-E.2, SSL-E.3, SSL-D.1: map, limit, and every ship with a fresh log of her own and her starting speed."""
    turn = opened("fleet-engagement")
    sea = only(turn.drafts, SeaSet)
    assert (sea.columns, sea.rows, sea.limit) == (60, 50, 24)
    assert place(turn.state, "BF2") == ("4431", 0, 6)
    assert {ship.log.marked for ship in turn.state.ships.values()} == {0}
    assert turn.state.strength == {"british": 8, "french": 9}
    assert envelope(turn.drafts, ShipEntered) == ("Set-up", "SSL-O1.1", "*")
    assert envelope(opened("cruisers").drafts, ShipEntered)[1] == "SSL-E.1"


def test_play_begins_when_set_up_is_complete() -> None:
    """SSL-A.2: the deadlines before turn 1 of each scenario, in order; the duels begin at once."""
    assert stages(opened("fleet-engagement")) == [["fr positions for the set-up"], ["gb positions for the set-up"]]
    assert stages(opened("blockade-breakout")) == [["gb positions for the set-up"], ["fr positions for the set-up"]]
    assert stages(opened("convoy-attack")) == [
        ["gb an entry side for the set-up", "fr positions for the set-up"],
        ["gb positions for the set-up"],
    ]
    assert stages(opened("design-your-own")) == [
        ["gb a fleet for the set-up", "fr a fleet for the set-up"],
        ["gb positions for the set-up", "fr positions for the set-up"],
    ]
    for key in ("defense-magenta", "bellerophon-ocean", "cruisers"):
        assert SOVEREIGN_SEAS.rules.due(opened(key).state)["gb"].what.startswith("orders for game turn 1 of")


def test_silence_keeps_the_printed_positions() -> None:
    """SSL-Z.2: without a mail the positions of section 8 stand, also the default entry side W."""
    for key in ("fleet-engagement", "blockade-breakout", "convoy-attack"):
        turn = opened(key)
        while turn.state.stage:
            assert told(close(turn), PlacingVoid) == []
        for side in ("british", "french"):
            for id, berth in scenario.berths(OPENINGS[key], turn.state.options, side, turn.state.entry).items():
                assert place(turn.state, id) == (label_of(berth.hex), berth.heading, berth.speed)
        assert turn.state.silence == {}
    assert turn.state.entry == "W"


# ---------------------------------------------------------------- placing


def test_a_placed_ship() -> None:
    """SSL-O1.1: PLACE with its clause; without SPEED the printed speed; who sets up second sees it (SSL-Y.4)."""
    turn = opened("fleet-engagement")
    drafts = close(turn, fr="FF1: PLACE 1213 NE\nFF2: PLACE 1622 S SPEED 4")
    assert told(drafts, ShipPlaced) == [ShipPlaced("FF1", "1213", 1, 6), ShipPlaced("FF2", "1622", 3, 4)]
    assert envelope(drafts, ShipPlaced) == ("Set-up", "SSL-O1.1", "*")
    assert only(drafts, StageClosed).left == 1
    assert label_of(known(turn.state, "gb").ships["FF1"].hex) == "1213"


def test_the_last_place_counts() -> None:
    """SSL-X.17: a later mail replaces the ship's PLACE."""
    turn = opened("fleet-engagement")
    sheet = SOVEREIGN_SEAS.orders.read(
        turn.state, "fr", "FF1: PLACE 1213 NE", SOVEREIGN_SEAS.orders.sheet(turn.state, "fr")
    ).sheet
    sheet = SOVEREIGN_SEAS.orders.read(turn.state, "fr", "FF1: PLACE 1214 N", sheet).sheet
    close_with(turn, {"fr": sheet})
    assert place(turn.state, "FF1") == ("1214", 0, 6)


def test_what_does_not_go_together_is_void() -> None:
    """SSL-O1.1: two admirals whose placings agree alone but not together: the side's printed positions stay."""
    turn = opened("fleet-engagement", admirals="two")
    close(turn)
    drafts = close(turn, gb="BB1: PLACE 4022 N\nBB2: PLACE 4020 N", gb2="BB3: PLACE 4021 N")
    assert told(drafts, PlacingVoid) == []
    again = opened("fleet-engagement", admirals="two")
    close(again)
    drafts = close(again, gb="BB1: PLACE 4021 N", gb2="BB3: PLACE 4021 N")
    assert only(drafts, PlacingVoid) == PlacingVoid("british", "BB1 shares 4021 with BB3")
    assert envelope(drafts, PlacingVoid) == ("Set-up", "SSL-O1.1", "british")
    assert place(again.state, "BB1") == ("4020", 0, 6)


def test_the_blockade_is_placed_first() -> None:
    """SSL-O2.1: the British first, then the French in any formation, up to their maximum speed."""
    turn = opened("blockade-breakout")
    drafts = close(turn, gb="BV3: PLACE 2430 SE")
    assert only(drafts, ShipPlaced) == ShipPlaced("BV3", "2430", 2, 0)
    drafts = close(turn, fr="FC1: PLACE 0160 NE SPEED 12")
    assert only(drafts, ShipPlaced) == ShipPlaced("FC1", "0160", 1, 12)
    assert envelope(drafts, ShipPlaced)[1] == "SSL-O2.1"
    assert SOVEREIGN_SEAS.rules.due(turn.state)["gb"].what.startswith("orders for game turn 1 of")


# ---------------------------------------------------------------- the convoy


def test_the_british_choose_their_side_in_secret() -> None:
    """SSL-O3.1, SSL-Y.3: neither edge nor counters are known to the French before set-up is over."""
    turn = opened("convoy-attack")
    assert envelope(turn.drafts, ShipEntered) == ("Set-up", "SSL-O3.1", "british")
    drafts = close(turn, gb="FLEET: ENTER N", fr="FV1: PLACE 4645 N")
    assert envelope(drafts, EntryChosen) == ("Set-up", "SSL-O3.1", "british")
    assert place(turn.state, "BV2") == ("5018", 3, 8)
    for reader in ("fr", None):
        seen = known(turn.state, reader)
        assert (seen.entry, seen.strength) == ("", {"french": 14})
        assert not any(ship.side == "british" for ship in seen.ships.values())
    assert known(turn.state, "gb").entry == "N"
    assert label_of(known(turn.state, "gb").ships["FV1"].hex) == "4645"


def test_the_british_are_seen_when_set_up_is_over() -> None:
    """SSL-Y.3: then everybody learns of the edge and of every ship, placed or not; nothing of the placing shows before."""
    turn = opened("convoy-attack")
    close(turn, gb="FLEET: ENTER E")
    drafts = close(turn, gb="BF1: PLACE 8046 NW SPEED 3")
    assert envelope(drafts, ShipPlaced) == ("Set-up", "SSL-O3.1", "british")
    assert [d.rule for d in drafts if isinstance(d.event, EntryChosen)] == ["SSL-Y.3"]
    french = told_state(turn.drafts, "fr", "french", "fr")
    assert french == known(turn.state, "fr")
    assert place(french, "BF1") == place(turn.state, "BF1") == ("8046", 5, 3)
    assert (french.entry, french.strength) == ("E", {"british": 5, "french": 14})


def test_the_french_see_nothing_in_between() -> None:
    """SSL-Y.3: what the French are told at each stage does not hang on what the British chose."""
    told = []
    for edge in ("N", "S"):
        turn = opened("convoy-attack")
        close(turn, gb=f"FLEET: ENTER {edge}")
        told.append(told_state(turn.drafts, "fr", "french", "fr"))
        assert told[-1] == known(turn.state, "fr")
    assert told[0] == told[1]


def test_escorts_and_merchantmen_are_placed() -> None:
    """SSL-O3.1: a convoy of another shape, on another heading."""
    turn = opened("convoy-attack")
    merchants = [f"LM{n}: PLACE 48{43 + 3 * n} NE" for n in range(1, 5)] + [
        f"SM{n}: PLACE 50{42 + 3 * n} NE" for n in range(1, 5)
    ]
    close(turn, fr="\n".join([*merchants, "FF1: PLACE 4942 N"]))
    assert place(turn.state, "LM4") == ("4855", 1, 5)
    assert place(turn.state, "SM1") == ("5045", 1, 5)


# ---------------------------------------------------------------- fleets of one's own


def test_fleets_are_taken_in_secret_and_shown_together() -> None:
    """SSL-O6.1: TAKE buys ships, silence the default fleet; both are told when the deadline is over."""
    turn = opened("design-your-own")
    drafts = close(turn, gb="FLEET: TAKE 3 BC, 1 BB, 1 BV")
    assert told(drafts, FleetTaken) == [
        FleetTaken("british", {"Defense": 1, "Bellerophon": 3, "Eclipse": 1}, 246),
        FleetTaken("french", {"Magenta": 2, "Ocean": 2, "Armorique": 1, "Limier": 1}, 248),
    ]
    assert envelope(drafts, FleetTaken) == ("Set-up", "SSL-O6.1", "*")
    assert list(turn.state.ships) == ["BB1", "BC1", "BC2", "BC3", "BV1", "FB1", "FB2", "FC1", "FC2", "FF1", "FV1"]
    assert turn.state.strength == {"british": 5, "french": 6}


def test_bought_fleets_lie_in_line_until_they_are_placed() -> None:
    """Section 8.7: in column 8 and 53, at the speed of the slowest, which is a legal place; then where they are placed."""
    turn = opened("design-your-own")
    close(turn)
    assert place(turn.state, "BB1") == ("0820", 1, 7)
    assert place(turn.state, "FV1") == ("5330", 5, 8)
    drafts = close(turn, gb="BB1: PLACE 1520 NE SPEED 9\nBB2: PLACE 1522 NE")
    assert told(drafts, PlacingVoid) == []
    assert place(turn.state, "BB1") == ("1520", 1, 9)
    assert place(turn.state, "FV1") == ("5330", 5, 8)


def test_the_greatest_fleets_fit_on_the_map() -> None:
    """Section 8.7: the default fleets of 500 points lie on the map, one ship a hex, within their columns."""
    turn = opened("design-your-own", points=500)
    close(turn)
    assert told(close(turn), PlacingVoid) == []
    assert len({ship.hex for ship in turn.state.ships.values()}) == len(turn.state.ships) == 22

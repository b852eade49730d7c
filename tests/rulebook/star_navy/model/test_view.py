"""SN-16 and the table of hidden information: what each reader may know, row by row."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.state import Mine, State
from pbem.games.star_navy.model.view import view


def opening(name: str = "first-blood", **options: Any) -> State:
    """A scenario before its first turn."""
    turn = Turn(STAR_NAVY.rules.apply, State(), seeded("view"), 0)
    STAR_NAVY.rules.setup(turn, name, STAR_NAVY.scenarios.options(name, options))
    return turn.state


def section(**changes: Any) -> Callable[[State], None]:
    """Change SR1's front section."""
    return lambda state: vars(state.ships["SR1"].sections["F"]).update(changes)


def ship(**changes: Any) -> Callable[[State], None]:
    """Change SR1."""
    return lambda state: vars(state.ships["SR1"]).update(changes)


HIDDEN = {
    "marked speed": ship(speed=5),
    "weapon type": section(weapon="P"),
    "weapons left": section(weapons=1),
    "section status": section(status="RECOVER"),
    "weapons used": section(status="ACTIVE", used=2),
    "cannon wear": section(wear=2),
    "capacitor energy": ship(capacitor_energy=1),
    "engine energy": ship(engine_energy=1),
    "used thrusters": ship(thrusters_used=3),
    "active shields": section(active=0),
    "shields": section(shields=1, active=1),
    "hulls": section(hulls=0),
    "capacitors": section(capthr=0),
    "engines": ship(engines=2),
    "ISDs": ship(isds=1),
    "active ISDs": ship(isds_active=2, isd_status="ACTIVE"),
    "marines": ship(marines=1),
    "marines' status": ship(marine_status="RECOVER"),
    "integrity": ship(integrity=1),
    "mines aboard": ship(mines=0),
    "steps of speed": ship(speed_steps=2),
    "stored orders": ship(slots={"T1": "TURN L", "E1": "SHIELDS ALL"}),
    "standing orders": ship(standing="FIRE ANY"),
    "policies": ship(policies={"RETREAT": "NEVER"}),
}

OPEN = {
    "class": ship(ship_class="CA"),
    "hex": ship(hex=parse_label("5048")),
    "heading": ship(heading=1),
    "fate": ship(fate="destroyed"),
    "controller": ship(side="BLUE", seat="blue"),
    "trail": ship(trail=[parse_label("5047"), parse_label("5048")]),
    "weapon type that has fired": section(shown=True),
    "points that arrived": ship(damage_by={"BLUE": 12}),
    "terrain": lambda state: state.asteroids.append(parse_label("5050")),
    "planets": lambda state: state.planets.append(parse_label("5050")),
    "edge": lambda state: vars(state).update(edge="solid"),
    "region value": lambda state: vars(state).update(region_value=9),
    "mines": lambda state: state.mines.append(Mine(1, parse_label("5050"), "SR1", "RED")),
    "turn": lambda state: vars(state).update(cycle=2, turn=5),
    "explosions": lambda state: state.explosions.append(parse_label("5050")),
}


@pytest.mark.parametrize("change", HIDDEN.values(), ids=HIDDEN)
@pytest.mark.parametrize("seat", ["blue", None])
def test_what_stands_behind_the_screen_changes_no_other_view(seat: str | None, change: Callable[[State], None]) -> None:
    """SN-16.4: speed, energy, statuses, shields, losses, marines, ISDs and orders are the owner's alone."""
    state = opening()
    before, own = view(state, seat), view(state, "red")
    change(state)
    assert view(state, seat) == before
    assert view(state, seat).ships["SR1"].console is None
    if change is not HIDDEN["steps of speed"]:
        assert view(state, "red") != own


@pytest.mark.parametrize("change", OPEN.values(), ids=OPEN)
@pytest.mark.parametrize("seat", ["blue", "red", None])
def test_what_lies_on_the_table_is_seen_by_all(seat: str | None, change: Callable[[State], None]) -> None:
    """SN-16.2: classes, positions, headings, mines, terrain and what was announced are public, to spectators too."""
    state = opening()
    before = view(state, seat)
    change(state)
    assert view(state, seat) != before


def test_owner_sees_their_console_and_orders() -> None:
    """SN-16.4: the owner sees all of their console and what they have stored."""
    state = opening()
    state.ships["SR1"].slots = {"T1": "TURN L"}
    state.ships["SR1"].sections["R"].wear = 1
    seen = view(state, "red").ships["SR1"]
    assert seen.console is not None and seen.stored is not None
    assert (seen.console.speed, seen.console.energy, seen.console.free_thrusters) == (2, 17, 9)
    assert seen.console.sections["R"].wear == 1
    assert seen.stored.slots == {"T1": "TURN L"}


def test_weapon_type_is_shown_when_its_section_first_fires() -> None:
    """SN-16.3: a volley announces section and weapon type; other sections stay secret."""
    state = opening()
    assert view(state, "blue").ships["SR1"].seen_weapons == {}
    state.ships["SR1"].sections["LF"].shown = True
    assert view(state, "blue").ships["SR1"].seen_weapons == {"LF": "T"}


def test_mines_are_seen_with_their_layer() -> None:
    """SN-16.2: where a mine lies and who laid it is public."""
    state = opening()
    state.mines.append(Mine(4, parse_label("5050"), "SR1", "RED"))
    for seat in ("blue", "red", None):
        (mine,) = view(state, seat).mines
        assert (mine.id, mine.hex, mine.ship, mine.side) == ("M4", parse_label("5050"), "SR1", "RED")


def test_without_screen_consoles_are_open_and_orders_sealed() -> None:
    """SN-16.1: `screen=off` opens every console to all, but no orders."""
    state = opening(screen="off")
    state.ships["SR1"].standing = "FIRE ANY"
    for seat in ("blue", None):
        seen = view(state, seat).ships["SR1"]
        assert seen.console is not None and seen.console.speed == 2
        assert seen.stored is None
    stored = view(state, "red").ships["SR1"].stored
    assert stored is not None and stored.standing == "FIRE ANY"


def test_allied_seats_share_consoles_and_orders() -> None:
    """SN-16.5: seats of one side see each other's consoles and orders as their own."""
    state = opening("wolf-pack")
    state.seats["wolf"] = "RED"
    state.ships["CIN"].seat = "wolf"
    seen = view(state, "wolf")
    assert seen.ships["PIT"].console is not None and seen.ships["PIT"].stored is not None
    assert seen.ships["MIL"].console is None
    assert [s.id for s in seen.mine()] == ["CIN"]
    assert [s.id for s in seen.friends()] == ["CIN", "PIT"]
    assert [s.id for s in seen.enemies()] == ["MIL"]


def test_captor_sees_the_prize_and_its_former_owner_does_not() -> None:
    """SN-16.4: from the moment of capture the console is the captor's."""
    state = opening()
    state.ships["SR1"].side, state.ships["SR1"].seat = "BLUE", "blue"
    assert view(state, "blue").ships["SR1"].console is not None
    lost = view(state, "red").ships["SR1"]
    assert lost.console is None and lost.stored is None
    assert view(state, "red").enemies() == [view(state, "red").ships["BIS"], lost]


def test_after_the_game_everything_is_public() -> None:
    """SN-16.5: consoles and orders are open to all when the game is over."""
    state = opening()
    state.ships["SR1"].standing, state.over = "FIRE ANY", True
    for seat in ("blue", None):
        seen = view(state, seat).ships["SR1"]
        assert seen.console is not None
        assert seen.stored is not None and seen.stored.standing == "FIRE ANY"


def test_spectators_command_nothing() -> None:
    """SN-16.2: a spectator has no side, no ships and no friends."""
    seen = view(opening(), None)
    assert (seen.side, seen.mine(), seen.friends()) == (None, [], [])
    assert [s.id for s in seen.enemies()] == ["BIS", "SR1"]


def test_a_stranger_has_no_view() -> None:
    """Asking for a seat that is not in the game is a mistake of the program."""
    with pytest.raises(KeyError):
        view(opening(), "green")


def test_view_is_a_copy() -> None:
    """A view stays as it was when the game goes on."""
    state = opening("harrow-belt")
    state.mines.append(Mine(1, parse_label("1819"), "DET", "RED"))
    seen = view(state, "blue")
    before = copy.deepcopy(seen)
    for each in state.ships.values():
        each.hex, each.speed, each.slots["T1"], each.damage_by["RED"] = (0, 0), 6, "TURN L", 5
        each.trail.append((1, 1))
        each.sections["F"].active, each.sections["F"].shown = 0, True
    state.mines[0].hex = (0, 0)
    state.planets.clear()
    state.options["screen"] = "off"
    state.scores["RED"] = 3
    state.seats.clear()
    assert seen == before


def test_view_is_frozen() -> None:
    """Nobody can write to a view by mistake."""
    seen = view(opening(), "blue")
    with pytest.raises(dataclasses.FrozenInstanceError):
        seen.__setattr__("cycle", 3)

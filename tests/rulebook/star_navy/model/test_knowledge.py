"""SN-16 and the table of hidden information: what each reader may know, row by row, and that the events tell just that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from events import schema
from events.base import REGISTRY, Event, event
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import OffMapHex, parse_label
from pbem.core.state import codec
from pbem.core.state.game_state import Unknown
from pbem.core.state.knowledge import known as fold
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.state import Mine, State
from tests.kit.playing import by_bot, mixed_bots, open_play, turns_of
from tests.rulebook.star_navy.builders.known import known
from tools.pages.state_tables import tables


def opening(name: str = "first-blood", **options: Any) -> State:
    """A scenario before its first turn."""
    turn = Turn(STAR_NAVY.rules.apply, State(), seeded("known"), 0)
    STAR_NAVY.rules.setup(turn, name, STAR_NAVY.scenarios.options(name, options))
    return turn.state


def section(**changes: Any) -> Callable[[State], None]:
    """Change SR1's front section."""
    return lambda state: vars(state.ships["SR1"].console.sections["F"]).update(changes)


def ship(**changes: Any) -> Callable[[State], None]:
    """Change what lies open of SR1."""
    return lambda state: vars(state.ships["SR1"]).update(changes)


def console(**changes: Any) -> Callable[[State], None]:
    """Change SR1's console."""
    return lambda state: vars(state.ships["SR1"].console).update(changes)


def stored(**changes: Any) -> Callable[[State], None]:
    """Change what is stored for SR1."""
    return lambda state: vars(state.ships["SR1"].stored).update(changes)


HIDDEN = {
    "marked speed": console(speed=5),
    "weapon type": section(weapon="P"),
    "weapons left": section(weapons=1),
    "section status": section(status="RECOVER"),
    "weapons used": section(status="ACTIVE", used=2),
    "cannon wear": section(wear=2),
    "capacitor energy": console(capacitor_energy=1),
    "engine energy": console(engine_energy=1),
    "used thrusters": console(thrusters_used=3),
    "active shields": section(active=0),
    "shields": section(shields=1, active=1),
    "hulls": section(hulls=0),
    "capacitors": section(capthr=0),
    "engines": console(engines=2),
    "ISDs": console(isds=1),
    "active ISDs": console(isds_active=2, isd_status="ACTIVE"),
    "marines": console(marines=1),
    "marines' status": console(marine_status="RECOVER"),
    "integrity": console(integrity=1),
    "mines aboard": console(mines=0),
    "steps of speed": console(speed_steps=2),
    "stored orders": stored(slots={"T1": "TURN L", "E1": "SHIELDS ALL"}),
    "standing orders": stored(standing="FIRE ANY"),
    "policies": stored(policies={"RETREAT": "NEVER"}),
}

OPEN = {
    "class": ship(ship_class="CA"),
    "hex": ship(hex=parse_label("5048")),
    "heading": ship(heading=1),
    "fate": ship(fate="destroyed"),
    "controller": ship(side="BLUE", seat="blue"),
    "trail": ship(trail=[parse_label("5047"), parse_label("5048")]),
    "weapon type that has fired": ship(seen_weapons={"F": "L"}),
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
def test_what_stands_behind_the_screen_is_known_to_nobody_else(seat: str | None, change: Callable[[State], None]) -> None:
    """SN-16.4: speed, energy, statuses, shields, losses, marines, ISDs and orders are the owner's alone."""
    state = opening()
    before, own = known(state, seat), known(state, "red")
    change(state)
    assert known(state, seat) == before
    assert known(state, seat).ships["SR1"].console_if_known is None
    assert known(state, "red") != own


@pytest.mark.parametrize("change", OPEN.values(), ids=OPEN)
@pytest.mark.parametrize("seat", ["blue", "red", None])
def test_what_lies_on_the_table_is_seen_by_all(seat: str | None, change: Callable[[State], None]) -> None:
    """SN-16.2: classes, positions, headings, mines, terrain and what was announced are public, to spectators too."""
    state = opening()
    before = known(state, seat)
    change(state)
    assert known(state, seat) != before


def test_owner_sees_their_console_and_orders() -> None:
    """SN-16.4: the owner sees all of their console and what they have stored."""
    state = opening()
    state.ships["SR1"].stored.slots = {"T1": "TURN L"}
    state.ships["SR1"].console.sections["R"].wear = 1
    seen = known(state, "red").ships["SR1"]
    assert seen.console_if_known is not None and seen.stored_if_known is not None
    assert (seen.console.speed, seen.console.energy, seen.console.free_thrusters) == (2, 17, 9)
    assert seen.console.sections["R"].wear == 1
    assert seen.stored.slots == {"T1": "TURN L"}


def test_what_was_never_shown_is_told_by_nobody() -> None:
    """SN-16.4: whoever asks for it makes a mistake; no number is made up."""
    seen = known(opening(), "blue").ships["SR1"]
    for part in ("console", "stored", "turn_cost"):
        with pytest.raises(Unknown, match="of SR1 was never shown"):
            getattr(seen, part)


def test_weapon_type_is_shown_when_its_section_first_fires() -> None:
    """SN-16.3: a volley announces section and weapon type; other sections stay secret."""
    state = opening()
    assert known(state, "blue").ships["SR1"].seen_weapons == {}
    state.ships["SR1"].seen_weapons["LF"] = "T"
    assert known(state, "blue").ships["SR1"].seen_weapons == {"LF": "T"}


def test_mines_are_seen_with_their_layer() -> None:
    """SN-16.2: where a mine lies and who laid it is public."""
    state = opening()
    state.mines.append(Mine(4, parse_label("5050"), "SR1", "RED"))
    for seat in ("blue", "red", None):
        (mine,) = known(state, seat).mines
        assert (mine.id, mine.hex, mine.ship, mine.side) == ("M4", parse_label("5050"), "SR1", "RED")


def test_without_screen_consoles_are_open_and_orders_sealed() -> None:
    """SN-16.1: `screen=off` opens every console to all, but no orders."""
    state = opening(screen="off")
    state.ships["SR1"].stored.standing = "FIRE ANY"
    for seat in ("blue", None):
        seen = known(state, seat).ships["SR1"]
        assert seen.console_if_known is not None and seen.console.speed == 2
        assert seen.stored_if_known is None
    assert known(state, "red").ships["SR1"].stored.standing == "FIRE ANY"


def test_allied_seats_share_consoles_and_orders() -> None:
    """SN-16.5: seats of one side see each other's consoles and orders as their own."""
    state = opening("wolf-pack")
    state.seats["wolf"] = "RED"
    state.ships["CIN"].seat = "wolf"
    seen = known(state, "wolf")
    assert seen.ships["PIT"].console_if_known is not None and seen.ships["PIT"].stored_if_known is not None
    assert seen.ships["MIL"].console_if_known is None
    assert [s.id for s in seen.mine()] == ["CIN"]
    assert [s.id for s in seen.friends()] == ["CIN", "PIT"]
    assert [s.id for s in seen.enemies()] == ["MIL"]


def test_captor_sees_the_prize_and_its_former_owner_does_not() -> None:
    """SN-16.4: from the moment of capture the console is the captor's."""
    state = opening()
    state.ships["SR1"].side, state.ships["SR1"].seat = "BLUE", "blue"
    assert known(state, "blue").ships["SR1"].console_if_known is not None
    lost = known(state, "red").ships["SR1"]
    assert lost.console_if_known is None and lost.stored_if_known is None
    assert known(state, "red").enemies() == [known(state, "red").ships["BIS"], lost]


def test_after_the_game_everything_is_public() -> None:
    """SN-16.5: consoles and orders are open to all when the game is over."""
    state = opening()
    state.ships["SR1"].stored.standing, state.over = "FIRE ANY", True
    for seat in ("blue", None):
        seen = known(state, seat).ships["SR1"]
        assert seen.console_if_known is not None
        assert seen.stored_if_known is not None and seen.stored.standing == "FIRE ANY"


def test_spectators_command_nothing() -> None:
    """SN-16.2: a spectator has no side, no ships and no friends."""
    seen = known(opening(), None)
    assert (seen.side, seen.mine(), seen.friends()) == ("", [], [])
    assert [s.id for s in seen.enemies()] == ["BIS", "SR1"]


# ---------------------------------------------------------------- the fold


@pytest.mark.parametrize("options", [{}, {"screen": "off"}, {"pace": "cycle"}], ids=["default", "open", "cycles"])
@pytest.mark.parametrize("scenario", STAR_NAVY.scenarios)
def test_what_a_reader_was_told_comes_to_what_they_may_know(scenario: str, options: dict[str, str]) -> None:
    """SN-16: after every deadline of a game between bots, for every seat and for a spectator."""
    played = open_play(STAR_NAVY, scenario, options, "told")
    for _ in turns_of(played, by_bot(mixed_bots(STAR_NAVY, scenario)), "told", 24):
        for seat in played.readers if not played.over else ():
            assert played.known(seat) == known(played.state, seat)


# ---------------------------------------------------------------- a field more


@dataclass
class Marked(State):
    """The state with one field more: the declaration."""

    beacon: OffMapHex | None = None
    """A hex that its side has marked."""


@pytest.fixture
def beacon_set() -> Iterator[type[Event]]:
    """An event that fills it."""

    @event("star_navy.beacon_set", to="its side")
    class BeaconSet(Event):
        hex: str

    yield BeaconSet
    del REGISTRY[BeaconSet.type]


def test_a_new_field_is_declared_told_and_handled_and_that_is_all(beacon_set: type[Event]) -> None:
    """JSON, its table, copies and what each reader knows follow from its declaration, its event and the event's handler."""

    def handle(state: Marked, event: Event) -> None:
        if isinstance(event, beacon_set):
            state.beacon = parse_label(event.hex)
        else:
            STAR_NAVY.rules.apply(state, event)

    game = replace(STAR_NAVY, rules=replace(STAR_NAVY.rules, blank=Marked, apply=handle))
    turn = Turn(handle, Marked(), seeded("beacon"), 0)
    game.rules.setup(turn, "first-blood", game.scenarios.options("first-blood", {}))
    turn.emit(beacon_set("5050"), "SN-16.4", "BLUE")

    told = [(draft.event, draft.audience) for draft in turn.drafts]
    ids = {seat: frozenset({seat, side}) for seat, side in turn.state.seats.items()}
    blue, red = (fold(game, told, seat, ids[seat]) for seat in ("blue", "red"))
    assert (blue.beacon, red.beacon) == (parse_label("5050"), None)
    for state, written in ((turn.state, "5050"), (blue, "5050"), (red, None)):
        assert codec.dump(state)["beacon"] == written
        assert replace(codec.read(Marked, codec.dump(state)), reader=state.reader) == codec.copy(state) == state
    assert schema.load(Marked, codec.dump(turn.state)) == turn.state
    assert "| `beacon` | a hex label `CCRR`, off the map `column,row`, or `null` | `null` | A hex that" in tables(Marked)

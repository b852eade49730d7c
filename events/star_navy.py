"""What happens in Star Navy. Hexes are labels `CCRR`; sections are F RF RR R LR LF; headings 0-5 from N clockwise.

Who may see an event travels in its envelope. What a table tells to all and what only the console's owner sees are two
events, so that no event needs to be shown in part.
"""

from __future__ import annotations

from typing import Any

from events.base import Event, event

# ---------------------------------------------------------------- set-up


@event("star_navy.field_set")
class FieldSet(Event):
    """The map, its terrain, its edge rule and the scenario's numbers. `planets` and `asteroids` are hex labels."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    columns: int
    rows: int
    edge: str
    planets: list[str]
    asteroids: list[str]
    region_value: int
    limit: int


@event("star_navy.ship_entered")
class ShipEntered(Event):
    """A ship of class `ship_class` is on the map; `zone` is the radius within which its captain may place it (0: fixed)."""

    ship: str
    ship_class: str
    side: str
    seat: str
    hex: str
    heading: int
    zone: int


@event("star_navy.ship_placed")
class ShipPlaced(Event):
    """The captain's own choice of hex and heading at set-up."""

    ship: str
    hex: str
    heading: int


@event("star_navy.ship_fitted")
class ShipFitted(Event):
    """Weapon types by section, and the starting speed."""

    ship: str
    weapons: dict[str, str]
    speed: int


# ---------------------------------------------------------------- the turn and its orders


@event("star_navy.turn_began")
class TurnBegan(Event):
    """Turn 1-6 of a cycle."""

    cycle: int
    turn: int


@event("star_navy.orders_stored")
class OrdersStored(Event):
    """All that is stored for a ship: canonical orders by slot (T1-T6, E1, E2, JUMP), the standing chain, the policies."""

    ship: str
    slots: dict[str, str]
    standing: str
    policies: dict[str, str]


@event("star_navy.turn_ended")
class TurnEnded(Event):
    """The turn's slot is used up; after turn 6 so are E1, E2 and JUMP."""

    cycle: int
    turn: int


@event("star_navy.order_lapsed")
class OrderLapsed(Event):
    """An alternative or engine order could not be carried out (in full), and why."""

    ship: str
    slot: str
    order: str
    why: str


# ---------------------------------------------------------------- Move


@event("star_navy.moved")
class Moved(Event):
    """A ship moved one hex ahead."""

    ship: str
    origin: str
    hex: str


@event("star_navy.held_at_edge")
class HeldAtEdge(Event):
    """A ship could not leave the map."""

    ship: str
    hex: str


@event("star_navy.map_shifted")
class MapShifted(Event):
    """The sheet was moved under ships, mines and terrain: so many columns and rows were added to every label."""

    columns: int
    rows: int


@event("star_navy.ship_destroyed")
class ShipDestroyed(Event):
    """A ship is lost with all aboard. `cause` is integrity, planet or edge."""

    ship: str
    hex: str
    cause: str


@event("star_navy.mine_exploded")
class MineExploded(Event):
    """A mine went off."""

    mine: str
    hex: str


@event("star_navy.mine_hit")
class MineHit(Event):
    """A mine's explosion reached a ship."""

    mine: str
    ship: str
    die: int
    section: str
    points: int


@event("star_navy.asteroid_hit")
class AsteroidHit(Event):
    """A ship ran into asteroids."""

    ship: str
    section: str
    points: int


# ---------------------------------------------------------------- Command and Resolve


@event("star_navy.commanded")
class Commanded(Event):
    """A ship's command of the turn and what it paid. `command` is turn, fire, mine, board or nothing."""

    ship: str
    command: str
    detail: str
    energy: int
    capacitor_energy: int
    engine_energy: int
    thrusters_used: int


@event("star_navy.section_marked")
class SectionMarked(Event):
    """A weapon section's status after its command or its volley: READY, ACTIVE or RECOVER, weapons used, cannon wear."""

    ship: str
    section: str
    status: str
    used: int
    wear: int


@event("star_navy.marines_sent")
class MarinesSent(Event):
    """All marines of a ship set out."""

    ship: str
    used: int


@event("star_navy.turned")
class Turned(Event):
    """A ship changed its heading by 60 degrees."""

    ship: str
    heading: int


@event("star_navy.fired")
class Fired(Event):
    """A volley. `effective` counts weapons after asteroids; `hits` maps target section to points before shields.

    `weapon` is a letter C L P T; `wear` is what each die of a cannon volley loses; `orientation` is the target's, e.g.
    `ASKEW F RF`: most facing F, less RF (`TWO F RF`: left, right).
    """

    ship: str
    section: str
    weapon: str
    number: int
    effective: int
    target: str
    range: int
    orientation: str
    dice: list[int]
    wear: int
    section_dice: list[int]
    hits: dict[str, int]


@event("star_navy.mine_laid")
class MineLaid(Event):
    """A mine lies on the map."""

    mine: str
    ship: str
    side: str
    hex: str


@event("star_navy.mine_spent")
class MineSpent(Event):
    """A ship has one mine less aboard."""

    ship: str
    left: int


@event("star_navy.points_arrived")
class PointsArrived(Event):
    """So many points struck a section in one step, before shields; `sources` maps a side to its share.

    `first`: it is the first section of this ship that is struck in this step (Move phase, Fire, arrival).
    """

    ship: str
    section: str
    points: int
    sources: dict[str, int]
    first: bool = True


@event("star_navy.damaged")
class Damaged(Event):
    """What the points did behind the screen: absorbed, column die (0: none rolled), components crossed off in order.

    Components are words: hull, shield, weapon, engine, isd, marine, integrity, capacitor:SECTION, thruster:SECTION.
    """

    ship: str
    section: str
    absorbed: int
    column: int
    lost: list[str]


@event("star_navy.board_order")
class BoardOrder(Event):
    """In which order the boardings are fought."""

    ships: list[str]


@event("star_navy.board_attempt")
class BoardAttempt(Event):
    """Marines tried to get aboard."""

    ship: str
    target: str
    die: int
    success: bool


@event("star_navy.board_void")
class BoardVoid(Event):
    """A boarding came to nothing before any die, and why."""

    ship: str
    target: str
    why: str


@event("star_navy.board_round")
class BoardRound(Event):
    """One round aboard the target: the defenders' dice, the attackers' dice (none if they fled or fell), losses."""

    ship: str
    target: str
    defence: list[int]
    attack: list[int]
    attackers_lost: int
    defenders_lost: int


@event("star_navy.retreated")
class Retreated(Event):
    """The surviving marines went back to their ship."""

    ship: str
    target: str


@event("star_navy.captured")
class Captured(Event):
    """A ship has a new master."""

    ship: str
    by: str
    side: str
    seat: str


@event("star_navy.console_taken")
class ConsoleTaken(Event):
    """What the captor finds behind the screen. `counters` are the ship's numbers, `sections` those of each section."""

    ship: str
    isd_status: str
    counters: dict[str, int]
    sections: dict[str, dict[str, Any]]


@event("star_navy.crew_split")
class CrewSplit(Event):
    """How the surviving marines were divided between captor and prize."""

    ship: str
    prize: str
    aboard: int
    on_prize: int


# ---------------------------------------------------------------- Engine phase


@event("star_navy.shields_raised")
class ShieldsRaised(Event):
    """Shields activated by section in one opportunity, and the energy paid."""

    ship: str
    slot: str
    sections: dict[str, int]
    energy: int
    capacitor_energy: int
    engine_energy: int


@event("star_navy.isd_activated")
class IsdActivated(Event):
    """Interstellar drives activated in one opportunity, and the energy paid."""

    ship: str
    slot: str
    number: int
    energy: int
    capacitor_energy: int
    engine_energy: int


@event("star_navy.speed_changed")
class SpeedChanged(Event):
    """A new marked speed. `steps` counts this phase's steps so far, for the discount."""

    ship: str
    slot: str
    speed: int
    steps: int
    energy: int
    capacitor_energy: int
    engine_energy: int
    thrusters_used: int


@event("star_navy.energy_moved")
class EnergyMoved(Event):
    """Step P2, P3 or P4: the energy a ship holds afterwards."""

    ship: str
    capacitor_energy: int
    engine_energy: int


@event("star_navy.jump_attempt")
class JumpAttempt(Event):
    """A ship tried to enter interstellar space."""

    ship: str
    die: int
    success: bool


@event("star_navy.jump_left")
class JumpLeft(Event):
    """A ship left the region for good."""

    ship: str


@event("star_navy.jump_placed")
class JumpPlaced(Event):
    """A ship was put in the hex it aimed at."""

    ship: str
    hex: str
    heading: int


@event("star_navy.jump_slid")
class JumpSlid(Event):
    """An arriving ship slid: direction die (a section), number of hexes, where it came to rest."""

    ship: str
    section: str
    hexes: int
    hex: str


@event("star_navy.jump_speed")
class JumpSpeed(Event):
    """The speed an arriving ship chose."""

    ship: str
    speed: int


@event("star_navy.status_advanced")
class StatusAdvanced(Event):
    """Step P7 for one ship: the new status of each section, of the ISDs and of the marines; used thrusters are free again."""

    ship: str
    sections: dict[str, str]
    isds: str
    marines: str


# ---------------------------------------------------------------- victory


@event("star_navy.vp_awarded")
class VpAwarded(Event):
    """Points for a side: `why` is region, destroyed, captured or crippled; `ship` is "" for the region."""

    side: str
    points: int
    why: str
    ship: str


@event("star_navy.game_over")
class GameOver(Event):
    """The battle is over. No winners: a draw."""

    winners: list[str]
    scores: dict[str, int]
    verdict: str

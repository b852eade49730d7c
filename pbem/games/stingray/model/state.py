"""The state of a Stingray game, whole or as one reader knows it: plain data that only `apply.py` changes (section 2.8).

What a reader was never shown (section 7) is not there: other crews' vessels, missiles and mines, and the parts that are None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from events.shapes import Id, Range, Written
from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import Direction, Hex, MaybeDirection, label, on_map, parse_label
from pbem.core.state.game_state import GameState, shown
from pbem.games.stingray.model.tables import (
    AQUAPHIBIANS,
    BATTERY,
    CLASSES,
    CREW_DEAD,
    MAX_ARMING,
    MK61,
    PLANT,
    SIDES,
    ClassKey,
    Edge,
    VesselClass,
)

Fate = Literal["in play", "sunk", "exploded", "exited"]
How = Literal["sonar", "vision", "plant", "told", "known"]
"""How a contact was found: own sonar, own eyes, plant noise, by the network, or known from the start."""
MissileKind = Literal["MK61", "MK7", "TERROR"]
Count = Annotated[int, Range(0)]
Speed = Annotated[int, Range(0, 6)]
Phase = Annotated[int, Range(0, 6)]
Tail = Annotated[
    tuple[int, int] | None,
    Written(lambda hex: label(hex) if hex else "", lambda text: parse_label(text) if text else None, 'a hex label, or `""`'),
]
"""Only an MF has one."""


@dataclass(frozen=True)
class Contact:
    """A line of a vessel's list (STG-SCN.3, STG-SCN.7). Plant noise knows only `hex`: class "", facing and speed -1."""

    id: Id
    vessel_class: Literal["", "SR", "SS", "TF", "MF"]
    hex: Hex
    tail: Tail
    facing: MaybeDirection
    speed: Annotated[int, Range(-1, 6)]
    move: Count
    """The move at whose end it was last renewed; 0 is the opening."""
    how: How

    @property
    def side(self) -> str:
        """Its side; plant noise is the enemy's, and has none."""
        return CLASSES[self.vessel_class].side if self.vessel_class else ""

    @property
    def body(self) -> tuple[Hex, ...]:
        """Its hexes, head first."""
        return (self.hex,) if self.tail is None else (self.hex, self.tail)


@dataclass(frozen=True)
class MissileContact:
    """A missile noticed at the end of this move; never kept. `kind` "" and `heading` -1 where not told."""

    kind: Literal["", "MK61", "MK7", "TERROR"]
    hex: Hex
    heading: MaybeDirection
    how: Literal["sonar", "vision", "hydrophone", "told"]


@dataclass(frozen=True)
class Noise:
    """STG-SCN.6: an explosion or a vessel breaking up, heard in this move."""

    what: Literal["explosion", "breaking up"]
    hex: Hex
    phase: Phase


@dataclass
class Finds:
    """What a vessel's sonar, eyes and network have found. A fish without comms tells it to nobody (STG-COM.4)."""

    contacts: dict[str, Contact] = field(default_factory=dict)
    missile_contacts: list[MissileContact] = field(default_factory=list)
    mines_seen: list[Hex] = field(default_factory=list)
    """Hexes of foreign mines it knows."""
    swept: list[str] = field(default_factory=list)
    """Zones searched at the end of the last move, as in `Power.zones`."""
    noises: list[Noise] = field(default_factory=list)


@dataclass
class Launcher:
    """A tube, nostril or launcher. load: "" empty, MK61, MK7, MINE; a fish's is READY. Out of action: `Vessel.specials`."""

    load: str
    armed: bool = False
    destroyed: bool = False


@dataclass
class Power:
    """STG-POW: what a Stingray did with its APU this move. `zones`: "1" full, "h1" half range."""

    output: Count = PLANT
    drawn: Count = 0
    items: dict[str, int] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)
    stored: Count = 0
    wasted: Count = 0


@dataclass
class Vessel:
    """One craft. `crew` is the audience of all it does: the vessel's id in small letters with two seats, else its one seat."""

    id: Id
    vessel_class: ClassKey
    captain: str
    copilot: str
    crew: str
    hex: Hex
    tail: Tail
    facing: Direction
    speed: Speed
    """Hexes moved last move."""
    fuel: Count
    battery: Annotated[int, Range(0, BATTERY)]
    stores: dict[str, int]
    """Weapons left, those in launchers included (STG-LAU.9)."""
    launchers: dict[str, Launcher]
    damage: Count = 0
    injuries: Annotated[int, Range(0, CREW_DEAD)] = 0
    suited: bool = False
    specials: dict[str, Annotated[int, Range(1)]] = field(default_factory=dict)
    """System out -> count: TUBE1, LAUNCHER, PORT, DECOY, FUEL … as in section 2.4; only REACTOR and ENGINES above 1."""
    arming: Annotated[int, Range(0, MAX_ARMING)] = 3
    launched: Count = 0
    """Missiles launched so far: they are called M1, M2 … in its own orders."""
    since_turn: Count = 1
    """STG-MOV.7: hexes moved since its last turn."""
    accelerated: Count = 0
    slowed: Count = 0
    shifted: Count = 0
    """STG-SUP.1: moves in which an SS last did so; 0 never."""
    broken_off: bool = False
    fate: Fate = "in play"
    exit_edge: Literal["", "N", "E", "S", "W"] = ""
    lost: Count = 0
    """The move in which it went out of play; 0 while it is in play."""
    airborne: bool = False
    plan: str = ""
    ordered: Speed = 0
    scheduled: Speed = 0
    output: Annotated[int, Range(0, PLANT)] = 0
    """Plant output of this move (last move's between moves)."""
    fix: bool = True
    power: Power = field(default_factory=Power)
    track: list[Hex] = field(default_factory=list)
    """Hexes of this move, first the one it started from."""
    track_phases: list[Phase] = field(default_factory=list)
    """For each hex of `track` the phase it was entered in; 0 for the first."""
    standing: dict[str, list[str]] = field(default_factory=dict)
    """Seat -> its standing orders in canonical words."""
    finds_if_known: Finds | None = field(default=None, metadata={"json": "finds"})

    @property
    def finds(self) -> Finds:
        """What it has found. Raises `Unknown` for a reader to whom it does not report."""
        return shown(self.finds_if_known, f"what {self.id} has found")

    @property
    def reported(self) -> Finds:
        """What its commander has been told of: nothing by a fish without comms (STG-COM.4)."""
        return self.finds_if_known or Finds()

    @property
    def printed(self) -> VesselClass:
        """Its class."""
        return CLASSES[self.vessel_class]

    @property
    def side(self) -> str:
        """STG-GEN.2."""
        return self.printed.side

    @property
    def body(self) -> tuple[Hex, ...]:
        """The hexes it occupies, head first."""
        return (self.hex,) if self.tail is None else (self.hex, self.tail)

    @property
    def afloat(self) -> bool:
        """Is it in play?"""
        return self.fate == "in play"

    @property
    def crew_dead(self) -> bool:
        """STG-CRW.1."""
        return self.injuries >= CREW_DEAD

    @property
    def fit(self) -> bool:
        """In play with a living crew."""
        return self.afloat and not self.crew_dead

    @property
    def penalty(self) -> int:
        """STG-CRW.2."""
        return min(self.injuries, 3) + self.suited

    @property
    def remaining(self) -> int:
        """STG-RAM.7: damage points left."""
        return self.printed.points - self.damage

    def out(self, system: str) -> bool:
        """Is this system damaged?"""
        return self.specials.get(system, 0) > 0

    def launcher_out(self, name: str) -> bool:
        """Is this launcher damaged? A Stingray's tube 1 is out as TUBE1, a fish's launchers by their own names."""
        return self.out(f"TUBE{name}") or self.out(name)

    def whole(self, name: str) -> bool:
        """Is this launcher neither damaged nor destroyed?"""
        return not (self.launchers[name].destroyed or self.launcher_out(name))

    @property
    def max_output(self) -> int:
        """STG-SPH.3: a Stingray's plant now; an SS counts as 6, 3 with the reactor hit (2.6); fish have none."""
        if self.printed.fish:
            return 0
        hits = self.specials.get("REACTOR", 0)
        return PLANT >> (hits if self.vessel_class == "SR" else min(hits, 1))

    @property
    def can_report(self) -> bool:
        """STG-COM.4: a fish whose comms are destroyed neither sends nor receives."""
        return not (self.printed.fish and self.out("COMMS"))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that command it."""
        return (self.captain, self.copilot) if self.copilot else (self.captain,)

    @property
    def started(self) -> Hex:
        """Where it began this move."""
        return self.track[0] if self.track else self.hex


@dataclass
class Missile:
    """A missile in the water. `state.missiles` is in order of launch, the missile order of section 3 (STG-GEN.6)."""

    id: Id
    """`SR1-M1`: launcher and its own count."""
    kind: MissileKind
    launcher: str
    side: str
    hex: Hex
    heading: Direction
    arming: Annotated[int, Range(0, MAX_ARMING)]
    target: str
    """Vessel id; `D1` … the decoys of this move; "" none."""
    penalty: Count
    run: Count = 0
    lock: bool = False
    """Mk61 only."""
    via: list[Hex] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    evaded: list[str] = field(default_factory=list)
    tie: list[str] = field(default_factory=list)
    """The last set of equally near sources that was diced for."""
    track: list[Hex] = field(default_factory=list)
    track_phases: list[Phase] = field(default_factory=list)

    @property
    def name(self) -> str:
        """M1 …, as its own vessel calls it (STG-GEN.6)."""
        return self.id.rpartition("-")[2]


@dataclass
class Mine:
    """A mine. MN1 … are Terrainian, AM1 … Aquaphibian."""

    id: Id
    side: str
    hex: Hex
    active: bool = True


@dataclass
class Trap:
    """STG-SPY.2: a card of the Aquaphibians. kind TRAP or AGENT."""

    kind: Literal["TRAP", "AGENT", "PLANS"]
    vessel: str
    system: str = ""
    move: Count = 0


@dataclass
class PlannedVessel:
    """STG-SPY.4: a Terrainian vessel as the spies have read of it: what its tubes hold, and its arming distance."""

    vessel: str
    vessel_class: ClassKey
    hex: Hex
    facing: Direction
    speed: Speed
    tubes: dict[str, str]
    arming: Count


@dataclass
class Spies:
    """STG-SPY: what only the Aquaphibians know of."""

    cards: list[Trap] = field(default_factory=list)
    plans_read: list[PlannedVessel] = field(default_factory=list)


@dataclass
class Umpire:
    """What nobody is told before the end."""

    plants: dict[str, str] = field(default_factory=dict)
    """U1 -> vessel (STG-SCN.4)."""
    passed: dict[str, list[str]] = field(default_factory=dict)
    """By missile, the vessels rolled for as `unguided` or `accidental`."""
    alongside: dict[str, Count] = field(default_factory=dict)
    """`TF1 SS1` -> moves running (STG-VIC.2)."""


@dataclass
class State(GameState):
    """A game. `vessels` are in vessel order, `missiles` in missile order; `move` is the last one begun (0 before).

    A reader's has the vessels of their own crew, their Mk61, and the mines of their side.
    """

    crews: dict[str, str] = field(default_factory=dict)
    """Seat -> crew, where two seats command one vessel."""
    columns: Annotated[int, Range(1, 99)] = 30
    rows: Annotated[int, Range(1, 99)] = 22
    obstacles: set[Hex] = field(default_factory=set)
    home_edge: Edge = "E"
    limit: Count = 10
    setting_up: bool = False
    move: Count = 0
    vessels: dict[str, Vessel] = field(default_factory=dict)
    missiles: dict[str, Missile] = field(default_factory=dict)
    mines: dict[str, Mine] = field(default_factory=dict)
    mines_laid: dict[str, Count] = field(default_factory=dict)
    decoys: list[Hex] = field(default_factory=list)
    """D1, D2 … of this move."""
    briefings: dict[str, str] = field(default_factory=dict)
    robbed: str = ""
    """The fish that has robbed the SuperSub (STG-VIC.2)."""
    objectives: list[str] = field(default_factory=list)
    """`SR1 0906`: objectives reached."""
    scores: dict[str, Count] = field(default_factory=dict)
    spies_if_known: Spies | None = field(default=None, metadata={"json": "spies"})
    umpire_if_known: Umpire | None = field(default=None, metadata={"json": "umpire"})

    @property
    def spies(self) -> Spies:
        """Cards and what they have brought. Raises `Unknown` for all but the Aquaphibians."""
        return shown(self.spies_if_known, "what the spies do")

    @property
    def agent_aboard(self) -> bool:
        """STG-SPY.3: is there an agent who may still try something, as far as the reader knows?"""
        return self.spies_if_known is not None and any(card.kind == "AGENT" for card in self.spies.cards)

    @property
    def umpire(self) -> Umpire:
        """Raises `Unknown` for every reader."""
        return shown(self.umpire_if_known, "what the umpire keeps")

    @property
    def next_move(self) -> int:
        """The move that is ordered next."""
        return self.move + 1

    def afloat(self) -> list[Vessel]:
        """Vessels in play, in vessel order."""
        return [v for v in self.vessels.values() if v.fate == "in play"]

    def of_seat(self, seat: str) -> list[Vessel]:
        """Vessels in play that a seat commands, in vessel order."""
        return [v for v in self.afloat() if seat in v.seats]

    def of_side(self, side: str) -> list[Vessel]:
        """All vessels of a side."""
        return [v for v in self.vessels.values() if v.side == side]

    def on_map(self, hex: Hex) -> bool:
        """Is there such a hex?"""
        return on_map(hex, self.columns, self.rows)

    def mine(self) -> list[Vessel]:
        """The reader's own vessels in play."""
        return [] if self.reader is None else self.of_seat(self.reader)

    def guided(self, vessel: Vessel) -> list[Missile]:
        """The Mk61 of a vessel under way, which its crew follows (section 7)."""
        return [missile for missile in self.missiles.values() if missile.launcher == vessel.id and missile.kind == MK61]

    @property
    def reached(self) -> list[str]:
        """Hexes of the objectives reached."""
        return [text.split()[1] for text in self.objectives]

    def is_old(self, contact: Contact) -> bool:
        """STG-SCN.7: not renewed in the last report."""
        return contact.move < self.move


def enemy(side: str) -> str:
    """The other side."""
    return SIDES[0] if side == AQUAPHIBIANS else SIDES[1]


def vessel_order(ids: list[str]) -> list[str]:
    """STG-GEN.6, inside one side: letters alphabetically, then the number."""
    return sorted(ids, key=natural)

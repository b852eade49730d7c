"""A vessel and what it has found: plain data that only `apply.py` changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from events.shapes import Id, Range, Written
from pbem.core.geometry.hexes import Direction, Hex, MaybeDirection, label, parse_label
from pbem.core.state.game_state import shown
from pbem.games.stingray.model.tables import BATTERY, CLASSES, CREW_DEAD, MAX_ARMING, PLANT, ClassKey, VesselClass

Fate = Literal["in play", "sunk", "exploded", "exited"]
How = Literal["sonar", "vision", "plant", "told", "known"]
"""How a contact was found: own sonar, own eyes, plant noise, by the network, or known from the start."""
Count = Annotated[int, Range(0)]
Speed = Annotated[int, Range(0, 6)]
Phase = Annotated[int, Range(0, 6)]
Tail = Annotated[
    tuple[int, int] | None,
    Written(lambda hex: label(hex) if hex else "", lambda text: parse_label(text) if text else None, 'a hex label, or `""`'),
]


@dataclass
class Contact:
    """A line of a vessel's list (STG-SCN.3, STG-SCN.7). Of plant noise only the hex is known (STG-SCN.4)."""

    id: Id
    vessel_class: Literal["", "SR", "SS", "TF", "MF"]
    """Empty of plant noise."""
    hex: Hex
    tail: Tail
    facing: MaybeDirection
    """Empty of plant noise."""
    speed: Annotated[int, Range(-1, 6)]
    """Of plant noise -1."""
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


# Nothing changes one, or a noise; that they are not frozen makes them in a third of the time, and a scan makes dozens.
@dataclass(unsafe_hash=True)
class MissileContact:
    """A missile noticed at the end of the last move; never kept."""

    kind: Literal["", "MK61", "MK7", "TERROR"]
    """Empty when only heard."""
    hex: Hex
    heading: MaybeDirection
    """Empty where not told."""
    how: Literal["sonar", "vision", "hydrophone", "told"]


@dataclass(unsafe_hash=True)
class Noise:
    """STG-SCN.6: an explosion or a vessel breaking up, heard in this move."""

    what: Literal["explosion", "breaking up"]
    hex: Hex
    phase: Phase
    """0: at the end of the move."""


@dataclass
class Finds:
    """What a vessel's sonar, eyes and network have found. A fish without comms tells it to nobody (STG-COM.4)."""

    contacts: dict[str, Contact] = field(default_factory=dict)
    """By id, or U1 …."""
    missile_contacts: list[MissileContact] = field(default_factory=list)
    """Missiles noticed at the end of the last move."""
    mines_seen: list[Hex] = field(default_factory=list)
    """Hexes of foreign mines it knows."""
    swept: list[str] = field(default_factory=list)
    """Zones searched at the end of the last move, as in `Power.zones`."""
    noises: list[Noise] = field(default_factory=list)
    """Heard in the last move."""


@dataclass
class Launcher:
    """A tube, nostril or launcher."""

    load: str
    """Nothing; `MK61`, `MK7`, `MINE` in a tube; `READY` of a fish."""
    armed: bool = False
    """STG-LAU.6: is the Mk61 in it prepared?"""
    destroyed: bool = False
    """STG-SPH.5. One that can be repaired is among `specials`."""


@dataclass
class Power:
    """STG-POW: what a Stingray did with its APU in the last move."""

    output: Count = PLANT
    """STG-POW.1: APU made."""
    drawn: Count = 0
    """STG-POW.3: APU from the batteries."""
    items: dict[str, int] = field(default_factory=dict)
    """APU by item of STG-POW.6."""
    dropped: list[str] = field(default_factory=list)
    """What went without, in words."""
    zones: list[str] = field(default_factory=list)
    """Sonar zones funded: `1` full, `h1` half range."""
    stored: Count = 0
    """STG-POW.4."""
    wasted: Count = 0


@dataclass
class Vessel:
    """One craft, whole but for what it has found: nobody knows of it who does not command it."""

    id: Id
    vessel_class: ClassKey
    captain: str
    copilot: str
    """Empty where one seat commands."""
    crew: str
    """Who is told all that it does: its id in small letters with two seats, else its one seat."""
    hex: Hex
    """Where it is, or was last."""
    tail: Tail
    """Only an MF has one."""
    facing: Direction
    speed: Speed
    """Hexes moved last move."""
    fuel: Count
    """AKG of a fish."""
    battery: Annotated[int, Range(0, BATTERY)]
    """Charge of a Stingray."""
    stores: dict[str, Count]
    """Weapons left, those in launchers included (STG-LAU.9)."""
    launchers: dict[str, Launcher]
    """`1`, `2` (SR), `LAUNCHER` (TF), `PORT`, `STARBOARD` (MF), none (SS)."""
    name: str = ""
    """Of a vessel of a campaign."""
    damage: Count = 0
    """Damage points marked."""
    brought: Count = 0
    """Those of them that it came with from earlier battles (STG-CAM.4)."""
    injuries: Annotated[int, Range(0, CREW_DEAD)] = 0
    """4: the crew is dead (STG-CRW.1)."""
    suited: bool = False
    """STG-POW.8."""
    specials: dict[str, Annotated[int, Range(1)]] = field(default_factory=dict)
    """System out -> count: TUBE1, LAUNCHER, PORT, DECOY, FUEL … as in section 2.4; only REACTOR and ENGINES above 1."""
    arming: Annotated[int, Range(0, MAX_ARMING)] = 3
    """Arming distance of its sonar missiles (STG-MK7.2)."""
    launched: Count = 0
    """Missiles launched so far: they are called M1, M2 … in its own orders."""
    since_turn: Count = 1
    """STG-MOV.7: hexes moved since its last turn."""
    accelerated: Count = 0
    """STG-SUP.1: the move in which an SS last did so; 0 never."""
    slowed: Count = 0
    """The same."""
    shifted: Count = 0
    """The same."""
    broken_off: bool = False
    """STG-FUE.3."""
    fate: Fate = "in play"
    exit_edge: Literal["", "N", "E", "S", "W"] = ""
    """The edge by which it has left."""
    lost: Count = 0
    """The move in which it went out of play; 0 while it is in play."""
    airborne: bool = False
    """STG-LEP: only during a move."""
    plan: str = ""
    """Of the last move, in words."""
    ordered: Speed = 0
    """Hexes ordered."""
    scheduled: Speed = 0
    """Hexes after all cuts."""
    output: Annotated[int, Range(0, PLANT)] = 0
    """Plant output of this move (last move's between moves)."""
    fix: bool = True
    """STG-NAV.1: had it a fix in the last move?"""
    power: Power = field(default_factory=Power)
    """Of a Stingray, in the last move."""
    track: list[Hex] = field(default_factory=list)
    """Hexes of this move, first the one it started from."""
    track_phases: list[Phase] = field(default_factory=list)
    """For each hex of `track` the phase it was entered in; 0 for the first."""
    standing: dict[str, list[str]] = field(default_factory=dict)
    """Seat -> its standing orders in canonical words."""
    finds_if_known: Finds | None = field(default=None, metadata={"json": "finds"})
    """Not known of a fish without comms (STG-COM.4)."""

    @property
    def finds(self) -> Finds:
        """What it has found. Raises `Unknown` for a reader to whom it does not report."""
        return self.finds_if_known or shown(self.finds_if_known, f"what {self.id} has found")

    @property
    def reported(self) -> Finds:
        """What its commander has been told of: nothing by a fish without comms (STG-COM.4)."""
        return self.finds_if_known or Finds()

    @cached_property
    def printed(self) -> VesselClass:
        """Its class."""
        return CLASSES[self.vessel_class]

    @cached_property
    def side(self) -> str:
        """STG-GEN.2."""
        return CLASSES[self.vessel_class].side

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
        return self.fate == "in play" and self.injuries < CREW_DEAD

    @property
    def penalty(self) -> int:
        """STG-CRW.2."""
        return min(self.injuries, 3) + self.suited

    @property
    def remaining(self) -> int:
        """STG-RAM.7: damage points left."""
        return self.printed.points - self.damage

    @property
    def taken(self) -> int:
        """STG-CAM.5: damage points of this battle."""
        return self.damage - self.brought

    def out(self, system: str) -> bool:
        """Is this system damaged?"""
        return system in self.specials

    def launcher_out(self, name: str) -> bool:
        """Is this launcher damaged? A Stingray's tube 1 is out as TUBE1, a fish's launchers by their own names."""
        return f"TUBE{name}" in self.specials or name in self.specials

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
        return not ("COMMS" in self.specials and self.printed.fish)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that command it."""
        return (self.captain, self.copilot) if self.copilot else (self.captain,)

    @property
    def started(self) -> Hex:
        """Where it began this move."""
        return self.track[0] if self.track else self.hex

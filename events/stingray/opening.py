"""The map, the vessels, their first loads and the spies: all that happens before move 1."""

from __future__ import annotations

from typing import Any

from events.base import Event, event


@event("stingray.sea_set", to="all")
class SeaSet(Event):
    """The map, the seats (seat -> side), their crews (seat -> crew), the limit. `setting_up`: first come set-up orders."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    crews: dict[str, str]
    columns: int
    rows: int
    obstacles: list[str]
    home_edge: str
    limit: int
    setting_up: bool


@event("stingray.side_briefed", to="the side")
class SideBriefed(Event):
    """A side's own briefing."""

    side: str
    text: str


@event("stingray.umpire_seated", to="nobody")
class UmpireSeated(Event):
    """The umpire's own notes are opened: what is in them nobody is told before the end."""


@event("stingray.vessel_entered", to="its new crew")
class VesselEntered(Event):
    """A vessel is in play. `crew`: the audience of all it does; `copilot`: "" where one seat commands; `tail`: only an MF's.

    `stores`: what it carries of each weapon.
    """

    vessel: str
    vessel_class: str
    captain: str
    copilot: str
    crew: str
    hex: str
    tail: str
    facing: int
    speed: int
    fuel: int
    battery: int
    stores: dict[str, int]


@event("stingray.condition_set", to="its crew")
class ConditionSet(Event):
    """A vessel of a campaign: its name, and the damage that it brings from earlier battles.

    `specials`: system out -> count; `destroyed`: tubes that are gone for good.
    """

    vessel: str
    name: str
    damage: int
    injuries: int
    specials: dict[str, int]
    destroyed: list[str]


@event("stingray.arming_set", to="its crew")
class ArmingSet(Event):
    """The arming distance of all sonar missiles of a vessel, in hexes."""

    vessel: str
    hexes: int


@event("stingray.tubes_loaded", to="its crew")
class TubesLoaded(Event):
    """What a Stingray's tubes hold at set-up: tube -> MK61, MK7, MINE or ""."""

    vessel: str
    tubes: dict[str, str]


@event("stingray.spy_card_played", to="the Aquaphibians")
class SpyCardPlayed(Event):
    """TRAP (vessel, system, move), AGENT (vessel) or PLANS."""

    card: str
    vessel: str
    system: str
    move: int


@event("stingray.plans_read", to="the Aquaphibians")
class PlansRead(Event):
    """The Terrainians' briefing, and their set-up: each `{vessel, vessel_class, hex, facing, speed, tubes, arming}`."""

    briefing: str
    vessels: list[dict[str, Any]]


@event("stingray.setup_closed", to="all")
class SetupClosed(Event):
    """Set-up orders are carried out; move 1 is next."""

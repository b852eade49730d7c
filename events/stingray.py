"""What happens in Stingray, Stingray. Hexes are labels `CCRR`; facings 0-5 from N clockwise; phases 1-6, windows 0-6.

Almost everything is known to one crew only, so truth and perception are different events: what a vessel does goes to its crew,
what another crew notices of it goes to that crew, and what nobody can know yet (a homing missile under way) to nobody.
No event that a crew sees names or counts anything that it may not know.
"""

from __future__ import annotations

from typing import Any

from events.base import Event, event

# ---------------------------------------------------------------- set-up


@event("stingray.sea_set")
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


@event("stingray.side_briefed")
class SideBriefed(Event):
    """A side's own briefing."""

    side: str
    text: str


@event("stingray.vessel_entered")
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


@event("stingray.arming_set")
class ArmingSet(Event):
    """The arming distance of all sonar missiles of a vessel, in hexes."""

    vessel: str
    hexes: int


@event("stingray.tubes_loaded")
class TubesLoaded(Event):
    """What a Stingray's tubes hold at set-up: tube -> MK61, MK7, MINE or ""."""

    vessel: str
    tubes: dict[str, str]


@event("stingray.spy_card_played")
class SpyCardPlayed(Event):
    """TRAP (vessel, system, move), AGENT (vessel) or PLANS."""

    card: str
    vessel: str
    system: str
    move: int


@event("stingray.plans_read")
class PlansRead(Event):
    """The Terrainians' briefing, and their set-up: each `{vessel, vessel_class, hex, facing, speed, tubes, arming}`."""

    briefing: str
    vessels: list[dict[str, Any]]


@event("stingray.setup_closed")
class SetupClosed(Event):
    """Set-up orders are carried out; move 1 is next."""


# ---------------------------------------------------------------- the move and its orders


@event("stingray.move_began")
class MoveBegan(Event):
    """Move `move` begins; tracks and noises of the last one are cleared."""

    move: int


@event("stingray.standing_changed")
class StandingChanged(Event):
    """The standing orders that a seat has given a vessel, in canonical words."""

    vessel: str
    seat: str
    orders: list[str]


@event("stingray.orders_taken")
class OrdersTaken(Event):
    """What a vessel does this move: its seats' orders merged, with remarks on what was left out or filled in."""

    vessel: str
    orders: list[str]
    remarks: list[str]


@event("stingray.agent_rolled")
class AgentRolled(Event):
    """A saboteur tried: `result` is done, caught or nothing."""

    vessel: str
    system: str
    rolled: int
    result: str


@event("stingray.agent_caught")
class AgentCaught(Event):
    """The crew has found a spy aboard."""

    vessel: str


@event("stingray.power_allocated")
class PowerAllocated(Event):
    """A Stingray's APU: plant `output`, `drawn` from the batteries, `items` funded (MOVE 4 …), `dropped` in words.

    `zones` are the funded sonar zones, `1` full and `h1` half range.
    """

    vessel: str
    output: int
    drawn: int
    items: dict[str, int]
    dropped: list[str]
    zones: list[str]


@event("stingray.plan_fixed")
class PlanFixed(Event):
    """What a vessel will do for the whole move: plan in words, speed ordered, hexes scheduled, plant output, satellite fix."""

    vessel: str
    plan: str
    ordered: int
    scheduled: int
    output: int
    fix: bool


@event("stingray.armed")
class Armed(Event):
    """The Mk61 in a tube is prepared."""

    vessel: str
    tube: str


# ---------------------------------------------------------------- windows


@event("stingray.mine_switched")
class MineSwitched(Event):
    """A Terrainian mine heard its code."""

    mine: str
    active: bool


@event("stingray.code_failed")
class CodeFailed(Event):
    """A code was sent and no mine answered; the APU is lost."""

    vessel: str
    mine: str


@event("stingray.decoy_dropped")
class DecoyDropped(Event):
    """A SonaDecoy sounds in `hex` for the rest of the move."""

    vessel: str
    hex: str
    window: int


@event("stingray.launched")
class Launched(Event):
    """A weapon left a launcher. `item`: the missile's or mine's id; `target`: "" for a blind shot; `heading`: as it faced."""

    vessel: str
    launcher: str
    weapon: str
    item: str
    target: str
    hex: str
    heading: int
    penalty: int
    via: list[str]
    window: int


@event("stingray.mine_laid")
class MineLaid(Event):
    """A mine of `side` lies in `hex`, active."""

    mine: str
    side: str
    hex: str


@event("stingray.order_lapsed")
class OrderLapsed(Event):
    """A launch, decoy, leap or code that did not happen, and why."""

    vessel: str
    order: str
    why: str


# ---------------------------------------------------------------- the six phases


@event("stingray.leap_tried")
class LeapTried(Event):
    """`reason` is over or evade; it succeeds when `rolled` is at most `needed`."""

    vessel: str
    phase: int
    reason: str
    rolled: int
    needed: int
    success: bool


@event("stingray.missile_moved")
class MissileMoved(Event):
    """A missile swam one hex; `target` is a vessel, `D1` (first decoy of the move) or "" when it seeks none."""

    missile: str
    phase: int
    hex: str
    heading: int
    target: str


@event("stingray.seeker_tied")
class SeekerTied(Event):
    """Several sources were equally near; the dice chose one."""

    missile: str
    among: list[str]
    target: str


@event("stingray.waypoint_passed")
class WaypointPassed(Event):
    """A Mk61 has swum its first waypoint."""

    missile: str


@event("stingray.missile_steered")
class MissileSteered(Event):
    """New waypoints for a Mk61 under way; none: direct."""

    missile: str
    via: list[str]


@event("stingray.lock_lost")
class LockLost(Event):
    """A Mk61 has lost its target: sight, missed, target gone or launcher gone."""

    missile: str
    why: str


@event("stingray.lock_regained")
class LockRegained(Event):
    """A Mk61 sees its target again (option `mk61-reacquire`)."""

    missile: str


@event("stingray.attack_made")
class AttackMade(Event):
    """The missile's side of an attack. `how` is homing, unguided, mk61 or accidental."""

    missile: str
    vessel: str
    how: str
    hit: bool


@event("stingray.attacked")
class Attacked(Event):
    """What the attacked crew knows of it: `weapon` MK7, TERROR or MK61, `heading` it came on, the face and what was needed."""

    vessel: str
    phase: int
    weapon: str
    how: str
    heading: int
    rolled: int
    needed: int
    hit: bool


@event("stingray.target_evaded")
class TargetEvaded(Event):
    """A leap has shaken off a homing missile."""

    missile: str
    vessel: str


@event("stingray.missile_gone")
class MissileGone(Event):
    """`why` is exploded, decoyed, spent, obstacle or edge."""

    missile: str
    phase: int
    why: str


@event("stingray.moved")
class Moved(Event):
    """A vessel moved one hex, with its facing after it; `airborne` above the water."""

    vessel: str
    phase: int
    hex: str
    tail: str
    facing: int
    airborne: bool


@event("stingray.turned")
class Turned(Event):
    """A vessel turned in its hex."""

    vessel: str
    phase: int
    facing: int


@event("stingray.struck")
class Struck(Event):
    """A vessel ran into the obstacle in `obstacle`; it lies in `hex`, its plan lost."""

    vessel: str
    phase: int
    obstacle: str
    hex: str
    tail: str


@event("stingray.exited")
class Exited(Event):
    """A vessel left the map by `edge` N, E, S or W."""

    vessel: str
    phase: int
    edge: str


@event("stingray.mine_met")
class MineMet(Event):
    """A vessel entered a mined hex and rolled for one mine there."""

    vessel: str
    phase: int
    hex: str
    rolled: int
    exploded: bool


@event("stingray.mine_blast")
class MineBlast(Event):
    """A mine went off under a vessel."""

    vessel: str
    phase: int
    hex: str


@event("stingray.mine_gone")
class MineGone(Event):
    """A mine of one's own has gone off."""

    mine: str


@event("stingray.encountered")
class Encountered(Event):
    """Two vessels met; `result` is passed, collision or ram (then `rammer` names the one that rams)."""

    first: str
    second: str
    phase: int
    hex: str
    faces: list[int]
    result: str
    rammer: str


@event("stingray.landed")
class Landed(Event):
    """A leaping vessel is back in the water."""

    vessel: str
    phase: int


# ---------------------------------------------------------------- assessment


@event("stingray.damaged")
class Damaged(Event):
    """Damage points. `cause` says by what, in words; `total` is the damage afterwards."""

    vessel: str
    points: int
    cause: str
    total: int


@event("stingray.special_hit")
class SpecialHit(Event):
    """A system is out (REACTOR and ENGINES: one step more); `level` is the new count."""

    vessel: str
    system: str
    cause: str
    level: int


@event("stingray.tube_destroyed")
class TubeDestroyed(Event):
    """A Sting tube is gone for good, with the armed Mk61 in it."""

    vessel: str
    tube: str


@event("stingray.crew_hurt")
class CrewHurt(Event):
    """One more injury; the fourth kills the crew."""

    vessel: str
    injuries: int
    cause: str


@event("stingray.fuel_lost")
class FuelLost(Event):
    """A MegaFish's tanks were hit; `fuel` is what is left."""

    vessel: str
    fuel: int


@event("stingray.sank")
class Sank(Event):
    """A vessel is lost: `how` is sunk or exploded."""

    vessel: str
    how: str
    hex: str


@event("stingray.noise_heard")
class NoiseHeard(Event):
    """A vessel heard an explosion, or a vessel breaking up, in `hex`; `phase` 0 for the end of the move."""

    vessel: str
    what: str
    hex: str
    phase: int


# ---------------------------------------------------------------- repair and housekeeping


@event("stingray.repair_tried")
class RepairTried(Event):
    """One attempt on one system; `level` is the count left afterwards."""

    vessel: str
    system: str
    rolled: int
    needed: int
    success: bool
    level: int


@event("stingray.fuel_paid")
class FuelPaid(Event):
    """AKG of the move, and what is left."""

    vessel: str
    paid: int
    fuel: int


@event("stingray.broke_off")
class BrokeOff(Event):
    """A fish without fuel runs for its home edge from the next move on."""

    vessel: str


@event("stingray.power_stored")
class PowerStored(Event):
    """What became of a Stingray's surplus; `battery` is the charge afterwards."""

    vessel: str
    stored: int
    wasted: int
    battery: int


@event("stingray.tube_loaded")
class TubeLoaded(Event):
    """A tube holds a weapon now."""

    vessel: str
    tube: str
    weapon: str


@event("stingray.reloaded")
class Reloaded(Event):
    """A fish's launcher is ready again."""

    vessel: str
    launcher: str


@event("stingray.suits_changed")
class SuitsChanged(Event):
    """The crew is suited from the next move on, or no longer."""

    vessel: str
    suited: bool


@event("stingray.move_logged")
class MoveLogged(Event):
    """A vessel's speed for the record; `since_turn` hexes since its last turn; moves of an SS's last changes (0: never)."""

    vessel: str
    speed: int
    since_turn: int
    accelerated: int
    slowed: int
    shifted: int


@event("stingray.move_ended")
class MoveEnded(Event):
    """Decoys fall silent."""

    move: int


# ---------------------------------------------------------------- what is found and said


@event("stingray.plant_named")
class PlantNamed(Event):
    """An atomic plant that no fish has identified is called U1, U2 …"""

    name: str
    vessel: str


@event("stingray.contacts_held")
class ContactsHeld(Event):
    """A vessel's whole list after the scan of move `move`.

    contacts: `{id, vessel_class, hex, tail, facing, speed, move, how}`; missiles: `{kind, hex, heading, how}`; mines: hexes.
    """

    vessel: str
    contacts: list[dict[str, Any]]
    missiles: list[dict[str, Any]]
    mines: list[str]
    swept: list[str]


@event("stingray.message_heard")
class MessageHeard(Event):
    """Words from a vessel or HQ."""

    vessel: str
    sender: str
    text: str


@event("stingray.message_lost")
class MessageLost(Event):
    """Words that did not arrive, and why."""

    vessel: str
    to: str
    why: str


# ---------------------------------------------------------------- the end


@event("stingray.scored")
class Scored(Event):
    """Victory points. Nobody is told before the end."""

    side: str
    points: int
    why: str
    vessel: str


@event("stingray.objective_reached")
class ObjectiveReached(Event):
    """A Stingray ended its move in an objective with a fix."""

    vessel: str
    hex: str


@event("stingray.alongside")
class Alongside(Event):
    """A fish has kept a SuperSub's hex, course and speed for so many moves running (0: it has lost it)."""

    vessel: str
    prey: str
    moves: int


@event("stingray.robbed")
class Robbed(Event):
    """A fish has robbed a SuperSub."""

    vessel: str
    prey: str


@event("stingray.game_decided")
class GameDecided(Event):
    """Who won, in a sentence, and the points of both sides."""

    winners: list[str]
    text: str
    points: dict[str, int]

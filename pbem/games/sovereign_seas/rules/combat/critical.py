"""SSL-L5: critical hits."""

from __future__ import annotations

from events.sovereign_seas.battle import Critical, MagazineExploded, NoEffect, OutOfCommand, RudderJammed, SevereAgain
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import (
    BOILER,
    CRITICALS,
    FUNNEL,
    FUNNEL_FACTORS,
    JAMS,
    MAGAZINE,
    RUDDER,
    SEVERE,
    TOWER,
    ceil_div,
)
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.combat.attack import Attack, hull_points, lose_factors, sink, victim

CRIT_DICE = 8
DIRECTION_DICE = 2
DURATION_DICE = 5


def apply(scratch: TurnScratch, attack: Attack, severe_before: bool) -> bool:
    """SSL-L5.1: hull points (option `crit_hull`), then a critical result; True for severe hull damage, dealt at the end."""
    ship = victim(scratch, attack)
    hull_points(scratch, attack, scratch.state.number("crit_hull"), "SSL-L5.1")
    if not ship.active:
        return False
    strikes = _result(scratch, ship, severe_before)
    result = CRITICALS[strikes]
    scratch.tell_log(Critical(ship.id, strikes, result), "SSL-L5.2", ship)
    if result == TOWER:
        _tower(scratch, attack, ship)
    elif result == RUDDER:
        _rudder(scratch, ship)
    elif result == FUNNEL:
        lose_factors(scratch, attack, FUNNEL, FUNNEL_FACTORS, "SSL-L5.9")
    elif result == BOILER:
        _boiler(scratch, attack, ship, "SSL-L5.10")
    elif result == MAGAZINE:
        _magazine(scratch, attack, ship)
    return result == SEVERE


def _result(scratch: TurnScratch, ship: Ship, severe_before: bool) -> int:
    """SSL-L5.2: table Q.2.5. SSL-L5.8: a second severe result in the same attack is rolled again."""
    while True:
        strikes = _roll(scratch, ship, CRIT_DICE, "CRIT", "SSL-L5.2")
        if not severe_before or CRITICALS[strikes] != SEVERE:
            return strikes
        scratch.tell_log(SevereAgain(ship.id, strikes), "SSL-L5.8", ship)


def _tower(scratch: TurnScratch, attack: Attack, ship: Ship) -> None:
    """SSL-L5.3: armour may hold. SSL-L5.4: destroyed, the tower has none. SSL-D4.2: its armour covers nothing else."""
    armour = "" if ship.log.tower_lost else ship.printed.tower_armour
    if not attack.pierces(armour):
        scratch.tell_log(NoEffect(ship.id, TOWER, attack.letter or "", armour), "SSL-L5.3", ship)
        return
    until = _until(scratch, ship, "CT", "SSL-L5.3")
    scratch.tell_log(OutOfCommand(ship.id, max(until, ship.log.command_until)), "SSL-L5.3", ship)


def _rudder(scratch: TurnScratch, ship: Ship) -> None:
    """SSL-L5.6. SSL-L5.12: a new jam replaces the side."""
    jam = JAMS[_roll(scratch, ship, DIRECTION_DICE, "RUD_DIR", "SSL-L5.6")]
    until = _until(scratch, ship, "RUD_DUR", "SSL-L5.6")
    scratch.tell_log(RudderJammed(ship.id, jam, max(until, ship.log.jam_until)), "SSL-L5.6", ship)


def _boiler(scratch: TurnScratch, attack: Attack, ship: Ship, rule: str) -> None:
    """SSL-L5.10: half of the original factors (option `boiler_div`), rounded up."""
    n = ceil_div(len(ship.printed.speed_track), scratch.state.number("boiler_div"))
    lose_factors(scratch, attack, BOILER, n, rule)


def _magazine(scratch: TurnScratch, attack: Attack, ship: Ship) -> None:
    """SSL-L5.11: she sinks at once; without magazines by option `no_magazine`: a boiler, the same, or nothing."""
    instead = "sink" if ship.printed.magazines else scratch.state.opt("no_magazine")
    if instead == "boiler":
        _boiler(scratch, attack, ship, "SSL-L5.11")
    elif instead == "sink":
        scratch.tell_log(MagazineExploded(ship.id), "SSL-L5.11", ship)
        sink(scratch, attack)


def _until(scratch: TurnScratch, ship: Ship, roll: str, rule: str) -> int:
    """SSL-L5.12: the last turn of an effect of 1 + strikes turns: this turn's rest is one of them or not."""
    turns = 1 + _roll(scratch, ship, DURATION_DICE, roll, rule)
    return scratch.state.turn + turns - (scratch.state.opt("count_current_turn") == "on")


def _roll(scratch: TurnScratch, ship: Ship, dice: int, purpose: str, rule: str) -> int:
    """SSL-Y.5: what only her log shows is rolled for those who may see it."""
    return scratch.strikes(dice, f"{purpose} {ship.id}", rule, scratch.logs[ship.side])

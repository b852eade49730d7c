"""The opening of a game, done again from its seed."""

from __future__ import annotations

from itertools import takewhile

from events.base import Draft
from events.platform import (
    BattleBegun,
    ForceDeployed,
    GameHidden,
    GameOpened,
    MasterNamed,
    PolicySet,
    SeatOffered,
    SeatTaken,
    SeatVacated,
    SeedDrawn,
    TurnOpened,
)
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import Unit
from pbem.service.audit.acts.moment import Act, Moment
from pbem.service.context import ActRefused
from pbem.service.games.opening import BattleSetup, GameSetup, opened


def opening(moment: Moment, first: GameOpened) -> Act:
    """All first events of the game, from the seed that its second event holds."""
    record = moment.record
    if record.head.version:
        raise ActRefused("a game is opened once")
    if first.game not in record.games:
        raise ActRefused(f"no game {first.game!r} is played here")
    game = record.games[first.game]
    if not 1 <= first.rules_version <= game.rules_version:
        raise ActRefused(f"there are no rules of version {first.rules_version}: today's are {game.rules_version}")
    begins, *others = opened(game, first.scenario, first.rhythm_hours, _setup(moment, first), _seed(moment), moment.now)
    assert isinstance(begins.event, GameOpened)  # noqa: S101 (so it always begins)
    as_then = GameOpened(**(vars(begins.event) | {"rules_version": first.rules_version}))
    return Act([Draft(as_then), *others])


def _seed(moment: Moment) -> bytes:
    second = moment.ahead[1]
    if second is None or not isinstance(second.event, SeedDrawn):
        raise ActRefused("no secret seed was drawn after it")
    try:
        return bytes.fromhex(second.event.seed)
    except ValueError:
        raise ActRefused("its seed is no number in hexadecimal") from None


def _setup(moment: Moment, first: GameOpened) -> GameSetup:
    """Who sits down, and how it is played, as the events up to the first turn say."""
    players: dict[str, str] = {}
    offers: dict[str, str] = {}
    master, policy, battle = "", None, None
    forces: dict[str, Force] = {}
    left: list[str] = []
    for stored in moment.ahead:
        match stored.event:
            case TurnOpened():
                break
            case MasterNamed(player=master):
                pass
            case PolicySet():
                policy = stored.event
            case SeatTaken(seat=seat, player=player):
                players[seat] = player
            case SeatOffered(seat=seat, player=player):
                offers[seat] = player
            case SeatVacated(seat=seat):
                left.append(seat)
            case ForceDeployed(side=side, units=units, keeps=keeps):
                forces[side] = Force([Unit(**unit) for unit in units], list(keeps))
            case BattleBegun(campaign=campaign, battle=number, node=node):
                battle = BattleSetup(campaign, number, node, forces, left)
    return GameSetup(players, offers, master, policy, first.title, first.options, battle, _hidden(moment))


def _hidden(moment: Moment) -> bool:
    """Is it hidden from its first events on?"""
    first = takewhile(lambda stored: not isinstance(stored.event, TurnOpened), moment.ahead)
    return any(isinstance(stored.event, GameHidden) for stored in first)

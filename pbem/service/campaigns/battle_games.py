"""Open a game for each battle that waits and has none. It is found again when a kill came between game and campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from events.base import Draft
from events.campaign.battles import BattleOpened
from events.platform import BattleBegun, ForceDeployed
from pbem.campaign.model.audiences import battle_audience
from pbem.campaign.model.state import Battle
from pbem.campaign.rules.taking_over import fielded
from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Game, Seat
from pbem.core.state.players import BOT, bot_name
from pbem.core.state.record import Record
from pbem.service.campaigns.campaign_log import (
    all_seated,
    campaign_state,
    ended_by_campaign,
    games_named,
    games_reported,
    is_set_aside,
    the_battle,
    went_back,
)
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import Decision, decide
from pbem.service.games.opening import BattleSetup, GameSetup, begin, check_forces, opened
from pbem.service.history import CAMPAIGN
from pbem.service.repository import reading


@dataclass(frozen=True)
class BattleGame:
    """The game that a battle of a campaign is to be played as."""

    game: Game[Any]
    scenario: str
    rhythm_hours: float
    setup: GameSetup
    battle: BattleSetup


def open_battle(context: ServiceContext, campaign: str, number: int) -> bool:
    """Open the game of a battle that waits without one, and tell the campaign. Was it opened?

    Nothing is opened before all seats of the campaign are taken. Raises `ActRefused` and `NoScenario` for a battle that its
    rule book cannot hold.
    """
    with reading(context, campaign) as record:
        battle = the_battle(record, number)
        if not _wants_game(context, record, battle) or not all_seated(record):
            return False
        wanted = battle_game(context, record, battle)
    link(context, campaign, number, _opened(context, wanted))
    return True


def _wants_game(context: ServiceContext, record: Record, battle: Battle) -> bool:
    """Does a battle wait without a game, or with one that does not count any more?"""
    return not battle.over and (not battle.stream or is_set_aside(context, record, battle))


def _opened(context: ServiceContext, wanted: BattleGame) -> str:
    """The game of a battle: the one that is there already, or a new one."""
    now = context.now()
    drafts = opened(wanted.game, wanted.scenario, wanted.rhythm_hours, wanted.setup, context.entropy(32), now)
    return begin(context, drafts, now, partial(game_there, context, wanted.battle))


def check_opening(wanted: BattleGame) -> None:
    """Raises `ActRefused` and `NoScenario` for a battle that its rule book cannot hold."""
    options = wanted.game.scenarios.options(wanted.scenario, wanted.setup.options)
    check_forces(wanted.game, wanted.scenario, options, wanted.battle.forces)


def link(context: ServiceContext, campaign: str, battle: int, stream: str) -> None:
    """Tell the campaign as which game a battle is played."""

    def act(record: Record, now: datetime) -> Decision[None]:
        found = campaign_state(record).battles.get(battle)
        waits = found is not None and _wants_game(context, record, found)
        return Decision(linked(record, battle, stream) if waits else [], lambda: None)

    decide(context, campaign, act)


def linked(record: Record, battle: int, stream: str) -> list[Draft]:
    """The event that says as which game a battle is played. Raises `ActRefused` for one that is over, or is played as it."""
    state, found = campaign_state(record), the_battle(record, battle)
    if found.over or found.stream == stream:
        raise ActRefused(f"battle {battle} of {record.stream} is over, or is {stream} already")
    event = BattleOpened(battle, stream)
    return [Draft(event, record.ledger.turn, "", "CMP-2.5", battle_audience(state, battle))]


# ---------------------------------------------------------------- what the game is like


def battle_game(context: ServiceContext, record: Record, battle: Battle) -> BattleGame:
    """The game of a battle: its scenario, its units, and the campaign's own players, game master, policy and rhythm."""
    ledger, state = record.ledger, campaign_state(record)
    node = state.node_of(battle)
    if node.book not in context.games:
        raise ActRefused(f"no game {node.book!r} is played here; {known_names(node.book, context.games)}")
    game = context.games[node.book]
    scenario = game.scenarios.find(node.scenario).key
    seats = game.rules.seats(scenario, game.scenarios.options(scenario, node.options))
    players = players_of(record, battle, game, seats)
    left = [seat.id for seat in seats if seat.id not in players]
    begun = the_setup(record, battle, left)
    policy = replace(ledger.policy, bot=_bot(game, ledger.policy.bot), why=f"as in {record.stream}")
    title = f"{ledger.title}: {node.title}"
    setup = GameSetup(players, {}, ledger.master, policy, title, node.options, begun)
    return BattleGame(game, scenario, ledger.rhythm_hours, setup, begun)


def the_setup(record: Record, battle: Battle, left: Sequence[str] = ()) -> BattleSetup:
    """What the log of a battle's game says of the battle: its number, its node, and the forces that were sent."""
    return BattleSetup(record.stream, battle.number, battle.node, fielded(campaign_state(record), battle), left)


def _bot(game: Game[Any], name: str) -> str:
    """The bot of this name, or the first that the game has; none for ""."""
    return name if not name or name in game.planning.bots else next(iter(game.planning.bots))


def players_of(record: Record, battle: Battle, game: Game[Any], seats: Sequence[Seat]) -> dict[str, str]:
    """Who plays which seat of a battle: the players of each side in order, from the first again when they are fewer.

    A bot of the campaign is the first one that the battle's rule book has. Seats that nobody plays are left out.
    """
    state, bot = campaign_state(record), f"{BOT}{next(iter(game.planning.bots))}"
    found: dict[str, str] = {}
    for side, plays in battle.sides.items():
        holders = [record.ledger.players.get(seat, "") for seat in state.seats_of(side)]
        for number, seat in enumerate(seat for seat in seats if seat.side == plays):
            if holder := holders[number % len(holders)]:
                found[seat.id] = bot if bot_name(holder) else holder
    return found


# ---------------------------------------------------------------- a game that is there already


def game_there(context: ServiceContext, battle: BattleSetup) -> str:
    """The game that was opened for this very battle and can still be played, or whose end can be taken over; "" for none.

    After a roll-back a battle that is to be fought again gets a new game. But when the campaign went back by itself, because
    another battle goes on, the ends of those that are over hold.
    """
    named, again = games_named(context, battle.campaign), went_back(context, battle.campaign) == CAMPAIGN
    hold = games_reported(context, battle.campaign) if again else set[str]()
    for row in reversed(context.store.battles(battle.campaign)):
        if row.battle != battle.number or not is_of(context, row.stream, battle):
            continue
        if row.status != "ended" or row.stream in hold:
            return row.stream
        if row.stream not in named and not ended_by_campaign(context, row.stream):
            return row.stream
    return ""


def is_of(context: ServiceContext, stream: str, battle: BattleSetup) -> bool:
    """Was the game opened for this node, with these forces?"""
    begun = [entry.event for entry in context.store.select(stream, [BattleBegun, ForceDeployed])]
    return begun == [draft.event for draft in battle.events()]


def expected_players(context: ServiceContext, record: Record, battle: Battle) -> Mapping[str, str]:
    """Who plays which seat of a battle's game, as the campaign has its seats now."""
    return battle_game(context, record, battle).setup.players

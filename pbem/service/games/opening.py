"""Open a game from a scenario, and fill its seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from events.base import NOBODY, Draft
from events.platform import (
    BattleBegun,
    DeadlineSet,
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
from events.store import EMPTY
from pbem.campaign.played import rule_books
from pbem.core.dice import fair_dice
from pbem.core.fleets.berths import Force, Forces, misfits
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario, Options
from pbem.core.game.phrases import one_line
from pbem.core.game.protocol import Game
from pbem.core.game.turn import Turn
from pbem.core.state.ledger import audiences
from pbem.core.state.players import BOT, bot_name
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext, stamp
from pbem.service.decide import retried
from pbem.service.history import ALL_SEATED, CAMPAIGN
from pbem.service.policy.check import check_policy
from pbem.service.policy.pace import MAX_HOURS, deadline_of_turn, next_deadline

S = TypeVar("S")

MAX_TITLE = 80
MAX_OPEN = 20
"""So many games that are not over may one person run."""
LETTERS = {"campaign": "c"}
"""What the names of games of a key begin with, if not with "g"."""
OPENED = "the game was opened"
UNPLAYED = "nobody plays this side in the campaign"


@dataclass(frozen=True)
class BattleSetup:
    """The battle of a campaign that a game is: number `number` of stream `campaign`, set for the node `node` there.

    `forces` are what the sides of the scenario bring to it; nobody is waited for at the seats `left`, which nobody plays.
    """

    campaign: str
    number: int
    node: str
    forces: Forces = field(default_factory=dict)
    left: Sequence[str] = ()

    def events(self) -> list[Draft]:
        """What the log says of it: of a force to its own side."""
        begun = Draft(BattleBegun(self.campaign, self.number, self.node))
        return [begun, *(_deployed(side, force) for side, force in self.forces.items())]


def _deployed(side: str, force: Force) -> Draft:
    return Draft(ForceDeployed(side, [asdict(unit) for unit in force.units], list(force.keeps)), audience=side)


@dataclass(frozen=True)
class GameSetup:
    """Who sits down, and how it is played: `players` maps seats to person ids or `bot:NAME`, `offers` free seats to the persons
    who are invited, `master` is the id of the person who runs the game; without a policy a missed deadline is missed, and
    without a title the game is called like its scenario. `battle`: it is one of a campaign; `hidden`: nobody else sees it.
    """

    players: Mapping[str, str] = field(default_factory=dict)
    offers: Mapping[str, str] = field(default_factory=dict)
    master: str = ""
    policy: PolicySet | None = None
    title: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    battle: BattleSetup | None = None
    hidden: bool = False


def open_game(
    context: ServiceContext,
    key: str,
    scenario: str,
    rhythm_hours: float = 24.0,
    players: Mapping[str, str] | None = None,
    setup: GameSetup | None = None,
) -> str:
    """Open a game and return its name, g1, g2, … (of a campaign c1, c2, …); `players` maps seats to person ids or `bot:NAME`.

    `setup` says more. The clock starts when the last seat is taken; with `rhythm_hours` 0 turns end only when all are ready. A
    pace in the policy counts before `rhythm_hours`.

    Raises:
        NoScenario: unknown game, scenario, option or bot. NoSuchSeat: a player for a seat that is not there. ActRefused: a
        policy or a rhythm that makes no sense.
    """
    if key not in context.games:
        raise NoScenario(f"no game {key!r}; {known_names(key, context.games)}")
    setup = setup or GameSetup()
    seated = replace(setup, players={**setup.players, **(players or {})})
    now = context.now()
    drafts = opened(context.games[key], scenario, rhythm_hours, seated, context.entropy(32), now)
    return begin(context, drafts, now)


def begin(context: ServiceContext, drafts: Sequence[Draft], now: datetime, there: Callable[[], str] = lambda: "") -> str:
    """Write the first events of a game (`opened`) under the next free name, and return it.

    `there` gives the name of the game if it is there already: then that is returned, whoever opened it, and nothing is written.
    """
    first = drafts[0].event
    assert isinstance(first, GameOpened)  # noqa: S101 (so `opened` begins)

    def attempt() -> str:
        stream = _next_name(context, LETTERS.get(first.game, "g"))  # before `there`: who comes between takes this name
        if found := there():
            return found
        context.store.append(stream, drafts, EMPTY, stamp(now))
        return stream

    return retried(attempt)


def opened(game: Game[Any], scenario: str, rhythm_hours: float, setup: GameSetup, seed: bytes, now: datetime) -> list[Draft]:
    """The first events of a game: set-up under turn 0, with dice that no order could touch; then turn 1 is open.

    Raises what `open_game` does.
    """
    if not 0 <= rhythm_hours <= MAX_HOURS:
        raise ActRefused(f"the time for a turn is 0 (turns end when all are ready) to {MAX_HOURS} hours, not {rhythm_hours:g}")
    found = game.scenarios.find(scenario)
    full = game.scenarios.options(found.key, setup.options)
    seats = game.rules.seats(found.key, full)
    sides = {seat.id: seat.side for seat in seats}
    crews = {seat.id: seat.crew for seat in seats if seat.crew}
    title, seal = clean_title(setup.title or game.scenarios.title(found.key, full)), fair_dice.seed_hash(seed)
    begins = GameOpened(game.key, game.rules_version, found.key, title, full, sides, crews, seal, float(rhythm_hours))
    return _first_events(game, begins, seed, _checked(game, sides, setup, rhythm_hours), now)


def check_may_open(context: ServiceContext, person: str) -> None:
    """Raises `ActRefused` for a person who runs as many games as one may."""
    count = sum(row.status != "ended" for row in context.store.games_run_by(person))
    if count >= MAX_OPEN:
        raise ActRefused(f"you run {count} games that are not over; {MAX_OPEN} is the most: end one, or hand it over")


def clean_title(title: str) -> str:
    """A game's name on one line, as long as a subject can hold."""
    return one_line(title)[:MAX_TITLE].rstrip()


def _checked(game: Game[Any], seats: Mapping[str, str], setup: GameSetup, rhythm_hours: float) -> GameSetup:
    """The setup without empty seats, its policy by nobody in particular. Raises NoSuchSeat, NoScenario or ActRefused."""
    seated = {seat: player for seat, player in setup.players.items() if player}
    for seat, player in [*seated.items(), *setup.offers.items()]:
        check_player(game, seats, seat, player)
    if setup.policy:
        check_policy(game, setup.policy, rhythm_hours)
    offers = {seat: player for seat, player in setup.offers.items() if seat not in seated}
    policy = replace(setup.policy, by="") if setup.policy else None
    return replace(setup, players=seated, offers=offers, policy=policy)


def _next_name(context: ServiceContext, letter: str) -> str:
    """The next of g1, g2, …; imported games may be called anything."""
    ours = re.compile(rf"{letter}[0-9]{{1,9}}")
    numbers = [int(name[1:]) for name in context.store.streams() if ours.fullmatch(name)]
    return f"{letter}{max(numbers, default=0) + 1}"


def _first_events(game: Game[Any], opened: GameOpened, seed: bytes, setup: GameSetup, now: datetime) -> list[Draft]:
    battle = setup.battle
    forces: Forces = battle.forces if battle else {}
    check_forces(game, opened.scenario, opened.options, forces)
    turn = set_up(game, seed, opened.scenario, opened.options, forces)
    drafts = [Draft(opened), Draft(SeedDrawn(seed.hex()), audience=NOBODY), *(battle.events() if battle else []), *turn.drafts]
    drafts += [Draft(GameHidden())] if setup.hidden else []
    drafts += [Draft(MasterNamed(setup.master, OPENED))] if setup.master else []
    drafts += [Draft(setup.policy)] if setup.policy else []
    drafts += [Draft(SeatTaken(seat, player)) for seat, player in setup.players.items()]
    drafts += [Draft(SeatOffered(seat, player, OPENED)) for seat, player in setup.offers.items()]
    left = battle.left if battle else ()
    drafts += [Draft(SeatVacated(seat, UNPLAYED, CAMPAIGN)) for seat in left]
    drafts.append(open_turn(seed, 1, opened.seats, opened.crews))
    due = next_deadline(now, setup.policy or PolicySet(), opened.rhythm_hours) if game.rules.due(turn.state) else ""
    if due and {*setup.players, *left} == set(opened.seats):
        drafts.append(Draft(DeadlineSet(1, due, ALL_SEATED, "all_seated"), 1))
    return drafts


def check_forces(game: Game[Any], scenario: str, options: Options, forces: Forces) -> None:
    """Raises `ActRefused` for forces that the scenario cannot hold."""
    if not forces:
        return
    if game.fleets is None:
        raise ActRefused(f"{game.title} takes no units from a campaign: let its battles be fought with printed units")
    if found := misfits(game.fleets.berths(scenario, options), forces, game.fleets.classes()):
        raise ActRefused(f"{scenario} of {game.title} cannot hold these forces: {'; '.join(found)}")


def set_up(game: Game[S], seed: bytes, scenario: str, options: Options, forces: Forces | None = None) -> Turn[S]:
    """The opening position of a scenario with its full set of options and these forces, with dice of this seed."""
    turn = Turn(game.rules.apply, game.rules.blank(), fair_dice.FairDice(seed, 0, ""), 0)
    turn.phase("Set-up")
    if forces and game.fleets:
        game.fleets.deploy(turn, scenario, dict(options), forces)
    else:
        game.rules.setup(turn, scenario, dict(options))
    return turn


def open_turn(seed: bytes, turn: int, seats: dict[str, str], crews: dict[str, str]) -> Draft:
    """The event that opens a turn: its dice are fixed and committed to before any order can be filed."""
    groups = audiences(seats, crews)
    return Draft(TurnOpened(turn, fair_dice.merkle_root(seed, turn, groups), groups), turn)


def check_player(game: Game[Any], seats: Mapping[str, str], seat: str, player: str) -> None:
    """Raises NoSuchSeat, or NoScenario for a bot the game does not have."""
    if seat not in seats:
        raise NoSuchSeat(f"no seat {seat!r}; {known_names(seat, seats)}")
    if player.startswith(BOT) and (bot := bot_name(player)) not in game.planning.bots:
        raise NoScenario(f"{game.title} has no bot {bot!r}; {known_names(bot, game.planning.bots)}")


def sit_down(record: Record, seat: str, player: str, now: datetime) -> list[Draft]:
    """What a new player in a seat means. Raises NoSuchSeat, or NoScenario for a bot the game does not have."""
    ledger = record.ledger
    check_player(record.game, ledger.seats, seat, player)
    drafts = [Draft(SeatTaken(seat, player), ledger.turn)]
    due = deadline_of_turn(record, now)
    if due and not ledger.due and set(ledger.players) | {seat} == set(ledger.seats):
        drafts.append(Draft(DeadlineSet(ledger.turn, due, ALL_SEATED, "all_seated"), ledger.turn))
    return drafts


def scenarios(context: ServiceContext) -> list[tuple[str, str, str]]:
    """(game, scenario, title) of everything that can be opened."""
    return [(g.key, s.key, s.title) for g in rule_books(context.games).values() for s in g.scenarios.values()]

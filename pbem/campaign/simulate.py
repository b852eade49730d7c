"""Whole campaigns in memory: bots give the orders, fight the battles, and nothing may be gained or lost but by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from events.base import Draft
from events.campaign.battles import Outcome
from events.codec import encode_json
from events.platform import Rolled
from pbem.campaign.conservation import Count, gained_or_lost
from pbem.campaign.game import CAMPAIGN
from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.model.state import Battle, State
from pbem.campaign.rules.taking_over import BattleEnd, fielded, report_of
from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.berths import Forces
from pbem.core.fleets.fleet_units import Muster
from pbem.core.game.protocol import Chance, Game
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.state.knowledge import Knowledge
from pbem.core.state.ledger import Ledger
from pbem.core.texts.envelope import OrderSheet
from pbem.games import GAMES

AnyGame = Game[Any]
MOST_TURNS = 1000
"""Of one battle. A battle of bots that goes on longer will never end."""


class BadOrders(ValueError):
    """A bot's orders had problems; the message has them and the text."""


class Endless(ValueError):
    """A battle or a campaign went on longer than any should; the message names it."""


@dataclass(frozen=True)
class Fought:
    """How a battle ended: `winners` are sides of the campaign; `turns` of its game, 0 if it was not fought."""

    number: int
    node: str
    round: int
    outcome: Outcome
    winners: list[str]
    turns: int


@dataclass
class PlayedCampaign:
    """What came of a campaign. `wrong` names all that was gained or lost against the rules; it should be empty."""

    state: State
    battles: list[Fought] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)

    @property
    def winners(self) -> list[str]:
        """The sides that won; none: a draw."""
        return list(self.state.winners)


def play_campaign(
    file: CampaignFile, seed: str, bots: Mapping[str, str] | None = None, commanders: Mapping[str, str] | None = None
) -> PlayedCampaign:
    """A whole campaign by bots: the same file and seed give the same one.

    `bots` names a bot by rule book, `commanders` one by side of the campaign; else it is the first there is. Raises `BadOrders`
    and `Endless`, and `Mismatch` if a battle's end does not fit what was sent there.
    """
    options = {"file": encode_json(codec.dump(file))}
    run = _Run(CAMPAIGN, seed, _seats(CAMPAIGN, "own", options))
    run.begin(lambda turn: CAMPAIGN.rules.setup(turn, "own", options))
    played, turns = PlayedCampaign(run.state, drafts=run.drafts), {}
    while not run.state.over:
        before = Count.of(run.state)
        if CAMPAIGN.rules.due(run.state):
            run.play_turn({seat: (commanders or {}).get(side, "") for seat, side in run.state.seats.items()})
            played.wrong += gained_or_lost(before, run.state, None)
        else:
            battle = run.state.waiting[0]
            end, turns[battle.number] = fight(run.state, battle, f"{seed}, battle {battle.number}", bots or {}, played.wrong)
            report = report_of(run.state, battle, end)
            run.tell(Draft(report, run.number + 1))
            run.play_turn({})
            played.wrong += gained_or_lost(before, run.state, report)
    played.battles = [_fought(battle, turns.get(battle.number, 0)) for battle in run.state.battles.values() if battle.over]
    return played


def _fought(battle: Battle, turns: int) -> Fought:
    if battle.outcome == "":
        raise ValueError(f"battle {battle.number} is not over")
    return Fought(battle.number, battle.node, battle.round, battle.outcome, list(battle.winners), turns)


def fight(state: State, battle: Battle, seed: str, bots: Mapping[str, str], wrong: list[str]) -> tuple[BattleEnd, int]:
    """A battle by bots, and how many turns it took. What does not go into it as it was sent is added to `wrong`."""
    node, game = state.node_of(battle), GAMES[state.node_of(battle).book]
    scenario, options = game.scenarios.find(node.scenario).key, game.scenarios.options(node.scenario, node.options)
    forces, fleets = fielded(state, battle), game.fleets
    run = _Run(game, seed, _seats(game, scenario, options))
    if fleets is None:
        run.begin(lambda turn: game.rules.setup(turn, scenario, options))
    else:
        run.begin(lambda turn: fleets.deploy(turn, scenario, options, forces))
        wrong += [f"battle {battle.number}: {why}" for why in _deployed_wrong(forces, fleets.muster(run.state))]
    while game.rules.due(run.state):
        run.play_turn(dict.fromkeys(run.seats, bots.get(node.book, "")))
    verdict = game.rules.verdict(run.state)
    winners = list(verdict.winners) if verdict else []
    muster = fleets.muster(run.state) if fleets else Muster({}, {})
    told = [draft.event for draft in run.drafts if fleets and isinstance(draft.event, tuple(fleets.deed_events))]
    deeds = list(fleets.deeds(told)) if fleets else []
    outcome: Outcome = "won" if winners else "drawn"
    words = verdict.text if verdict else ""
    return BattleEnd(f"battle {battle.number}", "", outcome, winners, words, muster, deeds, forces), run.number


def _deployed_wrong(forces: Forces, muster: Muster) -> Iterator[str]:
    """Right after the opening every unit that was sent is there as it was sent."""
    for side, force in forces.items():
        for unit in force.units:
            found = muster.units.get(unit.id)
            if found is None:
                yield f"{unit.id} was sent, and is not there"
            elif (found.unit_class, found.side, found.fate, dict(found.lacks)) != (
                unit.unit_class,
                side,
                "present",
                unit.lacks,
            ):
                yield f"{unit.id} was sent as {unit}, and begins as {found}"


# ---------------------------------------------------------------- one game


def _seats(game: AnyGame, scenario: str, options: Mapping[str, Any]) -> Ledger:
    seats = game.rules.seats(scenario, options)
    return Ledger(seats={seat.id: seat.side for seat in seats}, crews={seat.id: seat.crew for seat in seats if seat.crew})


class _Run:
    """A game that bots play, turn by turn, each of them from what its seat knows."""

    def __init__(self, game: AnyGame, seed: str, ledger: Ledger) -> None:
        self.game, self.seed, self.seats = game, seed, list(ledger.seats)
        self.state: Any = game.rules.blank()
        self.drafts: list[Draft] = []
        self.number = 0
        self._knowledge = Knowledge(game, {seat: ledger.reader(seat) for seat in ledger.seats})
        self._chances = {seat: chance_from(f"{seed} {seat}") for seat in ledger.seats}

    def begin(self, set_up: Any) -> None:
        """The opening."""
        turn = Turn(self.game.rules.apply, self.state, seeded(f"{self.seed} set-up"), 0)
        set_up(turn)
        self._note(turn.drafts)

    def tell(self, draft: Draft) -> None:
        """Something that is written before a turn is resolved."""
        self.game.rules.apply(self.state, draft.event)
        self._note([draft])

    def play_turn(self, bots: Mapping[str, str]) -> None:
        """A turn, in which these bots order ("": the first that the game has). Raises `BadOrders` and `Endless`."""
        self.number += 1
        if self.number > MOST_TURNS:
            raise Endless(f"{self.seed}: {self.game.title} has no end after {MOST_TURNS} turns")
        sheets = {seat: self._orders(seat, bots.get(seat, "")) for seat in self.game.rules.due(self.state)}
        turn = Turn(self.game.rules.apply, self.state, seeded(f"{self.seed} {self.number}"), self.number)
        self.game.rules.resolve(turn, sheets)
        self._note(turn.drafts)

    def _orders(self, seat: str, bot: str) -> OrderSheet:
        known, bots = self._knowledge.of(seat), self.game.planning.bots
        text = bots[bot or next(iter(bots))](known, self._chances[seat])
        parsed = self.game.orders.read(known, seat, text, self.game.orders.sheet(known, seat))
        if parsed.problems:
            problems = "; ".join(str(problem) for problem in parsed.problems)
            raise BadOrders(f"{self.seed}, turn {self.number}, {seat}: {problems}\n{text}")
        return parsed.sheet

    def _note(self, drafts: list[Draft]) -> None:
        self.drafts += drafts
        self._knowledge.tell((draft.event, draft.audience) for draft in drafts if not isinstance(draft.event, Rolled))


def chance_from(text: str) -> Chance:
    """A bot's random choices, the same for the same text."""
    dice, thrown = seeded(text), 0

    def chance(n: int) -> int:
        nonlocal thrown
        thrown += 1
        return dice.throw("", thrown, "chance", 1, n)[0] - 1

    return chance

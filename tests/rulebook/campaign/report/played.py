"""A small campaign of the made-up rule book, played round by round: battles end as a test says, or by its dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from events.base import Event, visible
from events.campaign.battles import BattleOpened, Outcome
from events.codec import encode_json
from events.platform import Rolled
from pbem.campaign.model.apply import apply
from pbem.campaign.model.audiences import audience
from pbem.campaign.model.campaign_file import Brings, CampaignFile, Edge, Node, Refits
from pbem.campaign.model.classes import classes
from pbem.campaign.model.scenario import OWN
from pbem.campaign.model.state import Battle, State
from pbem.campaign.orders.parse import ORDERS
from pbem.campaign.report.template import template
from pbem.campaign.rules import sequence, set_up
from pbem.campaign.rules.taking_over import BattleEnd, report_of
from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.fleet_units import Deed, Fate, Muster, UnitEnd
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.texts.envelope import OrderSheet
from tests.rulebook.campaign.made_up import BLUE, RED

FATES: tuple[Fate, ...] = ("present", "present", "present", "left", "captured", "lost")
SIDES = {"blue": Brings("BLUE"), "red": Brings("RED")}
FILE = CampaignFile(
    "passage",
    "CMP-S9",
    "The Passage",
    "Two squadrons fight for a passage.",
    [BLUE, RED],
    [
        Node(
            "GATE",
            "The Gate",
            "toy",
            "first-blood",
            SIDES,
            edges=[Edge("BELT", "blue"), Edge("YARD", "red"), Edge("GATE", "drawn")],
        ),
        Node("BELT", "The Belt of Many Rocks and Few Stars", "toy", "first-blood", SIDES, edges=[Edge("HOME")], value=2),
        Node("YARD", "The Yard", "toy", "first-blood", SIDES, edges=[Edge("HOME"), Edge("GATE", "blue")], share=0.1),
        Node("HOME", "Home", "toy", "first-blood", SIDES, value=3, story="What is left meets here."),
    ],
    ["GATE"],
    4,
    refits=Refits(costs={"guns": 2, "*": 1}, new=0.5, income=2, won=1, earned=0.5, scouts=2),
    story="Nobody passes without a fight.",
)


class Played:
    """A campaign, what each reader knows of it, and of the last turn the events that each was shown."""

    def __init__(self, file: CampaignFile = FILE, seed: str = "reports", readers: Sequence[str] = ("blue", "red")) -> None:
        self.seed, self.turns = seed, 0
        self.state = State()
        self.readers: dict[str | None, frozenset[str]] = {**{side: frozenset([side]) for side in readers}, None: frozenset()}
        self.known = {reader: State(reader) for reader in self.readers}
        self.seen: dict[str | None, list[Event]] = {}
        text = encode_json(codec.dump(file))
        self._turn(lambda turn: set_up.set_up(turn, OWN.key, {"file": text}))

    def orders(self, **texts: str) -> None:
        """A refit turn; a side that is not named sends nothing."""
        sheets = {side: self._read(side, texts.get(side, "")) for side in self.state.seats}
        self._turn(lambda turn: sequence.resolve(turn, sheets))

    def _read(self, side: str, text: str) -> OrderSheet:
        parsed = ORDERS.read(self.known[side], side, text, OrderSheet())
        assert parsed.problems == []
        return parsed.sheet

    def opened(self, battle: Battle) -> None:
        """The service has opened a game for it."""
        self.acts(BattleOpened(battle.number, f"g{battle.number}"))

    def ended(self, battle: Battle, winners: Sequence[str], ends: Mapping[str, UnitEnd], deeds: Sequence[Deed] = ()) -> None:
        """A battle turn. A unit that `ends` does not name is there as it was."""
        scenario = {side: battle.sides[side] for side in battle.sides}
        stay = {
            unit.id: UnitEnd(unit.unit_class, scenario[side], "present", "afloat", unit.lacks)
            for side, force in battle.forces.items()
            for unit in force
        }
        muster = Muster({**stay, **ends}, {scenario[side]: 10.0 * (side in winners) for side in scenario})
        outcome: Outcome = "won" if winners else "drawn"
        end = BattleEnd(
            f"g{battle.number}",
            "",
            outcome,
            [scenario[side] for side in winners],
            "The last gun has fallen silent.",
            muster,
            deeds,
        )
        report = report_of(self.state, battle, end)
        self._turn(lambda turn: sequence.resolve(turn, {}), first=report)

    def by_chance(self, battle: Battle, chance: Random) -> None:
        """The same, with any end that may be."""
        ends, deeds = {}, []
        for side, force in battle.forces.items():
            other = next(foe for foe in battle.sides if foe != side)
            for unit in force:
                items = classes("toy")[unit.unit_class].items
                lacks = {item: chance.randint(unit.lacks.get(item, 0), of.most) for item, of in items.items()}
                fate = chance.choice(FATES)
                has = battle.sides[other if fate == "captured" else side]
                ends[unit.id] = UnitEnd(
                    unit.unit_class, has, fate, "as it happened", {item: many for item, many in lacks.items() if many}
                )
                deeds += [Deed(unit.id, chance.choice(("hit", "kill")), foe.id) for foe in battle.forces.get(other, [])]
        self.ended(battle, chance.choice([*([side] for side in battle.sides), []]), ends, deeds)

    def acts(self, *events: Event) -> None:
        """What is added to the log between two turns, for all."""
        for event in events:
            for state in (self.state, *self.known.values()):
                apply(state, event)
        self.seen = {reader: list(events) for reader in self.readers}

    def _turn(self, play: Callable[[Turn[State]], None], first: Event | None = None) -> None:
        turn = Turn(apply, self.state, seeded(f"{self.seed} {self.turns}"), self.turns)
        if first is not None:
            turn.emit(first, "CMP-3.1", audience(self.state, first))
        play(turn)
        self.turns += 1
        self.seen = {reader: [] for reader in self.readers}
        for draft in turn.drafts:
            for reader, ids in self.readers.items():
                if not isinstance(draft.event, Rolled) and visible(draft.audience, ids):
                    apply(self.known[reader], draft.event)
                    self.seen[reader].append(draft.event)


def whole_campaign(seed: str, file: CampaignFile = FILE) -> Iterator[Played]:
    """After every turn of a campaign in which battles end by chance and blue gives orders."""
    played, chance = Played(file, seed), Random(seed)
    yield played
    while not played.state.over:
        if played.state.fighting:
            battle = chance.choice(played.state.waiting)
            played.opened(battle)
            yield played
            played.by_chance(battle, chance)
        else:
            scouted = played.known["blue"].open_nodes[0]
            played.orders(blue=f"{template(played.known['blue'])}\nSCOUT {scouted}")
        yield played

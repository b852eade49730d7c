"""What a game is to the rest of the program, and the kernel its rules share.

A game is one object with the members of `Game`. Rules get a `Turn`: they may roll the dice it was handed and emit events, and
state changes only because an emitted event was applied; so what the resolver saw and what a replay shows cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from events.base import EVERYONE, Draft, Event
from events.platform import Rolled
from pbem.core.dice.fair_dice import Dice
from pbem.core.drawing.scene import Scene
from pbem.core.game.options import Choice
from pbem.core.orders.envelope import OrderSheet, Parsed

S = TypeVar("S")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)

Options = Mapping[str, Any]
Chance = Callable[[int], int]
"""`chance(n)` is 0 .. n - 1: what a bot may be undecided with. Rules have only dice."""


@dataclass(frozen=True)
class Seat:
    """A place at the table: `id` (small letters, digits, _) plays for `side`; several seats may share a side.

    Seats that command the same units have the same `crew`; like a side, a crew is an audience of events and dice.
    """

    id: str
    side: str
    title: str
    crew: str = ""


@dataclass(frozen=True)
class Scenario:
    """What lists show of a scenario. The set-up itself is the game's own data."""

    key: str
    title: str
    summary: str


@dataclass(frozen=True)
class Ask:
    """What a seat is asked for now: in words, and for which units."""

    what: str
    units: list[str]


@dataclass(frozen=True)
class GameTurns:
    """Where a game is by its rule book's own count, in words such as `game turn 2 of 24`; set-up is `set-up`, never a number.

    `played` is the turn that the position is the end of, "" before the first of them; `next` what orders are wanted for, ""
    after the end.
    """

    played: str
    next: str


@dataclass(frozen=True)
class Verdict:
    """How a game ended: winning sides (none: a draw), and in a whole sentence who won and why it ended."""

    winners: list[str]
    text: str


@dataclass(frozen=True)
class Losses:
    """Of `units` that a side began with (or received), so many are `lost`: sunk, destroyed, captured."""

    lost: int
    units: int


@dataclass(frozen=True)
class Panel:
    """A part of a report in fixed-width lines: a record sheet, a table of contacts, a score."""

    title: str
    lines: list[str]


@dataclass(frozen=True)
class Preview:
    """What a seat's own orders would do if nobody else did anything: a dry run made from its view alone.

    `scene` is the reader's map with the tracks, end positions and arcs of his own units drawn in; `tables` say the same in
    fixed-width lines, with ranges to known contacts and the odds of what is ordered to fire.
    """

    scene: Scene
    tables: list[Panel]


@dataclass(frozen=True)
class OrderSyntax:
    """One order of the language: its first word, an example that is written like it, what it does, and its clause."""

    word: str
    example: str
    meaning: str
    rule: str = ""


@dataclass(frozen=True)
class SuggestedOrder:
    """An order that could be written now into the block of `unit`; `group` is the heading it is offered under.

    `text` parses without problems as it stands; `hint` says what it does or what it would cost.
    """

    unit: str
    group: str
    text: str
    hint: str = ""


class Bot(Protocol[V_contra]):
    """Order text from what a seat knows, through the same parser as a player's mail."""

    def __call__(self, view: V_contra, chance: Chance, /) -> str: ...


class Game(Protocol[S, V]):
    """One rule book. `S` is the game's mutable state, `V` its frozen view for one reader."""

    key: str
    title: str
    clauses: str
    """Prefix of its clause ids, e.g. SN."""
    rules_version: int
    """Stamped on each game; moves only when outcomes move."""
    state_version: int
    """Moves when the shape of the state's JSON does, so that older snapshots are left aside."""
    events: tuple[type[Event], ...]
    """Every event type its rules may emit."""
    scenarios: Mapping[str, Scenario]
    bots: Mapping[str, Bot[V]]
    replacing: str
    """A sentence for receipts: what a player's new orders replace in this game, and what stays."""

    def scenario(self, name: str) -> Scenario:
        """The scenario with this key, or another name the rule book gives it. Raises `NoScenario`."""
        ...

    def choices(self, scenario: str) -> Mapping[str, Choice]:
        """The options of a scenario: what each may be. Raises `NoScenario`."""
        ...

    def options(self, scenario: str, given: Options) -> dict[str, Any]:
        """The full set of options: `given` over the scenario's defaults. Raises `NoScenario`."""
        ...

    def seats(self, scenario: str, options: Options) -> list[Seat]:
        """The seats to be filled, in order."""
        ...

    def blank(self) -> S:
        """The state before the first event."""
        ...

    def setup(self, turn: Turn[S], scenario: str, options: Options) -> None:
        """Emit the opening position; `options` is the full set."""
        ...

    def apply(self, state: S, event: Event) -> None:
        """Write one event down in the state. The only way state changes; no dice, no decisions."""
        ...

    def due(self, state: S) -> Mapping[str, Ask]:
        """Which seats owe which orders now; empty means the game is over."""
        ...

    def turns(self, state: S) -> GameTurns:
        """Where the position is by the rule book's own count; the same words stand in `due`, maps and tables."""
        ...

    def sheet(self, state: S, seat: str) -> OrderSheet:
        """What stands for a seat that has filed nothing this turn: advance and standing orders."""
        ...

    def parse(self, state: S, seat: str, text: str, sheet: OrderSheet) -> Parsed:
        """Read a mail's order text over what stands. Any text is fine; mistakes, the envelope's too, come back as problems."""
        ...

    def remarks(self, state: S, sheets: Mapping[str, OrderSheet], seat: str) -> list[str]:
        """What a seat's receipt says of how its orders go together with its crew's; `sheets` holds what stands for all."""
        ...

    def resolve(self, turn: Turn[S], sheets: Mapping[str, OrderSheet]) -> None:
        """Play the turn with each seat's sheet (every seat that owes orders has one)."""
        ...

    def verdict(self, state: S) -> Verdict | None:
        """How it ended; None while it goes on."""
        ...

    def losses(self, state: S) -> Mapping[str, Losses]:
        """What each side has lost so far: for the balance of scenarios, not for players."""
        ...

    def view(self, state: S, seat: str | None) -> V:
        """What this seat may know: the one door to hidden things. None is a spectator. After the end all is shown."""
        ...

    def reveal_all(self, state: S) -> None:
        """From here on views of this state hide nothing from anybody, as after the end: for replays of finished games."""
        ...

    def names(self, view: V) -> Mapping[str, str]:
        """What the units that this reader sees are called beside their ids, as BC1 is Bellerophon; some have none."""
        ...

    def tell(self, event: Event, view: V) -> str | None:
        """A sentence of the report about an event this reader may see; None when it is not worth one."""
        ...

    def summary(self, events: Sequence[Event], view: V) -> list[str]:
        """At most eight sentences on what matters of a turn: hits and losses, what became known, what it does to the score.

        `events` are those of the turn that the reader may see, without dice, in order; `view` is what he knows at its end.
        """
        ...

    def panels(self, view: V) -> Sequence[Panel]:
        """The report's parts beside the narrative: own record sheets first, then what is known of the others.

        No line is wider than `PANEL_WIDTH`. One panel is titled SCORE, and says first how the game is won.
        """
        ...

    def template(self, view: V) -> str:
        """An order template, filled in, that parses without problems as it stands."""
        ...

    def forms(self) -> Sequence[OrderSyntax]:
        """Every order of the language, from the table that the parser itself reads its first words by."""
        ...

    def suggest(self, view: V) -> Sequence[SuggestedOrder]:
        """Orders that this seat may choose from now, for each of its units; none for who owes no orders."""
        ...

    def preview(self, view: V, sheet: OrderSheet) -> Preview:
        """A dry run of a seat's sheet: nothing but the view and the orders is looked at, so nothing hidden can show."""
        ...

    def draw(self, view: V) -> Iterator[Scene]:
        """The map first, then the record sheets; each is drawn when it is taken, and a replay takes only the map."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """The state as the JSON that `docs/rules/<game>.md` documents."""
        ...

    def load(self, data: Mapping[str, Any]) -> S:
        """The state from that JSON. Raises `events.schema.Misfit` naming the path of anything that does not fit."""
        ...


@dataclass
class Turn(Generic[S]):
    """The kernel: one turn being resolved. `drafts` collects what happened, in order."""

    game: Game[S, Any]
    state: S
    dice: Dice
    number: int
    drafts: list[Draft] = field(default_factory=list)
    _phase: str = ""
    _rolls: dict[str, int] = field(default_factory=dict)

    def phase(self, name: str) -> None:
        """Everything from here on happens in this phase."""
        self._phase = name

    def emit(self, event: Event, rule: str = "", audience: str = EVERYONE) -> None:
        """Record that `event` happened because of clause `rule`, for `audience` to know, and apply it."""
        self.drafts.append(Draft(event, self.number, self._phase, rule, audience))
        self.game.apply(self.state, event)

    def roll(self, n: int, sides: int, purpose: str, rule: str = "", audience: str = EVERYONE) -> list[int]:
        """Roll `n` dice with `sides` sides and record the faces. Zero dice are not rolled.

        `purpose` says what for and between whom, in the words of the rule book; `audience` must be `EVERYONE`, `NOBODY`,
        a side, a crew or a seat, because each of these has its own sealed keys.
        """
        if n <= 0:
            return []
        number = self._rolls.get(audience, 0)
        self._rolls[audience] = number + 1
        faces = self.dice.throw(audience, number, purpose, n, sides)
        self.drafts.append(Draft(Rolled(purpose, sides, faces, number), self.number, self._phase, rule, audience))
        return faces

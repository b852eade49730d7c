"""What a game is to the rest of the program: its name data, and five parts, each of which can be read alone.

A part holds the functions that do its work, so a game is put together and never inherited from. `S` is the game's state: the
whole, or what one reader knows of it. The rules work on the whole; orders, reports and plans are given what their reader knows,
which is theirs to read and not to change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from events.base import Event
from pbem.core.dice.stakes import Stake, Throw, no_stake
from pbem.core.drawing.scene import Scene
from pbem.core.fleets.berths import Berth, Forces
from pbem.core.fleets.fleet_units import Deed, Muster, UnitClass
from pbem.core.game.options import Options
from pbem.core.game.report_parts import Ask, GameTurns, Losses, Panel, Preview, SuggestedOrder, Target, UnitLoss, Verdict
from pbem.core.game.scenarios import Scenarios
from pbem.core.game.turn import Turn
from pbem.core.orders.usage import OrderSyntax
from pbem.core.texts.envelope import Envelope, OrderSheet, Parsed
from pbem.core.texts.marks import clean
from pbem.core.texts.opening import open_envelope
from pbem.core.texts.units import NO_UNITS, Units
from pbem.core.texts.wording import PLAIN, Wording

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)

Sheets = Mapping[str, OrderSheet]
"""The current orders of each seat."""
MOST_TOWARD = 12
"""Orders that are offered for one place of the map."""
Chance = Callable[[int], int]
"""`chance(n)` is 0 .. n - 1: what a bot may be undecided with. Rules have only dice."""


@dataclass(frozen=True)
class Seat:
    """A place at the table: `id` (small letters, digits, _) plays for `side`; several seats may share a side.

    Seats that command the same units have the same `crew`; like a side, a crew is an audience of events and dice.
    Raises ValueError for an id that stands for more than one seat where players write to each other.
    """

    id: str
    side: str
    title: str
    crew: str = ""

    def __post_init__(self) -> None:
        if self.id in ("all", "public"):
            raise ValueError(f"a seat cannot be called {self.id!r}: `press to {self.id}` is for more than one seat")


class Blank(Protocol[S_co]):
    """The state before the first event: the whole, or of this reader (None: a spectator)."""

    def __call__(self, reader: str | None = None, /) -> S_co: ...


class Bot(Protocol[S_contra]):
    """Order text from what a seat knows, through the same parser as a player's mail."""

    def __call__(self, known: S_contra, chance: Chance, /) -> str: ...


@dataclass(frozen=True, eq=False)
class Rules(Generic[S]):
    """What may happen and what does: set-up, resolution, the end. Pure: no clock, no I/O, no dice but those of the turn."""

    seats: Callable[[str, Options], list[Seat]]
    """The seats to be filled, in order, in a scenario with its full set of options."""
    blank: Blank[S]
    """The state before the first event; of a reader, if one is named."""
    setup: Callable[[Turn[S], str, Options], None]
    """Emit the opening position of a scenario with its full set of options."""
    apply: Callable[[S, Event], None]
    """Write one event down in the state. The only way state changes; no dice, no decisions.

    It is given all events, or in the same order those that some reader may see, and makes of these what that reader knows.
    """
    due: Callable[[S], Mapping[str, Ask]]
    """Which seats owe which orders now; empty when the game is over, and in a campaign while battles are fought."""
    turns: Callable[[S], GameTurns]
    """Where the position is by the rule book's own count; the same words are in `due`, maps and tables."""
    resolve: Callable[[Turn[S], Sheets], None]
    """Play the turn with each seat's sheet (every seat that owes orders has one)."""
    verdict: Callable[[S], Verdict | None]
    """How it ended; None while it goes on."""
    losses: Callable[[S], Mapping[str, Losses]]
    """What each side has lost so far: for the balance of scenarios, not for players."""
    audience: Callable[[S, Event], str]
    """The widest audience that an event may have in the state before it, from the word of its type (`Event.shown_to`)."""
    roll_audience: Callable[[S, str, str], bool]
    """May dice of this clause be thrown for this audience? From the state before them."""
    load: Callable[[Mapping[str, Any]], S]
    """A whole state from the JSON that `docs/rules/<game>.md` documents, written by anybody.

    Raises `events.schema.InvalidData` naming the path of anything that does not fit.
    """


def no_remarks(state: object, sheets: Sheets, seat: str) -> list[str]:
    """The remarks of a game in which no two seats command the same unit."""
    return []


@dataclass(frozen=True, eq=False)
class Orders(Generic[S]):
    """The order language: from a player's text to the sheet that the rules resolve."""

    replacing: str
    """A sentence for receipts: what a player's new orders replace in this game, and what stays."""
    sheet: Callable[[S, str], OrderSheet]
    """The current orders of a seat that has filed nothing this turn: advance and standing orders. The rules ask it, too."""
    parse: Callable[[S, str, Envelope, OrderSheet], Parsed]
    """Read a seat's opened mail over the current orders, by what the seat knows. Mistakes come back as problems, also those of
    the envelope."""
    forms: Callable[[], Sequence[OrderSyntax]]
    """Every order of the language, from the table that the parser itself reads its first words by."""
    remarks: Callable[[S, Sheets, str], list[str]] = no_remarks
    """What a seat's receipt says of how its orders go together with its crew's."""
    wording: Wording = PLAIN
    """What the envelope must know of the language: where orders begin, and which words open no block."""

    def open(self, text: str, units: Units = NO_UNITS) -> Envelope:
        """The mail's blocks, and the lines that every game shares. Any text is fine. Without units any word may be a head."""
        return open_envelope(clean(text), self.wording, units)

    def read(self, known: S, seat: str, text: str, sheet: OrderSheet) -> Parsed:
        """Open a text and parse it."""
        return self.parse(known, seat, self.open(text), sheet)


def nothing_lost(known: object) -> Mapping[str, UnitLoss]:
    """The losses in a game that does not tell them by unit."""
    return {}


@dataclass(frozen=True, eq=False)
class Report(Generic[S]):
    """How what a reader knows is told: in words, tables and pictures."""

    names: Callable[[S], Mapping[str, str]]
    """What the units that this reader knows are called beside their ids, as BC1 is Bellerophon; some have none."""
    tell: Callable[[Event, S], str | None]
    """A sentence of the report about an event this reader may see; None when it is not worth one."""
    summary: Callable[[Sequence[Event], S], list[str]]
    """At most eight sentences on what matters of a turn: hits and losses, what became known, what it does to the score.

    The events are those of the turn that the reader may see, without dice, in order; the state is what they know at its end.
    """
    panels: Callable[[S], Sequence[Panel]]
    """The report's parts beside the narrative: own record sheets first (`sheet`), then what is known of the others.

    No line is wider than `PANEL_WIDTH`. One panel is titled SCORE, and says first how the game is won.
    """
    template: Callable[[S], str]
    """An order template, filled in, that parses without problems as it is."""
    draw: Callable[[S], Iterator[Scene]]
    """The map first, then the record sheets; each is drawn when it is taken, and a replay takes only the map."""
    off_map: Collection[type[Event]] = ()
    """Events that change nothing on the map, whoever looks: a replay does not draw it anew for them."""
    lost: Callable[[S], Mapping[str, UnitLoss]] = nothing_lost
    """What each unit has lost of which this reader may know that: to lay two sandboxes side by side."""


def nothing_toward(known: object, unit: str, target: Target) -> Sequence[SuggestedOrder]:
    """The orders toward a place of a game whose units have none."""
    return ()


def as_known(known: S) -> S:
    """The guess of a game in which nothing is hidden."""
    return known


@dataclass(frozen=True, eq=False)
class Planning(Generic[S]):
    """Help in deciding, from what a seat knows and nothing else."""

    suggest: Callable[[S], Sequence[SuggestedOrder]]
    """Orders that this seat may choose from now, for each of its units; none for a seat that owes no orders."""
    preview: Callable[[S, OrderSheet], Preview]
    """A dry run of a seat's sheet. What the seat does not know is guessed, so nothing hidden can show."""
    bots: Mapping[str, Bot[S]]
    """The commanders that can take a seat without a player."""
    toward: Callable[[S, str, Target], Sequence[SuggestedOrder]] = nothing_toward
    """Legal orders of an own unit ("": of each) that lead to the target or aim at it, the best first, at most `MOST_TOWARD`."""
    guess: Callable[[S], S] = as_known
    """A whole state, made of what a reader knows and of guesses alone: the rules can play turns from it."""
    stake: Callable[[S, Throw], Stake] = no_stake
    """Odds, looked at afterwards: what was at stake in a roll, from what its reader knew right before it."""


@dataclass(frozen=True, eq=False)
class Fleets(Generic[S]):
    """What a campaign asks of a rule book: units that come out of one battle and go into the next. Pure, like the rules."""

    classes: Callable[[], Mapping[str, UnitClass]]
    """Every class that a campaign may list, by its key."""
    berths: Callable[[str, Options], Sequence[Berth]]
    """The places of a scenario with its full set of options, in its own order."""
    deploy: Callable[[Turn[S], str, Options, Forces], None]
    """Emit the opening position, like `Rules.setup`, with these units in the berths that `manned` gives them.

    What a unit lacks is shown to whom its record sheet is; nobody else learns of it.
    """
    muster: Callable[[S], Muster]
    """What has become of every unit, from the whole state at the end. A unit that was deployed and not touched lacks what it
    lacked, and is where the scenario put it: `present`."""
    deed_events: Sequence[type[Event]]
    """The types of events from which deeds are told."""
    deeds: Callable[[Iterable[Event]], Sequence[Deed]]
    """Hits and kills, from all events of these types in a battle's log, in order."""


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """One rule book."""

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
    scenarios: Scenarios[Any]
    rules: Rules[S]
    orders: Orders[S]
    report: Report[S]
    planning: Planning[S]
    fleets: Fleets[S] | None = None
    """None: its battles can be part of a campaign, but no units are taken from one into the next."""

"""What a changed rule would change: every turn of a stored game played again under today's rules.

Each begins with the position that the log gives, so what differs in one turn is not told of all that follow. Nothing is
written: games keep the outcomes that they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Literal

from events.base import NOBODY, Draft, Entry, Event
from events.campaign.battles import BattleOpened, BattleReported
from events.campaign.masters import ScoreSet, UnitTaken
from events.campaign.opening import PointsSet, UnitJoined
from events.platform import GameEnded, Rolled, TurnLocked
from events.schema import InvalidData
from events.store import EMPTY, Corrupt
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
from pbem.core.game.phrases import count, numbered
from pbem.core.game.protocol import Game
from pbem.core.state.game_state import Unknown
from pbem.core.state.ledger_handlers import HANDLERS
from pbem.core.state.record import OldPosition, Record, UnknownGame
from pbem.service.audit.event_changes import EventPair, event_pairs, field_words, name_words, payload_words
from pbem.service.context import Progress, ServiceContext, unwatched
from pbem.service.games.opening import set_up
from pbem.service.reports.turn_report import dice_words
from pbem.service.repository import no_game, streams
from pbem.service.turns.close import resolve

How = Literal["gone", "new", "changed", "dice"]
"""An event is only in the log, only under today's rules, or in both with other values; or the dice from here on are others."""


@dataclass(frozen=True)
class Change:
    """One thing that comes out otherwise, with phase and clause of the rule book ("": none).

    `log` and `now` say it in the words of the report, "" where it does not happen; `fields` has the values that differ.
    """

    how: How
    phase: str
    rule: str
    event: str
    log: str
    now: str
    fields: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class TurnDiff:
    """A turn (0: the set-up) that comes out otherwise. `name` has both its numbers.

    `undone`: a roll-back has taken it out of the game. `unplayed` says why today's rules cannot play it ("": they can).
    """

    turn: int
    name: str
    changes: list[Change]
    undone: bool = False
    unplayed: str = ""


@dataclass(frozen=True)
class GameDiff:
    """A game under today's rules: of its `turns` resolved ones so many are the `same`.

    `begun_with` and `rules_version` are the versions of the rules that it was opened with, and of those in force now;
    `unresolved` are turns that ended without being resolved. `unreadable` says why the log cannot be followed any further
    ("": it can).
    """

    stream: str
    game: str
    begun_with: int
    rules_version: int
    turns: int
    same: int
    unresolved: list[int]
    different: list[TurnDiff]
    unreadable: str = ""

    @property
    def differs(self) -> bool:
        """Would anything come out otherwise, or can it not be said?"""
        return bool(self.different or self.unreadable)


def chosen_games(context: ServiceContext, key: str | None, names: Sequence[str]) -> list[str]:
    """The games of these names, or all; with `key` those of that rule book among them.

    Raises:
        NoSuchGame, NoScenario: there is no such game, or no such rule book.
    """
    if key is not None and key not in context.games:
        raise NoScenario(f"no game {key!r}; {known_names(key, context.games)}")
    known = streams(context)
    for name in names:
        if name not in known:
            raise no_game(context, name)
    books = {row.stream: row.game for row in context.store.games()}
    return [name for name in names or known if key in (None, books.get(name))]


def rules_diff(context: ServiceContext, stream: str, seen: Progress = unwatched, whole: bool = True) -> GameDiff:
    """Play the set-up and every turn of a game again, and say what would come out otherwise. The stream must exist.

    Without `whole` what nobody may know before the end is left out. `seen` is told of each event that is done with.
    """
    # The readers' knowledge is not asked for, so that nobody need be told anything.
    record, found, unreadable = Record(context.games, stream, lambda _: ()), _Found([], 0), ""
    try:
        context.store.fold(stream, EMPTY, _nothing)  # proves the chain, and that all can be read
        for number, entries in groupby(context.store.read(stream), key=lambda entry: entry.turn):
            told = list(entries)
            _turn(record, number, told, found, whole)
            seen(len(told))
    except (Corrupt, UnknownGame, OldPosition) as e:
        unreadable = str(e)
    return _game_diff(record, found, unreadable)


def _nothing(event: Event, audience: str) -> None:
    """What is made of an event that is only to be read."""


@dataclass
class _Found:
    """What was found so far."""

    different: list[TurnDiff]
    turns: int


def _game_diff(record: Record, found: _Found, unreadable: str) -> GameDiff:
    ledger = record.ledger
    different = [replace(each, undone=each.turn in ledger.undone) for each in found.different]
    return GameDiff(
        stream=record.stream,
        game=ledger.game,
        begun_with=ledger.rules_version,
        rules_version=record.games[ledger.game].rules_version if ledger.game in record.games else 0,
        turns=found.turns,
        same=found.turns - sum(each.turn > 0 for each in different),
        unresolved=sorted(ledger.back),
        different=different,
        unreadable=unreadable,
    )


# ---------------------------------------------------------------- a turn


class _Unplayable(ValueError):
    """Today's rules have no way to play a turn from its position, and why."""


@dataclass(frozen=True)
class _Play:
    """A turn as it was, or as it is played now: what the rules made happen, and the umpire's state at its end."""

    drafts: list[Draft]
    state: Any


def _turn(record: Record, number: int, entries: list[Entry], found: _Found, whole: bool) -> None:
    """Bring the record over the entries of a turn; if it was resolved, play it again on the way."""
    resolved = any(isinstance(entry.event, TurnLocked) for entry in entries)
    found.turns += resolved
    if number and not resolved:
        _fold(record, entries)
        return
    start = next((place for place, entry in enumerate(entries) if _of_rules(entry.event)), len(entries))
    _fold(record, entries[:start])
    try:
        again = _played_again(record, number)
        unplayed = ""
    except _Unplayable as e:
        again, unplayed = None, str(e)
    _fold(record, entries[start:])
    stored = [Draft(e.event, e.turn, e.phase, e.rule, e.audience) for e in entries if _of_rules(e.event)]
    changes = _changes(record.game, _Play(stored, record.state), again, whole) if again else []
    if changes or unplayed:
        found.different.append(TurnDiff(number, _name(record, number), changes, unplayed=unplayed))


def _of_rules(event: Event) -> bool:
    """Does it follow from position, orders and dice alone? What people and the clock do beside it is not played again."""
    if isinstance(event, BattleOpened | BattleReported | UnitTaken | ScoreSet):
        return False
    if isinstance(event, UnitJoined | PointsSet):
        return not event.by
    return type(event) not in HANDLERS or isinstance(event, Rolled | TurnLocked | GameEnded)


def _fold(record: Record, entries: Iterable[Entry]) -> None:
    for entry in entries:
        record.read(entry.event, entry.audience)


def _name(record: Record, number: int) -> str:
    return numbered(number, record.game.rules.turns(record.state).played) if number else "the set-up"


def _played_again(record: Record, number: int) -> _Play:
    """The turn that is open in the record, or its set-up, played on a copy. Raises `_Unplayable`."""
    try:
        return _resolved(record) if number else _set_up(record)
    except (NoScenario, InvalidData, Unknown) as e:
        raise _Unplayable(str(e)) from e
    except Exception as e:
        e.add_note(f"while turn {number} of {record.stream} was played again")
        raise


def _set_up(record: Record) -> _Play:
    """The opening position from the seed, with the options that the scenario has now."""
    game, ledger = record.game, record.ledger
    options = game.scenarios.options(ledger.scenario, ledger.options)
    turn = set_up(game, bytes.fromhex(ledger.seed), ledger.scenario, options, ledger.forces)
    return _Play(turn.drafts, turn.state)


def _resolved(record: Record) -> _Play:
    """The open turn with what was filed, and the end of the game if it comes of it."""
    owed, over = record.game.rules.due(record.state), record.game.rules.verdict(record.state)
    if not owed and (over or record.ledger.filed):
        raise _Unplayable("the game is over before it: nobody owes orders")
    copy = record.copy()
    drafts, verdict = resolve(copy), copy.game.rules.verdict(copy.state)
    ended = [Draft(GameEnded(verdict.winners, verdict.text), copy.ledger.turn, "End")] if verdict else []
    return _Play([*(each for each in drafts if _of_rules(each.event)), *ended], copy.state)


# ---------------------------------------------------------------- in words


def _changes(game: Game[Any], was: _Play, now: _Play, whole: bool) -> list[Change]:
    """All that differs, in order; dice that only follow from an earlier difference are told once, where they begin."""
    shown = [[each for each in play.drafts if whole or each.audience != NOBODY] for play in (was, now)]
    pairs = event_pairs(*shown)
    shifted = [pair for pair in pairs if pair.shifted]
    return [
        _shift(pair, len(shifted)) if pair.shifted else _change(game, pair, was.state, now.state)
        for pair in pairs
        if not pair.shifted or pair is shifted[0]
    ]


def _shift(first: EventPair, rolls: int) -> Change:
    told = f"Rolls before are more or fewer, so from here on dice have other keys: other faces in {count(rolls, 'roll')}."
    phase = first.now.phase if first.now else ""
    return Change("dice", phase, "", Rolled.type, "", told)


def _change(game: Game[Any], pair: EventPair, state: Any, state_now: Any) -> Change:
    """An event that is only in one of the plays, or not the same in both, told from the umpire's state at their ends."""
    one = pair.now or pair.log
    assert one is not None  # noqa: S101 (a pair holds at least one)
    how: How = "gone" if not pair.now else "new" if not pair.log else "changed"
    both = pair.log and pair.now
    log, now = (_sentence(game, draft, at, not both) for draft, at in ((pair.log, state), (pair.now, state_now)))
    fields = field_words(pair.log, pair.now) if pair.log and pair.now else []
    return Change(how, one.phase, one.rule, one.event.type, log, now, fields)


def _sentence(game: Game[Any], draft: Draft | None, state: Any, alone: bool) -> str:
    """The report's sentence. Where it has none: what happened by name, and of an event that stands alone all its values."""
    if draft is None:
        return ""
    event = draft.event
    if isinstance(event, Rolled):
        return dice_words(event)
    if isinstance(event, GameEnded):
        return f"The game ends: {event.verdict}"
    told = game.report.tell(event, state) if type(event) not in HANDLERS else None
    return told or (payload_words(draft) if alone else name_words(draft))

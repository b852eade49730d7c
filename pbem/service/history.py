"""The history of a game: what everybody may know of how it was run, in plain sentences, with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from events.base import EVERYONE, Entry, Event
from events.campaign.battles import BattleOpened, BattleReported
from events.campaign.masters import ScoreSet, UnitTaken
from events.campaign.opening import PointsSet, UnitJoined
from events.platform import (
    AbsenceSet,
    Actor,
    Announced,
    BattleBegun,
    ComasterNamed,
    DeadlineSet,
    ExtensionAsked,
    ForumPosted,
    ForumSet,
    GameEnded,
    GameHidden,
    GameOpened,
    GamePaused,
    GameReopened,
    GameResumed,
    MasterNamed,
    MasterSilent,
    OutageHealed,
    PolicySet,
    PostHidden,
    ResolvedNow,
    RolledBack,
    SeatOffered,
    SeatOpened,
    SeatTaken,
    SeatVacated,
    SeatWatched,
    SitterCalled,
    SitterLeft,
    SitterNamed,
    StoodIn,
    TurnClosed,
    TurnLocked,
    VoteCast,
)
from pbem.core.state.players import bot_name
from pbem.service.context import ServiceContext, minute
from pbem.service.policy.words import in_short

MASTER: Actor = "master"
OPERATOR: Actor = "operator"
PLAYER: Actor = "player"
ACTORS: dict[Actor, str] = {MASTER: "the game master", OPERATOR: "the operator"}
"""Who acts on a game without a seat in it, in words."""
ALL_PLAYERS: Actor = "players"
CAMPAIGN: Actor = "campaign"
WHO: dict[Actor, str] = {**ACTORS, ALL_PLAYERS: "the players", CAMPAIGN: "the campaign"}
RHYTHM, ALL_READY, ALL_SEATED = "the game's rhythm", "all are ready", "all seats are taken"
"""Why the clock itself sets deadlines, in words."""
BY_THE_CLOCK = ("rhythm", "all_ready", "all_seated")
"""Causes of deadlines that nobody decided on."""


@dataclass(frozen=True)
class HistoryEntry:
    """Something that was done to the game, or a milestone of it.

    `what` is a sentence without a full stop, `why` its reason or the words that were said ("": none), `at` a UTC stamp; `by` is
    "the game master", "the operator", what a seat is called, or "" when the rules or the clock did it.
    """

    turn: int
    at: str
    what: str
    why: str
    by: str


def history(context: ServiceContext, stream: str, since: int = 0) -> list[HistoryEntry]:
    """All that was done from turn `since` on, oldest first; nothing for a game that is not there."""
    return [found for found, _ in history_with_events(context, stream, since)]


def history_with_events(context: ServiceContext, stream: str, since: int = 0) -> list[tuple[HistoryEntry, Event]]:
    """The same, each with the event behind it."""
    after = context.store.before_turn(stream, since) if since > 0 else 0
    return _with_events(context.store.select(stream, [*SENTENCES, TurnLocked], after), context.seat_titles(stream))


def latest(context: ServiceContext, stream: str, number: int) -> list[HistoryEntry]:
    """The last of them, oldest first. Each turn has at least one, so no more turns are looked through."""
    return history(context, stream, since=_open_turn(context, stream) - number)[-number:]


def newest(context: ServiceContext, stream: str) -> str:
    """The last thing that was done, as a sentence with its reason: for whoever must be told at once."""
    found = latest(context, stream, 1)
    return entry_words(found[-1]) if found else ""


def entry_words(entry: HistoryEntry) -> str:
    """An entry as one sentence: what, by whom, and why."""
    who = f" (by {entry.by})" if entry.by else ""
    said = f"{entry.what}{who}: {entry.why}" if entry.why else f"{entry.what}{who}"
    return said if said.endswith((".", "!", "?")) else f"{said}."


def _open_turn(context: ServiceContext, stream: str) -> int:
    row = context.store.game(stream)
    return row.turn if row else 0


def history_of(entries: Iterable[Entry], titles: Mapping[str, str]) -> list[HistoryEntry]:
    """What these events of the log say was done, with the `titles` of seats. Deadlines that the clock set are left out."""
    return [found for found, _ in _with_events(entries, titles)]


def _with_events(entries: Iterable[Entry], titles: Mapping[str, str]) -> list[tuple[HistoryEntry, Event]]:
    found, missed = [], ""
    for entry in entries:
        event = entry.event
        if isinstance(event, TurnLocked):
            missed = f"no orders from {', '.join(titles.get(seat, seat) for seat in event.missed)}" if event.missed else ""
        elif type(event) in SENTENCES and entry.audience == EVERYONE and not _by_itself(event):
            told = _with_title(event, titles)
            what, why = SENTENCES[type(event)](told)
            why = missed if isinstance(event, TurnClosed) else why
            found.append((HistoryEntry(entry.turn, entry.at, what, why, _actor(told)), event))
    return found


def _with_title(event: Event, titles: Mapping[str, str]) -> Any:
    """The event as it is told, with the title of its seat."""
    seat = getattr(event, "seat", "")
    return replace(cast(Any, event), seat=titles[seat]) if seat in titles else event


def _by_itself(event: Event) -> bool:
    """Did the clock set this deadline, or the rules of a campaign bring the unit or the points?"""
    if isinstance(event, UnitJoined | PointsSet):
        return event.by not in ACTORS
    return isinstance(event, DeadlineSet) and event.cause in BY_THE_CLOCK and event.by not in ACTORS


def _actor(event: Event) -> str:
    """The game master, the operator, the seat of a player who is away or leaves; "" for all others."""
    by: Actor = getattr(event, "by", "")
    if isinstance(event, AbsenceSet | SitterNamed | VoteCast) or (isinstance(event, SeatVacated) and by == PLAYER):
        return WHO.get(by, event.seat)
    return WHO.get(by, "")


def undone(to: int, turn: int) -> str:
    """Which turns a roll-back in `turn` to the end of turn `to` undid."""
    first, last = to + 1, turn - 1
    return f"Turn {first} was undone" if first == last else f"Turns {first} to {last} were undone"


def position(to: int) -> str:
    """The position that a roll-back went to."""
    return f"the position is that after turn {to}" if to else "the position is that of the opening"


def _rolled_back(e: RolledBack) -> tuple[str, str]:
    if e.again:
        return f"{undone(e.to, e.turn)}; turn {e.again} was played again, as turn {e.turn + 1}", e.why
    return f"{undone(e.to, e.turn)}; {position(e.to)}", e.why


def _who(player: str) -> str:
    """Names are for the pages: the log knows nobody's."""
    return f"the bot {bot}" if (bot := bot_name(player)) else "a person"


def _absence(e: AbsenceSet) -> tuple[str, str]:
    return f"The player of {e.seat} is {f'away until {minute(e.until)}' if e.until else 'back'}", e.why


def _sitter_called(e: SitterCalled) -> tuple[str, str]:
    who = "Another player of the side" if e.officer else "The sitter"
    return f"{who} orders for {e.seat} from turn {e.turn} on", CALLED[e.cause]


CALLED = {"absent": "its player is away", "missed": "its player missed the deadline"}
STOOD_IN = {"absent": "whose player is away", "missed": "whose player missed the deadline", "free": "which nobody plays"}


def _healed(e: OutageHealed) -> tuple[str, str]:
    return f"No orders could be taken from {minute(e.began)} to {minute(e.ended)} ({', '.join(e.doors)})", e.why


def _vote(e: VoteCast) -> tuple[str, str]:
    about = {"roll back": f" to the end of turn {e.about}", "master": " of another game master"}.get(e.on, "")
    return f"{e.seat} votes for {VOTED[e.on]}{about}" if e.yes else f"{e.seat} takes its vote for {VOTED[e.on]} back", e.why


VOTED = {"pause": "a pause", "go on": "going on", "draw": "a draw", "master": "the choice", "roll back": "a roll-back"}


def _co_master(e: ComasterNamed) -> tuple[str, str]:
    return ("A co-master was named" if e.runs else "A co-master runs the game no more"), e.why


def _silent(e: MasterSilent) -> tuple[str, str]:
    return (
        f"Nothing was heard of the game master since {minute(e.since)}: the {e.decides} decide{'s' * (e.decides != 'players')}",
        "",
    )


POSTS = {"t": "The report of turn {}", "a": "Announcement {}", "p": "Public press", "c": "Comment {}"}


def post_words(post: str) -> str:
    """What a post of the game's thread is, by its id: `t3` is "The report of turn 3"."""
    return POSTS[post[0]].format(post[1:]) if post[:1] in POSTS else f"A post ({post})"


def _forum(e: ForumSet) -> tuple[str, str]:
    if not e.what:
        return f"The game is not posted at {e.place} any more", e.why
    return f"The game is posted at {e.place}{f', in {e.part}' if e.part else ''}: {', '.join(e.what)}", e.why


def _hidden(e: PostHidden) -> tuple[str, str]:
    return f"A post of the game's thread ({e.post}) {'was hidden' if e.hidden else 'is to be read again'}", e.why


def _reported(e: BattleReported) -> tuple[str, str]:
    """A battle's end: of one that was entered by hand the reason, else its verdict."""
    how = f"won by {' and '.join(e.winners)}" if e.outcome == "won" else e.outcome
    return f"Battle {e.battle}{f' ({e.stream})' if e.stream else ''} was reported: {how}", e.why or e.verdict


LAID_OPEN = "What its end laid open stays known; all dice from now on come from a new secret seed"

SENTENCES: dict[type[Event], Callable[[Any], tuple[str, str]]] = {
    GameOpened: lambda e: (f"The game was opened: {e.title}", ""),
    MasterNamed: lambda e: ("A game master was named" if e.player else "The operator runs the game", e.why),
    PolicySet: lambda e: (in_short(e), e.why),
    SeatOffered: lambda e: (f"Seat {e.seat} was offered to {_who(e.player)}", e.why),
    SeatTaken: lambda e: (f"Seat {e.seat} is played by {_who(e.player)}", ""),
    SeatVacated: lambda e: (f"Seat {e.seat} is free", e.why),
    AbsenceSet: _absence,
    StoodIn: lambda e: (f"The bot {e.bot} ordered for {e.seat}, {STOOD_IN[e.cause]}", ""),
    SitterNamed: lambda e: (f"Seat {e.seat} has {'a' if e.sitter else 'no'} sitter", e.why),
    SitterCalled: _sitter_called,
    SitterLeft: lambda e: (f"Nobody orders for the player of {e.seat} any more", e.why),
    SeatOpened: lambda e: (f"Seat {e.seat} goes to the first of {'the ' * (e.to != 'anyone')}{e.to} who answers", e.why),
    OutageHealed: _healed,
    VoteCast: _vote,
    ComasterNamed: _co_master,
    MasterSilent: _silent,
    DeadlineSet: lambda e: (f"Orders for turn {e.turn} are due {minute(e.due)}", e.why),
    ExtensionAsked: lambda e: (f"{e.seat} asks for {e.hours:g} hours more before turn {e.turn} is resolved", e.why),
    GamePaused: lambda e: ("The game was paused", e.why),
    GameResumed: lambda e: ("The game goes on", e.why),
    Announced: lambda e: ("An announcement to all players", e.words),
    SeatWatched: lambda e: (f"The game master looks through the eyes of {e.seat} while turn {e.turn} is open", e.why),
    RolledBack: _rolled_back,
    TurnClosed: lambda e: (f"Turn {e.turn} was resolved", ""),
    GameEnded: lambda e: ("The game is over", e.verdict),
    GameReopened: lambda e: (f"The game, which was over, goes on. {LAID_OPEN} (SHA-256 {e.seed_hash})", ""),
    ForumSet: _forum,
    ForumPosted: lambda e: (f"{post_words(e.post)} was posted at {e.place}", e.url),
    PostHidden: _hidden,
    ResolvedNow: lambda e: (f"Turn {e.turn} was resolved before its deadline", e.why),
    GameHidden: lambda e: ("It is a game to learn by, which nobody else sees", ""),
    BattleBegun: lambda e: (f"It is battle {e.battle} of campaign {e.campaign}", ""),
    BattleOpened: lambda e: (f"Battle {e.battle} is fought as game {e.stream}", ""),
    BattleReported: _reported,
    UnitJoined: lambda e: (f"{e.unit} joined {e.side}", e.why),
    UnitTaken: lambda e: (f"{e.unit} was taken out of the campaign", e.why),
    PointsSet: lambda e: (f"{e.side} has {e.points:g} points", e.why),
    ScoreSet: lambda e: (f"{e.side} has {e.score:g} points of victory", e.why),
}
"""What is told of each event: a sentence, and its reason."""

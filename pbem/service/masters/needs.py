"""What needs whoever runs a game, and since when; and what the clock and the game's own rules did without them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from events.base import Event
from events.lists.game_list import GameRow
from events.platform import (
    DeadlineSet,
    ExtensionAsked,
    GameOpened,
    GamePaused,
    MasterSilent,
    OutageHealed,
    SeatOffered,
    SeatOpened,
    SeatVacated,
    SitterCalled,
    SitterLeft,
    StoodIn,
    TurnLocked,
    VoteCast,
)
from events.store import Corrupt
from pbem.campaign.played import KEY
from pbem.core.state.ledger import Ledger
from pbem.core.state.players import is_person
from pbem.service.campaigns.go_on import troubles
from pbem.service.context import ServiceContext, stamp
from pbem.service.history import ALL_PLAYERS, VOTED, HistoryEntry, history_with_events, post_words
from pbem.service.mail_port import MailTroubles
from pbem.service.repository import reading
from pbem.service.thread.abuse import open_reports

UNANSWERED = timedelta(days=3)
"""So long an invitation may wait before somebody has to see to it."""
MISSED = 2
"""So many turns missed in a row are one too many."""


@dataclass(frozen=True)
class Need:
    """Something that needs a human. `what` is a sentence without a full stop, `since` a UTC stamp.

    `link` is the path of the page that does it, or, where no page does, the operator's command.
    """

    what: str
    since: str
    link: str


@dataclass
class _Times:
    """When what the ledger says came to be so: the last event of each type, by seat, and the turns that each seat missed.

    `titles` are what the seats are called.
    """

    last: dict[tuple[type[Event], str], str] = field(default_factory=dict)
    votes: dict[tuple[str, str], str] = field(default_factory=dict)
    missed: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    titles: Mapping[str, str] = field(default_factory=dict)

    def of(self, *types: type[Event], seat: str = "") -> str:
        """When the last event of these types was written, of this seat if they are of one; "" for none."""
        return max(self.last.get((kind, seat), "") for kind in types)


def may_need(context: ServiceContext, row: GameRow) -> bool:
    """Can anything of the game need somebody? When it is over, only its thread."""
    return row.status != "ended" or bool(open_reports(context, row.stream))


def needs(context: ServiceContext, stream: str, mail: MailTroubles) -> list[Need]:
    """All of one game, the oldest first. Raises NoSuchGame."""
    try:
        with reading(context, stream) as record:
            ledger = record.ledger
            found = list(_of_the_thread(context, stream, ledger))
            found += [] if ledger.ended else _found(context, stream, ledger, _times(context, stream), mail)
        found += list(_of_battles(context, stream, ledger))
    except Corrupt as e:
        return [Need(f"Its log cannot be read: {e}", context.store.written_at(stream), f"wardroom verify {stream}")]
    return sorted(found, key=lambda need: need.since)


def _times(context: ServiceContext, stream: str) -> _Times:
    times, stood_in = _Times(titles=context.seat_titles(stream)), set[str]()
    for entry in context.store.select(stream, TIMED):
        match entry.event:
            case VoteCast(seat=seat, on=on, about=about):
                times.votes[f"{on} {about}".strip(), seat] = entry.at
            case StoodIn(seat=seat, cause="missed"):
                stood_in.add(seat)
            case TurnLocked(missed=missed):
                for seat in stood_in.union(missed):
                    times.missed[seat].append(entry.at)
                stood_in = set()
            case event:
                times.last[type(event), getattr(event, "seat", "")] = entry.at
    return times


ABOUT_SEATS = (SeatOffered, SeatVacated, SeatOpened)
TIMED: list[type[Event]] = [GameOpened, GamePaused, MasterSilent, *ABOUT_SEATS, ExtensionAsked, VoteCast, StoodIn, TurnLocked]


def _found(context: ServiceContext, stream: str, ledger: Ledger, times: _Times, mail: MailTroubles) -> Iterator[Need]:
    box = f"/g/{stream}/master"
    yield from _of_the_clock(ledger, times, box)
    yield from _of_free_seats(ledger, times, box, stamp(context.now() - UNANSWERED))
    yield from _of_players(ledger, times, box, mail)
    for seat, since in mail.held_since(stream, ledger.turn).items():
        yield Need(
            f"Orders of {times.titles[seat]} came from an unknown sender and wait for their player's word",
            since,
            f"{box}#seats",
        )
    for place, since in mail.refused_since(stream).items():
        yield Need(f"{place} has not taken a post of the game", since, f"{box}#forums")
    yield from _of_wishes(ledger, times, box)


def _of_the_clock(ledger: Ledger, times: _Times, box: str) -> Iterator[Need]:
    if ledger.silent == "operator":
        yield Need("Nothing is heard of the game master: the operator decides", times.of(MasterSilent), f"{box}#leave")
    if ledger.paused:
        yield Need("The game is paused", times.of(GamePaused), f"{box}#clock")
    elif not ledger.due and any(seat not in ledger.vacant for seat in _free(ledger)):
        yield Need("The clock has not started: it does when all seats are taken", times.of(GameOpened), f"{box}#players")


def _free(ledger: Ledger) -> list[str]:
    return [seat for seat in ledger.seats if seat not in ledger.players]


def _of_free_seats(ledger: Ledger, times: _Times, box: str, long_ago: str) -> Iterator[Need]:
    """A seat that is open to whoever comes needs nobody, unless nobody comes."""
    for seat in _free(ledger):
        since = times.of(*ABOUT_SEATS, seat=seat) or times.of(GameOpened)
        if seat in ledger.offered or seat in ledger.opened or ledger.policy.open_seats:
            if since <= long_ago:
                asked = "the invited person has" if seat in ledger.offered else "those who could take it have"
                yield Need(f"Seat {times.titles[seat]} is free, and {asked} not answered", since, f"{box}#players")
        else:
            yield Need(f"Seat {times.titles[seat]} is free, and nobody is invited", since, f"{box}#players")


def _of_players(ledger: Ledger, times: _Times, box: str, mail: MailTroubles) -> Iterator[Need]:
    for seat, player in ledger.players.items():
        if not is_person(player):
            continue
        if since := mail.stopped_since(player):
            yield Need(
                f"No mail goes to the player of {times.titles[seat]}: their mailbox does not take it", since, f"{box}#players"
            )
        count = ledger.missed.get(seat, 0)
        if count >= MISSED and times.missed[seat]:
            first = times.missed[seat][-count:][0]
            yield Need(f"The player of {times.titles[seat]} has missed {count} turns in a row", first, f"{box}#players")


def _of_wishes(ledger: Ledger, times: _Times, box: str) -> Iterator[Need]:
    if ledger.extensions:
        hours = ", ".join(f"{times.titles[seat]} ({asked:g} hours)" for seat, asked in ledger.extensions.items())
        since = min(times.of(ExtensionAsked, seat=seat) for seat in ledger.extensions)
        yield Need(f"More time is asked for by {hours}", since, f"{box}#clock")
    for key, seats in ledger.votes.items():
        wanted = next(words for on, words in VOTED.items() if f"{key} ".startswith(f"{on} "))
        since = min(times.votes[key, seat] for seat in seats)
        voters = ", ".join(times.titles[seat] for seat in seats)
        yield Need(f"{voters} voted for {'another game master' if wanted == 'the choice' else wanted}", since, box)


def _of_battles(context: ServiceContext, stream: str, ledger: Ledger) -> Iterator[Need]:
    """Battles of a campaign that do not go on, or cannot be taken over."""
    for words in troubles(context, stream) if ledger.game == KEY else []:
        yield Need(words, context.store.written_at(stream), f"/g/{stream}/master")


def _of_the_thread(context: ServiceContext, stream: str, ledger: Ledger) -> Iterator[Need]:
    """Posts that readers have reported: also of a game that is over."""
    for post, since, _ in open_reports(context, stream):
        if post not in ledger.hidden:
            yield Need(f"{post_words(post)} in the thread was reported", since, f"/g/{stream}/thread?post={post}#{post}")


# ---------------------------------------------------------------- what was done without them


def ladder_acts(context: ServiceContext, stream: str, since: str) -> list[HistoryEntry]:
    """What the clock, the game's policy and the players' votes did from `since` (a UTC stamp) on, oldest first.

    Nothing for a log that cannot be read.
    """
    try:
        return [done for done, event in history_with_events(context, stream) if done.at >= since and by_itself(event)]
    except Corrupt:
        return []


def by_itself(event: Event) -> bool:
    """Was it done without a game master, an operator or a single player?"""
    by = getattr(event, "by", None)
    if isinstance(event, DeadlineSet):
        return event.cause in LADDER_CAUSES
    if isinstance(event, SeatOpened | SeatVacated):
        return by == ""
    return isinstance(event, DONE_BY_ITSELF) or by == ALL_PLAYERS


LADDER_CAUSES = ("excuse", "grace", "absent", "sitter", "outage", "clock", "all_asked")
DONE_BY_ITSELF = (OutageHealed, StoodIn, SitterCalled, SitterLeft, MasterSilent)

"""The game master's box: each act is an event with a reason that all players read, and answers with the game as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import wraps
from typing import TypeVar
from zoneinfo import ZoneInfo

from flask import abort

from pbem.accounts.people import Person
from pbem.core.state.players import BOT
from pbem.service.context import ServiceContext
from pbem.service.games import game_master, seating
from pbem.service.games.overview import Overview, overview
from pbem.service.ladder import absence
from pbem.service.masters import co_masters
from pbem.service.turns import close, rollback
from pbem.web.account.invitations import invite, mail_invitation
from pbem.web.admin.master_page import ACTS_AN_HOUR, tell_players
from pbem.web.api.describe import route
from pbem.web.api.endpoint import person, read
from pbem.web.api.open_game import PolicyFields, changed
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_first_master, check_master, game_row, held_seats, is_master

T = TypeVar("T")
Act = Callable[[ServiceContext, str, T], None]
"""What is done in the service: for a game, as it was asked."""
Offer = Callable[[ServiceContext, str, str, str, str], object]
"""Offers a seat of a game to a person, by their id, and says why."""


@dataclass(frozen=True)
class Reason:
    """Why it is done: all players read it."""

    why: str


@dataclass(frozen=True)
class Shift:
    """So many hours later (earlier, if negative)."""

    hours: float
    why: str


@dataclass(frozen=True)
class Due:
    """A time in ISO 8601, like 2026-11-21T18:00:00Z; without a zone it is by your own clock."""

    due: str
    why: str


@dataclass(frozen=True)
class Announcement:
    """Words to all players."""

    words: str


@dataclass(frozen=True)
class Invited:
    """A person, by mail address, for a seat."""

    seat: str
    address: str
    why: str


@dataclass(frozen=True)
class Bot:
    """A bot for a seat."""

    seat: str
    bot: str
    why: str


@dataclass(frozen=True)
class OfSeat:
    """A seat, and why."""

    seat: str
    why: str


@dataclass(frozen=True)
class Away:
    """Until when the player of a seat is away, in ISO 8601 ("": they are back)."""

    seat: str
    until: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Policy(PolicyFields):
    """Fields of the game's policy that are to be others (null: as it is), and why. The present deadline stays."""

    why: str


@dataclass(frozen=True)
class Back:
    """A turn, and why."""

    turn: int
    why: str


@dataclass(frozen=True)
class CoMaster:
    """Who runs the game beside its game master, by mail address; or does so no more (`runs` false)."""

    address: str
    runs: bool
    why: str


@dataclass(frozen=True)
class Successor:
    """Who runs the game from now on, by mail address."""

    address: str
    why: str


def seen(stream: str) -> Overview:
    """The game as its master sees it."""
    return overview(site().context, stream, filings=is_master(game_row(stream)) and not held_seats(stream))


@route("GET /games/<stream>/master", "master", Overview, signed=True)
def show_master(stream: str) -> Overview:
    """The game as its master sees it: seats, absence, policy, what could be undone; who has filed, if you play no seat."""
    check_master(game_row(stream))
    return seen(stream)


def act(name: str, body: type[T], told: bool = True) -> Callable[[Act[T]], Act[T]]:
    """An act of the game master at `POST /games/<stream>/master/NAME`: a function that gets what was sent.

    It answers with the game as it is then; `told`: all players are mailed what was done.
    """

    def declare(view: Act[T]) -> Act[T]:
        @wraps(view)
        def answered(stream: str) -> Overview:
            check_master(game_row(stream))
            view(site().context, stream, read(body))
            if told:
                tell_players(stream)
            return seen(stream)

        route(f"POST /games/<stream>/master/{name}", "master", Overview, body)(limiter.limit(ACTS_AN_HOUR)(answered))
        return view

    return declare


def moment_of(text: str) -> datetime:
    """A time as it was sent; without a zone by the clock of who asks. 422 for none."""
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=ZoneInfo(person().zone or "UTC"))).astimezone(UTC)
    except (ValueError, OverflowError):
        abort(422, f"{text[:40]!r} is no date and time: write it like 2026-11-21T18:00:00Z")


@act("pause", Reason)
def pause_game(context: ServiceContext, stream: str, asked: Reason) -> None:
    """Stop the clock. Orders are still taken."""
    game_master.pause(context, stream, asked.why)


@act("resume", Reason)
def resume_game(context: ServiceContext, stream: str, asked: Reason) -> None:
    """Start the clock again, with full time to the next deadline."""
    game_master.resume(context, stream, asked.why)


@act("extend", Shift)
def extend_deadline(context: ServiceContext, stream: str, asked: Shift) -> None:
    """Move the deadline by so many hours."""
    game_master.extend(context, stream, asked.hours, asked.why)


@act("deadline", Due)
def set_deadline(context: ServiceContext, stream: str, asked: Due) -> None:
    """Set the deadline."""
    game_master.set_deadline(context, stream, moment_of(asked.due), asked.why)


@act("announce", Announcement)
def announce(context: ServiceContext, stream: str, asked: Announcement) -> None:
    """Say something to all players; they are mailed at once."""
    game_master.announce(context, stream, asked.words)


@act("invite", Invited, told=False)
def invite_player(context: ServiceContext, stream: str, asked: Invited) -> None:
    """Invite a person to a free seat, by mail."""
    _invited(seating.offer, context, stream, asked)


@act("replace", Invited)
def replace_player(context: ServiceContext, stream: str, asked: Invited) -> None:
    """Take a seat from its player, and invite another person to it."""
    _invited(seating.replace_player, context, stream, asked)


def _invited(offer: Offer, context: ServiceContext, stream: str, asked: Invited) -> None:
    guest = invite(asked.address)
    offer(context, stream, asked.seat, guest.id, asked.why)
    mail_invitation(stream, asked.seat, guest, asked.why)


@act("bot", Bot)
def seat_bot(context: ServiceContext, stream: str, asked: Bot) -> None:
    """Give a seat to a bot, whoever has it now."""
    seating.seat_player(context, stream, asked.seat, f"{BOT}{asked.bot}", asked.why)


@act("vacate", OfSeat)
def vacate_seat(context: ServiceContext, stream: str, asked: OfSeat) -> None:
    """Take a seat from its player."""
    seating.vacate(context, stream, asked.seat, asked.why)


@act("absence", Away, told=False)
def set_absence(context: ServiceContext, stream: str, asked: Away) -> None:
    """Note that a player is away, or back."""
    until = moment_of(asked.until) if asked.until else None
    absence.set_absence(context, stream, asked.seat, until, asked.why)


@act("watch", OfSeat)
def watch_seat(context: ServiceContext, stream: str, asked: OfSeat) -> None:
    """Look through a seat's eyes (`?side=`) until the turn is resolved. All players are told."""
    game_master.watch(context, stream, asked.seat, asked.why)


@act("policy", Policy)
def set_policy(context: ServiceContext, stream: str, asked: Policy) -> None:
    """Change the rules for the clock and for missing orders. What is not named stays."""
    present = overview(context, stream).policy
    absence.set_policy(context, stream, changed(asked, replace(present, why=asked.why)))


@act("resolve", Reason, told=False)
def resolve_turn(context: ServiceContext, stream: str, asked: Reason) -> None:
    """Resolve the open turn before its deadline, with what is filed by now."""
    close.resolve_now(context, stream, asked.why)


@act("rollback", Back, told=False)
def roll_back(context: ServiceContext, stream: str, asked: Back) -> None:
    """Go back to the position at the end of a turn (0: the opening). Undone turns stay in the log and can be looked at.

    A game that is over goes on then, with dice of a new seed; what its end laid open cannot be made secret again.
    """
    rollback.roll_back(context, stream, asked.turn, asked.why)


@act("rerun", Back, told=False)
def rerun_turn(context: ServiceContext, stream: str, asked: Back) -> None:
    """Play a turn again: the same orders, new dice, today's rules."""
    rollback.rerun(context, stream, asked.turn, asked.why)


@act("hand-over", Successor)
def hand_over(context: ServiceContext, stream: str, asked: Successor) -> None:
    """Another person runs the game from now on. A co-master cannot do that."""
    check_first_master(game_row(stream))
    game_master.name_master(context, stream, invite(asked.address).id, asked.why)


@act("co-master", CoMaster)
def set_co_master(context: ServiceContext, stream: str, asked: CoMaster) -> None:
    """Name a person who runs the game beside you and may do all that you may, but hand it over; or remove one (or yourself)."""
    change = co_masters.name_co_master if asked.runs else co_masters.remove_co_master
    change(context, stream, (invite if asked.runs else known)(asked.address).id, asked.why)


def known(address: str) -> Person:
    """Who is registered under this address. 422 for nobody."""
    found = site().people.by_address(address)
    if found is None:
        abort(422, f"nobody is registered under {address[:80]!r}")
    return found


@act("end", Reason, told=False)
def end_game(context: ServiceContext, stream: str, asked: Reason) -> None:
    """End the game without a winner, and lay everything open. That cannot be made secret again."""
    game_master.end(context, stream, asked.why)

"""The game master's box: each act is an event with a reason that all players read, and answers with the game as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from flask import abort

from pbem.accounts.people import Person
from pbem.core.state.players import BOT
from pbem.service.games import game_master, seating
from pbem.service.games.overview import Overview, overview
from pbem.service.ladder import absence
from pbem.service.masters import co_masters
from pbem.service.turns import close, rollback
from pbem.web.account.invitations import invite, mail_invitation
from pbem.web.admin.master_page import ACTS_AN_HOUR, tell_players
from pbem.web.api.describe import route
from pbem.web.api.endpoint import read
from pbem.web.api.new_game import PolicyFields, changed
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_first_master, check_master, game_row, held_seats, is_master


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


def master_of(stream: str) -> Person:
    """The game's master, who asks. 401 for nobody, 403 for anybody else."""
    return check_master(game_row(stream))


def done(stream: str, told: bool = True) -> Overview:
    """The game after an act; `told`: all players are mailed what was done."""
    if told:
        tell_players(stream)
    filings = is_master(game_row(stream)) and not held_seats(stream)
    return overview(site().context, stream, filings=filings)


def moment_of(text: str, whose: Person) -> datetime:
    """A time as it was sent. 422 for none."""
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=ZoneInfo(whose.zone or "UTC"))).astimezone(UTC)
    except (ValueError, OverflowError):
        abort(422, f"{text[:40]!r} is no date and time: write it like 2026-11-21T18:00:00Z")


@route("GET /games/<stream>/master", "master", Overview, signed=True)
def show_master(stream: str) -> Overview:
    """The game as its master sees it: seats, absence, policy, what could be undone; who has filed, if you play no seat."""
    master_of(stream)
    return done(stream, told=False)


@route("POST /games/<stream>/master/pause", "master", Overview, Reason)
@limiter.limit(ACTS_AN_HOUR)
def pause_game(stream: str) -> Overview:
    """Stop the clock. Orders are still taken."""
    master_of(stream)
    game_master.pause(site().context, stream, read(Reason).why)
    return done(stream)


@route("POST /games/<stream>/master/resume", "master", Overview, Reason)
@limiter.limit(ACTS_AN_HOUR)
def resume_game(stream: str) -> Overview:
    """Start the clock again, with full time to the next deadline."""
    master_of(stream)
    game_master.resume(site().context, stream, read(Reason).why)
    return done(stream)


@route("POST /games/<stream>/master/extend", "master", Overview, Shift)
@limiter.limit(ACTS_AN_HOUR)
def extend_deadline(stream: str) -> Overview:
    """Move the deadline by so many hours."""
    master_of(stream)
    asked = read(Shift)
    game_master.extend(site().context, stream, asked.hours, asked.why)
    return done(stream)


@route("POST /games/<stream>/master/deadline", "master", Overview, Due)
@limiter.limit(ACTS_AN_HOUR)
def set_deadline(stream: str) -> Overview:
    """Set the deadline."""
    whose, asked = master_of(stream), read(Due)
    game_master.set_deadline(site().context, stream, moment_of(asked.due, whose), asked.why)
    return done(stream)


@route("POST /games/<stream>/master/announce", "master", Overview, Announcement)
@limiter.limit(ACTS_AN_HOUR)
def announce(stream: str) -> Overview:
    """Say something to all players; they are mailed at once."""
    master_of(stream)
    game_master.announce(site().context, stream, read(Announcement).words)
    return done(stream)


@route("POST /games/<stream>/master/invite", "master", Overview, Invited)
@limiter.limit(ACTS_AN_HOUR)
def invite_player(stream: str) -> Overview:
    """Invite a person to a free seat, by mail."""
    return _invited(stream, replace=False)


@route("POST /games/<stream>/master/replace", "master", Overview, Invited)
@limiter.limit(ACTS_AN_HOUR)
def replace_player(stream: str) -> Overview:
    """Take a seat from its player, and invite another person to it."""
    return _invited(stream, replace=True)


def _invited(stream: str, replace: bool) -> Overview:
    master_of(stream)
    asked = read(Invited)
    guest = invite(asked.address)
    act = seating.replace_player if replace else seating.offer
    act(site().context, stream, asked.seat, guest.id, asked.why)
    mail_invitation(stream, asked.seat, guest, asked.why)
    return done(stream, told=replace)


@route("POST /games/<stream>/master/bot", "master", Overview, Bot)
@limiter.limit(ACTS_AN_HOUR)
def seat_bot(stream: str) -> Overview:
    """Give a seat to a bot, whoever has it now."""
    master_of(stream)
    asked = read(Bot)
    seating.seat_player(site().context, stream, asked.seat, f"{BOT}{asked.bot}", asked.why)
    return done(stream)


@route("POST /games/<stream>/master/vacate", "master", Overview, OfSeat)
@limiter.limit(ACTS_AN_HOUR)
def vacate_seat(stream: str) -> Overview:
    """Take a seat from its player."""
    master_of(stream)
    asked = read(OfSeat)
    seating.vacate(site().context, stream, asked.seat, asked.why)
    return done(stream)


@route("POST /games/<stream>/master/absence", "master", Overview, Away)
@limiter.limit(ACTS_AN_HOUR)
def set_absence(stream: str) -> Overview:
    """Note that a player is away, or back."""
    whose, asked = master_of(stream), read(Away)
    until = moment_of(asked.until, whose) if asked.until else None
    absence.set_absence(site().context, stream, asked.seat, until, asked.why)
    return done(stream, told=False)


@route("POST /games/<stream>/master/watch", "master", Overview, OfSeat)
@limiter.limit(ACTS_AN_HOUR)
def watch_seat(stream: str) -> Overview:
    """Look through a seat's eyes (`?side=`) until the turn is resolved. All players are told."""
    master_of(stream)
    asked = read(OfSeat)
    game_master.watch(site().context, stream, asked.seat, asked.why)
    return done(stream)


@route("POST /games/<stream>/master/policy", "master", Overview, Policy)
@limiter.limit(ACTS_AN_HOUR)
def set_policy(stream: str) -> Overview:
    """Change the rules for the clock and for missing orders. What is not named stays."""
    master_of(stream)
    asked = read(Policy)
    present = overview(site().context, stream).policy
    absence.set_policy(site().context, stream, changed(asked, replace(present, why=asked.why)))
    return done(stream)


@route("POST /games/<stream>/master/resolve", "master", Overview, Reason)
@limiter.limit(ACTS_AN_HOUR)
def resolve_turn(stream: str) -> Overview:
    """Resolve the open turn before its deadline, with what is filed by now."""
    master_of(stream)
    close.resolve_now(site().context, stream, read(Reason).why)
    return done(stream, told=False)


@route("POST /games/<stream>/master/rollback", "master", Overview, Back)
@limiter.limit(ACTS_AN_HOUR)
def roll_back(stream: str) -> Overview:
    """Go back to the position at the end of a turn (0: the opening). Undone turns stay in the log and can be looked at.

    A game that is over goes on then, with dice of a new seed; what its end laid open cannot be made secret again.
    """
    master_of(stream)
    asked = read(Back)
    rollback.roll_back(site().context, stream, asked.turn, asked.why)
    return done(stream, told=False)


@route("POST /games/<stream>/master/rerun", "master", Overview, Back)
@limiter.limit(ACTS_AN_HOUR)
def rerun_turn(stream: str) -> Overview:
    """Play a turn again: the same orders, new dice, today's rules."""
    master_of(stream)
    asked = read(Back)
    rollback.rerun(site().context, stream, asked.turn, asked.why)
    return done(stream, told=False)


@route("POST /games/<stream>/master/hand-over", "master", Overview, Successor)
@limiter.limit(ACTS_AN_HOUR)
def hand_over(stream: str) -> Overview:
    """Another person runs the game from now on. A co-master cannot do that."""
    check_first_master(game_row(stream))
    asked = read(Successor)
    game_master.name_master(site().context, stream, invite(asked.address).id, asked.why)
    return done(stream)


@route("POST /games/<stream>/master/co-master", "master", Overview, CoMaster)
@limiter.limit(ACTS_AN_HOUR)
def set_co_master(stream: str) -> Overview:
    """Name a person who runs the game beside you and may do all that you may, but hand it over; or remove one (or yourself)."""
    master_of(stream)
    asked = read(CoMaster)
    act = co_masters.name_co_master if asked.runs else co_masters.remove_co_master
    act(site().context, stream, (invite if asked.runs else known)(asked.address).id, asked.why)
    return done(stream)


def known(address: str) -> Person:
    """Who is registered under this address. 422 for nobody."""
    found = site().people.by_address(address)
    if found is None:
        abort(422, f"nobody is registered under {address[:80]!r}")
    return found


@route("POST /games/<stream>/master/end", "master", Overview, Reason)
@limiter.limit(ACTS_AN_HOUR)
def end_game(stream: str) -> Overview:
    """End the game without a winner, and lay everything open. That cannot be made secret again."""
    master_of(stream)
    game_master.end(site().context, stream, read(Reason).why)
    return done(stream, told=False)

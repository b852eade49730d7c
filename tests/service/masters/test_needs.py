"""What needs whoever runs a game, and what went on without them: from the log, the oldest first."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from datetime import timedelta

from events.platform import PolicySet, SeatOpened, SeatVacated, VoteCast
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext, stamp
from pbem.service.decide import change, public
from pbem.service.games.game_master import end, pause, resume
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.seating import offer, vacate
from pbem.service.history import PLAYER, entry_words
from pbem.service.ladder.absence import set_absence, set_policy
from pbem.service.masters.needs import Need, ladder_acts, needs
from pbem.service.orders.file import file_orders
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.policies import policy_of


@dataclass
class Mail:
    """What the gateway would say."""

    stopped: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def stopped_since(self, person: str) -> str:
        return self.stopped.get(person, "")

    def held_since(self, stream: str, turn: int) -> dict[str, str]:
        return self.held if turn == 1 else {}

    def refused_since(self, stream: str) -> dict[str, str]:
        return self.refused


QUIET = Mail()


def run(context: ServiceContext, policy: PolicySet | None = None, **players: str) -> str:
    """A duel with a game master and a turn a day."""
    setup = GameSetup(players or {"blue": "p1", "red": "p2"}, {}, "gm", policy)
    return open_game(context, "star_navy", "open-space", 24.0, setup=setup)


def said(found: list[Need]) -> list[str]:
    return [need.what for need in found]


def test_a_game_that_runs_needs_nobody(context: ServiceContext, clock: HandClock) -> None:
    """Seats taken, a deadline, nothing missed; nor does one that is over."""
    stream = run(context)
    assert needs(context, stream, QUIET) == []
    pause(context, stream, "holidays")
    assert [(need.what, need.since) for need in needs(context, stream, QUIET)] == [("The game is paused", stamp(clock()))]
    end(context, stream, "nobody has time")
    assert needs(context, stream, QUIET) == []


def test_seats_that_nobody_comes_to(context: ServiceContext, clock: HandClock) -> None:
    """A seat that nobody is invited to at once, an invitation after three days; the clock that waits for them."""
    opened, stream = stamp(clock()), run(context, blue="p1")
    waits = "The clock has not started: it does when all seats are taken"
    found = needs(context, stream, QUIET)
    assert said(found) == [waits, "Seat Red is free, and nobody is invited"]
    assert {need.since for need in found} == {opened} and all(need.link == f"/g/{stream}/master#players" for need in found)
    offer(context, stream, "red", "p2", "come")
    invited = stamp(clock())
    assert said(needs(context, stream, QUIET)) == [waits]
    clock.advance(72)
    assert needs(context, stream, QUIET)[-1] == Need(
        "Seat Red is free, and the invited person has not answered", invited, f"/g/{stream}/master#players"
    )


def test_a_seat_open_to_whoever_comes_is_told_when_nobody_does(context: ServiceContext, clock: HandClock) -> None:
    """The ladder has opened it: that needs nobody for three days."""
    stream = run(context)
    vacate(context, stream, "red", "gone")
    change(context, stream, lambda record, now: public(record, SeatOpened("red", "substitutes", "vacant")))
    assert needs(context, stream, QUIET) == []
    clock.advance(73)
    assert said(needs(context, stream, QUIET)) == ["Seat Red is free, and those who could take it have not answered"]


def test_players_who_miss_turns_and_mailboxes(context: ServiceContext, clock: HandClock) -> None:
    """Two turns missed in a row, told since the first of them; a mailbox that takes no mail; orders that wait for a word."""
    stream = run(context)
    held = Mail(
        {"p1": "2026-01-01T00:00:00.000000Z"}, {"blue": "2026-01-01T13:00:00.000000Z"}, {"club": "2026-01-01T14:00:00.000000Z"}
    )
    assert said(needs(context, stream, held)) == [
        "No mail goes to the player of Blue: their mailbox does not take it",
        "Orders of Blue came from an unknown sender and wait for their player's word",
        "club has not taken a post of the game",
    ]
    first = clock() + timedelta(hours=24)
    for turn in (1, 2):
        file_orders(context, stream, "blue", "ready", f"mail-{turn}")
        clock.advance(24)
        tick(context)
    (missed,) = needs(context, stream, QUIET)
    assert (missed.what, missed.since) == ("The player of Red has missed 2 turns in a row", stamp(first))
    assert audit(context, stream).sound


def test_wishes_and_votes(context: ServiceContext, clock: HandClock) -> None:
    """More time is asked for, and votes that have not carried yet: since the first who said so."""
    stream = run(context)
    file_orders(context, stream, "red", "extend 24h: a busy week", "mail-1")
    asked = stamp(clock())
    clock.advance(1)
    cast = [VoteCast("blue", 1, "draw", "", True, "even", "v1"), VoteCast("red", 1, "master", "p2", True, "silence", "v2")]
    change(context, stream, lambda record, now: public(record, *cast))
    assert [(need.what, need.since) for need in needs(context, stream, QUIET)] == [
        ("More time is asked for by Red (24 hours)", asked),
        ("Blue voted for a draw", stamp(clock())),
        ("Red voted for another game master", stamp(clock())),
    ]


def test_a_log_that_cannot_be_read(context: ServiceContext, clock: HandClock) -> None:
    """It needs the operator, and says what is wrong."""
    stream = run(context)
    with sqlite3.connect(context.database.path) as con:
        con.execute("DROP TRIGGER events_no_update")
        con.execute("UPDATE events SET data=replace(data, 'Open Space', 'Closed Space') WHERE version=1")
        con.execute("UPDATE events SET hash=x'00' WHERE version=2")
    context.records.take(stream)
    (need,) = needs(context, stream, QUIET)
    assert "cannot be read" in need.what and need.link == f"wardroom verify {stream}" and need.since
    assert not ladder_acts(context, stream, "")


def test_what_was_done_without_them(context: ServiceContext, clock: HandClock) -> None:
    """Grace, waiting, a bot that stands in, a seat that the clock took: not what a master, a player or the rhythm did."""
    stream = run(context, policy_of(6.0, "bot:cautious", False, "as usual"))
    file_orders(context, stream, "blue", "ready", "mail-1")
    clock.advance(24)
    tick(context)
    clock.advance(1)
    pause(context, stream, "holidays")
    resume(context, stream, "back")
    set_absence(context, stream, "red", clock() + timedelta(hours=90), "at sea", PLAYER)
    since = stamp(clock())
    clock.advance(40)
    tick(context)
    change(context, stream, lambda record, now: public(record, SeatVacated("red", "three turns missed")))
    everything = [entry_words(entry) for entry in ladder_acts(context, stream, "")]
    assert everything[0].startswith("Orders for turn 1 are due 2026-01-02 18:00 UTC: grace: no orders from Red")
    assert "The bot cautious ordered for Red, whose player is away." in everything
    assert everything[-1] == "Seat Red is free: three turns missed."
    assert not any("paused" in line or "goes on" in line or "was resolved" in line for line in everything)
    assert [entry_words(entry) for entry in ladder_acts(context, stream, since)] == everything[-2:]
    set_policy(context, stream, policy_of(0.0, "standing", False, "simpler"))
    assert len(ladder_acts(context, stream, "")) == len(everything)

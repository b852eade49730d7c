"""What happens in the games that are falsified: every kind of event that the service writes, most of them more than once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import cache

from pbem.campaign.played import KEY
from pbem.service.games import game_master as master
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.seating import accept, join, offer, replace_player, seat_player
from pbem.service.ladder.absence import set_policy
from pbem.service.masters.co_masters import name_co_master, remove_co_master
from pbem.service.orders.quarantine import hold_orders, note_misuse
from pbem.service.orders.reparse import reparse
from pbem.service.turns.close import resolve_now
from pbem.service.turns.rollback import rerun, roll_back
from tests.kit.forgery import posting, sitting, voting
from tests.kit.forgery.campaigns import campaign_part
from tests.kit.forgery.ladder_part import ladder, outage
from tests.kit.forgery.tables import SCENARIOS, Table, folder, new_table
from tests.service.builders.policies import policy_of


@cache
def long_game(key: str) -> Table:
    """The game in which all of it happens; it goes on."""
    table = ended_by_master(key, "long")
    _reopened(table)
    posting.messages(table)
    ladder(table)
    voting.alone(table)
    sitting.away(table)
    outage(table)
    sitting.late(table)
    if key == KEY:
        campaign_part.battles(table)
    return table


@cache
def ended_by_master(key: str, name: str = "ended") -> Table:
    """The same, up to the end that its game master gives it."""
    table = new_table(key, folder() / f"{key}-{name}.db")
    for part in (
        _opening,
        _first_turn,
        voting.voted,
        posting.posted,
        _more_time,
        _grace,
        _waiting,
        _stand_in,
        _resolved_now,
        _rolled_back,
        _new_people,
        _again,
    ):
        part(table)
    return table


def _policy(table: Table, absent: str, hours: float = 8.0) -> None:
    set_policy(table.context, table.stream, policy_of(hours, absent, True, "as all agreed"))


def _opening(table: Table) -> None:
    context, stream = table.context, table.stream
    players = {table.first: "p1", **{seat: f"bot:{table.bot}" for seat in table.others}}
    setup = GameSetup(players, {table.last: "p2"}, "gm", policy_of(6.0, "standing", False, "as usual"), "A game of witnesses")
    setup = replace(setup, options=table.options)
    table.do("opening", lambda: open_game(context, table.key, SCENARIOS[table.key], 24.0, setup=setup))
    if table.others:
        table.do("bots order 1", table.beat)
    table.do("policy changed", lambda: _policy(table, "wait"))
    table.do("invited", lambda: offer(context, stream, table.last, "p3", "p2 has no time"))
    table.do("accepted", lambda: accept(context, stream, table.last, "p3"))


def _first_turn(table: Table) -> None:
    context, stream, first, last = table.context, table.stream, table.first, table.last
    table.do("orders with luck", lambda: table.mail(first, f"{table.orders(first)}\nluck: for the Queen"))
    table.do("orders refused", lambda: table.mail(last, table.nonsense(last)), possible=True)
    table.do("orders held", lambda: hold_orders(context, stream, last, 1, "it came from another address", "a" * 64), True)
    table.do("address misused", lambda: note_misuse(context, stream, last, first, "b" * 64), True)
    table.do("press", lambda: table.mail(first, f"press to {last}: well met"), True)
    table.do("public press", lambda: table.mail(first, "press to public: to all who read this"), True)
    table.do("announcement", lambda: master.announce(context, stream, "Welcome, all of you"), True)
    table.do("watched", lambda: master.watch(context, stream, first, "a question about the rules"), True)
    table.do("ready", lambda: table.mail(first, "ready"))
    table.do("not ready", lambda: table.mail(first, "not ready"))
    table.do("ready again", lambda: table.mail(first, "ready"))
    table.do("all ready", lambda: table.mail(last, f"{table.orders(last)}\nready"))
    table.do("resolved 1", table.beat)


def _more_time(table: Table) -> None:
    context, stream = table.context, table.stream
    table.do("more time asked", lambda: table.mail(table.first, "extend 24h: a busy week"))
    table.do("more time granted", lambda: table.mail(table.last, "extend 30h: here, too"))
    table.do("deadline moved", lambda: master.extend(context, stream, 5.0, "one evening more"), True)
    due = table.clock.time + timedelta(hours=60)
    table.do("deadline set", lambda: master.set_deadline(context, stream, due, "a round hour"), True)
    table.do("paused", lambda: master.pause(context, stream, "the server moves"))
    table.do("resumed", lambda: master.resume(context, stream, "it has moved"))


def _grace(table: Table) -> None:
    table.do("orders 2", lambda: table.mail(table.first, table.orders(table.first)))
    table.do("grace", lambda: table.beat(24.5))
    table.do("resolved 2", lambda: table.beat(8.5))


def _waiting(table: Table) -> None:
    until = table.clock.time + timedelta(hours=60)
    away = f"absent until {until:%Y-%m-%d %H:%M}: at sea"
    table.do("away", lambda: table.mail(table.last, away))
    table.do("orders 3", lambda: table.mail(table.first, f"{table.orders(table.first)}\nready"))
    table.do("waited for", lambda: table.beat(25.0))
    table.do("back", lambda: table.mail(table.last, "not absent"), True)
    table.do("all ready 3", lambda: table.mail(table.last, f"{table.orders(table.last)}\nready"))
    table.do("resolved 3", table.beat)


def _stand_in(table: Table) -> None:
    until = table.clock.time + timedelta(hours=60)
    table.do("policy of a bot", lambda: _policy(table, f"bot:{table.bot}"))
    table.do("away again", lambda: table.mail(table.last, f"absent until {until:%Y-%m-%d %H:%M}: at sea"))
    table.do("orders 4", lambda: table.mail(table.first, f"{table.orders(table.first)}\nready"))
    table.do("stood in", lambda: table.beat(25.0))


def _resolved_now(table: Table) -> None:
    context, stream = table.context, table.stream
    table.do("back again", lambda: table.mail(table.last, "not absent"), True)
    table.do("orders 5", lambda: table.mail(table.last, table.orders(table.last)))
    table.do("resolved now", lambda: resolve_now(context, stream, "all have agreed to it"))


def _rolled_back(table: Table) -> None:
    context, stream = table.context, table.stream
    table.do("orders 6", lambda: table.mail(table.first, table.orders(table.first)), True)
    again = [("c" * 64, table.orders(table.first, "again"))]
    table.do("read again", lambda: reparse(context, stream, table.first, again), True)
    table.do("rolled back", lambda: roll_back(context, stream, 3, "turn 4 was played by a bot"))


def _new_people(table: Table) -> None:
    context, stream, first, last = table.context, table.stream, table.first, table.last
    table.do("resigned", lambda: table.mail(last, f"resign {last}: no more time"))
    table.do("joined", lambda: join(context, stream, last, "p4"))
    table.do("replaced", lambda: replace_player(context, stream, first, "p5", "p1 does not answer"))
    table.do("replaced accepted", lambda: accept(context, stream, first, "p5"))
    table.do("orders 7", lambda: table.mail(first, f"{table.orders(first)}\nready"))
    table.do("all ready 7", lambda: table.mail(last, f"{table.orders(last)}\nready"))
    table.do("resolved 7", table.beat)
    table.do("bot seated", lambda: seat_player(context, stream, last, f"bot:{table.bot}", "p4 is gone"))
    table.do("bot orders", table.beat)


def _again(table: Table) -> None:
    context, stream, first = table.context, table.stream, table.first
    table.do("co-master named", lambda: name_co_master(context, stream, "gm3", "two see more"), True)
    table.do("second co-master", lambda: name_co_master(context, stream, "gm4", "three see still more"))
    table.do("co-master removed", lambda: remove_co_master(context, stream, "gm4", "no time"), True)
    table.do("master named", lambda: master.name_master(context, stream, "gm2", "a new game master"), True)
    table.do("rerun", lambda: rerun(context, stream, 2, "an order was read wrongly"))
    table.do("bot orders 10", table.beat)
    table.do("orders 10", lambda: table.mail(first, f"{table.orders(first)}\nluck: once more\nready"))
    table.do("resolved 10", table.beat)
    table.do("ended", lambda: master.end(context, stream, "nobody has time"))


def _reopened(table: Table) -> None:
    context, stream, first = table.context, table.stream, table.first
    table.do("reopened", lambda: roll_back(context, stream, 10, "there is time again"))
    table.do("bot orders 13", table.beat)
    table.do("orders 13", lambda: table.mail(first, f"{table.orders(first)}\nready"))
    table.do("resolved 13", table.beat)
    table.do("last announcement", lambda: master.announce(context, stream, "To be continued"), True)

"""A part of the script, of campaigns alone: battles, how they end, what a game master does, and the end by the rules."""

from __future__ import annotations

from pbem.campaign.model.campaign_file import FileUnit
from pbem.service.campaigns import by_hand
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.campaigns.go_on import go_on
from pbem.service.campaigns.table_results import read_end
from pbem.service.games.game_master import name_master
from pbem.service.history import OPERATOR
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from pbem.service.turns.rollback import roll_back
from pbem.service.turns.tick import tick
from tests.kit.forgery.tables import Table
from tests.service.builders.skirmishes import fight

BEATEN = ", ".join(
    (
        "f.hulls 3, f.shields 4, f.weapons 3, f.capacitors 3",
        "rf.hulls 2, rf.shields 3, rf.weapons 2, rf.capacitors 2",
        "rr.hulls 2, rr.shields 3, rr.weapons 2, rr.thrusters 3",
        "r.hulls 2, r.shields 2, r.thrusters 3, engines 8",
    )
)
"""More than half of a frigate."""
DAYS = 15 * 24.0
"""Hours after which the time of every battle has passed."""


def battles(table: Table) -> None:
    """From the open refit turn to the end of the campaign."""
    for part in (_by_a_master, _first_round, _second_round, _gone_back, _over):
        part(table)


def waiting(table: Table) -> list[tuple[int, str]]:
    """The battles that the campaign waits for, and their games."""
    state = campaign_state(load(table.context, table.stream))
    return [(battle.number, battle.stream) for battle in state.waiting]


def _go_on(table: Table) -> None:
    go_on(table.context)


def _by_a_master(table: Table) -> None:
    context, stream = table.context, table.stream
    new = FileUnit("NEW", "FF", commander="the captain of NEW", lacks={"marines": 1, "engines": 3})
    table.do("master again", lambda: name_master(context, stream, "gm5", "somebody must", OPERATOR))
    table.do("unit added", lambda: by_hand.add_unit(context, stream, "blue", new, "a prize of the raid"))
    table.do("unit taken", lambda: by_hand.take_unit(context, stream, "DOV", "she was sold"))
    table.do("points set", lambda: by_hand.set_points(context, stream, "red", 40, "a gift of the crown"))
    table.do("score set", lambda: by_hand.set_score(context, stream, "red", 12, "one was counted twice"))


def _to_battle(table: Table, name: str, *sent: str) -> None:
    """A refit turn, with these orders of either side, and the games of the battles that follow from it."""
    for seat, text in zip((table.first, table.last), sent, strict=True):
        table.do(f"{name}: {seat} orders", lambda seat=seat, text=text: table.mail(seat, f"{text}\nready"))
    table.do(f"{name}: set", lambda: tick(table.context))
    table.do(f"{name}: opened", lambda: _go_on(table))


def _first_round(table: Table) -> None:
    """One battle is fought to its end; the other one is broken off, after one side has missed a turn of it."""
    refits = "TRANSFER STL TO 2ND; TRANSFER COMMANDER STL TO CHI; REPAIR NEW 1; REPLACE NEW ALL; SCOUT CAPE; SCOUT SOUND"
    _to_battle(
        table,
        "first round",
        f"{refits}\nASSIGN BIS TO CAPE\nASSIGN STL TO SOUND",
        "SCOUT CAPE; SCOUT SOUND\nASSIGN SR1 TO CAPE; ASSIGN TOL TO SOUND",
    )
    (_, first), (_, second) = waiting(table)
    fight(table.context, first)
    table.do("battle reported", lambda: _go_on(table))
    seat = next(iter(load(table.context, second).ledger.seats))
    file_orders(table.context, second, seat, "ready", "a" * 64)
    resolve_now(table.context, second, "it is late", OPERATOR)
    table.clock.advance(DAYS)
    table.do("battle refused", lambda: _go_on(table))


def _second_round(table: Table) -> None:
    """One battle is fought at a table; the other one is not played."""
    _to_battle(table, "second round", "ASSIGN CHI TO CAPE; ASSIGN STL TO SOUND", "ASSIGN VAR TO CAPE; ASSIGN TOL TO SOUND")
    (number, _), _ = waiting(table)
    text = f"WINNER blue\nCHI: {BEATEN}\nVAR: CAPTURED, engines 4\nHIT CHI AT VAR\nHIT CHI AT VAR"
    table.do("reported by hand", lambda: _by_hand(table, number, text))
    table.clock.advance(DAYS)
    table.do("battle not played", lambda: _go_on(table))


def _by_hand(table: Table, number: int, text: str) -> None:
    end = read_end(load(table.context, table.stream), number, text, "fought at the club", "master")
    by_hand.report_by_hand(table.context, table.stream, end, number)


def _gone_back(table: Table) -> None:
    """The second battle of all goes on, though two later ones are over: the campaign goes back with it."""
    second = table.context.store.battles(table.stream)[1].stream
    roll_back(table.context, second, 0, "an order was read wrongly", OPERATOR)
    table.do("gone back with a battle", lambda: _go_on(table))
    fight(table.context, second)
    table.do("reported again", lambda: _go_on(table))


def _over(table: Table) -> None:
    """A battle is refused, and the winner reaches the level of the file."""
    table.do("score before the end", lambda: by_hand.set_score(table.context, table.stream, "blue", 899, "nearly there"))
    blue = "REPLACE BIS ALL; REPLACE STL ALL; ASSIGN NEW TO CAPE"  # the points do not reach for both
    for seat, text in ((table.first, blue), (table.last, "REFUSE CAPE; REFUSE SOUND")):
        table.do(f"last orders of {seat}", lambda seat=seat, text=text: table.mail(seat, f"{text}\nready"))
    table.do("over", table.beat)

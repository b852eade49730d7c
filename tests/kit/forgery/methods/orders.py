"""Falsified orders: swapped, changed, late, left out, and those of bots; sealed again as well as it can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from events.base import Draft
from events.platform import DeadlineSet, ExtensionAsked, ReadyChanged, StoodIn
from pbem.core.state.record import Record, replay
from pbem.core.texts.envelope import OrderSheet
from pbem.service.current_orders import BY_BOT, filing, read_orders
from pbem.service.history import ALL_READY, PLAYER
from pbem.service.orders.requests import ALL_ASKED
from tests.kit.forgery.campaigns.campaign_file import order_text
from tests.kit.forgery.log import Fact, Log, draft, fact, put
from tests.kit.forgery.play_on import played_on
from tests.kit.forgery.seals import resealed
from tests.kit.forgery.ways import HEADS, LOOSE, NEAR, Crime, Forgery, Way, ready


def ways(crime: Crime) -> Iterator[Way]:
    yield from _of_people(crime)
    yield from _late(crime)
    yield from _of_bots(crime)
    yield from _wishes(crime)
    yield from _of_messages(crime)


def record_at(crime: Crime, place: int) -> Record:
    """The record before the fact at this index."""
    return replay(crime.table.context.games, crime.table.stream, map(draft, crime.log[:place]))


def other_filing(crime: Crime, seat: str, place: int, source: str, luck: str = "") -> Fact:
    """Other orders that the seat could have filed at this place, sealed, at the time of the fact there."""
    record = record_at(crime, place)
    for number in range(9):
        text = order_text(record.game, record.known(seat), "random", f"{seat} {number}")
        parsed = read_orders(record, seat, text)
        if parsed.accepted and parsed.sheet.units != crime.log[place].data.get("sheet"):
            break
    return fact(filing(record, seat, parsed.sheet, luck, source), crime.log[place].at)


def _forgery(forge: Callable[[], Log], first: int, seen: str = NEAR) -> Callable[[], Forgery]:
    return lambda: Forgery(forge(), first, seen)


def _of_people(crime: Crime) -> Iterator[Way]:
    """Orders of a player, filed in time, that were others."""
    log, table, place = crime.log, crime.table, crime.find("game.orders_filed", "orders 3")
    data = log[place].data
    other = other_filing(crime, table.first, place, data["source"], data["luck"])
    changed = put(log, place, other, instead_of=1)
    naive = put(log, place, log[place].saying(sheet=other.data["sheet"]), instead_of=1)
    yield Way("orders: changed", "they are not those that were sealed", _forgery(ready(naive), place))
    yield Way(
        "orders: changed, sealed", "the seal is new, the turn's lock has the old one", _forgery(ready(changed), place, LOOSE)
    )
    rolled = partial(resealed, changed, place)
    yield Way(
        "orders: changed, dice rolled again", "seal, digest and dice are new, outcomes old", _forgery(rolled, place, LOOSE)
    )
    on = partial(played_on, table, changed, place + 1)
    yield Way("orders: changed, played on", "all later turns follow from other orders", _forgery(on, place), HEADS)
    theirs = crime.find("game.orders_filed", "all ready 3")
    swapped = put(log, place, log[place].saying(sheet=log[theirs].data["sheet"]), instead_of=1)
    swapped = put(swapped, theirs, log[theirs].saying(sheet=data["sheet"]), instead_of=1)
    sealed = partial(resealed, swapped, place)
    yield Way(
        "orders: swapped between seats", "each side's orders are the other's, sealed again", _forgery(sealed, place, LOOSE)
    )
    gone = put(log, place, instead_of=1)
    yield Way(
        "orders: lost, sealed", "orders are not there, nor their seal", _forgery(partial(resealed, gone, place), place, LOOSE)
    )
    yield Way(
        "orders: lost, played on",
        "orders are not there; all later turns follow",
        _forgery(partial(played_on, table, gone, place), place),
        HEADS,
    )
    refused = crime.begin("orders refused")
    accepted = put(log, refused, other_filing(crime, table.last, refused, log[refused].data["source"]), instead_of=1)
    yield Way(
        "orders: a refused mail filed",
        "a mail whose orders had problems is said to have been filed, with seal, digest and dice",
        _forgery(partial(resealed, accepted, refused), refused, LOOSE),
        HEADS,
    )


def _late(crime: Crime) -> Iterator[Way]:
    """Orders that came when none could count."""
    log, table = crime.log, crime.table
    place = crime.find("game.orders_filed", "orders 3")
    lock = crime.resolution("resolved 3").begin
    other = other_filing(crime, table.first, place, "e" * 64)._replace(at=log[lock].at)
    late = put(log, lock + 1, other)
    yield Way(
        "orders: filed after the lock", "orders come into the log when the turn is locked", _forgery(ready(late), lock + 1)
    )
    counted = put(put(log, lock, other), lock + 1, log[lock], instead_of=1)
    on = partial(played_on, table, counted, lock + 1)
    yield Way("orders: filed at the time of the lock", "other orders come just before it, and count", _forgery(on, lock), HEADS)
    sealed = put(log, lock, log[lock].saying(commitments=log[lock].data["commitments"] | {table.first: "0" * 64}), instead_of=1)
    again = partial(played_on, table, sealed, lock + 1)
    yield Way("orders: another seal locked", "the lock has a seal that no orders have", _forgery(again, lock))
    nobody = log[crime.find("game.turn_locked", "resolved 2")]
    where = crime.find("game.turn_locked", "resolved 2")
    for name, missed in (("nobody", []), ("the other seat", [table.first]), ("both seats", [table.first, table.last])):
        forged = put(log, where, nobody.saying(missed=missed), instead_of=1)
        yield Way(f"missed: {name}", "another list of seats that sent nothing", _forgery(ready(forged), where))


def _of_bots(crime: Crime) -> Iterator[Way]:
    """Orders that the service's own bots are said to have given.

    What they are is for no audit to say: bots are programs that get better, and the secret by which they choose is in no log.
    """
    log, table = crime.log, crime.table
    place = crime.find("game.orders_filed", "stood in")
    other = other_filing(crime, table.last, place, log[place].data["source"])
    changed = partial(played_on, table, put(log, place, other, instead_of=1), place + 1)
    yield Way(
        "stand-in: other orders", "the bot that stood in ordered otherwise, and all follows", _forgery(changed, place), HEADS
    )
    stood = crime.find("game.stood_in", "stood in")
    none = partial(played_on, table, put(log, stood, instead_of=2), stood)
    yield Way("stand-in: none", "no bot stands in for who is away, and all follows", _forgery(none, stood))
    bots = [*crime.table.context.games[table.key].planning.bots]
    another = put(log, stood, log[stood].saying(bot=bots[1]), instead_of=1)
    words = log[place].saying(source=log[place].data["source"].replace(bots[0], bots[1], 1))
    other_bot = partial(played_on, table, put(another, place, words, instead_of=1), place)
    yield Way("stand-in: another bot", "another bot than the policy's stands in, and all follows", _forgery(other_bot, stood))
    lock = crime.resolution("resolved 2").begin
    turn, at = log[lock].turn, log[lock].at
    came = fact(Draft(StoodIn(table.last, turn, bots[0]), turn), at)
    orders = other_filing(crime, table.last, lock, f"{BY_BOT} {bots[0]} for {table.last} {turn}")
    unasked = partial(played_on, table, put(log, lock, came, orders), lock)
    yield Way("stand-in: for who was there", "a bot stands in for who is not away, and all follows", _forgery(unasked, lock))
    own = crime.find("game.orders_filed", "bot orders 10")
    seat = log[own].data["seat"]
    better = partial(
        played_on, table, put(log, own, other_filing(crime, seat, own, log[own].data["source"]), instead_of=1), own + 1
    )
    yield Way("bot: other orders", "the bot that plays a seat ordered otherwise, and all follows", _forgery(better, own), HEADS)
    again = crime.find("game.orders_filed", "rerun")
    seat, source = log[again].data["seat"], log[again].data["source"]
    refiled = partial(played_on, table, put(log, again, other_filing(crime, seat, again, source), instead_of=1), again + 1)
    yield Way("rerun: other orders", "the turn is played again with other orders than were filed", _forgery(refiled, again))


def _wishes(crime: Crime) -> Iterator[Way]:
    """What players are said to have asked for, or to have agreed to."""
    log, first, last = crime.log, crime.table.first, crime.table.last
    place = crime.begin("away")
    turn, at = log[place].turn, log[place].at
    due = DeadlineSet(turn, log[crime.find("game.deadline_set", "resolved 2")].data["due"], ALL_ASKED, "all_asked", PLAYER)
    wish = ExtensionAsked(first, turn, 24.0, "no time", "f" * 64)
    agreed = ReadyChanged(last, turn, True, "f" * 64)
    now = DeadlineSet(turn, at, ALL_READY, "all_ready")
    acts: dict[str, list[Any]] = {
        "more time, nobody asked": [due],
        "more time, one asked": [wish, due],
        "all ready, one was": [agreed, now],
        "all ready, nobody was": [now],
    }
    for name, events in acts.items():
        facts = [fact(Draft(each, turn, "Orders" if name.startswith("all") else ""), at) for each in events]
        facts = [each._replace(at=log[place - 1].at[:-4] + "999Z") for each in facts]
        forged = put(log, place, *facts)
        yield Way(f"wishes: {name}", "the deadline moves though not all wanted it", _forgery(ready(forged), place))


def _of_messages(crime: Crime) -> Iterator[Way]:
    """Orders of a message that is said to have been deleted."""
    log, table = crime.log, crime.table
    place = crime.find("game.orders_filed", "message deleted")
    source = log[place].data["source"]
    other = put(log, place, other_filing(crime, table.first, place, source), instead_of=1)
    yield Way("deletion: other orders", "a deletion brings orders that were never in force", _forgery(ready(other), place))
    edited = log[crime.find("game.orders_filed", "message edited")]
    record = record_at(crime, place)
    stays = fact(filing(record, table.first, OrderSheet(edited.data["sheet"]), None, source), log[place].at)
    kept = put(log, place, stays, instead_of=1)
    yield Way("deletion: nothing taken back", "the orders of a deleted message stay in force", _forgery(ready(kept), place))
    stranger = log[place].saying(source=source.replace(source[:64], "f" * 64))
    unknown = put(log, place, stranger, instead_of=1)
    yield Way("deletion: of another message", "a message is deleted that filed nothing", _forgery(ready(unknown), place))

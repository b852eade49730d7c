"""Falsified battles of a campaign, and what the campaign is told of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from pbem.campaign.played import KEY
from pbem.core.state.record import replay
from pbem.service.campaigns.take_over import report_from
from pbem.service.context import parse_stamp, stamp
from pbem.service.games.opening import set_up
from pbem.service.going_back import RollBack, rolled_back
from pbem.service.history import CAMPAIGN
from pbem.service.repository import load
from tests.kit.forgery.campaigns import pairings
from tests.kit.forgery.log import Log, draft, fact, places, put, written
from tests.kit.forgery.methods import edits
from tests.kit.forgery.methods.orders import other_filing, record_at
from tests.kit.forgery.methods.whole import MASTERS
from tests.kit.forgery.play_on import played_on
from tests.kit.forgery.tables import Table, folder
from tests.kit.forgery.ways import HEADS, LOOSE, NEAR, Crime, Forgery, Sample, Way, ready, way_of

BOOK = "star_navy"
FOUGHT, VOID = "g1", "g3"
"""The game that was fought to its end, and the one of a battle that was fought at a table in the end."""
BEGINS = ("game.battle_begun", "game.force_deployed")
OF_BATTLES = {FOUGHT: (*BEGINS, "game.ended"), VOID: BEGINS}
"""Which events of a battle's log are looked at."""
LITTLE = timedelta(milliseconds=5)


def ways(crime: Crime) -> Iterator[Way]:
    """Ways with a story; none where there are no battles."""
    if crime.table.key != KEY:
        return
    yield from _played_on(crime)
    yield from _reports(crime)
    yield from _back(crime)


def event_ways(crime: Crime) -> Iterator[Way]:
    """One way for each field of the events by which battles begin and end, and of those of a pairing."""
    if crime.table.key != KEY:
        return
    yield from _events(crime)
    yield from pairings.ways()


def table_of(crime: Crime, stream: str) -> Table:
    """A battle as a game of its own."""
    return Table(BOOK, crime.table.context, crime.table.clock, stream)


def _events(crime: Crime) -> Iterator[Way]:
    """All that can be done with one event of a battle's log: it does not fit its own log then, or not the campaign's."""
    for stream, kinds in OF_BATTLES.items():
        battle = Crime(table_of(crime, stream))
        samples = [Sample(place, battle.log[place], "") for kind in kinds for place in places(battle.log, kind)[-1:]]
        for way in edits.of_samples(battle, samples):
            forge = partial(_beside, crime, stream, way)
            yield Way(f"{stream}: {way.name}", way.story, forge, way.needs)


def _beside(crime: Crime, stream: str, way: Way) -> Forgery:
    """The true log of the campaign, beside the falsified one of a battle."""
    return Forgery(crime.log, 0, battles={stream: way.forge().log})


# ---------------------------------------------------------------- battles that could have been fought so by themselves


def _lacking(table: Table) -> Log:
    """The battle with one unit that lacks something else: set up again, and played on."""
    log = table.log
    place = places(log, "game.force_deployed")[0]
    units = [unit | {"lacks": {"engines": 5}} for unit in log[place].data["units"]]
    log = put(log, place, log[place].saying(units=units), instead_of=1)
    begins = places(log, "game.force_deployed")[-1] + 1
    record = replay(table.context.games, table.stream, map(draft, log[:begins]))
    opened, seed = log[0].data, bytes.fromhex(record.ledger.seed)
    turn = set_up(record.game, seed, opened["scenario"], opened["options"], record.ledger.forces)
    size = next(place for place, each in enumerate(log) if each.type in MASTERS) - begins
    anew = put(log, begins, *(fact(each, log[0].at) for each in turn.drafts), instead_of=size)
    return played_on(table, anew, begins + len(turn.drafts))


def _otherwise(table: Table) -> Log:
    """The battle with other orders in one turn, and played on to another end that the rules give it."""
    battle = Crime(table)
    for place in places(battle.log, "game.orders_filed"):
        each = battle.log[place]
        other = other_filing(battle, each.data["seat"], place, each.data["source"])
        made = played_on(table, put(battle.log, place, other, instead_of=1), place + 1)
        record = replay(table.context.games, table.stream, map(draft, made))
        if record.game.rules.verdict(record.state) and made[-2] != battle.log[-2]:
            return made
    raise AssertionError("whatever is ordered, the battle does not end otherwise")


def _reported_so(crime: Crime, battle: Log) -> Log:
    """The campaign as it goes on from such a battle."""
    table = crime.table
    context = written(table.context, table.stream, crime.log, folder() / "reported.db", {FOUGHT: battle})
    try:
        log = crime.log
        for place in places(log, "campaign.battle_reported"):
            if log[place].data["stream"] == FOUGHT:
                report = report_from(context, record_at(crime, place), log[place].data["battle"], load(context, FOUGHT))
                log = put(log, place, fact(replace(draft(log[place]), event=report), log[place].at), instead_of=1)
        return played_on(table, log, crime.find("campaign.battle_reported", "battle reported") + 1)
    finally:
        context.database.close()


def _played_on(crime: Crime) -> Iterator[Way]:
    table = table_of(crime, FOUGHT)
    for name, make in (("a unit begins otherwise", _lacking), ("other orders", _otherwise)):
        forge = lambda make=make: Forgery(crime.log, 0, battles={FOUGHT: make(table)})  # noqa: E731
        yield Way(f"battle: {name}, played on", "it could be so, but the campaign knows another", forge)
    story = "the battle and the campaign go on from other orders"
    report = crime.find("campaign.battle_reported", "battle reported")

    def told() -> Forgery:
        battle = _otherwise(table)
        return Forgery(_reported_so(crime, battle), report, battles={FOUGHT: battle})

    yield Way("battle: other orders, played on and reported", story, told, HEADS)


# ---------------------------------------------------------------- what the campaign is told


def _reports(crime: Crime) -> Iterator[Way]:
    log, table = crime.log, crime.table
    place = crime.find("campaign.battle_reported", "battle reported")
    act, said = crime.act(place), log[place]
    heads = [entry.hash.hex() for entry in table.context.store.read(FOUGHT)]
    units = said.data["units"]
    fit = {id: unit | {"after": {}} for id, unit in units.items()}
    others = [side for side in ("blue", "red") if side not in said.data["winners"]]
    changed: dict[str, dict[str, Any]] = {
        "before its end": {"head": heads[-3]},
        "of a log that never was": {"head": "0" * 64},
        "units come back fit": {"units": fit},
        "a unit is missing": {"units": dict([*units.items()][1:])},
        "another winner": {"winners": others},
        "no deeds": {"deeds": []},
    }
    for name, fields in changed.items():
        made = put(log, place, said.saying(**fields), instead_of=1)
        on = partial(played_on, table, made, place + 1)
        yield way_of(f"report: {name}, played on", "it is not what the battle's log says; all follows", on, place)
    by_hand = put(log, place, said.saying(stream="", head="", why="fought at the club", by="master"), instead_of=1)
    on = partial(played_on, table, by_hand, place + 1)
    yield way_of("report: by hand, played on", "a game master is said to have reported it", on, place, NEAR, HEADS)
    again = put(log, act.end, *log[act.begin : act.end])
    yield way_of("report: twice", "an end is taken over twice", ready(again), act.end)
    none = put(log, act.begin, instead_of=act.size)
    yield way_of("report: left out", "an end is not taken over; what follows is as it was", ready(none), act.begin, LOOSE)
    opened = crime.begin("first round: opened")
    first, second = log[opened], log[opened + 1]
    swapped = [first.saying(stream=second.data["stream"]), second.saying(stream=first.data["stream"])]
    made = put(log, opened, *swapped, instead_of=2)
    yield way_of("battles: exchanged", "each is said to be played as the other's game", ready(made), opened)


def _back(crime: Crime) -> Iterator[Way]:
    """Roll-backs by the campaign itself."""
    log, place = crime.log, crime.begin("second round: blue orders")
    record, at = record_at(crime, place), log[place - 1].at
    battle = log[crime.find("campaign.battle_reported", "battle reported")].data["battle"]
    to = log[crime.begin("first round: set")].turn
    then = record_at(crime, crime.begin("first round: opened"))
    now = parse_stamp(at) + LITTLE
    back = RollBack(to, f"battle {battle} ({FOUGHT}) goes on: an order was read wrongly", CAMPAIGN, now, lambda n: b"")
    facts = [fact(each, stamp(now)) for each in rolled_back(record, lambda turn: then, back)]
    made = put(log, place, *facts)
    yield way_of("back: with a battle that is over", "it goes back, and no battle goes on", ready(made), place)
    end = crime.begin("gone back with a battle")
    yield way_of("back: not yet", "the log ends before it goes back", lambda: log[:end], end - 1, NEAR, HEADS)

"""Falsified turns and positions: ships that move by themselves, roll-backs to what never was, splices, ends made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from events.base import NOBODY, Draft
from events.platform import DeadlineSet, GameEnded, SeedRevealed
from pbem.core.state.codec import dump
from pbem.core.state.record import replay
from pbem.service.context import parse_stamp, stamp
from tests.kit.forgery.log import Fact, Log, draft, fact, put
from tests.kit.forgery.methods.orders import record_at
from tests.kit.forgery.methods.values import Words, changes
from tests.kit.forgery.play_on import played_on
from tests.kit.forgery.ways import HEADS, LOOSE, NEAR, Crime, Way, ready, way_of

MOVES = {
    "star_navy": "star_navy.moved",
    "stingray": "stingray.moved",
    "sovereign_seas": "sovereign_seas.stepped",
    "wet_thrust": "wet_thrust.moved",
    "campaign": "campaign.points_set",
}
"""The event by which a ship moves, or a side gets points that it could have spent otherwise."""
LITTLE = timedelta(milliseconds=5)


def ways(crime: Crime) -> Iterator[Way]:
    yield from _moved(crime)
    yield from _spliced(crime)
    yield from _rolled_back(crime)
    yield from _reopened(crime)
    yield from _by_hand(crime)
    yield from _deadlines(crime)
    yield from _people(crime)


def _changes_the_state(crime: Crime, place: int, each: Fact) -> bool:
    """Is the position another one if this happens at this index, and one from which the rules can go on?"""
    record = record_at(crime, place)
    before = dump(record.state)
    try:
        record.apply(each.event, each.audience)
        after = dump(record.state)
        record.game.rules.load(after)
        return bool(after != before)
    except Exception:  # what the rules never say may be anything to them
        return False


def _can_be_told(crime: Crime, log: Log) -> bool:
    """Does what comes after a changed event still fit it?"""
    try:
        replay(crime.table.context.games, crime.table.stream, map(draft, log))
    except Exception:  # what the rules never say may be anything to them
        return False
    return True


def _move(crime: Crime, place: int) -> Fact:
    """A move that takes its ship to another place at this index, back to where it once was; nobody is told."""
    moves = [each for each in crime.log[:place] if each.type == MOVES[crime.table.key]]
    moves = [*(each.saying(hex=each.data["origin"]) for each in moves if "origin" in each.data), *moves]
    near = crime.log[place - 1]
    hidden = (each._replace(turn=near.turn, at=near.at, audience=NOBODY) for each in moves)
    return next(each for each in hidden if _changes_the_state(crime, place, each))


def _moved(crime: Crime) -> Iterator[Way]:
    """The story of the issue: a ship is elsewhere, nobody is told, and every later turn is really played from there."""
    log, table = crime.log, crime.table
    turn = crime.resolution("resolved 2")
    after = crime.begin("away")
    spots = {"between two turns": after, "at the end of a turn": turn.end - 1, "before the next turn opens": turn.end}
    spots["before a lock"] = crime.resolution("resolved 3").begin
    for where, place in spots.items():
        move = _move(crime, place)
        if where == "between two turns":
            move = move._replace(at=stamp(parse_stamp(move.at) + LITTLE))
        forged = partial(played_on, table, put(log, place, move), place + 1)
        yield way_of(f"a ship moved {where}", "nobody is told; all later turns are played on from there", forged, place)
        kept = put(log, place, move)
        yield way_of(f"a ship moved {where}, nothing else", "nobody is told; later turns are as they were", ready(kept), place)
    words = Words([*log[0].data["seats"]], [*dict.fromkeys(log[0].data["seats"].values())])
    found = 0
    for place in range(turn.begin, turn.end):
        if log[place].type.startswith("game.") or found == 5:
            continue
        for field, value in changes(log[place], words):
            other = log[place].saying(**{field: value})
            made = put(log, place, other, instead_of=1)
            whole = found < 5 and type(value) is int and _changes_the_state(crime, place + 1, other)
            if whole and _can_be_told(crime, made[: turn.end]):
                found += 1
                forged = partial(played_on, table, made, turn.end)
                story = "the rest of the turn is as it was; later turns are played on from it"
                yield way_of(f"outcome {found}: {field} of {other.type}", story, forged, place)
                break


def _spliced(crime: Crime) -> Iterator[Way]:
    """Turns put together from others."""
    log = crime.log
    second, third = crime.resolution("resolved 2"), crime.resolution("resolved 3")
    now, later = log[second.begin : second.end], log[third.begin : third.end]
    dated = tuple(each._replace(turn=now[0].turn, at=now[0].at) for each in later)
    middle = (second.begin + second.end) // 2
    forged = {
        "another turn's outcome": (put(log, second.begin, *dated, instead_of=second.size), second.begin),
        "a turn played twice": (put(log, second.end, *now), second.end),
        "a turn not played": (put(log, second.begin, instead_of=second.size), second.begin),
        "the second half of another turn": (
            put(log, middle, *dated[len(dated) // 2 :], instead_of=second.end - middle),
            middle,
        ),
        "half a turn": (put(log, middle, instead_of=second.end - middle - 1), middle),
        "a turn in reverse": (put(log, second.begin + 2, *now[2:-1][::-1], instead_of=second.size - 3), second.begin + 2),
        "no lock": (put(log, second.begin, instead_of=1), second.begin),
        "no blind number": (put(log, second.begin + 1, instead_of=1), second.begin + 1),
        "closed before its events": (put(put(log, second.end - 1, instead_of=1), second.begin + 2, now[-1]), second.begin + 2),
    }
    for name, (made, first) in forged.items():
        yield way_of(f"splice: {name}", "a turn is put together from parts that are right by themselves", ready(made), first)


def _rolled_back(crime: Crime) -> Iterator[Way]:
    """Positions taken up again that were never there."""
    log, table = crime.log, crime.table
    place, said = crime.find("game.state_restored", "rolled back"), crime.find("game.rolled_back", "rolled back")
    data = log[place].data
    ends = {turn: record_at(crime, crime.begin(name)) for turn, name in ((2, "away"), (1, "more time asked"))}
    before = {"state": dump(ends[2].state), "known": ends[2].knowledge.dump()}
    seats = [*data["known"]]
    known = data["known"] | {seats[0]: data["known"][seats[-1]], seats[-1]: data["known"][seats[0]]}
    forged = {
        "the position of another turn": before,
        "what readers knew in another turn": {"known": before["known"]},
        "what two readers know exchanged": {"known": known},
        "all is known to all": {"known": {seat: data["state"] for seat in data["known"]}},
        "nobody knows anything": {"known": {}},
        "another turn's number": {"turn": 2},
    }
    for name, fields in forged.items():
        other = log[place].saying(**fields)
        if other == log[place]:
            continue
        made = put(log, place, other, instead_of=1)
        yield way_of(f"roll-back: {name}", "what is taken up again is not what was", ready(made), place)
        if "state" in fields:
            on = partial(played_on, table, made, place + 1)
            yield way_of(f"roll-back: {name}, played on", "and all later turns are played from it", on, place)
    farther = put(log, said, log[said].saying(to=2), instead_of=1)
    farther = put(farther, place, log[place].saying(turn=2), instead_of=1)
    on = partial(played_on, table, farther, place)
    yield way_of("roll-back: to an earlier turn, played on", "another turn is gone back to; all follows", on, said, NEAR, HEADS)
    again = crime.find("game.rolled_back", "rerun")
    other = put(log, again, log[again].saying(again=1), instead_of=1)
    yield way_of("rerun: of another turn", "another turn is said to be played again", ready(other), again)
    whole = crime.act(said)
    gone = put(log, whole.begin, instead_of=whole.size)
    yield way_of("roll-back: left out", "what was undone is not; the turns after it are as they were", ready(gone), said, LOOSE)


def _reopened(crime: Crime) -> Iterator[Way]:
    """A game that was over goes on with dice that everybody knows."""
    log, table = crime.log, crime.table
    said, drawn = crime.find("game.reopened", "reopened"), crime.find("game.seed_drawn", "reopened")
    old = log[crime.find("game.seed_drawn", "opening")].data["seed"]
    forged = put(log, said, log[said].saying(seed_hash=log[0].data["seed_hash"]), instead_of=1)
    forged = put(forged, drawn, log[drawn].saying(seed=old), instead_of=1)
    on = partial(played_on, table, forged, drawn + 1)
    yield way_of("reopened: with the seed that is public", "the dice to come are known to everybody", on, said)
    seedless = put(log, drawn, instead_of=1)
    yield way_of("reopened: without a seed", "no new seed is drawn", ready(seedless), drawn)
    act = crime.act(said)
    silent = put(log, said, instead_of=1)
    yield way_of("reopened: nothing said", "the game goes on, and nobody says that it was over", ready(silent), said)
    whole = put(log, act.begin, instead_of=act.size)
    yield way_of("reopened: left out", "turns are played in a game that is over", ready(whole), said, LOOSE)


def _by_hand(crime: Crime) -> Iterator[Way]:
    """Who has won is for the rules to say."""
    log = crime.log
    turn, side = crime.resolution("resolved 2"), next(iter(log[0].data["seats"].values()))
    seed = log[crime.find("game.seed_drawn", "opening")].data["seed"]
    number, at = log[turn.begin].turn, log[turn.begin].at
    revealed = SeedRevealed(seed)
    won = GameEnded([side], f"{side} wins")
    inside = [fact(Draft(each, number, "End"), at) for each in (won, revealed)]
    yield way_of(
        "end: a winner by hand",
        "the turn ends the game, which goes on by the rules",
        lambda: (*log[: turn.end], *inside),
        turn.end,
    )
    soon = stamp(parse_stamp(at) + LITTLE)
    open_turn = crime.act(turn.end).end
    for name, ended in (
        ("the master names a winner", GameEnded([side], "Ended by the game master: enough", "master")),
        ("the clock ends it", GameEnded([], "It is late")),
        ("the master ends it without saying so", GameEnded([], "It is late", "master")),
    ):
        facts = [fact(Draft(each, number + 1), soon) for each in (ended, revealed)]
        made = (*log[:open_turn], *facts)
        yield way_of(f"end: {name}", "a game ends in a way in which none does", ready(made), open_turn)


def _deadlines(crime: Crime) -> Iterator[Way]:
    """Deadlines that nobody gave, and turns resolved at another time than they were due."""
    log = crime.log
    grace, turn = crime.act(crime.begin("grace")), crime.act(crime.find("game.turn_locked", "resolved 2"))
    gift, due = log[grace.begin : grace.end], parse_stamp(log[grace.end - 1].data["due"])
    at = stamp(due + LITTLE)
    moved = [each._replace(at=at) for each in gift]
    moved[-1] = moved[-1].saying(due=stamp(due + LITTLE + timedelta(hours=8)))
    yield way_of(
        "grace: twice", "the deadline moves once more for the same reason", lambda: put(log, grace.end, *moved), grace.end
    )
    generous = gift[-1].saying(due=stamp(due + timedelta(hours=40)))
    yield way_of(
        "grace: more than the policy gives",
        "the deadline moves too far",
        lambda: put(log, grace.end - 1, generous, instead_of=1),
        grace.end - 1,
    )
    none = put(log, grace.begin, instead_of=grace.size)
    yield way_of("grace: none", "the turn is resolved at once, though the policy gives hours", ready(none), grace.begin, LOOSE)
    early = [each._replace(at=stamp(due - timedelta(hours=1))) for each in log[turn.begin : turn.end]]
    sooner = put(log, turn.begin, *early, instead_of=turn.size)
    yield way_of("deadline: resolved before it", "the turn is resolved an hour before it is due", ready(sooner), turn.begin)
    day = DeadlineSet(log[grace.begin].turn, stamp(due + timedelta(hours=24)), "grace: no orders", "grace")
    alone = fact(Draft(day, log[grace.begin].turn), stamp(due + LITTLE))
    yield way_of(
        "deadline: by a policy not given",
        "a deadline moves for a reason that there was not",
        lambda: put(log, grace.end, alone),
        grace.end,
    )
    pause = crime.begin("paused")
    both = put(log, pause, instead_of=3)
    yield way_of("pause: never was", "neither the pause nor its end is there", ready(both), pause, LOOSE)


def _people(crime: Crime) -> Iterator[Way]:
    """Seats taken by who may not have them."""
    log = crime.log
    joined = crime.begin("joined")
    for name, player in (
        ("who played the other side", "p1"),
        ("who looked through a seat's eyes", "gm"),
        ("a bot that there is not", "bot:nobody"),
    ):
        made = put(log, joined, log[joined].saying(player=player), instead_of=1)
        yield way_of(f"seat: taken by {name}", "the seat is given to who may not have it", ready(made), joined)

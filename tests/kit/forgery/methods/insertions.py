"""Well-formed events where none was due: in the set-up, in a resolution, in an open turn, after the end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from pbem.service.context import parse_stamp, stamp
from tests.kit.forgery.log import Fact, put
from tests.kit.forgery.script import ended_by_master
from tests.kit.forgery.seals import resealed
from tests.kit.forgery.ways import HEADS, LOOSE, NEAR, Crime, Forgery, Sample, Way, ready

POSSIBLE_ALONE = {
    "game.announced (announcement)",
    "game.policy_set (policy changed)",
    "game.orders_refused (orders refused)",
    "game.orders_held (orders held)",
    "game.address_misused (address misused)",
    "game.seat_watched (watched)",
    "game.ready_changed (ready)",
    "game.vote_cast (vote cast)",
    "game.vote_cast (voted pause)",
    "game.forum_set (forum set)",
    "game.post_hidden (post hidden)",
    "game.announced (points set)",
}
"""What may happen in an open turn at any time, as far as the log can tell."""
LATER_ALONE = {
    "game.paused (paused)",
    "game.master_named (master named)",
    "game.extension_asked (more time asked)",
    "game.extension_asked (more time granted)",
    "game.seat_vacated (replaced)",
    "game.policy_set (policy of a bot)",
    "game.policy_set (policy of a ladder)",
    "game.policy_set (policy of sitters)",
    "game.comaster_named (co-master named)",
    "game.deadline_set (deadline set)",
    "game.deadline_set (resumed)",
    "campaign.unit_joined (unit added)",
    "campaign.unit_taken (unit taken)",
    "campaign.score_set (score set)",
}
"""What is possible by itself, and makes something later impossible."""
UNSURE = {"game.absence_set (away)", "game.absence_set (back)", "game.seat_vacated (resigned)", "game.policy_set (opening)"}
"""What is not asked of anybody here: the log of an open turn may hold it or may not, as what follows happens to be."""
LITTLE = timedelta(milliseconds=5)


def ways(crime: Crime) -> Iterator[Way]:
    samples = [*crime.samples_of_service(), *crime.samples_of_game(), _hidden(crime)]
    yield from _inside(crime, samples)
    yield from _in_open_turn(crime, samples)
    yield from _after_the_end(crime, samples)


def _hidden(crime: Crime) -> Sample:
    """What only the opening of a guest's game holds; the game that is falsified is nobody's secret."""
    place = crime.find("game.seed_drawn", "opening")
    return Sample(place, crime.log[place]._replace(type="game.hidden", data={}), "")


def _inside(crime: Crime, samples: list[Sample]) -> Iterator[Way]:
    """Within an act of the service, at its time, as of its turn."""
    log = crime.log
    spots = {
        "in the set-up": crime.find("game.seed_drawn", "opening") + 1,
        "in a resolution": crime.find("game.blinded", "resolved 2") + 1,
        "between two turns": crime.resolution("resolved 2").end,
    }
    for where, place in spots.items():
        near = log[place - 1]
        for sample in samples:
            forged = put(log, place, _put_here(sample.fact, near.turn, near.at))
            forgery = Forgery(forged, place)
            yield Way(f"inserted {where}: {sample.name}", "an event where none is due", ready(forgery))


def _in_open_turn(crime: Crime, samples: list[Sample]) -> Iterator[Way]:
    """As an act of its own, soon after a turn was opened."""
    log, place = crime.log, crime.begin("more time asked")
    at = stamp(parse_stamp(log[place - 1].at) + LITTLE)
    for sample in samples:
        if sample.name in UNSURE:
            continue
        free = sample.name in POSSIBLE_ALONE
        seen = LOOSE if sample.name in LATER_ALONE else NEAR
        forged = put(log, place, _put_here(sample.fact, log[place - 1].turn, at))
        forgery = Forgery(resealed(forged, place) if sample.fact.type == "game.rolled" else forged, place, seen)
        story = "an event by itself, in a turn that is open"
        yield Way(f"inserted alone: {sample.name}", story, ready(forgery), HEADS if free else "")


def _after_the_end(crime: Crime, samples: list[Sample]) -> Iterator[Way]:
    """Nothing is written into a game that is over, unless it is opened again."""
    table = ended_by_master(crime.table.key)
    log, last = table.log, table.log[-1]
    for sample in samples:
        forged = put(log, len(log), _put_here(sample.fact, last.turn, stamp(parse_stamp(last.at) + LITTLE)))
        forgery = Forgery(forged, len(log), of=table)
        yield Way(f"inserted after the end: {sample.name}", "an event in a game that is over", ready(forgery))


def _put_here(each: Fact, turn: int, at: str) -> Fact:
    """The event as one of this turn; a mail is another one."""
    data: dict[str, Any] = dict(each.data)
    if each.type.startswith("game.") and "turn" in data and each.type != "game.state_restored":
        data["turn"] = turn
    if "source" in data:
        data["source"] = "d" * 64
    return each._replace(turn=turn, at=at, data=data)

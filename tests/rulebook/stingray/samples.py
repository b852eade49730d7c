"""What the tests ask of Stingray."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events import codec
from events.base import Event
from events.stingray.contacts import MessageHeard
from events.stingray.ending import Robbed
from events.stingray.movement import Encountered
from events.stingray.orders import OrdersTaken, PowerAllocated
from events.stingray.weapons import Launched
from pbem.games.stingray.model.state import State
from tests.kit.pages import chapter, page, samples
from tests.kit.samples import LUCK, SampleMail, Samples, lapsed
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, state_with, vessel
from tests.rulebook.stingray.builders.orders import stingray


def mails() -> Iterator[SampleMail]:
    """Those of the page of orders: the first, a Captain's, a Co-Pilot's and one of the fish."""
    text, crewed = page("orders/stingray"), two_seat_state()
    ours, fish = samples(chapter(text, "Two sample mails"))[:2]
    captains, copilots = ours.split("\n\n")
    written = (
        ("first", "captain-sr1", samples(text)[0]),
        ("captain", "captain-sr1", f"{captains}\n{LUCK}"),
        ("co-pilot", "copilot-sr1", copilots),
        ("aquaphibians", FISH, fish),
    )
    for name, seat, mail in written:
        yield SampleMail(name, known(crewed, seat), seat, mail)


def two_seat_state() -> State:
    """A Stingray with two seats, a friend, a SuperSub and three fish."""
    ours = stingray("SR1", copilot=True, tubes={"1": "MK61"})
    others = [vessel("SR2", "1210", "N", 3), vessel("SS1", "1520", "N", 3), vessel("MF1", "2020", "N", 3)]
    return state_with(ours, *others, vessel("TF1", "1030", "N", 3), vessel("TF2", "0530", "N", 3), move=3)


def worn(plain: dict[str, Any]) -> None:
    """No weapons, no power, and half of the gear out."""
    for plant in plain["vessels"].values():
        plant["stores"] = dict.fromkeys(plant["stores"], 0)
        plant["launchers"] = {name: {**tube, "load": "", "armed": False} for name, tube in plant["launchers"].items()}
        plant["battery"] = 0
        plant["specials"] = {"SR": {"REACTOR": 1, "SONAR": 1}, "SS": {"SONAR": 1, "DECOY": 1}}.get(plant["vessel_class"], {})


def lapses(event: Event, heads: set[str]) -> list[str]:
    """Receipts and power tell of lapsed orders too."""
    match event:
        case OrdersTaken():
            return [remark for remark in event.remarks if remark.split()[0] in heads]
        case PowerAllocated():
            less = heads & {"POWER", "BATTERY"}
            return [f"no power for {item}" for item in event.dropped if less or item.split()[0] in heads]
    return lapsed(event, heads)


def introduces(event: Event) -> str:
    """Where one vessel comes to know of another, all that is said; of a launch, what it makes."""
    if isinstance(event, (Encountered, Robbed, MessageHeard)):
        return codec.encode(event)
    return event.item if isinstance(event, Launched) else ""


SAMPLES = Samples(
    mails=mails,
    shown=("new-toy", "stand-by-for-action"),
    busy=("new-toy", "overwhelming-numbers"),
    hidden={"tanker-run": 4, "new-toy": 3},
    reader=("new-toy", "captain1"),
    worn=worn,
    lapses=lapses,
    excuses=(
        "never there together|in none of its windows|were never met",
        "its moment never came|no sonar missile came",
        "had left the map",
        "is added: the Co-Pilot is silent",
    ),
    introduces=introduces,
)

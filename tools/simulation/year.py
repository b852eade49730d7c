"""The year: who plays what, under which policy, and what goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

from events.platform import PolicySet
from pbem.accounts.people import Person
from pbem.accounts.substitutes import Substitutes
from pbem.service.context import stamp
from pbem.service.games.opening import GameSetup, open_game
from tools.simulation.captains import Captain, Habits
from tools.simulation.service import HandClock, MemoryMail, ReceivedMail, open_service, small_maps
from tools.simulation.story import Outage, Story

BEGIN = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
END = BEGIN + timedelta(days=365)
BEAT = timedelta(hours=1)
CLUB = PolicySet(
    notice_hours=12,
    excuses=2,
    excuse_hours=24,
    grace_hours=12,
    officers=True,
    sitters=True,
    offer_after=3,
    substitutes=True,
    max_hours=21 * 24,
    votes={"more time": 100, "pause": 67, "go on": 51, "draw": 67, "master": 67, "roll back": 100},
    silent_days=14,
    why="as clubs play",
)


def day(month: int, number: int, hour: float = 12.0) -> datetime:
    """A time of the year, UTC."""
    return datetime(2026, month, number, tzinfo=UTC) + timedelta(hours=hour)


@dataclass(frozen=True)
class Plan:
    """A game of the year: its seats by captain."""

    game: str
    scenario: str
    title: str
    seats: Mapping[str, str]
    policy: PolicySet


PLANS = (
    Plan(
        "star_navy",
        "four-corners",
        "Four Corners",
        {"a": "punctual", "b": "late", "c": "lost", "d": "forgetful"},
        replace(CLUB, pace="Thu 20:00 Europe/Berlin", bot="cautious"),
    ),
    Plan(
        "stingray",
        "agent-x20",
        "Agent X-2-0",
        {"captain": "eager", "copilot": "silent", "aquaphibian": "helpful"},
        replace(CLUB, pace="336h", bot="steady"),
    ),
    Plan(
        "sovereign_seas",
        "fleet-engagement",
        "The Line of Battle",
        {"gb": "vanished", "fr": "punctual"},
        replace(CLUB, pace="Tue, Fri 19:30 America/New_York", bot="line"),
    ),
    Plan(
        "wet_thrust",
        "denmark-strait",
        "Denmark Strait",
        {"de": "late", "gb": "eager"},
        replace(CLUB, pace="504h", bot="steady"),
    ),
)
ZONES = {
    "punctual": "Europe/Berlin",
    "late": "America/New_York",
    "lost": "Europe/London",
    "forgetful": "Europe/Berlin",
    "eager": "Australia/Sydney",
    "silent": "",
    "helpful": "Europe/Paris",
    "vanished": "America/Los_Angeles",
    "friend": "Europe/Vienna",
}
"""The eight who play, and one who sits for a friend."""
LATE = {("g1", 4): 3.0, ("g1", 9): 5.0, ("g1", 15): 2.0, ("g4", 2): 6.0, ("g4", 5): 20.0}
HABITS = {
    "punctual": Habits(most=40.0),
    "late": Habits(late=LATE),
    "lost": Habits(gone=day(3, 10)),
    "forgetful": Habits(forgetful=True),
    "eager": Habits(ready=True),
    "silent": Habits(gone=day(4, 20)),
    "helpful": Habits(takes_offers=True),
    "vanished": Habits(gone=day(2, 1)),
    "friend": Habits(),
}
OUTAGES = [
    Outage(day(2, 12, 15.0), day(2, 12, 21.0)),  # 6 hours, across a Thursday's deadline
    Outage(day(6, 10, 8.0), day(6, 13, 8.0)),  # 3 days
]


HOLIDAYS = {"forgetful": (day(7, 4), day(7, 25)), "punctual": (day(8, 8), day(8, 29))}
"""From when to when two captains are away from all their games."""
JUMP = (day(9, 9, 6.0), day(9, 9, 9.0), timedelta(days=3))
"""The machine's clock goes wrong, is set right, and how far it was ahead."""
PAUSE = (day(5, 6), day(6, 1))
"""When the players of g4 vote for a pause, and for going on; their game master does not say a word."""


@dataclass
class Year:
    """All of it."""

    story: Story
    mail: MemoryMail
    captains: dict[str, Captain]
    master: Person

    def run(self) -> None:
        """Until all games are over, or the year is."""
        with small_maps():
            self.story.run(END, self._over)

    def _over(self) -> bool:
        return all(row.status == "ended" for row in self.story.service.context.store.games())


def begin_year(folder: Path) -> Year:
    """Open the games, and put what is to happen into the queue."""
    clock = HandClock(BEGIN)
    mail = MemoryMail(clock)
    service = open_service(folder, clock, mail, BEAT.total_seconds())
    story = Story(service, clock, BEAT, OUTAGES)
    at = stamp(clock.now())
    people = {name: service.people.add(f"The {name} captain", f"{name}@example.org", at) for name in ZONES}
    for name, zone in ZONES.items():
        service.people.set_zone(people[name].id, zone)
    people = {name: service.people.by_id(person.id) or person for name, person in people.items()}
    captains = {name: Captain(person, HABITS[name], story, Random(name)) for name, person in people.items()}
    by_address = {captain.person.address: captain for captain in captains.values()}

    def arrived(received: ReceivedMail) -> None:
        if received.to in by_address:
            by_address[received.to].reads(received)

    mail.arrived = arrived
    Substitutes(service.context.database).set_games(people["helpful"].id, [""])
    master = service.people.add("The game master", "master@example.org", at)
    for plan in PLANS:
        players = {seat: people[name].id for seat, name in plan.seats.items()}
        setup = GameSetup(players, master=master.id, policy=plan.policy, title=plan.title)
        open_game(service.context, plan.game, plan.scenario, setup=setup)
    year = Year(story, mail, captains, master)
    happen(year)
    return year


def happen(year: Year) -> None:
    """Put what befalls the players, and the clock, into the queue."""
    story, captains = year.story, year.captains
    story.at(day(1, 20), lambda: captains["forgetful"].asks("g1", "d", f"sitter: {captains['friend'].person.address}"))
    for name, (begin, end) in HOLIDAYS.items():
        captains[name].away.append((begin, end))
        stream, seat = ("g1", "d") if name == "forgetful" else ("g1", "a")
        words = f"absent everywhere until {end:%Y-%m-%d %H:%M}: on holiday"
        story.at(begin - timedelta(hours=3), partial(captains[name].asks, stream, seat, words))
    wrong, right, ahead = JUMP
    story.at(wrong, lambda: setattr(story.clock, "skew", ahead))
    story.at(right, lambda: setattr(story.clock, "skew", timedelta(0)))
    for when, words in zip(PAUSE, ("vote pause: too busy at work", "vote go on"), strict=True):
        story.at(when, partial(captains["late"].asks, "g4", "de", words))
        story.at(when + timedelta(hours=9), partial(captains["eager"].asks, "g4", "gb", words))

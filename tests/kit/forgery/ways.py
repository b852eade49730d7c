"""What a way to falsify a log is, and what it makes of one; where in the log the ways begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from events.database import Connections
from pbem.campaign.played import KEY
from tests.kit.forgery.log import Act, Fact, Log, act_of, acts, places
from tests.kit.forgery.tables import Table

T = TypeVar("T")

HEADS = "published heads"
"""What it takes to find a history that the rules allow, but that is not the one which was told to the players."""
LOOSE, NEAR, ODD = "later", "act", "odd"


@dataclass(frozen=True)
class Forgery:
    """A falsified log. `first` is the index of the first fact that is not as it was.

    `seen`: in the very act of that fact ("act"), or only where something later cannot follow from it ("later"); or it may be
    told as odd, because it can also come of a clock that was wrong ("odd").
    `change` falsifies tables beside the log; then no version need be named. `battles` are falsified logs of a campaign's
    battles (an empty one is not there at all); `of` is the table whose log it is, if that is not the one of the way.
    """

    log: Log
    first: int
    seen: str = NEAR
    change: Callable[[Connections], object] | None = None
    battles: Mapping[str, Log] = field(default_factory=dict)
    of: Table | None = None


@dataclass(frozen=True)
class Way:
    """`name` is unique within a game, `story` one line. `needs`: "" when an audit of the log alone must find it, or `HEADS`."""

    name: str
    story: str
    forge: Callable[[], Forgery]
    needs: str = ""


def way_of(
    name: str, story: str, forge: Callable[[], Log], first: int, seen: str = NEAR, needs: str = "", of: Table | None = None
) -> Way:
    """A way that makes a falsified log."""
    return Way(name, story, lambda: Forgery(forge(), first, seen, of=of), needs)


def ready(made: T) -> Callable[[], T]:
    """What is made already, for who makes it when it is asked for."""
    return lambda: made


class Sample(NamedTuple):
    """A fact of the true log that stands for its kind: its index, and what was being done when it was written."""

    place: int
    fact: Fact
    doing: str

    @property
    def name(self) -> str:
        return f"{self.fact.type} ({self.doing})" if self.doing else self.fact.type


OF_SERVICE = (
    ("game.opened", "opening"),
    ("game.seed_drawn", "opening"),
    ("game.seed_drawn", "reopened"),
    ("game.seat_taken", "opening"),
    ("game.seat_taken", "accepted"),
    ("game.seat_taken", "joined"),
    ("game.seat_taken", "bot seated"),
    ("game.turn_opened", "opening"),
    ("game.turn_opened", "resolved 2"),
    ("game.deadline_set", "accepted"),
    ("game.deadline_set", "all ready"),
    ("game.deadline_set", "resolved 2"),
    ("game.deadline_set", "more time granted"),
    ("game.deadline_set", "deadline set"),
    ("game.deadline_set", "resumed"),
    ("game.deadline_set", "grace"),
    ("game.deadline_set", "waited for"),
    ("game.orders_filed", "orders with luck"),
    ("game.orders_filed", "stood in"),
    ("game.orders_filed", "rerun"),
    ("game.orders_refused", "orders refused"),
    ("game.orders_held", "orders held"),
    ("game.address_misused", "address misused"),
    ("game.press_sent", "press"),
    ("game.press_sent", "public press"),
    ("game.ready_changed", "ready"),
    ("game.extension_asked", "more time asked"),
    ("game.extension_asked", "more time granted"),
    ("game.vote_cast", "vote cast"),
    ("game.vote_cast", "voted pause"),
    ("game.paused", "voted pause"),
    ("game.deadline_set", "voted on"),
    ("game.forum_set", "forum set"),
    ("game.forum_posted", "forum posted"),
    ("game.forum_set", "forum left"),
    ("game.post_hidden", "post hidden"),
    ("game.post_hidden", "post shown"),
    ("game.master_silent", "master silent"),
    ("game.master_named", "voted master"),
    ("game.rolled_back", "voted back"),
    ("game.turn_locked", "resolved 2"),
    ("game.blinded", "resolved 2"),
    ("game.blinded", "rolled back"),
    ("game.turn_closed", "resolved 2"),
    ("game.paused", "paused"),
    ("game.resumed", "resumed"),
    ("game.ended", "ended"),
    ("game.seed_revealed", "ended"),
    ("game.master_named", "opening"),
    ("game.master_named", "master named"),
    ("game.policy_set", "opening"),
    ("game.policy_set", "policy changed"),
    ("game.policy_set", "policy of a bot"),
    ("game.policy_set", "policy of a ladder"),
    ("game.policy_set", "policy of sitters"),
    ("game.comaster_named", "co-master named"),
    ("game.comaster_named", "co-master removed"),
    ("game.sitter_named", "sitter named"),
    ("game.sitter_called", "sitter called"),
    ("game.sitter_called", "sitter called at the deadline"),
    ("game.orders_awaited", "sitter called at the deadline"),
    ("game.deadline_set", "sitter called at the deadline"),
    ("game.orders_filed", "orders of a sitter"),
    ("game.orders_filed", "message deleted"),
    ("game.sitter_left", "player back"),
    ("game.sitter_left", "player back after the deadline"),
    ("game.outage_healed", "outage healed"),
    ("game.deadline_set", "outage healed"),
    ("game.seat_offered", "opening"),
    ("game.seat_offered", "invited"),
    ("game.seat_vacated", "resigned"),
    ("game.seat_vacated", "replaced"),
    ("game.absence_set", "away"),
    ("game.absence_set", "back"),
    ("game.announced", "announcement"),
    ("game.seat_watched", "watched"),
    ("game.orders_awaited", "grace"),
    ("game.orders_awaited", "waited for"),
    ("game.stood_in", "stood in"),
    ("game.orders_awaited", "excused"),
    ("game.stood_in", "seat lost"),
    ("game.seat_vacated", "seat lost"),
    ("game.seat_opened", "seat lost"),
    ("game.seat_opened", "seat opened to all"),
    ("game.seat_opened", "seat vacated"),
    ("game.seat_taken", "taken over"),
    ("game.rolled_back", "rolled back"),
    ("game.rolled_back", "reopened"),
    ("game.reopened", "reopened"),
    ("game.resolved_now", "resolved now"),
    ("game.state_restored", "rolled back"),
)
"""Which event of the service's is looked at, by what was being done."""
OF_CAMPAIGN = (
    ("campaign.unit_joined", "unit added"),
    ("campaign.unit_taken", "unit taken"),
    ("campaign.points_set", "points set"),
    ("game.announced", "points set"),
    ("campaign.score_set", "score set"),
    ("campaign.battle_set", "first round: set"),
    ("campaign.force_sent", "first round: set"),
    ("campaign.scouted", "first round: set"),
    ("campaign.battle_opened", "first round: opened"),
    ("campaign.battle_opened", "second round: opened"),
    ("campaign.battle_reported", "battle reported"),
    ("campaign.unit_returned", "battle reported"),
    ("campaign.battle_decided", "battle reported"),
    ("campaign.battle_reported", "battle refused"),
    ("campaign.battle_reported", "reported by hand"),
    ("campaign.unit_returned", "reported by hand"),
    ("campaign.honoured", "reported by hand"),
    ("campaign.transferred", "reported by hand"),
    ("campaign.battle_reported", "battle not played"),
    ("game.rolled_back", "gone back with a battle"),
    ("game.state_restored", "gone back with a battle"),
    ("campaign.battle_reported", "reported again"),
    ("campaign.ended", "over"),
    ("game.ended", "over"),
)
"""The same of campaigns: what is done to them, and what follows from their battles."""


@dataclass
class Crime:
    """What every way is given: the table, its true log, and where what happened."""

    table: Table
    log: Log = field(init=False)

    def __post_init__(self) -> None:
        self.log = self.table.log
        self._acts = acts(self.log)
        self._done = {done.name: done for done in self.table.done}

    def begin(self, name: str) -> int:
        """The index of the first fact of what was done under this name."""
        return self._done[name].before

    def find(self, kind: str, doing: str) -> int:
        """The index of the first fact of this type that was written then."""
        done = self._done[doing]
        return next(place for place in range(done.before, done.after) if self.log[place].type == kind)

    def possible(self, name: str) -> bool:
        """Would the game be a possible one without this?"""
        return self._done[name].possible

    def act(self, place: int) -> Act:
        return act_of(self.log, place)

    def next_act(self, place: int) -> Act | None:
        """The act after that of the fact at this index."""
        end = self.act(place).end
        return act_of(self.log, end) if end < len(self.log) else None

    def alone(self, place: int) -> bool:
        """Is the fact the whole of its act?"""
        return self.act(place).size == 1

    def resolution(self, doing: str) -> Act:
        """The facts from the lock of a turn to its end, of what was done under this name."""
        lock = self.find("game.turn_locked", doing)
        return Act(lock, next(place for place in places(self.log, "game.turn_closed") if place > lock) + 1)

    def rolling(self) -> list[str]:
        """What was done when most dice were thrown in a turn, and then second most."""
        counted = {
            done.name: sum(each.type == "game.rolled" for each in self.log[done.before : done.after])
            for done in self.table.done
        }
        return sorted((name for name in counted if counted[name] and name != "opening"), key=lambda name: -counted[name])[:2]

    def samples_of_service(self) -> list[Sample]:
        """One event for each kind that the service writes."""
        kinds = (*OF_SERVICE, *(OF_CAMPAIGN if self.table.key == KEY else ()), ("game.rolled", self.rolling()[0]))
        found = [(self.find(kind, doing), doing) for kind, doing in kinds]
        return [Sample(place, self.log[place], doing) for place, doing in found]

    def samples_of_game(self) -> list[Sample]:
        """The second event of each type of the rule book, or the only one: the first is often that of a set-up.

        Not what is a whole act: rules write many events at once, and what is done to a campaign is among the service's.
        """
        by_type: dict[str, list[int]] = {}
        for place, each in enumerate(self.log):
            if not each.type.startswith("game."):
                by_type.setdefault(each.type, []).append(place)
        seconds = [found[:2][-1] for found in by_type.values()]
        return [Sample(where, self.log[where], "") for where in seconds if not self.alone(where)]

"""What the tests ask of Wet Thrust."""

from __future__ import annotations

from collections.abc import Iterator

from events.base import Event
from events.wet_thrust.sailing import DisengageBarred, PlotCut
from pbem.games.wet_thrust.model.state import State
from tests.kit.pages import chapter, page, samples
from tests.kit.samples import SampleMail, Samples, lapsed
from tests.rulebook.wet_thrust.builders.pages import carriers, opened
from tests.rulebook.wet_thrust.builders.ships import airborne


def mails() -> Iterator[SampleMail]:
    """Those of the page of orders, each for the position that it speaks of."""
    text = page("orders/wet_thrust")
    yield SampleMail("first", opened("denmark-strait"), "gb", f"{samples(text)[0]}not ready\n")
    states = [opened("denmark-strait"), opened("convoy"), _dived(), carriers(), _attacked()]
    printed = samples(chapter(text, "Sample mails"))
    for number, (seat, state, mail) in enumerate(zip(("gb", "de", "de", "de", "de"), states, printed, strict=True)):
        yield SampleMail(f"mail {number}", state, seat, mail)


def _dived() -> State:
    """The convoy some turns later: U99 at periscope depth."""
    state = opened("convoy")
    state.ships["U99"].mode = "periscope"
    return state


def _attacked() -> State:
    """Swordfish, with two squadrons on their way."""
    state = opened("swordfish")
    for id in ("ARK-T1", "ARK-T2"):
        airborne(state, id, (0, 20))
    return state


def lapses(event: Event, heads: set[str]) -> list[str]:
    """Contact that could not be broken and plots that were cut are lapsed orders too; a plot has no first word."""
    match event:
        case DisengageBarred():
            return [event.why] if "DISENGAGE" in heads else []
        case PlotCut():
            return [event.why] if not any(head.isalpha() for head in heads) else []
    return lapsed(event, heads)


SAMPLES = Samples(
    mails=mails,
    shown=("first-salvo",),
    busy=("denmark-strait", "two-carriers"),
    hidden={"convoy": 4, "two-carriers": 3},
    reader=("shaking-them-off", "gb"),
    remembered=(r"squadrons\.[A-Z]+-\w+\..*",),
    lapses=lapses,
    excuses=(
        "bears within its range",
        "no such target in sight|nothing that it names is in play",
        "not abaft her beam",
        "that she could make",
        "her top speed is",
        "is sunk",
    ),
)

"""A seat's orders played on an assumed state: the rules' own steps of a move, as far as they roll no dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from events.base import Event
from events.stingray.movement import LeapTried
from events.stingray.orders import OrdersTaken
from events.stingray.weapons import Launched
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import Hex, label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.model.apply import apply
from pbem.games.stingray.model.geometry import range_to
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import PHASES
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.orders.parse import sheet as standing_orders
from pbem.games.stingray.planning import odds
from pbem.games.stingray.planning.assume import assume
from pbem.games.stingray.report.tell import tell
from pbem.games.stingray.rules import encounter, housekeep, move, sequence, setup
from pbem.games.stingray.rules.lock import lock_orders
from pbem.games.stingray.rules.systems.sensors import searched
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons import launch, mines


class Hopeful:
    """Dice for the only rolls of a dry run: every leap that can succeed does."""

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        """Ones, which are best for leaping (STG-LEP.2)."""
        return [1] * n


@dataclass(frozen=True)
class Spot:
    """Where a vessel is in one window."""

    hex: Hex
    body: tuple[Hex, ...]
    facing: int


@dataclass
class Run:
    """A dry run: what own vessels do, where all are in each window, and what is launched."""

    known: State
    turn: Turn[State]
    ids: tuple[str, ...]
    said: dict[str, list[str]] = field(default_factory=dict)
    spots: list[dict[str, Spot]] = field(default_factory=list)
    """By window 0 to 6; none where only the set-up is ordered."""
    launches: list[tuple[Launched, int]] = field(default_factory=list)
    """With the range to the target then; -1 without one."""
    _reported: int = 0

    @property
    def state(self) -> State:
        """As it is now."""
        return self.turn.state

    def say(self, vessel: str, words: str) -> None:
        """One more line about a vessel."""
        self.said.setdefault(vessel, []).append(words)

    def report(self) -> None:
        """The sentences of the report about what has happened to own vessels since the last time."""
        for draft in self.turn.drafts[self._reported :]:
            vessel = str(getattr(draft.event, "vessel", ""))
            if vessel in self.ids:
                for words in _words(draft.event, self.known):
                    self.say(vessel, words.removeprefix(f"{vessel} "))
        self._reported = len(self.turn.drafts)


def _words(event: Event, known: State) -> Iterator[str]:
    """Of the orders only what is remarked about them; of a leap its chance, for it is not rolled."""
    if isinstance(event, OrdersTaken):
        yield from event.remarks
    elif isinstance(event, LeapTried):
        chance = odds.percent(odds.leap_chance(event.needed))
        yield f"leaps in phase {event.phase}: succeeds on {event.needed} or less, {chance} (STG-LEP.2); taken to succeed"
    elif isinstance(event, Launched):
        when = f"phase {event.window}" if event.window else "the start"
        yield f"{tell(event, known)}, at {when}".replace(f" ({event.item})", "")
    elif sentence := tell(event, known):
        yield sentence


def dry_run(known: State, sheet: OrderSheet) -> Run:
    """The next move, or the set-up where it has a deadline of its own."""
    turn = Turn(apply, assume(known), Hopeful(), 0)
    run = Run(known, turn, tuple(vessel.id for vessel in known.mine()))
    sheets = {seat: standing_orders(turn.state, seat) for id in run.ids for seat in turn.state.vessels[id].seats}
    sheets[known.reader or ""] = sheet
    if known.move == 0:
        setup.fit_out(turn, sheets)
    if not known.setting_up:
        _play(run, sequence.begin(turn, lock_orders(turn, sheets)))
    run.report()
    return run


def _play(run: Run, scratch: TurnScratch) -> None:
    """Steps 1 to 3 and 6, without missiles, mines, encounters, assessment and repairs, which roll dice."""
    sequence.plan(scratch)
    _window(run, scratch, 0)
    for phase in PHASES:
        move.leaps(scratch, phase)
        move.vessels(scratch, phase)
        run.report()
        _dangers(run, scratch, phase)
        _window(run, scratch, phase)
        if move.landing(scratch, phase):
            encounter.note_company(scratch)
    launch.lapsed(scratch)
    housekeep.keep(scratch)
    for id in run.ids:
        vessel = run.state.vessels[id]
        vessel.reported.swept = list(searched(vessel))


def _window(run: Run, scratch: TurnScratch, number: int) -> None:
    """STG-LAU.3: launches, decoys, codes; who is where."""
    before = len(run.turn.drafts)
    launch.window(scratch, number)
    run.spots.append({vessel.id: Spot(vessel.hex, vessel.body, vessel.facing) for vessel in scratch.state.afloat()})
    for draft in run.turn.drafts[before:]:
        if isinstance(draft.event, Launched) and draft.event.vessel in run.ids:
            run.launches.append((draft.event, _range(run, draft.event)))
    run.report()


def _range(run: Run, event: Launched) -> int:
    target = run.spots[-1].get(event.target)
    return range_to(run.state.vessels[event.vessel].hex, target.body) if target else -1


def _dangers(run: Run, scratch: TurnScratch, phase: int) -> None:
    """STG-MIN.3, STG-RAM.1: mined hexes entered, and vessels met; what comes of it is for the dice."""
    for vessel in scratch.entered:
        if vessel.id in run.ids and vessel.afloat and not vessel.airborne:
            for what in _mined(run, scratch, vessel):
                chance = odds.percent(odds.mine_chance(vessel.penalty))
                run.say(vessel.id, f"enters {label(vessel.hex)} in phase {phase}, where {what} lies: {chance} (STG-MIN.3)")
    for first, second, hex in encounter.meetings(scratch):
        for own, other in ((first, second), (second, first)):
            if own.id in run.ids:
                chance = odds.percent(_contact(scratch, first, second))
                run.say(own.id, f"meets {other.id} in {label(hex)} in phase {phase}: contact with {chance} (STG-RAM.2)")


def _mined(run: Run, scratch: TurnScratch, vessel: Vessel) -> list[str]:
    found = [f"mine {mine.id}" for mine in mines.mines_at(scratch, vessel.hex)]
    return found + ["a foreign mine"] * (vessel.hex in vessel.reported.mines_seen)


def _contact(scratch: TurnScratch, first: Vessel, second: Vessel) -> Fraction:
    rams = encounter.rams(scratch, first, second), encounter.rams(scratch, second, first)
    return odds.contact_chance((first.penalty, second.penalty), *rams)

"""A seat's orders played on an assumed state: the rules' own steps, as far as they roll no dice."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from events.base import EVERYONE
from events.star_navy.movement import MapShifted
from events.star_navy.orders import OrderLapsed, TurnBegan, TurnEnded
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.phrases import count
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import Hex, at, column_row
from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy.model.apply import apply
from pbem.games.star_navy.model.geometry import around, bearing_sections, range_of
from pbem.games.star_navy.model.reserved_words import TURN_SLOTS
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import MINE_POINTS, MOVE_CHART, TURNS
from pbem.games.star_navy.planning.assume import CRUISE, assume
from pbem.games.star_navy.report.record_sheet import moves_on
from pbem.games.star_navy.report.tell import tell
from pbem.games.star_navy.rules import engine, fire, move
from pbem.games.star_navy.rules.command import command_phase
from pbem.games.star_navy.rules.legal import Boarding, Decision, Firing
from pbem.games.star_navy.rules.lock import lock_orders

FASTEST = 6
SPEEDS = range(FASTEST + 1)


@dataclass(frozen=True)
class Guess:
    """What the ships whose speed the reader does not know are taken to do."""

    words: str
    brief: str
    speed: int
    possible: tuple[int, ...]
    """The marked speeds with which they may do so in the first turn."""


@dataclass(frozen=True)
class Sight:
    """How an own ship and an enemy lie to each other when commands are carried out (SN-5.15)."""

    turn: int
    ship: str
    enemy: str
    range: int
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


@dataclass(frozen=True)
class Shot:
    """A volley of an own ship before its dice; the hexes are those of the reader's map."""

    turn: int
    volley: fire.Volley
    origin: Hex
    aim: Hex
    heading: int


@dataclass(frozen=True)
class Stop:
    """Where an own ship is after a turn, on the reader's map."""

    turn: int
    hex: Hex
    heading: int


@dataclass(frozen=True)
class Said:
    """A line about an own ship; turn 0 is the set-up."""

    ship: str
    turn: int
    words: str


@dataclass
class Run:
    """A dry run: what own ships do, in the words of the report, and what they fire at."""

    guess: Guess
    turn: Turn[State]
    ships: tuple[str, ...]
    said: list[Said] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    stops: dict[str, list[Stop]] = field(default_factory=dict)
    """Turn by turn; none after a ship is lost."""
    boardings: list[tuple[int, Boarding]] = field(default_factory=list)
    _reported: int = 0

    @property
    def state(self) -> State:
        """As it is now."""
        return self.turn.state

    def own(self) -> Iterator[Ship]:
        """The seat's ships that are still on the map."""
        return (ship for ship in self.state.living() if ship.id in self.ships)

    def on_map(self, hex: Hex) -> Hex:
        """Where a hex of now is on the reader's map: SN-13.10, the sheet may have been shifted since."""
        shifts = [draft.event for draft in self.turn.drafts if isinstance(draft.event, MapShifted)]
        column, row = column_row(hex)
        return at(column - sum(shift.columns for shift in shifts), row - sum(shift.rows for shift in shifts))

    def say(self, ship: str, words: str) -> None:
        """One more line about a ship."""
        self.said.append(Said(ship, self.state.turn, words))

    def report(self, known: State) -> None:
        """The sentences of the report about what has happened to own ships since the last time."""
        for draft in self.turn.drafts[self._reported :]:
            event = draft.event
            named = [str(getattr(event, "ship", ""))]
            for ship in self.ships if isinstance(event, MapShifted) else named:
                sentence = _lapse(event) if isinstance(event, OrderLapsed) else tell(event, known)
                if ship in self.ships and sentence:
                    self.say(ship, sentence.removeprefix(f"{ship} "))
        self._reported = len(self.turn.drafts)


def _lapse(event: OrderLapsed) -> str:
    """A command is passed over whole; an engine order may have been carried out in part."""
    return f"{event.order} {'passed over' if event.slot in TURN_SLOTS else 'not whole'}: {event.why}"


def guesses(known: State) -> list[Guess]:
    """SN-16.4: the speed of a screened ship is hidden, so there are two ways its next move may go."""
    if all(enemy.console_if_known for enemy in known.enemies()):
        return [Guess("", "", 0, ())]
    if known.by_cycle:
        everything = tuple(SPEEDS)
        return [
            Guess("if the enemies stay where they are", "if it stays", 0, everything),
            Guess(f"if the enemies go straight on at speed {CRUISE}", f"if it goes at {CRUISE}", CRUISE, everything),
        ]
    number = known.next_turn[1]
    moving = tuple(speed for speed in SPEEDS if number in MOVE_CHART[speed])
    staying = tuple(speed for speed in SPEEDS if speed not in moving)
    return [
        Guess("if the enemies stay in their hexes", "if it stays", 0, staying),
        Guess("if the enemies move one hex ahead", "if it moves on", FASTEST, moving),
    ]


def dry_run(known: State, sheet: OrderSheet, guess: Guess) -> Run:
    """The next turn, or with pace=cycle the turns up to the end of the cycle."""
    turn = Turn(apply, assume(known, guess.speed), ScriptedDice(()), 0)
    run = Run(guess, turn, tuple(ship.id for ship in known.mine()))
    lock_orders(turn, {known.reader or "": sheet})
    run.report(known)
    _play(run, known)
    while known.by_cycle and turn.state.turn < TURNS and any(run.own()):
        _play(run, known)
    return run


def _play(run: Run, known: State) -> None:
    turn, state = run.turn, run.state
    turn.emit(TurnBegan(*state.next_turn), "SN-3.1", EVERYONE)
    moved = move.strike_planets(turn, move.sail(turn), "SN-13.2")
    _stay(run)
    run.report(known)
    _hazards(run, moved)
    _look(run)
    decisions = command_phase(turn)
    fire.turn_step(turn, decisions)
    run.report(known)
    _shoot(run, decisions)
    if state.turn == TURNS:
        _engine(run, known)
    run.report(known)
    for ship in run.own():
        run.stops.setdefault(ship.id, []).append(Stop(state.turn, run.on_map(ship.hex), ship.heading))
    turn.emit(TurnEnded(state.cycle, state.turn), "SN-3.1", EVERYONE)


def _stay(run: Run) -> None:
    """SN-4.1: why a ship does not move."""
    for ship in run.own():
        if run.state.turn not in MOVE_CHART[ship.console.speed]:
            run.say(ship.id, f"does not move: speed {ship.console.speed} {moves_on(ship.console.speed)}")


def _hazards(run: Run, moved: Collection[Ship]) -> None:
    """SN-4.4, SN-13.4: what the moves set off. Where it strikes and what it breaks is for the dice."""
    for mine in move.set_off(run.state, moved):
        for ship in run.own():
            if ship.hex in around(mine.hex):
                run.say(ship.id, f"mine {mine.id} explodes: {MINE_POINTS} points on one section (SN-4.5)")
        run.state.mines.remove(mine)
    for ship, points in move.grazed(run.state, moved):
        if ship.id in run.ships:
            run.say(ship.id, f"runs into asteroids: {count(points, 'point')} on one section (SN-13.4)")


def _look(run: Run) -> None:
    """SN-5.9, SN-5.10: ranges and sweeps as commands are carried out."""
    for ship in run.own():
        for enemy in run.state.living():
            if enemy.side != ship.side:
                mine = bearing_sections(ship.hex, ship.heading, enemy.hex)
                theirs = bearing_sections(enemy.hex, enemy.heading, ship.hex)
                away = range_of(ship.hex, enemy.hex)
                run.sights.append(Sight(run.state.turn, ship.id, enemy.id, away, mine, theirs))


def _shoot(run: Run, decisions: list[Decision]) -> None:
    """SN-7.1: volleys and boardings are kept for their odds; cannons wear, mines are laid."""
    turn, number = run.turn, run.state.turn
    for decision in decisions:
        if isinstance(decision, Firing):
            ship, volley = decision.ship, fire.aim(turn, decision)
            if ship.id in run.ships:
                places = run.on_map(ship.hex), run.on_map(decision.target.hex)
                run.shots.append(Shot(number, volley, *places, ship.heading))
            if volley.weapon == "C":
                fire.wear_out(turn, ship, decision.section)
        elif isinstance(decision, Boarding) and decision.ship.id in run.ships:
            run.boardings.append((number, decision))
    fire.lay_mines(turn, decisions)


def _engine(run: Run, known: State) -> None:
    """SN-10.1: both opportunities. SN-11.2: a jump is for the die; the run goes on as if it failed."""
    plans = engine.opportunities(run.turn)
    run.report(known)
    for ship in run.own():
        if ship.id in plans.jumps:
            active = ship.console.isds_active
            chance = f"succeeds on a die of {active} or less" if active else "cannot succeed: no ISD active"
            run.say(ship.id, f"JUMP {ship.stored.slots['JUMP']}: {chance} (SN-11.2); the rest is as if it failed")
    engine.advance(run.turn)

"""`tools/soak.py`: it finds nothing where nothing is wrong, and what is wrong where something is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from events.base import EVERYONE, Event
from events.platform import Rolled
from events.stingray.contacts import MessageHeard
from events.stingray.opening import SideBriefed
from pbem.campaign.simulate import chance_from
from pbem.core.drawing.scene import Scene
from pbem.core.game.options import Options
from pbem.core.game.report_parts import Ask, Panel
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import Envelope, OrderSheet, Parsed, Problem
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.star_navy.bots.roster import BOTS
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import State
from tools import soak
from tools.soak import AnyGame, BotGame, Totals, main, options, run, tried, values

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = "stand-by-for-action"
FULL = STINGRAY.scenarios.options(SCENARIO, {})
SHORT = ["star_navy", "first-blood", "--mixed-options"]


def bot_game(**changes: Any) -> BotGame:
    """A short game of two crews."""
    bots = {seat.id: "steady" for seat in STINGRAY.rules.seats(SCENARIO, FULL)}
    return replace(BotGame("stingray", SCENARIO, FULL, bots, "try", leak=False), **changes)


def found(game: AnyGame, **changes: Any) -> str:
    """What the tool finds in a game."""
    result = tried(bot_game(**changes), {"stingray": game})
    assert isinstance(result, str)
    return result


# ---------------------------------------------------------------- nothing is wrong


def test_nothing_is_found_in_a_game_that_keeps_the_contract() -> None:
    """Played, folded, resolved again, and looked at by every reader; the same words give the same game."""
    first = tried(bot_game(leak=True))
    assert isinstance(first, Totals) and first.games == 1 and first.events > 10 * first.turns > 10
    assert tried(bot_game()) == first


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_is_summed_up(jobs: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A line for every so many games, and one at the end; the scenarios are played in turn, by any bots."""
    monkeypatch.setattr(soak, "STEP", 2)
    words = ["star_navy", "first-blood", "open-space", "--mixed-options", "--games", "3", "--bot", "mixed"]
    assert main([*words, "--jobs", jobs, "--leak", "1"]) == 0
    middle, last = capsys.readouterr().out.splitlines()
    assert middle.startswith("2 games, ") and middle.endswith(" seconds")
    assert last.startswith("nothing found: 3 games, ")


def test_command_line() -> None:
    """Run as a script."""
    command = [sys.executable, "tools/soak.py", *SHORT, "--games", "1", "--bot", "random"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("nothing found: 1 games, ") and done.stderr == ""


# ---------------------------------------------------------------- options


def test_options_are_mixed_within_what_is_legal() -> None:
    """All words of an option, numbers between its limits, and nothing else; without mixing, the defaults."""
    choices = STINGRAY.scenarios.choices(SCENARIO)
    assert values(choices["ram-round"]) == ["nearest", "up", "down"]
    assert values(choices["passive-per-apu"]) == [0, 1, 2, 3, 4, 5, 6]
    assert values(choices["sonar-range"])[:3] == [2, 4, 6] and max(values(choices["sonar-range"])) <= 98
    mixed = [options(STINGRAY, SCENARIO, chance_from(text)) for text in "abc"]
    assert mixed[0] != mixed[1] != mixed[2] and all(STINGRAY.scenarios.options(SCENARIO, each) == each for each in mixed)
    assert options(STINGRAY, SCENARIO, None) == FULL


def test_every_value_of_an_option_comes_up() -> None:
    """Also those that are rare in play: hidden logs, two admirals a side, other impulses, walls, other distances."""
    scenario = "fleet-engagement"
    drawn = [options(SOVEREIGN_SEAS, scenario, chance_from(f"draw {n}")) for n in range(60)]
    choices = SOVEREIGN_SEAS.scenarios.choices(scenario)
    few = {name: values(choice) for name, choice in choices.items() if len(values(choice)) <= 4}
    assert few["impulses"] == [2, 3, 4] and few["start_gap"] == [10, 20, 30, 40] and few["admirals"] == ["one", "two"]
    for name, some in few.items():
        assert {each[name] for each in drawn} == set(some), name
    assert all(SOVEREIGN_SEAS.scenarios.options(scenario, each) == each for each in drawn)


# ---------------------------------------------------------------- something is wrong


def with_rules(**changes: Any) -> AnyGame:
    """Stingray with other functions among its rules."""
    return replace(STINGRAY, rules=replace(STINGRAY.rules, **changes))


def with_parse(spoilt: Callable[[State, OrderSheet, Parsed], Parsed]) -> AnyGame:
    """Stingray, what it understood of a mail spoilt."""

    def parse(state: State, seat: str, envelope: Envelope, sheet: OrderSheet) -> Parsed:
        return spoilt(state, sheet, STINGRAY.orders.parse(state, seat, envelope, sheet))

    return replace(STINGRAY, orders=replace(STINGRAY.orders, parse=parse))


def whimsical(later: bool) -> AnyGame:
    """Says something more when it is played for the first time, or (`later`) when it is resolved again."""
    moves: set[int] = set()

    def resolve(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
        STINGRAY.rules.resolve(turn, sheets)
        if (turn.number in moves) is later:
            turn.emit(MessageHeard("SR1", "HQ", "by the way"), "STG-COM.3", "sr1")
        moves.add(turn.number)

    return with_rules(resolve=resolve)


def forgetful(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """Changes the state, and no event tells."""
    STINGRAY.rules.resolve(turn, sheets)
    turn.state.briefings["terrainians"] = "never mind"


def prying(state: State, event: Event) -> None:
    """Reads what no reader was ever shown."""
    STINGRAY.rules.apply(state, event)
    assert not state.move or state.umpire


def pedantic(state: State, sheet: OrderSheet, parsed: Parsed) -> Parsed:
    """Does not take its own canonical orders."""
    return parsed if sheet.units else replace(parsed, problems=[Problem(1, "SR1", "HALT", "rather not")])


def broken(turn: Turn[State], scenario: str, options: Options) -> None:
    """A mistake of the programmer."""
    raise KeyError("no such sea")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (whimsical(later=False), "but resolved again it is None"),
        (whimsical(later=True), "but resolved again it is Row(type='stingray.message_heard'"),
        (with_rules(resolve=forgetful), "the folded state is not the resolver's"),
        (with_parse(pedantic), "its orders are not read again as they stand"),
        (with_rules(verdict=lambda state: None), "nobody owes orders before the verdict"),
        (with_rules(setup=broken), "KeyError: 'no such sea'"),
        (with_rules(apply=prying), "Unknown: what the umpire keeps was never shown"),
    ],
)
def test_what_is_wrong_is_found(game: AnyGame, message: str) -> None:
    """With the game, the scenario, the options, the seed and the turn."""
    said = found(game)
    assert said.startswith("stingray stand-by-for-action, seed 'try', options {\"crews\": ")
    assert message in said
    assert "turn " in said


def test_the_turn_is_the_first_that_differs() -> None:
    """Not only the game is named."""
    assert "\nturn 1: the log has Row(type='stingray.message_heard'" in found(whimsical(later=False))


def widened(kind: type[Event]) -> AnyGame:
    """All are told of events of this type, or see these dice."""

    def tell_all(turn: Turn[State]) -> None:
        turn.drafts[:] = [replace(each, audience=EVERYONE) if type(each.event) is kind else each for each in turn.drafts]

    def set_up(turn: Turn[State], scenario: str, options: Options) -> None:
        STINGRAY.rules.setup(turn, scenario, options)
        tell_all(turn)

    def resolve(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
        STINGRAY.rules.resolve(turn, sheets)
        tell_all(turn)

    return with_rules(setup=set_up, resolve=resolve)


def moody() -> AnyGame:
    """What its readers know of a briefing is another thing each time that it is folded."""
    told = count()

    def apply(state: State, event: Event) -> None:
        STINGRAY.rules.apply(state, event)
        if isinstance(event, SideBriefed) and state.reader:
            state.briefings[event.side] += f" {next(told)}"

    return with_rules(apply=apply)


def scribbling(known: State) -> Sequence[Panel]:
    """Makes notes in what it only may read."""
    known.briefings["everybody"] = "read"
    return STINGRAY.report.panels(known)


def with_report(**changes: Any) -> AnyGame:
    """Stingray with other functions for its report."""
    return replace(STINGRAY, report=replace(STINGRAY.report, **changes))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (widened(SideBriefed), "turn 0: ['aquaphibian', None] are told of SideBriefed(side='terrainians', "),
        (widened(Rolled), "are thrown for '*'"),
        (moody(), "turn 0, terrainian: what was told is not what is known: …"),
        (with_report(panels=scribbling), "turn 0, terrainian: showing it changed what is known: …"),
    ],
)
def test_a_leak_is_found(game: AnyGame, message: str) -> None:
    """Only where it is looked for; the message names the turn, and who knows what they should not."""
    assert message in found(game, leak=True)
    assert isinstance(tried(bot_game(), {"stingray": game}), Totals)


def torn(known: State) -> Iterator[Scene]:
    """After the first move it cannot be drawn."""
    if known.move == 1:
        raise ZeroDivisionError
    return STINGRAY.report.draw(known)


def test_pictures_are_made_every_so_many_turns() -> None:
    """At each turn, or seldom, because drawings of great maps are slow."""
    assert "turn 1: Traceback" in found(with_report(draw=torn), leak=True)
    assert "turn 1: Traceback" in found(with_report(draw=torn), leak=True, pictures=1)
    assert isinstance(tried(bot_game(leak=True, pictures=2), {"stingray": with_report(draw=torn)}), Totals)


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it."""
    monkeypatch.setattr(soak, "LONGEST", 2)
    endless = with_rules(
        verdict=lambda state: None,
        due=lambda state: {"terrainian": Ask("anything", [])},
        resolve=lambda turn, sheets: None,
    )
    assert "turn 3: the game does not end" in found(endless)


def test_the_first_finding_stops_the_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1; a bot's orders with problems are quoted."""
    monkeypatch.setitem(BOTS, "mad", lambda known, chance: "SR1: FLY HOME" if known.reader == "red" else "")
    assert main([*SHORT, "--bot", "mad", "--games", "9"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("star_navy first-blood, seed 'soak first-blood 0', options {")
    assert "turn 1, red: line 1" in said and said.endswith("\nSR1: FLY HOME\n")
    assert run(iter(["a finding", Totals(1, 2, 3)])) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "stingray"),
        (["stingray", "the-moon"], SCENARIO),
        (["stingray", "--bot", "genius"], "steady"),
        (["stingray", "--games", "0"], "from 1 on"),
        (["stingray", "--leak", "some"], "from 0 on"),
    ],
)
def test_wrong_use_names_what_is_legal(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2."""
    with pytest.raises(SystemExit) as e:
        main(words)
    assert e.value.code == 2
    assert message in capsys.readouterr().err

"""`tools/balance.py`: what it counts, the intervals it prints, and who is set to play."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.core.game.protocol import Chance, Seat
from pbem.core.game.report_parts import Losses
from pbem.games import GAMES
from pbem.games.star_navy.bots.roster import BOTS
from pbem.games.star_navy.model.state import State
from tools.balance import Outcome, WrongUse, as_duel, count, crews, main, markdown, mean, wilson

ROOT = Path(__file__).resolve().parents[2]
STAR_NAVY = GAMES["star_navy"]
SEATS = [Seat("helm", "BLUE", "Helm", "u1"), Seat("guns", "BLUE", "Guns", "u1"), Seat("escort", "RED", "Escort")]
DUEL = ["star_navy", "first-blood", "--games", "4"]


def outcome(*winners: str, turns: int = 10, blue: int = 0, red: int = 0) -> Outcome:
    """A game between BLUE with two units and RED with three."""
    return Outcome(list(winners), turns, {"BLUE": Losses(blue, 2), "RED": Losses(red, 3)})


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a run that succeeds prints."""
    assert main(words) == 0
    return capsys.readouterr().out


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (100, 200, 0.4314, 0.5686)],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    """Known values; a share of 0 or 1 stays inside 0 to 1."""
    found = wilson(wins, games)
    assert found.value == wins / games
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_normal_interval_of_a_mean() -> None:
    """1.96 standard errors of the sample: of 1 2 3 4 the deviation is 1.2910, the standard error 0.6455."""
    assert [round(x, 4) for x in mean([1, 2, 3, 4])] == [2.5, 1.2348, 3.7652]


def test_nothing_less_than_nothing_is_lost() -> None:
    """The interval of a count ends at 0."""
    assert mean([0, 0, 0, 1]).low == 0.0
    assert mean([3, 3]) == (3.0, 3.0, 3.0)


# ---------------------------------------------------------------- counting


def test_wins_draws_turns_and_losses_are_added_up() -> None:
    """A game without winners is a draw; a victory shared by two sides is a win of both."""
    games = [outcome("BLUE", red=3), outcome("BLUE", "RED", turns=20), outcome(blue=2, red=1), outcome("RED", turns=40, blue=1)]
    found = count("a-raid", {"BLUE": ["x"], "RED": ["y", "z"]}, games)
    blue, red = found.parties
    assert (found.scenario, found.games, found.draws.value, found.turns.value) == ("a-raid", 4, 0.25, 20.0)
    assert (blue.name, blue.bots, blue.wins.value, blue.lost.value, blue.units) == ("BLUE", ["x"], 0.5, 0.75, 2.0)
    assert (red.name, red.bots, red.wins.value, red.lost.value, red.units) == ("RED", ["y", "z"], 0.5, 1.0, 3.0)


def test_units_that_come_later_count_in_the_mean() -> None:
    """A side need not have as many units in every game."""
    games = [Outcome([], 1, {"RED": Losses(0, 3)}), Outcome([], 1, {"RED": Losses(0, 4)})]
    assert count("a-raid", {"RED": ["x"]}, games).parties[0].units == 3.5


def test_a_duel_is_counted_by_bot() -> None:
    """The first bot has one side, the second all others; either may win, both, or nobody."""
    losses = {"A": Losses(1, 1), "B": Losses(0, 2), "C": Losses(2, 3)}
    results = {("A",): ["x"], ("C",): ["y"], ("B", "C"): ["y"], ("A", "B"): ["x", "y"], (): []}
    for winners, bots in results.items():
        found = as_duel(Outcome(list(winners), 7, losses), "A", ("x", "y"))
        assert (found.winners, found.turns) == (bots, 7)
        assert found.losses == {"x": Losses(1, 1), "y": Losses(2, 5)}


def test_markdown_is_a_table_for_a_rule_book() -> None:
    """A line for each side; what holds for the whole scenario is in the first."""
    games = [outcome("BLUE", turns=12, red=3)] * 5 + [outcome(turns=12, red=3)] * 5
    assert list(markdown([count("a-raid", {"BLUE": ["x"], "RED": ["y", "z"]}, games)])) == [
        "| scenario | side | bot | wins % | draws % | turns | units lost |",
        "|---|---|---|---|---|---|---|",
        "| `a-raid` | BLUE | x | 50.0 (23.7 to 76.3) | 50.0 (23.7 to 76.3) | 12.0 (12.0 to 12.0) | 0.00 (0.00 to 0.00) of 2 |",
        "|  | RED | y, z | 0.0 (0.0 to 27.8) |  |  | 3.00 (3.00 to 3.00) of 3 |",
    ]


# ---------------------------------------------------------------- who plays what


def test_the_first_bot_plays_unless_told_otherwise() -> None:
    """A name alone is for all seats, SIDE=NAME for all seats of a side, in any case; the later word counts."""
    first = next(iter(STAR_NAVY.planning.bots))
    assert crews(STAR_NAVY, SEATS, []) == {"helm": first, "guns": first, "escort": first}
    mixed = crews(STAR_NAVY, SEATS, ["random", "blue=aggressive"])
    assert mixed == {"helm": "aggressive", "guns": "aggressive", "escort": "random"}


@pytest.mark.parametrize(("word", "message"), [("green=random", "sides are BLUE, RED"), ("red=genius", "cautious, aggressive")])
def test_unknown_bots_and_sides_are_refused(word: str, message: str) -> None:
    """The message names the legal ones."""
    with pytest.raises(WrongUse, match=message):
        crews(STAR_NAVY, SEATS, [word])


# ---------------------------------------------------------------- runs


def test_same_arguments_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """Dice come from the seed alone, however many processes play; another seed gives other games."""
    first = printed(capsys, *DUEL)
    assert printed(capsys, *DUEL) == first == printed(capsys, *DUEL, "--jobs", "2")
    assert printed(capsys, *DUEL, "--seed", "other") != first


def test_what_is_printed_for_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """The head names scenario and games; a line for each side, and the draws."""
    head, *rows = printed(capsys, *DUEL, "--bot", "red=random").splitlines()
    assert head.startswith("first-blood: 4 games, ") and head.endswith(" turns")
    assert [row.split()[0] for row in rows] == ["BLUE", "RED", "draws"]
    assert rows[0].endswith("of 1 units (cautious)") and rows[1].endswith("of 1 units (random)")


def test_json_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    """The figures as data. By the cycle the duel of ten turns is two deadlines; other names of a scenario do."""
    (found,) = json.loads(printed(capsys, "star_navy", "SN-S2", "--games", "3", "--option", "pace=cycle", "--json"))
    assert (found["scenario"], found["games"]) == ("first-blood", 3)
    assert 1 <= found["turns"]["value"] <= 2
    assert [set(party) for party in found["parties"]] == [{"name", "bots", "wins", "lost", "units"}] * 2
    assert set(found["draws"]) == {"value", "low", "high"}


def test_without_a_scenario_all_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the rule book."""
    found = json.loads(printed(capsys, "star_navy", "--games", "2", "--bot", "random", "--option", "pace=cycle", "--json"))
    assert [each["scenario"] for each in found] == list(STAR_NAVY.scenarios)


def test_duellists_change_sides(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first bot has each side in turn, also where there are more than two."""
    seen: set[str] = set()

    def spy(known: State, chance: Chance) -> str:
        seen.add(known.side)
        return ""

    monkeypatch.setitem(BOTS, "spy", spy)
    out = printed(capsys, "star_navy", "four-corners", "--games", "3", "--duel", "spy,random", "--option", "pace=cycle")
    assert seen == {"A", "B", "C"}
    assert [row.split()[0] for row in out.splitlines()[1:]] == ["spy", "random", "draws"]
    assert "of 1 units (spy)" in out and "of 3 units (random)" in out


def test_orders_with_problems_stop_the_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1, with the game, the turn, the seat, the problem and the text."""
    monkeypatch.setitem(BOTS, "mad", lambda known, chance: "SR1: FLY HOME" if known.reader == "red" else "")
    assert main([*DUEL, "--bot", "mad"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("first-blood, seed 'balance first-blood 0', turn 1, red: line 1")
    assert said.endswith("\nSR1: FLY HOME\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "star_navy"),
        (["star_navy", "the-moon"], "first-blood"),
        ([*DUEL, "--option", "pace=slow"], "turn, cycle"),
        ([*DUEL, "--option", "pace"], "name=value"),
        ([*DUEL, "--bot", "genius"], "cautious, aggressive, random"),
        ([*DUEL, "--duel", "random"], "cautious,aggressive"),
        ([*DUEL, "--duel", "random,random"], "two different bots"),
        ([*DUEL, "--duel", "random,genius"], "cautious, aggressive, random"),
        ([*DUEL, "--duel", "random,cautious", "--bot", "random"], "--bot"),
        (["star_navy", "--games", "1"], "from 2 on"),
        ([*DUEL, "--json", "--markdown"], "not allowed with"),
    ],
)
def test_wrong_use_names_what_is_legal(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2."""
    with pytest.raises(SystemExit) as e:
        main(words)
    assert e.value.code == 2
    assert message in capsys.readouterr().err


def test_command_line() -> None:
    """Run as the rule book says."""
    command = [sys.executable, "tools/balance.py", "star_navy", "first-blood", "--games", "2", "--markdown"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[2].startswith("| `first-blood` | BLUE | cautious |") and done.stderr == ""

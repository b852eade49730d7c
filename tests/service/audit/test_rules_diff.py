"""Stored games under rules that were changed after them: what would come out otherwise, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import pytest

from events.base import EVERYONE, NOBODY, Draft
from events.platform import Rolled, RolledBack, StateRestored
from events.star_navy.battle import Turned
from pbem.core.game.options import NoScenario
from pbem.core.game.report_parts import Verdict
from pbem.core.game.turn import Turn
from pbem.core.state.game_state import Unknown
from pbem.core.texts.envelope import OrderSheet
from pbem.games import GAMES
from pbem.service.audit.rules_diff import Change, GameDiff, chosen_games, rules_diff
from pbem.service.context import NoSuchGame, ServiceContext, stamp
from pbem.service.games import game_master, opening
from pbem.service.repository import load
from pbem.service.turns import rollback
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn, position

BOTS = {
    "star_navy": ("wolf-pack", {"blue": "bot:aggressive", "red": "bot:cautious"}, 4),
    "stingray": ("new-toy", dict.fromkeys(("captain1", "copilot1", "captain2", "copilot2", "aquaphibian"), "bot:steady"), 1),
    "sovereign_seas": ("bellerophon-ocean", {"gb": "bot:line", "fr": "bot:ram"}, 2),
    "wet_thrust": ("first-salvo", {"de": "bot:steady", "gb": "bot:bold"}, 2),
}
"""Scenario, players and turns: enough for shots to be fired."""


def by_bots(context: ServiceContext, clock: HandClock, key: str) -> str:
    """A stored game that bots have begun."""
    scenario, players, turns = BOTS[key]
    stream = opening.open_game(context, key, scenario, players=players)
    for _ in range(turns):
        clock.advance(24)
        assert tick(context)
    return stream


def with_rules(context: ServiceContext, **changed: Any) -> None:
    """From now on Star Navy is played by other rules: each argument is a part of `Rules`."""
    game = GAMES["star_navy"]
    context.games = {"star_navy": replace(game, rules=replace(game.rules, **changed))}


Sheets = Mapping[str, OrderSheet]


def beginning_with(act: Callable[[Turn[Any]], None]) -> Callable[[Turn[Any], Sheets], None]:
    """The resolution of Star Navy, before which something else happens."""

    def resolve(turn: Turn[Any], sheets: Sheets) -> None:
        turn.phase("Weather")
        act(turn)
        GAMES["star_navy"].rules.resolve(turn, sheets)

    return resolve


def changes(found: GameDiff, turn: int) -> list[Change]:
    return next(each.changes for each in found.different if each.turn == turn)


# ---------------------------------------------------------------- each rule book


@pytest.mark.parametrize("key", BOTS)
def test_nothing_differs_under_the_rules_it_was_played_by(context: ServiceContext, clock: HandClock, key: str) -> None:
    """Set-up and all turns come out the same, and nothing is written."""
    stream = by_bots(context, clock, key)
    head = context.store.head(stream)
    found = rules_diff(context, stream)
    assert not found.differs and found.turns == found.same == BOTS[key][2]
    assert (found.game, found.begun_with, found.rules_version) == (key, GAMES[key].rules_version, GAMES[key].rules_version)
    assert context.store.head(stream) == head


@dataclass(frozen=True)
class Correction:
    """A name of a module of the rules, what stands there instead, and the clause and a word of what then differs first."""

    key: str
    module: str
    name: str
    correct: Callable[[Any], Any]
    clause: str
    word: str


CORRECTIONS = [
    Correction("star_navy", "fire", "TORPEDO_POINTS", lambda old: old + 3, "SN-7.10", "torpedo"),
    Correction("stingray", "housekeep", "BATTERY", lambda old: 5, "STG-POW.4", "batter"),
    Correction("sovereign_seas", "combat.gunnery", "needed_at", lambda old: lambda *at: old(*at) - 2, "SSL-J2.8", "needed"),
    Correction("wet_thrust", "combat.gunnery", "hit_symbols", lambda old: lambda *at: old(*at) + 1, "WT-7.8", "hit"),
]


@pytest.mark.parametrize("made", CORRECTIONS, ids=lambda made: made.key)
def test_a_corrected_rule_is_told_with_turn_clause_and_words(
    context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch, made: Correction
) -> None:
    """What differs first cites the clause and says in sentences how it came out and would now; other turns are the same."""
    stream = by_bots(context, clock, made.key)
    home = import_module(f"pbem.games.{made.key}.rules.{made.module}")
    monkeypatch.setattr(home, made.name, made.correct(getattr(home, made.name)))
    found = rules_diff(context, stream)
    first = found.different[0]
    assert first.turn and first.name.startswith(f"turn {first.turn}, ") and not first.undone
    change = first.changes[0]
    assert (change.how, change.rule) == ("changed", made.clause) and change.phase
    assert made.word in change.log and change.log != change.now and change.fields
    assert found.differs and found.same == found.turns - len(found.different)


# ---------------------------------------------------------------- one turn, and the turns after it


def test_a_difference_does_not_run_on(context: ServiceContext) -> None:
    """A ship that does not turn in turn 2 alone is told of turn 2; turn 3 begins where the log stands, and is the same."""
    stream = duel(context)
    for _ in range(3):
        play_turn(context, stream)
    old = GAMES["star_navy"].rules.resolve

    def resolve(turn: Turn[Any], sheets: Sheets) -> None:
        old(turn, {**sheets, "blue": OrderSheet()} if turn.number == 2 else sheets)

    with_rules(context, resolve=resolve)
    found = rules_diff(context, stream)
    assert [each.turn for each in found.different] == [2] and (found.turns, found.same) == (3, 2)
    assert any(each.how == "gone" and each.log and not each.now for each in changes(found, 2))


def test_dice_that_only_shifted_are_told_once(context: ServiceContext, clock: HandClock) -> None:
    """A roll more before the others: it is told as new, then once for all rolls of its audience that they fell otherwise."""
    stream = by_bots(context, clock, "star_navy")
    with_rules(context, resolve=beginning_with(lambda turn: turn.roll(1, 6, "the weather", "SN-7.10", EVERYONE)))
    found = rules_diff(context, stream)
    assert [each.turn for each in found.different] == [1, 2, 3, 4]
    told = [changes(found, turn) for turn in (1, 2, 3, 4)]
    assert all((each[0].how, each[0].phase, each[0].rule) == ("new", "Weather", "SN-7.10") for each in told)
    assert all(each[0].now.startswith("1d6 the weather: ") for each in told)
    shifts = [[change.now for change in each if change.how == "dice"] for each in told]
    assert max(map(len, shifts)) == 1
    said = "Rolls before are more or fewer, so from here on dice have other keys: other faces in "
    assert all(words.startswith(said) for each in shifts for words in each)


def test_a_clause_and_an_audience_count_too(context: ServiceContext) -> None:
    """The same outcome under another clause, or shown to others, is a change, and its fields say so."""
    stream = duel(context)
    play_turn(context, stream)

    def resolve(turn: Turn[Any], sheets: Sheets) -> None:
        GAMES["star_navy"].rules.resolve(turn, sheets)
        place = next(place for place, each in enumerate(turn.drafts) if isinstance(each.event, Turned))
        turn.drafts[place] = replace(turn.drafts[place], rule="SN-99.9", audience="blue")

    with_rules(context, resolve=resolve)
    (change,) = changes(rules_diff(context, stream), 1)
    assert (change.how, change.rule) == ("changed", "SN-99.9") and change.log == change.now
    assert change.fields == ["clause: SN-6.1, now SN-99.9", "seen by: everyone, now blue"]


def test_what_nobody_may_know_is_left_out_for_whom_it_is_hidden_from(context: ServiceContext) -> None:
    """A hidden roll and an event for nobody are told of the whole log, and not to those who may not know of them."""
    stream = duel(context)
    play_turn(context, stream)

    def hidden(turn: Turn[Any]) -> None:
        roll = Rolled("the umpire's own", 6, [3], 0)  # Star Navy has none, and `roll` would be refused in tests
        turn.drafts.append(Draft(roll, turn.number, "Weather", "SN-7.10", NOBODY))
        turn.emit(Turned("BIS", 0), "SN-1.1", NOBODY)

    with_rules(context, resolve=beginning_with(hidden))
    assert any("the umpire's own" in each.now for each in changes(rules_diff(context, stream), 1))
    assert not rules_diff(context, stream, whole=False).differs


def test_the_set_up_is_played_again_from_the_seed(context: ServiceContext) -> None:
    """Another opening position is told as of the set-up, and the turns are held against the position of the log."""
    stream = duel(context)
    play_turn(context, stream)

    def setup(turn: Turn[Any], scenario: str, options: Mapping[str, Any]) -> None:
        GAMES["star_navy"].rules.setup(turn, scenario, options)
        turn.emit(Turned("BIS", 0), "SN-2.1", EVERYONE)

    with_rules(context, setup=setup)
    found = rules_diff(context, stream)
    assert [(each.turn, each.name) for each in found.different] == [(0, "the set-up")] and (found.turns, found.same) == (1, 1)
    assert [(each.how, each.phase, each.rule) for each in changes(found, 0)] == [("new", "Set-up", "SN-2.1")]


# ---------------------------------------------------------------- the course of a game


def test_another_end_is_told(context: ServiceContext, clock: HandClock) -> None:
    """A game that would end earlier, and one whose last turn has another winner: told in words, not of every turn after it."""
    stream = opening.open_game(context, "star_navy", "first-blood", players=dict.fromkeys(("blue", "red"), "bot:aggressive"))
    while not load(context, stream).ledger.ended:
        clock.advance(24)
        tick(context)
    last, ended = load(context, stream).ledger.closed, load(context, stream).ledger.verdict
    with_rules(context, verdict=lambda state: Verdict(["red"], "Red wins by a new rule.") if state.turn in (2, last) else None)
    found = rules_diff(context, stream)
    assert [each.turn for each in found.different] == [2, last]
    (early,), (late,) = changes(found, 2), changes(found, last)
    assert (early.how, early.now) == ("new", "The game ends: Red wins by a new rule.")
    assert (late.how, late.log, late.now) == ("changed", f"The game ends: {ended}", "The game ends: Red wins by a new rule.")


def test_who_sent_nothing_is_part_of_it(context: ServiceContext) -> None:
    """If today's rules ask another seat for orders, then somebody else has missed the turn."""
    stream = duel(context)
    play_turn(context, stream)
    ask = GAMES["star_navy"].rules.due

    def resolve(turn: Turn[Any], sheets: Sheets) -> None:
        GAMES["star_navy"].rules.resolve(turn, {seat: sheets[seat] for seat in ("blue", "red")})

    with_rules(context, due=lambda state: {**ask(state), "green": ask(state)["blue"]}, resolve=resolve)
    (change,) = changes(rules_diff(context, stream), 1)
    assert (change.how, change.event, change.fields) == ("changed", "game.turn_locked", ["missed: none, now green"])


def test_undone_turns_and_turns_that_were_not_resolved(context: ServiceContext) -> None:
    """A roll-back's own turn is skipped; the turns that it undid are told as undone, the one played again as it counts now."""
    stream = duel(context)
    for _ in range(2):
        play_turn(context, stream)
    rollback.rerun(context, stream, 2, "the rules were mended")
    play_turn(context, stream)
    assert not rules_diff(context, stream).differs
    with_rules(context, resolve=beginning_with(lambda turn: turn.emit(Turned("BIS", 0), "SN-5.4", EVERYONE)))
    found = rules_diff(context, stream)
    assert [(each.turn, each.undone) for each in found.different] == [(1, False), (2, True), (4, False), (5, False)]
    assert (found.turns, found.same, found.unresolved) == (4, 0, [3])


def test_a_game_that_its_master_ended_and_opened_again(context: ServiceContext) -> None:
    """Its last turn was not resolved, and neither was the one that a roll-back added; what was played is the same."""
    stream = duel(context)
    play_turn(context, stream)
    game_master.end(context, stream, "all agreed")
    assert rules_diff(context, stream).unresolved == [2]
    rollback.roll_back(context, stream, 0, "all agreed again")
    play_turn(context, stream)
    found = rules_diff(context, stream)
    assert not found.differs and (found.turns, found.unresolved) == (2, [2, 3])


# ---------------------------------------------------------------- what cannot be played


def test_a_turn_that_todays_rules_cannot_play(context: ServiceContext) -> None:
    """A part that the log never set, a set-up that is gone, a game that is over before: each has its sentence, others go on."""
    stream = duel(context)
    play_turn(context, stream)
    play_turn(context, stream)

    def unknown(turn: Turn[Any]) -> None:
        if turn.number == 1:
            raise Unknown("the shields of BIS were never shown")

    def gone(turn: Turn[Any], scenario: str, options: Mapping[str, Any]) -> None:
        raise NoScenario("no scenario 'first-blood'")

    with_rules(context, resolve=beginning_with(unknown), setup=gone)
    found = rules_diff(context, stream)
    assert [(each.turn, each.unplayed) for each in found.different] == [
        (0, "no scenario 'first-blood'"),
        (1, "the shields of BIS were never shown"),
    ]
    assert (found.turns, found.same) == (2, 1)
    with_rules(context, due=lambda state: {})
    assert "nobody owes orders" in rules_diff(context, stream).different[0].unplayed


def test_a_mistake_in_the_rules_is_not_swallowed(context: ServiceContext) -> None:
    """An exception that nobody expects goes on, and says in which turn of which game it happened."""
    stream = duel(context)
    play_turn(context, stream)
    with_rules(context, resolve=beginning_with(lambda turn: {}["BIS"]))
    with pytest.raises(KeyError) as raised:
        rules_diff(context, stream)
    assert raised.value.__notes__ == [f"while turn 1 of {stream} was played again"]


def test_a_log_that_cannot_be_followed(context: ServiceContext, clock: HandClock) -> None:
    """A rule book that is gone, a position of an old shape, a broken chain: told with what was found before."""
    stream = duel(context)
    play_turn(context, stream)
    context.games = {}
    found = rules_diff(context, stream)
    assert found.differs and "'star_navy', which is not played here" in found.unreadable and found.turns == 0
    context.games = GAMES
    kept = StateRestored(0, 99, position(context, stream, 0), {})
    drafts = [Draft(RolledBack(2, 0, 0, "x"), 2), Draft(kept, 2, audience=NOBODY)]
    context.store.append(stream, drafts, context.store.head(stream), stamp(clock()))
    found = rules_diff(context, stream)
    assert "in shape 99 of star_navy" in found.unreadable and (found.turns, found.same) == (1, 1)
    con = context.database.con
    con.execute("DROP TRIGGER events_no_update")
    con.execute("UPDATE events SET data = '{}' WHERE version = 3")
    assert "version 3: the hash chain is broken" in rules_diff(context, stream).unreadable


# ---------------------------------------------------------------- which games


def test_games_are_chosen_by_name_and_by_rule_book(context: ServiceContext) -> None:
    """All, these, those of a rule book; what is not there has its sentence, which says what is."""
    navy, other = duel(context), opening.open_game(context, "stingray", "agent-x20")
    assert chosen_games(context, None, []) == [navy, other]
    assert chosen_games(context, "stingray", []) == [other]
    assert chosen_games(context, None, [other]) == [other]
    with pytest.raises(NoSuchGame, match="there are g1, g2"):
        chosen_games(context, None, ["g9"])
    with pytest.raises(NoScenario, match="no game 'stingrey'; there are star_navy, stingray"):
        chosen_games(context, "stingrey", [])

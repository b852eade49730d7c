"""Questions in a mail: help from the pages of the order languages, old reports, and why something happened."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pbem.core.texts.commands import COMMANDS
from pbem.core.texts.opening import open_envelope
from pbem.games import GAMES
from pbem.present.report import to_text
from pbem.service import help_pages
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.orders.file import file_orders
from pbem.service.orders.questions import MAX_ANSWERS
from pbem.service.receipt import Answer, Receipt
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from tests.conftest import HandClock
from tests.gateway.builders.tiny_game import GAMES as DRILL
from tests.kit.pages import SPAN, chapter, page, rows
from tests.tools.test_clauses import coverage

ROOT = Path(__file__).parents[3]


def opened(context: ServiceContext, key: str, scenario: str = "") -> tuple[str, str]:
    """A game with empty seats, and its first seat."""
    stream = opening.open_game(context, key, scenario or next(iter(context.games[key].scenarios)))
    return stream, next(iter(load(context, stream).ledger.seats))


def fought(context: ServiceContext, clock: HandClock, key: str, turns: int) -> tuple[str, list[str]]:
    """A game that bots have played for some turns, and its seats."""
    game = context.games[key]
    scenario = next(iter(game.scenarios))
    bot = next(iter(game.planning.bots))
    seats = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
    stream = opening.open_game(context, key, scenario, players=dict.fromkeys(seats, f"bot:{bot}"))
    for _ in range(turns):
        tick(context)
        clock.advance(24)
    return stream, seats


def ask(context: ServiceContext, stream: str, seat: str, text: str) -> Answer:
    """The one answer to a question."""
    receipt = file_orders(context, stream, seat, text, f"{seat} asks {text}")
    record = load(context, stream)
    outcome = "unchanged" if record.game.rules.due(record.state) else "over"
    assert (receipt.outcome, receipt.problems, len(receipt.answers)) == (outcome, [], 1)
    return receipt.answers[0]


# ---------------------------------------------------------------- in general


@pytest.mark.parametrize("text", ["status", "help", "HISTORY 0?", "why 1!", "help fire\nstatus\nwhy 0.1"])
def test_a_mail_of_questions_changes_nothing(context: ServiceContext, text: str) -> None:
    """It is answered, and the log is as it was."""
    stream, seat = opened(context, "star_navy", "first-blood")
    head = context.store.head(stream)
    receipt = file_orders(context, stream, seat, text, "m1")
    assert (receipt.outcome, receipt.problems, receipt.taken) == ("unchanged", [], [])
    assert receipt.asks == [line.split()[0].rstrip("?!").lower() for line in text.splitlines()]
    assert context.store.head(stream) == head


def test_questions_are_answered_beside_orders_and_after_the_deadline(context: ServiceContext, clock: HandClock) -> None:
    """Orders in the same mail count; an answer to yesterday's report may ask, and is not too late for that."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    receipt = file_orders(context, stream, "blue", "BIS: TURN L\nhelp turn\nFIRE F", "m1")
    assert "TURN L" in receipt.current_orders and [answer.title for answer in receipt.answers] == ["Help: turn"]
    clock.advance(24)
    tick(context)
    late = file_orders(context, stream, "blue", "why 1\nhistory 0", "m2", turn=1)
    assert late.outcome == "unchanged" and len(late.answers) == 2
    assert file_orders(context, stream, "blue", "why 1\nBIS: TURN L", "m3", turn=1).outcome == "late"


def test_a_mail_gets_so_many_answers(context: ServiceContext) -> None:
    """The same question counts once; what is left out is said."""
    stream, seat = opened(context, "star_navy")
    text = "help\n" * 9 + "".join(f"help {word}\n" for word in ("fire", "turn", "mine", "board", "speed", "jump"))
    receipt = file_orders(context, stream, seat, text, "m1")
    assert len(receipt.answers) == MAX_ANSWERS
    assert receipt.notes == ["a mail gets 5 answers; 2 more of your questions were left out"]


@pytest.mark.parametrize("key", list(GAMES))
@pytest.mark.parametrize(("line", "meant"), [("histroy 3", "history 3"), ("statsu", "status"), ("why did she turn", "why 2.7")])
def test_a_slip_in_a_command_is_told(context: ServiceContext, key: str, line: str, meant: str) -> None:
    """Every game leaves such a line; its problem, or what is said of prose, names the command that was meant."""
    stream, seat = opened(context, key)
    seat = next(iter(context.games[key].rules.due(load(context, stream).state)), seat)
    receipt = file_orders(context, stream, seat, line, "m1")
    (told,) = [*receipt.problems, *receipt.left_out]
    assert told.endswith(f"Did you mean `{meant}`?")


# ---------------------------------------------------------------- help


@pytest.mark.parametrize("key", list(GAMES))
def test_help_tells_what_every_game_has_and_how_this_one_is_written(context: ServiceContext, key: str) -> None:
    """The common lines, the page's own section on writing a mail, and what can be asked for; each of these has an answer."""
    stream, seat = opened(context, key)
    text = ask(context, stream, seat, "help").text
    assert all(word.lower() in text for word in COMMANDS)
    assert "Writing a mail\n--------------" in text
    for title in re.findall("^  (.+)$", text.partition("for more:\n")[2], re.M):
        assert ask(context, stream, seat, f"help {title.removesuffix(' (all of it)')}").text


@pytest.mark.parametrize("key", list(GAMES))
def test_pages_fit_a_mail(key: str) -> None:
    """Of the whole page nothing but examples and grammar is wider than 76 columns, and no Markdown is left."""
    assert help_pages.order_page(key)
    for section in help_pages.order_page(key):
        example = {line.strip() for line in section.lines}
        wide = [line for line in section.text().splitlines() if len(line) > 76 and line.strip() not in example]
        assert wide == []
        assert not re.search(r"\*\*|\]\(|^\||^#", section.text(), re.M), section.title


@pytest.mark.parametrize(
    ("key", "topic", "sections"),
    [
        ("star_navy", "fire", ["Commands", "Standing orders and policies"]),
        ("star_navy", "Engine Phase", ["Engine phase"]),
        ("stingray", "move", ["Movement", "Power and sensors of a Stingray", "Before move 1"]),
        ("sovereign_seas", "MOVE", ["Speed and helm"]),
        ("sovereign_seas", "fire", ["Fire"]),
        ("wet_thrust", "grammar", ["Grammar"]),
        ("wet_thrust", "history", ["Beside orders"]),
    ],
)
def test_help_on_a_topic_gives_the_sections_about_it(
    context: ServiceContext, key: str, topic: str, sections: list[str]
) -> None:
    """Those with the order in a table, and those named after it; a whole headline gives its section alone."""
    stream, seat = opened(context, key)
    answer = ask(context, stream, seat, f"help {topic}")
    assert re.findall(r"^(.+)\n---+$", answer.text, re.M) == sections


def test_help_on_what_is_nowhere(context: ServiceContext) -> None:
    """What could be asked for instead."""
    stream, seat = opened(context, "star_navy")
    text = ask(context, stream, seat, "help enginephse").text
    assert "has nothing about enginephse. Did you mean ENGINE PHASE?" in text.replace("\n", " ")
    assert "\n  Turns and slots\n" in text


def test_help_on_no_word_at_all(context: ServiceContext) -> None:
    """Signs alone are about nothing."""
    stream, seat = opened(context, "star_navy")
    assert "has nothing about --." in ask(context, stream, seat, "help --").text.replace("\n", " ")


@pytest.mark.parametrize("name", ["stingray", "Stingray, Stingray", "wet thrust", "star_navy"])
def test_help_on_a_game_is_its_whole_page(context: ServiceContext, name: str) -> None:
    """By key or title, also of another game."""
    stream, seat = opened(context, "stingray")
    text = ask(context, stream, seat, f"help {name}").text
    key = {"Stingray, Stingray": "stingray", "wet thrust": "wet_thrust"}.get(name, name)
    assert all(section.title in text for section in help_pages.order_page(key))


def test_a_game_without_a_page_has_the_common_lines(context: ServiceContext) -> None:
    """A new game may have no page yet; nothing breaks."""
    context.games = DRILL
    stream, seat = opened(context, "drill")
    assert "press to red" in ask(context, stream, seat, "help").text
    assert ask(context, stream, seat, "help move").text == "The page on the orders of Drill has nothing about move."


def test_every_common_line_of_the_pages_is_one() -> None:
    """docs/orders/README.md, from where they are copied to all other pages: every line is read as what it says, none lacks."""
    table = rows(chapter(page("orders/README"), "Beside orders"))
    lines = [line for row in table[1:] for line in SPAN.findall(row[0])]
    for line in lines:
        envelope = open_envelope(line)
        beside = (envelope.asks, envelope.press, envelope.requests, envelope.luck, envelope.ready is not None)
        assert envelope.blocks == [] and any(beside), line
    assert {line.split()[0].strip(":").upper() for line in lines} - {"NOT"} == set(COMMANDS)


# ---------------------------------------------------------------- history


def test_history_is_the_report_of_that_turn_without_its_form(context: ServiceContext, clock: HandClock) -> None:
    """As this seat saw it, word for word, but for the order form and the deadline, which are of no use any more."""
    stream, _ = fought(context, clock, "star_navy", 4)
    for turn in (0, 2):
        for seat in ("blue", "red"):
            text = ask(context, stream, seat, f"history {turn}").text
            then = to_text(turn_report(context, stream, turn, seat).report)
            assert [line for line in text.splitlines() if line not in then.splitlines()] == []
            assert then.splitlines()[0] in text and "END" not in text.splitlines() and "ORDERS DUE" not in text
    assert ask(context, stream, "red", "history").title == f"The report of turn {load(context, stream).ledger.closed}"


def test_history_of_a_turn_that_is_not_resolved(context: ServiceContext, clock: HandClock) -> None:
    """It says which there are."""
    stream, _ = fought(context, clock, "star_navy", 1)
    assert ask(context, stream, "blue", "history 7").text == (
        "There is no report of that turn. There is one of turns 0 (the opening) to 1."
    )
    other, _ = opened(context, "star_navy")
    assert "turn 0, the opening; no turn is resolved yet" in ask(context, other, "blue", "why 3.1").text.replace("\n", " ")


# ---------------------------------------------------------------- why


@pytest.mark.parametrize("key", list(GAMES))
def test_every_line_of_a_report_can_be_asked_for(context: ServiceContext, clock: HandClock, key: str) -> None:
    """The lines are numbered from 1 for each turn and reader; each answer has the sentence and the words of its clause."""
    stream, seats = fought(context, clock, key, 4)
    turn = load(context, stream).ledger.closed
    numbered = 0
    for seat in seats:
        lines = turn_report(context, stream, turn, seat).report.lines
        assert [told.number for told in lines] == list(range(1, len(lines) + 1))
        for told in lines[:40]:
            answer = ask(context, stream, seat, f"why {turn}.{told.number}")
            words = " ".join(answer.text.split())
            assert answer.title == f"Why {turn}.{told.number}" and words.startswith(" ".join(told.text.split()))
            for clause in re.findall(r"[A-Z]+-[A-Z0-9]+\.\d+", told.rule):
                assert (
                    f"[{clause}] {help_pages.clauses(key)[clause]}".split()
                    == words[words.index(f"[{clause}]") :].split()[: len(help_pages.clauses(key)[clause].split()) + 1]
                )
            numbered += 1
    assert numbered


@pytest.mark.parametrize("key", list(GAMES))
def test_every_clause_has_its_words(key: str) -> None:
    """All of the rule book, in plain text."""
    assert list(help_pages.clauses(key)) == coverage(ROOT, key).clauses
    assert all(words and "](" not in words and "**" not in words for words in help_pages.clauses(key).values())


def test_the_dice_are_found_in_the_proof_file(context: ServiceContext, clock: HandClock) -> None:
    """Purpose and faces, and the place in the file: there is that very roll."""
    stream, seats = fought(context, clock, "wet_thrust", 4)
    found = 0
    for turn in range(1, load(context, stream).ledger.closed + 1):
        for seat in seats:
            made = turn_report(context, stream, turn, seat)
            rolls = json.loads(made.proof)["rolls"]
            for told in [each for each in made.report.lines if each.dice]:
                text = " ".join(ask(context, stream, seat, f"why {turn}.{told.number}").text.split())
                for place, number in re.findall(
                    rf"Roll (\d+) of the proof file of turn {turn} \(audience \S+, number (\d+)\)", text
                ):
                    roll = rolls[int(place) - 1]
                    faces = " ".join(map(str, roll["faces"]))
                    assert f"{roll['n']}d{roll['sides']} {roll['purpose']}: {faces}" in told.dice
                    assert roll["number"] == int(number)
                    found += 1
                assert text.count("of the proof file") == len(told.dice)
    assert found


def duel_of(context: ServiceContext, red: str) -> str:
    """One turn of a duel. Blue turns, for nobody is near; what red does beside turning is their own business."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    file_orders(context, stream, "blue", "BIS: FIRE F AT SR1 WITHIN 1 ELSE TURN L\nready", "m1")
    file_orders(context, stream, "red", f"SR1: {red}\nready", "m2")
    tick(context)
    return stream


def test_why_shows_the_own_orders_and_nobody_elses(context: ServiceContext) -> None:
    """What stood for the unit in the sentence is below, if it is the reader's; the enemy's orders never are."""
    stream = duel_of(context, "TURN R\nE1 SHIELDS F 1\nT6 FIRE F AT BIS")
    texts: dict[str, list[str]] = {}
    for seat in ("blue", "red"):
        count = len(turn_report(context, stream, 1, seat).report.lines)
        texts[seat] = [ask(context, stream, seat, f"why {number + 1}").text for number in range(count)]
    assert any("Your orders for BIS, as they stood\n  T1 FIRE F AT SR1 WITHIN 1 ELSE TURN L" in text for text in texts["blue"])
    assert any("E1 SHIELDS F 1" in text for text in texts["red"])
    assert not any("Your orders for SR1" in text or "E1 SHIELDS F 1" in text for text in texts["blue"])
    assert not any("Your orders for BIS" in text for text in texts["red"])


def test_what_red_keeps_secret_moves_no_answer_of_blue(context: ServiceContext) -> None:
    """Two duels that differ only in red's sealed orders: blue is told the same, whatever they ask; sealed numbers apart."""
    one, two = (duel_of(context, red) for red in ("TURN R", "TURN R\nE1 SHIELDS F 1\nPOLICY RETREAT NEVER\nT6 FIRE F AT BIS"))
    count = len(turn_report(context, one, 1, "blue").report.lines)
    for question in [*(f"why {number + 1}" for number in range(count)), f"why {count + 1}", "history 1", "status", "preview"]:
        said = []
        for stream in (one, two):
            receipt = file_orders(context, stream, "blue", question, "ask")
            before, report = (turn_report(context, stream, turn, "blue").report for turn in (0, 1))
            words = _plain(receipt)
            (filed,) = filings_of(context, stream, "blue", 1)
            seal = way_in(context, filed).seal
            for sealed in (before.root, report.head, report.root, report.digest, receipt.head, seal):
                words = words.replace(sealed, "(sealed)")
            said.append(words.replace(stream, "game"))
        assert said[0] == said[1], question


def _plain(receipt: Receipt) -> str:
    """All that a receipt says."""
    return json.dumps(vars(receipt), default=vars)


def test_orders_that_nobody_sent_are_those_that_counted(context: ServiceContext, clock: HandClock) -> None:
    """A seat that filed nothing is shown the standing orders that were used for it."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    file_orders(context, stream, "blue", "BIS: STANDING TURN L", "m1")
    for _ in range(2):
        clock.advance(24)
        tick(context)
    count = len(turn_report(context, stream, 2, "blue").report.lines)
    texts = [ask(context, stream, "blue", f"why 2.{number + 1}").text for number in range(count)]
    assert any("Your orders for BIS, as they stood\n  STANDING TURN L" in text for text in texts)


@pytest.mark.parametrize("text", ["why", "why 0", "why 999", "why 1.999"])
def test_a_number_that_no_line_has(context: ServiceContext, text: str) -> None:
    """It says which there are."""
    stream = duel_of(context, "TURN R")
    count = len(turn_report(context, stream, 1, "blue").report.lines)
    assert f"The lines of turn 1 are numbered 1 to {count}." in ask(context, stream, "blue", text).text.replace("\n", " ")

"""Claims: what was published is found in the honest log, and misses in one that was cut or written anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from events.base import Draft, Entry
from events.platform import Announced, OrdersFiled, Rolled, TurnLocked, TurnOpened
from events.store import EMPTY, open_store
from pbem.core.dice import fair_dice
from pbem.present.report import to_html, to_text
from pbem.service.audit.claims import CUT, Claim, contradictions
from pbem.service.audit.read_claims import claims_in_json, claims_in_page, claims_in_text, claims_of_receipt
from pbem.service.context import ServiceContext
from pbem.service.games import game_master, opening
from pbem.service.orders.file import file_orders
from pbem.service.reports.publish import render
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns import rollback
from pbem.service.turns.tick import tick
from tests.conftest import HandClock

TURNS = 3


def played(context: ServiceContext, clock: HandClock) -> str:
    """A duel in which one seat files every turn; the other is a bot's."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "bot:cautious"})
    for turn in range(1, TURNS + 1):
        file_orders(context, stream, "blue", "BIS: FIRE ANY AT SR1\nluck: ho", f"m{turn}")
        clock.advance(24)
        tick(context)
    return stream


def published(context: ServiceContext, stream: str, seats: tuple[str, ...] = ("blue", "red")) -> list[Claim]:
    """What all readers were told of every turn: in the report for programs, and in the proof file."""
    found: list[Claim] = []
    for turn in range(load(context, stream).ledger.closed + 1):
        for seat in (*seats, None):
            made = turn_report(context, stream, turn, seat)
            proof = json.loads(made.proof) if made.proof else {}
            facts = json.loads(render(made, stream, seat or "", "p1").facts)
            found += claims_in_json(facts, f"report {turn}") + claims_in_json(proof, f"proof {turn}")
    return found


@pytest.fixture
def stream(context: ServiceContext, clock: HandClock) -> str:
    return played(context, clock)


def test_an_honest_log_contradicts_nothing_of_what_was_published(context: ServiceContext, stream: str) -> None:
    """Every head, root, digest, commitment and number of rolls of all readers' reports and proof files, and all receipts."""
    claims = published(context, stream)
    receipt = file_orders(context, stream, "blue", "BIS: TURN L\nluck: hey", "last")
    claims += claims_of_receipt(receipt, "receipt")
    assert {claim.kind for claim in claims} == {"head", "root", "digest", "rolls", "commitment", "salt"}
    assert {claim.turn for claim in claims if claim.kind == "root"} == set(range(1, TURNS + 2))
    assert contradictions(context.store.read(stream), claims) == []


def test_a_game_that_was_over_and_goes_on_contradicts_nothing(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """A roll-back, an end by hand, a roll-back after the end, an end by the rules: what was mailed on the way holds."""
    rollback.roll_back(context, stream, 1, "x")
    claims = published(context, stream)
    clock.advance(24)
    tick(context)
    game_master.end(context, stream, "enough")
    claims += published(context, stream)
    over = file_orders(context, stream, "blue", "BIS: TURN L", "late")
    assert over.outcome == "over"
    claims += claims_of_receipt(over, "receipt")
    rollback.roll_back(context, stream, 2, "on")
    claims += published(context, stream)
    while not load(context, stream).ledger.ended:
        clock.advance(24)
        tick(context)
    claims += published(context, stream)
    assert contradictions(context.store.read(stream), claims) == []


def test_text_page_and_json_say_the_same(context: ServiceContext, stream: str) -> None:
    """What a report prints in words and on the page is what it has for programs, quoted or not."""
    for turn in range(TURNS + 1):
        for seat in ("blue", None):
            report = turn_report(context, stream, turn, seat).report
            facts = set(claims_in_json(json.loads(render(turn_report(context, stream, turn, seat), stream, "", "").facts), ""))
            assert len(facts) == (4 if turn else 2)
            assert set(claims_in_text(to_text(report), "")) == facts
            quoted = "\n".join(f"> > {line}" for line in to_text(report).splitlines())
            assert set(claims_in_text(quoted, "")) == facts
            assert set(claims_in_page(to_html(report, None, ""), "")) == facts


def test_a_log_cut_anywhere_before_its_last_report_is_found(context: ServiceContext, stream: str) -> None:
    """Not even the last event of the last report's turn may be missing; each cut names the head that is gone."""
    claims, entries = published(context, stream), list(context.store.read(stream))
    head = next(claim.value for claim in claims if claim.kind == "head" and claim.turn == TURNS)
    end = next(number for number, entry in enumerate(entries, 1) if entry.hash.hex() == head)
    heads = [claim for claim in claims if claim.kind == "head"]
    assert contradictions(entries[:end], heads) == []
    for length in (end - 1, end - 2, end // 2, 1, 0):
        said = contradictions(entries[:length], claims)
        assert f"the head {head[:12]}... after turn {TURNS} (report {TURNS}) is the hash of no event: {CUT}" in said


Edit = Callable[[Entry], Entry]


def _other_seed(entry: Entry) -> Entry:
    """Every root anew, of another seed."""
    if isinstance(entry.event, TurnOpened):
        root = fair_dice.merkle_root(b"x" * 32, entry.event.turn, entry.event.audiences)
        return entry._replace(event=replace(entry.event, root=root))
    return entry


def _from_turn_two(entry: Entry) -> Entry:
    """Somebody else is said to have missed the turn: nothing that is printed, but the history is another from there on."""
    if isinstance(entry.event, TurnLocked) and entry.turn == 2:
        return entry._replace(event=replace(entry.event, missed=["blue"]))
    return entry


def _other_digest(entry: Entry) -> Entry:
    return entry._replace(event=replace(entry.event, digest="0" * 64)) if isinstance(entry.event, TurnLocked) else entry


def _other_orders(entry: Entry) -> Entry:
    if isinstance(entry.event, OrdersFiled) and entry.event.seat == "blue":
        return entry._replace(event=replace(entry.event, commitment="0" * 64))
    return entry


@pytest.fixture
def anew(context: ServiceContext, stream: str, tmp_path: Path) -> Iterator[Callable[[Edit], list[Entry]]]:
    """The same log with some events changed, as a forger would write it: with a sound chain, times kept."""
    store = open_store(tmp_path / "anew.db")

    def written(edit: Edit) -> list[Entry]:
        head = EMPTY
        for entry in context.store.read(stream):
            made = edit(entry)
            head = store.append(stream, [Draft(*made[2:7])], head, made.at)
        return list(store.read(stream))

    yield written
    store.close()


@pytest.mark.parametrize(
    ("edit", "sentences"),
    [
        (_other_seed, ["the head ", "the dice root of turn 1 was published as ", "the dice root of turn 4 was published as "]),
        (_other_digest, ["the digest of turn 2 was published as ", f"but in this log it is 000000000000...: {CUT}"]),
        (_other_orders, ["the commitment ", " of blue for turn 3 (proof 3) is that of no orders here"]),
    ],
    ids=["seed", "digest", "orders"],
)
def test_a_log_written_anew_is_found(
    context: ServiceContext, stream: str, anew: Callable[[Edit], list[Entry]], edit: Edit, sentences: list[str]
) -> None:
    """With a sound chain of its own: by the heads from there on, and by what else was published of it."""
    said = "\n".join(contradictions(anew(edit), published(context, stream)))
    assert all(sentence in said for sentence in sentences), said
    assert "the head " in said and f"(report {TURNS})" in said


def test_written_anew_from_a_turn_on_only_later_heads_miss(
    context: ServiceContext, stream: str, anew: Callable[[Edit], list[Entry]]
) -> None:
    """What was published before the change holds; what came after is named, turn by turn."""
    said = contradictions(anew(_from_turn_two), published(context, stream))
    heads = [line for line in said if line.startswith("the head ")]
    assert [line.split(" after ")[1].split(" (")[0] for line in heads] == ["turn 2", "turn 3"]


def test_the_same_log_written_again_contradicts_nothing(
    context: ServiceContext, stream: str, anew: Callable[[Edit], list[Entry]]
) -> None:
    """A copy, event by event, is the same log."""
    assert contradictions(anew(lambda entry: entry), published(context, stream)) == []


def test_a_report_that_showed_fewer_rolls_than_there_were_is_found(context: ServiceContext, clock: HandClock) -> None:
    """A server that kept a roll back, in report and proof file alike, is found when the log is laid open."""
    stream = opening.open_game(context, "wet_thrust", "first-salvo", players={"de": "bot:steady", "gb": "bot:steady"})
    while sum(isinstance(entry.event, Rolled) for entry in context.store.read(stream)) < 9:
        clock.advance(24)
        tick(context)
    counts = [claim for claim in published(context, stream, ("de", "gb")) if claim.kind == "rolls" and claim.value != "0"]
    assert counts and contradictions(context.store.read(stream), counts) == []
    fewer = replace(counts[-1], value=str(int(counts[-1].value) - 1))
    reader = fewer.seat or "spectators"
    assert contradictions(context.store.read(stream), [fewer]) == [
        f"the number of rolls shown to {reader} in turn {fewer.turn} was published as {fewer.value} ({fewer.where}), "
        f"but in this log it is {counts[-1].value}: {CUT}"
    ]


def test_what_no_log_can_say(context: ServiceContext, stream: str) -> None:
    """A seat that is not in the game; a receipt for orders that are not there; a turn that never was."""
    claims = [
        Claim("rolls", stream, 1, "green", "3", "a.eml"),
        Claim("salt", stream, 1, "red", "0" * 64, "b.eml"),
        Claim("root", stream, 99, "", "1" * 64, "c.eml"),
        Claim("head", stream, None, "", "2" * 64, "d.eml"),
    ]
    assert contradictions(context.store.read(stream), [*claims, *claims]) == [
        f"the number of rolls shown to green in turn 1 was published as 3 (a.eml), but this log has none: {CUT}",
        f"the salt 000000000000... of red for turn 1 (b.eml) is that of no orders here: they were left out, or {CUT}",
        f"the dice root of turn 99 was published as 111111111111... (c.eml), but this log has none: {CUT}",
        f"the head 222222222222... (d.eml) is the hash of no event: {CUT}",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "log head after turn 1 of g1: abc",
        f"log head after turn 1 of g1: {'a' * 65}",
        f"I wonder what dice root of turn 1 of g1: {'a' * 64} means",
        f"digest of turn 1 of g1: 17\nrolls shown to blue in turn 1 of g1: {'a' * 64}",
        f"log head: {'a' * 64}",
    ],
)
def test_what_is_no_line_of_a_report_says_nothing(text: str) -> None:
    """Half a hash, words around it, a value of another kind, a line that names no game."""
    assert claims_in_text(text, "x") == []


def test_older_lines_count_when_something_else_names_the_game() -> None:
    """Roots and heads as reports printed them before they named their game."""
    text = f"> dice root of turn 2:\n>   {'a' * 64}\n> log head:\n>   {'b' * 64}\n"
    assert claims_in_text(text, "x", "g7") == [
        Claim("root", "g7", 2, "", "a" * 64),
        Claim("head", "g7", None, "", "b" * 64),
    ]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "x",
        {},
        {"format": "wardroom-report/1"},
        {"format": "wardroom-report/1", "game": 3, "turn": "x", "head": "y"},
        {"format": "wardroom-proof/2", "game": "g1", "turn": 1, "root": 3, "digest": [], "commitments": {"blue": None}},
    ],
)
def test_json_of_any_other_shape_says_nothing(data: object) -> None:
    """Not a report, not whole, or with values of another type: no claim and no fault."""
    assert claims_in_json(data, "x") == []


def test_announcements_move_the_head_but_no_mail_printed_it(context: ServiceContext, stream: str) -> None:
    """A head is that of the last resolved turn: what is said in the open turn moves it only with the next report."""
    claims = published(context, stream)
    context.store.append(stream, [Draft(Announced("hello"), TURNS + 1)], context.store.head(stream), "2031-01-01T00:00:00Z")
    assert contradictions(context.store.read(stream), claims) == []

"""Why something happened, and the checks in the open: the same for mail and page, never more than the reader may know."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import pytest

from events.base import EVERYONE
from pbem.core.state import proof_file as proofs
from pbem.games import GAMES
from pbem.service import help_pages
from pbem.service.audit import dice_proof
from pbem.service.audit.dice_proof import check_log, check_turn
from pbem.service.context import ActRefused, NoSuchGame, ServiceContext
from pbem.service.games import opening
from pbem.service.orders.file import file_orders
from pbem.service.reports import why as whys
from pbem.service.reports.replay import turn_steps
from pbem.service.reports.turn_report import turn_report
from pbem.service.reports.why import Explanation, explain
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from tests.conftest import HandClock
from tests.service.reports.test_replay import SECRET, duel, over


def fought(context: ServiceContext, clock: HandClock, turns: int = 3) -> str:
    """Some turns of Wet Thrust, whose dice are thrown for sides and for everyone."""
    stream = opening.open_game(context, "wet_thrust", "first-salvo", players={"de": "bot:steady", "gb": "bot:steady"})
    for _ in range(turns):
        tick(context)
        clock.advance(24)
    return stream


def all_of(context: ServiceContext, stream: str, turn: int, seat: str | None) -> list[Explanation]:
    """What is behind every line of a turn."""
    count = len(turn_steps(context, stream, turn, seat).steps)
    return [explain(context, stream, turn, number, seat) for number in range(1, count)]


def test_a_line_has_its_clauses_its_neighbours_and_what_its_dice_follow_from(context: ServiceContext, clock: HandClock) -> None:
    """Clauses with the words of the rule book; the lines beside it; root and digest as in the proof file."""
    stream = fought(context, clock)
    turn = load(context, stream).ledger.closed
    found = all_of(context, stream, turn, "de")
    proof = json.loads(turn_report(context, stream, turn, "de").proof)
    assert found and {(why.root, why.digest) for why in found} == {(proof["root"], proof["digest"])}
    assert [why.previous and why.previous.number for why in found] == [None, *range(1, len(found))]
    assert [why.following and why.following.number for why in found] == [*range(2, len(found) + 1), None]
    for clause in (clause for why in found for clause in why.clauses):
        assert clause.words == help_pages.clauses("wet_thrust")[clause.id]


def test_the_dice_are_those_of_the_proof_file(context: ServiceContext, clock: HandClock) -> None:
    """Each roll with the key, leaf and path that are at its place there; each roll of the file is behind some line."""
    stream = fought(context, clock)
    seen = 0
    for turn in range(1, load(context, stream).ledger.closed + 1):
        proof = json.loads(turn_report(context, stream, turn, "gb").proof)
        rolls = [roll for why in all_of(context, stream, turn, "gb") for roll in why.rolls]
        assert [roll.place for roll in rolls] == list(range(1, len(proof["rolls"]) + 1))
        for roll, filed in zip(rolls, proof["rolls"], strict=True):
            assert (roll.key, roll.index, list(roll.path)) == (filed["k"], filed["index"], filed["path"])
            assert (roll.faces, roll.purpose, roll.audience) == (filed["faces"], filed["purpose"], filed["audience"])
            seen += 1
    assert seen


def test_orders_are_ones_own_until_the_end_and_then_everybodys(context: ServiceContext, clock: HandClock) -> None:
    """A line about both ships shows blue their own orders; when the game is over it shows both seats' to whoever asks."""
    stream = duel(context, "SR1: TURN R" + SECRET)
    for seat, others in (("blue", "SR1"), ("red", "BIS"), (None, "")):
        shown = [orders for why in all_of(context, stream, 1, seat) for orders in why.orders]
        assert all(orders.seat == seat and orders.unit != others for orders in shown)
        assert bool(shown) == (seat is not None)
    done = over(context, clock)
    shown = [orders for why in all_of(context, done, 1, None) for orders in why.orders]
    assert {orders.seat for orders in shown} == {"blue", "red"}


def test_no_hash_of_the_log_but_the_reports_head_while_the_game_goes_on(context: ServiceContext, clock: HandClock) -> None:
    """An event's hash and the one before it would tell its version, which counts hidden things; both come at the end."""
    stream = duel(context)
    head = turn_report(context, stream, 1, "blue").report.head
    assert {why.link for why in all_of(context, stream, 1, "blue")} == {whys.LogPlace(head)}
    done = over(context, clock)
    entries = list(context.store.read(done))
    for why in all_of(context, done, 1, EVERYONE):
        own, before = entries[why.link.version - 1], entries[why.link.version - 2]
        assert (why.link.own, why.link.before) == (own.hash.hex(), before.hash.hex())
        assert why.link.head == turn_report(context, done, 1, None).report.head


def test_what_red_keeps_secret_moves_no_explanation_of_blue(context: ServiceContext) -> None:
    """Two duels that differ only in red's sealed orders: all that is behind blue's lines is the same, sealed hashes apart."""
    one, two = duel(context), duel(context, "SR1: TURN R" + SECRET)
    said = []
    for stream in (one, two):
        text = json.dumps([asdict(why) for why in all_of(context, stream, 1, "blue")])
        report = turn_report(context, stream, 1, "blue").report
        root = turn_report(context, stream, 0, "blue").report.root
        (filed,) = filings_of(context, stream, "blue", 1)
        for sealed in (report.head, report.digest, root, way_in(context, filed).seal):
            text = text.replace(sealed, "(sealed)")
        said.append(text.replace(stream, "game"))
    assert said[0] == said[1]


def test_a_line_that_is_not_there(context: ServiceContext) -> None:
    """It says which there are."""
    stream = duel(context)
    for number in (0, 99):
        with pytest.raises(NoSuchGame, match="The lines of turn 1 are numbered 1 to"):
            explain(context, stream, 1, number, "blue")


# ---------------------------------------------------------------- checks


def test_every_turns_dice_are_found_fair(context: ServiceContext, clock: HandClock) -> None:
    """For every reader: root, number of rolls, digest, their orders, and each roll's faces and path."""
    stream = fought(context, clock)
    for turn in range(1, load(context, stream).ledger.closed + 1):
        for seat in ("de", "gb", None):
            found = check_turn(context, stream, turn, seat)
            rolls = len(json.loads(turn_report(context, stream, turn, seat).proof)["rolls"])
            assert found.sound and found.told.startswith("Everything holds")
            own = [check for check in found.checks if "your" in check.what or "these the orders" in check.what]
            assert len(found.checks) == 3 + len(own) + 2 * rolls and len(own) in ((0, 2) if seat else (0,))


def test_own_orders_are_held_against_what_was_counted(context: ServiceContext) -> None:
    """The player who filed sees their orders, their luck and their salt among what went in."""
    found = check_turn(context, duel(context), 1, "blue")
    own = next(check for check in found.checks if check.what == "Does your commitment follow from your orders?")
    assert own.holds and "TURN L" in own.inputs["your orders"] and own.inputs["luck"] == "(none)"
    assert any(check.what == "Were these the orders that counted?" and check.holds for check in found.checks)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("root", "root of the proof file"),
        ("digest", "digest"),
        ("faces", "do these faces follow"),
        ("k", "its key lead"),
        ("rolls", "Are these all the rolls"),
    ],
)
def test_a_proof_that_was_tampered_with_is_found_out(
    context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch, field: str, wrong: str
) -> None:
    """Whatever is changed in a proof file, a check says so, with what it should be."""
    stream = fought(context, clock)

    def tampered(*given: object) -> dict[str, object]:
        made = proofs.proof_file(*given)
        if field in ("root", "digest"):
            made[field] = "0" * 64
        elif field == "rolls":
            made["rolls"].pop()
        elif field == "k":
            made["rolls"][0]["k"] = "0" * 64
        else:
            made["rolls"][0]["faces"][0] = made["rolls"][0]["faces"][0] % 6 + 1
        return made

    turn = next(t for t in range(1, 9) if any(why.rolls for why in all_of(context, stream, t, None)))
    monkeypatch.setattr(dice_proof, "proof_file", tampered)
    found = check_turn(context, stream, turn, None)
    assert not found.sound and found.told == "Something does not hold."
    assert any(wrong in check.what and not check.holds and ", not " in check.outcome for check in found.checks)


def test_a_turn_without_a_proof_file(context: ServiceContext) -> None:
    """The set-up has none; a turn that is not resolved cannot be checked."""
    stream = duel(context)
    found = check_turn(context, stream, 0, None)
    assert found.checks == [] and found.told == "No orders were locked in this turn, so it has no proof file."
    with pytest.raises(NoSuchGame, match="no resolved turn 2"):
        check_turn(context, stream, 2, None)


def test_the_whole_log_is_checked_when_the_game_is_over(context: ServiceContext, clock: HandClock) -> None:
    """Chain, roots, seals, dice, and every turn played again; before the end it is refused."""
    stream = over(context, clock)
    found = check_log(context, stream)
    assert found.sound and [check.holds for check in found.checks] == [True, True]
    assert found.checks[0].inputs == {"head of the log": context.store.head(stream).hash.hex()}
    with pytest.raises(ActRefused, match="can be checked in the open when it is over"):
        check_log(context, duel(context))
    with pytest.raises(NoSuchGame):
        check_log(context, "g9")


def test_a_log_that_was_changed_is_found_out(context: ServiceContext, clock: HandClock) -> None:
    """One face of one die, changed behind the guards' back: the first check fails and names the place."""
    stream = over(context, clock)
    con = context.database.con
    con.execute("DROP TRIGGER events_no_update")
    changed = "UPDATE events SET data=replace(data, '\"faces\":[', '\"faces\":[1,') WHERE stream=? AND type='game.rolled'"
    assert con.execute(changed, (stream,)).rowcount
    con.commit()
    found = check_log(context, stream)
    assert not found.sound and "the hash chain is broken" in found.checks[0].outcome


def test_filing_by_mail_does_not_move_old_explanations(context: ServiceContext) -> None:
    """What is behind a line stays the same when the game goes on."""
    stream = duel(context)
    before = all_of(context, stream, 1, "blue")
    file_orders(context, stream, "blue", "BIS: TURN L", "m9")
    assert all_of(context, stream, 1, "blue") == before


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_clause_are_plain(game: str) -> None:
    """No marks of emphasis or links are left, whatever stands within them; code keeps its marks."""
    words = help_pages.clauses(game)
    bare = {id: re.sub("`[^`]*`", "", text) for id, text in words.items()}
    assert bare and not [id for id, text in bare.items() if re.search(r"(?<![\w*])\*[^*\s]|\*\*|\]\(", text)]
    assert all(text.count("`") % 2 == 0 for text in words.values())

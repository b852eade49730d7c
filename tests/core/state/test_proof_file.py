"""Proof files: they have what a reader may see, and nothing that anything hidden could change."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import Draft
from events.platform import OrdersFiled, Rolled
from pbem.core.dice import fair_dice
from pbem.core.dice.fair_dice import FairDice
from pbem.core.game.turn import Turn
from pbem.core.state.ledger import Ledger, audiences
from pbem.core.state.proof_file import FORMAT, proof_file
from tests.tools.toy import CREWS, GAMES, SEATS, SEED, State, filed

VISIBLE = [
    ("*", 2, 6, "weather"),
    ("blue", 1, 10, "what blue sees"),
    ("north", 3, 6, "what north hears"),
    ("ship", 1, 8, "what the crew finds"),
    ("*", 1, 20, "end"),
]
HIDDEN = st.lists(
    st.tuples(
        st.integers(0, len(VISIBLE)),
        st.sampled_from(["red", "south", "green", ""]),
        st.integers(1, 30),
        st.integers(2, 100),
        st.text(max_size=20),
    ),
    max_size=8,
)
Hidden = Sequence[tuple[int, str, int, int, str]]


def ledger(turn: int = 4, orders: Sequence[OrdersFiled] | None = None) -> Ledger:
    """As it is when the turn has just been locked."""
    given = [filed(seat, turn, {"A": [f"go {seat}"]}) for seat in SEATS] if orders is None else orders
    groups = audiences(SEATS, CREWS)
    commitments = {order.seat: order.commitment for order in given}
    return Ledger(
        seats=SEATS,
        crews=CREWS,
        seed=SEED.hex(),
        turn=turn,
        root=fair_dice.merkle_root(SEED, turn, groups),
        audiences=groups,
        filed={order.seat: order for order in given},
        commitments=commitments,
        digest=fair_dice.digest(turn, commitments),
    )


def rolled(now: Ledger, hidden: Hidden = ()) -> list[Draft]:
    """The visible rolls, with hidden ones in between."""
    turn: Turn[State] = Turn(GAMES["toy"].rules.apply, {}, FairDice(SEED, now.turn, now.digest), now.turn)
    for place in range(len(VISIBLE) + 1):
        for where, audience, n, sides, purpose in hidden:
            if where == place:
                turn.roll(n, sides, purpose, "", audience)
        if place < len(VISIBLE):
            audience, n, sides, purpose = VISIBLE[place]
            turn.roll(n, sides, purpose, "", audience)
    return turn.drafts


def as_sent(now: Ledger, seat: str | None, drafts: Sequence[Draft]) -> bytes:
    return json.dumps(proof_file(now, "g1", seat, drafts)).encode()


@given(HIDDEN)
def test_hidden_rolls_leave_a_proof_file_byte_equal(hidden: Hidden) -> None:
    """Whatever the other side, the other seat or nobody rolled in between: not one byte of blue's file moves."""
    now = ledger()
    assert as_sent(now, "blue", rolled(now, hidden)) == as_sent(now, "blue", rolled(now))
    seen_by_red = [r for r in hidden if r[1] in ("red", "south")]
    assert (as_sent(now, "red", rolled(now, hidden)) == as_sent(now, "red", rolled(now))) == (not seen_by_red)


@given(st.permutations(list(SEATS)))
def test_the_order_in_which_seats_filed_leaves_a_proof_file_byte_equal(order: list[str]) -> None:
    """Who was first is nobody's business."""
    now, other = ledger(), ledger(orders=[filed(seat, 4, {"A": [f"go {seat}"]}) for seat in order])
    assert as_sent(now, "blue", rolled(now)) == as_sent(other, "blue", rolled(other))


@pytest.mark.parametrize(
    ("seat", "seen"),
    [
        ("blue", ["*", "blue", "north", "ship", "*"]),
        ("green", ["*", "north", "ship", "*"]),
        ("red", ["*", "*"]),
        (None, ["*", "*"]),
    ],
)
def test_a_reader_gets_the_rolls_they_may_see(seat: str | None, seen: list[str]) -> None:
    """A seat sees everyone's, its side's, its crew's and its own; a spectator everyone's."""
    now = ledger()
    proof = proof_file(now, "g1", seat, rolled(now))
    assert [roll["audience"] for roll in proof["rolls"]] == seen
    assert [roll["number"] for roll in proof["rolls"] if roll["audience"] == "*"] == [0, 1]


def test_an_audience_has_one_subtree_of_keys() -> None:
    """A side that is called like its one seat is the same audience, listed once."""
    assert audiences({"blue": "blue", "red": "south"}, {}) == ["*", "blue", "south", "red", ""]


def test_when_the_game_has_ended_nothing_is_hidden() -> None:
    """The last turn's file proves what the last report shows: every roll."""
    now = ledger()
    drafts = rolled(now, [(0, "red", 1, 6, "what red saw"), (2, "", 2, 6, "what nobody knew")])
    now.ended = True
    assert [roll["audience"] for roll in proof_file(now, "g1", None, drafts)["rolls"]] == [d.audience for d in drafts]


def test_the_fields_of_a_proof_file() -> None:
    """What docs/dice.md lists, of the turn that was locked; other turns' rolls and other events are left out."""
    now = ledger()
    strangers = [Draft(Rolled("set-up", 6, [1], 0), 0), Draft(now.filed["red"], 4)]
    proof = proof_file(now, "g1", "blue", [*strangers, *rolled(now)])
    assert (proof["format"], proof["game"], proof["turn"], proof["seat"]) == (FORMAT, "g1", 4, "blue")
    assert (proof["root"], proof["digest"]) == (now.root, now.digest)
    assert proof["commitments"] == now.commitments
    assert proof["audiences"] == [
        "*",
        "north",
        "south",
        "ship",
        "blue",
        "red",
        "green",
        "",
    ]
    assert len(proof["rolls"]) == len(VISIBLE)
    assert set(proof["rolls"][0]) == {"audience", "number", "purpose", "n", "sides", "faces", "index", "k", "path"}


def test_ones_own_orders_are_there_and_nobody_elses() -> None:
    """Orders, luck, salt and commitment of the reader's seat; of the others only the commitment."""
    now = ledger()
    own = proof_file(now, "g1", "blue", [])["own"]
    assert own == {
        "orders": "A:\n  go blue",
        "luck": "for the Queen",
        "salt": now.filed["blue"].salt,
        "commitment": now.commitments["blue"],
    }
    text = as_sent(now, "blue", rolled(now)).decode()
    assert "go red" not in text and now.filed["red"].salt not in text and SEED.hex() not in text


def test_without_orders_there_is_no_own_part() -> None:
    """A seat that filed nothing, and a spectator, have nothing of their own in it."""
    now = ledger(orders=[filed("red", 4, {})])
    assert proof_file(now, "g1", "blue", [])["own"] is None
    assert proof_file(now, "g1", None, [])["own"] is None


def test_keys_of_hidden_rolls_are_not_in_the_file() -> None:
    """Paths hold hashes of keys only: no key of another audience is among the words of the file."""
    now = ledger()
    text = as_sent(now, "blue", rolled(now))
    prove = fair_dice.prover(SEED, 4, now.audiences)
    hidden = [str(prove(audience, number)["k"]) for audience in ("red", "south", "") for number in range(fair_dice.LEAVES)]
    assert not any(key.encode() in text for key in hidden)
    assert str(prove("blue", 0)["k"]).encode() in text and str(prove("*", 2)["k"]).encode() not in text


def test_the_set_up_has_no_proof_file() -> None:
    """Turn 0 has no root: its rolls are proved by the seed at the end of the game."""
    with pytest.raises(ValueError, match=r"set-up has no proof file"):
        proof_file(Ledger(seats=SEATS, seed=SEED.hex()), "g1", "blue", [])

"""Fair dice: uniform, sealed before the orders, salted by them, and each roll bound to its own key."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.dice import fair_dice
from pbem.core.dice.fair_dice import LAST, LEAVES, WORD, DiceMisuse, FairDice, ScriptedDice, faces, merkle_root, prover, seeded

SEED = sha256(b"a seed").digest()
GROUPS = ["*", "north", "south", "blue", "red", ""]


# ---------------------------------------------------------------- uniform


@given(st.integers(2, 1000))
def test_every_face_stands_for_equally_many_words(sides: int) -> None:
    """Words below the limit fall on each face equally often: the limit is the largest multiple of `sides` in 2^32."""
    limit = WORD - WORD % sides
    assert limit % sides == 0 and WORD - limit < sides


def test_words_too_high_for_an_even_chance_are_left_out() -> None:
    """With 3 * 2^30 sides a quarter of all words is too high; kept, they would give the low third of the faces 1/2, not 1/3."""
    sides = 3 * 2**30
    rolled = [faces(sha256(bytes([i % 256, i // 256])).digest(), "", "a huge die", 1, sides)[0] for i in range(600)]
    assert all(1 <= face <= sides for face in rolled)
    assert 165 <= sum(face <= 2**30 for face in rolled) <= 235


def test_the_limit_itself_is_too_high(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of words around the limit the last one below it counts, as the highest face; the limit would be one face 1 too many."""
    limit = WORD - WORD % 6
    stream = b"".join(word.to_bytes(4, "big") for word in (limit, limit - 1, WORD - 1, 0, limit, 1, 2, 3))
    monkeypatch.setattr(fair_dice, "_mac", lambda key, text: stream)
    assert faces(b"", "", "words by hand", 5, 6) == [6, 1, 2, 3, 4]


@pytest.mark.parametrize(("sides", "bound"), [(2, 10.83), (6, 20.52), (10, 27.88), (20, 43.82)])
def test_faces_of_fixed_dice_are_spread_evenly(sides: int, bound: float) -> None:
    """Chi-square over 6,000 faces below the 0.1 % bound; the seed is fixed, so the test always says the same."""
    n = 6000
    counts = Counter(seeded("even").throw("*", 0, "many", n, sides))
    expected = n / sides
    assert sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < bound
    assert set(counts) == set(range(1, sides + 1))


@given(st.binary(min_size=32, max_size=32), st.text(), st.integers(1, 40), st.integers(1, 100))
def test_a_roll_gives_as_many_faces_as_dice_and_only_real_ones(key: bytes, purpose: str, n: int, sides: int) -> None:
    """n faces, each from 1 to sides, and the same again from the same key."""
    found = faces(key, "d", purpose, n, sides)
    assert len(found) == n and all(1 <= face <= sides for face in found)
    assert found == faces(key, "d", purpose, n, sides)


@given(st.binary(max_size=80), st.text(), st.text())
def test_what_seals_orders_and_makes_keys_is_the_hmac_of_every_library(key: bytes, orders: str, luck: str) -> None:
    """RFC 2104, with keys shorter and longer than a block of SHA-256, so that anyone can check it."""
    text = f"{orders}\nluck: {luck}"
    expected = hmac.digest(key, text.encode(), "sha256")
    assert fair_dice.commitment(key, orders, luck) == expected.hex()
    assert fair_dice.Mac(key)(text) == expected


def test_faces_depend_on_key_digest_purpose_and_the_dice() -> None:
    """Whatever differs between two rolls gives other faces."""
    key = sha256(b"k").digest()
    base = faces(key, "d", "p", 8, 20)
    others = [
        faces(sha256(b"l").digest(), "d", "p", 8, 20),
        faces(key, "e", "p", 8, 20),
        faces(key, "d", "q", 8, 20),
        faces(key, "d", "p", 9, 20)[:8],
    ]
    assert all(other != base for other in others)


# ---------------------------------------------------------------- keys and roots


def test_rolls_of_one_turn_do_not_repeat() -> None:
    """Other number, other audience, other turn: other faces."""
    throws = [
        tuple(FairDice(SEED, turn, "d").throw(audience, number, "p", 8, 100))
        for turn in (1, 2)
        for audience in ("*", "north", "")
        for number in range(LEAVES + 10)
    ]
    assert len(set(throws)) == len(throws)


def test_rolls_past_the_last_key_get_keys_derived_from_it() -> None:
    """An audience may roll more often than it has keys; those rolls share a leaf but not a key."""
    fair = FairDice(SEED, 1, "d")
    beyond = [tuple(fair.throw("*", number, "p", 8, 100)) for number in range(LAST, LAST + 200)]
    assert len(set(beyond)) == 200
    prove = prover(SEED, 1, GROUPS)
    assert prove("*", LAST) == prove("*", LAST + 150)
    assert prove("*", LAST - 1)["k"] != prove("*", LAST)["k"]


def test_the_last_key_itself_rolls_no_dice() -> None:
    """The key that is shown for a roll past the last one must not be the key of another roll."""
    shown = bytes.fromhex(str(prover(SEED, 1, GROUPS)("*", LAST)["k"]))
    assert faces(shown, "d", "p", 8, 100) != FairDice(SEED, 1, "d").throw("*", LAST, "p", 8, 100)


def test_roots_differ_by_turn_seed_and_audiences() -> None:
    """A root says which turn's keys, and whose subtree is which."""
    swapped = ["north", "*", *GROUPS[2:]]
    roots = {merkle_root(SEED, turn, GROUPS) for turn in range(1, 6)}
    roots |= {merkle_root(SEED[::-1], 1, GROUPS), merkle_root(SEED, 1, swapped), merkle_root(SEED, 1, GROUPS[:-1])}
    assert len(roots) == 8 and all(len(root) == 64 for root in roots)


@given(st.integers(1, 9), st.sampled_from(GROUPS), st.integers(0, 80))
def test_each_path_leads_to_the_published_root(turn: int, audience: str, number: int) -> None:
    """Key, index and siblings hash up to the root, by the recipe of docs/dice.md."""
    proof = prover(SEED, turn, GROUPS)(audience, number)
    index, path = proof["index"], proof["path"]
    assert isinstance(index, int) and isinstance(path, list)
    assert index == GROUPS.index(audience) * LEAVES + min(number, LAST)
    node = sha256(b"\0" + bytes.fromhex(str(proof["k"]))).digest()
    for sibling in path:
        pair = (bytes.fromhex(sibling), node) if index % 2 else (node, bytes.fromhex(sibling))
        node, index = sha256(b"\1" + pair[0] + pair[1]).digest(), index // 2
    assert sha256(b"\2" + node + "\n".join(GROUPS).encode()).hexdigest() == merkle_root(SEED, turn, GROUPS)


def test_an_audience_without_keys_cannot_be_proved() -> None:
    """Dice are rolled for one side, one seat, everyone or nobody; a mixed audience is a programmer's mistake."""
    with pytest.raises(ValueError, match=r"is not in list"):
        prover(SEED, 1, GROUPS)("blue,red", 0)


# ---------------------------------------------------------------- seals


def test_the_seed_hash_is_plain_sha256() -> None:
    """What is published at the opening can be checked with any tool."""
    assert fair_dice.seed_hash(SEED) == sha256(SEED).hexdigest()


def test_a_commitment_binds_orders_luck_and_salt() -> None:
    """Change any of the three and the commitment is another."""
    salt = fair_dice.salt(SEED, 1, "blue")
    base = fair_dice.commitment(salt, "A:\n  wait", "x")
    assert base == fair_dice.commitment(salt, "A:\n  wait", "x")
    others = [
        fair_dice.commitment(salt, "A:\n  fire", "x"),
        fair_dice.commitment(salt, "A:\n  wait", "y"),
        fair_dice.commitment(fair_dice.salt(SEED, 1, "red"), "A:\n  wait", "x"),
        fair_dice.commitment(fair_dice.salt(SEED, 2, "blue"), "A:\n  wait", "x"),
    ]
    assert base not in others and len(set(others)) == 4


def test_the_digest_depends_on_every_commitment_but_not_on_their_order() -> None:
    """One seat's other orders, a missing seat or another turn change it; who filed first does not."""
    digest = fair_dice.digest(1, {"blue": "aa", "red": "bb"})
    assert digest == fair_dice.digest(1, {"red": "bb", "blue": "aa"})
    assert digest not in (
        fair_dice.digest(1, {"blue": "aa", "red": "bc"}),
        fair_dice.digest(1, {"blue": "aa"}),
        fair_dice.digest(2, {"blue": "aa", "red": "bb"}),
        fair_dice.digest(1, {"blue": "bb", "red": "aa"}),
    )


def test_secrets_of_the_seed_do_not_meet() -> None:
    """Salts and blinds are shown to players early; none of them is a roll key."""
    shown = {fair_dice.salt(SEED, 1, "*").hex(), fair_dice.salt(SEED, 1, "0").hex(), fair_dice.blind(SEED, 1)}
    keys = {str(prover(SEED, 1, GROUPS)(audience, number)["k"]) for audience in GROUPS for number in range(LEAVES)}
    assert len(keys) == LEAVES * len(GROUPS) and not shown & keys


# ---------------------------------------------------------------- scripted dice


def test_scripted_dice_fall_as_written() -> None:
    """In roll order, whoever rolls; what is left can be asked for."""
    script = ScriptedDice([4, 2, 6])
    assert script.throw("*", 0, "first", 2, 6) == [4, 2]
    assert script.throw("", 0, "second", 1, 6) == [6] and script.left == []


def test_scripted_dice_that_run_out_name_the_roll() -> None:
    """The message says which roll wanted how many dice, and how many were left; none is used up."""
    script = ScriptedDice([4])
    with pytest.raises(DiceMisuse, match=r"the dice ran out at 2d6 for torpedoes to hit: 1 left"):
        script.throw("*", 0, "torpedoes to hit", 2, 6)
    assert script.left == [4]


@pytest.mark.parametrize("face", [0, -1, 7])
def test_a_face_that_the_die_lacks_names_the_roll(face: int) -> None:
    """A d6 shows 1 to 6 and nothing else."""
    with pytest.raises(DiceMisuse, match=rf"{face} is no face of a d6 \(to hit\)"):
        ScriptedDice([face]).throw("*", 0, "to hit", 1, 6)

"""SSL-J2: the gunnery segment."""

from __future__ import annotations

from typing import Any

import pytest

from events.platform import Rolled
from events.sovereign_seas.battle import Designated, Located, OpenedFire, Passed, SalvoFired, SalvoWasted, Sunk
from pbem.games.sovereign_seas.model.orders import Fire, Open, ShipOrders
from pbem.games.sovereign_seas.model.tables import GUNS
from pbem.games.sovereign_seas.rules.combat import gunnery
from pbem.games.sovereign_seas.rules.combat.gunnery import Salvo, salvos
from tests.rulebook.sovereign_seas.builders.gunnery import GunneryStep

ANY = ShipOrders(open=(Open(),))
HOLD = ShipOrders(hold=True)
Ships = dict[str, tuple[str, str, int]]


def fight(ships: Ships, dice: str, orders: dict[str, ShipOrders] | None = None, **more: Any) -> GunneryStep:
    """One gunnery segment with exactly these dice; who has no orders fires at anything in reach."""
    given = {ship: ANY for ship in ships} | (orders or {})
    played = GunneryStep(ships, dice, given, **more)
    gunnery.step(played.scratch)
    played.spent()
    return played


# ---------------------------------------------------------------- one salvo


def test_printed_example() -> None:
    """E4, SSL-J2.8, SSL-J2.9, SSL-J2.10, SSL-J2.11, SSL-D1.2: five 9-inch guns at Magenta."""
    ships: Ships = {"BC1": ("1010", "N", 6), "FB1": ("1508", "N", 6)}
    only_d = ShipOrders(open=(Open(),), fire=(Fire(("BOW",), ("FB9",), only=True),))
    played = fight(ships, "6/10 2/5 1/5 3/5 0/5", {"BC1": only_d, "FB1": HOLD})
    assert played.told(SalvoFired) == [
        SalvoFired(
            ship="BC1",
            target="FB1",
            impulse=1,
            code="D",
            guns=5,
            range=5,
            modifiers={"number": 0, "speed": 0, "size": 2},
            pool=10,
            strikes=6,
            needed=5,
            base=2,
            hits=4,
            letter="D",
            origin="1010",
            aim="1508",
        )
    ]
    ship = played["FB1"]
    assert (ship.log.marked, ship.maximum, ship.log.gone) == (4, 9, ["P1"])
    assert [drafts.rule for drafts in played.drafts(SalvoFired)] == ["SSL-J2.8"]


@pytest.mark.parametrize(
    ("strikes", "base", "hits"), [(3, 0, 0), (4, 1, 2), (5, 2, 4)], ids=["miss", "just a hit", "one strike more"]
)
def test_base_hits(strikes: int, base: int, hits: int) -> None:
    """SSL-J2.9: need 4 at 3 hexes, each strike above is a hit more. SSL-J2.10: times 2.0."""
    locations = " 0/5" * hits
    played = fight({"BC1": ("1010", "N", 6), "FC1": ("1310", "N", 6)}, f"{strikes}/10{locations}", {"FC1": HOLD})
    fired = played.told(SalvoFired)[0]
    assert (fired.base, fired.hits) == (base, hits)
    assert len(played.told(Located)) == hits


@pytest.mark.parametrize(("speed", "modifier"), [(0, 2), (1, 1), (4, 1), (5, 0), (8, 0), (9, -1), (10, -1), (11, -2), (12, -2)])
def test_target_speed(speed: int, modifier: int) -> None:
    """SSL-J2.8: the target's speed as it is now."""
    ships: Ships = {"BC1": ("1010", "N", 6), "FC1": ("1310", "N", speed)}
    played = fight(ships, f"0/{10 + modifier}", {"FC1": HOLD})
    assert played.told(SalvoFired)[0].modifiers == {"number": 0, "speed": modifier, "size": 2}


@pytest.mark.parametrize(("guns", "modifier"), [(1, -3), (2, -2), (3, -1), (4, 0), (6, 0), (7, 1), (9, 1)])
def test_number_of_guns(guns: int, modifier: int) -> None:
    """SSL-J2.8, SSL-D2.1: one bracket is one gun in the count."""
    played = GunneryStep({"FF1": ("1010", "N", 6), "BC1": ("1310", "N", 6)}, f"0/{10 + modifier}", {"BC1": HOLD})
    played["FF1"].log.gone = [f"M{n}" for n in range(guns + 1, 10)]
    gunnery.step(played.scratch)
    played.spent()
    assert (played.told(SalvoFired)[0].guns, played.told(SalvoFired)[0].modifiers["number"]) == (guns, modifier)


@pytest.mark.parametrize(("row", "needed"), [("threes", 4), ("twos", 3)])
def test_to_hit_row(row: str, needed: int) -> None:
    """SSL-J2.9: option to_hit_row."""
    played = fight({"BC1": ("1010", "N", 6), "FC1": ("1210", "N", 6)}, "0/10", {"FC1": HOLD}, to_hit_row=row)
    assert played.told(SalvoFired)[0].needed == needed


@pytest.mark.parametrize(("fp_set", "hits"), [("1223", 2), ("1112", 1)])
def test_fp_set(fp_set: str, hits: int) -> None:
    """SSL-J2.10: option fp_set: a 9-inch hit counts 2 or 1."""
    ships: Ships = {"BC1": ("1010", "N", 6), "FC1": ("1310", "N", 6)}
    played = fight(ships, "4/10" + " 0/5" * hits, {"FC1": HOLD}, fp_set=fp_set)
    assert played.told(SalvoFired)[0].hits == hits


@pytest.mark.parametrize(("gun_a", "letter"), [("row", "B"), ("b", "C")])
def test_gun_a(gun_a: str, letter: str) -> None:
    """SSL-P.3: an [A] battery has a row of its own, or by option gun_a that of [B]."""
    played = GunneryStep({"BV1": ("1010", "N", 6), "FC1": ("1310", "N", 6)}, "0/7", {"FC1": HOLD}, gun_a=gun_a)
    played["BV1"].log.gone = ["M1"]
    gunnery.step(played.scratch)
    assert (played.told(SalvoFired)[0].code, played.told(SalvoFired)[0].letter) == ("A", letter)


def test_same_hex() -> None:
    """SSL-J2.7, SSL-L1.1: range 1, every battery bears, and every part of the target may be hit."""
    played = fight({"BC1": ("1010", "N", 6), "FB1": ("1010", "S", 6)}, "4/12 3/5 3/5 0/8", {"FB1": HOLD})
    assert [(fired.code, fired.guns, fired.range) for fired in played.told(SalvoFired)] == [("D", 10, 1), ("B", 2, 1)]
    assert played["FB1"].log.gone == ["P1", "P2"]


# ---------------------------------------------------------------- a ship's salvos


def test_salvos_by_code_and_target() -> None:
    """SSL-J2.5: same code and target: one salvo. SSL-J2.12: strong guns first, then targets in natural id order."""
    played = GunneryStep({"BC1": ("1010", "N", 6), "FB2": ("1310", "N", 6), "FB10": ("1309", "N", 6)})
    targets = {"A1": "FB10", "F1": "FB2", "P1": "FB10", "P2": "FB10", "S1": "FB2", "S2": "FB2", "S3": "FB10"}
    assert salvos(played["BC1"], targets) == [
        Salvo("D", "FB2", 2),
        Salvo("D", "FB10", 3),
        Salvo("B", "FB2", 1),
        Salvo("B", "FB10", 1),
    ]


def test_french_gun_rank() -> None:
    """SSL-J2.12: EE, DD, BB, AA."""
    played = GunneryStep({"FC1": ("1010", "N", 6), "BC1": ("1310", "N", 6)})
    fired = salvos(played["FC1"], {"M1": "BC1", "S1": "BC1", "TSA": "BC1"})
    assert [salvo.code for salvo in fired] == ["EE", "DD", "AA"]
    assert list(GUNS) == ["A", "B", "C", "D", "AA", "BB", "DD", "EE"]


def test_default_targets_are_named_first() -> None:
    """E26, SSL-X.13, SSL-J2.4, SSL-J2.3: all assigned batteries fire, the others are spent too."""
    ships: Ships = {"BC1": ("1010", "N", 6), "FB1": ("1310", "N", 6), "FF1": ("1208", "N", 9)}
    played = fight(ships, "0/10 0/5", {"BC1": ShipOrders(), "FB1": HOLD, "FF1": HOLD})
    aims = dict.fromkeys(["S1", "S2", "S3", "S4", "S5"], "FB1") | {"F1": "FF1"}
    assert played.told(Designated) == [Designated("BC1", 1, dict(sorted(aims.items())))]
    assert played.told(OpenedFire) == [OpenedFire("BC1", 1, 2)]
    first_roll = next(n for n, draft in enumerate(played.turn.drafts) if isinstance(draft.event, Rolled))
    assert first_roll == 2
    assert played.rolls() == ["TO_HIT BC1 5 [D] at FB1", "TO_HIT BC1 1 [B] at FF1"]
    assert [fired.needed for fired in played.told(SalvoFired)] == [4, 4]
    gunnery.step(played.scratch)
    assert len(played.told(SalvoFired)) == 2


def test_a_salvo_at_a_sunken_target_is_lost() -> None:
    """SSL-J2.4: the first salvo sinks her, the second has no target and rolls no dice."""
    ships: Ships = {"BF1": ("1010", "N", 6), "FV1": ("1310", "N", 6)}
    played = fight(ships, "5/8 0/5 0/5 0/5", {"FV1": HOLD})
    assert [sunk.ship for sunk in played.told(Sunk)] == ["FV1"]
    assert played.told(SalvoWasted) == [SalvoWasted("BF1", "FV1", "B")]
    assert len(played.told(SalvoFired)) == 1


def test_lowered_maximum_does_not_count_yet() -> None:
    """SSL-H.7: hull damage lowers the maximum at once; the speed counts as it was until the next impulse."""
    played = GunneryStep({"BF1": ("1010", "N", 6), "FB1": ("1310", "N", 11)}, "4/8 0/5 0/5 0/6", {"FB1": HOLD})
    played["FB1"].log.marked = 2
    gunnery.step(played.scratch)
    played.spent()
    assert (played["FB1"].maximum, played["FB1"].speed) == (9, 11)
    assert [fired.modifiers["speed"] for fired in played.told(SalvoFired)] == [-2, -2]


# ---------------------------------------------------------------- the segment


def test_alternation() -> None:
    """E25, SSL-J2.1, SSL-J2.2, SSL-X.15: the advantaged side first, a pass is not final, two end it."""
    ships: Ships = {"FB1": ("1010", "N", 6), "BB1": ("1310", "N", 6), "BB2": ("1311", "N", 6)}
    played = GunneryStep(ships, "0/11 0/10 0/11 0/11", {ship: ANY for ship in ships}, advantage="french")
    for ship in ships:
        played[ship].log.gone = {"FB1": ["P1", "P2", "P3", "P4"]}.get(ship, ["M1"])
    gunnery.step(played.scratch)
    played.spent()
    told = [event for event in (draft.event for draft in played.turn.drafts) if isinstance(event, OpenedFire | Passed)]
    assert [event.ship if isinstance(event, OpenedFire) else event.side for event in told] == [
        "FB1",
        "BB1",
        "french",
        "BB2",
        "french",
        "british",
    ]
    assert {draft.rule for draft in played.drafts(Passed)} == {"SSL-J2.2"}


def test_firing_follows_seq() -> None:
    """SSL-X.15: SEQ gives the order of firing."""
    ships: Ships = {"FB1": ("1010", "N", 6), "BV1": ("1310", "N", 6), "BV2": ("1311", "N", 6)}
    played = GunneryStep(ships, "0/7 0/7 0/7 0/7", {"BV1": ANY, "BV2": ANY, "FB1": HOLD})
    played.scratch.sequence["british"] = ["BV2", "BV1"]
    gunnery.step(played.scratch)
    assert [opened.ship for opened in played.told(OpenedFire)] == ["BV2", "BV1"]


def test_effects_are_at_once() -> None:
    """SSL-J2.1: a ship sunk by the first salvo doesn't fire back."""
    ships: Ships = {"BF1": ("1010", "N", 6), "FV1": ("1310", "N", 6)}
    played = fight(ships, "5/8 0/5 0/5 0/5")
    assert [opened.ship for opened in played.told(OpenedFire)] == ["BF1"]


def test_an_idle_segment_is_silent() -> None:
    """SSL-J2.2: where nobody fires at all, the two passes are not told."""
    played = fight({"BC1": ("1010", "N", 6), "FB1": ("3010", "N", 6)}, "")
    assert played.turn.drafts == []


def test_who_may_see_what() -> None:
    """SSL-Y.5: with hidden logs the batteries' targets are told to the firing side only; salvos, dice and locations to all."""
    ships: Ships = {"BC1": ("1010", "N", 6), "FC1": ("1310", "N", 6)}
    played = fight(ships, "4/10 0/5 0/5", {"FC1": HOLD}, hidden_logs="on")
    assert [draft.audience for draft in played.drafts(Designated)] == ["british"]
    for kind in (OpenedFire, SalvoFired, Located, Rolled, Passed):
        assert {draft.audience for draft in played.drafts(kind)} == {"*"}

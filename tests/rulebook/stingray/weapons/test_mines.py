"""STG-MIN: SonaMines; STG-DEC: SonaDecoys."""

from __future__ import annotations

import pytest

from events.stingray.movement import Encountered
from events.stingray.orders import OrderLapsed
from events.stingray.weapons import CodeFailed, DecoyDropped, Launched, MineBlast, MineGone, MineLaid, MineMet, MineSwitched
from pbem.core.geometry.hexes import label, parse_label
from pbem.games.stingray.rules.weapons import launch, mines
from tests.rulebook.stingray.builders.weapons import Battle

# ---------------------------------------------------------------- mines


def test_a_mine_and_an_encounter() -> None:
    """STG-MIN.3, STG-MIN.4: worked example W11: TF1 enters unharmed, TF2 sets it off, and both are hit."""
    battle = Battle()
    first, second = battle.vessel("TF1", "0808", "S"), battle.vessel("TF2", "1008", "SW")
    battle.mine("MN1", "0809")
    battle.play("4 3 2 5 1 6", TF1="1", TF2="2")
    assert battle.all(MineMet) == [MineMet("TF1", 4, "0809", 4, False), MineMet("TF2", 5, "0809", 3, True)]
    assert battle.only(Encountered).result == "passed"
    assert (first.damage, first.specials) == (4, {})
    assert (second.damage, second.specials) == (3, {"FUEL": 1})
    assert battle.only(MineGone) == MineGone("MN1")
    assert not battle.state.mines


def test_a_stingray_lays_its_mine_through_a_tube() -> None:
    """STG-MIN.1, STG-LAU.8: in its own hex, active, known to its side; being there when it is laid is not entering."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    battle.load(stingray, "2", "MINE")
    battle.play(SR1="LAUNCH STING 2 IN PHASE 2")
    assert battle.only(MineLaid) == MineLaid("MN1", "terrainians", "1010")
    assert battle.audiences(MineLaid) == ["terrainians"]
    assert battle.state.mines["MN1"].active
    assert (stingray.launchers["2"].load, stingray.stores["MINE"]) == ("", 3)
    assert not battle.all(MineMet)


def test_a_fish_lays_its_mine_instead_of_a_missile() -> None:
    """STG-MIN.1, STG-MIN.2: it uses the launcher's shot; Aquaphibian mines are numbered for themselves."""
    battle = Battle()
    fish = battle.vessel("TF1", "1010")
    battle.mine("MN1", "2020")
    battle.play(TF1="LAUNCH MINE; LAUNCH")
    assert battle.only(MineLaid) == MineLaid("AM1", "aquaphibians", "1010")
    assert (fish.launchers["LAUNCHER"].load, fish.stores) == ("", {"TERROR": 8, "MINE": 1})
    assert len(battle.all(Launched)) == 1


def test_a_megafish_lays_under_its_tail() -> None:
    """STG-MIN.1, STG-MEG.4: through the first nostril ready, into the tail hex."""
    battle = Battle()
    mega = battle.vessel("MF1", "1010", "N", tail="1011")
    mega.launchers["PORT"].load = ""
    battle.play(MF1="LAUNCH MINE")
    assert battle.only(Launched).launcher == "STARBOARD"
    assert battle.only(MineLaid).hex == "1011"
    assert mega.stores == {"PORT": 8, "STARBOARD": 8, "MINE": 5}


@pytest.mark.parametrize(("injuries", "rolled", "exploded"), [(0, 3, True), (0, 4, False), (1, 4, True), (2, 6, False)])
def test_a_3_or_less_detonates(injuries: int, rolled: int, exploded: bool) -> None:
    """STG-MIN.3, STG-CRW.2: d6 less the crew's own penalty."""
    battle = Battle()
    fish = battle.vessel("TF1", "1010", injuries=injuries)
    battle.mine("AM1", "1010")
    scratch = battle.begin(str(rolled))
    scratch.entered = [fish]
    mines.entered(scratch, 4)
    assert battle.only(MineMet).exploded is exploded
    assert bool(scratch.hits) is exploded
    assert battle.rolls() == [("mine TF1", "tf1")]


def test_all_mines_in_the_hex_are_rolled_for() -> None:
    """STG-MIN.3: one by one in id order, whatever has gone off before; inactive ones are not."""
    battle = Battle()
    battle.vessel("TF1", "1010")
    for id in ("AM10", "AM2", "MN1", "AM3"):
        battle.mine(id, "1010", active=id != "AM3")
    scratch = battle.begin("3 4 1")
    scratch.entered = [battle.state.vessels["TF1"]]
    mines.entered(scratch, 2)
    assert [gone.mine for gone in battle.all(MineGone)] == ["AM2", "MN1"]
    assert list(battle.state.mines) == ["AM10", "AM3"]
    assert [hit.cause for hit in scratch.hits] == ["MINE", "MINE"]
    assert [sound.what for sound in scratch.sounds] == ["explosion", "explosion"]
    assert battle.audiences(MineGone) == ["aquaphibians", "terrainians"]


def test_a_mine_hits_whoever_is_in_the_hex() -> None:
    """STG-MIN.4, STG-MEG.4, STG-LEP.8: any hex of a vessel, once, in vessel order; not one in the air, which does not roll."""
    battle = Battle()
    battle.vessel("SR1", "1010", airborne=True)
    battle.vessel("SR2", "1010")
    battle.vessel("MF1", "1009", "N", tail="1010")
    battle.vessel("TF1", "1011")
    battle.mine("MN1", "1010")
    scratch = battle.begin("1")
    scratch.entered = [battle.state.vessels["SR1"], battle.state.vessels["SR2"]]
    mines.entered(scratch, 3)
    assert [hit.vessel for hit in scratch.hits] == ["SR2", "MF1"]
    assert battle.all(MineBlast) == [MineBlast("SR2", 3, "1010"), MineBlast("MF1", 3, "1010")]
    assert battle.audiences(MineBlast) == ["sr2", "mf1"]
    assert [met.vessel for met in battle.all(MineMet)] == ["SR2"]


def test_missiles_do_not_set_mines_off() -> None:
    """STG-MIN.3: only vessels that enter."""
    battle = Battle()
    battle.vessel("SR1", "2020")
    battle.missile("SR1-M1", "MK7", "1012", "N", arming=10)
    battle.mine("MN1", "1010")
    battle.play()
    assert list(battle.state.mines) == ["MN1"]


# ---------------------------------------------------------------- codes


def test_codes_switch_terrainian_mines_within_three_hexes() -> None:
    """STG-MIN.5: any Terrainian mine, at window 0; out of range, of the other side or unknown: one answer for all."""
    battle = Battle()
    battle.vessel("SR1", "1010")
    for id, hex in (("MN1", "1007"), ("MN2", "1006"), ("AM1", "1009")):
        battle.mine(id, hex)
    scratch = battle.begin(SR1="MINE MN1 OFF; MINE MN2 OFF; MINE AM1 OFF; MINE MN9 OFF")
    launch.window(scratch, 0)
    assert battle.only(MineSwitched) == MineSwitched("MN1", False)
    assert [mine.active for mine in battle.state.mines.values()] == [False, True, True]
    assert [failed.mine for failed in battle.all(CodeFailed)] == ["MN2", "AM1", "MN9"]
    assert battle.audiences(MineSwitched) == ["terrainians"]
    assert set(battle.audiences(CodeFailed)) == {"sr1"}


def test_a_code_may_wait_for_its_phase() -> None:
    """STG-MIN.5: `IN PHASE n` sends it at that window, when the Stingray has come near."""
    battle = Battle()
    battle.vessel("SR1", "1010")
    battle.mine("MN1", "1005", active=False)
    battle.play(SR1="3; MINE MN1 ON IN PHASE 4")
    assert battle.state.mines["MN1"].active
    battle.play(SR1="MINE MN1 OFF IN PHASE 4")
    assert not battle.state.mines["MN1"].active


# ---------------------------------------------------------------- decoys


def test_a_stingray_drops_decoys_in_its_own_hex() -> None:
    """STG-DEC.1, STG-DEC.3, STG-DEC.5: as many as ordered and stored, at window 0 or where ordered; its crew is told."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    stingray.stores["DECOY"] = 2
    battle.play(SR1="2; DECOY; DECOY IN PHASE 4; DECOY IN PHASE 5")
    assert battle.all(DecoyDropped) == [DecoyDropped("SR1", "1010", 0), DecoyDropped("SR1", "1009", 4)]
    assert battle.only(OrderLapsed).why == "no SonaDecoys left"
    assert [label(hex) for hex in battle.state.decoys] == ["1010", "1009"]
    assert set(battle.audiences(DecoyDropped)) == {"sr1"}


def test_a_decoy_waits_for_a_missile() -> None:
    """STG-DEC.5: `IF MISSILE WITHIN n` at the first window with a sonar missile so near, its own side's too; not for a Mk61."""
    battle = Battle()
    battle.vessel("SR1", "1010")
    battle.vessel("SR2", "2020")
    battle.missile("SR2-M1", "MK61", "1010", "N", target="SR2", lock=False)
    missile = battle.missile("SR2-M2", "MK7", "1006", "S")
    scratch = battle.begin(SR1="DECOY IF MISSILE WITHIN 3")
    launch.window(scratch, 0)
    assert not battle.all(DecoyDropped)
    missile.hex = parse_label("1007")
    launch.window(scratch, 1)
    launch.window(scratch, 2)
    assert battle.only(DecoyDropped) == DecoyDropped("SR1", "1010", 1)


WHY = "no sonar missile came within 2 hexes; the decoy is kept"


def test_a_decoy_that_was_not_needed_lapses() -> None:
    """STG-DEC.5: nothing came near."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    battle.play(SR1="DECOY IF MISSILE WITHIN 2")
    assert battle.only(OrderLapsed) == OrderLapsed("SR1", "DECOY IF MISSILE WITHIN 2", WHY)
    assert stingray.stores["DECOY"] == 4


@pytest.mark.parametrize(("where", "hex"), [("N", "1009"), ("SW", "0911"), ("1", "1110"), ("3", "1011")])
def test_a_supersub_drops_one_beside_it(where: str, hex: str) -> None:
    """STG-DEC.4: by map direction, or by zone from its facing (here NE); one a move."""
    battle = Battle()
    battle.vessel("SS1", "1010", "NE")
    battle.play(SS1=f"DECOY {where}; DECOY S IN PHASE 2")
    assert battle.only(DecoyDropped).hex == hex
    assert battle.only(OrderLapsed).why == "one decoy a move"


def test_a_supersubs_decoy_needs_open_water() -> None:
    """STG-DEC.4, STG-SPH.7: an obstacle hex is refused, and so are the sea off the map and a damaged launcher."""
    battle = Battle(obstacles="0102")
    supersub = battle.vessel("SS1", "0101")
    for order, why in (
        ("DECOY S", "0102 is an obstacle"),
        ("DECOY N", "off the map"),
        ("DECOY SE", "the decoy launcher is damaged"),
    ):
        supersub.specials = {"DECOY": 1} if order == "DECOY SE" else {}
        battle.play(SS1=order)
        assert battle.only(OrderLapsed).why == why
        assert supersub.stores["DECOY"] == 8

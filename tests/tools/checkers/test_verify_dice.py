"""`tools/verify_dice.py`, run as players run it: on real proof files and exports, whole and tampered with."""

from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from events.store import open_store
from events.transfer import export_stream
from tests.tools.toy import OVERFLOW, SEATS, Played, play

SCRIPT = Path(__file__).parents[3] / "tools" / "verify_dice.py"
Record = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    store = open_store(tmp_path_factory.mktemp("log") / "w.db")
    yield play(store)
    store.close()


@pytest.fixture(scope="module")
def lines(played: Played) -> list[str]:
    return list(export_stream(played.store, "g1"))


def run(*args: object) -> tuple[int, str]:
    """Exit code and everything printed. `-I -S`: neither the project nor any installed package can be imported."""
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT, *map(str, args)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def check_proof(tmp_path: Path, proof: Record, report: str) -> tuple[int, str]:
    (tmp_path / "proof.json").write_text(json.dumps(proof, indent=1))
    (tmp_path / "report.txt").write_text(report)
    return run(tmp_path / "proof.json", "--report", tmp_path / "report.txt")


def mailed(played: Played, turn: int, seat: str | None) -> str:
    """What a reader has in their mailbox about a turn's dice: its root, and how many rolls they were shown."""
    return played.reports[turn - 1] + played.shown[turn, seat]


def check_export(tmp_path: Path, lines: list[str], *args: object) -> tuple[int, str]:
    (tmp_path / "g1.jsonl").write_text("\n".join(lines) + "\n")
    return run(tmp_path / "g1.jsonl", *args)


def flip(hexed: str) -> str:
    """Another hexadecimal text, one digit apart."""
    return ("1" if hexed[0] == "0" else "0") + hexed[1:]


# ---------------------------------------------------------------- the script itself


def test_the_script_is_short_and_needs_only_the_standard_library() -> None:
    """A stranger can read it through: one file under 200 lines that imports nothing but Python's own modules."""
    source = SCRIPT.read_text()
    assert len(source.splitlines()) < 200
    nodes = list(ast.walk(ast.parse(source)))
    names = {a.name.split(".")[0] for n in nodes if isinstance(n, ast.Import) for a in n.names}
    names |= {str(n.module).split(".")[0] for n in nodes if isinstance(n, ast.ImportFrom)}
    assert names <= set(sys.stdlib_module_names)


# ---------------------------------------------------------------- proof files


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("seat", ["blue", "red", "green", None])
def test_a_fair_proof_passes_against_the_report_before_it(played: Played, tmp_path: Path, turn: int, seat: str | None) -> None:
    """Every reader's proof file of every turn holds, also with more rolls than keys (turn 2) and without orders (turn 3)."""
    proof = played.proofs[turn, seat]
    code, said = check_proof(tmp_path, proof, mailed(played, turn, seat))
    assert (code, said) == (0, f"{len(proof['rolls'])} rolls checked, all fair\n")


def test_a_crews_rolls_are_proved_to_its_seats_alone(played: Played, tmp_path: Path) -> None:
    """Both seats of the crew can check its dice; no other file holds them, and a changed face is caught."""
    crew = {seat: [r for r in played.proofs[1, seat]["rolls"] if r["audience"] == "ship"] for seat in (*SEATS, None)}
    assert len(crew["blue"]) == 1 and crew["blue"] == crew["green"] and crew["red"] == crew[None] == []
    proof = copy.deepcopy(played.proofs[1, "green"])
    faces = proof["rolls"][-1]["faces"]
    faces[0] = faces[0] % 8 + 1
    code, said = check_proof(tmp_path, proof, mailed(played, 1, "green"))
    assert code == 1 and "WRONG: roll 0 of audience 'ship' (what the crew finds): faces" in said


def test_the_root_can_be_given_by_hand(played: Played, tmp_path: Path) -> None:
    """`--root HEX` anchors like the report it was copied from, and another root is refused; the rolls are still counted."""
    proof = played.proofs[1, "blue"]
    (tmp_path / "p.json").write_text(json.dumps(proof))
    (tmp_path / "this.txt").write_text(played.shown[1, "blue"])
    given = (tmp_path / "p.json", "--report", tmp_path / "this.txt", "--root")
    assert run(*given, proof["root"]) == (0, f"{len(proof['rolls'])} rolls checked, all fair\n")
    code, said = run(*given, flip(proof["root"]))
    assert code == 1 and "dice root of turn 1" in said
    code, said = run(tmp_path / "p.json", "--root", proof["root"])
    assert code == 2 and "all fair" in said and "NOT COUNTED" in said and "NOT ANCHORED" not in said


def test_without_an_earlier_report_it_says_that_nothing_is_anchored(played: Played, tmp_path: Path) -> None:
    """A proof file that is compared with nothing passes only with a loud remark."""
    (tmp_path / "p.json").write_text(json.dumps(played.proofs[1, "blue"]))
    code, said = run(tmp_path / "p.json")
    assert code == 2 and "all fair" in said and "NOT ANCHORED" in said


def test_without_the_turns_own_report_it_says_that_rolls_may_be_left_out(played: Played, tmp_path: Path) -> None:
    """The root alone cannot tell how many rolls there were: exit 2, with the line that is missing. Another's does not count."""
    for more in ("", played.shown[1, "red"], played.shown[2, "blue"]):
        code, said = check_proof(tmp_path, played.proofs[1, "blue"], played.reports[0] + more)
        assert code == 2 and "all fair" in said and "NOT ANCHORED" not in said
        assert "NOT COUNTED" in said and "'rolls shown to blue in turn 1 of g1: ...'" in said


def test_the_reports_may_be_several_files(played: Played, tmp_path: Path) -> None:
    """The one before and the turn's own, after one `--report` or each after its own, in any order."""
    (tmp_path / "p.json").write_text(json.dumps(played.proofs[2, "red"]))
    before, this = tmp_path / "before.txt", tmp_path / "this.txt"
    before.write_text(played.reports[1] + played.shown[1, "red"])
    this.write_text(played.reports[2] + played.shown[2, "red"])
    for words in (("--report", before, this), ("--report", this, "--report", before)):
        assert run(tmp_path / "p.json", *words)[0] == 0
    code, said = run(tmp_path / "p.json", "--report", this)
    assert code == 2 and "no line 'dice root of turn 2 of g1: ...'" in said


@pytest.mark.parametrize("left", [0, 1, -1])
def test_rolls_that_are_left_out_at_the_end_are_missed(played: Played, tmp_path: Path, left: int) -> None:
    """All rolls left out, all but the first, all but the last: what is there is fair, but the turn's report showed more."""
    proof = copy.deepcopy(played.proofs[1, "blue"])
    rolls = len(proof["rolls"])
    proof["rolls"] = proof["rolls"][:left]
    code, said = check_proof(tmp_path, proof, mailed(played, 1, "blue"))
    assert code == 1 and said == f"WRONG: rolls: the proof file has {len(proof['rolls'])}, the report {rolls}\n"


def test_another_games_name_is_found(played: Played, tmp_path: Path) -> None:
    """A proof file that says it is of another game, and one of this game against another's report."""
    proof = copy.deepcopy(played.proofs[1, "blue"])
    proof["game"] = "g2"
    code, said = check_proof(tmp_path, proof, mailed(played, 1, "blue"))
    assert code == 1 and "WRONG: game: the proof file is of g2, the earlier report of g1" in said
    code, said = check_proof(tmp_path, played.proofs[1, "blue"], mailed(played, 1, "blue").replace("of g1", "of g2"))
    assert code == 1 and "WRONG: game: the proof file is of g1, the earlier report of g2" in said


def test_reports_of_several_games_are_told_apart(played: Played, tmp_path: Path) -> None:
    """A whole folder of reports may be given: another game's turn of the same number is passed over."""
    other = mailed(played, 1, "blue").replace("of g1", "of g2").replace(played.proofs[1, "blue"]["root"], "a" * 64)
    assert check_proof(tmp_path, played.proofs[1, "blue"], other + mailed(played, 1, "blue"))[0] == 0


def test_a_root_that_a_mail_program_quoted_and_broke_is_found(played: Played, tmp_path: Path) -> None:
    """The line `dice root of turn N of GAME: HEX` is read through `> ` quoting and a line break; so is the number of rolls."""
    proof, root = played.proofs[2, None], played.proofs[2, None]["root"]
    rolls = len(proof["rolls"])
    text = f"> > dice root of turn\n> > 2 of g1:\n> > {root}\n> rolls shown to spectators in\n>turn 2 of g1:\n>{rolls}\n"
    code, said = check_proof(tmp_path, proof, text)
    assert code == 0 and "NOT ANCHORED" not in said
    html = (
        f'<th scope="row">dice root of turn 2 of g1</th>\n<td style="word-break:break-all">{root}</td>'
        f"<tr><td>rolls shown to spectators in turn 2 of g1</td><td>{rolls}</td></tr>"
    )
    code, said = check_proof(tmp_path, proof, html)
    assert code == 0 and "NOT ANCHORED" not in said


def test_orders_with_comparisons_swallow_nothing(played: Played, tmp_path: Path) -> None:
    """`<` and `>` in orders are no tags: the lines between them are read."""
    proof = played.proofs[1, "blue"]
    text = f"fire when range <= 5 and < 3\n{mailed(played, 1, 'blue')}flee when range >= 9\n"
    assert check_proof(tmp_path, proof, text)[0] == 0


@pytest.mark.parametrize("report", ["dice root of turn 2 of g1: " + "a" * 64, "rolls shown to blue in turn 1 of g1: 3"])
def test_a_report_without_that_root_checks_nothing(played: Played, tmp_path: Path, report: str) -> None:
    """The wrong report is wrong use (exit 2), not a pass."""
    code, said = check_proof(tmp_path, played.proofs[1, "blue"], report)
    assert code == 2 and "dice root of turn 1 of g1" in said and "fair" not in said


@pytest.mark.parametrize("report", ["", "dice root of turn 1: A and no more", "dice root of turn 1 of g1: " + "a" * 65])
def test_what_is_no_report_anchors_nothing(played: Played, tmp_path: Path, report: str) -> None:
    """A file in which no such line stands is like no file: exit 2, and it says so."""
    code, said = check_proof(tmp_path, played.proofs[1, "blue"], report)
    assert code == 2 and "NOT ANCHORED" in said


def test_reports_that_disagree_are_found(played: Played, tmp_path: Path) -> None:
    """Two roots, or two numbers of rolls, for one turn: whoever wrote them told two stories."""
    report = mailed(played, 1, "blue")
    assert check_proof(tmp_path, played.proofs[1, "blue"], report + "dice root of turn 1 of g1: " + "b" * 64)[0] == 1
    assert check_proof(tmp_path, played.proofs[1, "blue"], report + "rolls shown to blue in turn 1 of g1: 1")[0] == 1


def test_the_older_format_is_named(played: Played, tmp_path: Path) -> None:
    """Files of the first format bind neither game nor number: they are refused with the way to one that does."""
    code, said = check_proof(tmp_path, {**played.proofs[1, "blue"], "format": "wardroom-proof/1"}, mailed(played, 1, "blue"))
    assert code == 2 and "unknown format 'wardroom-proof/1'; the game's pages give every proof file in today's" in said


@pytest.mark.parametrize("text", ["", "{}", "[]", "hello", '{"format": "wardroom-proof/9"}', '{"stream":"g1"}'])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    """Neither proof nor export: exit 2 and a sentence, no traceback."""
    (tmp_path / "x").write_text(text)
    code, said = run(tmp_path / "x")
    assert code == 2 and said.startswith("this cannot be checked: ") and "Traceback" not in said


def _face(p: Record) -> None:
    p["rolls"][3]["faces"][0] = p["rolls"][3]["faces"][0] % 6 + 1


def _face_left_out(p: Record) -> None:
    p["rolls"][1]["faces"].pop()


def _key(p: Record) -> None:
    p["rolls"][0]["k"] = flip(p["rolls"][0]["k"])


def _path(p: Record) -> None:
    p["rolls"][0]["path"][4] = flip(p["rolls"][0]["path"][4])


def _index(p: Record) -> None:
    p["rolls"][0]["index"] += 1


def _purpose(p: Record) -> None:
    p["rolls"][0]["purpose"] += " "


def _another_leaf(p: Record) -> None:
    """The key of another roll, rightly proved: what a server would do that shops for faces."""
    p["rolls"][0].update({x: p["rolls"][1][x] for x in ("k", "path", "index")})


def _audiences(p: Record) -> None:
    p["audiences"][0], p["audiences"][1] = p["audiences"][1], p["audiences"][0]


def _missing_roll(p: Record) -> None:
    del p["rolls"][0]


def _root(p: Record) -> None:
    p["root"] = flip(p["root"])


def _digest(p: Record) -> None:
    p["digest"] = flip(p["digest"])


def _commitment_of_red(p: Record) -> None:
    p["commitments"]["red"] = flip(p["commitments"]["red"])


def _commitment_of_blue(p: Record) -> None:
    p["commitments"]["blue"] = flip(p["commitments"]["blue"])


def _orders(p: Record) -> None:
    p["own"]["orders"] = p["own"]["orders"].replace("fire", "flee")


def _luck(p: Record) -> None:
    p["own"]["luck"] = "for the King"


def _salt(p: Record) -> None:
    p["own"]["salt"] = flip(p["own"]["salt"])


def _no_own(p: Record) -> None:
    p["own"] = None


PROOF_EDITS: list[tuple[Callable[[Record], None], str]] = [
    (_face, "roll 0 of audience 'blue' (what blue sees): faces"),
    (_face_left_out, "roll 1 of audience '*' (points of north): faces"),
    (_key, "roll 0 of audience '*' (the weather): key and path do not lead to the root"),
    (_path, "roll 0 of audience '*' (the weather): key and path do not lead to the root"),
    (_index, "roll 0 of audience '*' (the weather): index 1 is not the place of this roll's key"),
    (_another_leaf, "roll 0 of audience '*' (the weather): index 1 is not the place of this roll's key"),
    (_purpose, "roll 0 of audience '*' (the weather ): faces"),
    (_audiences, "roll 0 of audience '*' (the weather): key and path do not lead to the root"),
    (_missing_roll, "rolls: the proof file has"),
    (_missing_roll, "roll 1 of audience '*' (points of north): number 0 should come here"),
    (_root, "dice root of turn 1: the proof file says"),
    (_digest, "digest: it is not the hash of the commitments"),
    (_commitment_of_red, "digest: it is not the hash of the commitments"),
    (_commitment_of_blue, "own orders: the commitment is not the one that was counted"),
    (_orders, "own orders: the commitment does not follow from these orders, luck line and salt"),
    (_luck, "own orders: the commitment does not follow from these orders, luck line and salt"),
    (_salt, "own orders: the commitment does not follow from these orders, luck line and salt"),
    (_no_own, "own orders: the commitment is not the one that was counted"),
]


@pytest.mark.parametrize(("edit", "message"), PROOF_EDITS, ids=[e.__name__ for e, _ in PROOF_EDITS])
def test_an_edited_proof_is_caught_by_name(
    played: Played, tmp_path: Path, edit: Callable[[Record], None], message: str
) -> None:
    """Whatever one changes in a proof file: exit 1 and a line that names what is wrong."""
    proof = copy.deepcopy(played.proofs[1, "blue"])
    edit(proof)
    code, said = check_proof(tmp_path, proof, mailed(played, 1, "blue"))
    assert code == 1 and f"WRONG: {message}" in said and "all fair" not in said


def test_an_edited_root_blames_only_the_root(played: Played, tmp_path: Path) -> None:
    """The paths are checked against the earlier report, so one wrong line is reported, not one for each roll."""
    proof = copy.deepcopy(played.proofs[1, "blue"])
    _root(proof)
    assert check_proof(tmp_path, proof, mailed(played, 1, "blue"))[1].count("WRONG") == 1


def test_overflow_keys_are_checked_too(played: Played, tmp_path: Path) -> None:
    """Rolls past an audience's last key are derived from it; a changed face among them is caught."""
    proof = copy.deepcopy(played.proofs[2, None])
    roll = proof["rolls"][OVERFLOW - 1]
    assert roll["number"] == OVERFLOW - 1 and roll["index"] == 7
    roll["faces"] = [roll["faces"][0] % 20 + 1]
    code, said = check_proof(tmp_path, proof, mailed(played, 2, None))
    assert code == 1 and f"roll {OVERFLOW - 1} of audience '*'" in said


# ---------------------------------------------------------------- exports


def test_a_finished_game_passes_whole(played: Played, lines: list[str], tmp_path: Path) -> None:
    """Chain, seed, roots, commitments, digests, blinds and the faces of all rolls, hidden and set-up ones too."""
    rolls = sum('"game.rolled"' in line for line in lines)
    (tmp_path / "r.txt").write_text("".join(played.reports.values()))
    code, said = check_export(tmp_path, lines, "--report", tmp_path / "r.txt")
    assert (code, said) == (0, f"head of the log: {played.head.hash.hex()}\n{rolls} rolls checked, all fair\n")


def test_an_export_alone_is_not_anchored(lines: list[str], tmp_path: Path) -> None:
    """A whole history can be made up: without a report the script says so."""
    code, said = check_export(tmp_path, lines)
    assert code == 2 and "all fair" in said and "NOT ANCHORED" in said


def test_an_export_that_contradicts_a_report_is_caught(lines: list[str], tmp_path: Path) -> None:
    """Another root in one's mailbox than in the export: exit 1, naming the turn."""
    (tmp_path / "r.txt").write_text("dice root of turn 2 of g1: " + "c" * 64)
    code, said = check_export(tmp_path, lines, "--report", tmp_path / "r.txt")
    assert code == 1 and f"WRONG: dice root of turn 2: a report says {'c' * 64}, not this log" in said


def test_the_log_head_of_a_report_is_looked_for(played: Played, lines: list[str], tmp_path: Path) -> None:
    """The heads in one's mailbox must be hashes of the export; a report that has nothing else anchors it too."""
    (tmp_path / "r.txt").write_text(f"> log head after turn 3 of g1: {played.head.hash.hex()}\n")
    code, said = check_export(tmp_path, lines, "--report", tmp_path / "r.txt")
    assert code == 0 and "all fair" in said and "NOT ANCHORED" not in said
    (tmp_path / "r.txt").write_text("log head after turn 2 of g1: " + "d" * 64)
    code, said = check_export(tmp_path, lines, "--report", tmp_path / "r.txt")
    assert code == 1 and f"log head after turn 2: a report says {'d' * 64}, not this log" in said


def test_a_log_cut_before_a_turn_whose_root_was_published_is_caught(lines: list[str], tmp_path: Path) -> None:
    """A root of a turn that this log never opened."""
    (tmp_path / "r.txt").write_text("dice root of turn 9 of g1: " + "c" * 64)
    code, said = check_export(tmp_path, lines, "--report", tmp_path / "r.txt")
    assert code == 1 and f"WRONG: dice root of turn 9: a report says {'c' * 64}, not this log" in said


def test_another_history_with_the_same_dice_is_caught(played: Played, lines: list[str], tmp_path: Path) -> None:
    """The last event's data changed and all hashes made again: only a head in a mailbox tells."""
    forged = edited(lines, "game.ended", 0, _set(verdict="south wins"), rehash=True)
    code, said = check_export(tmp_path, forged)
    assert code == 2 and "WRONG" not in said
    (tmp_path / "r.txt").write_text(f"log head after turn 3 of g1: {played.head.hash.hex()}")
    assert check_export(tmp_path, forged, "--report", tmp_path / "r.txt")[0] == 1


def test_a_report_of_another_game_anchors_nothing(lines: list[str], tmp_path: Path) -> None:
    """Nothing compared: exit 2; so is `--root` with an export."""
    (tmp_path / "r.txt").write_text("dice root of turn 1 of g2: " + "c" * 64)
    assert check_export(tmp_path, lines, "--report", tmp_path / "r.txt")[0] == 2
    assert check_export(tmp_path, lines, "--root", "c" * 64)[0] == 2


def test_a_running_game_keeps_its_seed(lines: list[str], tmp_path: Path) -> None:
    """Without the seed the chain is checked and the rest is put off (exit 2)."""
    before_the_seed = [line for line in lines if '"game.seed_' not in line][:1]
    code, said = check_export(tmp_path, before_the_seed)
    assert code == 2 and "the seed is still secret" in said and "chain is whole" in said


def test_the_servers_own_export_of_a_running_game_can_be_checked(tmp_path: Path) -> None:
    """It contains the seed, so the operator can check while the game goes on."""
    store = open_store(tmp_path / "w.db")
    play(store, finish=False)
    lines = list(export_stream(store, "g1"))
    store.close()
    code, said = check_export(tmp_path, lines)
    assert code == 2 and "all fair" in said


def edited(lines: list[str], name: str, nth: int, edit: Callable[[Record], None], rehash: bool) -> list[str]:
    """The export with the nth event of a type changed; `rehash` mends the chain from there on, as a forger would."""
    from events.chain import GENESIS, link
    from events.codec import encode_json

    records = [json.loads(line) for line in lines]
    edit([r for r in records if r["type"] == name][nth])
    prev = GENESIS
    for r in records if rehash else []:
        fixed = [r[x] for x in ("stream", "version", "type", "schema", "turn", "phase", "rule", "audience", "at")]
        prev = link(prev, (*fixed, encode_json(r["data"])))
        r["hash"] = prev.hex()
    return [encode_json(r) for r in records]


def _set(**fields: Any) -> Callable[[Record], None]:
    return lambda record: record["data"].update(fields)


def _flip(name: str) -> Callable[[Record], None]:
    return lambda record: record["data"].update({name: flip(record["data"][name])})


EXPORT_EDITS: list[tuple[str, int, Callable[[Record], None], str]] = [
    ("game.opened", 0, _flip("seed_hash"), "(game.opened): seed_hash is not the seed's"),
    ("game.seed_revealed", 0, _flip("seed"), "(game.seed_revealed): it is not the seed whose hash was published"),
    ("game.turn_opened", 1, _flip("root"), "(game.turn_opened): root of turn 2 is not the seed's"),
    ("game.turn_opened", 1, _set(turn=3), "(game.turn_opened): turn 2 should be opened here"),
    ("game.orders_filed", 1, _set(sheet={"BLUE1": ["move 1", "flee"]}), "orders of blue: the commitment is not that of"),
    ("game.orders_filed", 1, _set(luck="for me"), "orders of blue: the commitment is not that of these orders and luck"),
    ("game.orders_filed", 3, _flip("salt"), "orders of red: the salt is not the seed's"),
    ("game.orders_filed", 3, _flip("commitment"), "the commitments are not those of the orders filed last"),
    ("game.orders_filed", 4, _set(turn=1), "orders of blue: filed when turn 1 took no orders"),
    ("game.turn_locked", 0, _flip("digest"), "(game.turn_locked): the digest is not the commitments' hash"),
    ("game.turn_locked", 0, _set(commitments={}), "the commitments are not those of the orders filed last"),
    ("game.turn_locked", 1, _set(turn=7), "(game.turn_locked): turn 7 was not open"),
    ("game.blinded", 2, _flip("blind"), "(game.blinded): blind of turn 3 is not the seed's"),
    ("game.rolled", 0, _set(faces=[7]), "turn 0, roll 0 of audience '*' (who begins): faces [7] should be"),
    ("game.rolled", 2, _set(purpose="my weather", number=0), "turn 1, roll 0 of audience '*' (my weather): faces"),
    ("game.rolled", 5, _set(number=1), "turn 1, roll 1 of audience 'blue' (what blue sees): number 0 should come here"),
    (
        "game.rolled",
        13,
        _set(faces=[9, 9]),
        "turn 1, roll 0 of audience 'ship' (what the crew finds): faces [9, 9] should be",
    ),
    ("game.rolled", 12, _set(faces=[101]), "turn 1, roll 0 of audience '' (what nobody knows): faces [101] should be"),
    ("game.rolled", 2, lambda r: r.update(turn=9), "turn 9, roll 0 of audience '*' (the weather): rolled before the orders"),
]


@pytest.mark.parametrize(("name", "nth", "edit", "message"), EXPORT_EDITS, ids=[e[-1][:60] for e in EXPORT_EDITS])
def test_a_forged_export_is_caught_though_its_chain_is_mended(
    lines: list[str], tmp_path: Path, name: str, nth: int, edit: Callable[[Record], None], message: str
) -> None:
    """A forger who computes the hashes again still cannot make the dice fit."""
    code, said = check_export(tmp_path, edited(lines, name, nth, edit, rehash=True))
    assert code == 1 and message in said and "hash chain" not in said


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        ("toy.scored", _set(points=99)),
        ("toy.scored", lambda r: r.update(phase="Other")),
        ("game.seat_taken", lambda r: r.update(at="2031-05-01T12:00:01Z")),
        ("game.ended", lambda r: r.update(hash=flip(r["hash"]))),
        ("game.ended", lambda r: r.update(note="unknown")),
        ("game.ended", lambda r: r.update(version=1)),
    ],
)
def test_an_edit_that_leaves_the_hashes_breaks_the_chain(
    lines: list[str], tmp_path: Path, name: str, edit: Callable[[Record], None]
) -> None:
    """Any field of any event is under the chain; the message names version and type."""
    code, said = check_export(tmp_path, edited(lines, name, 0, edit, rehash=False))
    assert code == 1 and f"({name}): the hash chain is broken here" in said


def test_a_jump_in_the_versions_is_caught_though_its_chain_is_mended(lines: list[str], tmp_path: Path) -> None:
    """Versions are gapless: a number left out could hide an event."""
    forged = edited(lines, "game.ended", 0, lambda r: r.update(version=900), rehash=True)
    code, said = check_export(tmp_path, forged)
    assert code == 1 and "version 900 (game.ended): the hash chain is broken here" in said


@pytest.mark.parametrize("gone", [0, 5, 20])
def test_a_line_left_out_breaks_the_chain(lines: list[str], tmp_path: Path, gone: int) -> None:
    """An event cannot be taken out of the middle of a history."""
    code, said = check_export(tmp_path, [*lines[:gone], *lines[gone + 1 :]])
    assert code == 1 and f"version {gone + 2} " in said and "the hash chain is broken here" in said

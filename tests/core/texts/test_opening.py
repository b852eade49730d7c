"""The envelope of every order language."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.core.texts.commands import hinted
from pbem.core.texts.envelope import (
    Envelope,
    OrderSheet,
    Problem,
    Question,
    game_over,
    last_of,
    lines_of,
    of_kind,
    shortened,
    suggest,
)
from pbem.core.texts.opening import MAX_LUCK, MAX_ORDERS, open_envelope


def read(text: str) -> dict[str, list[str]]:
    return {block.unit: [piece.text for piece in block.pieces] for block in open_envelope(text).blocks}


def test_the_example_of_the_handbook() -> None:
    """A block by lines, a block on one line, the luck line, and END."""
    text = "SR1:\n  3 S 2\n  launch tube 1 at TF2 when range <= 5\nTF1: 2 P 1; launch at SR1\nluck: for the Queen\nEND\nbye"
    envelope = open_envelope(text)
    assert read(text) == {"SR1": ["3 S 2", "launch tube 1 at TF2 when range <= 5"], "TF1": ["2 P 1", "launch at SR1"]}
    assert envelope.luck == "for the Queen" and envelope.ready is None and envelope.problems == []


def test_line_numbers_are_those_of_the_mail() -> None:
    """Quoted and empty lines count, so a problem can name the line the player sees."""
    envelope = open_envelope("> quoted\n\nA:\n\n wait; fire\n")
    assert [(b.unit, b.line, [(p.line, p.text) for p in b.pieces]) for b in envelope.blocks] == [
        ("A", 3, [(5, "wait"), (5, "fire")])
    ]


def test_comments_are_dropped() -> None:
    """`#` starts a comment, on a line of its own or behind an order, semicolons and all."""
    assert read("# all; of this\nA: wait # and; B: fire\nfire") == {"A": ["wait", "fire"]}


def test_semicolons_separate_like_newlines() -> None:
    """Empty parts between them are nothing; a new block may begin on the same line."""
    assert read("A: x;;  ; y ;B: z; w") == {"A": ["x", "y"], "B": ["z", "w"]}


@pytest.mark.parametrize("quote", ["> A: fire", "   > A: fire", ">> A: fire", ">"])
def test_quoted_lines_are_not_read(quote: str) -> None:
    """What the server wrote comes back quoted; it is no order."""
    assert read(f"{quote}\nB: wait") == {"B": ["wait"]}


@pytest.mark.parametrize("end", ["END", "end", "  End  ", "--", "-- "])
def test_nothing_is_read_after_the_end_or_a_signature(end: str) -> None:
    """END in any case, or the signature mark, alone on a line."""
    assert read(f"A: wait\n{end}\nB: fire") == {"A": ["wait"]}


@pytest.mark.parametrize("line", ["end of run", "A: end", "---", "END."])
def test_other_lines_do_not_end_the_orders(line: str) -> None:
    """Only the bare word ends them."""
    assert "B" in read(f"{line}\nB: fire")


@pytest.mark.parametrize(
    ("text", "luck"),
    [
        ("luck: for the Queen", "for the Queen"),
        ("LUCK :  two   blanks ", "two blanks"),
        ("luck:", ""),
        ("luck: a\nluck: b", "b"),
        ("A: wait; luck: 7", "7"),
        ("lucky: 7", None),
        ("", None),
    ],
)
def test_the_luck_line(text: str, luck: str | None) -> None:
    """The last one counts; none at all is None, an empty one is empty."""
    assert open_envelope(text).luck == luck


def test_a_luck_line_is_cut() -> None:
    """It is kept for years: 200 characters are luck enough."""
    assert open_envelope("luck: " + "x" * 999).luck == "x" * MAX_LUCK


@pytest.mark.parametrize(
    ("text", "ready"),
    [
        ("ready", True),
        ("READY.", True),
        ("ready!!!", True),
        ("ready?", None),
        ("Ready !", True),
        ("not ready", False),
        ("NOT  READY", False),
        ("ready\nnot ready", False),
        ("A: wait; ready", True),
        ("readily", None),
        ("we are ready", None),
    ],
)
def test_ready_and_not_ready(text: str, ready: bool | None) -> None:
    """The words alone, in any case; the last one counts."""
    assert open_envelope(text).ready is ready


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("status", Question("status")),
        ("STATUS ?!", Question("status")),
        ("Ready?", Question("status")),
        ("preview.", Question("preview")),
        ("help", Question("help")),
        ("Help Fire!", Question("help", "Fire")),
        ("help speed and helm", Question("help", "speed and helm")),
        ("history", Question("history")),
        ("history 3.", Question("history", "3")),
        ("HISTORY turn 12?", Question("history", "12")),
        ("history t3", Question("history", "3")),
        ("why?", Question("why")),
        ("why 7.", Question("why", "7")),
        ("Why 3.12?", Question("why", "3.12")),
        ("why T3.12", Question("why", "3.12")),
        ("A: wait; why 4", Question("why", "4")),
    ],
)
def test_questions(line: str, question: Question) -> None:
    """Any case, with or without a mark at the end; what they are about comes with them."""
    envelope = open_envelope(line)
    assert envelope.asks == [question]
    assert envelope.preview is (question.name == "preview")


@pytest.mark.parametrize(
    "line",
    [
        "status of BIS",
        "preview it",
        "history of SR1",
        "why did she sink?",
        "why 1.2.3",
        "help me, my fleet is burning and all is lost",
        "HELP: x",
    ],
)
def test_what_only_begins_like_a_question_is_the_games(line: str) -> None:
    """Sentences are not taken for commands; a game says that it does not understand them."""
    envelope = open_envelope(line)
    assert envelope.asks == [] and envelope.blocks


@pytest.mark.parametrize(
    ("text", "orders"),
    [("status", False), ("press to red: hi", False), ("", True), ("status\nA: x", True), ("help\nready", True)],
)
def test_is_there_anything_to_file(text: str, orders: bool) -> None:
    """Questions and press alone are no orders; an empty mail might have been meant to be."""
    assert open_envelope(text).orders is orders


def written(text: str) -> list[tuple[int, list[str], str]]:
    return [(press.line, press.to, press.text) for press in open_envelope(text).press]


def test_press_runs_to_the_end_of_its_paragraph() -> None:
    """Whatever it says: semicolons, number signs, orders, commands; an empty line ends it, and orders go on."""
    text = "A: wait\npress to red: Beat it; now # or else\nB: fire\nready\n\nC: turn"
    assert written(text) == [(2, ["red"], "Beat it; now # or else\nB: fire\nready")]
    assert read(text) == {"A": ["wait"], "C": ["turn"]} and open_envelope(text).ready is None


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("press to red: hi", ["red"]),
        ("PRESS TO Red : hi", ["Red"]),
        ("  press red: hi", ["red"]),
        ("press to red, blue2 and the admiral & all: hi", ["red", "blue2", "the admiral", "all"]),
        ("press to red\nhi", ["red"]),
        ("press: hi", []),
        ("press to: hi", []),
        ("A: x; press to red: hi", ["red"]),
        ("press to red: hi\n-- \nJack", ["red"]),
        ("press to red: hi\n> you said\n \nend", ["red"]),
    ],
)
def test_how_press_is_addressed(line: str, to: list[str]) -> None:
    """With `to` or without, to several; its words may begin below; signatures and quoted lines are not among them."""
    assert [(found, words) for _, found, words in written(line)] == [(to, "hi")]


@pytest.mark.parametrize(
    "line", ["press on", "pressing: x", "# press to red: hi", "> press to red: hi", "press " + "x" * 300 + ": y"]
)
def test_what_is_no_press(line: str) -> None:
    """Without addressee and colon it is left to the game; comments and quoted lines are not read."""
    assert written(line) == []


def test_press_follows_press() -> None:
    """A line that begins another message ends the one above."""
    assert written("press to red: a\nb\npress to blue: c") == [(1, ["red"], "a\nb"), (3, ["blue"], "c")]


def test_shared_lines_inside_a_block_do_not_close_it() -> None:
    """`ready` or `status` between a unit's orders belongs to the service; the block goes on."""
    envelope = open_envelope("A: wait\nstatus?\nready\nfire\nHELP")
    assert envelope.asks == [Question("status"), Question("help")] and envelope.ready is True
    assert [p.text for p in envelope.blocks[0].pieces] == ["wait", "fire"] and len(envelope.blocks) == 1


def test_blocks_of_the_same_unit_are_one() -> None:
    """Whatever the case of the letters; the first place counts for the order of units."""
    assert read("a: x\nB: y\nA: z\nw") == {"A": ["x", "z", "w"], "B": ["y"]}


def test_an_empty_block_is_kept() -> None:
    """A unit named without orders is a statement too: it takes its earlier orders back."""
    assert read("A:\nB: wait") == {"A": [], "B": ["wait"]}


def test_orders_before_any_block_belong_to_no_unit() -> None:
    """They are unit "" for the game to complain about or to place."""
    assert read("fire\nA: wait") == {"": ["fire"], "A": ["wait"]}


@pytest.mark.parametrize("text", ["http://example.org", "1A: x", "a unit: x", "UNITNAMETOOLONG: x", "ä: x"])
def test_what_is_no_unit_name_opens_no_block(text: str) -> None:
    """A letter and up to eleven letters, digits or underscores before the colon; an address is none."""
    assert read(text) == {"": [text]}


def test_too_many_orders_are_not_read() -> None:
    """The first 500 count and a problem says so; quoted lines are not among them, however long the report was."""
    envelope = open_envelope("> quoted\n" * 2000 + "A:\n" + "x\n" * MAX_ORDERS)
    assert sum(len(b.pieces) for b in envelope.blocks) == MAX_ORDERS - 1
    assert [str(p) for p in envelope.problems] == [f"line {2001 + MAX_ORDERS}: only the first {MAX_ORDERS} orders were read."]


def test_many_orders_on_one_line_are_cut_too() -> None:
    """A line of a million blocks costs no more than five hundred."""
    envelope = open_envelope(";".join(f"U{n}: x" for n in range(100_000)))
    assert len(envelope.blocks) == MAX_ORDERS and len(envelope.problems) == 1


@pytest.mark.parametrize("head", ["luck:", "ready", "status", "press to", "why", "help", "A", ""])
def test_long_blanks_are_read_in_linear_time(head: str) -> None:
    """A hundred thousand blanks before a letter would take a backtracking pattern hours."""
    open_envelope(f"{head}{' ' * 200_000}x")


@pytest.mark.parametrize(
    "text", ["press;" * 200_000, "press to x; " * 100_000, "press " * 200_000, "why " * 200_000, "9." * 300_000]
)
def test_endless_commands_are_read_in_linear_time(text: str) -> None:
    """M-27: no line of commands costs more for every command before it."""
    open_envelope(text)
    hinted(Problem(1, "", text, "x"), Envelope())


WORDS = st.sampled_from(
    [
        "press to",
        "why 1",
        "A:",
        "b1 :",
        "luck:",
        "ready",
        "not ready",
        "END",
        "--",
        "> ",
        "#",
        ";",
        "\n",
        " ",
        "\t",
        "x y",
        "\x00",
    ]
)


@given(st.one_of(st.text(), st.text(st.characters(codec=None)), st.lists(WORDS).map("".join)))
@example("\ud800")
def test_no_text_makes_it_raise(text: str) -> None:
    """Any text gives an envelope, whose words can be hashed, and whose pieces are tidy."""
    envelope = open_envelope(text)
    assert isinstance(envelope, Envelope)
    (envelope.luck or "").encode()
    units = [block.unit for block in envelope.blocks]
    assert len(units) == len(set(units))
    for block in envelope.blocks:
        assert block.unit == block.unit.upper() and (block.pieces or block.unit)
        for piece in block.pieces:
            piece.text.encode()
            assert piece.text == " ".join(piece.text.split()) and piece.text and not set(piece.text) & set(";#\n")


NAMES = st.from_regex(r"[A-Z][A-Z0-9_]{0,5}", fullmatch=True).filter(lambda n: n != "LUCK")
ORDERS = st.lists(st.sampled_from(["3 S 2", "fire at 0507", "wait", "launch when range <= 5"]), min_size=1)


@given(st.dictionaries(NAMES, ORDERS, max_size=5))
def test_a_sheets_text_reads_back_as_the_sheet(units: dict[str, list[str]]) -> None:
    """The canonical text, which commitments are made of, opens into the same blocks."""
    assert read(OrderSheet(units).text()) == units


def test_the_canonical_text() -> None:
    """Unit, colon, orders indented by two; units without orders are left out."""
    assert OrderSheet({"A": ["x", "y"], "B": [], "C": ["z"]}).text() == "A:\n  x\n  y\nC:\n  z"


def test_a_problem_in_words() -> None:
    """Line, words, reason, and what would be legal; parts that are missing leave no trace."""
    assert str(Problem(3, "A", "fier", "no such order", "Did you mean FIRE?")) == (
        'line 3: "fier": no such order. Did you mean FIRE?'
    )
    assert str(Problem(0, "A", "", "too many orders")) == "too many orders."


def test_long_orders_are_quoted_in_part() -> None:
    """Up to the length asked for they stay whole."""
    assert shortened("fire", 4) == "fire" and shortened("fire!", 4) == "fire…"
    assert shortened("x" * 120) == "x" * 120 and shortened("x" * 121) == "x" * 120 + "…"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("histroy 3", "history 3"),
        ("Statsu?", "status"),
        ("hlep", "help FIRE"),
        ("why did he", "why 2.7"),
        ("pres to red: x", "press to red"),
    ],
)
def test_a_line_that_is_nearly_a_command(line: str, meant: str) -> None:
    """Its problem names the command, also when the game has put the words elsewhere."""
    for problem in (
        Problem(1, "", line, "no unit is named", "Write A: above it."),
        Problem(1, "", "", f"not understood: {line}"),
    ):
        assert meant in hinted(problem, open_envelope(line)).legal


@pytest.mark.parametrize("line", ["fire at will", "HELM 3", "", "A: x; B: y"])
def test_a_line_that_is_not(line: str) -> None:
    """The game's own hint stays."""
    problem = Problem(1, "", "", "not understood", "Did you mean FIRE?")
    assert hinted(problem, open_envelope(line)) == problem


def test_no_orders_are_taken_when_the_game_is_over() -> None:
    """The orders in force stay, and the one problem says why."""
    sheet = OrderSheet({"A": ["FIRE"]})
    parsed = game_over(sheet)
    assert parsed.sheet is sheet and not parsed.accepted
    assert [str(problem) for problem in parsed.problems] == ["the game is over; no orders are taken."]
    assert parsed.problems[0].kind == "not allowed"


def test_suggestions() -> None:
    """A near word is suggested, a far one is not."""
    assert suggest("fier", ["FIRE", "TURN"]) == "Did you mean FIRE?"
    assert suggest("xyzzy", ["FIRE", "TURN"]) == ""


def test_lines_of_a_unit() -> None:
    """What its seat's sheet has; without a sheet its standing orders, and of a unit that the sheet does not list nothing."""
    sheets = {"blue": OrderSheet({"A": ["FIRE"]})}
    assert lines_of(sheets, "blue", "A", ["HOLD"]) == ["FIRE"]
    assert lines_of(sheets, "blue", "B", ["HOLD"]) == [] and lines_of(sheets, "red", "B", ["HOLD"]) == ["HOLD"]


def test_orders_of_one_kind() -> None:
    """In their order; the last is the one that counts, if there is one."""
    orders = [1, "fire", 2, "turn"]
    assert of_kind(orders, str) == ("fire", "turn") and last_of(orders, int) == 2
    assert of_kind(orders, float) == () and last_of(orders, float) is None

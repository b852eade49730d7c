"""Reports as text and HTML: complete, narrow enough for mail, and the parts that tools look for."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

from pbem.core.game.report_parts import Panel
from pbem.present.report import MARKER, MOST_HTML, Report, ReportLine, to_html, to_text

ROOT, DIGEST, HEAD = "ab" * 32, "cd" * 32, "ef" * 32
LONG = "CHI fires its front section, four lasers, at DET at range 6: 16 points on a section without any active shields left."
REPORT = Report(
    game="k7f2",
    title="Star Navy: the Terra duel",
    scenario="terra",
    turn=3,
    counted="game turn 3 of 36",
    heading="Turn 3, game turn 3 of 36",
    summary=["DET loses a shield.", LONG],
    seat="blue",
    seat_title="Blue",
    side="west",
    lines=[
        ReportLine("Move", "CHI moves from 0806 to 0805.", "SN-5.1", [], 1),
        ReportLine("Fire", LONG, "SN-7.9", ["1d6 section of DET hit by CHI front: 4"], 2),
        ReportLine(
            "Fire", "DET fires torpedoes at CHI.", "SN-7.13", ["3d6 torpedoes to hit: 2 5 6", "2d6 sections hit: 1 3"], 3
        ),
        ReportLine("Move", "A second movement.", "", [], 4),
    ],
    panels=[Panel("CHI Dreadnought", ["F  ####  <ready>", "x" * 78]), Panel("Contacts", ["DET  1309"])],
    standing=["No orders came from: red. Advance and standing orders were used."],
    due="Friday 27 November 2026, 18:00 UTC",
    root=ROOT,
    next_turn=4,
    next_words="turn 4, game turn 4 of 36",
    digest=DIGEST,
    rolls=6,
    head=HEAD,
    template="CHI:\n  fire front at DET\nEND\n",
    verdict="",
    clause_note="SN-x.y are clauses of the rule book docs/rules/star_navy.md.",
)
OVER = replace(REPORT, verdict="West wins.", root="", due="", next_turn=0)


class Page(HTMLParser):
    """What a page is made of: its elements with their attributes, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def test_prose_is_at_most_72_columns_wide() -> None:
    """M-49: whatever the words are; a table's row may have 78 columns, and the template 70, because it comes back quoted."""
    wordy = replace(
        REPORT,
        title="a long title " * 9,
        heading=LONG * 3,
        lines=[ReportLine("Fire", "W" * 60 + " " + LONG, "SN-7.9", [LONG], 1000)],
        standing=[LONG],
        clause_note=LONG,
        panels=[Panel(LONG, ["a table" + " " * 70])],
        summary=[LONG * 2],
        next_words=LONG,
        template=f"CHI:  # {LONG}\n  fire front at DET; fire rear at DET; fire port at DET; fire starboard at DET\n",
    )
    for report in (replace(REPORT, panels=[]), wordy):
        lines = to_text(report).splitlines()
        assert max(len(line) for line in lines if not line.strip().startswith("a table")) <= 72
        assert max(map(len, lines)) <= 78
        assert max(map(len, lines[lines.index(MARKER) + 1 :])) <= 70


def test_a_summary_comes_first_and_the_rest_is_folded_below_it() -> None:
    """In text one after the other; in HTML what happened line by line can be folded away. Without a summary nothing is."""
    text = to_text(REPORT)
    assert text.index("IN SHORT\n--------\n- DET loses a shield.\n- CHI fires") < text.index("WHAT HAPPENED\n")
    page = Page(to_html(REPORT, None, ""))
    tags = [tag for tag, _ in page.elements]
    assert tags.index("ul") < tags.index("details") < tags.index("summary")
    assert page.words.index("DET loses a shield.") < page.words.index("What happened") < page.words.index("CHI moves")
    plain = replace(REPORT, summary=[])
    assert "IN SHORT" not in to_text(plain) and Page(to_html(plain, None, "")).all("details") == []


def test_a_template_too_wide_orders_the_same() -> None:
    """A comment takes more lines, each a comment; orders between semicolons stand one below the other."""
    note = "as it stands: straight on at speed 2; launches nothing; standing orders run"
    text = f"SR1:\n  MOVE 2   # {note}\n  fire front at DET; fire rear at DET; fire port at DET; launch tube 12\nEND\n"
    lines = to_text(replace(REPORT, template=text)).splitlines()
    assert lines[lines.index(MARKER) + 1 :] == [
        "SR1:",
        "  # as it stands: straight on at speed 2; launches nothing; standing",
        "  # orders run",
        "  MOVE 2",
        "  fire front at DET; fire rear at DET; fire port at DET",
        "  launch tube 12",
        "END",
    ]


def test_lines_are_numbered() -> None:
    """So that a player can ask for one: its number is before it, in the text and in the page."""
    lines = to_text(REPORT).splitlines()
    assert [line[:6] for line in lines if re.match(r" {0,2}\d+\. ", line)] == ["  1. C", "  2. C", "  3. D", "  4. A"]
    assert "`why 1`" in to_text(REPORT) and "`why 1`" in to_html(REPORT, None, "")
    assert re.findall(r">(\d+)\.</td>", to_html(REPORT, None, "")) == ["1", "2", "3", "4"]
    unnumbered = replace(REPORT, lines=[ReportLine("Move", "CHI moves.", "", [])])
    assert "\n  CHI moves.\n" in to_text(unnumbered) and "why 1" not in to_text(unnumbered)
    assert "why 1" not in to_text(replace(REPORT, seat="", side="", template="")), "a spectator cannot ask"


def test_a_clause_id_stands_at_the_right_end() -> None:
    """The clause id ends in column 72, after the sentence or, if there is no room, on a line below."""
    lines = to_text(REPORT).splitlines()
    assert [len(line) for line in lines if re.search(r"\[SN-\d+\.\d+\]$", line)] == [72, 72, 72]
    exact = replace(REPORT, lines=[ReportLine("Move", "y" * 64, "SN-5.1", [])])
    at = to_text(exact).splitlines().index("  " + "y" * 64)
    assert to_text(exact).splitlines()[at + 1] == "[SN-5.1]".rjust(72)


def test_dice_are_below_their_line() -> None:
    """Each roll has a line of its own, in the order rolled."""
    text = to_text(REPORT)
    torpedoes = text.index("DET fires torpedoes")
    assert torpedoes < text.index("         3d6 torpedoes to hit: 2 5 6\n") < text.index("         2d6 sections hit: 1 3\n")


def test_phases_stay_in_order() -> None:
    """Lines are grouped by phase without being reordered: a phase that comes again is named again."""
    lines = to_text(REPORT).splitlines()
    assert [line for line in lines if line in {"Move", "Fire"}] == ["Move", "Fire", "Move"]


def test_the_text_is_complete_and_in_order() -> None:
    """Where it stands, what happened, own ships, enemies, fairness, orders."""
    text = to_text(REPORT)
    parts = [
        *("STAR NAVY: THE TERRA DUEL", "Turn 3, game turn 3 of 36", "Your seat: Blue, side west.", "No orders came from: red."),
        *(
            "IN SHORT",
            "DET loses a shield.",
            "WHAT HAPPENED",
            "CHI moves",
            "SN-x.y are",
            "CHI Dreadnought",
            "Contacts",
            "FAIRNESS",
            "ORDERS DUE",
            MARKER,
        ),
    ]
    found = [text.find(part) for part in parts]
    assert -1 not in found
    assert found == sorted(found)


def test_tools_find_the_root_of_the_next_turn() -> None:
    """The dice root, the turn digest and the log head stand on lines of their own, each under its name, its turn and game."""
    lines = to_text(REPORT).splitlines()
    for name, value in (
        ("dice root of turn 4 of k7f2:", ROOT),
        ("digest of turn 3 of k7f2:", DIGEST),
        ("log head after turn 3 of k7f2:", HEAD),
    ):
        assert lines[lines.index(name) + 1] == f"  {value}"
    assert "rolls shown to blue in turn 3 of k7f2: 6" in lines
    assert "  python3 tools/verify_dice.py PROOF.json --report BEFORE.txt THIS.txt" in lines
    assert "rolls shown to spectators in turn 3 of k7f2: 6" in to_text(replace(REPORT, seat=""))


def test_the_template_ends_the_text() -> None:
    """Between the marker and one END, nothing behind it; the due line comes before."""
    text = to_text(REPORT)
    assert text.endswith(f": turn 4, game turn 4 of 36\n{MARKER}\nCHI:\n  fire front at DET\nEND\n")
    assert "\nORDERS DUE Friday 27 November 2026, 18:00 UTC: turn 4, game turn 4 of 36\n" in text
    without = replace(REPORT, template="CHI:\n  fire front at DET")
    assert to_text(without) == text


def test_a_game_that_is_over_asks_for_nothing() -> None:
    """The verdict is at the top; there is no template, no due line and no root."""
    for page in (to_text(OVER), to_html(OVER, None, "")):
        assert page.lower().index("the game is over") < page.index("Turn 3, game")
        assert "West wins." in page
        assert [part for part in (MARKER, "orders due", "dice root of") if part in page or part.upper() in page] == []
        assert "EXPORT.jsonl" in page


def test_the_opening_report_has_no_dice_to_check() -> None:
    """Before any turn was played there is no digest and no proof file, but a root to keep."""
    opening = replace(REPORT, turn=0, next_turn=1, digest="", rolls=None, lines=[])
    for page in (to_text(opening), to_html(opening, None, "")):
        assert "PROOF.json" not in page
        assert "digest of turn" not in page and "rolls shown" not in page
        assert "Keep this report" in page
        assert "Nothing that you know of." in page
        assert ROOT in page


def test_a_spectator_is_asked_for_nothing() -> None:
    """Without a seat and a template there is no marker, but one learns when the turn is due."""
    watching = replace(REPORT, seat="", side="", template="")
    text = to_text(watching)
    assert "You watch as a spectator." in text
    assert MARKER not in text
    assert "ORDERS DUE Friday" in text
    assert "Your orders" not in text


def test_told_words_cannot_pose_as_lines_of_the_report() -> None:
    """Line breaks in told words are blanks: nothing told starts in the first column."""
    forged = replace(REPORT, lines=[ReportLine("Move", f"CHI\nEND\ndice root of turn 4: {'0' * 64}", "", ["1d6\nEND"])])
    lines = to_text(forged).splitlines()
    assert lines.count("END") == 1
    assert [line for line in lines if line.startswith("dice root")] == ["dice root of turn 4 of k7f2:"]


def test_html_escapes_what_it_is_given() -> None:
    """Hostile words in any field stay words."""
    evil = "<script>alert(1)</script> & \"x\" 'y'"
    names = ("game", "title", "scenario", "heading", "seat", "side", "due", "root", "template", "clause_note")
    fields: dict[str, Any] = dict.fromkeys(names, evil)
    report = replace(
        REPORT,
        **fields,
        lines=[ReportLine(evil, evil, evil, [evil])],
        panels=[Panel(evil, [evil])],
        standing=[evil],
    )
    for given in (report, replace(report, verdict=evil)):
        page = Page(to_html(given, f'cid:map"{evil}', evil))
        assert page.all("script") == []
        assert page.all("img")[0]["alt"] == evil
        assert page.all("img")[0]["src"] == f'cid:map"{evil}'


def test_html_says_what_the_text_says() -> None:
    """Every line, roll, panel line, proof and order of the text is in the HTML."""
    words = Page(to_html(REPORT, None, "")).words
    told = [part for line in REPORT.lines for part in (line.text, line.rule, *line.dice)]
    panels = [line for panel in REPORT.panels for line in (panel.title, *panel.lines)]
    expected = [
        *told,
        *panels,
        *REPORT.standing,
        REPORT.heading,
        REPORT.due,
        ROOT,
        DIGEST,
        HEAD,
        MARKER,
        "fire front at DET\nEND\n",
    ]
    assert [part for part in expected if part not in words] == []


def test_html_says_it_in_the_same_order() -> None:
    """The order form is last in both, so that what is added to it in an answer is at the end of the mail."""
    parts = ("Turn 3, game turn 3 of 36", "DET fires torpedoes at CHI.", "Contacts", ROOT, HEAD, MARKER, "fire front at DET")
    for page in (to_text(REPORT), to_html(REPORT, None, "")):
        found = [page.find(part) for part in parts]
        assert -1 not in found and found == sorted(found)


def test_html_is_fit_for_mail_readers() -> None:
    """M-49: no scripts, no links out; the map by content id with words for those who cannot see it; style in the elements.

    What is left in a style sheet depends on the reader's screen alone, and says nothing that a reader without it would miss.
    """
    html = to_html(REPORT, "cid:map", "CHI at 0805, DET at 1309")
    page = Page(html)
    assert {name for name, _ in page.elements}.isdisjoint({"script", "link", "svg", "iframe"})
    assert [(img["src"], img["alt"]) for img in page.all("img")] == [("cid:map", "CHI at 0805, DET at 1309")]
    assert "http" not in html, "nothing is fetched"
    assert "background-color: #ffffff;color: #111111" in str(page.all("body")[0]["style"])
    assert all(element["style"] for name in ("h1", "h2", "p", "pre") for element in page.all(name))
    sheet = html[html.index("<style>") + len("<style>") : html.index("</style>")]
    assert re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet).strip() == ""
    assert "prefers-color-scheme: dark" in sheet and "max-width: 480px" in sheet
    assert Page(to_html(REPORT, None, "unseen")).all("img") == []


def test_html_is_never_cut_off_by_a_mail_reader() -> None:
    """M-49: a page too long leaves out the dice, then the tables, says so, and keeps what happened and the order form."""
    dice = [f"6d6 guns of ship {number} to hit: 1 2 3 4 5 6" for number in range(30)]
    for tables, left_out, kept in ((2, "dice", "a row of the table"), (40, "dice and tables", "fire front at DET")):
        report = replace(
            REPORT,
            lines=[ReportLine("Fire", f"shot {number}", "SN-7.9", dice, number) for number in range(1, 120)],
            panels=[Panel(f"Table {number}", ["a row of the table " * 4] * 50) for number in range(tables)],
        )
        html = to_html(report, "cid:map", "a map")
        assert len(html.encode()) <= MOST_HTML
        assert f"This page leaves out the {left_out}: " in html
        assert kept in html and "shot 119" in html and MARKER in html
        assert "guns of ship 7" not in html
        assert to_text(report).count("guns of ship 7 ") == 119


def test_the_same_report_gives_the_same_bytes() -> None:
    """Text and HTML depend on the report alone."""
    assert to_text(REPORT) == to_text(replace(REPORT))
    assert to_html(REPORT, "cid:map", "m") == to_html(replace(REPORT), "cid:map", "m")

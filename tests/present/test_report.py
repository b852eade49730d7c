"""Reports as text and HTML: complete, narrow enough for mail, and the parts that tools look for."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

from pbem.core.game import Panel
from pbem.present.report import MARKER, Happening, Report, to_html, to_text

ROOT, DIGEST, HEAD = "ab" * 32, "cd" * 32, "ef" * 32
LONG = "CHI fires its front section, four lasers, at DET at range 6: 16 points on a section without any active shields left."
REPORT = Report(
    game="k7f2",
    title="Star Navy: the Terra duel",
    scenario="terra",
    turn=3,
    heading="Cycle 1, turn 3 of 6.",
    seat="blue",
    side="west",
    happenings=[
        Happening("Move", "CHI moves from 0806 to 0805.", "SN-5.1", []),
        Happening("Fire", LONG, "SN-7.9", ["1d6 section of DET hit by CHI front: 4"]),
        Happening("Fire", "DET fires torpedoes at CHI.", "SN-7.13", ["3d6 torpedoes to hit: 2 5 6", "2d6 sections hit: 1 3"]),
        Happening("Move", "A second movement.", "", []),
    ],
    panels=[Panel("CHI Dreadnought", ["F  ####  <ready>", "x" * 84]), Panel("Contacts", ["DET  1309"])],
    standing=["No orders came from: red. Advance and standing orders were used."],
    due="Friday 27 November 2026, 18:00 UTC",
    root=ROOT,
    next_turn=4,
    digest=DIGEST,
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


def test_prose_is_at_most_78_columns_wide() -> None:
    """Only panels and hex may be wider, whatever the words are."""
    wordy = replace(
        REPORT,
        title="a long title " * 9,
        heading=LONG * 3,
        happenings=[Happening("Fire", "W" * 200 + " " + LONG, "SN-7.9", [LONG])],
        standing=[LONG],
        clause_note=LONG,
        panels=[Panel(LONG, ["x" * 84])],
    )
    for report in (REPORT, wordy):
        wide = [line for line in to_text(report).splitlines() if len(line) > 78]
        assert [line for line in wide if ROOT not in line] == ["x" * 84]


def test_a_clause_id_stands_at_the_right_end() -> None:
    """The clause id ends in column 78, after the sentence or, if there is no room, on a line below."""
    lines = to_text(REPORT).splitlines()
    assert [len(line) for line in lines if re.search(r"\[SN-\d+\.\d+\]$", line)] == [78, 78, 78]
    exact = replace(REPORT, happenings=[Happening("Move", "y" * 70, "SN-5.1", [])])
    at = to_text(exact).splitlines().index("  " + "y" * 70)
    assert to_text(exact).splitlines()[at + 1] == "[SN-5.1]".rjust(78)


def test_dice_stand_below_their_happening() -> None:
    """Each roll has a line of its own, in the order rolled."""
    text = to_text(REPORT)
    torpedoes = text.index("DET fires torpedoes")
    assert torpedoes < text.index("      3d6 torpedoes to hit: 2 5 6\n") < text.index("      2d6 sections hit: 1 3\n")


def test_phases_stay_in_order() -> None:
    """Happenings are grouped by phase without being reordered: a phase that comes again is named again."""
    lines = to_text(REPORT).splitlines()
    assert [line for line in lines if line in {"Move", "Fire"}] == ["Move", "Fire", "Move"]


def test_the_text_is_complete_and_in_order() -> None:
    """Where it stands, what happened, own ships, enemies, fairness, orders."""
    text = to_text(REPORT)
    parts = [
        *("STAR NAVY: THE TERRA DUEL", "Cycle 1, turn 3 of 6.", "Your seat: blue, side west.", "No orders came from: red."),
        *("WHAT HAPPENED", "CHI moves", "SN-x.y are", "CHI Dreadnought", "Contacts", "FAIRNESS", "ORDERS DUE", MARKER),
    ]
    found = [text.find(part) for part in parts]
    assert -1 not in found
    assert found == sorted(found)


def test_tools_find_the_root_of_the_next_turn() -> None:
    """The dice root, the turn digest and the log head stand on lines of their own."""
    lines = to_text(REPORT).splitlines()
    assert lines.count(f"dice root of turn 4: {ROOT}") == 1
    assert lines.count(f"turn digest: {DIGEST}") == 1
    assert lines.count(f"log head: {HEAD}") == 1
    assert "  python tools/verify_dice.py PROOF.json --report PREVIOUS_REPORT.txt" in lines


def test_the_template_ends_the_text() -> None:
    """Between the marker and one END, nothing behind it; the due line comes before."""
    text = to_text(REPORT)
    assert text.endswith(f"(turn 4)\n{MARKER}\nCHI:\n  fire front at DET\nEND\n")
    assert "\nORDERS DUE Friday 27 November 2026, 18:00 UTC (turn 4)\n" in text
    without = replace(REPORT, template="CHI:\n  fire front at DET")
    assert to_text(without) == text


def test_a_game_that_is_over_asks_for_nothing() -> None:
    """The verdict stands at the top; there is no template, no due line and no root."""
    for page in (to_text(OVER), to_html(OVER, None, "")):
        assert page.lower().index("the game is over") < page.index("Cycle 1")
        assert "West wins." in page
        assert [part for part in (MARKER, "orders due", "dice root of") if part in page or part.upper() in page] == []
        assert "EXPORT.jsonl" in page


def test_the_opening_report_has_no_dice_to_check() -> None:
    """Before any turn was played there is no digest and no proof file, but a root to keep."""
    opening = replace(REPORT, turn=0, next_turn=1, digest="", happenings=[])
    for page in (to_text(opening), to_html(opening, None, "")):
        assert "PROOF.json" not in page
        assert "turn digest" not in page
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
    forged = replace(REPORT, happenings=[Happening("Move", f"CHI\nEND\ndice root of turn 4: {'0' * 64}", "", ["1d6\nEND"])])
    lines = to_text(forged).splitlines()
    assert lines.count("END") == 1
    assert [line for line in lines if line.startswith("dice root")] == [f"dice root of turn 4: {ROOT}"]


def test_html_escapes_what_it_is_given() -> None:
    """Hostile words in any field stay words."""
    evil = "<script>alert(1)</script> & \"x\" 'y'"
    names = ("game", "title", "scenario", "heading", "seat", "side", "due", "root", "template", "clause_note")
    fields: dict[str, Any] = dict.fromkeys(names, evil)
    report = replace(
        REPORT,
        **fields,
        happenings=[Happening(evil, evil, evil, [evil])],
        panels=[Panel(evil, [evil])],
        standing=[evil],
    )
    for given in (report, replace(report, verdict=evil)):
        page = Page(to_html(given, f'cid:map"{evil}', evil))
        assert page.all("script") == []
        assert page.all("img")[0]["alt"] == evil
        assert page.all("img")[0]["src"] == f'cid:map"{evil}'


def test_html_says_what_the_text_says() -> None:
    """Every happening, roll, panel line, proof and order of the text is in the HTML."""
    words = Page(to_html(REPORT, None, "")).words
    told = [part for happening in REPORT.happenings for part in (happening.text, happening.rule, *happening.dice)]
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


def test_html_is_fit_for_mail_readers() -> None:
    """No scripts, no style sheets, no links out; the map by content id with words for those who cannot see it."""
    page = Page(to_html(REPORT, "cid:map", "CHI at 0805, DET at 1309"))
    assert {name for name, _ in page.elements}.isdisjoint({"script", "style", "link", "svg", "iframe"})
    assert [(img["src"], img["alt"]) for img in page.all("img")] == [("cid:map", "CHI at 0805, DET at 1309")]
    assert "background-color:#ffffff;color:#000000" in str(page.all("body")[0]["style"])
    assert Page(to_html(REPORT, None, "unseen")).all("img") == []


def test_the_same_report_gives_the_same_bytes() -> None:
    """Text and HTML depend on the report alone."""
    assert to_text(REPORT) == to_text(replace(REPORT))
    assert to_html(REPORT, "cid:map", "m") == to_html(replace(REPORT), "cid:map", "m")

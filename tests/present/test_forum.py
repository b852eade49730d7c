"""Reports for forums, and orders out of posts."""

from __future__ import annotations

import pytest

from pbem.core.game.report_parts import Panel
from pbem.present.forum import written
from pbem.present.markup import BBCODE, DISCORD, MARKDOWN, SLACK, from_post
from pbem.present.report import Report, ReportLine

REPORT = Report(
    game="g1",
    title="Star Navy: First Blood",
    scenario="first-blood",
    turn=2,
    counted="game turn 2 of 9",
    heading="Turn 2, game turn 2 of 9",
    summary=["SR1 is hit [twice]."],
    seat="",
    seat_title="",
    side="",
    lines=[
        ReportLine("Move", "BIS moves from 1011 to 1010", "SN-4.2", [], 1),
        ReportLine("Fire", "BIS [F] fires *twice* at <SR1>", "SN-7.1", ["1d6 lasers: 4"], 2),
    ],
    panels=[Panel("SCORE", ["BLUE  1", "RED   0"]), Panel("NOTHING", [])],
    standing=["No orders came from: red."],
    due="2026-01-04 12:00 UTC",
    root="",
    next_turn=3,
    next_words="turn 3, game turn 3 of 9",
    digest="",
    rolls=9,
    head="",
    template="",
    verdict="",
    clause_note="",
)


def test_bbcode_has_lists_tables_and_links() -> None:
    """Phases as headings with lists, tables in [code], the map as [img], nothing that a board takes for a tag of its own."""
    text = written(REPORT, BBCODE, "https://example.org/g/g1/t/2", "https://example.org/map.svg")
    assert text.index("[list]\n[*]SR1 is hit (twice).\n[/list]") < text.index("[b]Move[/b]")
    assert "[b]Move[/b]\n\n[list]\n[*]BIS moves from 1011 to 1010 (SN-4.2)\n[/list]" in text
    assert "[*]BIS (F) fires *twice* at <SR1> (SN-7.1) Dice: 1d6 lasers: 4.\n" in text
    assert "[code]BLUE  1\nRED   0[/code]" in text and "NOTHING" not in text
    assert "[img]https://example.org/map.svg[/img]" in text and "[url=https://example.org/g/g1/t/2]" in text
    assert "Orders are due 2026-01-04 12:00 UTC." in text


def test_markdown_is_spared_its_own_signs() -> None:
    """Stars, brackets and angles of the report are words."""
    text = written(REPORT, MARKDOWN, "https://example.org/t", "")
    assert "### Fire\n\n- BIS \\[F\\] fires \\*twice\\* at \\<SR1\\> (SN-7.1)" in text
    assert "```\nBLUE  1\nRED   0\n```" in text and "![" not in text


@pytest.mark.parametrize(
    ("post", "orders"),
    [
        ("BIS: TURN L\nready", "BIS: TURN L\nready"),
        ('[quote="red"]BIS: TURN R[/quote]\nBIS: TURN L', "BIS: TURN L"),
        ("[QUOTE=red;123]a [quote]b[/quote] c[/QUOTE]BIS: TURN L", "BIS: TURN L"),
        ("[b]BIS:[/b] [color=#ff0000]TURN L[/color]", "BIS: TURN L"),
        ("[code]\nBIS: TURN L\n[/code]", "BIS: TURN L"),
        ("```\nBIS: TURN L\n```", "BIS: TURN L"),
        ("[list][*]BIS: TURN L[*]SR1: FIRE[/list]", "BIS: TURN L\nSR1: FIRE"),
        ("BIS: IF RANGE SR1 &gt; 3", "BIS: IF RANGE SR1 > 3"),
        ("BIS: FIRE AT [SR1]", "BIS: FIRE AT [SR1]"),
        ("[/quote]BIS: TURN L", "BIS: TURN L"),
        ("[quote]all of it", ""),
        ("<blockquote>BIS: TURN R</blockquote>\nBIS: TURN L", "BIS: TURN L"),
        ('[spoiler="my plan"]\nBIS: TURN L\n[/spoiler]', "BIS: TURN L"),
        ("||BIS: TURN L||", "BIS: TURN L"),
        ("<details><summary>BIS: TURN R</summary>\n\nBIS: TURN L\n</details>", "BIS: TURN L"),
        ('[details="Orders"]\nBIS: TURN L\n[/details]', "BIS: TURN L"),
        ("<p>BIS: TURN L<br>SR1: FIRE</p>", "BIS: TURN L\nSR1: FIRE"),
        ("~~BIS: TURN R~~\n[s]BIS: TURN R[/s]\nBIS: TURN L", "BIS: TURN L"),
        ("~~~\nBIS: TURN L\n~~~", "BIS: TURN L"),
        ("<@U123> BIS\\_1: TURN L\\\nready", " BIS_1: TURN L\nready"),
        ("<!-- BIS: TURN R -->BIS: IF RANGE SR1 < 3", "BIS: IF RANGE SR1 < 3"),
        ("", ""),
    ],
)
def test_orders_out_of_a_post(post: str, orders: str) -> None:
    """Quotations go, whatever their depth; tags and fences go, what they hold stays; other brackets stay."""
    assert from_post(post) == orders


def test_chat_programs_have_marks_of_their_own() -> None:
    """Slack writes out three letters and knows no pictures within a text; no more does Discord."""
    assert SLACK.fixed("if a < b & c") == "```\nif a &lt; b &amp; c\n```"
    assert SLACK.link("the turn", "https://example.org/t?a=1&b=2") == "<https://example.org/t?a=1&amp;b=2|the turn>"
    assert SLACK.plain("<!channel> a_b").replace("\u200b", "") == "&lt;!channel&gt; a_b"
    assert DISCORD.picture("map", "https://example.org/m.png") == "[map](https://example.org/m.png)"
    assert DISCORD.plain("<@1> *a*") == "\\<@\u200b1\\> \\*a\\*"

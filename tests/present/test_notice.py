"""Receipts and answers as posts: what is a heading, a list, a text to copy."""

from __future__ import annotations

import pytest

from pbem.present.forum import noticed
from pbem.present.markup import BBCODE, HTML, MARKDOWN, PLAIN, SLACK, Markup

RECEIPT = """\
PARTLY ACCEPTED: First Blood (g1), turn 1. The rest counts.

Taken
BIS:  # Saint Louis Class Frigate
  SETUP SPEED 3
  T1 TURN R

Problems
- line 5: "T2 <b>": unknown order.

Time
You are ready.
commitment of blue for turn 1 of g1:
  6de4099f
"""


def test_orders_are_kept_as_they_are_and_problems_are_a_list() -> None:
    assert noticed(RECEIPT, HTML).split("\n\n") == [
        "PARTLY ACCEPTED: First Blood (g1), turn 1. The rest counts.",
        "<h4>Taken</h4>",
        "<pre><code>BIS:  # Saint Louis Class Frigate\n  SETUP SPEED 3\n  T1 TURN R</code></pre>",
        "<h4>Problems</h4>",
        '<ul>\n<li>line 5: "T2 &lt;b&gt;": unknown order.</li>\n</ul>',
        "<h4>Time</h4>",
        "You are ready.\ncommitment of blue for turn 1 of g1:",
        "<pre><code>6de4099f</code></pre>",
    ]


@pytest.mark.parametrize("marks", [BBCODE, HTML, MARKDOWN, PLAIN, SLACK])
def test_every_markup_has_the_orders_in_one_piece(marks: Markup) -> None:
    assert "BIS:  # Saint Louis Class Frigate\n  SETUP SPEED 3\n  T1 TURN R" in noticed(RECEIPT, marks)


@pytest.mark.parametrize(
    "words",
    [
        "This account is linked already: the code has done its work.",
        "WITHDRAWN: you deleted a message.\nIt was the last.",
        "One word",
        "You play:\nFirst Blood",
        "A ship carries out one command each turn, after everybody has moved\nor has stood still.",
    ],
)
def test_sentences_are_no_headings(words: str) -> None:
    assert noticed(words, HTML) == words


def test_what_is_in_force_is_under_a_heading_however_long() -> None:
    title = "In force now for blue (BLUE), turn 1, game turn 1 of 10 (cycle 1, turn 1)"
    assert noticed(f"{title}\nBIS:\n  T1 TURN R", HTML) == f"<h4>{title}</h4>\n\n<pre><code>BIS:\n  T1 TURN R</code></pre>"


def test_an_item_goes_on_where_the_next_line_is_indented() -> None:
    assert noticed("- one\n  and two\n- three", HTML) == "<ul>\n<li>one and two</li>\n<li>three</li>\n</ul>"


def test_a_title_loses_the_line_below_it() -> None:
    assert noticed("BIS\n---\nat 5053", HTML) == "<h4>BIS</h4>\n\nat 5053"

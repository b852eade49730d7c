"""A post in the markup HTML: nothing in anybody's words is a tag, and it reads well without tags, too."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.gateway.forums.drivers.matrix.html_post import paragraphs, without_tags
from pbem.present.markup import HTML


def test_an_empty_line_parts_paragraphs_and_a_line_break_is_one() -> None:
    assert paragraphs("One.\nTwo.\n\n\nThree.\n") == "<p>One.<br>Two.</p>\n<p>Three.</p>"


def test_headings_and_lists_are_no_paragraphs() -> None:
    text = f"{HTML.heading('Fire')}\n\n{HTML.begin}\n{HTML.item('hit')}\n{HTML.end}\n\nDue on Friday."
    assert paragraphs(text) == "<h4>Fire</h4>\n<ul>\n<li>hit</li>\n</ul>\n<p>Due on Friday.</p>"


def test_fixed_text_keeps_its_lines() -> None:
    text = "\n\n".join(["Answer:", HTML.fixed("SR1: 3\n\nSR2: <2>"), "Thank you."])
    assert paragraphs(text) == "<p>Answer:</p><pre><code>SR1: 3\n\nSR2: &lt;2&gt;</code></pre><p>Thank you.</p>"


def test_without_tags_links_have_their_address_and_items_a_star() -> None:
    text = f"{HTML.heading('Fire')}\n\n{HTML.begin}\n{HTML.item('hit &amp; sunk')}\n{HTML.end}\n\n"
    text += HTML.link("The turn", "https://example.org/t?a=1&b=2")
    assert without_tags(text) == "Fire\n\n* hit & sunk\n\nThe turn: https://example.org/t?a=1&b=2"


@given(st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="\u200b"), min_size=1))
def test_whatever_somebody_wrote_is_read_as_they_wrote_it(words: str) -> None:
    spared = HTML.plain(words)
    assert "<" not in spared
    assert without_tags(paragraphs(spared)) == words
    assert without_tags(HTML.fixed(words)) == words

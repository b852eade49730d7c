"""Comments as HTML: the usual marks work, and nothing that a stranger writes does anything else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.web.thread.comment_html import comment_html, quoted

REL = 'rel="nofollow ugc noopener"'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("*so* **very** ~~bad~~", "<p><em>so</em> <strong>very</strong> <s>bad</s></p>\n"),
        ("one\ntwo", "<p>one<br>\ntwo</p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("> said\n\nNo.", "<blockquote>\n<p>said</p>\n</blockquote>\n<p>No.</p>\n"),
        ("`SR1: TURN L`", "<p><code>SR1: TURN L</code></p>\n"),
        ("```\nSR1:\n```", '<pre tabindex="0"><code>SR1:\n</code></pre>\n'),
        ("# loud", "<p># loud</p>\n"),
        ("loud\n====", "<p>loud<br>\n====</p>\n"),
        ("[there](https://example.org/a)", f'<p><a href="https://example.org/a" {REL}>there</a></p>\n'),
        ("see https://example.org/a_b.", f'<p>see <a href="https://example.org/a_b" {REL}>https://example.org/a_b</a>.</p>\n'),
        ("<mailto:blue@example.org>", f'<p><a href="mailto:blue@example.org" {REL}>mailto:blue@example.org</a></p>\n'),
        ("![a map](https://example.org/m.png)", f'<p><a href="https://example.org/m.png" {REL}>picture: a map</a></p>\n'),
        (
            "[![a map](https://example.org/m.png)](https://example.org)",
            f'<p><a href="https://example.org" {REL}>picture: a map</a></p>\n',
        ),
    ],
)
def test_marks(text: str, html: str) -> None:
    assert comment_html(text).replace("<br />", "<br>") == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&#58;alert(1))",
        "[x](data:text/html,hi)",
        "![x](data:image/png;base64,AAAA)",
        "[x](/sign-out)",
        "[x](//example.org)",
        "[x](ftp://example.org)",
        "[x]: javascript:alert(1)\n\n[x]",
        '[x](https://example.org "\\" onclick=\\"alert(1)")',
        '<https://example.org/"onclick=alert(1)>',
        "</article></main>",
    ],
)
def test_nothing_else_comes_through(text: str) -> None:
    check_harmless(comment_html(text))


@given(st.text(alphabet="ab[]()<>!\"'`*_~#-:/\\&;= \nhtps.@j", max_size=200))
def test_no_text_makes_anything_but_words_and_links(text: str) -> None:
    check_harmless(comment_html(text))


TAGS = ["p", "br", "em", "strong", "s", "ul", "ol", "li", "blockquote", "code", "pre", "hr", "a"]


def check_harmless(html: str) -> None:
    """Only such tags and attributes as are meant."""
    for tag, attributes in re.findall(r"</?([a-z0-9]+)((?:\s[^<>]*)?)>", html):
        assert tag in TAGS, html
        for name, value in re.findall(r'([^\s="]+)="([^"]*)"', attributes):
            assert (tag, name) in (
                ("a", "href"),
                ("a", "rel"),
                ("a", "title"),
                ("pre", "tabindex"),
                ("ol", "start"),
                ("code", "class"),
            ), html
            assert name != "href" or re.match(r"https?://|mailto:", value, re.I), html
    assert "<" not in re.sub(r"</?[a-z0-9]+(?:\s[^<>]*)?>", "", html), html


def test_a_quotation() -> None:
    """Line by line, empty ones too; the answer begins below."""
    assert quoted("one\n\n> two") == "> one\n>\n> > two\n\n"

"""How places write: headings, lists, links and pictures in each markup, and how words are spared from being read as marks."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

MARKDOWN_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
ELKARTE_MARKS = re.compile(r"([\\`*_{}])")
QUOTE = re.compile(r"\[quote\b[^\]]{0,300}\]|\[/quote\]|</?blockquote\b[^<>]{0,300}>", re.I)
TAG = re.compile(
    r"\[/?(?:b|i|u|s|code|pre|list|size|color|colour|font|url|img|i?spoiler|details|hide|collapse|center|left|right|indent|\*)"
    r"\b[^\]]{0,300}\]",
    re.I,
)
STRUCK = re.compile(r"(?<!~)~~(?=[^~\s])[^~\n]{1,1000}~~(?!~)|\[s\].{0,1000}?\[/s\]|<(s|del)>.{0,1000}?</\1>", re.I | re.S)
"""What its author has struck out: it does not count."""
UNSEEN = re.compile(r"<!--.{0,5000}?-->|<summary\b[^<>]{0,300}>.{0,300}?</summary>|<[@#][!&]?\w{1,40}>", re.I | re.S)
"""What is no text of the writer's: comments, the line above what is folded, calls by name."""
LINE_TAG = re.compile(r"</?(?:p|br|div|li|ul|ol|pre|hr|details)\b[^<>]{0,300}>", re.I)
WORD_TAG = re.compile(r"</?(?:b|i|u|em|strong|code|kbd|span|small|big|sub|sup|ins|a)\b[^<>]{0,300}>", re.I)
SPARED = re.compile(r"\\([\\`*_{}\[\]<>#|~().!+-])")
"""A sign that an editor has marked as meaning nothing but itself."""
HIDDEN = re.compile(r"\|\|")
ITEM = re.compile(r"\[\*\]")
SMILEY = re.compile(r"([:;])(?=(?!\d+:)[\w+\\-]+:|-?\\?(?:['()DPpO|$*]|/(?!/))(?!\w))")
SLACK_MARKS = re.compile(r"([*_~`])")
FENCE = re.compile(r"\s*(?:```|~~~).*")


@dataclass(frozen=True)
class Markup:
    """How a place writes headings, list items, fixed-width text, links and pictures, and how words are spared (`plain`)."""

    heading: Callable[[str], str]
    begin: str
    item: Callable[[str], str]
    end: str
    fixed: Callable[[str], str]
    link: Callable[[str, str], str]
    picture: Callable[[str, str], str]
    plain: Callable[[str], str]


BBCODE = Markup(
    heading=lambda text: f"[b]{text}[/b]",
    begin="[list]",
    item=lambda text: f"[*]{text}",
    end="[/list]",
    fixed=lambda text: f"[code]{text}[/code]",
    link=lambda text, url: f"[url={url}]{text}[/url]",
    picture=lambda words, url: f"[img]{url}[/img]",
    plain=lambda text: text.replace("[", "(").replace("]", ")"),
)
MARKDOWN = Markup(
    heading=lambda text: f"### {text}\n",
    begin="",
    item=lambda text: f"- {text}",
    end="",
    fixed=lambda text: f"```\n{text}\n```",
    link=lambda text, url: f"[{text}]({url})",
    picture=lambda words, url: f"![{words}]({url})",
    plain=lambda text: unmentioned(MARKDOWN_MARKS.sub(r"\\\1", text)),
)
DISCOURSE = replace(MARKDOWN, plain=lambda text: SMILEY.sub("\\1\u200b", MARKDOWN.plain(text)))
DISCORD = replace(MARKDOWN, picture=lambda words, url: f"[{words}]({url})")
SLACK = Markup(
    heading=lambda text: f"*{text}*",
    begin="",
    item=lambda text: f"\u2022 {text}",
    end="",
    fixed=lambda text: f"```\n{html.escape(text, quote=False)}\n```",
    link=lambda text, url: f"<{html.escape(url, quote=False)}|{text}>",
    picture=lambda words, url: f"<{html.escape(url, quote=False)}|{words}>",
    plain=lambda text: unmentioned(SLACK_MARKS.sub("\u200b\\1\u200b", html.escape(text, quote=False))),
)
HTML = Markup(
    heading=lambda text: f"<h4>{text}</h4>",
    begin="<ul>",
    item=lambda text: f"<li>{text}</li>",
    end="</ul>",
    fixed=lambda text: f"<pre><code>{html.escape(text, quote=False)}</code></pre>",
    link=lambda text, url: f'<a href="{html.escape(url)}">{text}</a>',
    picture=lambda words, url: f'<a href="{html.escape(url)}">{words}</a>',
    plain=lambda text: html.escape(text, quote=False),
)
"""With line breaks and empty lines between paragraphs, as in the others: the driver of such a place makes elements of them."""
ELKARTE = replace(
    MARKDOWN, plain=lambda text: ELKARTE_MARKS.sub(r"\\\1", text.replace("[", "(").replace("]", ")")).replace("<", "&lt;")
)
"""Markdown that becomes BBCode: a bracket that is escaped as Markdown would still be read as a tag."""
PLAIN = Markup(
    heading=lambda text: f"{text}\n{'-' * len(text)}",
    begin="",
    item=lambda text: f"* {text}",
    end="",
    fixed=lambda text: text,
    link=lambda text, url: f"{text}: {url}",
    picture=lambda words, url: f"{words}: {url}",
    plain=lambda text: text,
)


def unmentioned(text: str) -> str:
    """The text so that it calls nobody by name (`@everyone`): an invisible space stands behind each @."""
    return text.replace("@", "@\u200b")


def from_post(text: str) -> str:
    """What a player wrote in a forum post: without quotations, tags, fences and what is struck out. Orders stay as they are.

    What is folded away or hidden as a spoiler was written to be read: it stays.
    """
    written = "".join(_outside_quotes(UNSEEN.sub("", text)))
    untagged = WORD_TAG.sub("", LINE_TAG.sub("\n", STRUCK.sub("", written)))
    lines = TAG.sub("", ITEM.sub("\n", HIDDEN.sub("", html.unescape(untagged)))).splitlines()
    own = (SPARED.sub(r"\1", line.rstrip()).removesuffix("\\").rstrip() for line in lines if not FENCE.fullmatch(line))
    return "\n".join(own).strip("\n")


def _outside_quotes(text: str) -> Iterator[str]:
    """The pieces that are in no quotation, however deep quotations are nested."""
    depth = at = 0
    for mark in QUOTE.finditer(text):
        if not depth:
            yield text[at : mark.start()]
        depth = max(0, depth - 1) if mark[0][1] == "/" else depth + 1
        at = mark.end()
    if not depth:
        yield text[at:]

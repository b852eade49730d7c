"""A post in the markup `HTML`, as a place wants it: with paragraphs, and as plain text for who reads no HTML."""

from __future__ import annotations

import html
import re

FIXED = re.compile(r"(<pre>.*?</pre>)", re.S)
EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")
BLOCK = re.compile(r"</?(?:h[1-6]|ul|ol|li|blockquote|p|table|hr)\b", re.I)
LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.S)
ITEM = re.compile(r"<li>")
TAG = re.compile(r"</?[a-z][^<>]*>", re.I)


def paragraphs(text: str) -> str:
    """The text with its paragraphs and line breaks as elements. What is in `<pre>` stays as it is."""
    pieces = FIXED.split(text)  # every second piece is a <pre>
    return "".join(piece if number % 2 else _blocks(piece) for number, piece in enumerate(pieces))


def _blocks(text: str) -> str:
    return "\n".join(_block(part) for part in EMPTY_LINES.split(text.strip()) if part)


def _block(text: str) -> str:
    return text if BLOCK.match(text) else f"<p>{text.replace(chr(10), '<br>')}</p>"


def without_tags(text: str) -> str:
    """The words of the text: links with their address behind them, list items with a star."""
    linked = LINK.sub(r"\2: \1", text)
    words = html.unescape(TAG.sub("", ITEM.sub("* ", linked)))
    return EMPTY_LINES.sub("\n\n", words).strip()

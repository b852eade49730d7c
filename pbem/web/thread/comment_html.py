"""Comments as HTML: Markdown by strangers, from which nothing but words, their form and links comes through."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

LINK = re.compile(r"(?:https?://|mailto:)", re.I)
BARE = re.compile(r"https?://[^\s<>()\[\]\"'`]*[^\s<>()\[\]\"'`.,;:!?*_~]", re.I)
"""An address in the text: what follows a sentence, or stands around it, is no part of it."""
REL = "nofollow ugc noopener"
"""What a link by a stranger says to search engines, and to the page that it leads to."""


class _Markdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        """Only addresses of the web and of mail: whoever writes cannot lead into this site's forms, or to a script."""
        return bool(LINK.match(url))


# A heading would stand among those of the page; HTML is shown as it was typed.
MARKDOWN = _Markdown("commonmark", {"html": False, "breaks": True}).enable("strikethrough").disable(["heading", "lheading"])


def comment_html(text: str) -> str:
    """Markdown as HTML. HTML in it is shown as it was typed; a picture is a link to it; headings are plain lines."""
    tokens = MARKDOWN.parse(text)
    for token in tokens:
        if token.children:
            token.children = list(_inline(token.children))
    made: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return made.replace("<pre>", '<pre tabindex="0">')  # long lines can be reached by key


def quoted(text: str) -> str:
    """The text as the beginning of an answer quotes it, with an empty line below."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines()) + "\n"


def _inline(children: Iterable[Token]) -> Iterator[Token]:
    """The pieces of a paragraph, with links that say what they are."""
    inside = 0
    for token in children:
        if token.type == "link_open":
            token.attrSet("rel", REL)
            inside += 1
        inside -= token.type == "link_close"
        if token.type == "image":
            words = [_words(f"picture: {token.content or 'without words'}")]
            yield from words if inside else _link(str(token.attrs["src"]), words)
        elif token.type == "text" and not inside:
            yield from _with_links(token.content)
        else:
            yield token


def _with_links(text: str) -> Iterator[Token]:
    """Words with the addresses in them as links."""
    end = 0
    for found in BARE.finditer(text):
        yield _words(text[end : found.start()])
        yield from _link(found[0], [_words(found[0])])
        end = found.end()
    yield _words(text[end:])


def _link(url: str, words: Iterable[Token]) -> Iterator[Token]:
    yield Token("link_open", "a", 1, attrs={"href": url, "rel": REL})
    yield from words
    yield Token("link_close", "a", -1)


def _words(text: str) -> Token:
    return Token("text", "", 0, content=text)

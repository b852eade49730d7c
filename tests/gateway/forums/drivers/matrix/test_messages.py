"""What the Matrix driver makes of texts, ids and cursors, without a homeserver."""

from __future__ import annotations

import json

import pytest

from pbem.gateway.forums.drivers.matrix import Matrix
from pbem.gateway.forums.drivers.matrix.homeserver import address, joined, parted
from pbem.gateway.forums.drivers.matrix.message import changed_message, text_message, threaded
from pbem.gateway.forums.drivers.matrix.room_replies import Cursor, Part, without_quote, word
from pbem.gateway.forums.port import Post

ROOM, EVENT = "!abc:example.org", "$def_-0"
LARGEST = 65_536
"""Bytes of an event with all that the homeserver adds: https://spec.matrix.org/latest/client-server-api/#size-limits"""


@pytest.mark.parametrize("words", ["a", "\n", "é", "漢", "🚢", '"', "\\", "<b>", "&amp;"])
def test_the_longest_post_and_its_change_fit_into_an_event(words: str) -> None:
    post = Post("m", "title", words * (Matrix.longest // len(words)))
    for content in (threaded(text_message(post), EVENT), changed_message(post, EVENT)):
        assert len(json.dumps(content, ensure_ascii=False).encode()) < LARGEST - 4000


def test_a_post_says_the_same_with_and_without_html() -> None:
    content = text_message(Post("m", "title", "<h4>Fire</h4>\n\nThey <b>hit</b>."))
    assert content["formatted_body"] == "<h4>Fire</h4>\n<p>They <b>hit</b>.</p>"
    assert content["body"] == "Fire\n\nThey hit."


def test_an_id_has_its_room_in_it() -> None:
    assert parted(joined(ROOM, EVENT)) == (ROOM, EVENT)
    assert parted(joined(ROOM, "")) == (ROOM, "")
    assert parted(joined("!a/b:example.org", EVENT)) == ("!a/b:example.org", EVENT)


def test_an_address_opens_in_any_program() -> None:
    assert address(ROOM, EVENT, "example.org:8448") == "https://matrix.to/#/!abc:example.org/$def_-0?via=example.org:8448"


def test_a_cursor_comes_back_from_its_text() -> None:
    cursor = Cursor("s12_3", [Part(ROOM, "s1", "s12_3"), Part("!b", "s2", "s12_3")])
    assert Cursor.read(cursor.text()) == cursor
    assert Cursor.read("") == Cursor()


@pytest.mark.parametrize("content", [None, "x", 5, [], {}, {"a": 5}, {"a": {"b": 5}}, {"a": {"b": ["c"]}}])
def test_an_event_of_any_form_is_read(content: object) -> None:
    assert word(content, "a", "b") == ""


def test_the_text_that_is_answered_is_no_part_of_the_answer() -> None:
    assert without_quote("> <@red:example.org> SR1: 3\n> SR2: 2\n\nSR1: 4\n> so be it") == "SR1: 4\n> so be it"
    assert without_quote("SR1: 4\n\n\nSR2: 1\n") == "SR1: 4\n\n\nSR2: 1\n"
    assert without_quote("> nothing of one's own") == ""

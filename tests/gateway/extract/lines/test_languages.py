"""The table of languages, and what is asked of it when it is read."""

from __future__ import annotations

import json

import pytest

from pbem.gateway.extract.lines.languages import FILE, HEADERS, KEYS, load, merged, words


def one(**changes: object) -> str:
    """A table of one language, changed."""
    entry: dict[str, object] = {key: [key] for key in KEYS}
    return json.dumps({"xx": entry | changes})


def test_the_table_has_the_languages_that_players_write() -> None:
    """M-31: more than thirty, each with headers and a verb."""
    table = load(FILE.read_text(encoding="utf-8"))
    assert len(table) >= 36
    assert {
        "en",
        "de",
        "fr",
        "es",
        "pt",
        "it",
        "nl",
        "sv",
        "no",
        "da",
        "fi",
        "pl",
        "cs",
        "hu",
        "ru",
        "tr",
        "ja",
        "zh",
        "ko",
    } <= set(table)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[]", "no table"),
        (one(extra=["x"]), "xx: the keys"),
        (one(wrote=[]), "xx.wrote"),
        (one(wrote="wrote"), "xx.wrote"),
        (one(cc=["Cc"]), "xx.cc: 'Cc'"),
        (one(device=[" sent "]), "xx.device"),
        (one(legal=["*"]), "xx.legal"),
    ],
)
def test_a_faulty_table_is_refused(text: str, fault: str) -> None:
    """M-31: with the language and the word at fault."""
    with pytest.raises(ValueError, match=fault):
        load(text)


def test_all_languages_are_looked_for_together() -> None:
    """M-31: whoever writes, whatever their program speaks; a word alone, not a part of one."""
    assert words().wrote.search("am 5.1. schrieb anna")
    assert not words().wrote.search("unbeschriebene seite")
    assert words().headers["от"] == {"from"}
    assert set().union(*words().headers.values()) == set(HEADERS)
    assert merged(load(one())).reply.match("reply: x")

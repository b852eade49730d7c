"""The words by which mail programs of many languages mark what is not new, read from `languages.json` and checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("languages.json")

KEYS = frozenset(
    {"start", "wrote", "from", "date", "to", "cc", "subject", "original", "forwarded", "device", "reply", "greeting"}
    | {"closing", "short", "legal", "footer"}
)
HEADERS = ("from", "date", "to", "cc", "subject")
NEEDED = frozenset({"wrote", "from", "date", "to", "subject", "original", "forwarded"})
UNBOUND = 0x0590
"""From this letter on (Hebrew, Arabic, Asian scripts) words are not parted by blanks, or carry prefixes."""


class LanguageWords(NamedTuple):
    """All languages together: in whatever language a mail program speaks."""

    starts: tuple[str, ...]
    wrote: re.Pattern[str]
    ends: tuple[str, ...]
    headers: Mapping[str, frozenset[str]]
    original: re.Pattern[str]
    forwarded: re.Pattern[str]
    device: re.Pattern[str]
    reply: re.Pattern[str]
    greeting: frozenset[str]
    calling: frozenset[str]
    """The first words of greetings: a name may follow."""
    closing: frozenset[str]
    short: frozenset[str]
    legal: re.Pattern[str]
    heading: re.Pattern[str]
    footer: re.Pattern[str]


def load(text: str) -> dict[str, dict[str, list[str]]]:
    """The table of languages. Raises ValueError that names the language and the word at fault."""
    table = json.loads(text)
    if not isinstance(table, dict):
        raise ValueError("the table of languages is no table")
    for code, words in table.items():
        _check(code, words)
    return table


def _check(code: str, words: object) -> None:
    if not isinstance(words, dict) or set(words) != KEYS:
        raise ValueError(f"{code}: the keys must be {', '.join(sorted(KEYS))}")
    for key, entries in words.items():
        if not isinstance(entries, list) or (key in NEEDED and not entries):
            raise ValueError(f"{code}.{key}: a list of words is needed")
        for word in entries:
            if not isinstance(word, str) or not word.strip("* ") or word != word.casefold().strip():
                raise ValueError(f"{code}.{key}: {word!r} must be in small letters, without blanks around it")


@cache
def words() -> LanguageWords:
    """The words of all languages, ready to be looked for."""
    return merged(load(FILE.read_text(encoding="utf-8")))


def merged(table: Mapping[str, Mapping[str, list[str]]]) -> LanguageWords:
    """The languages of a table as one."""

    def all_of(key: str) -> set[str]:
        return {word for entry in table.values() for word in entry[key]}

    headers: dict[str, set[str]] = {}
    for key in HEADERS:
        for word in all_of(key):
            headers.setdefault(word, set()).add(key)
    return LanguageWords(
        starts=tuple(sorted(all_of("start"), key=len, reverse=True)),
        wrote=_anywhere(all_of("wrote")),
        ends=tuple(_longest(all_of("wrote"))),
        headers={word: frozenset(kinds) for word, kinds in headers.items()},
        original=_whole(all_of("original")),
        forwarded=_whole(all_of("forwarded")),
        device=_whole(all_of("device")),
        reply=re.compile(rf"(?:{_any(all_of('reply'))})(?:\[\d{{1,3}}\]|\(\d{{1,3}}\))?\s?[:：]\s*"),
        greeting=frozenset(all_of("greeting")),
        calling=frozenset(word.split()[0] for word in all_of("greeting")),
        closing=frozenset(all_of("closing")),
        short=frozenset(all_of("short")),
        legal=_whole(word for word in all_of("legal") if word.endswith("*")),
        heading=_whole(word.rstrip("*. ") for word in all_of("legal") if not word.endswith(" *")),
        footer=_whole(all_of("footer")),
    )


def _longest(entries: Iterable[str]) -> list[str]:
    return sorted(entries, key=lambda word: (-len(word), word))


def _anywhere(entries: Iterable[str]) -> re.Pattern[str]:
    """Any of the words; in scripts that part words it must be alone."""
    bound = _any(word for word in entries if ord(word[0]) < UNBOUND)
    free = _any(word for word in entries if ord(word[0]) >= UNBOUND)
    return re.compile(rf"(?<!\w)(?:{bound})(?!\w)" + (f"|{free}" if free else ""))


def _any(entries: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in _longest(entries))


def _whole(entries: Iterable[str]) -> re.Pattern[str]:
    """A pattern for a whole line; `*` stands for some words."""
    return re.compile("|".join(re.escape(word).replace(r"\*", ".{1,400}") for word in _longest(entries)))

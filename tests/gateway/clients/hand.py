"""What phones and word processors make of words while they are typed."""

from __future__ import annotations

import re

NBSP = "\u00a0"
WIDE = str.maketrans({":": "：", ",": "，", "+": "＋", "<": "＜", "=": "＝", ">": "＞", ";": "；"})
BULLETED = re.compile(r"\s+(?=\w)")


def typed(lines: list[str], hand: str) -> list[str]:
    """The lines as this kind of hand leaves them. Bullets are made by the mail program."""
    change = {"typographer": _typographer, "phone": _phone, "blanks": _blanks, "wide": _wide}.get(hand)
    return [change(line) for line in lines] if change else lines


def _typographer(line: str) -> str:
    """Curly quotes, dashes for hyphens that are alone, one sign for three points."""
    line = re.sub(r'(?<!\S)"', "“", line).replace('"', "”")
    line = re.sub(r"(?<=\w)'", "’", line).replace("'", "‘")
    line = line.replace("...", "…").replace("--", "—")
    return re.sub(r"(?<=\S) - (?=\S)", " – ", line)


def _phone(line: str) -> str:
    """A capital at the beginning of a line, a blank after a bracket or a comma that was typed without."""
    indent = line[: len(line) - len(line.lstrip())]
    body = line[len(indent) :]
    return indent + body[:1].upper() + body[1:].replace("...", "…").replace("'", "’")


def _blanks(line: str) -> str:
    """Blanks that do not break, one after each other and at the beginning; one too many at the end."""
    indent = line[: len(line) - len(line.lstrip())]
    words = line[len(indent) :].split(" ")
    mixed = "".join(word + (NBSP if n % 3 == 1 else "  " if n % 3 == 2 else " ") for n, word in enumerate(words))
    return NBSP * len(indent) + mixed


def _wide(line: str) -> str:
    """The signs of an East Asian keyboard; what is quoted or commented stays."""
    head, mark, tail = line.partition("#")
    return head.translate(WIDE) + mark + tail


def bulleted(line: str) -> bool:
    """Is the line typed as an item of a list? The indented ones are."""
    return bool(BULLETED.match(line))

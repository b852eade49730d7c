"""Lines of a mail that are no orders: questions to the service, requests about the player's own affairs, press to others."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace
from functools import lru_cache

from pbem.core.texts.envelope import Envelope, Press, Problem, Question, Request

TURN = re.compile(r"(?:TURN |T ?)?([0-9]{1,5})", re.I)
REPORT_LINE = re.compile(r"(?:T ?)?(?:[0-9]{1,5}\.)?[0-9]{1,5}", re.I)
TOPIC = re.compile(r"[\w'/&,-]{1,20}(?: [\w'/&,-]{1,20}){0,5}")
AND = re.compile(r",|&|\band\b", re.I)
REQUEST = re.compile(
    r"(EXTEND|(?:NOT )?ABSENT|(?:NOT )?SITTER|RESIGN|(?:NOT )?VOTE)(?![\w-]) ?((?:[^:]|(?<=[0-9]):(?=[0-9]))*)(?::(.*))?",
    re.I,
)
"""Its word, what it is about, and after a colon (that of a time of day is none) the reason."""

COMMANDS = {
    "STATUS": "status",
    "PREVIEW": "preview",
    "HELP": "help FIRE",
    "HISTORY": "history 3",
    "WHY": "why 2.7",
    "READY": "ready",
    "PRESS": "press to red: your words",
    "LUCK": "luck: any words",
    "EXTEND": "extend 24h: why",
    "ABSENT": "absent until 2026-12-24: why",
    "SITTER": "sitter: friend@example.org",
    "RESIGN": "resign red: why",
    "VOTE": "vote draw: why",
}
"""The first word of each line that every game shares, and how such a line is written."""

MAX_ADDRESSEES = 200
"""Characters before the colon of a press line; more is no press."""
NEAR = 0.8
LONGEST = 12
"""Characters of a line that are looked at for a command's word."""


def read_question(part: str) -> Question | None:
    """The question that a piece of a line asks, if it is one. It may end with `.`, `?` or `!`."""
    name, _, about = part.rstrip(" .?!").partition(" ")
    name = name.lower()
    if name in ("status", "preview"):
        return Question(name) if not about else None
    if name == "ready" and part.endswith("?") and not about:
        return Question("status")
    if name == "help" and (not about or TOPIC.fullmatch(about)):
        return Question(name, about)
    if name == "history" and (not about or TURN.fullmatch(about)):
        return Question(name, TURN.sub(r"\1", about))
    if name == "why" and (not about or REPORT_LINE.fullmatch(about)):
        return Question(name, about.lstrip("Tt "))
    return None


def read_request(number: int, part: str) -> Request | None:
    """The request that a piece of a line is, if it is one. Whether it can be granted, the service says."""
    found = REQUEST.fullmatch(part)
    if not found:
        return None
    return Request(number, part, found[1].lower(), found[2].strip(" .!").lower(), (found[3] or "").strip())


def read_press(number: int, part: str) -> Press | None:
    """The press that a piece of a line begins: `press to red, blue: words`. Without a colon its words begin below."""
    words = part.strip()
    if words[:5].upper() != "PRESS" or words[5:6] not in ("", " ", "\t", ":"):
        return None
    head, colon, text = words[5:].partition(":")
    to = head.split(None, 1)
    addressed = bool(to) and to[0].upper() == "TO"
    if len(head) > MAX_ADDRESSEES or not (colon or (addressed and len(to) > 1)):
        return None
    names = " ".join(to[1:] if addressed else to)
    return Press(number, [name.strip() for name in AND.split(names) if name.strip()], [text])


def hint(text: str) -> str:
    """``Did you mean `history 3`?``, when a line begins with a command's word, or with one near to it; else ""."""
    return _command_near(text[:LONGEST].strip().partition(" ")[0].strip(":.,?!").upper())


@lru_cache(maxsize=8192)
def _command_near(word: str) -> str:
    near = difflib.get_close_matches(word, COMMANDS, n=1, cutoff=NEAR)
    swapped = [command for command in COMMANDS if sorted(command) == sorted(word)]
    return f"Did you mean `{COMMANDS[(near or swapped)[0]]}`?" if near or swapped else ""


def hinted(problem: Problem, envelope: Envelope) -> Problem:
    """A problem with a line that was probably meant for the service, with the command it is near to."""
    written = [piece.text for block in envelope.blocks for piece in block.pieces if piece.line == problem.line]
    words = problem.text or (written[0] if len(written) == 1 else "")
    meant = hint(words)
    return replace(problem, legal=meant) if meant else problem


def prose(envelope: Envelope) -> list[str]:
    """What was left out, line by line, each with the command that it may have been meant for."""
    return [f"{piece} {hint(piece.text)}".strip() for piece in envelope.left_out]

"""What a reply is made of: the mail that is answered, what is in the window where the answer is written, its shape."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FORMS = ("text", "html", "alternative")
PLACES = ("top", "bottom", "inline", "form", "amend", "fresh")
SIGNATURES = ("none", "dashes", "greeting", "device")
HANDS = ("plain", "typographer", "phone", "blanks", "bullets", "wide")


@dataclass(frozen=True)
class Shape:
    """How a reply looks.

    `client` is the key of a mail program, `form` which parts it sends, `place` where the answer stands: above the quoted
    mail, below it, between its lines, in its order form (`form`: instead of what is there; `amend`: after it), or in a mail of
    its own. `signature` is how it is signed
    (`device`: by the phone), `hand` what was made of the words while they were typed, `picture` whether one comes along.
    """

    client: str
    form: str = "alternative"
    place: str = "top"
    tongue: str = "en"
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    signature: str = "none"
    hand: str = "plain"
    picture: bool = False

    def __str__(self) -> str:
        hand = [self.hand] if self.hand != "plain" else []
        parts = [self.client, self.form, self.place, self.tongue, self.charset, self.encoding, self.signature, *hand]
        return "-".join(parts + (["picture"] if self.picture else []))


@dataclass(frozen=True)
class Tongue:
    """The words that mail programs put into a reply in one language."""

    code: str
    name: str
    closing: str
    phone: str
    re: str
    message: str
    headers: tuple[str, str, str, str]
    date: str
    gmail: str
    apple: str
    mozilla: str


@cache
def tongues() -> dict[str, Tongue]:
    """All languages by their code."""
    rows: list[dict[str, Any]] = json.loads(Path(__file__).with_name("tongues.json").read_text(encoding="utf-8"))
    return {row["code"]: Tongue(**{**row, "headers": tuple(row["headers"])}) for row in rows}


@dataclass(frozen=True)
class Original:
    """The mail that is answered, as its reader's program has it."""

    name: str
    address: str
    reply_to: str
    reader: str
    subject: str
    message_id: str
    references: str
    text: str
    page: str
    """What is in the body of its HTML."""


@dataclass(frozen=True)
class Written:
    """Lines of the player."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Quote:
    """The answered mail, or a piece of it, as text and as HTML."""

    text: str
    page: str


@dataclass(frozen=True)
class Signed:
    """A signature: its lines, and the mark that is before them ("" for none)."""

    lines: tuple[str, ...]
    mark: str = ""


Piece = Written | Quote | Signed


@dataclass(frozen=True)
class Draft:
    """What is about to be sent."""

    original: Original
    shape: Shape
    tongue: Tongue
    pieces: tuple[Piece, ...]
    typed: tuple[str, ...]
    """The player's lines, wherever they stand."""


@dataclass
class ClientMail:
    """What a mail program made of a draft; `wire` makes it bytes. `params` go into the text part's Content-Type."""

    text: str = ""
    page: str = ""
    params: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    boundary: str = "boundary"
    picture_outside: bool = True
    """Is the picture beside the alternatives (related outside), or with the HTML alone?"""
    footer: str = ""
    """A part that a list put behind the mail."""

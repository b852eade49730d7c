"""The parts of a mail, with their headers as they stand.

The library's newer classes would read a header again for each of its parameters, which takes longer than all else of a mail.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from email import policy
from email.generator import BytesGenerator
from email.message import Message
from io import BytesIO
from typing import TypeAlias

LINE = 76
UNSOUND = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but for tabs and line ends, and halves of characters."""

Part: TypeAlias = "Message[str, str]"


def text_part(text: str, kind: str = "text/plain", name: str = "") -> Part:
    """Text as it is where every relay takes it so, else quoted-printable: a quarter less than base64. `name`: a file."""
    text = sound(text).removesuffix("\n") + "\n"
    kind, simple = f'{kind}; charset="utf-8"', text.isascii() and all(len(line) <= 78 for line in text.split("\n"))
    if simple and not name:
        return _part(kind, "7bit", text)
    return _part(kind, "quoted-printable", binascii.b2a_qp(text.encode(), istext=True).decode("ascii"), name)


def binary_part(data: bytes, kind: str, name: str, shown: str = "") -> Part:
    """A file of bytes, as base64; `shown`: a page in the same mail shows it by this name."""
    coded = base64.b64encode(data).decode("ascii")
    lines = (coded[start : start + LINE] for start in range(0, len(coded), LINE))
    return _part(kind, "base64", "".join(f"{line}\n" for line in lines), name, shown)


def bundle(kind: str, parts: Iterable[Part]) -> Part:
    """Several parts as one: `alternative`, `related` or `mixed`; a single one as it is."""
    found = list(parts)
    if len(found) == 1:
        return found[0]
    made: Part = Message(policy=policy.compat32)
    made["Content-Type"] = f"multipart/{kind}"
    made.set_payload([*found])
    return made


def _part(kind: str, encoding: str, payload: str, name: str = "", shown: str = "") -> Part:
    part: Part = Message(policy=policy.compat32)
    part["Content-Type"] = kind
    part["Content-Transfer-Encoding"] = encoding
    if name:
        part["Content-Disposition"] = f'{"inline" if shown else "attachment"}; filename="{name}"'
    if shown:
        part["Content-ID"] = f"<{shown}>"
    part.set_payload(payload)
    return part


def sound(text: str) -> str:
    """The text with a mark in the place of each character that no mail carries."""
    return UNSOUND.sub("\ufffd", text)


def written(mail: Part, token: str) -> bytes:
    """The mail's bytes, with boundaries that are the same whenever it is made; `token` is its own."""
    mail["MIME-Version"] = "1.0"
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_param("boundary", f"=_{token}_{number}")
    made = BytesIO()
    _Generator(made, policy=policy.SMTP).flatten(mail)
    return made.getvalue()


class _Generator(BytesGenerator):
    """The library's, which writes line by line what may be a megabyte; each line of ours is short enough already."""

    def _write_lines(self, lines: str) -> None:
        self.write(lines.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n"))

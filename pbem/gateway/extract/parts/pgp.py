"""Text that PGP has signed or encrypted in the body of a mail."""

from __future__ import annotations

BEGIN = "-----BEGIN PGP "
SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
CLOSED = "-----BEGIN PGP MESSAGE-----"
END = "-----END PGP "


def without_armour(text: str) -> tuple[str, bool]:
    """The text without PGP's own lines, and whether an encrypted block was left out."""
    if BEGIN not in text:
        return text, False
    kept: list[str] = []
    inside = ""  # head: of a signed text; signed: its text; block: a signature, a key, an encrypted text
    secret = False
    for line in text.split("\n"):
        bare = line.rstrip()
        if bare.startswith(BEGIN):
            inside = "head" if bare == SIGNED else "block"
            secret = secret or bare == CLOSED
        elif inside == "head":
            inside = "head" if bare else "signed"
        elif inside == "block":
            inside = "" if bare.startswith(END) else "block"
        else:
            kept.append(line.removeprefix("- ") if inside == "signed" else line)
    return "\n".join(kept), secret

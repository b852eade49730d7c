"""DKIM: our mails carry the signature of our domain."""

from __future__ import annotations

from dataclasses import dataclass
from email.parser import BytesHeaderParser

import dkim

# What a reader sees or a mail program acts on. From is signed twice, so that nobody can put a second one above it.
SIGNED = (
    *("From", "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References"),
    *("List-Id", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted", "X-Auto-Response-Suppress"),
    *("MIME-Version", "Content-Type", "Content-Transfer-Encoding"),
)


class BadKey(ValueError):
    """A private key cannot sign, and why. The command prints it, before any mail is signed."""


@dataclass(frozen=True)
class Signer:
    """`key` is the RSA private key in PEM form whose public half is published under `SELECTOR._domainkey.DOMAIN`."""

    domain: str
    selector: str
    key: bytes

    def __post_init__(self) -> None:
        """Raises `BadKey` at once, not at the first mail."""
        try:
            self.sign(b"From: a@example.org\r\n\r\n")
        except (dkim.DKIMException, ValueError, TypeError, IndexError) as e:
            raise BadKey(f"the DKIM key of selector {self.selector!r} cannot sign: {e}") from e

    def sign(self, raw: bytes) -> bytes:
        """The mail with a signature above it (relaxed/relaxed, so that relays may fold and wrap)."""
        present = {name.lower() for name in BytesHeaderParser().parsebytes(raw)}
        signature = dkim.sign(
            raw,
            self.selector.encode(),
            self.domain.encode(),
            self.key,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[name.encode() for name in SIGNED if name.lower() in present],
        )
        return bytes(signature) + raw

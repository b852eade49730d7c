"""Where the service's mail goes: an SMTP server in a process of its own, which keeps every delivery.

python -m tests.storm.sink PORT FOLDER
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Keeper:
    """One file for each mail and recipient, there before the 250 is said; its name ends with the address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        for address in envelope.rcpt_tos:
            self.number += 1
            draft = self.folder / f".{self.number}"
            draft.write_bytes(envelope.original_content or b"")
            draft.rename(self.folder / f"{self.number:06d} {address}")
        return "250 Kept"


def main() -> None:
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    server = Controller(Keeper(folder), hostname="127.0.0.1", port=port, data_size_limit=None)
    server.start()
    signal.sigwait([signal.SIGTERM, signal.SIGINT])
    server.stop()


if __name__ == "__main__":
    main()

"""One part of the service as a process of its own: `serve --only web`, `mail` or `clock`."""

from __future__ import annotations

from pathlib import Path

from tests.web.builders.serving import Serving

RUNS = "Ctrl-C stops"
SECRET = "the same on all machines"


class Part(Serving):
    """One part, with a folder of its own, as on a machine of its own. Mail goes out into `mailboxes`."""

    def __init__(self, folder: Path, name: str, url: str, mailboxes: Path) -> None:
        part = name.rstrip("0123456789")
        super().__init__(folder / name, "serve", "--only", part)
        self.env |= {
            "WARDROOM_DATABASE": url,
            "WARDROOM_SECRET": SECRET,
            "WARDROOM_SMTP_SEND": f"maildir:{mailboxes}",
            "WARDROOM_MAILS_AN_HOUR": "100000",
            "WARDROOM_PACE": "100000",
        }

    def _answers(self) -> bool:
        """It says that it runs when its port is open."""
        assert self.process is not None and self.process.poll() is None, self.log.read_text()
        return RUNS in self.log.read_text()

"""The service of `burst.py`, in a process of its own, `LEAD` seconds before the games are due.

Processes that it starts import this module, too: so it imports little, and whether maps are drawn is decided here for all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from pbem.service.reports import publish

if TYPE_CHECKING:
    from pbem.app_context import AppContext

BARE = "BENCH_BARE"
LEAD = 12.0
if os.environ.get(BARE):
    publish.__dict__["to_png"] = lambda *_: b"drawn by nobody"


def settings(folder: Path, port: int, web: int) -> Mapping[str, str]:
    """The service of the benchmark; nothing of this machine's."""
    return {
        "WARDROOM_DATA": str(folder),
        "WARDROOM_WEB": f"127.0.0.1:{web}",
        "WARDROOM_SMTP_LISTEN": f"127.0.0.1:{port}",
        "WARDROOM_MAILS_AN_HOUR": "10000",
    }


def opened(folder: Path, port: int = 2525, web: int = 8025) -> AppContext:
    """The service, set up."""
    from pbem.app_context import open_app_context
    from pbem.settings.settings import read_config

    return open_app_context(read_config(settings(folder, port, web), folder / "none"))


def serve(folder: Path, port: int, web: int) -> None:
    """Until it is told to stop."""
    from pbem.cli.serve_commands import run
    from pbem.operation.garbage import collect_rarely
    from pbem.service.context import parse_stamp

    at = opened(folder, port, web)
    due = parse_stamp((folder / "burst.txt").read_text().split()[0])
    shift = due - timedelta(seconds=LEAD) - datetime.now(UTC)
    at.context.now = lambda: datetime.now(UTC) + shift
    collect_rarely()  # as a command does
    run(at, mailbox="")


if __name__ == "__main__":
    serve(Path(sys.argv[1]), *map(int, sys.argv[2:4]))

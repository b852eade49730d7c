"""The heartbeat mails what is new in a game's thread to who follows it."""

from __future__ import annotations

from pathlib import Path

from pbem.service.games.opening import open_game
from pbem.service.thread.comments import NewComment, author_of, write_comment
from pbem.service.thread.following import follow
from tests.cli.test_outages import Service
from tests.conftest import HandClock


def test_a_beat_tells_followers(tmp_path: Path, clock: HandClock) -> None:
    """Once, with the next beat after it was written."""
    made = Service(tmp_path, clock)
    blue, red = (made.at.person(f"{seat}@example.org").id for seat in ("blue", "red"))
    context = made.at.context
    stream = open_game(context, "star_navy", "first-blood", players={"blue": blue, "red": red})
    follow(context, stream, blue)
    write_comment(context, stream, author_of(context, stream, red), NewComment("Well met"))
    for _ in range(2):
        made.at.heartbeat()
    kinds = context.database.con.execute("SELECT recipient, status FROM outbound WHERE kind='thread'").fetchall()
    context.database.close()
    assert kinds == [(blue, "sent")]

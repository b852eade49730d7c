"""Make the data folder of a release, which later versions must be able to open: a few games, people and mails, packed.

usage: python tests/upgrades/make_release.py FOLDER     (with the release itself; FOLDER is tests/upgrades/VERSION)
"""

from __future__ import annotations

import lzma
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pbem.app_context import AppContext, open_app_context
from pbem.campaign.played import rule_books
from pbem.core.state.players import BOT
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.practice import teacher
from pbem.service.history import OPERATOR
from pbem.service.turns.close import resolve_now
from pbem.settings.settings import read_config

SECRET = "of the releases that are kept"
TURNS = 2


def main() -> None:
    """Play, and write `wardroom.db.xz` into the folder."""
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        config = read_config({"WARDROOM_DATA": folder, "WARDROOM_SECRET": SECRET})
        at = open_app_context(config)
        for key in rule_books(at.context.games):
            _play(at, key)
        at.context.store.drop_snapshots()
        at.context.database.close()
        with closing(sqlite3.connect(config.database)) as con:
            con.execute("PRAGMA journal_mode=DELETE")
            con.execute("DELETE FROM outbound_raw")  # reports with pictures are most of the bytes
            con.commit()
            con.execute("VACUUM")
        target.mkdir(parents=True, exist_ok=True)
        (target / "wardroom.db.xz").write_bytes(lzma.compress(config.database.read_bytes(), preset=9))


def _play(at: AppContext, key: str) -> None:
    """The practice scenario of a rule book: a person who answers by mail, and bots."""
    game = at.context.games[key]
    scenario = game.scenarios.practice
    seats = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
    person = at.person(f"{key}@example.org")
    players = {seat: f"{BOT}{teacher(game)}" for seat in seats} | {seats[0]: person.id}
    stream = open_game(at.context, key, scenario, rhythm_hours=24, setup=GameSetup(players))
    for turn in range(1, TURNS + 1):
        to = at.gateway.order_address(stream, seats[0], turn, person)
        mail = f"From: {person.address}\nTo: {to}\nMessage-ID: <{stream}.{turn}@example.org>\n\nready\n"
        at.gateway.process(at.gateway.receive(mail.encode(), person.address, to))
        resolve_now(at.context, stream, "to have a turn", OPERATOR)
        at.gateway.publish_pending()


if __name__ == "__main__":
    main()

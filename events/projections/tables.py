"""The tables that repeat the log, and the marks of reports that were sent."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from events.projections.projectors import ended_and_shown

migrations = Migrations("projections")
migrations_of_reports = Migrations("publications")


@migrations()
def game_list(db: Database) -> None:
    """Games and their seats, and what is due."""
    for statement in (
        """CREATE TABLE games(
            stream TEXT PRIMARY KEY, game TEXT NOT NULL, scenario TEXT NOT NULL, title TEXT NOT NULL,
            status TEXT NOT NULL, turn INTEGER NOT NULL, closed INTEGER NOT NULL, due TEXT, verdict TEXT NOT NULL
            ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX games_due ON games(due) WHERE status = 'open' AND due IS NOT NULL",
        """CREATE TABLE seats(
            stream TEXT NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL, player TEXT, filed INTEGER NOT NULL,
            ready INTEGER NOT NULL, PRIMARY KEY(stream, seat)) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


@migrations()
def press_list(db: Database) -> None:
    """Who wrote to whom, in the order of each stream; the words are kept elsewhere, by digest."""
    for statement in (
        """CREATE TABLE presses(
            number INTEGER PRIMARY KEY, stream TEXT NOT NULL, seat TEXT NOT NULL, recipients TEXT NOT NULL,
            digest TEXT NOT NULL, source TEXT NOT NULL) STRICT""",
        "CREATE INDEX presses_stream ON presses(stream, source)",
    ):
        db.execute(statement)


@migrations()
def game_masters(db: Database) -> None:
    """Who runs each game, and through which seats they look in which turn."""
    for statement in (
        "ALTER TABLE games ADD COLUMN master TEXT NOT NULL DEFAULT ''",
        """CREATE TABLE watches(stream TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL,
            PRIMARY KEY(stream, seat, turn)) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


@migrations()
def open_tables(db: Database) -> None:
    """Which games take whoever is signed in into a free seat."""
    db.execute("ALTER TABLE games ADD COLUMN open_seats INTEGER NOT NULL DEFAULT 0")


@migrations()
def start_page(db: Database) -> None:
    """What the start page looks up: a person's seats, the games they run, games by what has become of them."""
    for statement in (
        "CREATE INDEX seats_player ON seats(player) WHERE player IS NOT NULL",
        "CREATE INDEX games_master ON games(master) WHERE master<>''",
        "CREATE INDEX games_status ON games(status, length(stream), stream)",
        "CREATE INDEX games_open_seats ON games(stream) WHERE open_seats=1",
    ):
        db.execute(statement)


@migrations()
def sandbox_list(db: Database) -> None:
    """Whose sandboxes there are, and what they were made from. Their numbers never come twice."""
    for statement in (
        """CREATE TABLE sandboxes(
            number INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, origin TEXT NOT NULL,
            turn INTEGER NOT NULL, step INTEGER NOT NULL, seat TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
        "CREATE INDEX sandboxes_owner ON sandboxes(owner)",
        "CREATE INDEX sandboxes_at ON sandboxes(at)",
    ):
        db.execute(statement)


@migrations()
def people_of_games(db: Database) -> None:
    """Who orders for a seat's player, which free seats the first to answer takes, who runs games beside others, and whose turns
    came in time. `away` is until when a player is away (UTC), `lost` who lost the free seat to the clock, and in which turn;
    the others are turn numbers: the last one that was excused, for which a bot stood in since orders were missed, and for which
    another than the player filed last."""
    for statement in (
        "ALTER TABLE seats ADD COLUMN sitter TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN opened TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN away TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN lost TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN lost_turn INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN excused INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN stood_in INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN by_another INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX seats_sitter ON seats(sitter) WHERE sitter<>''",
        "CREATE INDEX seats_opened ON seats(opened) WHERE opened<>''",
        "CREATE INDEX seats_lost ON seats(lost) WHERE lost<>''",
        """CREATE TABLE co_masters(stream TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY(stream, person))
            STRICT, WITHOUT ROWID""",
        "CREATE INDEX co_masters_person ON co_masters(person)",
        """CREATE TABLE turns_kept(person TEXT NOT NULL, stream TEXT NOT NULL, turn INTEGER NOT NULL, seat TEXT NOT NULL,
            kept INTEGER NOT NULL, due TEXT NOT NULL, PRIMARY KEY(person, stream, turn, seat)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX turns_kept_stream ON turns_kept(stream)",
        "CREATE INDEX turns_kept_newest ON turns_kept(person, due)",
    ):
        db.execute(statement)


@migrations()
def delayed_games(db: Database) -> None:
    """By how many hours later than the players everybody else sees each game."""
    db.execute("ALTER TABLE games ADD COLUMN delay_hours REAL NOT NULL DEFAULT 0")


@migrations()
def posted_games(db: Database) -> None:
    """At which places each game is posted, in which part of them, and what (`Kind`s, joined by commas)."""
    for statement in (
        """CREATE TABLE game_forums(stream TEXT NOT NULL, place TEXT NOT NULL, part TEXT NOT NULL, what TEXT NOT NULL,
            PRIMARY KEY(stream, place)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX game_forums_place ON game_forums(place)",
    ):
        db.execute(statement)


@migrations()
def result_list(db: Database) -> None:
    """How games ended: of each seat who played it at the end, and whether its side has won (1), drawn (0) or lost (-1)."""
    for statement in (
        """CREATE TABLE results(stream TEXT NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL, player TEXT NOT NULL,
            won INTEGER NOT NULL, PRIMARY KEY(stream, seat)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX results_player ON results(player)",
    ):
        db.execute(statement)


@migrations()
def battles_of_campaigns(db: Database) -> None:
    """Which games are battles of which campaigns."""
    for statement in (
        """CREATE TABLE battles(stream TEXT PRIMARY KEY, campaign TEXT NOT NULL, battle INTEGER NOT NULL)
            STRICT, WITHOUT ROWID""",
        "CREATE INDEX battles_campaign ON battles(campaign, battle)",
        "CREATE INDEX games_campaign ON games(stream) WHERE game='campaign'",
    ):
        db.execute(statement)


@migrations()
def hidden_games(db: Database) -> None:
    """Which games are for nobody but those who play or run them."""
    db.execute("ALTER TABLE games ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0")


@migrations()
def indexes_for_many_games(db: Database) -> None:
    """What every beat and the start page ask is found without a look at every game."""
    for statement in (
        "DROP INDEX games_due",
        "CREATE INDEX games_due ON games(status, due) WHERE due IS NOT NULL",
        "CREATE INDEX games_delayed ON games(stream) WHERE delay_hours>0",
    ):
        db.execute(statement)


@migrations()
def last_numbers(db: Database) -> None:
    """The highest number that a sandbox ever had: deleted ones have used theirs, too."""
    db.execute("CREATE TABLE last_numbers(name TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID")
    if isinstance(db, Database):  # SQLite has counted them itself until now
        db.execute("INSERT INTO last_numbers SELECT name, seq FROM sqlite_sequence WHERE name='sandboxes'")


@migrations()
def newest_games(db: Database) -> None:
    """All games are listed page by page, the newest first."""
    db.execute("CREATE INDEX games_newest ON games(length(stream), stream) WHERE hidden=0")


@migrations()
def results_in_order(db: Database) -> None:
    """When each game ended and since when that is shown: so new results are found without a look at all."""
    for statement in (
        "ALTER TABLE results ADD COLUMN ended TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE results ADD COLUMN shown TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX results_shown ON results(shown)",
    ):
        db.execute(statement)
    for (stream,) in db.execute("SELECT DISTINCT stream FROM results").fetchall():
        db.execute("UPDATE results SET ended=?, shown=? WHERE stream=?", (*ended_and_shown(db, stream), stream))


@migrations_of_reports()
def publications(db: Database) -> None:
    """Which turn's report a player of a seat was given last. Lost rows only mean that a report is rendered again."""
    db.execute(
        """CREATE TABLE publications(stream TEXT NOT NULL, seat TEXT NOT NULL, player TEXT NOT NULL, turn INTEGER NOT NULL,
            PRIMARY KEY(stream, seat)) STRICT, WITHOUT ROWID"""
    )


@migrations_of_reports()
def publications_by_person(db: Database) -> None:
    """Of each person: whoever orders for a seat's player (`sits`) is given its reports, too."""
    for statement in (
        "ALTER TABLE publications RENAME TO publications_of_seats",
        """CREATE TABLE publications(stream TEXT NOT NULL, seat TEXT NOT NULL, player TEXT NOT NULL, turn INTEGER NOT NULL,
            sits INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(stream, seat, player)) STRICT, WITHOUT ROWID""",
        "INSERT INTO publications SELECT stream, seat, player, turn, 0 FROM publications_of_seats",
        "DROP TABLE publications_of_seats",
        "CREATE INDEX publications_sits ON publications(stream, seat, player) WHERE sits=1",
    ):
        db.execute(statement)

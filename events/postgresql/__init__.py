"""PostgreSQL behind the port of `events.database`: connections, and what its SQL calls otherwise than SQLite's."""

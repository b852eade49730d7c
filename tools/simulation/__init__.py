"""The real service on a clock that somebody else moves, with mailboxes in memory: for long stories told in minutes."""

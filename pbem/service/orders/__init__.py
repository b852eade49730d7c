"""Orders, questions and requests of players: read, file, answer."""

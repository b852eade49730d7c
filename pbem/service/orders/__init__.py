"""Orders, questions and notices of players: read, file, answer."""

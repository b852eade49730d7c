"""Commands that look into games: checks of the log, replay, cases without a game."""

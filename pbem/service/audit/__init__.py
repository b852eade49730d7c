"""Checks: the log, the dice, why something happened, cases without a game."""

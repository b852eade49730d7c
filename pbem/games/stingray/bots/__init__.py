"""Seats without a player: they write orders as a player would."""

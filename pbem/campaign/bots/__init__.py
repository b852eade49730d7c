"""Sides without a player: they write orders as a player would, from what one seat knows."""

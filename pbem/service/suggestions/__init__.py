"""Orders that are offered to a player, and how one of them is put into their text."""

"""The game's policy: its clock, what it may hold, how it is written and read, and its ladder in words."""

"""Games around their turns: opened, filled, run, listed."""

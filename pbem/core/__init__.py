"""Words that all games share. Pure: no clock, no chance of its own, no I/O."""

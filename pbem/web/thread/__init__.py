"""The game's own thread: its page, and what is done there."""

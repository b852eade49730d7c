"""The game's own thread: what it shows, comments, what is hidden, who follows it, and where else it is posted."""

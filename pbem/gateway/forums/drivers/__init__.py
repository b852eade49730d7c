"""One module for each kind of place: what it is asked and how it answers, and nothing of the games."""

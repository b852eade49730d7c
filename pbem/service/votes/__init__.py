"""What the players decide together: votes on the game's affairs, and what they decide for a game master who is silent."""

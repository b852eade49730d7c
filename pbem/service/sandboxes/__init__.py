"""What if: one person's own games, made from a position of a game and thrown away again."""

"""The table: the one page of a game, with its map, its time line and its tabs."""

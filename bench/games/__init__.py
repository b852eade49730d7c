"""What a turn of one game costs: a position, and how it is timed beside `diplomacy`. `python -m games.NAME` in `bench`."""

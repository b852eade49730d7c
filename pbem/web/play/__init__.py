"""Pages of a game: report, orders, history, press, why."""

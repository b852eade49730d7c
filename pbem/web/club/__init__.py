"""Pages of the club: the league table, the results as a page and a feed, and a page for every player."""

"""What is asked of the tables of `projections`: lists of games, seats, battles, results, and reports that were sent."""

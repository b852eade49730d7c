"""What a club sees of all its games: results, a league table with ratings, what each person has played."""

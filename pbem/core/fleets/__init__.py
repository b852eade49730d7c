"""Units as a campaign holds them between battles, and what it asks of a rule book to take them from one into the next."""

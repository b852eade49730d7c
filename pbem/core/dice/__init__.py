"""Fair dice, and the files that prove them."""

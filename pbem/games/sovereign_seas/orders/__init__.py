"""Orders by mail: what a text files for a seat, and what is wrong with it."""

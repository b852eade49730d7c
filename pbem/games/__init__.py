"""The rule books. `GAMES` is the only list of them."""

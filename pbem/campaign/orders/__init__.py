"""From a player's mail to the sheet of a side: what is read, checked and filed, and what the receipt says of it."""

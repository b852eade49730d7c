"""What a mail is, read and nothing changed: what kind, whose, for which seat, and who vouches for it."""

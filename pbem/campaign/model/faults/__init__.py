"""What is wrong with parts of a campaign file, and what may not be meant."""

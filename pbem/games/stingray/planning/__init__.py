"""Orders to choose from, and the dry run: made of what the reader knows."""

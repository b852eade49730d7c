"""The guided first game: hints beside the real table."""

"""Reminders of deadlines: who is reminded of which game, and when."""

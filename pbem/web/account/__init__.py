"""Signing in, seats, feeds: what belongs to a person."""

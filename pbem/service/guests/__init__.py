"""Guests: people who try a game before they say who they are."""

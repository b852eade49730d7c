"""Campaigns: battles are opened as games, their ends taken over once, and what a game master does to a campaign."""

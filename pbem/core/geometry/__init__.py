"""Hexes, and the open table in inches."""

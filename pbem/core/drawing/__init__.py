"""Scenes, hex charts, and places for labels."""

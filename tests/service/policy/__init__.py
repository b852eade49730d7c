"""Tests of the game's policy."""

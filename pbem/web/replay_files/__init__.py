"""Replays as files: which are wanted, and how one is made."""

"""Replay pages and files."""

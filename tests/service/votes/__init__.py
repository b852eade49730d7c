"""Tests of votes and of silent game masters."""

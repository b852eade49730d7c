"""Tests of those who run games."""

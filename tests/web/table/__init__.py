"""Tests of the table: what its tabs show."""

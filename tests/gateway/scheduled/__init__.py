"""Tests of mails that the clock sends."""

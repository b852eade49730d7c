"""The ways to falsify a log, one module for each kind: single events, dice, orders, turns, whole logs, and tables beside it."""

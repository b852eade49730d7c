"""Memory: what happened, written once and never changed. Imports nothing of `pbem`."""

"""A campaign to be falsified together with its battles, and ways to do it."""

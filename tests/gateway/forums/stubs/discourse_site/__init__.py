"""What the stub of a Discourse keeps and how it answers: its records, its rules, the shapes of its JSON."""

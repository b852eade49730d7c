"""People and their credentials: the only home of personal data, and erasable."""

"""PostgreSQL goes away, and another takes over."""

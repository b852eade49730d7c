"""Connections to PostgreSQL that are lost: a server that goes away and comes back, and answers that never arrive."""

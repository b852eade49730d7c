"""Use cases, one module each: load, decide, append."""

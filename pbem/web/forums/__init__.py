"""Places where clubs meet: linking one's account there, and what places tell us by themselves."""

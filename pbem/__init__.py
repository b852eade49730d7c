"""Everything that thinks or talks."""

"""Maps and record sheets on pages."""

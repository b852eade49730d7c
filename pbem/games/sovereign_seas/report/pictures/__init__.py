"""Maps and record sheets as scenes."""

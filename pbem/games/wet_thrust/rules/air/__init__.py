"""WT-6, WT-11 to WT-14: aircraft."""

"""WT-7 to WT-10, WT-16, WT-19: gunnery, torpedoes, depth charges, damage and repair."""

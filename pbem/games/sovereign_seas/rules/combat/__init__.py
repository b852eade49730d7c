"""SSL-J2 to SSL-L: gunnery, hits, damage."""

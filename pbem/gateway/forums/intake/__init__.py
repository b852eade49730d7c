"""What others write at places: stored first, then orders, links, comments, or a private answer."""

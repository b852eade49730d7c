"""What players are offered: orders of the desk, of templates, and of clicks on the map."""

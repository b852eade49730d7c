"""Those who run games: who they are, and what needs them."""

"""From a player's text to the orders of each unit: marks, heads, headings, broken lines, prose, lines to the service."""

"""How what a reader knows of a campaign is told: in words, tables and pictures."""

"""`campaign …`: open and look at campaigns, and what their game master does to them."""

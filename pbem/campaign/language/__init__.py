"""The order language of campaigns: words to orders and back, and what the names in orders stand for."""

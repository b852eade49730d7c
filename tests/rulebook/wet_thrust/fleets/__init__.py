"""Chapter 18: vessels that are carried from battle to battle."""

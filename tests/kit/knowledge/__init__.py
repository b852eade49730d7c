"""Who is told of what: what readers know is what they were shown, and nobody is shown what the rule book hides from them."""

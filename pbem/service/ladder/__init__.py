"""When orders or players are missing: who is away, what a deadline does, who orders instead, who takes a seat over."""

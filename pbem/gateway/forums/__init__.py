"""Places where games are posted and talked of: one port, a driver for each kind of place, a queue in front of all."""

"""A turn from its deadline to the next: close, tick, absence, roll-back, bots."""

"""Pictures of a campaign: its graph, the rounds of a pairing, and the record sheets of fleets."""

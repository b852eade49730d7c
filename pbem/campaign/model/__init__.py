"""What a campaign is: its file, its state, what an event does to the state, and who may see which event."""

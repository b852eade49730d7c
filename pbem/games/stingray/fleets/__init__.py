"""STG-CAM: vessels that come out of one battle of a campaign and go into the next."""

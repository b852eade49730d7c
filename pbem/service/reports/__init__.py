"""What was played, for one reader: reports, replay, and handing them out."""

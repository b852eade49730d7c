"""What every game is: its protocol, options, scenarios and the parts of a report."""

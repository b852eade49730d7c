"""What an operator watches: the lines of the log, figures, readiness, and how old the backups are."""

"""Commands of operation: backups that are kept, and what `doctor` looks at beside mail."""

"""What every step of mail shares: tables, addresses, who takes our mail."""

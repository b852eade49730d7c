"""Mail that is no order, mail that waits, and mail read again."""

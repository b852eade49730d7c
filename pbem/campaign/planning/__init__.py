"""Help in deciding, from what a side knows: orders to choose from, the dry run, what was at stake."""

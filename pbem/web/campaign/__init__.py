"""Pages that only campaigns have: the roll of honour, a page for each unit and each battle, and the campaigns to open."""

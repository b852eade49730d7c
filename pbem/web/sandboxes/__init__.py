"""What if: pages of one person's own games."""

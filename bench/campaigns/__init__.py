"""What campaigns cost: battles taken over, and campaigns in which nothing happens. `python -m campaigns.NAME` in `bench`."""

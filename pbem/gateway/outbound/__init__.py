"""Mail out: written, queued, handed over."""

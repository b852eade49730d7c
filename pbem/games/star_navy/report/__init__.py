"""What a reader is told: sentences, panels, summary, score, order template."""

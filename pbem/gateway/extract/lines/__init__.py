"""From text to what the player wrote: lines, each with its label."""

"""The state as JSON and back."""

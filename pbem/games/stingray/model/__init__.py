"""The state, declared once; what events do to it; the printed tables and the scenarios."""

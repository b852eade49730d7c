"""The storm: the real service under mail, killed again and again; then everything is counted."""

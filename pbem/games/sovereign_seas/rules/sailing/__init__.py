"""SSL-H to SSL-J1: speed, moves, conditions, ramming."""

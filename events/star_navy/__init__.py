"""What happens in Star Navy. Hexes are labels `CCRR`; sections are F RF RR R LR LF; headings 0-5 from N clockwise.

Who may see an event travels in its envelope; who may at most, its type says in a word (`model/audiences.py` of the game). What
a table tells to all and what only the console's owner sees are two events, so that no event needs to be shown in part.
"""

"""What happens in a campaign. Units are called by their ids; items are those of their rule book's sheets.

Who may see an event travels in its envelope; who may at most, its type says in a word (`model/audiences.py` of the campaign):
all, a side (`its side`), or whoever knows of the battle (`battle`, which is all unless the campaign is fogged).
"""

"""What happens in Sovereign Seas Lite, by chapter.

Hexes are labels `CCRR`; headings 0-5 from N clockwise; ships, classes and batteries by the names of their logs. What only
the owner of a log may see (option `hidden_logs`) and what a table tells to all are two events, so that no event needs to be
shown in part.
"""

"""What happens in Stingray, Stingray. Hexes are labels `CCRR`; facings 0-5 from N clockwise; phases 1-6, windows 0-6.

Almost everything is known to one crew only, so truth and perception are different events: what a vessel does goes to its crew,
what another crew notices of it goes to that crew, and what nobody can know yet (a homing missile under way) to nobody.
No event that a crew sees names or counts anything that it may not know.
"""

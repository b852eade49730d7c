"""What happens in Wet Thrust, by chapter.

Positions are pairs of thousandths of an inch, x east and y north; courses are 1-12 (12 is north); speeds are exact fractions
of inches a turn written as text (`7`, `5/2`). Ships, systems and squadrons go by the ids of their sheets; a submarine below
the surface is known to the enemy only as a contact (`SUB1`). What only the owner of a control sheet may see and what the
table tells to all are two events, so that no event needs to be shown in part.
"""

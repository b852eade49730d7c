"""Campaigns: battles of the rule books that follow from each other. A campaign is a game; this page is the table of contents.

| chapter | module |
| --- | --- |
| CMP-1.1, CMP-1.2 campaign files | `model/campaign_file.py`, `scenario.py`, `file_faults.py`, `scenarios/*.json` |
| CMP-1 set-up, turns and rounds | `rules/set_up.py`, `sequence.py`, `rounds.py` |
| CMP-2 the battles of a round | `rules/battles.py`, `forces.py`, `language/places.py` |
| CMP-3 what a battle makes of the units | `rules/taking_over.py`; its value, pay and edges in `battles.py` |
| CMP-4 victory | `rules/victory.py` |
| CMP-5 refit turns | `rules/refit.py`, `commands.py`, `repairs.py` |
| CMP-6 scouts | `rules/scouting.py` |
| CMP-7 pairings | `rules/pairings.py` |
| CMP-8.1 acts of a game master | `rules/masters.py` |
| CMP-9 who may know what | `model/audiences.py` |
| a state from JSON | `state_json.py` |
| orders by mail: words to orders and back | `language/`, `model/orders.py` |
| ... what a mail files, and what is wrong with it | `orders/` |
| ... what it would come to, and the remarks of receipts | `orders/trial.py`, `remarks.py` |
| the end of a battle at a table, in words (CMP-2.7) | `language/battle_results.py`, `result_lines.py` |
| reports: sentences, panels, summary, score, roll of honour | `report/` |
| ... the graph and the record sheets | `report/pictures/` |
| suggested orders, the dry run, odds | `planning/` |
| sides without a player | `bots/` |
| whole campaigns by bots, and what they may not gain or lose | `simulate.py`, `conservation.py` |
| the game, put together | `game.py` |
| all that the service plays, campaigns among them | `played.py` |
"""

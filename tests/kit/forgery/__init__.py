"""A forger's kit: games in real databases, and ways to falsify their logs so that the hash chain is right all the same.

`tables` plays a game of each rule book, `script` says what is done in it; `log` takes a log apart and writes a forged one;
`seals` and `play_on` do what a clever forger does afterwards; `methods` are the ways, `findings` says how each was found.
"""

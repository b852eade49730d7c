"""States folded from a log: the ledger of the service, the record of a game, canonical JSON."""

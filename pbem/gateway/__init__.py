"""The mail gateway: mail in, orders filed, receipts and reports out. Everything it does may be repeated after a crash.

`gateway`: the class `Gateway`, which puts the rest together.
`inbound/`: the sources of mail; each mail is stored, read once, and settled: orders, confirmations, bounces.
`reading/`: what a mail is: what kind, whose, for which seat, and who vouches for it.
`extract/`: what a player wrote in a mail, by pure functions.
`outbound/`: mail is written, queued, and handed over.
`mailboxes/`: what all of these share: tables, held mail, addresses, deliverability.
`forums`: games are posted at other places, and what people write there is read.
"""

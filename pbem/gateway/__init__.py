"""The mail gateway: mail in, orders filed, receipts and reports out. Everything it does may be repeated after a crash.

`gateway`: the class `Gateway`, which puts the rest together.
`inbound/`: the sources of mail; each mail is stored, read once, and settled.
`extract/`: what a player wrote in a mail, by pure functions.
`special/`: bounces, confirmations, unsubscribing, mail to the postmaster; held mail; mail explained and read again.
`outbound/`: mail is written, queued, and handed over.
`mailboxes/`: what all of these share: tables, addresses, deliverability.
`webhooks`: resolved turns are told to other programs.
"""

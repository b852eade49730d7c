"""Mails that the clock sends: nobody's mail called for them."""

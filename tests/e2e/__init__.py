"""Wardroom among real mail programs: postfix, dovecot, Mailman 3, and the players' swaks, mutt and s-nail."""

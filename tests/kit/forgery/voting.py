"""What players decide together in the games that are falsified, and a game master who falls silent."""

from __future__ import annotations

from pbem.service.votes.silence import note_silence
from tests.kit.forgery.tables import Table


def voted(table: Table) -> None:
    """Two players: a vote, taken back; then a pause and its end, which both want."""
    table.do("vote cast", lambda: table.mail(table.first, "vote pause: the fair"))
    table.do("vote taken back", lambda: table.mail(table.first, "not vote pause: it is over"))
    table.do("vote again", lambda: table.mail(table.last, "vote pause: another fair"))
    table.do("voted pause", lambda: table.mail(table.first, "vote pause"))
    table.do("vote to go on", lambda: table.mail(table.first, "vote go on"))
    table.do("voted on", lambda: table.mail(table.last, "vote go on"))


def alone(table: Table) -> None:
    """The only player left decides, when the game master does nothing any more."""
    table.clock.advance(24.0 * 29)
    table.do("master silent", lambda: note_silence(table.context, table.stream, lambda person: ""), True)
    table.do("voted master", lambda: table.mail(table.first, "vote master nobody"))
    table.do("voted back", lambda: table.mail(table.first, "vote roll back to 10: once more"))

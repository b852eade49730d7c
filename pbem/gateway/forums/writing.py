"""The posts of a game's thread as they are written for a place, in its markup and no longer than it takes."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace

from pbem.core.game.phrases import one_line
from pbem.gateway.forums.port import Forum, Picture, Post
from pbem.gateway.forums.posts_table import PostRow
from pbem.present.forum import fitting, noticed, written
from pbem.present.markup import Markup
from pbem.present.pixels.png import to_png
from pbem.present.svg import to_svg
from pbem.service.context import ServiceContext
from pbem.service.reports.publish import MAP_WIDTH
from pbem.service.reports.turn_report import TurnReport, turn_report
from pbem.service.thread.items import ItemKind, ThreadItem

MARKER = 24
"""Hex digits of a marker: enough that nobody guesses one."""
SAID: dict[ItemKind, str] = {"announcement": "An announcement:", "press": "{} writes to all:", "comment": "{} comments:"}
GONE = "(These words were taken back.)"


@dataclass(frozen=True)
class Writer:
    """Writes for one place. `base_url` is where our pages are ("": there are none)."""

    context: ServiceContext
    base_url: str
    place: str
    forum: Forum

    def report(self, stream: str, turn: int, undone: str = "") -> Post:
        """A turn as everybody may know it, with its map; `undone` says first that it was undone ("": it was not)."""
        made = turn_report(self.context, stream, turn, None)
        page = f"{self.base_url}/g/{stream}/t/{turn}" if self.base_url else ""
        head = f"{self.forum.markup.plain(undone)}\n\n" if undone else ""
        text = head + written(made.report, self.forum.markup, page, longest=self.forum.longest - len(head))
        about: dict[str, str | int] = {"event": "turn", "game": stream, "turn": turn, "due": made.report.due, "url": page}
        return replace(self._post(stream, "", f"t{turn}", text, self._map(made, page)), about=about)

    def seat_report(self, stream: str, seat: str, turn: int, link: str) -> Post:
        """A turn as the seat's player may know it, with the lines to fill in; `link` opens their desk ("": none)."""
        made, markup = turn_report(self.context, stream, turn, seat), self.forum.markup
        asked = ["Answer with your orders.", markup.fixed(made.report.template)] if made.report.template else []
        end = "\n\n".join([*asked, *([markup.link("Your desk", link)] if link else [])])
        text = written(made.report, markup, longest=self.forum.longest - len(end) - 2)
        return self._post(stream, seat, f"t{turn}", f"{text}\n{end}", ())

    def said(self, stream: str, item: ThreadItem) -> Post:
        """Words of somebody: an announcement, public press, a comment; or that nobody is to read them any more."""
        words = item.text if item.text is not None else item.hidden or GONE
        text = f"{self.forum.markup.plain(SAID[item.kind].format(item.author))}\n\n{spared(words, self.forum.markup)}"
        about = {"event": "post", "game": stream}
        return replace(self._post(stream, "", item.post, fitting(text, self.forum.longest)), about=about)

    def notice(self, row: PostRow) -> Post:
        """Words of ours to one person."""
        text = noticed(row.words, self.forum.markup)
        if len(text) > self.forum.longest:  # cut in the middle of its marks it could not be read
            text = fitting(spared(row.words, self.forum.markup), self.forum.longest)
        return self._post(row.stream, row.seat, f"{row.user} {row.post}", text)

    def marker(self, stream: str, seat: str, post: str) -> str:
        """What names a post at this place for ever, and cannot be guessed."""
        words = f"forum post|{self.place}|{stream}|{seat}|{post}"
        return hmac.digest(self.context.secret, words.encode(), "sha256").hex()[:MARKER]

    def _post(self, stream: str, seat: str, post: str, text: str, pictures: tuple[Picture, ...] = ()) -> Post:
        row = self.context.store.game(stream)
        title = f"{row.title} ({stream}{f', {seat}' if seat else ''})" if row else "Wardroom"
        return Post(self.marker(stream, seat, post), one_line(title), text, pictures)

    def _map(self, made: TurnReport, page: str) -> tuple[Picture, ...]:
        if "pictures" not in self.forum.abilities:
            return ()
        svg = to_svg(made.scenes[0])
        png: bytes = self.context.rendered.get(("map.png", svg), lambda: to_png(made.scenes[0], MAP_WIDTH))
        return (Picture("map.png", png, f"{page}/map.png" if page else "", f"map: {made.report.heading}"),)


def spared(text: str, markup: Markup) -> str:
    """Somebody's words, read as no marks at all: they were written for our pages, not for this place."""
    return "\n".join(markup.plain(line) for line in text.splitlines())

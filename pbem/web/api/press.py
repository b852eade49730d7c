"""Words: press from player to player, and the game's thread, which everybody reads."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from pbem.service.orders.order_desk import source_of
from pbem.service.press.messages import Message, messages
from pbem.service.press.send import send_press
from pbem.service.thread.comments import NewComment, author_of, write_comment
from pbem.service.thread.items import Thread
from pbem.service.thread.thread import game_thread
from pbem.web.api.describe import COMMAND, KEY, Parameter, route
from pbem.web.api.endpoint import idempotency, person, read
from pbem.web.infra.site import site
from pbem.web.infra.visitor import commander, game_row, written_as
from pbem.web.thread.thread_page import thread_reader, views


@dataclass(frozen=True)
class NewMessage:
    """Words to these seats, or to `public` alone: to everybody, players and watchers."""

    to: list[str]
    text: str


@dataclass(frozen=True)
class Posted:
    """It is sent; `notes` say who will not read it."""

    notes: list[str]


@route("GET /games/<stream>/press", "press", list[Message], parameters=[COMMAND], signed=True)
def list_press(stream: str) -> list[Message]:
    """What your seat has written and what was written to it or to the public, oldest first."""
    return messages(site().context, stream, commander(game_row(stream)))


@route("POST /games/<stream>/press", "press", Posted, NewMessage, [COMMAND, KEY])
def send_letter(stream: str) -> Posted:
    """Write to other seats, or to the public; the players are mailed within the minute."""
    seat, asked = commander(game_row(stream)), read(NewMessage)
    source = written_as(stream, seat, source_of("api", f"press {stream} {seat} {idempotency()}", asked.text))
    notes = send_press(site().context, stream, seat, asked.to, asked.text, source)
    site().mailer.mail_receipts(stream, seat, source)
    return Posted(notes)


# ---------------------------------------------------------------- the thread

FROM_TURN = Parameter(
    "turn", "query", "the newest turn to be shown, with those before it; the last if you do not say", "integer"
)


@dataclass(frozen=True)
class CommentToPost:
    """Words in Markdown, for everybody to read; `answers` is the id of the post that they answer ("": none).

    `sure`: post it although it looks like orders, which nobody takes there.
    """

    text: str
    answers: str = ""
    sure: bool = False


@dataclass(frozen=True)
class PostedComment:
    """The id of the comment, like c12."""

    post: str


@route("GET /games/<stream>/thread", "thread", Thread, parameters=[FROM_TURN])
def show_thread(stream: str) -> Thread:
    """The turns as everybody may know them, the newest first, with what was announced and said after each."""
    row = game_row(stream)
    return game_thread(views(), stream, thread_reader(row), request.args.get("turn", type=int))


@route("POST /games/<stream>/thread", "thread", PostedComment, CommentToPost, [KEY])
def post_comment(stream: str) -> PostedComment:
    """Comment on the game: as the seat that you play, else under your name."""
    game_row(stream)
    asked, writer = read(CommentToPost), person().id
    source = source_of("api", f"comment {stream} {idempotency()}", asked.text)
    new = NewComment(asked.text, source, asked.answers, asked.sure)
    return PostedComment(write_comment(site().live, stream, author_of(site().live, stream, writer), new))

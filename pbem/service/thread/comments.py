"""Comments in a game's thread: written, changed and taken back by their authors, by whatever way they came."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from unicodedata import category

from pbem.accounts.people import erasing
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext, minute, parse_stamp, stamp
from pbem.service.repository import reading
from pbem.service.thread.comment_table import (
    CommentRow,
    add,
    comment_at_place,
    comment_of_source,
    comment_row,
    written_since,
)
from pbem.service.thread.post_ids import known_post
from pbem.service.thread.public_orders import looks_like_orders

MAX_COMMENT = 10_000
MOST, WITHIN = 20, timedelta(hours=1)
"""So many comments a person may write on one game within this time."""
CHANGEABLE = timedelta(hours=24)
"""So long after it was written its author may change a comment: who has read and answered it should find it again."""
NO_WORDS = ("Cc", "Cs")
"""Kinds of characters that are no part of words: controls, and halves of characters."""
MAIL = "mail"
"""The place of what came by mail."""


class LooksLikeOrders(ActRefused):
    """The text holds orders of the writer's own: everybody would read them, and they would not be taken."""


@dataclass(frozen=True)
class Author:
    """Who writes: a person's id ("": only a `guest` name is known), the seat they play ("": none), if they run the game."""

    person: str
    seat: str = ""
    master: bool = False
    guest: str = ""


@dataclass(frozen=True)
class NewComment:
    """What is to be written. `source` names the form or mail: the same one writes once. `answers` is a post id ("": none).

    `sure`: the writer knows that it looks like orders. `place` is where it was written, if that was not on our own page, and
    `external` its id there.
    """

    text: str
    source: str = ""
    answers: str = ""
    sure: bool = False
    place: str = ""
    external: str = ""


def author_of(context: ServiceContext, stream: str, person: str) -> Author:
    """As whom a person writes on this game: as the seat that they play (their first), as the game master, or as a watcher."""
    seat = next((row.seat for row in context.store.seats(stream) if person and row.player == person), "")
    return Author(person, seat, bool(person) and not seat and context.store.runs(stream, person))


def why_not(comments: str, author: Author) -> str:
    """Why this author may not comment, by the game's policy (its field `comments`); "": they may."""
    if comments == "nobody":
        return "nobody comments on this game"
    if comments == "players" and not (author.seat or author.master):
        return "on this game only its players and its game master comment"
    return ""


def write_comment(context: ServiceContext, stream: str, author: Author, new: NewComment) -> str:
    """Write a comment, also when the game is over; its post id. Sent twice it is written once.

    Raises:
        ActRefused, LooksLikeOrders: nothing was written, and why.
        NoSuchGame, Corrupt.
    """
    text = clean_text(new.text)
    with reading(context, stream) as record:
        if known := comment_of_source(context, stream, new.source):
            return known.post
        _check_may(context, record, author)
        if not new.sure:
            _check_orders(context, record, author, text)
        _check_answers(context, record, new.answers)
    return add(context, _row(context, stream, author, new, text))


def clean_text(text: str) -> str:
    """The words without control characters, and without empty lines around them. Raises ActRefused for none, or too many."""
    lines = ["".join(c for c in line if c == "\t" or category(c) not in NO_WORDS).rstrip() for line in text.splitlines()]
    clean = "\n".join(lines).strip("\n")
    if not clean.strip():
        raise ActRefused("there are no words to post")
    if len(clean) > MAX_COMMENT:
        raise ActRefused(f"the comment is too long ({len(clean):,} characters): it may have {MAX_COMMENT:,}")
    return clean


def _check_may(context: ServiceContext, record: Record, author: Author) -> None:
    """Raises ActRefused for whom the policy shuts out, and for whoever has written very much just now."""
    if refused := why_not(record.ledger.policy.comments, author):
        raise ActRefused(refused)
    recent = written_since(context, record.stream, author.person, stamp(context.now() - WITHIN)) if author.person else []
    if len(recent) >= MOST:
        again = minute(stamp(parse_stamp(recent[-MOST]) + WITHIN))
        raise ActRefused(f"you have written {MOST} comments on this game within an hour; the next one can be posted at {again}")


def _check_orders(context: ServiceContext, record: Record, author: Author, text: str) -> None:
    """Raises LooksLikeOrders."""
    seats = [row.seat for row in context.store.seats(record.stream) if author.person in (row.player, row.sitter)]
    for seat in seats if author.person else []:
        if looks_like_orders(record, seat, text):
            raise LooksLikeOrders(
                f"this looks like orders of {seat}: everybody would read them here, and nobody would take them"
            )


def _check_answers(context: ServiceContext, record: Record, post: str) -> None:
    """Raises ActRefused for a post that is not there."""
    missing = post[:1] == "c" and comment_row(context, record.stream, post) is None
    if post and (missing or not known_post(record, post)):
        raise ActRefused(f"there is no post {post[:20]!r} to be answered")


def _row(context: ServiceContext, stream: str, author: Author, new: NewComment, text: str) -> CommentRow:
    return CommentRow(
        stream,
        0,
        author.person,
        author.guest,
        author.seat,
        int(author.master),
        text,
        stamp(context.now()),
        "",
        new.answers,
        new.source,
        new.place,
        new.external,
        "",
    )


# ---------------------------------------------------------------- changed by its author


def edit_comment(context: ServiceContext, stream: str, person: str, post: str, text: str) -> None:
    """Change one's own words, which are then gone. The same words again change nothing.

    Raises:
        ActRefused: another's, too late, hidden, erased, or written elsewhere.
        NoSuchGame, Corrupt.
    """
    row, clean = _own(context, stream, person, post), clean_text(text)
    if row.place not in ("", MAIL):
        raise ActRefused(f"{post} was written at {row.place}: change it there")
    if context.now() > parse_stamp(row.at) + CHANGEABLE:
        raise ActRefused(f"{post} is older than a day and stays as it is; you can delete it")
    with reading(context, stream) as record:
        if post in record.ledger.hidden:
            raise ActRefused(f"{post} is hidden and stays as it is; you can delete it")
    if clean != row.text:
        _set_text(context, row, clean)


def delete_comment(context: ServiceContext, stream: str, person: str, post: str) -> None:
    """Erase one's own words; the thread goes on to say that there were some. Raises ActRefused."""
    _empty(context, _own(context, stream, person, post), "author")


def _own(context: ServiceContext, stream: str, person: str, post: str) -> CommentRow:
    """Raises ActRefused for what is not there, or not this person's."""
    row = comment_row(context, stream, post)
    if row is None or row.gone:
        raise ActRefused(f"there is no comment {post[:20]!r} to be changed")
    if not person or row.author != person:
        raise ActRefused(f"{post} is not yours")
    return row


def _set_text(context: ServiceContext, row: CommentRow, text: str) -> None:
    with erasing(context.database) as con:
        con.execute(
            "UPDATE comments SET text=?, edited=?, gone='' WHERE stream=? AND number=?",
            (text, stamp(context.now()), row.stream, row.number),
        )


def _empty(context: ServiceContext, row: CommentRow, gone: str) -> None:
    with erasing(context.database) as con:
        con.execute("UPDATE comments SET text='', gone=? WHERE stream=? AND number=?", (gone, row.stream, row.number))


# ---------------------------------------------------------------- written at another place


def mirror_comment(context: ServiceContext, stream: str, author: Author, new: NewComment) -> str:
    """Show what was written at `new.place` as `new.external`, as it is there now; its post id here.

    Told again it changes the words. What its author deleted here, or was erased, stays so. What is too long is cut.

    Raises:
        ActRefused: the game's policy shuts its author out, or there is nothing to show.
        NoSuchGame, Corrupt.
    """
    text = clean_text(_cut(new.text))
    row = comment_at_place(context, new.place, new.external)
    if row is None:
        with reading(context, stream) as record:
            if refused := why_not(record.ledger.policy.comments, author):
                raise ActRefused(refused)
        return add(context, _row(context, stream, author, new, text))
    if row.gone in ("", "place") and (row.text, row.gone) != (text, ""):
        _set_text(context, row, text)
    return row.post


def _cut(text: str) -> str:
    return text if len(text) <= MAX_COMMENT else f"{text[: MAX_COMMENT - 3]}..."


def unmirror_comment(context: ServiceContext, place: str, external: str) -> None:
    """What was written at a place was deleted there; what was never shown here needs nothing."""
    row = comment_at_place(context, place, external)
    if row is not None and not row.gone:
        _empty(context, row, "place")


def erase(context: ServiceContext, person: str) -> None:
    """Erase all words that a person ever posted; the threads go on to say that there were some."""
    with erasing(context.database) as con:
        con.execute("UPDATE comments SET text='', guest='', author='', source='', gone='erased' WHERE author=?", (person,))

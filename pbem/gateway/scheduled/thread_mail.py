"""What is new in the threads of games, mailed to those who follow them: all of a game in one mail, at most four in an hour."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import ABOVE_COMMENT, defused
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.compose import Heading, outgoing
from pbem.gateway.outbound.receipt_mail import render, when
from pbem.gateway.outbound.report_mail import ways_to_leave
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.context import RecordCache
from pbem.service.history import post_words
from pbem.service.thread.following import Follow, due, note_told, plan, views_of
from pbem.service.thread.items import ThreadItem
from pbem.service.thread.thread import Views
from pbem.service.thread.thread_news import Mark, ThreadNews, mark_of, news_for

KIND = "thread"
MOST_TURNS, MOST_POSTS = 10, 30
"""So many of each are in a mail, the oldest; the others are read in the thread."""
MAX_WORDS = 2_000
"""Characters of a post that a mail has: an answer holds the mail again, and must not grow too big."""

log = logging.getLogger(__name__)


class MailedPost(NamedTuple):
    """A post in a mail: when it was written (by the reader's clock), what it answers ("": nothing), its words, cut if many."""

    post: ThreadItem
    when: str
    answers: str
    words: str
    cut: bool


def queue_thread_mails(mail_context: MailContext) -> int:
    """Queue what is due, each once, whoever crashes when. Returns how many mails.

    What cannot be made is logged and tried again at the next beat; the others go on. Who gets no mail is told later.
    """
    queued, past = 0, RecordCache()
    for each in due(mail_context.context):
        person = mail_context.people.by_id(each.person)
        if person is None or mail_context.mailboxes.deliverability(person.id).stopped:
            continue
        try:
            queued += _tell(mail_context, person, each, past)
        except Exception:
            log.exception("what is new in the thread of %s could not be mailed to %s", each.stream, each.person)
    return queued


def _tell(mail_context: MailContext, person: Person, each: Follow, past: RecordCache) -> bool:
    """Plan how far to tell, queue the mail of that if there is anything new, and note it."""
    views = views_of(mail_context.context, person.id, past)
    now = mark_of(views, each.stream, each.comment)
    upto = each.planned or Mark(max(now.version, each.version), max(now.comment, each.comment))
    if upto == each.told:
        return False
    planned = plan(mail_context.context, each, upto)
    news = news_for(views, each.stream, person.id, each.told, upto)
    if news.turns or news.posts:
        mail_context.queue(thread_mail(mail_context, views, person, planned, news))
    note_told(mail_context.context, planned, bool(news.turns or news.posts))
    return bool(news.turns or news.posts)


def thread_mail(mail_context: MailContext, views: Views, person: Person, each: Follow, news: ThreadNews) -> OutgoingMail:
    """The mail itself. Its subject is always the same; an answer to it is posted in the thread."""
    signer, stream = mail_context.signer, each.stream
    row = views.seen.store.game(stream)
    title = row.title if row else stream
    name = signer.mail_name(KIND, f"{stream}|{person.id}|{each.since}|{each.version}|{each.comment}")
    link = signer.unfollow_link(stream, person.id, person.key)
    text = render(
        "thread.txt",
        above_comment=ABOVE_COMMENT,
        title=title,
        stream=stream,
        turns=news.turns[:MOST_TURNS],
        posts=_posts(news.posts[:MOST_POSTS], person),
        more=max(0, len(news.turns) - MOST_TURNS) + max(0, len(news.posts) - MOST_POSTS),
        page=f"{signer.base_url}/g/{stream}/thread" if signer.base_url else "",
        leave=link,
    )
    heading = Heading(
        message_id=signer.message_id(name),
        to=person,
        subject=f"[{stream}] the thread of {title}",
        at=mail_context.now(),
        reply_to=signer.thread_address(stream, person.id, person.key),
        stream=stream,
        parents=(signer.thread_root(stream),),
        more=ways_to_leave(link, signer.unfollow_address(stream, person.id, person.key)),
    )
    return outgoing(signer, KIND, heading, text)


def _posts(items: Sequence[ThreadItem], person: Person) -> list[MailedPost]:
    """Others' words, without anything that an answer's reader would take for ours."""
    found = []
    for item in items:
        words = defused(item.text or "").strip("\n")
        answers = post_words(item.answers) if item.answers else ""
        answers = f"{answers[:1].lower()}{answers[1:]}"
        found.append(MailedPost(item, when(item.at, person.zone), answers, words[:MAX_WORDS].rstrip(), len(words) > MAX_WORDS))
    return found

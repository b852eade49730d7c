"""`serve` and `demo`: the service running."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click
from waitress.server import create_server

from pbem.app_context import AppContext, open_app_context
from pbem.clock import Clock
from pbem.demo import YOU, seed_demo
from pbem.gateway.inbound.smtp_server import Worker
from pbem.gateway.inbound.sources import SourceClosed, Sources
from pbem.operation.log_lines import configure
from pbem.operation.metrics import Metrics
from pbem.operation.one_heap import share_one_heap
from pbem.operation.service_manager import tell_ready
from pbem.service.outages.doors import forget_doors
from pbem.service.outages.heal import heal
from pbem.service.turns import clock_jumps
from pbem.settings.mail_settings import MailSettings
from pbem.settings.settings import PREFIX, BadConfig, read_config
from pbem.web import MAX_REQUEST, create_web

log = logging.getLogger(__name__)


PARTS = ("web", "mail", "clock")


@click.command()
@click.option("--only", type=click.Choice(PARTS), help="One part alone, beside other processes with the rest. Default: all.")
def serve(only: str | None) -> None:
    """Web pages, mail intake, clock and outgoing mail in one process.

    `--only clock` sends the outgoing mail, too; any number of processes of each part may run beside each other.
    """
    run(_opened(), mailbox="", parts=(only,) if only else PARTS)


@click.command()
@click.option("--data", type=click.Path(file_okay=False), default="data/demo", show_default=True, help="Where the demo lives.")
def demo(data: str) -> None:
    """`serve` with every scenario under way, bots on all seats but yours, and your mailbox in the browser."""
    os.environ["WARDROOM_DATA"] = data
    os.environ["WARDROOM_SMTP_SEND"] = f"maildir:{Path(data) / 'mail'}"
    at = _opened()
    seed_demo(at)
    run(at, mailbox=YOU)


def _opened() -> AppContext:
    config = read_config()
    configure(config.operation)
    return open_app_context(config)


def run(at: AppContext, mailbox: str, parts: Sequence[str] = PARTS) -> None:
    """Serve these parts until told to stop.

    The order of stopping loses nothing: first the mail sources, then the clock, then the sender.

    Whatever is under way then, even the first heartbeat after a long outage, stops after the game or mail that it is at.
    """
    share_one_heap()
    stop = _told_to_stop(at)
    for found in clock_jumps.ahead(at.context):
        log.warning("%s: see `doctor`", clock_jumps.words(found))
    metrics = Metrics(at.context, at.config.operation.backups) if at.config.operation.metrics else None
    close_metrics = _serve_metrics(at, metrics)
    close_pages = _serve_pages(at, mailbox, metrics) if "web" in parts else lambda: None
    beat = metrics.timed(at.heartbeat) if metrics else at.heartbeat
    beats, workers = Worker(beat), _work_beside(at, parts)
    sources = Sources(at.gateway.inbox, at.gateway.signer, at.config.mail, partial(_take_mail, at, beats))
    if parts == PARTS:
        _catch_up(at, sources)
    clock = Clock(beat, at.config.heartbeat)
    if "mail" in parts:
        _open(at, sources)
        workers.append(beats)
    click.echo(f"{_what_runs(at, parts)}   Ctrl-C stops", err=True)
    for worker in workers:
        worker.start()
    if "clock" in parts:
        clock.start()
    tell_ready()
    stop.wait()
    if "mail" in parts:
        sources.stop()
    if "clock" in parts:
        clock.stop()
    for worker in reversed(workers):
        worker.stop()
    at.gateway.workers.end()
    close_pages()
    close_metrics()


def _told_to_stop(at: AppContext) -> threading.Event:
    """Set by Ctrl-C and by the service manager."""
    stop = threading.Event()

    def end(*_: object) -> None:
        at.gateway.closing.set()
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    return stop


def _take_mail(at: AppContext, beats: Worker) -> None:
    """Answer what came in, whatever the heartbeat is at; then resolve what is ready."""
    at.gateway.process_pending()
    at.gateway.send()
    beats.wake()


def _work_beside(at: AppContext, parts: Sequence[str]) -> list[Worker]:
    """What the heartbeat only wakes, each in a thread of its own: reports are queued, mail is sent, forums are posted to.

    Pages resolve nothing, so a process of pages alone queues no reports.
    """
    sender, publisher, forums = Worker(at.gateway.flush), Worker(at.gateway.publish_pending), Worker(at.gateway.flush_forums)
    at.gateway.send, at.gateway.publish, at.gateway.post = sender.wake, publisher.wake, forums.wake
    return [forums, sender] if tuple(parts) == ("web",) else [forums, sender, publisher]


def _catch_up(at: AppContext, sources: Sources) -> None:
    """Deadlines move for the time in which nothing ran, before the mail is read that came meanwhile: answers name the new ones.

    When nothing can be written yet, the first heartbeat that can be noted does it.
    """
    try:
        forget_doors(at.context, ("web", *sources.doors))
        at.note_outages()
        heal(at.context)
    except sqlite3.Error:
        log.exception("it could not be noted that the service runs")
    at.gateway.process_pending(failed=True)


def _open(at: AppContext, sources: Sources) -> None:
    """Take mail. Raises `BadConfig`."""
    try:
        sources.start()
    except SourceClosed as e:
        raise BadConfig(f"{PREFIX}{e.setting}={e.value} cannot be opened: {e.why}; is the service running already?") from e
    at.checks |= sources.checks()


def _what_runs(at: AppContext, parts: Sequence[str]) -> str:
    """For the line that says that all is running."""
    words = {
        "web": f"pages at http://{_spoken(at.config.web)}/",
        "mail": f"mail taken {_ways_in(at.config.mail)}",
        "clock": "" if len(parts) > 1 else f"a heartbeat every {at.config.heartbeat:g} s",
    }
    return "   ".join(words[part] for part in parts if words[part])


def _spoken(address: tuple[str, int]) -> str:
    return f"{address[0]}:{address[1]}"


def _ways_in(mail: MailSettings) -> str:
    """Where mail is taken, for the line that says that all is running."""
    servers = [f"at {_spoken(address)}" for address in (mail.smtp_listen, mail.lmtp_listen) if address]
    fetched = [f"from {mail.imap.user} at {mail.imap.host}"] if mail.imap else []
    return ", ".join([*servers, *fetched, *([f"from {mail.maildir}"] if mail.maildir else [])]) or "nowhere"


def _serve_metrics(at: AppContext, metrics: Metrics | None) -> Callable[[], None]:
    """Show the figures, if they are wanted; returns what ends it."""
    address = at.config.operation.metrics
    if metrics is None or address is None:
        return lambda: None
    with _bound("METRICS", address):
        close = metrics.serve(address)
    at.context.on_resolved = metrics.turn
    counter = metrics.count_errors()
    logging.getLogger().addHandler(counter)

    def end() -> None:
        logging.getLogger().removeHandler(counter)
        close()

    return end


def _serve_pages(at: AppContext, mailbox: str, metrics: Metrics | None) -> Callable[[], None]:
    """Answer browsers in threads of their own; returns what ends it."""
    site = at.site(mailbox)
    if metrics is not None:
        site.on_page = metrics.page
    web = create_web(site)
    host, port = at.config.web
    with _bound("WEB", at.config.web):
        server = create_server(
            web,
            host=host,
            port=port,
            threads=4,
            max_request_body_size=MAX_REQUEST,
            clear_untrusted_proxy_headers=not at.config.proxies,  # who reads them is told in the settings
        )
    thread = threading.Thread(target=server.run, daemon=True, name="web")
    thread.start()
    at.checks["web"] = lambda: "" if thread.is_alive() else "the thread that answers browsers has ended"
    return server.close


@contextmanager
def _bound(name: str, address: tuple[str, int]) -> Iterator[None]:
    """A port that cannot be had is a matter of settings."""
    try:
        yield
    except (OSError, ValueError) as e:
        why = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
        raise BadConfig(
            f"{PREFIX}{name}={address[0]}:{address[1]} cannot be listened at: {why}; is the service running already?"
        ) from e

"""All the sources of mail that the settings name, and the worker that they wake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from pbem.gateway.inbound.imap import ImapSource
from pbem.gateway.inbound.inbox import Inbox
from pbem.gateway.inbound.maildir import MaildirSource
from pbem.gateway.inbound.smtp_server import MailServer, Worker
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.service.outages.doors import teller
from pbem.settings.mail_settings import MailSettings


class Source(Protocol):
    """Where mail comes in."""

    def start(self) -> None:
        """Open it. Raises OSError when that cannot be."""
        ...

    def stop(self) -> None:
        """Close it."""
        ...


class Sources:
    """Opened together, closed together: first the sources, then the worker."""

    def __init__(self, inbox: Inbox, signer: AddressSigner, settings: MailSettings, work: Callable[[], object]) -> None:
        self.worker = Worker(work)
        self.sources = dict(_sources(inbox, signer, settings, self.worker.wake))

    @property
    def doors(self) -> list[str]:
        """The doors by which mail comes in here, as outages name them."""
        return [setting.partition("_")[0].lower() for setting, _ in self.sources]

    def checks(self) -> dict[str, Callable[[], str]]:
        """What tells of a server whether it still listens, by its door. The other sources tell it themselves."""
        servers = zip(self.doors, self.sources.values(), strict=True)
        return {door: source.trouble for door, source in servers if isinstance(source, MailServer)}

    def start(self) -> None:
        """Open all of them. Raises `SourceClosed`; then none is open."""
        for (name, value), source in self.sources.items():
            try:
                source.start()
            except (OSError, ValueError) as e:
                self._close()
                raise SourceClosed(name, value, e) from e
        self.worker.start()

    def stop(self) -> None:
        """Close all, and wait until the worker has finished the round it is at."""
        self._close()
        self.worker.stop()

    def _close(self) -> None:
        for source in self.sources.values():
            source.stop()


class SourceClosed(OSError):
    """A source cannot be opened. `setting` is the name of its setting, without prefix, and `value` what it says."""

    def __init__(self, setting: str, value: str, why: Exception) -> None:
        said = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
        super().__init__(said)
        self.setting = setting
        self.value = value
        self.why = said


def _sources(
    inbox: Inbox, signer: AddressSigner, settings: MailSettings, wake: Callable[[], object]
) -> Iterator[tuple[tuple[str, str], Source]]:
    """Each with its setting and the setting's value; a mailbox's has a password, so it is named by its owner."""
    tell = partial(teller, inbox.mail_context.context)
    if settings.smtp_listen:
        yield ("SMTP_LISTEN", _spoken(settings.smtp_listen)), MailServer(inbox, wake, *settings.smtp_listen)
    if settings.lmtp_listen:
        yield ("LMTP_LISTEN", _spoken(settings.lmtp_listen)), MailServer(inbox, wake, *settings.lmtp_listen, lmtp=True)
    if settings.imap:
        yield ("IMAP", settings.imap.user), ImapSource(settings.imap, signer, inbox, wake, tell=tell("imap"))
    if settings.maildir:
        yield ("MAILDIR", str(settings.maildir)), MaildirSource(settings.maildir, signer, inbox, wake, tell("maildir"))


def _spoken(address: tuple[str, int]) -> str:
    return f"{address[0]}:{address[1]}"

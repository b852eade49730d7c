"""A postfix of our own: configuration, queue and log in one folder, on a port of the loopback."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from tests.e2e.programs import PATH, Daemon
from tests.web.builders.serving import free_port

MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/lib
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.example.org
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
relay_domains = {domains}
transport_maps = inline:{{{routes}}}
default_transport = error:no mail leaves this machine
smtpd_relay_restrictions = permit_mynetworks, reject
smtp_dns_support_level = disabled
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
recipient_delimiter = +
maillog_file_prefixes = {folder}
maillog_file = {folder}/log
"""

MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
showq unix n - n - - showq
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
{services}
"""


class Postfix:
    """Takes mail from anyone on this machine, for the domains that `start` names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._daemon: Daemon | None = None

    def start(self, routes: Mapping[str, str], services: str = "") -> None:
        """Start, and wait until mail is taken.

        `routes` says by which transport a domain's mail goes on; `services` are further lines of its master.cf.
        """
        _folders(self.folder)
        inline = ", ".join(f"{{{domain} = {transport}}}" for domain, transport in routes.items())  # one has blanks in it
        (self.folder / "main.cf").write_text(MAIN.format(folder=self.folder, domains=", ".join(routes), routes=inline))
        (self.folder / "master.cf").write_text(MASTER.format(port=self.port, services=services))
        command = ["/usr/lib/postfix/sbin/master", "-c", str(self.folder), "-s"]
        self._daemon = Daemon(command, self.folder / "output", {"PATH": PATH})
        self._daemon.wait_for(self.port)

    def end(self) -> None:
        """End it with all its workers."""
        if self._daemon is not None:
            self._daemon.end()

    def log(self) -> str:
        """What it has written about every mail."""
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""


def _folders(folder: Path) -> None:
    """What `postfix start` would make, which takes three seconds."""
    (folder / "lib").mkdir(parents=True)
    shutil.chown(folder / "lib", "postfix")
    for name in ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved", "trace"):
        (folder / "queue" / name).mkdir(mode=0o700, parents=True)
        shutil.chown(folder / "queue" / name, "postfix")
    for name, mode in (("maildrop", 0o1730), ("public", 0o710)):
        (folder / "queue" / name).mkdir()
        shutil.chown(folder / "queue" / name, "postfix", "postdrop")
        (folder / "queue" / name).chmod(mode)
    (folder / "queue" / "pid").mkdir()

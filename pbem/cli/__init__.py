"""The command line: `./wardroom VERB`. Thin over the use cases; results on stdout, talk on stderr."""

from __future__ import annotations

import sys

import click

from pbem import VERSION
from pbem.cli.lazy_group import Entry, LazyGroup, as_typed
from pbem.files import PROGRAM
from pbem.operation.garbage import collect_rarely

COMMANDS = {
    "serve": Entry("serve_commands.serve", "Web pages, mail intake, clock and outgoing mail in one process."),
    "demo": Entry(
        "serve_commands.demo",
        "`serve` with every scenario under way, bots on all seats but yours, and your mailbox in the browser.",
    ),
    "deliver": Entry("intake_commands.deliver", "Take one raw mail from standard input (an MTA's pipe)."),
    "tick": Entry(
        "intake_commands.tick",
        "Take in stored mail, resolve what is due, send what is queued, and exit (for cron instead of `serve`).",
    ),
    "game": Entry("game_commands.game", "Open, list, show and run games."),
    "campaign": Entry(
        "campaigns.campaign_commands.campaign", "Open, list, show and run campaigns: battles that follow from each other."
    ),
    "mail": Entry("mail_commands.mail", "Look into mail: why it was understood as it was, and what waits."),
    "person": Entry("person_commands.person", "List people, and set what their mail depends on."),
    "adjudicate": Entry(
        "audit.case_commands.adjudicate",
        "Resolve one CASE file (or `-`): scenario or state, orders and dice in; events and state out.",
    ),
    "check": Entry(
        "audit.case_commands.check", "Read orders for SEAT of GAME from standard input and say how they are understood."
    ),
    "replay": Entry(
        "audit.audit_commands.replay",
        "State, report, map (SVG), record sheets (HTML) or proof file of GAME at the end of any turn, rebuilt from the log.",
    ),
    "verify": Entry(
        "audit.audit_commands.verify",
        "Check chain, dice roots and payloads, and re-run every turn, of a game, an exported file, or (without) all games.",
    ),
    "rules": Entry("audit.rules_commands.rules", "What a correction of the rules would change in games that are stored."),
    "why": Entry(
        "audit.why_commands.why",
        "Why line TURN.LINE of a report happened: clause, dice with their proof, orders, and how these came in.",
    ),
    "fork": Entry(
        "audit.sandbox_commands.fork_", "What if: a sandbox game that goes on from any turn of GAME; its name is printed."
    ),
    "sandboxes": Entry(
        "audit.sandbox_commands.sandboxes", "List the sandboxes: whose, from which position, until when they are kept."
    ),
    "play": Entry("audit.sandbox_commands.play_", "Play the open turn of sandbox NAME: orders from files and from bots."),
    "compare": Entry("audit.compare_commands.compare_", "Lay two sandboxes, or a sandbox and its game, side by side."),
    "discard": Entry("audit.sandbox_commands.discard_", "Throw sandbox NAME away."),
    "luck": Entry(
        "audit.luck_commands.luck_",
        "Was it luck: what the dice of GAME, of a person or of all games came to, and what was to be expected.",
    ),
    "export": Entry(
        "backup_commands.export", "The log of GAME as JSON Lines, bit for bit; of a campaign with those of its battles."
    ),
    "import": Entry(
        "backup_commands.import_", "Bring an exported game in, or a campaign with its battles, under their own names."
    ),
    "backup": Entry(
        "backup_commands.backup", "A consistent copy of the whole service (games, people, mail) in FILE, while it runs."
    ),
    "restore": Entry("backup_commands.restore", "Bring a backup back into an empty data folder."),
    "migrate": Entry(
        "backup_commands.migrate",
        "Copy everything (games, people, mail) from one database into another that is empty: an SQLite file or postgresql://…",
    ),
    "outage": Entry(
        "outage_commands.outage",
        "Time that does not count against players: from FROM to TO (2026-11-21T18:00, in UTC), also in the past or ahead.",
    ),
    "forum": Entry("forum_commands.forum", "Places where games are posted: forums, chats, mailing lists, newsgroups."),
    "doctor": Entry("doctor.doctor", "Show the effective configuration and try every part of it."),
}
"""Every command, and what the list of commands says of it: the first sentence of its own help."""


@click.group(
    cls=LazyGroup, entries=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(VERSION, prog_name="Wardroom")
def cli() -> None:
    """Wardroom: wargames by mail, with a log of everything and dice anyone can check.

    \b
    Examples:
      ./wardroom demo                                  play at once, bots on the other seats
      ./wardroom game open star_navy first-blood       open a game
      ./wardroom adjudicate case.json                  try out the rules
    """


def main() -> None:
    """Run the command line; expected failures are one sentence on stderr and exit 1, wrong use is exit 2."""
    collect_rarely()
    try:
        as_typed(cli)
        cli(prog_name=PROGRAM, standalone_mode=True)
    except Exception as e:
        from pbem.cli.expected import EXPECTED

        if not isinstance(e, EXPECTED):
            raise
        click.echo(f"error: {e}", err=True)
        sys.exit(1)

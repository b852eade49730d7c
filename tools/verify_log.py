#!/usr/bin/env python3
"""Is the exported log of a game what its players were mailed? For players at home; needs the package, but no server.

    python tools/verify_log.py EXPORT.jsonl --against MAILS...

Checks the hash chain, every dice root, seal and die, plays every turn again, and holds the log against saved mails: files
(.eml, .mbox), Maildir folders, saved reports (text or HTML), report.json and proof files. It says what `verify` says.

Exit: 0 all is well, 1 something is wrong (listed), 2 it cannot be checked, or only that it fits together (NOT ANCHORED).
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pbem.cli.audit.against import ManyFiles, against_option, read_claims
from pbem.cli.audit.verified import exit_code, in_words, show_audits, verify_file

UNANCHORED = "NOT ANCHORED: compared with nothing you were sent before, so all of it could be made up. Use --against"


@click.command(cls=ManyFiles, help=__doc__)
@click.argument("export", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@against_option
def main(export: Path, files: tuple[Path, ...]) -> None:
    """Audit the file and say what was found."""
    claims = read_claims(files)
    audits = verify_file(export, claims)
    show_audits(audits)
    click.echo(in_words(audits), err=True)
    code = exit_code(audits, claims)
    if not files:
        click.echo(UNANCHORED, err=True)
    sys.exit(code if files else code or 2)


if __name__ == "__main__":
    main()

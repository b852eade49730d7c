"""Wardroom: wargames by mail. `./wardroom --help`; `create_app()` for a WSGI server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli import main

if TYPE_CHECKING:
    from flask import Flask


def create_app() -> Flask:
    """The web pages alone, for a WSGI server of your own; run `serve` or `tick` beside it for mail and the clock."""
    from pbem.app_context import open_app_context
    from pbem.operation.log_lines import configure
    from pbem.settings.settings import read_config
    from pbem.web import create_web

    config = read_config()
    configure(config.operation)
    return create_web(open_app_context(config).site())


if __name__ == "__main__":
    main()

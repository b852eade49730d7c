"""The web pages: command your ships, replay any turn, run the table."""

from __future__ import annotations

import hmac
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from pbem.files import TEMPLATES
from pbem.web import blueprints
from pbem.web.account import guest_page
from pbem.web.guide import practice_page
from pbem.web.infra import compression, csp, demo_mailbox, errors, kept_pages, limits, made_addresses, watched_requests
from pbem.web.infra.site import Site
from pbem.web.infra.visitor import open_view
from pbem.web.pictures import pictures

MAX_REQUEST = 2_000_000
"""Bytes: a form writes a letter with up to six, and the longest text that is read has 262,144."""


class Pages(Flask):
    """Flask, whose addresses are put together once."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self._addresses = made_addresses.Addresses(super().url_for)
        super().__init__(*given, **named)

    def url_for(self, endpoint: str, **values: Any) -> str:
        """As Flask's."""
        return self._addresses.url_for(endpoint, **values)


class Json(DefaultJSONProvider):
    """JSON as Flask reads it; what is nested too deeply to be read is none."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        try:
            return super().loads(s, **kwargs)
        except RecursionError:
            raise ValueError("nested too deeply") from None


def create_web(site: Site) -> Flask:
    """The Flask application over a site."""
    app = Pages(__name__, template_folder=str(TEMPLATES / "web"))
    app.json = Json(app)
    app.secret_key = hmac.digest(site.context.secret, b"the cookies of the pages", "sha256")
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_REQUEST,
        MAX_FORM_MEMORY_SIZE=MAX_REQUEST,
        SESSION_COOKIE_NAME="wardroom",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # else what shared caches may keep would carry a cookie; `visitor` refreshes it
        SESSION_COOKIE_SECURE=site.base_url.startswith("https://"),
        PERMANENT_SESSION_LIFETIME=60 * 86400,
        WTF_CSRF_TIME_LIMIT=None,
    )
    if site.proxies:
        # Else all visitors would be one to the limits; without proxies anybody could write that header themselves.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=site.proxies, x_proto=site.proxies)  # type: ignore[method-assign]
    app.extensions["wardroom"] = site
    watched_requests.register(app)
    app.before_request(open_view)
    csrf = CSRFProtect(app)
    kept_pages.register(app)
    limits.register(app, site.live)
    for blueprint in blueprints.BLUEPRINTS:
        app.register_blueprint(blueprint)
    for blueprint in blueprints.WITHOUT_FORM_KEY:
        csrf.exempt(blueprint)
        app.register_blueprint(blueprint)
    if site.mailbox:
        demo_mailbox.box_at(site.smtp_send, site.mailbox)  # made before anyone else could be making it
        app.register_blueprint(demo_mailbox.pages)
        app.register_blueprint(practice_page.pages)
    blueprints.add_words(app)
    errors.register(app)
    app.before_request(guest_page.check_guest)
    app.after_request(compression.compress)  # what is registered first is called last
    app.after_request(guest_page.play_on_at_once)
    made_addresses.register(app, {"pictures.looks": pictures.looks_css})
    app.after_request(csp.headers)
    return app

"""Debian's Firefox, driven by Marionette: its own remote control, JSON over a socket. Playwright drives only builds of its own.

A message is `LENGTH:[kind, id, name, parameters]`; an answer `LENGTH:[1, id, error, value]`.
"""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from tests.web.builders.serving import free_port

FIREFOX = shutil.which("firefox-esr")
PATIENCE = 180.0
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key that WebDriver gives the reference of an element."""
SETTINGS = {
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "services.settings.server": "",
}
"""Firefox asks nobody but our server."""


class Firefox:
    """A running Firefox with one window."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self._line = _connected(port, process)
        self._number = 0
        self.close = self._line.close
        self._answer()  # its greeting
        self.ask("WebDriver:NewSession", acceptInsecureCerts=False)
        self.ask("WebDriver:SetTimeouts", script=180_000, pageLoad=180_000)

    def ask(self, name: str, **parameters: Any) -> Any:
        """One command; its value, or the error that Firefox gives."""
        self._number += 1
        words = json.dumps([0, self._number, name, parameters]).encode()
        self._line.sendall(b"%d:%b" % (len(words), words))
        _, number, error, value = self._answer()
        assert number == self._number and error is None, (name, error)
        return value.get("value", value) if isinstance(value, dict) else value

    def _answer(self) -> Any:
        length = b""
        while (byte := self._line.recv(1)) != b":":
            assert byte, "Firefox has gone away"
            length += byte
        found = bytearray()
        while len(found) < int(length):
            found += self._line.recv(int(length) - len(found))
        return json.loads(found)

    def size(self, width: int, height: int) -> None:
        """Make the page's window so large."""
        for _ in range(2):
            frame = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
            self.ask("WebDriver:SetWindowRect", width=width + frame[0], height=height + frame[1])

    def go(self, address: str) -> None:
        """Open a page, and wait until it is there with its scripts."""
        self.ask("WebDriver:Navigate", url=address)

    def sign_in(self, base: str, value: str) -> None:
        """The cookie of our pages; a page of the site must be open."""
        host = base.split("//")[1].split(":", maxsplit=1)[0]
        self.ask("WebDriver:AddCookie", cookie={"name": "wardroom", "value": value, "domain": host, "path": "/"})

    def run(self, script: str, *given: Any) -> Any:
        """What a script of ours in the page returns; a promise is waited for."""
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(given))

    def until(self, script: str) -> Any:
        """The first true value of an expression in the page."""
        end = time.monotonic() + PATIENCE
        while True:
            found = self.run(f"return {script}")
            if found:
                return found
            assert time.monotonic() < end, f"{script}: not within {PATIENCE} seconds"
            time.sleep(0.05)

    def _find(self, selector: str) -> str:
        found = self.ask("WebDriver:FindElement", using="css selector", value=selector)
        return str(found[ELEMENT])

    def click(self, selector: str) -> None:
        """Click as a hand does: what covers the element is an error."""
        self.ask("WebDriver:ElementClick", id=self._find(selector))

    def point(self, selector: str) -> None:
        """Click into the middle of it: a shape of a picture, which Firefox does not know how to scroll to."""
        x, y = self.run(
            "const at = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [Math.round(at.x + at.width / 2), Math.round(at.y + at.height / 2)]",
            selector,
        )
        acts = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "actions": acts}])

    def write(self, selector: str, text: str) -> None:
        """Type it, key by key."""
        self.ask("WebDriver:ElementSendKeys", id=self._find(selector), text=text)

    def fill(self, selector: str, text: str) -> None:
        """Type it in place of what was there."""
        self.ask("WebDriver:ElementClear", id=self._find(selector))
        self.write(selector, text)

    def picture(self) -> Image.Image:
        """What the window shows."""
        return Image.open(BytesIO(base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False))))


def _connected(port: int, process: subprocess.Popen[bytes]) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, f"Firefox ended with {process.returncode}"
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=180)
        except OSError:
            assert time.monotonic() < end, "Firefox does not answer"
            time.sleep(0.1)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox without a screen whose settings are in this folder, as long as it is wanted."""
    assert FIREFOX is not None
    port = free_port()
    settings = SETTINGS | {"marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with (folder / "firefox.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            with closing(Firefox(port, process)) as driven:
                yield driven
        finally:
            process.terminate()
            process.wait(PATIENCE)

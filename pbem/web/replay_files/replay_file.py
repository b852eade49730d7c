"""The replay file: all steps of some turns in one HTML page that needs no server, and the name under which it is kept."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from events.base import EVERYONE
from pbem.files import DOCS, PACKAGE, ROOT, STATIC, TEMPLATES
from pbem.present.stylesheet import role_css
from pbem.service.context import NoSuchGame, ServiceContext
from pbem.service.reports.replay import undone
from pbem.service.reports.replay_export import Part, ReplayExport, replay_export

CODE = (ROOT / "events", PACKAGE, TEMPLATES, DOCS / "rules")
"""What a replay is made by; after an update of any of it, older files are made again."""
ROW = re.compile(r"#map-row-[\w-]+")
NAMES = {None: "spectator", EVERYONE: "everything"}


@cache
def code() -> str:
    """A name for the program as it was when it was first asked for one."""
    files = sorted({path for folder in CODE for path in folder.rglob("*") if path.suffix != ".pyc" and path.is_file()})
    seen = [(str(path), (found := path.stat()).st_mtime_ns, found.st_size) for path in files]
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()


@dataclass(frozen=True)
class Wanted:
    """A replay that is asked for: the turns `first` to `last` of a game, as `seat` sees them, of `most` steps.

    `end` is the last version of the log that its reader may see; 0: all. `battles` are those of a campaign that come between
    its turns, all of them over: before which turn, which game, and its last turn.
    """

    stream: str
    seat: str | None
    first: int
    last: int
    most: int
    end: int = 0
    battles: Sequence[tuple[int, str, int]] = ()
    code: str = field(default_factory=code)


def name_of(context: ServiceContext, wanted: Wanted) -> str:
    """The name of its file: it holds all that the file is made from, so that none is ever out of date or another reader's.

    Raises NoSuchGame.
    """
    row = context.store.game(wanted.stream)
    if row is None or wanted.last > row.closed:
        raise NoSuchGame(f"turn {wanted.last} of {wanted.stream} is not resolved yet")
    last = context.store.head_before(wanted.stream, wanted.last + 1)
    back = {turn: why for turn, why in undone(context, wanted.stream).items() if wanted.first <= turn <= wanted.last}
    fought = [context.store.head_before(stream, turn + 1).hash.hex() for _, stream, turn in wanted.battles]
    made_from = [vars(wanted), row.title, row.status, row.verdict, last.hash.hex(), sorted(back.items()), fought]
    return f"{wanted.stream}-{hashlib.sha256(json.dumps(made_from).encode()).hexdigest()[:32]}"


def page(context: ServiceContext, wanted: Wanted) -> str:
    """The file: style and script are in it, and its own policy lets nothing else run.

    Raises what `replay_export` does.
    """
    made = replay_export(context, list(_parts(wanted)), wanted.most)
    style = "".join(map(_kept, ("replay_file.css", "map.css"))) + role_css()
    script = "".join(map(_kept, ("map_words.js", "map_hands.js", "map.js", "frames.js", "replay_file.js")))
    jinja = Environment(loader=FileSystemLoader(TEMPLATES / "web"), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return jinja.get_template("replay_file.html").render(
        game=context.store.game(wanted.stream),
        replay=made,
        last_map=Markup(_unlinked(made.last)),  # noqa: S704 (to_map_svg escapes all words)
        frames=_data(made),
        side=NAMES.get(wanted.seat, wanted.seat),
        first=wanted.first,
        last=wanted.last,
        style=Markup(style),  # noqa: S704 (files of ours)
        script=Markup(script),  # noqa: S704
        style_hash=allowed(style),
        script_hash=allowed(script),
    )


def _data(made: ReplayExport) -> str:
    """What `static/frames.js` reads, compressed: a fifth of the bytes, and no text of it can end the element that it is in."""
    shown = [step.frame for part in made.parts for _, steps in part.turns for step in steps]
    text = _unlinked(json.dumps({**made.frames.as_json(), "shown": shown}, separators=(",", ":")))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def _unlinked(text: str) -> str:
    """Units lead to the map itself: the table with their rows is not in the file."""
    return ROW.sub("#stage", text)


def _parts(wanted: Wanted) -> Iterator[Part]:
    """The turns of a campaign up to each battle, then the battle, which is laid open; of a game all its turns."""
    first = wanted.first
    for before, stream, last in wanted.battles:
        if before > first:
            yield Part(wanted.stream, range(first, before), wanted.seat)
            first = before
        yield Part(stream, range(last + 1), EVERYONE)
    yield Part(wanted.stream, range(first, wanted.last + 1), wanted.seat)


def _kept(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def allowed(text: str) -> str:
    """How a policy names an inline style or script that may be there."""
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"

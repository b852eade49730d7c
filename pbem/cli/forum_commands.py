"""`forum …`: the places that the service may post to. `game forum GAME …`: what of a game is posted where."""

from __future__ import annotations

import click

from events.platform import ForumSet, Kind
from pbem.app_context import AppContext
from pbem.cli.common import app, as_json, columns, pairs, read_text, show_json
from pbem.gateway.forums.drivers.place_kinds import KINDS, driver_of
from pbem.gateway.forums.live_checks import LiveChecks
from pbem.gateway.forums.places import Place
from pbem.service.context import ActRefused
from pbem.service.history import OPERATOR
from pbem.service.repository import load
from pbem.service.thread.forum_acts import KINDS as WHAT
from pbem.service.thread.forum_acts import set_forum

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)
why_option = click.option("--why", default="", help="The reason that the log keeps and all players read.")
part_option = click.option("--in", "part", default="", metavar="PART", help="The category, channel, room, list or group there.")


@click.group()
def forum() -> None:
    """Places where games are posted: forums, chats, mailing lists, newsgroups.

    docs/forums.md has a recipe for each.

    \b
    Examples:
      ./wardroom forum add discourse https://forum.example --user wardroom --key-from key.txt --in wargames
      ./wardroom forum test discourse
      ./wardroom game forum g1 add discourse
    """


@forum.command()
@click.argument("kind", type=click.Choice(sorted(KINDS)))
@click.argument("url")
@click.option("--name", default="", help="What the place is called here; else its kind.")
@click.option("--user", default="", help="Our user name there.")
@click.option("--key-from", metavar="FILE", type=FILE, help="A file with our key there (`-`: standard input).")
@click.option("--hook-key-from", metavar="FILE", type=FILE, help="A file with the secret that the place signs with.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A setting of this kind of place.")
@part_option
def add(kind: str, url: str, part: str, options: tuple[str, ...], **given: str | None) -> None:
    """Set up the place at URL, or change how it is reached. Prints the address for its webhook, if it has one."""
    at = app()
    name = given["name"] or kind
    key = _secret(given["key_from"])
    if kind == "webhook" and not key:
        key = at.context.entropy(32).hex()
        click.echo(f"POSTs are signed with the key {key}")
    place = Place(
        name,
        kind,
        url.rstrip("/"),
        given["user"] or "",
        key,
        _secret(given["hook_key_from"]),
        pairs(options, "option"),
        part,
    )
    at.gateway.forums.places.add(place)
    if "hooks" in driver_of(kind).abilities:
        click.echo(f"{at.gateway.signer.base_url}/forums/{name}/hook")


def _secret(path: str | None) -> str:
    return read_text(path).strip() if path else ""


@forum.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List the places, what they can do, and why one failed last. Keys are not shown."""
    at = app()
    rows = [
        {
            "name": place.name,
            "kind": place.kind,
            "url": place.url,
            "user": place.user,
            "part": place.part,
            "games": [game.stream for game in at.context.store.posted_games(place.name)],
            "abilities": sorted(driver_of(place.kind).abilities),
            "again": place.next_at,
            "error": place.error,
        }
        for place in at.gateway.forums.places.all()
    ]
    if as_json:
        show_json(rows)
        return
    columns(
        [
            (row["name"], row["kind"], row["url"], row["part"] or "-", " ".join(row["games"]) or "-", row["error"] or "-")
            for row in rows
        ],
        ("NAME", "KIND", "URL", "IN", "GAMES", "ERROR"),
    )


@forum.command()
@click.argument("name")
def drop(name: str) -> None:
    """Forget place NAME and our key there; no game may be posted there any more. What was posted stays."""
    at = app()
    games = [game.stream for game in at.context.store.posted_games(name)]
    if games:
        raise ActRefused(f"{', '.join(games)} are posted at {name}: end that first with `game forum GAME drop {name}`")
    at.gateway.forums.places.get(name)
    at.gateway.forums.places.drop(name)


@forum.command()
@click.argument("name")
@part_option
@click.option("--user", default="", help="Send this user there a private message, too.")
@as_json
def test(name: str, part: str, user: str, as_json: bool) -> None:
    """Try all that games need on place NAME, in a topic that may be deleted afterwards. Exits with 1 when something fails."""
    at = app()
    place = at.gateway.forums.places.get(name)
    _test(at, place, part or place.part, user, as_json)


def _test(at: AppContext, place: Place, part: str, user: str = "", as_json: bool = False) -> None:
    found = list(LiveChecks(at.gateway.forums.places.open(place), part, lambda: at.context.entropy(12).hex(), user).run())
    if as_json:
        show_json([result._asdict() for result in found])
    else:
        columns(list(found), ("CHECK", "OUTCOME", "WHAT"))
    if any(result.outcome == "failed" for result in found):
        raise click.exceptions.Exit(1)


# ---------------------------------------------------------------- of one game


@click.group("forum", invoke_without_command=True)
@click.argument("stream", metavar="GAME")
@as_json
@click.pass_context
def game_forum(context: click.Context, stream: str, as_json: bool) -> None:
    """Where GAME is posted, and what became of each post.

    \b
    Examples:
      ./wardroom game forum g1                                    list
      ./wardroom game forum g1 add discourse --in 7 --post reports,announcements
      ./wardroom game forum g1 test discourse
    """
    context.obj = stream
    if context.invoked_subcommand is None:
        _show(app(), stream, as_json)


def _show(at: AppContext, stream: str, as_json: bool) -> None:
    load(at.context, stream)
    games = at.context.store.posted_games(stream=stream)
    posts = at.gateway.forums.posts.of(stream)
    if as_json:
        shown = [{name: value for name, value in post._asdict().items() if name != "words"} for post in posts if not post.user]
        show_json({"places": [game._asdict() for game in games], "posts": shown})
        return
    columns([(game.place, game.part or "-", ", ".join(game.what)) for game in games], ("PLACE", "IN", "POSTED"))
    columns(
        [(post.place, post.post, post.status, post.url or "-", post.error or "-") for post in posts if not post.user],
        ("PLACE", "POST", "STATUS", "ADDRESS", "ERROR"),
    )


@game_forum.command("add")
@click.argument("place")
@part_option
@click.option("--post", "what", default="reports,announcements", metavar="WHAT", help=f"Some of {','.join(WHAT)}.")
@why_option
@click.pass_obj
def add_game(stream: str, place: str, part: str, what: str, why: str) -> None:
    """Post the game at PLACE from now on, or change what is posted there."""
    at = app()
    known = at.gateway.forums.places.get(place)
    kinds: list[Kind] = [kind for kind in WHAT if kind in what.split(",")]
    if len(kinds) != len(what.split(",")):
        raise ActRefused(f"--post {what}: choose of {', '.join(WHAT)}, with commas between")
    set_forum(at.context, stream, ForumSet(place, part or known.part, kinds, why or "to be read there, too", OPERATOR))


@game_forum.command("drop")
@click.argument("place")
@why_option
@click.pass_obj
def drop_game(stream: str, place: str, why: str) -> None:
    """Post the game at PLACE no more. What was posted stays."""
    why = why or "it is not to be read there any more"
    set_forum(app().context, stream, ForumSet(place, "", [], why, OPERATOR))


@game_forum.command("test")
@click.argument("place")
@click.pass_obj
def test_game(stream: str, place: str) -> None:
    """Try all that the game needs where it is posted at PLACE, in a topic of its own that may be deleted afterwards."""
    at = app()
    found = at.context.store.posted_games(place, stream)
    if not found:
        raise ActRefused(f"{stream} is not posted at {place}")
    known = at.gateway.forums.places.get(place)
    _test(at, known, found[0].part or known.part)


@game_forum.command("again")
@click.pass_obj
def again(stream: str) -> None:
    """Try the posts again that a place did not take. Prints how many there were."""
    click.echo(app().gateway.forums.retry(stream))

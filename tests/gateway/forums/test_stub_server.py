"""The base of the stubs: what it reads, answers, and how it fails, asked over HTTP as drivers ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.gateway.forums.http import Question, ask, checked
from pbem.gateway.forums.port import RateLimited, Unreachable, Unsure
from tests.gateway.forums.stub_server import Asked, StubServer, Told


@pytest.fixture
def stub() -> Iterator[StubServer]:
    """A stub with one route that tells what it was asked."""
    made = StubServer()
    made.route("POST", "/posts/{id}", _echo)
    yield made
    made.close()


def _echo(asked: Asked) -> Told:
    files = {key: [file.name, file.content.hex(), file.media_type] for key, file in asked.files.items()}
    return Told({"id": asked.at["id"], "form": asked.form, "files": files, "query": dict(asked.query)}, 201)


def test_path_query_form_and_files_are_read(stub: StubServer) -> None:
    """Parts of a path come decoded; bytes of a file come as they are."""
    png = b"\x89PNG\r\n\x1a\n\x00\r--\n"
    answer = ask(
        Question(
            "POST",
            f"{stub.url}/posts/%21a%3Ab",
            query={"page": "2"},
            data={"title": "Größe"},
            files={"picture": ("map.png", png, "image/png")},
        )
    )
    assert answer.status == 201
    assert answer.json() == {
        "id": "!a:b",
        "form": {"title": "Größe"},
        "files": {"picture": ["map.png", png.hex(), "image/png"]},
        "query": {"page": "2"},
    }
    assert ask(Question("GET", f"{stub.url}/posts/7")).status == 404


def test_it_fails_as_it_is_told(stub: StubServer) -> None:
    """A lost answer was asked all the same; out of order and limited answer in its stead; away means nobody listens."""
    question = Question("POST", f"{stub.url}/posts/7", data={"title": "one"})
    with stub.fails("lost answer"), pytest.raises(Unsure):
        ask(question)
    assert len(stub.asked) == 1
    with stub.fails("out of order"):
        assert ask(question).status == 503
    with stub.fails("limited"), pytest.raises(RateLimited) as limited:
        checked(ask(question))
    assert limited.value.seconds == 7
    with stub.fails("away"), pytest.raises(Unreachable):
        ask(question)
    assert ask(question).good


def test_a_broken_stub_says_so_when_it_is_closed() -> None:
    """An error in a route is the stub's own fault, not the place's."""
    made = StubServer()

    def broken(asked: Asked) -> Told:
        raise KeyError(asked.path)

    made.route("GET", "/", broken)
    assert ask(Question("GET", f"{made.url}/")).status == 500
    with pytest.raises(KeyError):
        made.close()

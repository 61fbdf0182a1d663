"""What keeps pages live, and what must not be held up by it."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.advised import Placed
from companion.session import TableSession
from companion.web import create_app
from companion.web.server import THREADS

from .tables import Served, announced, play


class Pictures:
    """A camera that has taken one picture, and says how often it was asked."""

    jpeg = b"\xff\xd8 a picture \xff\xd9"

    def __init__(self) -> None:
        self.number = 1

    def latest(self) -> tuple[bytes, int, float] | None:
        return (self.jpeg, self.number, time.monotonic()) if self.number else None

    def whole(self) -> tuple[bytes, int, float] | None:
        return None

    def advised(self) -> tuple[Placed, ...]:
        return ()


@pytest.fixture
def filmed(session: TableSession) -> Iterator[tuple[str, Pictures]]:
    pictures = Pictures()
    with Served(create_app(session, pictures=pictures)) as url:
        yield url, pictures


def stream(url: str, seen: str = "") -> tuple[http.client.HTTPConnection, Any]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    connection.request("GET", "/live/changes", headers={"Last-Event-ID": seen} if seen else {})
    return connection, connection.getresponse()


def next_id(answer: Any) -> str:
    """The id of the next change; other lines of the stream are read past."""
    for line in iter(answer.readline, b""):
        if line.startswith(b"id: "):
            return str(line[4:].strip().decode())
    raise AssertionError("the stream ended")


def test_a_stream_of_changes_begins_at_once_though_nothing_happens(served: str) -> None:
    began = time.monotonic()
    connection, answer = stream(served)
    assert answer.getheader("Content-Type").startswith("text/event-stream")
    assert answer.readline().startswith(b"retry:")
    assert time.monotonic() - began < 1
    connection.close()


def test_a_stream_resumes_where_it_broke_off_and_tells_only_what_was_missed(
    served: str, session: TableSession
) -> None:
    announced(session)
    connection, answer = stream(served)
    seen = next_id(answer)
    connection.close()
    play(session, "7C")
    connection, answer = stream(served, seen)
    missed = next_id(answer)
    assert missed != seen
    connection.close()
    connection, answer = stream(served, missed)
    threading.Timer(0.2, play, (session, "9C")).start()
    assert next_id(answer) not in {seen, missed}
    connection.close()


def test_more_open_pages_than_the_server_has_threads_hold_up_nobody(
    served: str, session: TableSession
) -> None:
    announced(session)
    streams = [stream(served) for _ in range(THREADS + 12)]
    for _, answer in streams:
        assert next_id(answer)
    with urlopen(f"{served}/api/state", timeout=5) as answer:
        assert answer.status == 200
    for connection, _ in streams:
        connection.close()


def test_a_change_stream_carries_no_game_data(served: str, session: TableSession) -> None:
    announced(session)
    connection, answer = stream(served)
    lines = [answer.readline() for _ in range(5)]
    assert b"Ada" not in b"".join(lines)
    connection.close()


def test_many_viewers_of_the_picture_get_the_same_bytes_and_hold_up_nobody(
    filmed: tuple[str, Pictures], session: TableSession
) -> None:
    url, pictures = filmed
    announced(session)
    watching, got = threading.Event(), []

    def watch() -> None:
        number = ""
        while not watching.is_set():
            with urlopen(f"{url}/live/picture.jpg{number and f'?after={number}'}") as answer:
                if answer.status == 200:
                    got.append(answer.read())
                    number = answer.headers["X-Picture-Number"]

    viewers = [threading.Thread(target=watch) for _ in range(4)]
    for viewer in viewers:
        viewer.start()
    slowest = 0.0
    for _ in range(10):
        pictures.number += 1
        began = time.monotonic()
        with urlopen(f"{url}/api/state") as answer:
            answer.read()
        slowest = max(slowest, time.monotonic() - began)
    watching.set()
    for viewer in viewers:
        viewer.join()
    assert len(got) >= 8
    assert set(got) == {Pictures.jpeg}
    # Generous: other work may share the machine. A held-up server answers after seconds.
    assert slowest < 1


def test_a_viewer_is_told_when_there_is_no_newer_picture(
    filmed: tuple[str, Pictures],
) -> None:
    url, _pictures = filmed
    with urlopen(f"{url}/live/picture.jpg") as answer:
        number = answer.headers["X-Picture-Number"]
        assert float(answer.headers["X-Picture-Age"]) < 1
    with urlopen(f"{url}/live/picture.jpg?after={number}") as answer:
        assert answer.status == 204


def test_without_a_camera_the_desk_says_so_and_works_by_hand(
    app: Flask, session: TableSession
) -> None:
    announced(session)
    client = app.test_client()
    assert b"No camera: plays are entered by hand." in client.get("/referee").data
    assert client.get("/live/picture.jpg").status_code == 204


def test_a_lost_camera_is_said_on_the_desk(app: Flask, session: TableSession) -> None:
    announced(session)
    session.camera_status("lost", "")
    page = app.test_client().get("/referee").data
    assert b"The camera is lost. Play on: enter the cards by hand." in page


def test_what_is_only_remembered_is_not_in_the_public_state(
    app: Flask, session: TableSession
) -> None:
    announced(session)
    play(session, "7C", "8H")
    client: FlaskClient = app.test_client()
    public, own = client.get("/api/state").json, client.get("/api/state?view=referee").json
    assert public is not None
    assert own is not None
    assert "voids" not in public["state"]
    assert "remembered" not in public["state"]
    assert public["memory"] is None
    for path in ("/table", "/seat/Bea"):
        assert "can still get" not in client.get(path).text
    page = client.get("/referee").text
    assert "What everybody can still get in this deal" in page
    assert "−70 to +80" in page
    assert own["memory"]["voids"]["Bea"] == ["C"]


def test_evidence_is_shown_to_the_referee(app: Flask, session: TableSession) -> None:
    announced(session)
    session.submit({"type": "play", "card": "7C"}, evidence=Pictures.jpeg)
    events = session.snapshot("referee")["events"]
    answer = app.test_client().get(f"/evidence/{events[-1]['evidence']}.jpg")
    assert answer.data == Pictures.jpeg
    assert answer.mimetype == "image/jpeg"

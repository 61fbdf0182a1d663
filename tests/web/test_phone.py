"""A phone as the camera: what its browser sends is seen, and what it cannot do is explained."""

from __future__ import annotations

import io
import ssl
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.certificate import CERTIFICATE_FILE, certificate, kept
from companion.lookout import Lookout
from companion.phone_line import PHONE, PhoneLine, open_phone
from companion.record import Record
from companion.session import TableSession
from companion.web import Addresses, create_app
from companion_datasets.simulator import SimulatedTable
from vision.table import Table

from .tables import Served

FIRST_PLAY = Record(
    "berteln",
    ("Ada", "Bea", "Cem", "Dan"),
    events=[
        {"type": "announce", "contract": "no_queens"},
        {"type": "play", "player": "Ada", "card": "7C"},
    ],
)
CODE = "135790"


def jpeg(wide: int = 320, high: int = 180, seed: int = 1) -> bytes:
    picture = np.random.default_rng(seed).integers(0, 255, (high, wide, 3), np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.fixture
def line() -> PhoneLine:
    return PhoneLine()


@pytest.fixture
def client(session: TableSession, line: PhoneLine) -> FlaskClient:
    return create_app(session, phone_line=line).test_client()


# Pictures on their way


def test_the_eye_gets_the_phones_newest_picture(line: PhoneLine) -> None:
    source = open_phone(line.connect(), Table()).source
    assert source.live
    line.picture(jpeg(640, 360))
    frame = next(iter(source))
    assert frame.picture.shape == (360, 640, 3)
    assert time.monotonic() - frame.at < 1
    assert source.describe() == "phone (640 x 360)"
    source.close()


def test_a_phone_says_that_none_has_joined_that_it_films_and_that_it_sleeps(
    line: PhoneLine,
) -> None:
    source = open_phone(line.connect(), Table()).source
    told: list[str] = []
    source.told = lambda state: told.append(state.kind)  # type: ignore[attr-defined]
    frames = iter(source)
    line.picture(jpeg(seed=1))
    next(frames)
    line.asleep()
    while told[-1] != "asleep":
        time.sleep(0.01)
    line.picture(jpeg(seed=2))
    next(frames)
    assert told == ["waiting", "live", "asleep", "live"]
    source.close()


def test_what_is_no_whole_picture_is_passed_over(line: PhoneLine) -> None:
    source = open_phone(line.connect(), Table()).source
    line.picture(jpeg()[:60])
    time.sleep(0.2)
    line.picture(jpeg(200, 100))
    assert next(iter(source)).picture.shape == (100, 200, 3)
    source.close()


def test_the_phone_that_began_last_films_and_the_other_is_told(
    client: FlaskClient, line: PhoneLine
) -> None:
    line.connect()
    first = client.post("/phone/begin").json["turn"]  # type: ignore[index]
    second = client.post("/phone/begin").json["turn"]  # type: ignore[index]
    told = client.post(f"/phone/picture?turn={first}", data=jpeg())
    assert told.status_code == 410
    assert told.json == {"ok": False, "error": "Another phone is the camera now."}
    assert client.post(f"/phone/picture?turn={second}", data=jpeg()).status_code == 200


def test_a_phone_waits_while_the_host_looks_through_another_camera(
    client: FlaskClient, line: PhoneLine
) -> None:
    turn = client.post("/phone/begin").json["turn"]  # type: ignore[index]
    waits = client.post(f"/phone/picture?turn={turn}", data=jpeg())
    assert waits.status_code == 409
    line.connect()
    assert client.post(f"/phone/picture?turn={turn}", data=jpeg()).status_code == 200
    line.disconnect()
    assert client.post(f"/phone/picture?turn={turn}", data=jpeg()).status_code == 409


@pytest.mark.parametrize(
    "sent", [b"", b"nonsense", jpeg(5000, 90), jpeg(20, 20), b"\x89PNG\r\n\x1a\n"]
)
def test_what_no_phone_sends_is_refused(client: FlaskClient, line: PhoneLine, sent: bytes) -> None:
    line.connect()
    turn = client.post("/phone/begin").json["turn"]  # type: ignore[index]
    assert client.post(f"/phone/picture?turn={turn}", data=sent).status_code == 400


def test_a_picture_that_is_far_too_large_is_refused(client: FlaskClient, line: PhoneLine) -> None:
    line.connect()
    turn = client.post("/phone/begin").json["turn"]  # type: ignore[index]
    answer = client.post(f"/phone/picture?turn={turn}", data=io.BytesIO(bytes(3_000_000)))
    assert answer.status_code == 413


# Encrypted


def test_a_certificate_is_made_once_and_names_this_machine(tmp_path: Path) -> None:
    made = certificate(tmp_path, ["192.168.1.7"])
    assert certificate(tmp_path, ["192.168.1.7"]).fingerprint == made.fingerprint
    assert made.key.stat().st_mode & 0o077 == 0
    moved = certificate(tmp_path, ["192.168.1.8"])
    assert moved.fingerprint != made.fingerprint
    (tmp_path / CERTIFICATE_FILE).write_text("damaged")
    assert kept(tmp_path) is None
    assert certificate(tmp_path).fingerprint != moved.fingerprint


def test_pages_are_served_encrypted_to_whoever_trusts_the_certificate(
    session: TableSession, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    proof = certificate(tmp_path)
    trusting = ssl.create_default_context(cafile=str(proof.file))
    with Served(create_app(session), proof) as url:
        assert url.startswith("https://")
        with pytest.raises(URLError):
            urlopen(f"{url}/table", timeout=5)
        # Cut off by the server: nothing of a page comes in the clear.
        with pytest.raises((URLError, HTTPException, ConnectionError)):
            urlopen(f"{url}/table".replace("https", "http"), timeout=5)
        with urlopen(f"{url}/table", timeout=5, context=trusting) as answer:
            assert answer.status == 200
    assert "Traceback" not in capfd.readouterr().err


# Joining


@pytest.fixture
def guarded(session: TableSession, line: PhoneLine) -> Flask:
    app = create_app(session, pin="407182", code=CODE, phone_line=line)
    app.extensions["addresses"] = Addresses(
        "http://192.168.1.7:8420/", "https://192.168.1.7:8421/", "AB:CD", CODE
    )
    return app


def test_in_a_network_every_page_asks_for_the_code_once(guarded: Flask) -> None:
    client = guarded.test_client()
    page = {"Accept": "text/html"}
    for path in ("/table", "/seat/Ada", "/history", "/phone", "/"):
        assert client.get(path, headers=page).location.startswith("/join?next=")
    for path in ("/api/state", "/live/changes"):
        assert client.get(path).status_code == 403
    assert client.post("/phone/begin").status_code == 403
    wrong = client.post("/join", data={"code": "000000"})
    assert wrong.status_code == 403
    assert "That is not the code." in wrong.text
    right = client.post("/join", data={"code": CODE, "next": "/seat"})
    assert (right.status_code, right.location) == (303, "/seat")
    assert client.get("/table", headers=page).status_code == 200
    assert client.get("/referee", headers=page).location.startswith("/referee/pin")


def test_who_guesses_the_code_waits_and_others_do_not(guarded: Flask) -> None:
    client = guarded.test_client()
    for _ in range(5):
        client.post("/join", data={"code": "000000"}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    shut = client.post("/join", data={"code": CODE}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert shut.status_code == 429
    other = client.post("/join", data={"code": CODE}, environ_base={"REMOTE_ADDR": "10.0.0.8"})
    assert other.status_code == 303


def test_the_code_is_in_no_address_that_a_server_sees(guarded: Flask) -> None:
    client = guarded.test_client()
    client.post("/referee/pin", data={"pin": "407182"})
    page = client.get("/phone").text
    assert f'href="https://192.168.1.7:8421/phone#{CODE}"' in page
    assert "AB:CD" in page


def test_a_scanned_link_lets_in_without_typing(browser: Any, guarded: Flask) -> None:
    with Served(guarded) as url:
        page = browser.new_page()
        page.goto(f"{url}/seat#{CODE}")
        page.wait_for_url(f"{url}/seat")
        page.wait_for_selector("text=The table is free.")
        page.close()


# A real browser with a camera


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first play of a deal, as Chromium's fake camera takes it (30 pictures a second)."""
    path = tmp_path_factory.mktemp("film") / "table.mjpeg"
    table = SimulatedTable(FIRST_PLAY, "english", 3, "easy", size=(1280, 720), fps=15)
    with path.open("wb") as out:
        for frame in table:
            coded = cv2.imencode(".jpg", frame.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
            out.write(coded.tobytes() * 2)
    return path


@pytest.fixture(scope="module")
def phone(chromium: Callable[..., Any], film: Path) -> Iterator[Any]:
    opened = chromium(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    yield opened
    opened.close()


def test_a_phone_films_the_table_and_the_play_is_read(
    phone: Any, session: TableSession, tmp_path: Path
) -> None:
    """Encrypted, with the released networks, through the eye's own process."""
    line = PhoneLine()
    lookout = Lookout(session, PHONE, phone_line=line)
    session.start_game("berteln", list(FIRST_PLAY.players), seats=lookout.seat(FIRST_PLAY.players))
    session.submit({"type": "announce", "contract": "no_queens"})
    app = create_app(session, pictures=lookout, camera=lookout, phone_line=line)
    with session.listen() as changes, lookout, Served(app, certificate(tmp_path)) as url:
        while session.snapshot()["camera"]["state"] != "waiting":
            assert changes.get(timeout=120) is not None
        context = phone.new_context(ignore_https_errors=True, locale="en")
        page = context.new_page()
        page.goto(f"{url}/phone")
        page.click("text=Film the table")
        page.wait_for_selector("text=The table sees this picture.", timeout=60_000)
        while not session.snapshot()["state"]["trick"]:
            assert changes.get(timeout=120) is not None
        page.click("text=Stop")
        while session.snapshot()["camera"]["state"] != "asleep":
            assert changes.get(timeout=60) is not None
        context.close()
    played = next(e for e in session.snapshot("referee")["events"] if e["card"])
    assert (played["card"], played["player"], played["camera"]) == ("7C", "Ada", True)
    assert lookout.latest() is not None


def test_over_plain_http_the_page_explains_and_has_no_dead_button(
    phone: Any, guarded: Flask
) -> None:
    with Served(guarded) as url:
        context = phone.new_context(locale="en")
        page = context.new_page()
        # What a browser says at an address of the network without encryption.
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
        page.goto(f"{url}/phone#{CODE}")
        page.wait_for_selector("text=gives its camera only to encrypted pages")
        assert page.locator("[data-start]").is_hidden()
        link = page.locator("[data-secure]")
        assert link.get_attribute("href") == f"https://192.168.1.7:8421/phone#{CODE}"
        assert page.locator("svg.qr").is_visible()
        context.close()


def test_the_referee_shows_a_code_to_scan_for_every_use_of_a_phone(guarded: Flask) -> None:
    client = guarded.test_client()
    client.post("/join", data={"code": CODE})
    assert client.get("/invite", headers={"Accept": "text/html"}).status_code == 302
    client.post("/referee/pin", data={"pin": "407182"})
    page = client.get("/invite").text
    assert page.count('class="qr"') == 4
    assert CODE in page
    assert "https://192.168.1.7:8421/phone<" in page


def test_alone_the_invitation_says_how_to_let_others_in(client: FlaskClient) -> None:
    assert "--host 0.0.0.0" in client.get("/invite").text

"""Sources give the right pictures at the right time, or say plainly why not."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.sources import Newest, Source, SourceError, SourceState, cameras, open_source, register
from vision.sources import live as live_module
from vision.sources.live import Reader


def numbered(number: int, wide: int = 160, high: int = 120) -> Picture:
    """A picture whose brightness and noise tell its number."""
    rng = np.random.default_rng(number)
    return np.clip(rng.normal(10 + number * 4, 3, (high, wide, 3)), 0, 255).astype(np.uint8)


def film(path: Path, frames: int = 24, rate: float = 12.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, (160, 120))
    for number in range(frames):
        writer.write(numbered(number))
    writer.release()
    return path


# Films and folders


def test_a_film_gives_every_frame_in_film_time(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "table.mp4")))
    frames = list(source)
    assert not source.live
    assert [f.number for f in frames] == list(range(24))
    assert [f.at for f in frames] == pytest.approx([n / 12 for n in range(24)], abs=0.002)
    assert frames[0].picture.shape == (120, 160, 3)
    assert frames[20].picture.mean() > frames[2].picture.mean() + 40
    assert "160 x 120, 12 pictures a second" in source.describe()
    source.close()


def test_a_film_that_is_cut_off_gives_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12, (160, 120))
    for number in range(24):
        writer.write(numbered(number))
    writer.release()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    frames = list(open_source(str(path)))
    assert 5 < len(frames) < 20
    assert all(a.at < b.at for a, b in pairwise(frames))


def test_what_is_no_film_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words.mp4").write_text("no film")
    (tmp_path / "empty.mp4").write_bytes(b"")
    for name in ("words.mp4", "empty.mp4"):
        with pytest.raises(SourceError, match=f"{name} is no film"):
            open_source(str(tmp_path / name))


def test_a_folder_is_a_film_in_the_order_of_names(tmp_path: Path) -> None:
    for number in (1, 2, 10):
        cv2.imwrite(str(tmp_path / f"img{number}.png"), np.full((8, 8, 3), number, np.uint8))
    (tmp_path / "img3.png").write_bytes(b"damaged")
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(open_source(str(tmp_path)))
    assert [int(f.picture.mean()) for f in frames] == [1, 2, 10]
    assert [f.number for f in frames] == [0, 1, 3]


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures"):
        open_source(str(tmp_path))


@pytest.mark.parametrize("text", ["", "nowhere.mp4", "17", "0@gramophone", "/dev/video99", "12b"])
def test_a_source_that_there_is_not_is_one_plain_sentence(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(text)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_wrong_camera_number_lists_the_cameras_that_there_are() -> None:
    with pytest.raises(SourceError, match=r"no camera 77\. (Usable cameras: |No camera is)"):
        open_source("77")


def test_files_that_are_no_cameras_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / "video0").write_bytes(b"no device")
    (tmp_path / "videotape").write_bytes(b"")
    assert cameras(tmp_path) == []


def test_nothing_is_printed_when_a_source_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "words.mp4").write_text("no film")
    code = (
        "import sys; from vision.sources import open_source, SourceError\n"
        "try: open_source(sys.argv[1])\nexcept SourceError as fault: print(fault)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "words.mp4")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "no film" in done.stdout


def test_other_rooms_can_hook_in_their_own_sources(tmp_path: Path) -> None:
    register("test-sim", open_source)
    source = open_source(f"test-sim:{film(tmp_path / 'a.mp4')}")
    assert isinstance(source, Source)
    assert len(list(source)) == 24


# Live sources


class Camera(ThreadingHTTPServer):
    """A network camera (MJPEG over HTTP) that can freeze, stall and be unplugged."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0) -> None:
        self.frozen = self.stalled = self.unplugged = False
        self.opened = 0
        super().__init__(("127.0.0.1", port), Stream)
        self.thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://user:secret@127.0.0.1:{self.server_address[1]}/video"

    def unplug(self) -> None:
        self.unplugged = True
        self.shutdown()
        self.server_close()


class Stream(BaseHTTPRequestHandler):
    server: Camera

    def do_GET(self) -> None:
        self.server.opened += 1
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        number = 0
        while not self.server.unplugged:
            if not self.server.frozen:
                number += 1
            if not self.server.stalled:
                data = cv2.imencode(".jpg", numbered(number % 50))[1].tobytes()
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + data + b"\r\n")
                except OSError:
                    return
            time.sleep(1 / 30)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def camera() -> Iterator[Camera]:
    server = Camera()
    yield server
    if not server.unplugged:
        server.unplug()


def wait_for(source: Newest, kind: str, seconds: float = 12) -> SourceState:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if source.state.kind == kind:
            return source.state
        time.sleep(0.02)
    raise AssertionError(f"still {source.state}, not {kind}")


def opened(address: str) -> Newest:
    source = open_source(address)
    assert isinstance(source, Newest)
    return source


def test_a_slow_viewer_gets_the_newest_picture_not_an_old_one(camera: Camera) -> None:
    source = opened(camera.address)
    ages, numbers = [], []
    for frame in source:
        ages.append(time.monotonic() - frame.at)
        numbers.append(frame.number)
        if len(numbers) == 6:
            break
        time.sleep(0.25)
    source.close()
    assert max(ages[1:]) < 0.3
    assert all(b > a for a, b in pairwise(numbers))
    assert numbers[-1] - numbers[0] > 10


def test_the_password_of_an_address_is_never_shown(camera: Camera) -> None:
    source = opened(camera.address)
    assert "secret" not in source.describe() + source.state.text
    source.close()


def test_a_camera_that_vanishes_says_so_and_comes_back(camera: Camera) -> None:
    source = opened(camera.address)
    told: list[str] = []
    source.told = lambda state: told.append(state.kind)
    frames = iter(source)
    next(frames)
    port = camera.server_address[1]
    camera.unplug()
    state = wait_for(source, "lost")
    assert "secret" not in state.text
    again = Camera(int(port))
    wait_for(source, "live")
    assert next(frames).picture.shape == (120, 160, 3)
    source.close()
    again.unplug()
    assert told[:2] == ["live", "lost"] or told[0] == "lost"


def test_a_camera_that_freezes_is_not_believed(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "FROZEN_AFTER", 0.5)
    source = opened(camera.address)
    frames = iter(source)
    next(frames)
    camera.frozen = True
    wait_for(source, "frozen")
    camera.frozen = False
    wait_for(source, "live")
    next(frames)
    source.close()


def test_a_frozen_camera_is_opened_anew(camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "FROZEN_AFTER", 0.3)
    monkeypatch.setattr(live_module, "REOPEN_FROZEN_AFTER", 0.6)
    camera.frozen = True
    source = opened(camera.address)
    wait_for(source, "frozen")
    end = time.monotonic() + 10
    while camera.opened < 2 and time.monotonic() < end:
        time.sleep(0.05)
    source.close()
    assert camera.opened >= 2


def test_a_camera_that_stalls_says_so(camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "STALE_AFTER", 0.2)
    source = opened(camera.address)
    wait_for(source, "live")
    camera.stalled = True
    wait_for(source, "stalled")
    camera.stalled = False
    wait_for(source, "live")
    source.close()


class Unplugged:
    """A device that gives a few pictures and then none."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def read(self) -> Picture | None:
        self.left -= 1
        time.sleep(0.01)
        return numbered(self.left) if self.left >= 0 else None

    def describe(self) -> str:
        return "a test camera"

    def close(self) -> None:
        pass


def test_a_lost_device_is_tried_again_with_growing_waits_and_never_replaced() -> None:
    tries: list[float] = []

    def reopen() -> Unplugged:
        tries.append(time.monotonic())
        if len(tries) < 4:
            raise SourceError("the camera is lost; connect it to the same socket again.")
        return Unplugged(10_000)

    source = Reader("the camera", Unplugged(3), reopen, first_wait=0.1)
    wait_for(source, "lost")
    wait_for(source, "live")
    source.close()
    waits = [b - a for a, b in pairwise(tries)]
    assert all(b > 1.5 * a for a, b in pairwise(waits))


def test_pictures_that_a_phone_sends_are_a_source() -> None:
    phone = Newest("phone")
    phone.put(numbered(1))
    frames = iter(phone)
    assert next(frames).number == 0
    phone.put(numbered(2))
    assert next(frames).number == 1
    threading.Timer(0.1, phone.close).start()
    assert list(frames) == []


def test_a_picture_older_than_a_second_is_judged_by_nobody() -> None:
    phone = Newest("phone")
    phone.put(numbered(1), at=time.monotonic() - 5)
    threading.Timer(0.2, phone.close).start()
    assert list(phone) == []

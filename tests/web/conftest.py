"""A real session on a real log, served by the real server, looked at with a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from companion.session import TableSession
from companion.store import Store
from companion.web import create_app

from .club import SIZES, keeper
from .tables import Served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Compiled(BytecodeCache):
    """What Jinja made of the templates: every test has an app of its own, but all have the same."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if (kept := self._kept.get(bucket.key + bucket.checksum)) is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key + bucket.checksum] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Flask.jinja_options, "bytecode_cache", Compiled())
        yield


@pytest.fixture
def folder() -> Iterator[Path]:
    """Memory in place of a disk, where there is such: a thousand commits take no minute."""
    fast = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with TemporaryDirectory(dir=fast) as name:
        yield Path(name)


@pytest.fixture
def session(folder: Path) -> Iterator[TableSession]:
    table = TableSession(Store(folder))
    yield table
    table.close()


@pytest.fixture
def app(session: TableSession) -> Flask:
    return create_app(session)


@pytest.fixture
def served(app: Flask) -> Iterator[str]:
    with Served(app) as url:
        yield url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Callable[..., Any]]:
    """Starts a Chromium with further arguments."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:

        def launched(*args: str) -> Any:
            return playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", *args]
            )

        yield launched


@pytest.fixture(scope="session")
def browser(chromium: Callable[..., Any]) -> Iterator[Any]:
    opened = chromium()
    yield opened
    opened.close()


@pytest.fixture
def visit(browser: Any, served: str) -> Iterator[Any]:
    """Opens a page in a browser of its own; a script's error or a refused file fails the test."""
    contexts, faults = [], []

    def heard(line: Any) -> None:
        # A refusal is answered with 409, which the browser notes: that is as it should be.
        if line.type == "error" and "409" not in line.text:
            faults.append(line.text)

    def opened(path: str, language: str = "en", **more: Any) -> Any:
        context = browser.new_context(locale=language, **more)
        context.set_default_timeout(30_000)  # Tests share their machine.
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", heard)
        page.goto(served + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def screens(visit: Any) -> Callable[..., Any]:
    """Opens a page on one of the club's screens."""

    def opened(path: str, screen: str = "desk", language: str = "en", **more: Any) -> Any:
        wide, high = SIZES[screen]
        return visit(path, language, viewport={"width": wide, "height": high}, **more)

    return opened


@pytest.fixture
def keep(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Any, str], None]:
    """Keeps screenshots of an evening, in the folder that COMPANION_SCREENSHOTS names."""
    game = request.node.name.removeprefix("test_an_evening_of_").split("_")[0]
    return keeper(Path(os.environ.get("COMPANION_SCREENSHOTS", tmp_path)), game)


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core (MPL-2.0), as it comes with axe-playwright-python."""
    spec = find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        pytest.skip("axe-playwright-python is not installed.")
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")

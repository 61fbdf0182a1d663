"""A real session on a real log, served by the real server, looked at with a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.session import TableSession
from companion.store import Store
from companion.web import create_app

from .tables import Served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TableSession]:
    table = TableSession(Store(tmp_path))
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
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
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
        context.set_default_timeout(8000)
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

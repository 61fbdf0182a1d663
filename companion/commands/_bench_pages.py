"""`companion bench pages`: how soon each page shows something, and what it weighs.

The real server, players with long names, every page. With Playwright and a Chromium (both come with
`make test`) a browser that has nothing of the pages yet says when it has first drawn something;
without them only the time until a whole page has come is measured. A live picture is extra.
"""

from __future__ import annotations

import http.client
import json
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final

import click

from companion.commands._new_file import NewFile
from companion.phone_line import PhoneLine
from companion.session import TableSession
from companion.store import Store
from companion.web import create_app
from companion.web.server import DashboardServer

WITHIN_MS: Final = 200.0
"""The aim: so soon every page shows something."""
MOST_BYTES: Final = 300_000
"""The aim: no page fetches more."""

PLAYERS: Final = tuple(
    f"{name} von der Kartenrunde" for name in ("Ada", "Bea", "Cem", "Dan", "Eva")
)
PAGES: Final = (
    "/table", "/referee", "/referee/ask", "/referee/events", "/seat", f"/seat/{PLAYERS[0]}",
    "/history", "/history/standings", "/history/1", "/history/1/deal/1",
    "/history/1/replay?step=12", "/rules/berteln", "/rules/duren-piatkowy",
    "/rules/vier-engel", "/setup", "/decks", "/judge", "/knockout", "/phone", "/invite", "/verify",
)  # fmt: skip

PAINTED = """() => ({
  ms: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  bytes: ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .filter((one) => !/picture.jpg|live/.test(one.name))
    .reduce((sum, one) => sum + one.transferSize, 0),
})"""


@click.command()
@click.option("--times", default=5, show_default=True, type=click.IntRange(1))
@click.option("--json", "json_file", type=NewFile())
def pages(times: int, json_file: Path | None) -> None:
    """How soon every page shows something in a browser that has none of it yet, and its weight."""
    with _served() as port, _browser(port) as painted:
        found = {path: _measured(port, path, times, painted) for path in PAGES}
    for path, one in found.items():
        drawn = (
            f"drawn after {one['drawn']:4.0f} ms, {one['bytes'] / 1000:4.0f} KB" if painted else ""
        )
        worked = f"whole after {one['whole']:4.0f} ms ({one['busy']:.0f} of the processor)"
        click.echo(f"{path:34} {worked}  {drawn}")
    busiest = max(found, key=lambda path: found[path]["busy"])
    longest = found[busiest]["busy"]
    click.echo(f"The processor works longest on {busiest}: {longest:.0f} ms (median of {times})")
    if painted:
        slowest = max(found, key=lambda path: found[path]["drawn"])
        heaviest = max(found, key=lambda path: found[path]["bytes"])
        late = sum(one["drawn"] > WITHIN_MS for one in found.values())
        heavy = sum(one["bytes"] > MOST_BYTES for one in found.values())
        click.echo(
            f"{len(found)} pages, {times} times each: the slowest ({slowest}) has drawn something "
            f"after {found[slowest]['drawn']:.0f} ms (median), the heaviest ({heaviest}) weighs "
            f"{found[heaviest]['bytes'] / 1000:.0f} KB; above {WITHIN_MS:.0f} ms: {late}, above "
            f"{MOST_BYTES // 1000} KB: {heavy}"
        )
    else:
        click.echo("No Playwright with a Chromium here: what a browser draws was not measured.")
    if json_file is not None:
        json_file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


Painted = Callable[[str], Mapping[str, float]]


def _measured(port: int, path: str, times: int, painted: Painted | None) -> dict[str, float]:
    whole, busy = [], []
    for _ in range(times):
        began, worked = time.monotonic(), time.process_time()
        page = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        page.request("GET", path.replace(" ", "%20"), headers={"Accept": "text/html"})
        page.getresponse().read()
        page.close()
        whole.append(1000 * (time.monotonic() - began))
        busy.append(1000 * (time.process_time() - worked))
    found = {"whole": median(whole), "busy": median(busy)}
    if painted is not None:
        seen = [painted(path) for _ in range(times)]
        found["drawn"] = median(one["ms"] for one in seen)
        found["bytes"] = max(one["bytes"] for one in seen)
    return found


@contextmanager
def _served() -> Iterator[int]:
    """An evening: a game that was played, and one that runs."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        session = TableSession(Store(Path(folder)))
        _play(session)
        server = DashboardServer(create_app(session, phone_line=PhoneLine()), "127.0.0.1", 0)
        thread = threading.Thread(target=server.serve, name="server", daemon=True)
        thread.start()
        try:
            yield server.port
        finally:
            server.stop()
            thread.join()
            session.close()


def _play(session: TableSession) -> None:
    session.start_game("berteln", PLAYERS)
    session.submit({"type": "announce", "contract": "no_queens"})
    for suit in "CHSD":
        for rank in "QKA56":
            session.submit({"type": "play", "card": rank + suit})
    session.submit({"type": "announce", "contract": "no_hearts"})
    for card in ("7C", "9C", "TC"):
        session.submit({"type": "play", "card": card})


@contextmanager
def _browser(port: int) -> Iterator[Painted | None]:
    """Opens a page as somebody does who was never here; None without a browser."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    playwright: Any = None
    with suppress(ImportError):
        from playwright import sync_api as playwright
    if program is None or playwright is None:
        yield None
        return
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=program, args=["--no-sandbox"])

        def painted(path: str) -> Mapping[str, float]:
            context = chromium.new_context()
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}{path}")
            for _ in range(100):
                found: dict[str, float] = page.evaluate(PAINTED)
                if found["ms"]:
                    break
                page.wait_for_timeout(20)
            page.wait_for_timeout(100)
            found = page.evaluate(PAINTED)
            context.close()
            return found

        yield painted
        chromium.close()

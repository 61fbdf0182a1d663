"""`companion bench pages`: how soon each page shows something, and what it weighs.

The real server, players with long names, every page. With Playwright and a Chromium (both come with
`make test`) a browser that has nothing of the pages yet says when it has first drawn something;
without them only the time until a whole page has come is measured. A live picture is extra.

Nobody watches the browser while it loads a page: one that is watched lays out every page a second
time, before its styles have come (40 to 100 ms on a busy machine), and people's browsers do not.
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

PAINTED: Final = """({
  ms: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  bytes: ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .filter((one) => !/picture.jpg|live/.test(one.name))
    .reduce((sum, one) => sum + one.transferSize, 0),
})"""
AWAY_MS: Final = 200
"""So long the browser waits before it opens a page, until nobody watches it any more."""
LOOK_EVERY_S: Final = 0.5
MOST_LOOKS: Final = 40


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
        tabs = _Tabs(chromium.new_browser_cdp_session())

        def painted(path: str) -> Mapping[str, float]:
            with tabs.opened(f"http://127.0.0.1:{port}{path}") as tab:
                for _ in range(MOST_LOOKS):
                    time.sleep(LOOK_EVERY_S)
                    found: Mapping[str, float] = tabs.said(tab, PAINTED)
                    if found["ms"]:
                        break
                return found

        yield painted
        chromium.close()


class _Tabs:
    """Tabs of a browser, each in a profile of its own, watched only while something is asked."""

    def __init__(self, browser: Any) -> None:
        """`browser`: its session of the DevTools protocol."""
        self._browser = browser
        self._answers: list[Any] = []
        browser.on("Target.receivedMessageFromTarget", self._hear)

    def _hear(self, event: Any) -> None:
        self._answers.append(json.loads(event["message"]))

    @contextmanager
    def opened(self, url: str) -> Iterator[str]:
        """A tab that opens the page in a moment, by itself."""
        send = self._browser.send
        profile = {"browserContextId": send("Target.createBrowserContext")["browserContextId"]}
        size = {"width": 1280, "height": 720}
        tab = send("Target.createTarget", {"url": "about:blank", **profile, **size})["targetId"]
        self.said(tab, f"void setTimeout(() => location.assign({json.dumps(url)}), {AWAY_MS})")
        yield tab
        send("Target.disposeBrowserContext", profile)

    def said(self, tab: str, expression: str) -> Any:
        """What the page in that tab says to an expression of JavaScript."""
        send = self._browser.send
        watching = send("Target.attachToTarget", {"targetId": tab, "flatten": False})
        parameters = {"expression": expression, "returnByValue": True}
        asked = {"id": 1, "method": "Runtime.evaluate", "params": parameters}
        self._answers.clear()
        send("Target.sendMessageToTarget", {**watching, "message": json.dumps(asked)})
        for _ in range(500):
            if self._answers:
                break
            send("Target.getTargets")  # Its answer comes after what was said before it.
            time.sleep(0.01)
        send("Target.detachFromTarget", watching)
        return self._answers[0]["result"]["result"].get("value")

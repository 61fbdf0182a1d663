"""The dashboard's server: threads, because every open page holds a stream of changes."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
from collections import Counter
from threading import Lock

from cheroot.server import HTTPConnection
from cheroot.workers.threadpool import ThreadPool, WorkerThread
from cheroot.wsgi import Server
from flask import Flask

from companion.certificate import Certificate
from companion.errors import FAILED, USAGE, PlainError
from companion.web.encryption import Encryption

THREADS = 256
"""Each open page holds one for its changes and the referee's a second one for the picture: enough
for a hundred viewers, and the pages that are just being loaded. They are started as they are
needed; those that wait cost nothing but their memory."""

FEWEST_THREADS, AT_ONCE = 16, 16
"""With how many the server begins, and how many more it starts when nearly all are taken."""

MOST_OF_ADDRESS = THREADS // 2 + 8
"""So many requests of one address are worked on at once. A whole club behind one address needs
fewer; and half-sent requests of one machine, each of which holds a thread until the server is
tired of waiting, leave enough for a club."""

THREADS_ENCRYPTED = 24
"""The encrypted door is for phones that film; whoever comes in through it may stay there."""

WAITING = 256
"""Connections that may wait to be taken: a hall that reloads its pages all at once."""

CLOSING_S = 2
LOWEST_FREE_PORT = 1024


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server bound to `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def address_in_lan() -> str | None:
    """This machine's address in the network it would use; None where there is none.

    Nothing is sent: connecting a UDP socket only asks the system which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) or found == "0.0.0.0" else found


class Crowd:
    """How many requests of each address are worked on now."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._busy: Counter[str] = Counter()
        self._lock = Lock()

    def __len__(self) -> int:
        """How many of all addresses."""
        with self._lock:
            return self._busy.total()

    def come(self, address: str) -> bool:
        """Count a request in; False where that address has too many already."""
        with self._lock:
            if self._busy[address] >= self._most:
                return False
            self._busy[address] += 1
            return True

    def leave(self, address: str) -> None:
        """It is done."""
        with self._lock:
            self._busy[address] -= 1
            if self._busy[address] <= 0:
                del self._busy[address]


class _Connection(HTTPConnection):
    """A connection that is counted for as long as a thread works on it."""

    def communicate(self) -> bool:
        """Work on a request; whether the connection stays open for another."""
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self.server.crowd.leave(self.remote_addr)


class _Pool(ThreadPool):
    """Threads that nobody waits for at the end of the process: whoever breaks off its beginning
    with Ctrl-C leaves some that were not told to stop."""

    def _spawn_worker(self) -> WorkerThread:
        worker = WorkerThread(self.server)  # type: ignore[no-untyped-call]
        worker.name = f"CP Server {worker.name}"
        worker.daemon = True
        worker.start()
        return worker


class _Server(Server):
    """Starts threads as they are needed, and gives no address more than its share of them."""

    ConnectionClass = _Connection
    expiration_interval = 0.1
    """So many seconds it takes at most until it hears that it is to stop."""

    def __init__(self, address: tuple[str, int], app: Flask, threads: int) -> None:
        fewest = min(FEWEST_THREADS, threads)
        super().__init__(
            address,
            app,
            numthreads=fewest,
            max=threads,
            request_queue_size=WAITING,
            shutdown_timeout=CLOSING_S,
        )
        self.requests = _Pool(self, min=fewest, max=threads)
        self.crowd = Crowd(min(MOST_OF_ADDRESS, threads - 4))
        self._started = fewest

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        """What the server has to complain of; not that a visitor fell silent in mid-sentence."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().error_log(msg, level, traceback)

    def process_conn(self, conn: HTTPConnection) -> None:
        """Hand a connection to a thread; one too many of an address is closed."""
        if not self.crowd.come(conn.remote_addr):
            conn.close()
            return
        if len(self.crowd) + AT_ONCE // 2 > self._started < self.requests.max and self.ready:
            self.requests.grow(AT_ONCE)
            self._started += AT_ONCE
        super().process_conn(conn)


class DashboardServer:
    """Serves an app; the port is taken at once, so that a fault shows before anything else starts.

    Raises PlainError with what to do where the address cannot be had.
    """

    def __init__(
        self, app: Flask, host: str, port: int, certificate: Certificate | None = None
    ) -> None:
        """With a certificate its pages are encrypted, and browsers give them a phone's camera."""
        self._app = app
        self._host = host
        self._scheme = "http" if certificate is None else "https"
        try_address(host, port)
        threads = THREADS if certificate is None else THREADS_ENCRYPTED
        self._server = _Server((host, port), app, threads)
        if certificate is not None:
            self._server.ssl_adapter = Encryption(certificate)
        self._server.prepare()

    @property
    def port(self) -> int:
        """The port that was taken (of interest where 0 was asked for)."""
        return int(self._server.bind_addr[1])

    def urls(self) -> list[str]:
        """Where the dashboard can be opened, the one for other machines first."""
        if self._host not in {"0.0.0.0", "::"}:
            return [self._url(self._host)]
        lan = address_in_lan()
        return [self._url(name) for name in (lan, "127.0.0.1") if name is not None]

    def _url(self, name: str) -> str:
        return f"{self._scheme}://{f'[{name}]' if ':' in name else name}:{self.port}/"

    def serve(self) -> None:
        """Serve until `stop` is called or Ctrl-C is pressed."""
        try:
            self._server.serve()
        finally:
            self.stop()

    def stop(self) -> None:
        """Close the streams of the open pages and stop serving."""
        self._app.extensions["viewers"].close()
        self._server.stop()


def try_address(host: str, port: int) -> None:
    """Take the address and give it back: cheroot does not say why it could not be had."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, _protocol, _name, address = found[0]
        with socket.socket(family, kind) as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        raise PlainError(*_why_not(fault, host, port)) from None


def _why_not(fault: OSError, host: str, port: int) -> tuple[str, int]:
    if fault.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use, perhaps by another companion that still runs: "
            f"close that one, or choose another port with --port {port + 1}.",
            FAILED,
        )
    if fault.errno in {errno.EACCES, errno.EPERM}:
        return f"Port {port} may not be used; choose one from {LOWEST_FREE_PORT} up.", FAILED
    return (
        f"The dashboard cannot be opened at {host}: that is no address of this machine. "
        "Use --host 127.0.0.1 (this machine only) or --host 0.0.0.0 (the whole network).",
        USAGE,
    )

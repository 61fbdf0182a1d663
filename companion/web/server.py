"""The dashboard's server: threads, because every open page holds a stream of changes."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket

from cheroot.wsgi import Server
from flask import Flask

from companion.errors import FAILED, USAGE, PlainError

THREADS = 48
"""Each open page holds one for its changes and the referee's a second one for the picture: enough
for twenty people and a wall, and the pages that are just being loaded."""

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


class DashboardServer:
    """Serves an app; the port is taken at once, so that a fault shows before anything else starts.

    Raises PlainError with what to do where the address cannot be had.
    """

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._app = app
        self._host = host
        _try_address(host, port)
        self._server = Server((host, port), app, numthreads=THREADS, shutdown_timeout=CLOSING_S)
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
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}/"

    def serve(self) -> None:
        """Serve until `stop` is called or Ctrl-C is pressed."""
        try:
            self._server.serve()
        finally:
            self.stop()

    def stop(self) -> None:
        """Close the streams of the open pages and stop serving."""
        self._app.extensions["closing"].set()
        self._server.stop()


def _try_address(host: str, port: int) -> None:
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

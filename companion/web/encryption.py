"""TLS for the dashboard's server, in a way that one slow phone does not hold up the others.

Cheroot's own adapter shakes hands in the thread that takes all connections, and writes a
traceback for every browser that turns away from a certificate that it does not know. Here each
connection shakes hands in its own thread, when it first reads.
"""

from __future__ import annotations

import errno
import socket
import ssl
from typing import Any

from cheroot.makefile import StreamReader, StreamWriter
from cheroot.ssl import Adapter

from companion.certificate import Certificate


class _Quiet(ssl.SSLSocket):
    """A connection whose faults are those of any connection: the other side has left."""

    def recv_into(self, *args: Any) -> int:
        try:
            return super().recv_into(*args)
        except ssl.SSLError as fault:
            raise ConnectionResetError(errno.ECONNRESET, str(fault)) from None

    def send(self, *args: Any) -> int:
        try:
            return super().send(*args)
        except ssl.SSLError as fault:
            raise ConnectionResetError(errno.ECONNRESET, str(fault)) from None


class Encryption(Adapter):
    """Wraps connections with a certificate."""

    def __init__(self, certificate: Certificate) -> None:
        super().__init__(str(certificate.file), str(certificate.key))
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(certificate.file, certificate.key)
        self.context.sslsocket_class = _Quiet

    def bind(self, sock: socket.socket) -> socket.socket:
        """The listening socket stays as it is."""
        return sock

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """A connection that will shake hands when it is first read from."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, self.get_environ()

    def get_environ(self) -> dict[str, str]:
        """What an app needs to know of it."""
        return {"wsgi.url_scheme": "https", "HTTPS": "on"}

    def makefile(self, sock: socket.socket, mode: str = "r", bufsize: int = -1) -> Any:
        """The connection as a file, as cheroot reads and writes it."""
        kind = StreamReader if "r" in mode else StreamWriter
        return kind(sock, mode) if bufsize < 0 else kind(sock, mode, bufsize)

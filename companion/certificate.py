"""The certificate of the dashboard's encrypted pages: a browser gives a camera to no others.

It is made on the first start and signed by nobody but itself, so a phone asks once whether it is
to be trusted. Its fingerprint is shown at the table, where anybody can compare the two.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.errors import PlainError

CERTIFICATE_FILE, KEY_FILE = "certificate.pem", "certificate-key.pem"
VALID = timedelta(days=820)
"""Apple's devices take none that is valid for more than 825 days."""
RENEWED_BEFORE = timedelta(days=14)


@dataclass(frozen=True)
class Certificate:
    """A certificate and its key, as files."""

    file: Path
    key: Path
    fingerprint: str
    """SHA-256, as browsers show it: `AB:CD:…`."""
    until: datetime


def certificate(folder: Path, addresses: Sequence[str] = ()) -> Certificate:
    """The certificate kept in a folder; made anew where there is none that still serves.

    Args:
        folder: Where it is kept.
        addresses: Under which this machine is reached besides its own names.

    Raises:
        PlainError: It cannot be read or written.
    """
    names = own_names(addresses)
    try:
        found = kept(folder)
        now = datetime.now(UTC)
        if found is None or found.until - now < RENEWED_BEFORE or not names <= _names(found):
            found = _made(folder, names, now)
    except OSError as fault:
        raise PlainError(
            f"The certificate in {folder} cannot be read or written ({fault.strerror}); "
            "give write permission or name another folder with --data DIR."
        ) from None
    return found


def kept(folder: Path) -> Certificate | None:
    """The certificate in a folder, None where there is none that can be read. Raises OSError."""
    file, key = folder / CERTIFICATE_FILE, folder / KEY_FILE
    if not (file.exists() and key.exists()):
        return None
    try:
        parsed = x509.load_pem_x509_certificate(file.read_bytes())
        serialization.load_pem_private_key(key.read_bytes(), None)
    except ValueError:
        return None
    digest = parsed.fingerprint(hashes.SHA256()).hex(":").upper()
    return Certificate(file, key, digest, parsed.not_valid_after_utc)


def own_names(addresses: Sequence[str]) -> frozenset[str]:
    """The names and addresses under which browsers may reach this machine."""
    host = socket.gethostname().lower()
    names = {"localhost", "127.0.0.1", host, f"{host}.local", *addresses}
    return frozenset(name for name in names if name and name.isascii())


def _names(found: Certificate) -> frozenset[str]:
    parsed = x509.load_pem_x509_certificate(found.file.read_bytes())
    try:
        named = parsed.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return frozenset()
    return frozenset(
        [
            *named.get_values_for_type(x509.DNSName),
            *map(str, named.get_values_for_type(x509.IPAddress)),
        ]
    )


def _made(folder: Path, names: frozenset[str], now: datetime) -> Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Card table companion")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # phones' clocks differ
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName([_general(n) for n in sorted(names)]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(key, hashes.SHA256())
    )
    _write(
        folder / KEY_FILE,
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
    _write(folder / CERTIFICATE_FILE, made.public_bytes(serialization.Encoding.PEM))
    found = kept(folder)
    assert found is not None
    return found


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    os.replace(draft, path)

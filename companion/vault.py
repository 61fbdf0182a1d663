"""What must not be read in the log: encrypted with a key that lies beside it, for its owner only.

The judge's secrets (the sealed devil, the seed of the nonces) have to survive a restart, but
nobody who opens the database file may find them there: five candidates are tried at once, so not
even a hash of them may stand in it. They are encrypted with ChaCha20-Poly1305 (RFC 8439), filled
up so that no length tells one card from another.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from companion.errors import PlainError

KEY_FILE: Final = "secret.key"
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
FULL: Final = 512
"""What is encrypted is filled up to a multiple of so many bytes."""
CONTEXT: Final = b"card-table-companion/secret/1"

Random = Callable[[int], bytes]
"""So many random bytes."""


class Vault:
    """Encrypts and opens secrets with the key of a data folder.

    The key is made with the first secret: a folder without secrets has none. `random` is only
    ever another source than the system's where a test compares two evenings.
    """

    def __init__(self, folder: Path, random: Random = secrets.token_bytes) -> None:
        self._file = folder / KEY_FILE
        self._random = random
        self._key: bytes | None = None

    def sealed(self, content: Mapping[str, Any]) -> str:
        """The content encrypted, as text. Raises PlainError where the key cannot be had."""
        plain = json.dumps(content, ensure_ascii=False, sort_keys=True).encode()
        plain = plain.ljust(-(-len(plain) // FULL) * FULL)
        nonce = self._random(NONCE_BYTES)
        cipher = ChaCha20Poly1305(self._known_key() or self._new_key())
        return base64.b64encode(nonce + cipher.encrypt(nonce, plain, CONTEXT)).decode("ascii")

    def opened(self, text: str) -> dict[str, Any] | None:
        """What was encrypted; None where it was with another key, or the key is gone."""
        key = self._known_key()
        if key is None:
            return None
        try:
            whole = base64.b64decode(text, validate=True)
            nonce, rest = whole[:NONCE_BYTES], whole[NONCE_BYTES:]
            content = json.loads(ChaCha20Poly1305(key).decrypt(nonce, rest, CONTEXT))
        except (ValueError, InvalidTag):
            return None
        return content if isinstance(content, dict) else None

    def _known_key(self) -> bytes | None:
        if self._key is None:
            try:
                text = self._file.read_text("ascii")
            except FileNotFoundError:
                return None
            except (OSError, UnicodeDecodeError):
                text = ""
            with contextlib.suppress(ValueError):
                self._key = bytes.fromhex(text)
            if self._key is None or len(self._key) != KEY_BYTES:
                self._key = None
                raise PlainError(
                    f"The key file {self._file} cannot be used; put back a copy of it, or move it "
                    "away: then what was kept secret in earlier games stays closed for ever."
                )
            self._for_owner_only()
        return self._key

    def _for_owner_only(self) -> None:
        """A copy that was put back may be readable for others (not on Windows: the folder is the
        user's own there)."""
        if os.name == "posix" and self._file.stat().st_mode & 0o077:
            self._file.chmod(0o600)

    def _new_key(self) -> bytes:
        """Draw the key and have it on the disk before anything is encrypted with it."""
        key = self._random(KEY_BYTES)
        draft = self._file.with_name(f"{KEY_FILE}.new")
        try:
            draft.unlink(missing_ok=True)
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(key.hex() + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self._file)
        except OSError as fault:
            raise PlainError(
                f"The key file {self._file} cannot be written ({fault.strerror}); without it "
                "nothing can be kept secret. Give the folder write permission."
            ) from fault
        self._key = key
        return key

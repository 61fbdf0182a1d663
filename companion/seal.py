"""Commitments: a secret that is fixed before the first question and opened piece by piece.

The judge of the open variant of *Vier Engel, ein Teufel* (rule V17) publishes a commitment for
each of the five cards and one root over them, before anybody asks. Announcing a card opens its
commitment only; what the others hold stays hidden behind nonces of 256 bits. `seal.md` beside
this file describes every byte, so that anybody can check an audit without this program.

Pure functions on bytes and text: the secret seed is passed in, nothing is drawn at random here.

>>> closed = close(["7H", "9H", "JH", "QH", "AH"], "9H", seed=bytes(32), number=1)
>>> opening = closed.opening("QH")
>>> opening.verdict, opening.commitment == closed.commitments[3]
('angel', True)
>>> "9H" in repr(closed)
False
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal

Verdict = Literal["angel", "devil"]
"""What the judge says about a card."""

TAG: Final = "card-table-companion/seal/1"
"""The first line of everything that is hashed: no hash of ours means anything else."""
DIGEST: Final = re.compile(r"[0-9a-f]{64}")
"""A SHA-256 digest or a nonce as text: 64 digits in lower case."""


def nonce_of(seed: bytes, *context: str) -> str:
    """The nonce for that context, 256 bits as 64 hexadecimal digits (HMAC-SHA256 over `seed`).

    Who does not know the seed cannot tell it from chance, nor one nonce from another; so `seed`
    has to be drawn at random, 16 bytes or more, and to stay secret. An empty seed gives nonces
    that repeat and protect nothing: good for records whose secret stands in them anyway.
    """
    return hmac.new(seed, _lines("nonce", *context), sha256).hexdigest()


def commitment_of(position: int, card: str, verdict: str, nonce: str) -> str:
    """The SHA-256 commitment to one card: position from 1, card's code, verdict, nonce in hex."""
    return sha256(_lines("card", str(position), card, verdict, nonce)).hexdigest()


def root_of(commitments: Sequence[str]) -> str:
    """The one hash over all commitments, in the order of their positions."""
    return sha256(_lines("root", *commitments)).hexdigest()


def mark_of(cards: Sequence[str]) -> str:
    """A mark of the cards among which one is sealed; not secret, of the same length always."""
    return sha256(_lines("among", *cards)).hexdigest()


def _lines(*lines: str) -> bytes:
    return "\n".join((TAG, *lines)).encode()


@dataclass(frozen=True, slots=True)
class Opening:
    """What a commitment hides: with it anybody can compute the commitment again."""

    position: int
    """Where the card lies, from 1."""
    card: str
    verdict: Verdict
    nonce: str
    """In hexadecimal digits."""

    @property
    def commitment(self) -> str:
        """The commitment that this opens."""
        return commitment_of(self.position, self.card, self.verdict, self.nonce)


@dataclass(frozen=True, slots=True)
class Seal:
    """What is published of a sealed secret; the secret is in it, but never in its `repr`."""

    root: str
    commitments: tuple[str, ...] = ()
    """In the order of positions; empty where only the root is known."""
    secret: tuple[Opening, ...] = field(default=(), repr=False)
    """All openings; empty where only the root is known."""

    def opening(self, card: str) -> Opening | None:
        """The opening of that card's commitment; None where only the root is known."""
        return next((one for one in self.secret if one.card == card), None)


def close(cards: Sequence[str], devil: str, seed: bytes, number: int, salt: str = "") -> Seal:
    """Seal that `devil`, one of these cards, is the devil and the others are angels.

    `number` counts the seals of a game, repeated rounds too. A nonce depends on it, on the cards
    in their order and on the devil: two seals share no nonce, and a second seal tells nothing
    about a first one that was never answered from. `salt`, drawn anew for each seal, is what
    keeps a seal that was undone and made again from having the same root: whoever tries all five
    devils in turn learns nothing from comparing.
    """
    salted = (salt,) if salt else ()
    openings = []
    for position, card in enumerate(cards, 1):
        verdict: Verdict = "devil" if card == devil else "angel"
        nonce = nonce_of(seed, str(number), *cards, devil, str(position), *salted)
        openings.append(Opening(position, card, verdict, nonce))
    commitments = tuple(opening.commitment for opening in openings)
    return Seal(root_of(commitments), commitments, tuple(openings))

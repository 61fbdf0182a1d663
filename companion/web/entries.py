"""Cards and points as people enter them: tapped, typed, or sent by a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import is_card, parse
from companion.errors import PlainError
from companion.web.language import _
from companion.web.words import card_in_play, rank_letter


def card_sent(fields: Mapping[str, Any]) -> str:
    """The card that was tapped (rank and suit) or typed; PlainError where there is none."""
    if "rank" in fields and "suit" in fields:
        return f"{fields['rank']}{fields['suit']}"
    if "suit" in fields:
        raise PlainError(_("Choose the rank first, then the suit."))
    return card_typed(str(fields.get("card", "")))


def player_sent(seat: object, players: Sequence[str]) -> str | None:
    """The player whose number at the table was sent, 1 for the first; None for any other answer."""
    numbers = {str(number): player for number, player in enumerate(players, 1)}
    return numbers.get(str(seat))


def card_typed(text: str) -> str:
    """A card as somebody types it at the table: 7c, 10♥, Karo Bube, or with the letters printed
    on the cards of the reader's language, so that `dh` is the queen of hearts in German."""
    word = text.strip().upper()
    printed = {rank_letter(rank): rank for rank in "JQKA"}
    if len(word) == 2 and word[0] in printed:
        word = printed[word[0]] + word[1]
    if is_card(word):
        return word
    try:
        return parse(text).code
    except ValueError:
        named = card_in_play(text)
        if named is not None:
            return named
        raise PlainError(
            _("“%(text)s” is no card. Write rank and suit, like 7c, 10h, qs.", text=text.strip())
        ) from None


def points_sent(value: Any) -> float | int:
    """Points as somebody writes them: with a comma or a true minus as well."""
    try:
        number = float(str(value).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        raise PlainError(_("Write the points as a number.")) from None
    return int(number) if number.is_integer() else number

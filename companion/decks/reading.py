"""Reads the definition of a deck from a TOML file.

Those beside this module are ready-made, people's own lie in `decks/` of their data folder. A file
may be as short as

    name = "Zodiac"
    [[card]]
    id = "aries"
    en = "The Ram"

or go through suits and ranks, as the ready-made ones do:

    code = "{suit}-{rank}"                   # how ids are made; this is the default
    [say]                                    # how names are made, for each language
    en = "{rank} of {suit}"
    [[suit]]                                 # also: ranks = ["as", "2"] where not all are there
    id = "feuer"
    de = "Feuer"
    [[rank]]
    id = "as"

`extends = "inrah"` takes over everything of another definition first. `also = ["air"]` are more
words by which a suit, rank or card is known in the names of files. `copies = 2` says that there are
two of a card that may look different. `[vier-engel]` names the usual `angels` and `devil`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from companion.cards import Language, card_of, is_card, is_custom_id
from companion.decks.definition import (
    LANGUAGES,
    Deck,
    DeckCard,
    DeckError,
    Names,
    card_id,
    checked,
    checked_names,
    in_language,
)

KEYS: Final = {"name", "extends", "code", "say", "suit", "rank", "card", "vier-engel"}
NAMED: Final = {*LANGUAGES, "also"}


def read_deck(path: Path, find: Callable[[str], Deck | None] = lambda _name: None) -> Deck:
    """The deck in a TOML file; its id is the file's name without the ending.

    `find` gives the deck that it extends. Raises DeckError.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise DeckError(path, f"it cannot be read ({fault.strerror})") from None
    except UnicodeDecodeError:
        raise DeckError(path, "it is no text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise DeckError(path, f"it is no TOML ({_first_line(fault)})") from None
    if not is_custom_id(path.stem):
        raise DeckError(path, "its name may have lower-case letters, digits, - and _ only")
    return deck_from(data, path.stem, path, find)


def deck_from(
    data: Mapping[str, Any],
    name: str,
    source: object,
    find: Callable[[str], Deck | None] = lambda _name: None,
) -> Deck:
    """The deck that a definition's content describes. Raises DeckError."""
    for key in data:
        if key not in KEYS:
            raise DeckError(source, f"a deck has no {key!r}; it has {', '.join(sorted(KEYS))}")
    base: Deck | None = None
    if "extends" in data:
        base = find(str(data["extends"]))
        if base is None:
            raise DeckError(source, f"there is no deck {data['extends']!r} that it could extend")
    parts: dict[str, Any] = {**(base.parts if base else {})}
    for kind in ("suit", "rank", "card"):
        own = _tables(data, kind, source)
        ids = {entry["id"] for entry in own}
        parts[kind] = [one for one in parts.get(kind, []) if one["id"] not in ids] + own
    parts |= {key: data[key] for key in ("code", "say", "vier-engel") if key in data}
    names: Names = base.names if base else {"en": name}
    if "name" in data:
        names = checked_names(data["name"], source)
    engel = parts.get("vier-engel", {})
    angels = engel.get("angels", []) if isinstance(engel, dict) else None
    if not isinstance(angels, list) or not engel.keys() <= {"angels", "devil"}:
        raise DeckError(source, "[vier-engel] has a list of angels and a devil, nothing else")
    deck = Deck(
        name,
        names,
        (*_combined(parts, source), *(_card(entry, source) for entry in parts["card"])),
        tuple(map(str, angels)),
        str(engel.get("devil", "")),
        parts,
    )
    return checked(deck, source)


def _combined(parts: Mapping[str, Any], source: object) -> list[DeckCard]:
    """Every suit with each of its ranks."""
    say = parts.get("say", {})
    code = str(parts.get("code", "{suit}-{rank}"))
    if not isinstance(say, dict):
        raise DeckError(source, '[say] is like en = "{rank} of {suit}"')
    ranks = {entry["id"]: entry for entry in parts["rank"]}
    cards = []
    for suit in parts["suit"]:
        of_suit = suit.get("ranks", list(ranks))
        for rank_id in of_suit if isinstance(of_suit, list) else [of_suit]:
            rank = ranks.get(str(rank_id))
            if rank is None:
                raise DeckError(
                    source, f"{suit['id']} has the rank {rank_id!r}, which is no [[rank]]"
                )
            names: dict[Language, str] = {
                language: _filled(
                    str(say.get(language, say.get("en", "{suit} {rank}"))),
                    in_language(_own_names(suit), language) or suit["id"],
                    in_language(_own_names(rank), language) or rank["id"],
                    source,
                )
                for language in LANGUAGES
            }
            card = _filled(code, suit["id"], rank["id"], source)
            if is_card(card):  # The 52 have their names already.
                names = {language: card_of(card).name(language) for language in LANGUAGES}
            also = tuple(
                f"{one},{other}"
                for one in (suit["id"], *_own_names(suit).values(), *suit.get("also", ()))
                for other in (rank["id"], *_own_names(rank).values(), *rank.get("also", ()))
            )
            cards.append(DeckCard(card_id(card, source), names, suit["id"], rank["id"], 1, also))
    return cards


def _filled(pattern: str, suit: str, rank: str, source: object) -> str:
    # Not str.format: a pattern out of a file may do no more than this.
    bare = pattern.replace("{suit}", "").replace("{rank}", "")
    if "{" in bare or "}" in bare:
        raise DeckError(source, f"{pattern!r} may have {{suit}} and {{rank}} only")
    return pattern.replace("{suit}", suit).replace("{rank}", rank)


def _card(entry: Mapping[str, Any], source: object) -> DeckCard:
    names = _own_names(entry) or {"en": entry["id"]}
    return DeckCard(
        card_id(entry["id"], source),
        names,
        entry.get("suit"),
        entry.get("rank"),
        entry.get("copies", 1),
        tuple(entry.get("also", ())),
    )


def _tables(data: Mapping[str, Any], kind: str, source: object) -> list[dict[str, Any]]:
    """The entries of one kind, each a mapping with an id and names that are text."""
    entries = data.get(kind, [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise DeckError(source, f"each {kind} begins with [[{kind}]]")
    more = {"suit": {"ranks"}, "rank": set(), "card": {"suit", "rank", "copies"}}[kind]
    for n, entry in enumerate(entries, 1):
        if not isinstance(entry.get("id"), str) or not entry["id"]:
            raise DeckError(source, f"{kind} no. {n} has no id")
        odd = entry.keys() - {"id", *NAMED, *more}
        if odd:
            raise DeckError(source, f"{kind} {entry['id']!r} has no {min(odd)!r}")
        checked_names({key: entry[key] for key in LANGUAGES if key in entry}, source)
        also = entry.get("also", [])
        if not isinstance(also, list) or not all(isinstance(word, str) for word in also):
            raise DeckError(source, f'{entry["id"]}: also is a list of words, ["air"]')
    return entries


def _own_names(entry: Mapping[str, Any]) -> dict[Language, str]:
    return {language: entry[language] for language in LANGUAGES if language in entry}


def _first_line(fault: Exception) -> str:
    text = str(fault).splitlines()[0] if str(fault) else "nested too deeply"
    return text.rstrip(".")

"""Why a flag was raised, in one sentence a person understands, in German, English and Polish."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from companion.cards import Language
from companion.games import Flag
from companion.games._events import plain
from companion.games._rulings import REASONS as COMMON
from companion.games._rulings import card_names, words
from companion.games.vier_engel.sentences import SENTENCES


def reason(flag: Flag, language: Language) -> str:
    """One sentence that tells a person why `flag` was raised."""
    found = words(flag, language)
    if isinstance(number := flag.facts.get("found"), Fraction):
        found["found"] = plain(number)
    if devil := flag.facts.get("devil"):
        found["devil"] = card_names((devil,), language)
    key = f"{flag.code}:{_variant(flag, SENTENCES[language])}"
    sentences = SENTENCES[language]
    pattern = sentences[key] if key in sentences else COMMON[language][flag.code]
    sentence = pattern.format(**found)
    return sentence[0].upper() + sentence[1:]


def _variant(flag: Flag, sentences: Mapping[str, str]) -> str:
    facts = flag.facts
    match flag.code:
        case "foreign_card":
            return "sealing" if facts.get("sealing") else ""
        case "already_turned":
            return "open" if facts["open"] else ""
        case "wrong_number_of_cards":
            if not facts["open"]:
                return ""
            return "twice" if facts["twice"] else "open"
        case "moved_after_release" | "peeked":
            return "somebody" if flag.player is None else ""
        case "not_a_set" | "reference_unclear":
            return str(facts["share"])
        case "false_announcement":
            return str(facts["verdict"])
        case "wrong_phase":
            return _wrong_phase(facts, sentences)
    return ""


def _wrong_phase(facts: Mapping[str, object], sentences: Mapping[str, str]) -> str:
    """First that the event belongs to another game, then that this one is over, then why not now.

    The most special sentence there is: for this event in this phase, for the event, for the phase.
    """
    if facts["elsewhere"]:
        return f"elsewhere-{facts['elsewhere']}"
    if facts["phase"] == "over" and facts["type"] not in ("dispute", "reference"):
        return "over"
    keys = (f"{facts['type']}-{facts['phase']}", str(facts["type"]))
    return next((key for key in keys if f"wrong_phase:{key}" in sentences), f"in-{facts['phase']}")

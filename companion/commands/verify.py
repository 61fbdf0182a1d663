"""`companion verify`: checks a judge's audit file without trusting the program that wrote it.

Everything is computed anew from the file; `companion/seal.md` describes the format for those who
would rather write a checker of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from companion.errors import FAILED, USAGE, PlainError
from companion.seal import DIGEST, commitment_of, root_of

FORMAT = "vier-engel-audit"
VERSION = 1
CARDS = 5
UNCHECKED = 3
"""Status where nothing speaks against an audit, but not all of it is proved."""
TEXTS = ("card", "verdict")
CARD = re.compile(r"[A-Za-z0-9_-]+")
"""Nothing else may stand in what is hashed, so that no two readings have the same hash."""
ROUND_KEYS = {
    "seal": int,
    "round": int,
    "layer": str,
    "cards": list,
    "root": str,
    "commitments": list,
    "sealed_by_event": int,
    "answers": list,
    "disputed": bool,
    "openings": list,
}


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--root",
    "roots",
    multiple=True,
    metavar="HEX",
    help="A root that you noted at the table: it has to be in FILE. May be given several times.",
)
def command(file: Path, roots: tuple[str, ...]) -> None:
    """Check FILE, the audit of a judge's seals, on this machine alone.

    For every sealed round: the root is that of the five commitments, every opening is what was
    committed to and what was answered, there is no second devil, and the seal came before the
    first answer. Where all five are opened there was exactly one devil. Status 1 if anything does
    not fit, 2 if FILE is no audit, 3 if there is a seal that cannot be checked, or none at all.
    """
    rounds = rounds_of(_read(file), str(file))
    faults = [f"{name_of(one)}: {fault}." for one in rounds for fault in faults_of(one)]
    faults += [f"{fault}." for fault in faults_between(rounds)]
    known = {one["root"] for one in rounds}
    faults += [
        f"The root {root} is in no round of this file."
        for root in roots
        if root.lower() not in known
    ]
    for one in rounds:
        click.echo(f"{name_of(one)}: {told(one)}")
    for fault in faults:
        click.echo(f"WRONG  {fault}")
    if faults:
        more = "thing does" if len(faults) == 1 else "things do"
        raise PlainError(f"{file}: {len(faults)} {more} not fit.", FAILED)
    if unchecked := unchecked_of(rounds):
        raise PlainError(f"{file}: {unchecked}", UNCHECKED)
    number = "1 seal" if len(rounds) == 1 else f"{len(rounds)} seals"
    click.echo(f"All of it fits: {number} checked.")


def unchecked_of(rounds: Sequence[dict[str, Any]]) -> str:
    """Why not all of it is proved although nothing speaks against it; empty if all is."""
    bare = sum(not one["commitments"] for one in rounds)
    if not rounds:
        return "there is no seal in it, so nothing was checked."
    if bare:
        return (
            f"nothing was found wrong, but {bare} of {len(rounds)} could not be checked: of a seal "
            "with its root alone anybody can claim any answer."
        )
    return ""


def _read(file: Path) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in found]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise PlainError(f"{file}: the key {twice!r} stands twice.", USAGE)
        return dict(found)

    try:
        return json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=pairs)
    except OSError as fault:
        raise PlainError(f"{file} cannot be read: {fault.strerror}.", USAGE) from None
    except (ValueError, RecursionError):
        raise PlainError(f"{file}: that is no JSON in UTF-8.", USAGE) from None


def rounds_of(content: Any, source: str) -> list[dict[str, Any]]:
    """The sealed rounds of an audit, their form checked; raises PlainError."""
    wrong = PlainError(f"{source}: that is no {FORMAT} of version {VERSION}.", USAGE)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise wrong
    rounds = content.get("rounds")
    if content.get("version") != VERSION or not isinstance(rounds, list):
        raise wrong
    for number, one in enumerate(rounds, 1):
        if not isinstance(one, dict):
            raise PlainError(f"{source}: entry {number} of the rounds is no mapping.", USAGE)
        for key, kind in ROUND_KEYS.items():
            if type(one.get(key)) is not kind:
                fault = f"entry {number} of the rounds has no proper {key!r}"
                raise PlainError(f"{source}: {fault}.", USAGE)
        parts = [*one["answers"], *one["openings"]]
        texts = [one["layer"], *one["cards"], *one["commitments"]]
        texts += [part.get(key) for part in parts if isinstance(part, dict) for key in TEXTS]
        numbers = [part.get("event") for part in one["answers"] if isinstance(part, dict)]
        numbers += [part.get("position") for part in one["openings"] if isinstance(part, dict)]
        nonces = [part.get("nonce") for part in one["openings"] if isinstance(part, dict)]
        if (
            not all(isinstance(part, dict) for part in parts)
            or not all(isinstance(text, str) and text.isprintable() for text in [*texts, *nonces])
            or not all(type(value) is int for value in numbers)
        ):
            raise PlainError(f"{source}: entry {number} of the rounds is not complete.", USAGE)
    return rounds


def name_of(one: dict[str, Any]) -> str:
    """`Seal 3, round 2, Ada laid`."""
    return f"Seal {one['seal']}, round {one['round']}, {one['layer']} laid"


def told(one: dict[str, Any]) -> str:
    """What is open of a sealed round, for people."""
    opened = one["openings"]
    first = min((answer["event"] for answer in one["answers"]), default=None)
    when = f"sealed by event {one['sealed_by_event']}"
    when += ", no answer given" if first is None else f", first answer at event {first}"
    if not one["commitments"]:
        return f"{when}; only the root is known, so nothing more can be checked."
    devils = [opening["card"] for opening in opened if opening["verdict"] == "devil"]
    rest = "" if len(opened) == CARDS else "; the rest stays secret unless it is disputed"
    devil = f", the devil is {' and '.join(devils)}" if devils else ""
    return f"{when}; {len(opened)} of {CARDS} opened{devil}{rest}."


def faults_of(one: dict[str, Any]) -> Iterator[str]:
    """What does not fit in a sealed round, each without a full stop."""
    cards, commitments, openings = one["cards"], one["commitments"], one["openings"]
    if len(cards) != CARDS or len(set(cards)) != CARDS:
        yield "these are not five different cards"
        return
    if not all(map(CARD.fullmatch, cards)):
        yield "a card's code has letters, digits, - and _ only"
        return
    if not DIGEST.fullmatch(one["root"]):
        yield "the root is no SHA-256 digest"
    if commitments and len(commitments) != CARDS:
        yield f"there are {len(commitments)} commitments for five cards"
        return
    if commitments and root_of(commitments) != one["root"]:
        yield "the root is not that of the commitments"
    if openings and not commitments:
        yield "something is opened that was not committed to"
        return
    yield from _faults_of_openings(cards, commitments, openings)
    yield from _faults_of_answers(one)
    devils = sum(opening["verdict"] == "devil" for opening in openings)
    if devils > 1:
        yield f"there are {devils} devils"
    if len(openings) == CARDS and devils == 0:
        yield "all five are opened, and none is the devil"
    if one["disputed"] and commitments and len(openings) != CARDS:
        yield "it was disputed, but not all five are opened"


def _faults_of_openings(
    cards: Sequence[str], commitments: Sequence[str], openings: Sequence[dict[str, Any]]
) -> Iterator[str]:
    opened: set[int] = set()
    for opening in openings:
        position, card, nonce = opening["position"], opening["card"], opening["nonce"]
        if not 1 <= position <= CARDS:
            yield f"there is no position {position}"
            continue
        if position in opened:
            yield f"position {position} is opened twice"
        opened.add(position)
        if cards[position - 1] != card:
            yield f"at position {position} lies {cards[position - 1]}, not {card}"
        if opening["verdict"] not in ("angel", "devil"):
            yield f"{opening['verdict']!r} is no verdict"
        if not DIGEST.fullmatch(nonce):
            yield f"the nonce of {card} is not 64 hexadecimal digits"
        found = commitment_of(position, card, opening["verdict"], nonce)
        if found != commitments[position - 1]:
            yield f"{card} was not sealed as {opening['verdict']}"


def _faults_of_answers(one: dict[str, Any]) -> Iterator[str]:
    opened = {opening["card"]: opening["verdict"] for opening in one["openings"]}
    asked: set[str] = set()
    for answer in one["answers"]:
        card, verdict = answer["card"], answer["verdict"]
        if card not in one["cards"]:
            yield f"an answer was given for {card}, which does not lie there"
        if card in asked:
            yield f"two answers were given for {card}"
        asked.add(card)
        if answer["event"] <= one["sealed_by_event"]:
            yield f"the answer for {card} came before the seal"
        if one["commitments"] and card not in opened:
            yield f"the answer for {card} was not opened"
        elif one["commitments"] and opened[card] != verdict:
            yield f"the answer for {card} was {verdict}, but {opened[card]} is what was sealed"
        if verdict not in ("angel", "devil"):
            yield f"{verdict!r} is no answer"
    if not one["disputed"] and len(opened.keys() - asked) > 0:
        yield "more is opened than was asked for, without a dispute"


def faults_between(rounds: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What does not fit between the seals of a game."""
    if [one["seal"] for one in rounds] != list(range(1, len(rounds) + 1)):
        yield "The seals are not numbered 1, 2, 3 …: some are missing"
    order = [one["sealed_by_event"] for one in rounds]
    if order != sorted(set(order)):
        yield "The seals are not in the order of their events"
    nonces = [opening["nonce"] for one in rounds for opening in one["openings"]]
    if len(set(nonces)) != len(nonces):
        yield "A nonce is used twice"

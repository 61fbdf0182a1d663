"""`companion teach`: a deck is shown to the camera once, card by card, or taken from pictures."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.data_folder import data_folder
from companion.decks.file import LARGEST, TaughtDeck
from companion.decks.shelf import ENDING, Shelf
from companion.errors import USAGE, PlainError
from vision.sighting import BACK

if TYPE_CHECKING:
    from companion.teaching.lesson import Shown


@click.command()
@click.argument("deck", required=False)
@click.option("--of", "kind", help="What cards it has (see --list); its own name by default.")
@click.option("--name", "words", default="", help="What a new deck is called on the pages.")
@click.option("--images", type=click.Path(path_type=Path), help="A folder, one picture a card.")
@click.option("--source", help="A camera's number, a film or an address; cards laid one by one.")
@click.option("--list", "listed", is_flag=True, help="What there is: decks taught, and kinds.")
@click.option("--export", "out", type=click.Path(path_type=Path), help="Write the deck to a file.")
@click.option("--import", "file", type=click.Path(path_type=Path), help="Take in a deck's file.")
@click.option("--rename", nargs=2, metavar="CARD NAME", help="Give a card another name.")
@click.option("--forget", metavar="CARD", help="Forget a card's pictures.")
@click.option("--delete", is_flag=True, help="Forget the whole deck.")
@click.option("--data", type=click.Path(), help="Folder for the evenings (default: your own).")
def command(
    deck: str | None,
    kind: str | None,
    words: str,
    images: Path | None,
    source: str | None,
    listed: bool,
    out: Path | None,
    file: Path | None,
    rename: tuple[str, str] | None,
    forget: str | None,
    delete: bool,
    data: str | None,
) -> None:
    """Teach DECK: lay one card after another before the camera, or give a folder of pictures.

    What was shown is kept at once; the same command goes on where it was interrupted. The pages of
    `companion serve` do the same with pictures and names to tap (Decks, on the set-up page).
    """
    shelf = Shelf(data_folder(data))
    if listed:
        return _list(shelf)
    if file is not None:
        return _import(shelf, file)
    if deck is None:
        raise PlainError("Name the deck, or see --list for those that there are.", USAGE)
    if delete:
        shelf.delete(deck)
        return click.echo(f"{deck} is forgotten.")
    if out is not None:
        return _export(shelf, deck, out)
    if rename is not None or forget is not None:
        return _change(shelf, deck, rename, forget)
    if (images is None) == (source is None):
        raise PlainError("Say where its cards are seen: --images FOLDER or --source S.", USAGE)
    taught = _opened(shelf, deck, kind, words)
    return _pictures(shelf, taught, images) if images else _camera(shelf, taught, str(source))


def _opened(shelf: Shelf, deck: str, kind: str | None, words: str) -> TaughtDeck:
    """The deck as far as it is taught, or a new one of that kind."""
    shelf.path(deck)
    if shelf.has(deck):
        return shelf.open(deck)
    from companion.decks.definition import Deck

    known = shelf.definitions()
    if kind is None and deck not in known:
        click.echo(f"{deck} is a new deck of cards that are named while they are shown.")
        return TaughtDeck.blank(Deck(deck, {"en": words or deck}, ()))
    definition = shelf.definition(kind or deck)
    return TaughtDeck.blank(definition).called(deck, words or (deck if kind else ""))


def _list(shelf: Shelf) -> None:
    for one in shelf.taught():
        cards = [card for card in one.taught.cards if card != BACK]
        shown = sum(card not in one.missing for card in cards)
        click.echo(f"{one.id}: {one.definition.name('en')}, {shown} of {len(cards)} cards shown")
    for name, kind in shelf.definitions().items():
        click.echo(f"--of {name}: {kind.name('en')}, {len(kind.cards)} cards")
    for fault in shelf.faults():
        click.echo(fault, err=True)


def _import(shelf: Shelf, file: Path) -> None:
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)  # A film chosen by mistake is not read to its end.
    except OSError as fault:
        raise PlainError(f"{file} cannot be read: {fault.strerror}.", USAGE) from None
    deck = shelf.take_in(content, file)
    click.echo(f"{deck.definition.name('en')} is there as {deck.id}.")


def _export(shelf: Shelf, deck: str, out: Path) -> None:
    out = out / f"{deck}{ENDING}" if out.is_dir() else out
    try:
        out.write_bytes(shelf.open(deck).to_bytes())
    except OSError as fault:
        raise PlainError(f"{out} cannot be written: {fault.strerror}.") from None
    click.echo(f"{out} can be handed on; companion teach --import takes it in.")


def _change(shelf: Shelf, deck: str, rename: tuple[str, str] | None, forget: str | None) -> None:
    from companion.teaching.lesson import Lesson
    from companion.teaching.sight import Sight

    lesson = Lesson(shelf, shelf.open(deck), Sight().gallery)
    if rename is not None:
        before, _ = lesson.meant(rename[0])
        click.echo(f"{before} is {lesson.rename(before, rename[1])} now.")
    if forget is not None:
        card, _ = lesson.meant(forget)
        lesson.forget(card)
        click.echo(f"{card} is to be shown again.")


def _pictures(shelf: Shelf, deck: TaughtDeck, folder: Path) -> None:
    from companion.teaching.folder import learn_folder
    from companion.teaching.sight import Sight

    taken = known = 0
    for one in learn_folder(shelf, deck, folder, Sight()):
        deck = one.deck
        known += one.known
        taken += bool(one.cards)
        names = ", ".join(_said(deck, card) for card in one.cards)
        if names:
            click.echo(f"{_progress(deck)}  {names}  ({_file(one.path)})")
        elif one.why:
            click.echo(f"{_file(one.path)} is not taken: {one.why}.", err=True)
    if not taken and not known:
        raise PlainError(f"Nothing could be learned from {folder}.")
    click.echo(_summary(deck))


def _file(path: Path) -> str:
    """The file's name on one line, also where its letters are no text here."""
    return " ".join(click.format_filename(path.name).split())


def _camera(shelf: Shelf, deck: TaughtDeck, source: str) -> None:
    from companion.commands._table import opened
    from companion.teaching.lesson import Lesson
    from companion.teaching.sight import Sight
    from companion.telling import Opened, tell
    from vision.sources import SourceError
    from vision.table import Table

    lesson = Lesson(shelf, deck, Sight().gallery)
    click.echo("Lay one card after another before the camera; the first one face down.")
    with ExitStack() as stack:
        frames = opened(source)
        stack.callback(frames.close)
        try:
            for told in tell(Opened(frames, Table()), teaching=lambda: True):
                for card in told.still:
                    shown = lesson.show(card)
                    if shown is not None:
                        click.echo(_outcome(lesson.deck, shown))
                if lesson.ready and lesson.deck.shown(BACK):
                    break
        except SourceError as fault:
            raise PlainError(str(fault)) from None
        except KeyboardInterrupt:
            click.echo("")
    click.echo(_summary(lesson.deck))


def _outcome(deck: TaughtDeck, shown: Shown) -> str:
    from companion.teaching.folder import WHY

    if shown.kind == "refused":
        return f"Not taken: {WHY[shown.faults[0]]}."
    name = _said(deck, shown.card)
    if shown.kind == "taken":
        return f"{_progress(deck)}  {name}"
    if shown.kind == "again":
        return f"{name} was shown already."
    return f"Is this {name}? It is not clear enough to be taken; show it again, or use the pages."


def _said(deck: TaughtDeck, card: str) -> str:
    known = deck.definition.card(card)
    return "the back" if card == BACK else known.name("en") if known else card


def _progress(deck: TaughtDeck) -> str:
    cards = [card for card in deck.taught.cards if card != BACK]
    return f"{sum(card not in deck.missing for card in cards):3} of {len(cards)}"


def _summary(deck: TaughtDeck) -> str:
    missing = [_said(deck, card) for card in deck.missing]
    if not missing:
        return f"{deck.id}: every card is known."
    first = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
    return f"{deck.id}: {len(missing)} still to be shown: {first}"

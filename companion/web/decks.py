"""Decks: teaching them to the camera card by card, and handing them on as files."""

from __future__ import annotations

from typing import Any

import cv2
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.file import TaughtDeck
from companion.decks.shelf import ENDING
from companion.errors import PlainError
from companion.teaching.lesson import Lesson
from companion.teaching.school import School
from companion.web.again import would_be_cut_short
from companion.web.answers import action, plain_sentence, sent, table_session
from companion.web.deck_tiles import card_name, choices_for, tiles_of
from companion.web.guard import referee_only
from companion.web.language import _
from companion.web.live import pictures, state_mark
from companion.web.referee import WHO
from companion.web.refusals_said import refusal_said
from companion.web.words import language
from vision.sighting import BACK

blueprint = Blueprint("decks", __name__, url_prefix="/decks")

LARGEST_FILE = 4_200_000
"""Bytes of a deck that is sent, with what a form adds to it."""


def school() -> School:
    """The app's school."""
    found = current_app.extensions["school"]
    assert isinstance(found, School)
    return found


# ---- all decks ----


@blueprint.get("")
@referee_only
def all_decks() -> str:
    """Every taught deck, and how to get another."""
    return _list()


def _list(fault: str | None = None) -> str:
    shelf = school().shelf
    return render_template(
        "decks/all.html",
        decks=shelf.taught(),
        kinds=shelf.definitions().values(),
        faults=list(map(refusal_said, shelf.faults())),
        fault=fault,
        language_code=language(),
        running=school().lesson,
    )


@blueprint.post("/new")
@referee_only
def new() -> AnyResponse | str:
    """Begin a new deck."""
    try:
        _no_game()
        deck = school().new(str(request.form.get("kind", "")), str(request.form.get("name", "")))
        school().begin(deck.id)
    except PlainError as fault:
        return _list(plain_sentence(fault))
    return redirect(url_for("decks.show", name=deck.id), 303)


@blueprint.post("/import")
@referee_only
def take_in() -> AnyResponse | str:
    """Take in a deck that somebody sent."""
    request.max_content_length = LARGEST_FILE
    file = request.files.get("file")
    try:
        if file is None or not file.filename:
            raise PlainError(_("Choose the file of a deck first."))
        deck = school().shelf.take_in(file.read(), file.filename)
    except PlainError as fault:
        return _list(plain_sentence(fault))
    return redirect(url_for("decks.show", name=deck.id), 303)


# ---- one deck ----


@blueprint.get("/<name>")
@referee_only
def show(name: str) -> str:
    """One deck: what is taught of it, and the lesson while it runs."""
    return render_template("decks/deck.html", **_of(name))


@blueprint.get("/<name>/now")
@referee_only
def now(name: str) -> str:
    """Only what changes."""
    return render_template("decks/now.html", **_of(name))


def _of(name: str) -> dict[str, Any]:
    lesson = _running(name)
    deck = lesson.deck if lesson else _deck(name)
    snapshot = table_session().snapshot("table")
    tiles = list(tiles_of(deck, lesson))
    shown = [tile for tile in tiles if tile.card != BACK]
    return {
        "deck": deck,
        "lesson": lesson,
        "title": deck.definition.name(language()),
        "tiles": tiles,
        "names": [tile.name for tile in tiles],
        "done": sum(tile.views >= tile.wanted for tile in shown),
        "total": len(shown),
        "of_cards": lambda card: card_name(deck, card),
        "choices": lambda one: choices_for(deck, lesson, one),
        "laid": list(reversed(lesson.shown)) if lesson else [],
        "snapshot": snapshot,
        "mark": state_mark(snapshot),
        "has_camera": school().has_camera and pictures() is not None,
        "has_source": bool(getattr(current_app.extensions["camera"], "source", "")),
    }


@blueprint.post("/<name>/begin")
@referee_only
@action
def begin(name: str) -> None:
    """Begin a lesson, or go on with one."""
    _no_game()
    _deck(name)
    school().begin(name)


@blueprint.post("/<name>/end")
@referee_only
@action
def end(name: str) -> None:
    """End the lesson; all of it is kept."""
    if _running(name):
        school().end()


@blueprint.post("/<name>/take")
@referee_only
@action
def take(name: str) -> None:
    """What was laid is that card."""
    fields = sent()
    words = str(fields.get("typed") or fields.get("card") or "")
    _lesson(name).take(_number(fields.get("number")), words)


@blueprint.post("/<name>/drop")
@referee_only
@action
def drop(name: str) -> None:
    """What was laid is not to be kept."""
    _lesson(name).drop(_number(sent().get("number")))


@blueprint.post("/<name>/card")
@referee_only
@action
def change(name: str) -> None:
    """Show a card again, forget its pictures, or give it another name."""
    fields, lesson = sent(), _lesson(name)
    card, what = str(fields.get("card", "")), str(fields.get("do", ""))
    if what == "forget":
        lesson.forget(card)
    elif what == "rename":
        lesson.rename(card, str(fields.get("typed", "")))
    else:
        lesson.expect(card)


@blueprint.post("/<name>/ways")
@referee_only
@action
def ways(name: str) -> None:
    """Whether cards are taken at once, and whether the back is shown."""
    fields, lesson = sent(), _lesson(name)
    if "automatic" in fields:
        lesson.automatic = fields["automatic"] == "on"
    if "back" in fields:
        lesson.without_back = fields["back"] == "off"
    table_session().refresh()


@blueprint.post("/<name>/delete")
@referee_only
def delete(name: str) -> AnyResponse | str:
    """Forget a deck for good."""
    try:
        school().forget(name)
    except PlainError as fault:
        return _list(plain_sentence(fault))
    return redirect(url_for("decks.all_decks"), 303)


@blueprint.get("/<name>/export")
@referee_only
def export(name: str) -> Response:
    """The deck as a file to hand on."""
    headers = {"Content-Disposition": f'attachment; filename="{_deck(name).id}{ENDING}"'}
    return Response(_deck(name).to_bytes(), mimetype="application/zip", headers=headers)


@blueprint.get("/<name>/view/<card>.jpg")
@referee_only
def view(name: str, card: str) -> Response:
    """The first picture that is kept of a card."""
    views = _deck(name).taught.views.get(card)
    return _jpeg(views[0]) if views else abort(404)


@blueprint.get("/<name>/laid/<int:number>.jpg")
@referee_only
def laid(name: str, number: int) -> Response:
    """A card that was laid just now."""
    lesson = _running(name)
    found = [one for one in (lesson.shown if lesson else ()) if one.number == number]
    if not found:
        abort(404)
    return _jpeg(found[0].stored or cv2.imencode(".jpg", found[0].view)[1].tobytes())


def _jpeg(data: bytes) -> Response:
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "private, no-cache"})


# ---- corrections ----


@blueprint.post("/offers/<int:number>")
@referee_only
@action
def learn(number: int) -> str:
    """Learn from a picture of a card that was read wrongly, or do not."""
    if sent().get("do") == "no":
        school().decline(number)
        return ""
    offer = next((one for one in school().offers if one.number == number), None)
    jpeg = table_session().evidence(offer.evidence) if offer else None
    school().learn(number, jpeg)
    return _("The deck has learned from it.")


# ---- helping hands ----


def _deck(name: str) -> TaughtDeck:
    if not school().shelf.has(name):
        abort(404)
    return school().shelf.open(name)


def _running(name: str) -> Lesson | None:
    lesson = school().lesson
    return lesson if lesson is not None and lesson.deck.id == name else None


def _lesson(name: str) -> Lesson:
    lesson = _running(name)
    if lesson is None:
        raise PlainError(_("This deck is not being taught: begin first."))
    return lesson


def _number(value: Any) -> int:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _no_game() -> None:
    """No game runs from now on: one that is over is ended, any other is not, for this."""
    snapshot = table_session().snapshot("table")
    if snapshot["game"] is None or snapshot["ended"]:
        return
    if not snapshot["events"] or would_be_cut_short(snapshot):
        raise PlainError(_("A game is running: end it before a deck is taught."))
    table_session().end_game(WHO)

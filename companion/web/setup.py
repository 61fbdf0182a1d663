"""Starting a game: who plays, in which order, with which options, and which camera looks on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.errors import PlainError
from companion.games import InvalidGame, find
from companion.session import Outcome
from companion.session.names import check_names, spelled, tidy
from companion.teaching.lesson import Lesson
from companion.web import again, aim
from companion.web.advice_said import advice_said
from companion.web.answers import action, plain_sentence, sent, table_session
from companion.web.deck_choice import decks_offered, options_with
from companion.web.decks import school
from companion.web.games import offered, pages_of
from companion.web.guard import referee_only
from companion.web.joining import addresses, qr_code
from companion.web.language import _
from companion.web.live import newest_of, pictures, state_mark
from companion.web.referee import WHO
from vision.table import Table

blueprint = Blueprint("setup", __name__, url_prefix="/setup")

OTHER = "other"
"""In place of a source: the one that was typed."""

REMEMBERED = 24
"""So many names of earlier evenings are offered."""


class Camera(Protocol):
    """What the set-up page needs of the camera; whoever watches the table provides it."""

    @property
    def source(self) -> str:
        """The source in use, as `--source` takes it; empty without a camera."""

    def seat(self, players: Sequence[str]) -> Mapping[str, str]:
        """The arc of the table for each player, in order clockwise. Raises PlainError."""

    def choices(self) -> Sequence[tuple[str, str]]:
        """Sources that can be chosen now: (source, what a person calls it)."""

    def choose(self, source: str) -> None:
        """Look through another source; empty: none. Raises PlainError."""

    def play_with(self, deck: str) -> None:
        """This deck lies on the table from now on."""

    def teach(self, lesson: Lesson | None) -> None:
        """Show the cards that lie still to this lesson; None: to none any more."""

    @property
    def table(self) -> Table:
        """How the table lies in the picture; without seats where nobody set them."""

    def keep(self, table: Table) -> None:
        """Use this table from now on and keep it for later evenings. Raises PlainError."""


def camera() -> Camera | None:
    """The app's camera, None when it was started without one."""
    found: Camera | None = current_app.extensions["camera"]
    return found


@blueprint.get("")
@referee_only
def show() -> str:
    """The page; with `?again=` filled in as for an earlier game."""
    return _page(again.filled_again(request.args.get("again", type=int)))


def _page(filled: Mapping[str, Any], fault: str | None = None) -> str:
    session = table_session()
    snapshot = session.snapshot("table")
    return render_template(
        "setup/page.html",
        games=offered(),
        most=max(pages.most for pages in offered().values()),
        of_game={name: pages.setup() for name, pages in offered().items()},
        remembered=_remembered(),
        before=again.tables_before(),
        filled=filled,
        fault=fault,
        camera=camera(),
        phone=_phone_code(),
        decks=decks_offered(),
        plan=aim.for_page(watching.table) if (watching := camera()) is not None else "",
        **_looking(snapshot),
    )


def _phone_code() -> Any:
    """The code that a phone scans to become the camera; None while no other device gets in."""
    known = addresses()
    return qr_code(known.link("/phone", secure=True)) if known is not None else None


def _looking(snapshot: Any) -> dict[str, Any]:
    """How the camera is and what to change about its picture."""
    source = pictures()
    playing = snapshot["game"] is not None and not snapshot["ended"]
    return {
        "snapshot": snapshot,
        "mark": state_mark(snapshot),
        "has_picture": source is not None,
        "advice": advice_said(source.advised(), playing) if source is not None else [],
    }


@blueprint.get("/now")
@referee_only
def now() -> str:
    """Only what changes: how the camera is, and what to change about its picture."""
    return render_template("setup/now.html", **_looking(table_session().snapshot("table")))


@blueprint.get("/picture.jpg")
@referee_only
def picture() -> Response:
    """The newest picture, with nothing hidden while no game runs."""
    source = pictures()
    if source is None:
        return Response(status=204)
    return newest_of(lambda: source.whole() or source.latest())


def _remembered() -> list[str]:
    """Names of earlier evenings, the latest first."""
    heads = table_session().past_games()
    found = spelled(player for head in heads for player in head["players"])
    return list(found.values())[:REMEMBERED]


@blueprint.post("")
@referee_only
def start() -> Response | tuple[str, int]:
    """Start the game, or show the page again with what is wrong with it."""
    form = request.form
    then = "referee.show" if form.get("then") == "referee" else "table.show"
    if current_app.extensions["pressed"].again(request):
        return redirect(url_for(then), 303)
    players = [name for name in map(tidy, form.getlist("player")) if name]
    game = form.get("game", "berteln")
    try:
        deck = g.deck = form.get("deck", "french")
        options = options_with(game, deck, pages_of(game).options_sent(form, players))
        _check(game, players, options)
        find(game).start(players, options)
        watching = camera()
        if watching is not None:
            if aim.is_sent(form):
                watching.keep(aim.table_sent(form, watching.table))
            if (wanted := _source_sent(form, watching)) != watching.source:
                watching.choose(wanted)
            seats = watching.seat(players)
            watching.play_with(deck)
        else:
            seats = None
        school().end()
        table_session().start_game(
            game, players, options, seats=seats, deck=form.get("deck", "french"), who=WHO
        )
    except (PlainError, InvalidGame) as fault:
        return _page({**form, "player": form.getlist("player")}, plain_sentence(fault)), 409
    return redirect(url_for(then), 303)


def _check(game: str, players: Sequence[str], options: Mapping[str, Any]) -> None:
    """What people get wrong most, said in their own language before the game says it in English."""
    check_names(players)
    pages_of(game).check(players, options)


@blueprint.post("/variant")
@referee_only
@action
def variant() -> Outcome:
    """Change the variant of the running game; the button has asked twice, and it is logged."""
    session, fields = table_session(), sent()
    snapshot = session.snapshot("table")
    game, players = str(snapshot["game"]), snapshot["players"]
    kept = {k: v for k, v in snapshot["options"].items() if k in {"announcer", "dealer"}}
    changed = pages_of(game).options_sent({k: str(v) for k, v in fields.items()}, players)
    _check(game, players, changed)
    return session.change_options({**kept, **changed}, WHO, confirmed=True)


@blueprint.post("/camera")
@referee_only
@action
def choose_camera() -> str:
    """Look through another source."""
    watching = camera()
    if watching is None:
        raise PlainError(_("This dashboard was started without a camera."))
    wanted = _source_sent(sent(), watching)
    watching.choose(wanted)
    return _("The camera is being opened.") if wanted else _("Plays are entered by hand.")


def _source_sent(fields: Mapping[str, Any], watching: Camera) -> str:
    """The source that was chosen from the list, or, where none of it was meant, typed."""
    wanted = str(fields.get("source", "" if "other_source" in fields else watching.source)).strip()
    return str(fields.get("other_source", "")).strip() if wanted == OTHER else wanted


@blueprint.post("/table")
@referee_only
@action
def keep_table() -> str:
    """Keep how the table lies in the picture."""
    watching = camera()
    if watching is None:
        raise PlainError(_("This dashboard was started without a camera."))
    watching.keep(aim.table_sent(sent(), watching.table))
    return _("The table is kept like this.")

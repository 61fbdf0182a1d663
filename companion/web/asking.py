"""May I play this? A page for whoever asks, reached from the referee's; it books and sends nothing.

The card travels in the body of a request and back in its answer, and nowhere else: not in an
address, which is kept in histories, nor in a cookie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, jsonify, render_template
from werkzeug.wrappers import Response

from companion.cards import RANKS, SUITS
from companion.errors import PlainError
from companion.session.asking import Advice
from companion.web.answers import plain_sentence, sent, table_session, wants_json
from companion.web.entries import card_sent, card_typed
from companion.web.games import pages_of
from companion.web.guard import referee_only
from companion.web.language import _
from companion.web.words import language

blueprint = Blueprint("asking", __name__, url_prefix="/ask")


@blueprint.get("")
@referee_only
def show() -> str:
    """Who asks, and about which card; in a game without hands that there is nothing to ask."""
    snapshot = table_session().snapshot("table")
    running = snapshot["game"] is not None and not snapshot["ended"]
    return _drawn(table_session().nothing_to_ask() if running else None)


@blueprint.post("")
@referee_only
def ask() -> Response | str | tuple[Response | str, int]:
    """The answer, for this page alone."""
    try:
        fields = sent()
        cards = _cards(fields)
        snapshot = table_session().snapshot("table")
        if len(cards) > 1 and not pages_of(snapshot["game"]).asks_several(snapshot):
            raise PlainError(_("Ask about one card at a time."))
        told = table_session().may_play(str(fields.get("player") or "") or None, cards)
    except PlainError as fault:
        text = plain_sentence(fault)
        if wants_json():
            return jsonify({"ok": False, "error": text}), 409
        return _drawn(fault=text), 409
    if wants_json():
        found = {"may": told.may, "text": _said(told), "rule": told.rule, "unsure": told.unsure}
        return jsonify({"ok": True, **found})
    return _drawn(told, cards)


def _cards(fields: Mapping[str, Any]) -> list[str]:
    """The cards that are asked about: ticked, tapped or typed with commas."""
    ticked = fields.get("cards")
    cards = [str(card) for card in ticked] if isinstance(ticked, list) else []
    typed = str(fields.get("card", ""))
    if "rank" in fields or "suit" in fields or not (cards or typed.strip()):
        return [card_sent(fields)]
    return [*cards, *(card_typed(word) for word in typed.split(",") if word.strip())]


def _said(told: Advice) -> str:
    return told.reasons.get(language()) or told.reasons["en"]


def _drawn(told: Advice | None = None, cards: list[str] | None = None, fault: str = "") -> str:
    snapshot = table_session().snapshot("table")
    pages = pages_of(snapshot["game"])
    words = {
        "yes": _("Yes"),
        "no": _("No"),
        "depends": _("It depends"),
        "nothing": _("There is nothing to ask"),
    }
    return render_template(
        "referee/ask.html",
        snapshot=snapshot,
        told=told,
        word=words[told.may] if told else "",
        sentence=_said(told) if told else "",
        cards_asked=cards or [],
        fault=fault,
        several=pages.asks_several(snapshot),
        ranks=pages.ranks(snapshot) if snapshot["game"] else RANKS,
        suits=SUITS,
        all_cards=[rank + suit for suit in SUITS for rank in RANKS],
    )

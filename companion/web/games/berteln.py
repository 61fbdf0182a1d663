"""The pages of Berteln: house rules, moves by hand, what a player may press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import PlainError
from companion.games.berteln.table import CARDS_IN_PLAY, FEWEST_PLAYERS, MOST_PLAYERS
from companion.web import board
from companion.web.entries import card_sent, player_sent, points_sent
from companion.web.games.plain import Fields, PlainPages, Snapshot
from companion.web.language import _, ngettext
from companion.web.words import points


class BertelnPages(PlainPages):
    """What the pages ask of Berteln."""

    folder = "berteln"
    habits = ("passes_are_tapped", "unread_goes_on")
    fewest = FEWEST_PLAYERS
    most = MOST_PLAYERS

    def drawn(self, snapshot: Snapshot) -> dict[str, Any]:
        """Cards of the trick or rows of patience, and which trick it is."""
        patience = snapshot["state"].get("contract") == "patience"
        return {
            "seats": board.seats(snapshot),
            "rows": board.rows(snapshot) if patience else [],
            "trick_number": board.trick_number(snapshot),
            "tricks": board.tricks_in_deal(snapshot),
            "allowed": board.cards_allowed(len(snapshot["players"])),
        }

    def ranks(self, snapshot: Snapshot) -> str:
        """The ranks in play."""
        return board.ranks_in_play(snapshot)

    def setup(self) -> dict[str, Any]:
        """How many cards so many players can play with."""
        counts = range(self.fewest, self.most + 1)
        return {"usual": CARDS_IN_PLAY, "allowed": {n: board.cards_allowed(n) for n in counts}}

    def options_sent(self, form: Fields, players: Sequence[str]) -> dict[str, Any]:
        """The options that differ from the defaults."""
        options: dict[str, Any] = {}
        if form.get("cards_in_play"):
            options["cards_in_play"] = points_sent(form["cards_in_play"])
        for role in ("announcer", "dealer"):
            if player := player_sent(form.get(role), players):
                options[role] = player
        # Whoever chooses the announcer alone means the usual order: the dealer sits to their right.
        if "announcer" in options and "dealer" not in options:
            options["dealer"] = players[players.index(options["announcer"]) - 1]
        if str(form.get("bid_bonus", "")).strip() not in {"", "0"}:
            options["bid_bonus"] = points_sent(form["bid_bonus"])
        if form.get("may_pass"):
            options["may_pass"] = True
        return options

    def check(self, players: Sequence[str], options: Mapping[str, Any]) -> None:
        """Whether so many players can share so many cards."""
        super().check(players, options)
        counts = board.cards_allowed(len(players))
        if options.get("cards_in_play", counts[0]) not in counts:
            raise PlainError(
                _(
                    "%(cards)s cards cannot be shared among %(n)s players; possible: %(counts)s.",
                    cards=options["cards_in_play"],
                    n=len(players),
                    counts=", ".join(map(str, counts)),
                )
            )

    def move_sent(self, fields: Fields) -> dict[str, Any]:
        """One move by hand."""
        kind = str(fields.get("type", "play"))
        move: dict[str, Any] = {"type": kind}
        if fields.get("player"):
            move["player"] = str(fields["player"])
        if kind == "play":
            move["card"] = card_sent(fields)
        elif kind == "announce":
            move["contract"] = str(fields.get("contract", ""))
        elif kind == "bid":
            move["points"] = points_sent(fields.get("points"))
        return move

    def may(self, snapshot: Snapshot, player: str) -> set[str]:
        """Announce, bid, pass, or take one's own card back."""
        state = snapshot["state"]
        allowed = super().may(snapshot, player)
        if allowed:
            return allowed
        if state["phase"] == "announce" and state["announcer"] == player:
            allowed.add("announce")
        if state["phase"] == "bid_or_play":
            allowed.add("bid")
        if state["contract"] == "patience" and state["rows"] and not state["pending"]:
            # The turn's player may have laid their last card: then the next one acts (rule B18).
            players = snapshot["players"]
            left_of_turn = players[(players.index(state["turn"]) + 1) % len(players)]
            if player in {state["turn"], left_of_turn}:
                allowed.add("pass")
        return allowed

    def own_move(self, kind: str, player: str, fields: Fields) -> dict[str, Any]:
        """What a player's own page sends."""
        move: dict[str, Any] = {"type": kind}
        if kind == "announce":
            move["contract"] = str(fields.get("contract", ""))
        elif kind == "bid":
            move |= {"player": player, "points": points_sent(fields.get("points"))}
        elif kind == "pass":
            move["player"] = player
        return move

    def is_settled(self, snapshot: Snapshot) -> bool:
        """Whether a round is complete and the next one has not begun: Berteln ends by agreement."""
        state = snapshot["state"]
        all_to_come = len(state["contracts_left"]) == len(snapshot["sheet"]["contracts"])
        return bool(state["phase"] == "announce" and not state["pending"] and all_to_come)

    def variants(self, options: Mapping[str, Any]) -> list[str]:
        """Other numbers of cards, bids, free passing."""
        said = []
        if "cards_in_play" in options:
            said.append(ngettext("one card", "%(num)s cards", options["cards_in_play"]))
        if options.get("bid_bonus"):
            bonus = points(options["bid_bonus"])
            said.append(_("bonus %(points)s for an exact bid", points=bonus))
        if options.get("may_pass"):
            said.append(_("passing is free"))
        return said

    def deals(self, own: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The score sheet's cells in the order played, each with the cards behind it."""
        found: list[Mapping[str, Any]] = []
        for one in own["rounds"]:
            cells = [cell for cell in one["cells"].values() if cell]
            for cell in sorted(cells, key=lambda cell: int(cell["deal"])):
                found.append({**cell, "round": one["round"], "announcer": one["announcer"]})
        return found

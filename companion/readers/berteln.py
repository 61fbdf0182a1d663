"""Berteln as the camera sees it: a face that comes to rest in the centre is a play.

Who played is the arm's arc, checked against the turn; what may be played is never asked, since an
illegal card has to be seen as what it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.readers._arms import whose
from companion.readers._faces import Face, face_of
from companion.readers.move import UNREAD, Doubt, Habits, ReadGrade, ReadMove
from vision.events import (
    CardLaid,
    CardLaidBack,
    CardLifted,
    CardMoved,
    CardRead,
    CardRemoved,
    CardTurned,
    Swept,
    TableEvent,
)
from vision.sighting import BACK
from vision.table import Table

PATIENCE = "patience"
BETWEEN_DEALS = "announce"
PLAYING = ("play", "bid_or_play")
STRUCK, LEFT, AGREED = 0.3, 0.3, 0.7
"""The deck settles what an unread card is if cards that it cannot be have so much of the votes,
those that it can be so much, and one of these that share of theirs."""
LEFT_OF_FOREIGN = 0.1
"""So much is enough where the eye named a card that the game lacks: that name is surely wrong."""


@dataclass(frozen=True)
class Played:
    """A face in the centre that is a play of this deal."""

    face: Face
    player: str

    @property
    def card(self) -> str:
        """Its code, or `?`."""
        return self.face.card


class BertelnReader:
    """Reads one table; remembers which card in the centre is which play."""

    def __init__(
        self,
        table: Table,
        players: Sequence[str],
        arcs: Mapping[str, str] | None = None,
        habits: Habits | None = None,
    ) -> None:
        """`arcs`: the player at each arc of the table, by default the one of its name."""
        self._table = table
        self._players = tuple(players)
        self._arcs = dict(arcs) if arcs is not None else {name: name for name in players}
        self._passes_are_tapped = (habits or Habits()).passes_are_tapped
        self._deal: tuple[Any, ...] = ()
        self._plays: dict[int, Played] = {}
        """The plays of this deal whose cards lie in the centre, by track."""
        self._early: dict[int, Face] = {}
        """Faces that lie in the centre although no deal has begun."""
        self._laid_last: str | None = None
        """Who laid last in this deal."""
        self._out: dict[str, int] = {}
        """Tracks of the cards that were played in this deal, by card; gathered ones too."""
        self._lifted: set[int] = set()
        """Tracks of the cards that are in somebody's hand just now."""

    def see(self, event: TableEvent, state: Mapping[str, Any]) -> list[ReadMove]:
        """The moves that an event tells; `state` is the public state before them."""
        self._follow(state)
        moves = self._begun(state)
        match event:
            case CardLaid():
                moves += self._shown(face_of(event), state)
            case CardTurned() if event.before == BACK:
                moves += self._shown(face_of(event), state)
            case CardMoved():
                moves += self._moved(event, state)
            case CardRead():
                moves += self._read(event, state)
            case CardLifted():
                self._lifted.add(event.track)
            case CardLaidBack():
                self._lifted.discard(event.track)
            case CardRemoved():
                moves += self._left((event.track,), event.at, state)
            case Swept():
                moves += self._left(event.tracks, event.at, state)
            case _:
                pass
        return moves

    def _follow(self, state: Mapping[str, Any]) -> None:
        """Forget the last deal's cards once another one runs."""
        deal = tuple(state.get(key) for key in ("round", "deal", "contract", "dealer"))
        if deal != self._deal and state.get("phase") in PLAYING:
            self._plays.clear()
            self._out.clear()
            self._laid_last = None
            self._deal = deal

    def _begun(self, state: Mapping[str, Any]) -> list[ReadMove]:
        """What lay there before the deal was announced, once it was."""
        if state.get("phase") not in PLAYING or not self._early:
            return []
        early = sorted(self._early.values(), key=lambda face: face.at)
        self._early.clear()
        return [move for face in early for move in self._play(face, state)]

    # Cards that come

    def _shown(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        inside = self._table.in_centre(face.place)
        if face.card == BACK or not inside or face.track in self._plays:
            return []
        if state.get("phase") == BETWEEN_DEALS:
            self._early[face.track] = face
            return []
        return self._play(face, state) if state.get("phase") in PLAYING else []

    def _moved(self, event: CardMoved, state: Mapping[str, Any]) -> list[ReadMove]:
        inside = self._table.in_centre(event.after)
        known = event.track in self._plays or event.track in self._early
        if inside and not known:
            face = Face(
                event.track, event.card, event.at, event.after,
                arc=event.arc, certainty=event.arc_certainty,
            )  # fmt: skip
            return self._shown(face, state)
        return [] if inside else self._left((event.track,), event.at, state)

    def _play(self, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        player, grade, doubt, why = self._who(face, state)
        passes = self._passes(player, face, state) if doubt == "" else []
        question = None
        foreign = face.card != UNREAD and not _in_deck(face.card, state)
        card = self._by_deck(face, state, LEFT_OF_FOREIGN if foreign else LEFT)
        if face.card == UNREAD or (foreign and card != UNREAD):
            grade, doubt, why = "assumed", "card", "the card could not be read"
            question = f"Which card did {player if player != UNREAD else 'somebody'} lay?"
            if card != UNREAD:  # The game goes on, and the question stays.
                why = f"of what it may be, the deck leaves {card}"
                face = replace(face, card=card)
                self._out[card] = face.track
        elif self._out.setdefault(face.card, face.track) != face.track:
            # One deck: that a reading is wrong is far likelier than the same card twice.
            grade, doubt, why = "assumed", "card", f"{face.card} was seen in this deal before"
        elif foreign:
            grade, doubt, why = "assumed", "card", f"{face.card} is no card of this game"
        elif face.is_unsure and grade == "seen":
            grade, doubt, why = "assumed", "card", "the card is hard to read"
        self._plays[face.track] = Played(face, player)
        self._laid_last = player
        move = {"type": "play", "player": player, "card": face.card}
        play = ReadMove(
            move=move,
            grade=grade,
            at=face.at,
            why=why,
            doubt=doubt,
            candidates=face.candidates,
            evidence=face.evidence,
            track=face.track,
            question=question,
        )
        return [*passes, play]

    def _by_deck(self, face: Face, state: Mapping[str, Any], enough: float) -> str:
        """What an unread card is, where the deck settles what the eye could not: each of its cards
        is played once, and others there are none. `enough`: votes that the cards left need."""
        left = {
            name: share
            for name, share in face.votes.items()
            if _in_deck(name, state) and name not in self._out
        }
        share = sum(left.values())
        if share < enough or sum(face.votes.values()) - share < STRUCK:
            return UNREAD
        likeliest = max(left, key=lambda name: left[name])
        return likeliest if left[likeliest] >= AGREED * share else UNREAD

    def _read(self, event: CardRead, state: Mapping[str, Any]) -> list[ReadMove]:
        """A card of this deal is another one than it was taken for."""
        others = tuple(name for name in event.candidates if name != event.card)
        early, play = self._early.get(event.track), self._plays.get(event.track)
        if early is not None:
            self._early[event.track] = early.read_as(event.card, event.candidates, event.evidence)
        if play is not None:
            face = play.face.read_as(event.card, event.candidates, event.evidence)
            self._plays[event.track] = Played(face, play.player)
        if play is None or event.card == BACK:
            return []
        self._out = {card: track for card, track in self._out.items() if track != event.track}
        strange = self._out.setdefault(event.card, event.track) != event.track
        strange = strange or not _in_deck(event.card, state)
        return [
            ReadMove(
                move={"type": "play", "player": play.player, "card": event.card},
                grade="assumed" if strange else "seen",
                at=event.at,
                why=f"the card reads {event.card} now",
                doubt="card" if strange else "",
                candidates=others,
                evidence=event.evidence,
                track=event.track,
                revises=True,
            )
        ]

    # Who

    def _who(self, face: Face, state: Mapping[str, Any]) -> tuple[str, ReadGrade, Doubt, str]:
        """The player, how sure that is, what is in doubt, and why."""
        turn = self._turn(state)
        may_act = (turn, self._next(turn)) if self._in_row_turn(state) else (turn,)
        shares = {self._arcs.get(arc): share for arc, share in face.arms.items()}
        found = whose(self._arcs.get(face.arc or ""), face.certainty, shares, may_act)
        return found.player, found.grade, found.doubt, found.why

    def _turn(self, state: Mapping[str, Any]) -> str | None:
        """Whose turn it is, the cards counted that lie there but wait for a ruling."""
        turn = state.get("turn")
        if turn not in self._players:
            return None
        waiting = [w.get("player") for w in state.get("waiting", ())]
        if not waiting:
            return str(turn)
        if state.get("contract") == PATIENCE:
            return str(waiting[-1]) if waiting[-1] in self._players else str(turn)
        pending = state.get("pending") or {}
        laid = {entry["player"] for entry in state.get("trick", ())}
        laid |= {*waiting, pending.get("player")}
        start = self._players.index(str(turn))
        order = self._players[start:] + self._players[:start]
        return next((player for player in order if player not in laid), None)

    def _next(self, player: str | None) -> str | None:
        if player not in self._players:
            return None
        return self._players[(self._players.index(player) + 1) % len(self._players)]

    def _in_row_turn(self, state: Mapping[str, Any]) -> bool:
        """Patience: whoever has laid may go on, and the next may act as well (B18)."""
        return state.get("contract") == PATIENCE and self._laid_last == state.get("turn")

    def _passes(self, player: str, face: Face, state: Mapping[str, Any]) -> list[ReadMove]:
        """Patience: those who were passed over have passed, since a later player lays."""
        turn = self._turn(state)
        if self._passes_are_tapped or state.get("contract") != PATIENCE or turn is None:
            return []
        if not state.get("rows") or player not in self._players or state.get("pending"):
            return []
        skipped = turn if not self._in_row_turn(state) else self._next(turn)
        if player == turn:
            return []
        moves = []
        while skipped is not None and skipped != player:
            moves.append(
                ReadMove(
                    move={"type": "pass", "player": skipped},
                    grade="assumed",
                    at=face.at,
                    why=f"{player} laid a card after them",
                    doubt="happened",
                )
            )
            skipped = self._next(skipped)
        return moves

    # Cards that go

    def _left(self, tracks: Sequence[int], at: float, state: Mapping[str, Any]) -> list[ReadMove]:
        """Cards left the centre: a pending card alone was taken back."""
        gone = [self._plays.pop(track) for track in tracks if track in self._plays]
        for track in tracks:
            self._early.pop(track, None)
        self._lifted.difference_update(tracks)
        # Somebody is gathering the trick: one of its cards is seen to leave before the others.
        gathering = any(track in self._lifted for track in self._plays)
        if len(gone) == 1 and not gathering:  # taken back: the card may come again
            self._out = {card: t for card, t in self._out.items() if t != gone[0].face.track}
        if len(tracks) == 1 and gone and not gathering and self._is_pending(gone[0], state):
            return [
                ReadMove(
                    move={"type": "take_back"},
                    grade="seen",
                    at=at,
                    why=f"{gone[0].card} left the centre alone",
                    track=gone[0].face.track,
                )
            ]
        return self._unseen(gone, at, state)

    def _is_pending(self, play: Played, state: Mapping[str, Any]) -> bool:
        pending = state.get("pending")
        if pending:
            return bool(pending.get("card") == play.card and pending.get("player") == play.player)
        waiting = state.get("waiting") or [{}]
        first = waiting[0]
        # A card whose face could not be read holds the game up as well.
        return first.get("track") == play.face.track and UNREAD in (
            first.get("card"),
            first.get("player"),
        )

    def _unseen(
        self, gone: Sequence[Played], at: float, state: Mapping[str, Any]
    ) -> list[ReadMove]:
        """A trick was gathered although one card of it was not seen: somebody has to say which."""
        trick = [entry["player"] for entry in state.get("trick", ())]
        missing = [player for player in self._players if player not in trick]
        lay = {(p.player, p.card) for p in gone}
        whole = all(
            {(entry["player"], entry["card"]), (entry["player"], UNREAD)} & lay
            for entry in state.get("trick", ())
        )
        clear = not state.get("pending") and not state.get("waiting")
        if len(gone) < 2 or len(missing) != 1 or not whole or not clear:
            return []
        return [
            ReadMove(
                move={"type": "play", "player": missing[0], "card": UNREAD},
                grade="assumed",
                at=at,
                why=f"the trick was gathered, and no card of {missing[0]} was seen",
                doubt="card",
                question=f"Which card did {missing[0]} lay before the trick was gathered?",
            )
        ]


def _in_deck(card: str, state: Mapping[str, Any]) -> bool:
    """Whether the game is played with this card; a card that it lacks was rather misread."""
    return card in state.get("deck", (card,))


READER = BertelnReader

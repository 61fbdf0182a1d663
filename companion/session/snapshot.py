"""The shape of what pages show of a session: plain values that go through JSON as they are."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

View = Literal["table", "seat", "referee"]
Grade = Literal["seen", "confirmed", "assumed"]
FlagState = Literal["open", "stands", "taken_back", "annulled", "camera_wrong"]
EventStatus = Literal[
    "applied",  # the game took it
    "refused",  # the game refused it (contract_repeated, wrong_phase ...), nothing pending
    "pending",  # against the rules; lies there and waits for a ruling
    "taken_back",  # was pending or unread, then went back to the hand
    "accepted",  # was pending, then let stand
    "held",  # seen or entered while the game waits; applied in order afterwards
    "asked",  # the game waits for a question about this very event
    "annulled",  # dropped with its deal before it could count
    "needless",  # a ruling on a play that turned out to be lawful
    "withdrawn",  # undone or struck out by a person
]
WaitingFor = Literal["ruling", "question", "announcement"]
QuestionKind = Literal[
    "did_play",  # did PLAYER lay CARD?  yes / no / card:.. / player:.. / none
    "did_pass",  # did PLAYER pass?  yes / none
    "did_happen",  # did this other move happen?  yes / none
    "which_card",  # which card did PLAYER play?  card:.. / none
    "which_player",  # who played CARD?  player:.. / none
    "early_cards",  # are the cards seen before the announcement plays of this deal?  yes / no
    "does_it_stand",  # the table plays on over a pending play  accept / take_back / annul
]


class Choice(TypedDict):
    """One answer that can be tapped; hand its `id` to `TableSession.answer`."""

    id: str
    """`yes`, `no`, `none` (that was no play), `accept`, `take_back`, `annul`, `card:9S`,
    `player:Bea`. A card or player that is not among the choices is accepted too."""
    text: str
    card: NotRequired[str]
    player: NotRequired[str]


class Question(TypedDict):
    """Something only a person can say; nobody is accused while it is open."""

    id: str
    kind: QuestionKind
    text: str
    """English; pages in other languages build theirs from `kind` and the fields below."""
    event: int
    player: str | None
    card: str | None
    trick: int | None
    """Number of the trick in its deal, from 1; null outside tricks."""
    choices: list[Choice]
    blocking: bool
    """Whether the game waits for the answer."""
    about: str | None
    """The code of the flag that would follow (`revoke` ...), null if none is at stake."""
    evidence: str | None


class FlagView(TypedDict):
    """One offence: proved by what was seen or confirmed and by the rules."""

    id: str
    code: str
    rule: str
    player: str | None
    cards: list[str]
    because: list[str]
    reason: str
    """One sentence, English."""
    reasons: dict[str, str]
    """The same in every language that the game speaks: `de`, `en`, `pl`."""
    event: int
    """Id of the event that raised it."""
    rests_on: list[int]
    """Ids of all events that the flag follows from."""
    evidence: str | None
    state: FlagState
    announced: bool
    """False during the grace period and for what is only noted quietly: no chime, no speech, not
    counted. It may still be shown."""
    at: str


class ChangeView(TypedDict):
    """What a person once made of an event."""

    at: str
    who: str
    why: str
    was: dict[str, Any]
    """The move as it stood before."""
    struck: bool
    """Whether it was struck out by this."""


class EventView(TypedDict):
    """One event of the game as it counts now, or (referee only) a withdrawn one."""

    id: int
    n: int
    """Place in the list, from 1."""
    type: str
    text: str
    player: str | None
    card: str | None
    move: dict[str, Any]
    grade: Grade
    camera: bool
    """Whether the camera brought it; else a person did."""
    who: str
    why: str
    accepted: bool
    status: EventStatus
    flags: list[str]
    """Ids of the flags that it raised."""
    at: str
    """When it was written down, UTC, ISO 8601."""
    film: float | None
    """Seconds of the source's clock, where the camera brought it."""
    evidence: str | None
    """Id of the picture: `TableSession.evidence(id)` gives the JPEG. Null once deleted."""
    withdrawn: bool
    corrected: bool
    """Whether a person changed it after it was written down."""
    changes: list[ChangeView]
    struck: bool
    """Whether a person struck it out; else, if it is withdrawn, its booking was undone."""
    in_vain: bool
    """Whether the game refused it when it was entered and it does not count now either."""
    mark: str
    """What the event is now and stands behind: hand it back as `seen` with a correction."""
    deal: int
    """Running number of the deal in the game, from 1; 0 before the first."""
    trick: int
    """Number of the trick in its deal, from 1; 0 outside tricks."""
    void: bool
    """Whether its deal was annulled."""


class HeldView(TypedDict):
    """Something seen that waits its turn ("seen, waiting")."""

    event: int
    text: str
    player: str | None
    card: str | None
    evidence: str | None


class Waiting(TypedDict):
    """What the game waits for."""

    reason: WaitingFor
    event: int | None
    question: str | None
    rulings: list[str]
    """For a ruling: which of `accept`, `take_back`, `annul` the rules allow now."""
    text: str


class SheetCell(TypedDict):
    """What everybody got in one finished deal, and where it came from."""

    round: int
    deal: int
    contract: str
    """Empty where a game knows no contracts."""
    announcer: str | None
    points: dict[str, float]
    events: list[int]
    """Ids of the events that laid the deal's cards, for "how did this come about?"."""


class Sheet(TypedDict):
    """The score sheet: finished deals in order, and the totals, always counted anew."""

    contracts: list[str]
    deals: list[SheetCell]
    totals: dict[str, float]
    own: dict[str, Any]
    """The game's own sheet (see its `sheet`), with the cards behind every cell; lists named
    `events` hold ids of events. `running`, the deal being played, only with `memory_aid` or for
    the referee."""


class Condition(TypedDict):
    """How the camera or the log is."""

    state: str
    text: str


class Shown(TypedDict):
    """The card by which a player has shown to lack a suit."""

    suit: str
    trick: int
    card: str


class Chances(TypedDict):
    """What a player can still get in the running deal, and what they have taken so far."""

    least: float
    most: float
    taken: list[str]


class Memory(TypedDict):
    """What is only remembered: for the referee, and for all while `memory_aid` is on."""

    voids: dict[str, list[str]]
    shown: dict[str, list[Shown]]
    """What is behind the voids, where the game is one of tricks."""
    known_cards: dict[str, list[str]]
    """Cards that are hidden in a hand, but known to be there; empty where hands tell nothing."""
    cards_out: list[str]
    """Cards in play that nobody has shown yet in this deal, in suit order."""
    chances: dict[str, Chances]
    """Empty where that cannot be said."""


class GameHead(TypedDict):
    """One game of the past, or the running one."""

    id: int
    game: str
    players: list[str]
    options: dict[str, Any]
    started: str
    ended: str | None
    put_right: str | None
    """When something of it was last changed after its end; None where nothing was."""
    running: bool
    events: int
    scores: dict[str, float]
    as_shown: bool
    """False if the game, counted anew, stands differently from what was shown when it was played
    (by an older version)."""


class Snapshot(TypedDict):
    """All that a page shows of one table."""

    version: int
    """Grows with every change."""
    view: View
    game: str | None
    """Null before the first game: then players, state and lists are empty."""
    game_id: int | None
    players: list[str]
    options: dict[str, Any]
    seats: dict[str, str]
    deck: str
    settings: dict[str, Any]
    state: dict[str, Any]
    """The game's public state. `pending` is null while it is only a question, and `voids` and
    `remembered` are left out where they would be a memory aid."""
    waiting: Waiting | None
    events: list[EventView]
    """Referee: all, withdrawn ones too. Table and seat: the running trick and the one before."""
    flags: list[FlagView]
    questions: list[Question]
    """Referee only; others see `waiting`."""
    held: list[HeldView]
    supposed: list[str]
    """Cards of the running deal that nobody has read: each is only what an unread one is taken for
    until the referee has said which it was."""
    sheet: Sheet
    memory: Memory | None
    camera: Condition
    log: Condition
    """`ok`, or `failing` with a sentence: what was seen since is kept and written later."""
    proposed: dict[str, Any] | None
    """A move that a finger pointed out (`choose`): to be tapped by whose move it is, or not."""
    cards_down: int | None
    """How many cards lie face down and apart as the camera counts, while it counts them."""
    can_undo: bool
    can_redo: bool
    moment: str
    """What a button answers: hand it back with an action, which is refused if the game has gone on
    since."""
    started: str | None
    ended: str | None
    notices: list[str]
    """Sentences for the referee, e.g. that an older version counted the score differently."""

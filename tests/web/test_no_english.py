"""Nobody who reads German or Polish meets an English sentence, whatever happens at the table.

Whole games are played, with everything that the rules object to, and every page is read; what it
says that is not in the catalogue has to be a name, a card, a number, or the game's own sentence in
that language. What other rooms refuse in English is looked up in their source.
"""

from __future__ import annotations

import ast
import io
import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.pofile import read_po
from flask import Flask

import companion
import vision
from companion.advised import Placed
from companion.cards import DECK
from companion.decks.shelf import Shelf
from companion.errors import PlainError
from companion.games import InvalidEvent
from companion.phone_line import PhoneLine
from companion.record import Record, read
from companion.session import ReadMove, TableSession
from companion.session.asking import Advice
from companion.store import Store
from companion.web import asking, create_app, language
from companion.web.flags_said import flag_said
from companion.web.refusals_said import is_known
from companion.web.words import move_said
from vision.sources.source import StateKind
from vision.table import Table

from ..companion.session.tables import fast_folder
from .foreign import TRANSLATIONS, marked, said_in, unmarked

RECORDS = Path(__file__).parents[1] / "records"
LANGUAGES = ("de", "pl")
SAME = re.compile(
    r"Berteln|Dureń Piątkowy|Vier Engel, ein Teufel|\bPIN\b|\bJoker\b|\bCSV\b|"
    r"companion \w+|--\w+|secret\.key|https?://\S+|\b[0-9a-f]{8,}\b|feuer-as feuer as|"
    r"\d{1,2}\.? \w+ \d{4}|\b(?:10|[2-9jqkatbdwvz])[cdhs]\b",
    re.IGNORECASE,
)
"""The same in every language: names, cards as they are typed, and dates, which Babel writes."""


@pytest.fixture(params=LANGUAGES)
def code(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A language whose every translation is marked."""
    asked = str(request.param)
    catalogue = marked(asked)
    monkeypatch.setattr(language, "translations", lambda _code: catalogue)

    def said(told: Advice) -> str:
        assert told.reasons[asked] != told.reasons["en"]
        return f"⟦{told.reasons[asked]}⟧"

    monkeypatch.setattr(asking, "_said", said)
    return asked


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where games are written down, in memory if there is such a place."""
    with tempfile.TemporaryDirectory(dir=fast_folder()) as place:
        yield Path(place)


class Reader:
    """Somebody who reads every page of an evening in one language."""

    def __init__(self, app: Flask, code: str, names: Iterable[str]) -> None:
        self.client = app.test_client()
        self.client.set_cookie("language", code)
        self._app, self._code = app, code
        shelf = app.extensions["school"].shelf
        decks = shelf.definitions().values()
        own = [card.name(code) for deck in decks for card in deck.cards]  # type: ignore[arg-type]
        known = [
            *names,
            *(card.name(code) for card in DECK),  # type: ignore[arg-type]
            *(deck.name(code) for deck in decks),  # type: ignore[arg-type]
            *own,
        ]
        self._known = sorted(set(known), key=len, reverse=True)
        self.found: set[tuple[str, str]] = set()
        self._clear: set[str] = set()
        """Lines without a word that was never looked up; most stand on many pages."""
        self.read = 0

    def look(self, *paths: str) -> None:
        for path in paths:
            self.hear(path, self.client.get(path))

    def hear(self, where: str, answer: Any) -> None:
        """What an answer says is looked through."""
        assert answer.status_code < 500 or answer.status_code == 503, where
        self.read += 1
        for line in said_in(answer):
            if line in self._clear:
                continue
            if re.search(r"[^\W\d_]{2,}", self._without_names(line)):
                self.found.add((where, line))
            else:
                self._clear.add(line)

    def knows(self, flags: Iterable[Mapping[str, Any]]) -> None:
        """The sentences of the game itself, which it has to have in this language."""
        headers = {"Accept-Language": self._code}
        for flag in flags:
            with self._app.test_request_context(headers=headers):
                said = str(flag_said(flag))
            own = [line.strip() for line in unmarked(said).splitlines() if line.strip()]
            if "⟦" not in said:
                assert flag["reasons"][self._code] != flag["reasons"]["en"], flag["code"]
                self._known = [*own, *self._known]

    def _without_names(self, line: str) -> str:
        for name in self._known:
            line = line.replace(name, " ").replace(name[:1].upper() + name[1:], " ")
        return SAME.sub(" ", line)


def table(folder: Path) -> TableSession:
    folder.mkdir()
    return TableSession(Store(folder))


def records(game: str) -> list[Record]:
    """All of that game, the longest first: they bring most."""
    found = [read(file) for file in sorted((RECORDS / game).glob("*.yaml"))]
    return sorted(found, key=lambda record: -len(record.events))


def texts_of(value: Any) -> list[str]:
    """Every text in options: cards of one's own deck, with their suits and ranks."""
    if isinstance(value, Mapping):
        return [*value, *texts_of(list(value.values()))]
    return (
        [text for one in value for text in texts_of(one)]
        if isinstance(value, list)
        else ([value] if isinstance(value, str) else [])
    )


def bare(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in ("at", "note", "seen")}


@pytest.mark.parametrize("game", ["berteln", "duren-piatkowy", "vier-engel"])
def test_whole_games_are_followed_without_a_word_of_english(
    code: str, game: str, folder: Path
) -> None:
    codes_met, found, read_so_far = set(), set(), 0
    session = table(folder / "table")
    app = create_app(session)
    for record in records(game):
        session.start_game(record.game, record.players, record.options)
        past = f"/history/{session.snapshot()['game_id']}"
        reader = Reader(app, code, [*record.players, *texts_of(record.options)])
        seat = f"/seat/{record.players[0]}"
        new = 0
        for event in record.events:
            outcome = session.submit(bare(event))
            if not outcome.flags:
                continue
            flags = session.snapshot("referee")["flags"]
            now = {flag["code"] for flag in flags} - codes_met
            if now:
                codes_met |= now
                new += len(now)
                reader.knows(flags)
                reader.look("/table", "/referee", seat)
        if new:
            reader.knows(session.snapshot("referee")["flags"])
            last = max(event["id"] for event in session.snapshot("referee")["events"])
            reader.look("/table", "/referee", seat, "/judge", past, f"{past}/deal/1")
            reader.look("/referee/events", f"/referee/events/{last}", f"{past}/sheet.csv")
            steps = range(0, len(session.moments(session.snapshot()["game_id"])) + 1, 4)
            reader.look(*(f"{past}/replay?step={n}" for n in steps))
        found |= reader.found
        read_so_far += reader.read
    session.close()
    assert read_so_far > 50, "nothing was read"
    assert len(codes_met) >= 8, codes_met
    assert sorted(found) == []


class Overhead:
    """A camera that finds fault with everything."""

    source = "0"
    table = Table()

    def __init__(self) -> None:
        self.refuses = ""
        self.covered = "no"

    def latest(self) -> tuple[bytes, int, float] | None:
        return b"\xff\xd8 a picture \xff\xd9", 1, time.monotonic()

    whole = latest

    def advised(self) -> tuple[Placed, ...]:
        faults = ("no_cards", "dark", "glare", "small", "blurred", "coloured", "mirrored")
        return tuple(Placed(fault, 12.0, (0.25, 0.75)) for fault in (*faults, "low_contrast"))

    def choices(self) -> Sequence[tuple[str, str]]:
        return [("0", "0"), ("phone", "phone")]

    def choose(self, source: str) -> None:
        if self.refuses:
            raise PlainError(self.refuses)

    def cover(self) -> None:
        self.covered = "unclear"

    def uncover(self) -> None:
        self.covered = "no"

    def play_with(self, deck: str) -> None: ...

    def teach(self, lesson: object) -> None: ...

    def keep(self, table: Table) -> None: ...

    def seat(self, players: Sequence[str]) -> Mapping[str, str]:
        return {player: str(n) for n, player in enumerate(players, 1)}


PLAYERS = ["Ada", "Bea", "Cem", "Dan"]
PARTS = {"game_id": "1", "player": "Ada", "event_id": "3", "game": "berteln", "number": "1"}
NO_PAGE = {"static", "source.source", "source.licence", "live.changes", "table.changes"}
JUNK: tuple[dict[str, Any], ...] = (
    {},
    {"type": "play", "card": "zz", "player": "Nobody", "name": "", "number": "x", "game": "x"},
    {"type": "announce", "contract": "nothing", "choice": "nothing", "state": "nothing"},
    {"type": "bid", "points": "much", "players": "Ada\nAda", "cards_in_play": "7", "card": "7C"},
    {"type": "beat", "card": "7C", "attack": "9H", "kind": "x", "name": "///", "angels": "7c"},
    {"type": "start_round", "angels": "7c, 7c, 8c, 9c", "devil": "7c", "position": "99"},
    {"grace_seconds": "-1", "source": "nowhere.mp4", "pin": "1", "code": "1", "root": "x"},
)


def addresses(app: Flask, method: str) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        if method not in (rule.methods or ()) or rule.endpoint in NO_PAGE:
            continue
        path = rule.rule
        for converter, name in re.findall(r"<(?:(\w+):)?(\w+)>", path):
            value = PARTS.get(name, "1" if converter == "int" else "x")
            path = re.sub(rf"<(?:\w+:)?{name}>", value, path)
        yield path


@pytest.fixture
def doubtful(folder: Path) -> Iterator[TableSession]:
    """A table where a game is over and another begins."""
    session = table(folder / "table")
    session.import_record(
        read(RECORDS / "berteln" / "full-round-then-next-announcer.yaml"), "referee"
    )
    session.start_game("berteln", PLAYERS)
    yield session
    session.close()


def test_every_address_answers_everything_without_a_word_of_english(
    code: str, doubtful: TableSession, tmp_path: Path
) -> None:
    overhead = Overhead()
    shelf = Shelf(tmp_path / "decks")
    app = create_app(
        doubtful, pictures=overhead, camera=overhead, phone_line=PhoneLine(), shelf=shelf
    )
    reader = Reader(app, code, [*PLAYERS, "Nobody", "zz", "9H", "7C", "nowhere.mp4"])
    reader.look(*addresses(app, "GET"))
    for path in addresses(app, "POST"):
        for junk in JUNK:
            asked = {"Accept": "application/json"}
            reader.hear(path, reader.client.post(path, data=junk, headers=asked))
            reader.hear(path, reader.client.post(path, json=junk, headers=asked))
            reader.hear(path, reader.client.post(path, data=junk, follow_redirects=True))
            reader.knows(doubtful.snapshot("referee")["flags"])
    reader.client.post("/knockout", data={"players": "\n".join(PLAYERS)})
    reader.client.post("/decks/new", data={"kind": "tarot-78", "name": "Ada"})
    reader.look("/knockout", "/decks", "/decks/ada", "/setup", "/referee")
    assert reader.read > 300
    # Whole texts in the language have files of their own; how to write a checker is for programs.
    assert {one for one in reader.found if not one[0].startswith(("/rules", "/judge/f"))} == set()


def test_strangers_are_turned_away_in_their_language(code: str, doubtful: TableSession) -> None:
    app = create_app(doubtful, pin="407182", code="123456", folder=None)
    reader = Reader(app, code, PLAYERS)
    for path in addresses(app, "GET"):
        asked = {"Accept": "application/json"}
        reader.hear(path, reader.client.get(path, headers=asked))
    reader.look("/join", "/referee")
    reader.hear("/join", reader.client.post("/join", data={"code": "1"}, follow_redirects=True))
    reader.client.post("/join", data={"code": "123456"})
    reader.look("/table", "/referee/pin", "/invite", "/referee", "/setup", "/nothing")
    for path in addresses(app, "POST"):
        reader.hear(path, reader.client.post(path, headers={"Accept": "application/json"}))
        strange = {"Origin": "https://elsewhere.example", "Accept": "application/json"}
        reader.hear(path, reader.client.post(path, headers=strange))
    reader.look(*["/referee/pin"] * 3)
    for _ in range(12):  # Too many tries.
        tried = reader.client.post("/referee/pin", data={"pin": "1"}, follow_redirects=True)
        reader.hear("/referee/pin", tried)
    big = reader.client.post("/referee/move", data={"card": "x" * 2_100_000})
    reader.hear("too much", big)
    assert sorted(reader.found) == []


def asked_about(kind: str) -> list[ReadMove]:
    def play(player: str, card: str, grade: Any = "assumed", **more: Any) -> ReadMove:
        return ReadMove({"type": "play", "player": player, "card": card}, grade, 1.0, **more)

    return {
        "card": [play("Ada", "?", candidates=("7C", "8C"))],
        "player": [play("?", "7C", doubt="player")],
        "did play": [play("Ada", "7C", "seen"), play("Dan", "9C", doubt="player")],
        "stands": [play("Ada", "7C", "seen"), play("Dan", "9C", "seen"), play("Bea", "8C", "seen")],
        "asked at once": [play("Ada", "7C", question="Which card did Ada lay?")],
        "happened": [ReadMove({"type": "end_deal"}, "assumed", 1.0, question="Was it ended?")],
        "remark": [play("Ada", "7C", why="No reference card lies face down.", remarks=True)],
        "no move": [ReadMove({"type": "beat", "card": "7C", "attack": "8C"}, "seen", 1.0)],
    }[kind]


KINDS = ("card", "player", "did play", "stands", "asked at once", "happened", "remark", "no move")


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_camera_asks_is_asked_in_the_readers_language(
    code: str, kind: str, doubtful: TableSession
) -> None:
    reader = Reader(create_app(doubtful), code, PLAYERS)
    doubtful.see(asked_about(kind))  # Before the announcement: early cards.
    reader.look("/referee", "/table", "/seat/Ada", "/referee/events")
    doubtful.submit({"type": "announce", "contract": "no_hearts"})
    doubtful.see(asked_about(kind))
    reader.look("/referee", "/table", "/seat/Ada", "/referee/events")
    for question in doubtful.snapshot("referee")["questions"]:
        doubtful.answer(question["id"], question["choices"][-1]["id"], "referee")
        reader.look("/referee", "/table")
    assert sorted(reader.found) == []


def test_how_the_camera_is_stands_there_in_the_readers_language(
    code: str, doubtful: TableSession
) -> None:
    reader = Reader(create_app(doubtful), code, [*PLAYERS, "film.mp4", "0 (Webcam)"])
    texts = (
        "",
        "camera 0 (1920 x 1080, 30 pictures a second, MJPG, by v4l2)",
        "film film.mp4 (1920 x 1080, 25 pictures a second)",
        "There is no camera 7. Usable cameras: 0 (Webcam).",
        "Camera 0 cannot be opened (tried v4l2). No camera is connected, or you may not use it.",
        "camera 0 (Webcam) is lost; connect it and choose it again.",
        "The process that watches the table has ended.",
        "The network file detector.onnx is missing: install the program again, or take it.",
        "Something that nobody ever thought of.",
    )
    for state in (*get_args(StateKind), "none", "ended"):
        for text in texts:
            doubtful.camera_status(str(state), text)
            reader.look("/referee", "/setup", "/table")
    assert sorted(reader.found) == []


EVERYTHING: dict[str, Any] = {
    "player": "Ada", "card": "7C", "cards": ["7C"], "position": 2, "contract": "patience",
    "points": 2.5, "attack": "8C", "trump_card": "9C",
}  # fmt: skip


@pytest.mark.parametrize("game", ["berteln", "duren_piatkowy", "vier_engel"])
def test_everything_that_can_happen_has_a_sentence(code: str, game: str, app: Flask) -> None:
    moves = import_module(f"companion.games.{game}.moves")
    assert len(moves.TYPES) > 7
    with app.test_request_context(headers={"Accept-Language": code}):
        for kind, fields in moves.TYPES.items():
            needed = {name: EVERYTHING.get(name, "angel") for name in fields.required}
            for given in (needed, {**EVERYTHING, **needed}):
                said = str(move_said({**given, "type": kind}))
                assert said.startswith("⟦"), (kind, said)


ONE_WORD_FOR_ALL = {
    "A", "Code", "Deck", "Decks", "K", "PIN", "Patience", "Talon", "Talon: %(n)s",
    "Teufel-komm-raus", "%(card)s: %(verdict)s", "%(card)s?",
}  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_translation_is_the_english_sentence_itself(code: str) -> None:
    with (TRANSLATIONS / code / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    same = {str(entry.id) for entry in catalogue if entry.id and entry.id == entry.string}
    assert same - ONE_WORD_FOR_ALL == set()


# ---- what other rooms say ----

ROOMS = ("companion", "vision")
FOR_THE_COMMAND_LINE = {
    "companion/cards.py", "companion/certificate.py", "companion/cli.py", "companion/commands",
    "companion/data_folder.py", "companion/lock.py", "companion/record.py", "companion/games",
    "companion/record_text.py", "companion/seal.py", "companion/store.py", "companion/vault.py",
    "companion/teaching/folder.py", "companion/teaching/pictures.py", "companion/web",
    "companion/readers", "vision/events.py", "vision/pictures.py", "vision/quads.py",
    "vision/table.py",
}  # fmt: skip
"""What these find wrong is told before there are pages, or to programs alone. (The games' faults
are known, or told as a request that was not understood.)"""
SAMPLES = ("'grandpa'", "3")


def sentence(node: ast.AST) -> str | None:
    """The text of a literal, its parts as holes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [one.value if isinstance(one, ast.Constant) else "\0" for one in node.values]
        return "".join(map(str, parts))
    return None


def refusals() -> Iterator[tuple[str, str]]:
    """Every sentence that is raised in a room whose faults reach a page, with where it stands."""
    for package in (companion, vision):
        folder = Path(str(package.__file__)).parent
        for file in sorted(folder.rglob("*.py")):
            where = str(file.relative_to(folder.parent))
            if any(where.startswith(one) for one in FOR_THE_COMMAND_LINE):
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    name = getattr(node.exc.func, "id", "")
                    said = [text for arg in node.exc.args if (text := sentence(arg)) is not None]
                    said = [text for text in said if " " in text.replace("\0 \0", "")]
                    if said and name not in ("ValueError", "TypeError", "LookupError", "_unusable"):
                        yield f"{where}:{node.lineno}", _as_it_comes(where, name, said[-1])


def _as_it_comes(where: str, name: str, text: str) -> str:
    if name in ("DeckError", "TaughtError"):
        ending = "toml" if where.endswith("reading.py") else "deck"
        return f"grandpa.{ending}: {text.rstrip('.')}."
    if "is lost; connect it" in text:
        return text.replace("\0", "camera 0 (Webcam)")
    return text


def test_what_other_rooms_refuse_is_known_in_every_language(app: Flask) -> None:
    told = list(refusals())
    assert len(told) > 60
    verbs = ("There is nothing \0to \0.",)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        unknown = [
            (where, text.replace("\0", "…"))
            for where, text in told
            if text not in verbs
            and not any(is_known(text.replace("\0", sample)) for sample in SAMPLES)
        ]
    assert unknown == []


@pytest.mark.parametrize("code_asked", LANGUAGES)
def test_a_move_that_no_page_can_send_is_not_explained_in_english(
    app: Flask, session: TableSession, code_asked: str
) -> None:
    session.start_game("berteln", PLAYERS)
    with pytest.raises(InvalidEvent):
        session.submit({"type": "fly"})
    answer = app.test_client().post(
        "/referee/move", json={"type": "fly"}, headers={"Accept-Language": code_asked}
    )
    assert answer.status_code == 409
    assert "fly" not in answer.get_json()["error"]


def test_a_deck_file_with_a_mistake_is_told_of_in_the_readers_language(
    code: str, session: TableSession, tmp_path: Path
) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "mine.toml").write_text("name = 3\n", "utf-8")
    (folder / "yours.deck").write_bytes(b"no deck")
    app = create_app(session, shelf=Shelf(folder))
    reader = Reader(app, code, [str(folder / "mine.toml"), str(folder / "yours.deck"), "x.deck"])
    reader.look("/decks", "/setup")
    sent = {"file": (io.BytesIO(b"PK no deck"), "x.deck")}
    reader.hear("import", reader.client.post("/decks/import", data=sent))
    assert sorted(reader.found) == []

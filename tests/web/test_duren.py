"""Dureń Piątkowy on the pages: started, played by hand, flagged, corrected, paid."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.readers.move import ReadMove
from companion.session import TableSession
from companion.web.games.duren_piatkowy import MIDDLE, DurenPages

GAME = "duren-piatkowy"
PLAYERS = ["Ada", "Bea", "Cem"]
OPEN_PAGES = ("/table", "/seat/Bea", "/history/1", "/referee")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def started(session: TableSession, *moves: dict[str, Any]) -> TableSession:
    session.start_game(GAME, PLAYERS)
    session.submit({"type": "start", "trump_card": "9H"})
    for move in moves:
        session.submit(move)
    return session


def attack(*cards: str) -> dict[str, Any]:
    return {"type": "attack", "cards": list(cards)}


def beat(one: str, card: str) -> dict[str, Any]:
    return {"type": "beat", "attack": one, "card": card}


PASS, TAKE = {"type": "pass"}, {"type": "take"}


def words_of(page: str) -> str:
    return page.replace("<strong>", "").replace("</strong>", "")


def test_it_is_started_on_the_set_up_page_with_its_options(
    client: FlaskClient, session: TableSession
) -> None:
    form = {"game": GAME, "player": ["Ada", "Bea"], "dealer": "1", "decks": "2"}
    assert client.post("/setup", data=form).location == "/table"
    snapshot = session.snapshot()
    assert (snapshot["game"], snapshot["players"]) == (GAME, ["Ada", "Bea"])
    assert snapshot["options"] == {"decks": 2, "dealer": "Ada"}
    assert "two decks" in client.get("/table").text


def test_more_players_than_the_cards_suffice_for_are_told_so(client: FlaskClient) -> None:
    names = [f"P{n}" for n in range(11)]
    german = {"Accept-Language": "de"}
    page = client.post("/setup", data={"game": GAME, "player": names}, headers=german).text
    assert "können höchstens 10 spielen" in page
    assert 'value="P10"' in page
    assert f'value="{GAME}" checked' in page
    twenty_one = [*names, *names]
    assert client.post("/setup", data={"game": GAME, "player": twenty_one}).status_code == 409
    form = {"game": GAME, "player": names, "decks": "2"}
    assert client.post("/setup", data=form).location == "/table"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), "Ada attacks Bea."),
        ((attack("6C"),), "Bea beats or takes."),
        ((attack("6C"), beat("6C", "7C")), "Ada may add cards or pass."),
        ((attack("6C", "7C"),), "The play waits for a ruling."),
    ],
)
def test_every_page_says_who_is_to_do_what(
    client: FlaskClient, session: TableSession, moves: tuple[dict[str, Any], ...], said: str
) -> None:
    started(session, *moves)
    for page in ("/table", "/seat/Cem", "/referee"):
        assert said in words_of(client.get(page).text)


def test_the_table_shows_pairs_talon_hands_and_what_may_be_added(
    client: FlaskClient, session: TableSession
) -> None:
    started(session, attack("6C", "6D"), beat("6C", "7C"), beat("6D", "8D"))
    page = client.get("/table").text
    for card in ("attack-1-6C", "beat-1-7C", "attack-2-6D", "beat-2-8D"):
        assert f'id="{card}"' in page
    assert "May be added: 7, 8; room for 3." in page
    assert "Trumps are hearts" in page
    assert "3 · attacks" in page
    assert "3 · defends" in page
    assert '<text x="408" y="292" text-anchor="end">37</text>' in page


def test_open_cards_lie_before_their_owner(client: FlaskClient, session: TableSession) -> None:
    started(session, attack("6C", "6D"), TAKE)
    page = client.get("/table").text
    assert 'id="open-Bea-16C"' in page
    assert "open:" in page


@pytest.mark.parametrize("count", range(1, 25))
def test_pairs_never_overlap_and_stay_in_the_middle(count: int) -> None:
    pairs = [{"attack": "6C", "by": "Ada", "beaten_by": "7C"}] * count
    state = {"table": pairs, "pending": None, "turn": "Ada", "attacker": "Ada", "defender": "Bea"}
    state |= {"open_cards": {}, "hand_sizes": {}, "dealer": "Ada"}
    drawn = DurenPages().drawn({"state": state, "players": ["Ada", "Bea"], "events": []})["pairs"]
    left, right, upper, lower = MIDDLE
    boxes = [(p.x, p.y, p.over[0] + p.width, p.over[1] + p.width * 1.4) for p in drawn]
    for n, (x, y, x_end, y_end) in enumerate(boxes):
        assert left <= x
        assert x_end <= right
        assert upper <= y
        assert y_end <= lower
        for x2, y2, x2_end, y2_end in boxes[:n]:
            assert x_end <= x2 or x2_end <= x or y_end <= y2 or y2_end <= y


def test_the_desk_enters_every_kind_of_event(client: FlaskClient, session: TableSession) -> None:
    session.start_game(GAME, PLAYERS)

    def send(**fields: Any) -> None:
        assert client.post("/referee/move", data=fields).status_code == 303

    send(type="start", rank="9", suit="H")
    send(type="attack", player="", cards=["6C", "6D"])
    send(type="beat", attack="6C", rank="7", suit="C")
    send(type="beat", attack="6D", rank="8", suit="D")
    send(type="pass")
    send(type="attack", player="Cem", card="8c, 7d")
    send(type="take")
    assert session.snapshot()["state"]["open_cards"]["Bea"] == ["6C", "6D", "7D", "8C"]
    send(type="attack", cards="KC")
    send(type="beat", attack="KC", card="ac")
    send(type="pass")
    send(type="pass")
    assert 'name="type" value="swap"' in client.get("/referee").text
    send(type="swap", player="Cem")
    assert session.snapshot()["state"]["trump_card"] == "2H"
    send(type="attack", cards=["3C", "5C"])
    send(type="accept")
    assert len(session.snapshot()["state"]["table"]) == 2
    send(type="annul")
    assert session.snapshot()["state"]["phase"] == "deal"
    statuses = {event["status"] for event in session.snapshot("referee")["events"]}
    assert statuses <= {"applied", "accepted"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"type": "attack"}, "Choose the cards first."),
        ({"type": "attack", "cards": ["7X"]}, "7X"),
        ({"type": "beat", "attack": "", "rank": "7", "suit": "C"}, "No card lies there"),
        ({"type": "beat", "attack": "7X", "rank": "7", "suit": "C"}, "is no card"),
        ({"type": "beat", "attack": "6C", "suit": "C"}, "Choose the rank first"),
        ({"type": "play", "card": "7C"}, "has no event"),
        ({"type": "pass"}, "cannot be done at this point"),
        ({"type": "attack", "cards": 7}, "“7” is no card"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    client: FlaskClient, session: TableSession, fields: dict[str, Any], said: str
) -> None:
    started(session)
    answer = client.post("/referee/move", json=fields)
    assert answer.status_code == 409
    assert said in answer.get_json()["error"]


def test_a_flag_tells_why_in_the_readers_language_and_links_its_rule(
    client: FlaskClient, session: TableSession
) -> None:
    started(session, attack("6C"), beat("6C", "5C"))
    page = client.get("/table", headers={"Accept-Language": "de"}).text
    assert "Schlägt nicht" in page
    assert "Kreuz 5 schlägt Kreuz 6 nicht; Trumpf ist Herz." in page
    assert f'href="/rules/{GAME}#D7"' in page
    rules = client.get(f"/rules/{GAME}").text
    assert all(f'id="D{number}"' in rules for number in range(1, 21))


def test_only_what_may_stand_can_be_let_stand(client: FlaskClient, session: TableSession) -> None:
    started(session, attack("6C", "7C"))
    assert 'value="accept"' in client.get("/referee").text
    session.take_back("referee")
    session.submit(attack("9H"))
    assert 'value="accept"' not in client.get("/referee").text


def test_a_players_own_page_offers_what_is_theirs_to_say(
    client: FlaskClient, session: TableSession
) -> None:
    started(session, attack("6C"))
    assert 'value="take"' in client.get("/seat/Bea").text
    assert 'value="take"' not in client.get("/seat/Ada").text
    assert client.post("/seat/Ada/move", json={"type": "take"}).status_code == 409
    session.submit(beat("6C", "7C"))
    assert client.post("/seat/Cem/move", json={"type": "pass"}).status_code == 409
    for player in ("Ada", "Cem"):
        assert 'value="pass"' in client.get(f"/seat/{player}").text
        assert client.post(f"/seat/{player}/move", json={"type": "pass"}).status_code == 200
    assert client.post("/seat/Bea/move", json={"type": "swap"}).status_code == 200
    session.submit(attack("KC", "QC"))
    assert client.post("/seat/Bea/move", json={"type": "take_back"}).status_code == 200


def test_an_event_is_corrected_and_a_missing_one_put_in(
    client: FlaskClient, session: TableSession
) -> None:
    started(session, attack("6C", "6D"), beat("6C", "7C"))
    events = session.snapshot("referee")["events"]
    for event in events:
        assert client.get(f"/referee/events/{event['id']}").status_code == 200
    page = client.get(f"/referee/events/{events[1]['id']}").text
    assert 'value="6D" id="event-card-6D" checked' in page
    address = f"/referee/events/{events[1]['id']}/correct"
    client.post(address, data={"type": "attack", "player": "Ada", "cards": ["6C", "6S"]})
    assert [pair["attack"] for pair in session.snapshot()["state"]["table"]] == ["6C", "6S"]
    address = f"/referee/events/{events[2]['id']}/correct"
    fields = {"do": "insert", "type": "beat", "attack": "6S", "rank": "T", "suit": "S"}
    client.post(address, data=fields)
    assert session.snapshot()["state"]["phase"] == "add"
    client.post(address, data={"type": "beat", "attack": "6c", "rank": "K", "suit": "C"})
    assert session.snapshot()["state"]["allowed_ranks"] == ["T", "K"]


def test_what_is_known_of_hands_stands_on_the_referees_page_only(
    client: FlaskClient, session: TableSession
) -> None:
    started(session, attack("6C", "6D"), beat("6C", "7C"), TAKE)
    assert "In the hand of Bea are:" in client.get("/referee").text
    for page in ("/table", "/seat/Cem"):
        assert "In the hand of Bea are:" not in client.get(page).text
    assert "remembered" not in client.get("/api/state").get_json()["state"]


def dealer_of(players: list[str], seed: int) -> Any:
    folder = str(Path(__file__).parents[1] / "companion" / "games")
    sys.path.insert(0, folder)
    try:
        from duren_dealer import DurenDealer
    finally:
        sys.path.remove(folder)
    return DurenDealer(players, 1, random.Random(seed), players[-1], 0.05)


def test_a_whole_game_is_played_by_hand_with_its_flags_and_its_payments(
    client: FlaskClient, session: TableSession
) -> None:
    client.post("/setup", data={"game": GAME, "player": PLAYERS})
    dealer = dealer_of(PLAYERS, 12)
    flags = 0
    for number, told in enumerate(dealer.game()):
        answer = client.post("/referee/move", json=told.event).get_json()
        if told.accepted:
            assert answer["accepted"], (told.event, answer)
        else:
            flags += 1
            assert not answer.get("accepted")
        if number % 25 == 0:
            for page in OPEN_PAGES:
                assert client.get(page).status_code == 200
    assert flags
    page = client.get("/table").text
    assert "Without cards and paid by the others" in page
    for name, points in dealer.payments().items():
        assert session.snapshot()["sheet"]["totals"][name] == points
    # A figure of the deal and one of the total for everybody.
    assert client.get("/history/1").text.count("Show how it came about") == 2 * len(PLAYERS)
    deal = client.get("/history/1/deal/1").text
    assert "Attack 1" in deal
    assert "dealt by Cem" in deal
    lines = client.get("/history/1/sheet.csv").data.decode("utf-8-sig").splitlines()
    assert lines[0] == "Deal,Ada,Bea,Cem"
    assert len(lines) == 3
    assert client.get("/history/1/record.yaml").status_code == 200
    assert client.get("/referee/events").status_code == 200


@pytest.mark.parametrize(("count", "decks"), [(2, 1), (10, 1), (20, 2)])
def test_every_number_of_players_has_room_on_the_felt(
    client: FlaskClient, session: TableSession, count: int, decks: int
) -> None:
    names = [f"Somebody {n}" for n in range(count)]
    session.start_game(GAME, names, {"decks": decks})
    session.submit({"type": "start", "trump_card": "9H"})
    plates = DurenPages().drawn(session.snapshot())["plates"]
    assert len(plates) == count
    for plate in plates:
        assert plate.x - plate.wide / 2 > 0
        assert plate.x + plate.wide / 2 < 1000
    assert client.get("/table").text.count('class="plate') == count


def test_the_keyboard_alone_plays_a_game_from_anywhere_on_the_page(
    visit: Any, session: TableSession
) -> None:
    session.start_game(GAME, PLAYERS)
    page = visit("/referee")
    for typed, then in (
        ("9h", "Ada attacks Bea."),
        ("6c, 6d", "Bea beats or takes."),
        ("7c", "Bea beats or takes."),
        ("8d", "Ada may add cards or pass."),
        ("7s", "Cem may add cards or pass."),
    ):
        before = len(session.snapshot("referee")["events"])
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".events li:nth-of-type({before + 1})")
        page.wait_for_selector(f".to-do:has-text('{then}')")
    pairs = [(p["attack"], p["beaten_by"]) for p in session.snapshot()["state"]["table"]]
    assert pairs == [("6C", "7C"), ("6D", "8D"), ("7S", None)]


def test_it_is_played_with_a_browser(visit: Any, session: TableSession) -> None:
    page = visit("/setup")
    page.check(f"[name=game][value={GAME}]")
    assert not page.is_visible("[name=announcer]")
    for number, name in enumerate(PLAYERS):
        page.fill(f"#player-{number}", name)
    page.check("[name=then]")
    page.click("text=Start the game")
    page.click(".entry label[for=entry-rank-9]")
    page.click(".entry button[value=H]")
    page.wait_for_selector(".to-do:has-text('Ada attacks Bea.')")
    page.click("label[for=entry-card-6C]")
    page.click("label[for=entry-card-6D]")
    page.click("text=Attack with these cards")
    page.wait_for_selector(".to-do:has-text('Bea beats or takes.')")
    page.click("label[for=entry-target-2]")
    page.click(".entry label[for=entry-rank-5]")
    page.click(".entry button[value=D]")
    page.wait_for_selector(".ruling:has-text('Does not beat')")
    page.click(".ruling >> text=Take it back")
    page.wait_for_selector(".ruling", state="detached")
    page.click("text=Bea takes")
    page.wait_for_selector(".to-do:has-text('Bea attacks Cem.')")
    assert session.snapshot()["state"]["open_cards"]["Bea"] == ["6C", "6D"]
    wall = visit("/table", "de")
    wall.wait_for_selector("#open-Bea-16C")
    assert "Herz ist Trumpf" in wall.inner_text("main")


def test_the_card_turned_up_is_asked_for_in_every_language(app, session) -> None:
    session.start_game("duren-piatkowy", ["Ada", "Bea", "Cem"])
    start = {"type": "start", "trump_card": "?"}
    session.see([ReadMove(start, "assumed", 1.0, doubt="card")])
    for language, words in (
        ("en", "Which card is turned up for trumps?"),
        ("de", "Welche Karte ist als Trumpf aufgedeckt?"),
        ("pl", "Która karta jest odkryta jako atut?"),
    ):
        page = app.test_client().get("/referee", headers={"Accept-Language": language}).text
        assert words in page

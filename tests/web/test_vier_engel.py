"""Vier Engel played whole on the pages: by hand, face down and open, with seal, answers, audit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from companion.readers.move import ReadMove
from companion.session import TableSession
from companion.web.language import LANGUAGES

NO_TEXT = {
    "live.changes",
    "table.changes",
    "live.picture",
    "setup.picture",
    "static",
    "source.source",
}
FIVE = ["7H", "9H", "JH", "QH", "AH"]
PLAYERS = ["Ada", "Bea"]


class Pages:
    """What people press on the pages of one game."""

    def __init__(self, app: Flask, session: TableSession) -> None:
        self.client = app.test_client()
        self.session = session
        self._phones: dict[str, Any] = {}

    def phone(self, who: str) -> Any:
        """The phone to which that player's seat is locked."""
        if who not in self._phones:
            self._phones[who] = self.client.application.test_client()
            self._phones[who].post(f"/seat/{who}/take")
        return self._phones[who]

    def start(self, **fields: Any) -> None:
        form = {"game": "vier-engel", "player": PLAYERS, **fields}
        assert self.client.post("/setup", data=form).status_code == 303
        assert self.session.snapshot("table")["game"] == "vier-engel"

    def press(self, path: str, client: Any = None, **fields: Any) -> dict[str, Any]:
        accepts = {"Accept": "application/json"}
        answer = (client or self.client).post(path, data=fields, headers=accepts)
        found = answer.get_json()
        assert isinstance(found, dict)
        return found

    def referee(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.press("/referee/move", type=kind, **fields)

    def seat(self, who: str, kind: str, **fields: Any) -> dict[str, Any]:
        return self.press(f"/seat/{who}/move", self.phone(who), type=kind, **fields)

    def text(self, path: str, language: str = "en") -> str:
        who = path.split("/")[2] if path.startswith("/seat/") else ""
        client = self.phone(who) if who else self.client
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200, path
        return answer.text

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.session.snapshot("table")["state"])

    def all_pages(self, language: str = "en") -> str:
        """Every page and every answer for programs that can be had without pressing anything."""
        game = self.session.snapshot("table")["game_id"]
        paths = ["/seat/Ada", "/seat/Bea", "/seat/Ada/now", "/seat/Bea/now"]
        for rule in self.client.application.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.endpoint not in NO_TEXT:
                path = rule.rule.replace("<int:game_id>", str(game))
                paths += [path] if "<" not in path else []
        assert len(paths) > 12
        answers = [self.client.get(path, headers={"Accept-Language": language}) for path in paths]
        assert all(answer.status_code in (200, 302, 303, 404) for answer in answers)
        return "\n".join(answer.text for answer in answers)


@pytest.fixture
def pages(app: Flask, session: TableSession) -> Pages:
    return Pages(app, session)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_face_down_is_played_by_hand(pages: Pages, language: str) -> None:
    pages.start()
    assert pages.seat("Ada", "release")["ok"]
    pages.all_pages(language)
    assert pages.referee("turn", card="AC")["ok"]
    assert pages.referee("turn", card="ad")["ok"]
    pages.all_pages(language)
    assert pages.seat("Bea", "bank")["ok"]
    assert pages.state["scores"] == {"Ada": 0, "Bea": 2}
    assert pages.referee("release")["ok"]
    assert pages.seat("Ada", "devil_call", position="3")["ok"]
    pages.all_pages(language)
    assert pages.referee("turn", card="joker")["ok"]
    assert pages.state["scores"] == {"Ada": 0, "Bea": 7}
    pages.all_pages(language)
    game = pages.session.snapshot("table")["game_id"]
    ace = {"en": "ace of clubs", "de": "Kreuz-Ass", "pl": "as trefl"}[language]
    assert ace in pages.text(f"/history/{game}/deal/1", language)
    assert "Joker" in pages.text(f"/history/{game}/deal/2", language)


def test_a_card_that_is_none_of_the_five_waits_and_goes_back(pages: Pages) -> None:
    pages.start()
    pages.referee("release")
    assert pages.referee("turn", card="KD")["status"] == "pending"
    assert "KD" not in pages.state["turned"]
    pages.all_pages()
    assert pages.seat("Bea", "take_back")["ok"]
    assert pages.state["pending"] is None


def test_moved_and_peeked_are_called_by_the_players(pages: Pages) -> None:
    pages.start()
    pages.referee("release")
    assert pages.seat("Ada", "peeked", position="2", player="Bea")["ok"]
    flags = pages.session.snapshot("table")["flags"]
    assert [(flag["code"], flag["player"]) for flag in flags] == [("peeked", "Bea")]
    assert "Card looked at" in pages.text("/table/now")


def test_a_round_may_be_played_with_other_cards(pages: Pages) -> None:
    pages.start()
    assert pages.referee("start_round", angels="7c, 8c, 9c, 10c", devil="2s")["ok"]
    pages.referee("release")
    assert pages.state["cards"] == {"angels": ["7C", "8C", "9C", "TC"], "devil": "2S"}
    assert pages.referee("turn", card="2s")["ok"]
    assert pages.state["last_round"]["reason"] == "devil_first"


def sealed(pages: Pages, **fields: Any) -> None:
    pages.start(open="1", **fields)
    assert pages.seat("Ada", "lay_open", cards=FIVE)["ok"]
    assert pages.seat("Ada", "seal", card="9H")["ok"]


def test_only_the_layers_own_page_seals(pages: Pages) -> None:
    pages.start(open="1")
    pages.referee("lay_open", cards=FIVE)
    assert "own page" in pages.referee("seal", card="9H")["error"]
    assert not pages.seat("Bea", "seal", card="9H")["ok"]
    assert "seal-own" in pages.text("/seat/Ada")
    assert "seal-own" not in pages.text("/seat/Bea")
    assert pages.seat("Ada", "seal", card="9H")["ok"]
    assert "seal-own" not in pages.text("/seat/Ada")


def test_a_card_that_cannot_be_sealed_is_named_in_no_answer(pages: Pages) -> None:
    pages.start(open="1")
    pages.referee("lay_open", cards=FIVE)
    said = pages.seat("Ada", "seal", card="KS")
    assert not said["ok"]
    assert "KS" not in json.dumps(said)
    assert "king" not in json.dumps(said)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_tells_the_devil_before_the_judge_does(
    app: Flask, pages: Pages, language: str
) -> None:
    """The pages are the same whichever of the unasked cards is the devil, hashes and ids apart."""
    import re

    seen = []
    for devil in ("9H", "JH"):
        pages.start(open="1")
        pages.referee("lay_open", cards=FIVE)
        pages.seat("Ada", "seal", card=devil)
        pages.seat("Bea", "choose", card="QH")
        text = pages.all_pages(language)
        for pattern in (r"[0-9a-f]{64}", r"[0-9a-f ]{71}", r"\d+"):
            text = re.sub(pattern, "#", text)
        seen.append(re.sub(r"<code>.*?</code>", "", text).split("/setup")[0])
    first, second = ([line for line in one.splitlines() if line.strip()] for one in seen)
    # Past games differ by their number in the list only.
    assert [line for line in first if line not in second] == []


def test_a_judged_round_is_played_by_hand_and_the_judge_speaks(pages: Pages) -> None:
    sealed(pages)
    root = pages.state["commitment"]
    assert root[:8] in pages.text("/table/now")
    assert pages.seat("Bea", "choose", card="QH")["ok"]
    wall = pages.text("/table/now")
    assert "judges-word angel" in wall
    assert 'data-said="queen of hearts: Angel"' in wall or "Q of hearts: Angel" in wall
    assert pages.seat("Bea", "choose", card="9H")["ok"]
    assert "judges-word devil" in pages.text("/table/now")
    assert pages.state["last_round"]["reason"] == "devil"


def test_what_was_answered_cannot_be_undone_but_the_round_can_be_annulled(pages: Pages) -> None:
    sealed(pages)
    pages.seat("Bea", "choose", card="QH")
    assert "The judge has answered" in pages.press("/referee/undo")["error"]
    assert "data-undo disabled" in pages.text("/referee/now")
    assert pages.referee("annul")["ok"]
    assert pages.state["last_round"]["reason"] == "void"


def test_a_call_a_dispute_and_the_audit(pages: Pages, tmp_path: Any) -> None:
    sealed(pages)
    assert pages.seat("Bea", "devil_call", card="9H")["ok"]
    assert pages.state["scores"] == {"Ada": 0, "Bea": 5}
    assert pages.seat("Ada", "dispute")["ok"]
    assert "Disputed and opened" in pages.text("/table/now")
    game = pages.session.snapshot("table")["game_id"]
    assert "audit.json" in pages.text(f"/history/{game}")
    audit = pages.client.get(f"/history/{game}/audit.json")
    assert audit.status_code == 200
    assert len(json.loads(audit.text)["rounds"][0]["openings"]) == 5


def test_a_game_without_a_judge_has_no_audit_page(pages: Pages, session: TableSession) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"])
    game = session.snapshot("table")["game_id"]
    assert pages.client.get(f"/history/{game}/audit.json").status_code == 404


def test_the_layer_answers_on_their_own_page_and_the_reference_is_shown(pages: Pages) -> None:
    pages.start(open="1", judge="layer")
    assert pages.referee("lay_open", cards=FIVE)["ok"]
    assert pages.seat("Bea", "choose", card="JH")["ok"]
    assert not pages.seat("Bea", "announce", card="JH", verdict="angel")["ok"]
    pages.all_pages()
    assert pages.seat("Ada", "announce", card="JH", verdict="angel")["ok"]
    assert pages.referee("reference", card="js")["ok"]
    assert [flag["code"] for flag in pages.session.snapshot("table")["flags"]] == [
        "false_announcement"
    ]
    assert "by the reference" in pages.text("/table/now")


def test_cards_of_an_own_deck_are_laid_and_shown_by_name(pages: Pages) -> None:
    deck = "\n".join(f"{suit}-as {suit} as" for suit in ("luft", "feuer", "eis", "erz", "wasser"))
    pages.start(open="1", share="rank", own_deck=deck + "\nnarr")
    options = pages.session.snapshot("table")["options"]
    assert options["deck"]["narr"] == {}
    laid = [card for card in options["deck"] if card != "narr"]
    assert pages.referee("lay_open", cards=laid)["ok"]
    assert pages.state["phase"] == "seal"
    assert "feuer" in pages.text("/table/now")
    assert pages.seat("Ada", "seal", card="erz-as")["ok"]
    assert pages.seat("Bea", "choose", card="eis-as")["ok"]
    assert pages.state["round_points"] == 1


def test_house_rules_come_from_the_form_and_are_shown(pages: Pages) -> None:
    pages.start(variant="noble", call_right="7", call_wrong="2", first_layer="2")
    assert pages.session.snapshot("table")["options"] == {
        "variant": "noble",
        "call_right": 7,
        "call_wrong": 2,
        "first_layer": "Bea",
    }
    wall = pages.text("/table/now")
    assert "as the nobility plays" in wall
    assert "Teufel-komm-raus 7 to 2" in wall


def test_three_cannot_play_and_the_form_says_so(pages: Pages) -> None:
    form = {"game": "vier-engel", "player": [*PLAYERS, "Cem"]}
    answer = pages.client.post("/setup", data=form)
    assert "Two play this game" in answer.text


def test_a_game_is_played_to_its_end(pages: Pages) -> None:
    pages.start(variant="noble")
    for _ in range(2):
        pages.referee("release")
        pages.referee("turn", card="joker")
        pages.referee("release")
        pages.referee("turn", card="ac")
        pages.referee("turn", card="joker")
    pages.referee("release")
    pages.referee("turn", card="joker")
    assert pages.state["winner"] == "Ada"
    assert "has won the game" in pages.text("/table/now")
    pages.all_pages("de")


def test_the_devil_is_sealed_on_a_phone_by_holding_the_button(visit: Any, pages: Pages) -> None:
    pages.start(open="1")
    pages.referee("lay_open", cards=FIVE)
    phone = visit("/seat/Ada", viewport={"width": 400, "height": 800})
    assert phone.locator(".seal-own").count() == 0, "anybody might have opened this page"
    phone.locator(".seat-lock button").click()
    phone.locator("label[for=seal-9H]").click()
    seal = phone.locator("[data-hold]")
    seal.click()
    phone.wait_for_selector(".says")
    assert "Hold the button" in phone.locator(".says").inner_text()
    assert pages.state["phase"] == "seal"
    seal.click(delay=900)
    phone.wait_for_selector(".seal-own", state="detached")
    assert pages.state["sealed"]
    assert "9H" not in phone.locator("main").inner_html().replace("place-", "")
    pages.seat("Bea", "choose", card="9H")
    assert pages.state["last_round"]["reason"] == "devil_first"


def points_at(pages: Pages, card: str) -> None:
    pages.session.propose(ReadMove({"type": "choose", "card": card}, "assumed", 1.0, proposes=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finger_on_a_card_is_offered_to_the_drawer_and_asks_nothing_by_itself(
    pages: Pages, language: str
) -> None:
    sealed(pages)
    points_at(pages, "QH")
    assert 'class="panel pointed"' in pages.text("/seat/Bea", language)
    assert 'class="panel pointed"' in pages.text("/referee", language)
    assert 'class="panel pointed"' not in pages.text("/seat/Ada", language), "she laid them"
    assert pages.state["announced"] == []
    pages.seat("Bea", "choose", card="QH")
    assert pages.state["announced"] == [{"card": "QH", "verdict": "angel"}]
    assert 'class="panel pointed"' not in pages.text("/seat/Bea", language)


def test_a_finger_is_forgotten_as_soon_as_something_else_happens(pages: Pages) -> None:
    sealed(pages)
    points_at(pages, "QH")
    points_at(pages, "JH")
    assert pages.session.snapshot("seat")["proposed"] == {"type": "choose", "card": "JH"}
    pages.referee("annul")
    assert pages.session.snapshot("seat")["proposed"] is None


def test_a_finger_of_earlier_is_not_offered_again_when_as_much_is_booked_once_more(
    pages: Pages,
) -> None:
    sealed(pages)
    points_at(pages, "QH")
    pages.press("/referee/undo")
    sealing = pages.press("/referee/redo")
    assert sealing["ok"]
    assert pages.session.snapshot("seat")["proposed"] is None
    points_at(pages, "QH")
    pages.start(open="on")
    pages.referee("lay_open", cards="2C,3C,4C,5C,6C")
    pages.seat(pages.state["layer"], "seal", card="4C")
    assert pages.state["phase"] == "draw"
    assert pages.session.snapshot("seat")["proposed"] is None
    assert pages.session.snapshot("referee")["proposed"] is None


def test_a_finger_is_not_offered_again_in_a_game_that_goes_on_later(pages: Pages) -> None:
    sealed(pages)
    points_at(pages, "QH")
    game = pages.session.snapshot("table")["game_id"]
    pages.session.end_game("referee")
    pages.session.resume_game(game, "referee")
    assert pages.session.snapshot("seat")["proposed"] is None


def test_a_finger_on_a_card_that_is_corrected_since_is_forgotten(pages: Pages) -> None:
    pages.start(open="on")
    laid = pages.referee("lay_open", cards=",".join(FIVE))
    pages.seat(pages.state["layer"], "seal", card="9H")
    points_at(pages, "QH")
    pages.press(f"/referee/events/{laid['event']}/correct", type="lay_open", cards="7H,9H,JH,KH,AH")
    proposed = pages.session.snapshot("seat")["proposed"]
    assert proposed is None or proposed["card"] in pages.state["lying"]


def test_a_finger_stays_offered_while_only_a_setting_is_changed(pages: Pages) -> None:
    sealed(pages)
    points_at(pages, "QH")
    pages.press("/referee/settings", speech="on")
    assert pages.session.snapshot("seat")["proposed"] == {"type": "choose", "card": "QH"}


def test_a_finger_is_answered_once_however_many_tap_it(pages: Pages) -> None:
    sealed(pages)
    points_at(pages, "QH")
    assert 'name="offered"' in pages.text("/seat/Bea")
    assert pages.seat("Bea", "choose", card="QH", offered=1)["ok"]
    for again in (
        pages.seat("Bea", "choose", card="QH", offered=1),
        pages.referee("choose", card="QH", offered=1),
    ):
        assert again["error"] == "That question is no longer open."
    assert pages.state["pending"] is None
    assert pages.state["announced"] == [{"card": "QH", "verdict": "angel"}]
    assert pages.session.snapshot("table")["flags"] == []


def test_the_drawer_confirms_a_finger_with_one_tap(visit: Any, pages: Pages) -> None:
    sealed(pages)
    phone = visit("/seat/Bea", viewport={"width": 400, "height": 800})
    points_at(pages, "QH")
    phone.locator(".pointed button[value=choose]").dblclick()
    phone.wait_for_selector(".judges-word.angel")
    assert pages.state["round_points"] == 1
    assert pages.state["pending"] is None, "a tap too much is no second choice"


def test_the_drawer_asks_on_a_phone_and_the_wall_shows_the_answer(visit: Any, pages: Pages) -> None:
    sealed(pages)
    wall = visit("/")
    phone = visit("/seat/Bea", viewport={"width": 400, "height": 800})
    phone.locator(".seat-lock button").click()
    phone.locator(".of-cards button[value=QH]").click()
    wall.wait_for_selector(".judges-word.asks")
    assert "Q" in wall.locator(".judges-word").inner_text()
    assert pages.state["round_points"] == 0
    phone.locator(".pointed button[value=choose]").click()
    wall.wait_for_selector(".judges-word.angel")
    assert "Angel" in wall.locator(".judges-word").inner_text()
    phone.locator("button[value=bank]").click()
    wall.wait_for_selector(".last-round")
    assert pages.state["scores"] == {"Ada": 0, "Bea": 1}

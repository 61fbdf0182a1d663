"""Every word in every language, every rule behind its link, nothing by colour alone."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from flask import Flask

import companion.web
from companion.cards import DECK, Language
from companion.record import read
from companion.session import TableSession
from companion.web.entries import card_typed
from companion.web.flags_said import flag_said, flag_title
from companion.web.language import LANGUAGES, ngettext
from companion.web.refusals_said import log_said
from companion.web.words import card_name, points

from .tables import announced, play

WEB = Path(companion.web.__file__).parent
TRANSLATED = [language for language in LANGUAGES if language != "en"]
CITED = [f"B{number}" for number in range(1, 23)] + ["R2", "R5", "R6"]


Message = tuple[str | None, tuple[str, ...]]
"""What a page says: its context, and its text or, where it counts something, one and several."""


@cache
def said_on_pages() -> frozenset[Message]:
    methods = [("**.py", "python"), ("**.html", "jinja2")]
    options = {"**.html": {"extensions": "jinja2.ext.i18n"}}
    keywords = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
    found = extract_from_dir(WEB, methods, options, keywords=keywords)
    return frozenset(
        (context, message if isinstance(message, tuple) else (message,))
        for _file, _line, message, _notes, context in found
    )


def parts_of(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)s|%s", text))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_with_the_same_parts(language: str) -> None:
    file = WEB / "translations" / language / "messages.po"
    with file.open("rb") as source:
        catalog = read_po(source, locale=language)
    wanted = said_on_pages()
    for context, message in wanted:
        found = catalog.get(message if len(message) > 1 else message[0], context)
        assert found is not None, message
        forms = [found.string] if isinstance(found.string, str) else list(found.string)
        assert len(forms) == (1 if len(message) == 1 else catalog.num_plurals), message
        for form in forms:
            assert form, message
            # One of something may be said without its number.
            counted = {"%(num)s"} if len(message) > 1 else set()
            assert parts_of(form) | counted == parts_of(message[-1]) | counted, message
    kept = {
        (entry.context, entry.id if isinstance(entry.id, tuple) else (entry.id,))
        for entry in catalog
        if entry.id
    }
    assert kept <= wanted, "words that no page says any more"


@pytest.mark.parametrize("code", get_args(Language))
def test_pages_name_cards_as_the_games_do(app: Flask, code: Language) -> None:
    assert code in LANGUAGES
    with app.test_request_context(headers={"Accept-Language": code}):
        assert [card_name(card.code) for card in DECK] == [card.name(code) for card in DECK]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["one card", "2 cards", "5 cards", "22 cards"]),
        ("de", ["eine Karte", "2 Karten", "5 Karten", "22 Karten"]),
        ("pl", ["jedna karta", "2 karty", "5 kart", "22 karty"]),
    ],
)
def test_what_is_counted_has_the_plural_of_its_language(
    app: Flask, code: str, said: list[str]
) -> None:
    with app.test_request_context(headers={"Accept-Language": code}):
        assert [ngettext("one card", "%(num)s cards", n) for n in (1, 2, 5, 22)] == said


def test_polish_pages_are_polish_to_the_last_word(app: Flask, session: TableSession) -> None:
    announced(session, "no_king_of_hearts")
    play(session, "JD", "QS")
    session.submit({"type": "play", "player": "Ada", "card": "KH"})
    client = app.test_client()
    client.set_cookie("language", "pl")
    english = {text for _context, message in said_on_pages() for text in message}
    for path in ("/table", "/referee", "/seat/Ada", "/setup", "/history", "/history/1"):
        page = client.get(path).text
        assert '<html lang="pl"' in page
        words = re.sub(r"<[^>]*>", "\n", re.sub(r"<title>.*?</title>", "", page))
        found = {line.strip() for line in words.splitlines() if line.strip()}
        # These are the same in both languages.
        assert (found & english) - {"PIN", "K", "A"} == set(), path
    page = client.get("/referee").text
    for said in ("walet karo", "dama pik", "Bez króla kier", "Poza kolejką", "Karta czeka"):
        assert said in page
    with app.test_request_context(headers={"Accept-Language": "pl"}):
        assert points(-22.5) == "−22,5"
        assert card_typed("wd") == "JD"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_a_flag_cites_can_be_linked_to(app: Flask, language: str) -> None:
    page = app.test_client().get("/rules/berteln", headers={"Accept-Language": language}).text
    assert [rule for rule in CITED if f'id="{rule}"' not in page] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_drawn_with_the_shape_of_its_suit_and_named(
    app: Flask, language: str
) -> None:
    names = set()
    with app.test_request_context(headers={"Accept-Language": language}):
        draw = app.jinja_env.get_template("cards.html").module
        for card in DECK:
            drawn, chip = str(draw.card(card.code)), str(draw.chip(card.code))  # type: ignore[attr-defined]
            name = card_name(card.code)
            names.add(name)
            assert f'aria-label="{name}"' in drawn
            assert f'href="#suit-{card.suit}"' in drawn
            assert name in chip
            assert f'href="#suit-{card.suit}"' in chip
    assert len(names) == 52


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio of two colours, each `#rrggbb`."""

    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (
            p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def themes() -> Iterator[tuple[str, dict[str, str]]]:
    css = (WEB / "static/css/base.css").read_text()
    day = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css.split('data-theme="dark"')[0]))
    night = re.search(r'data-theme="dark"\] \{(.*?)\}', css, re.S)
    assert night is not None
    yield "day", day
    yield "night", {**day, **dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", night[1]))}


@pytest.mark.parametrize(("name", "colours"), list(themes()))
def test_text_stands_out_from_its_ground_by_day_and_by_night(
    name: str, colours: dict[str, str]
) -> None:
    grounds = ("paper", "sheet")
    pairs = [(ink, ground) for ink in ("ink", "soft", "brass", "flag", "ask") for ground in grounds]
    pairs += [("flag", "flag-ground"), ("ask", "ask-ground"), ("brass", "brass-ground")]
    pairs += [("ink", f"{kind}-ground") for kind in ("flag", "ask", "brass")]
    pairs += [("on-felt", "felt"), ("on-felt-soft", "felt"), ("lamp", "felt")]
    pairs += [("red", "card"), ("black", "card")]
    weak = {f"{a} on {b}": contrast(colours[a], colours[b]) for a, b in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


def test_the_four_colours_stand_out_from_the_card() -> None:
    css = (WEB / "static/css/cards.css").read_text()
    colours = re.findall(r"#[0-9a-f]{6}", css.split('data-suits="four"] {')[1].split("}")[0])
    assert len(colours) == 2
    assert min(contrast(colour, "#fffdf6") for colour in colours) > 4.5


def test_both_ways_into_the_night_have_the_same_colours() -> None:
    css = (WEB / "static/css/base.css").read_text()
    chosen = re.search(r'\[data-theme="dark"\] \{(.*?)\}', css, re.S)
    device = re.search(r':not\(\[data-theme="light"\]\) \{(.*?)\}', css, re.S)
    assert chosen is not None
    assert device is not None
    assert chosen[1].split() == device[1].split()


def test_points_are_written_as_on_paper(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert [points(value) for value in (-22.5, 0, 90)] == ["−22,5", "0", "90"]
        assert points(90, signed=True) == "+90"


def test_names_are_shown_as_text_whatever_they_hold(app: Flask, session: TableSession) -> None:
    session.start_game("berteln", ["<b>Ada", "Bea", "O'Cem & Co"])
    session.submit({"type": "announce", "contract": "no_hearts"})
    session.submit({"type": "play", "player": "O'Cem & Co", "card": "7C"})
    for path in ("/table", "/referee", "/seat", "/history/1"):
        page = app.test_client().get(path).text
        assert "<b>" not in page
        assert "&lt;b&gt;Ada" in page


def test_a_flag_is_a_sentence_with_the_proof(app: Flask, session: TableSession) -> None:
    announced(session)
    play(session, "7C", "9C", "AC", "8H", "KC", "8C")
    (flag,) = session.snapshot("referee")["flags"]
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert flag_title(flag["code"]) == "Nicht bedient"
        assert flag_said(flag) == (
            "Dan hat mit Herz 8 nicht bedient: Kreuz 8 war auf derselben Hand."
        )
    page = app.test_client().get("/table").text
    assert 'href="/rules/berteln#B7"' in page


def test_the_sheet_and_the_record_of_a_game_can_be_taken_along(
    app: Flask, session: TableSession, tmp_path: Path
) -> None:
    session.start_game("berteln", ["Ada", "=Bea", "Cem"], {"cards_in_play": 12})
    session.submit({"type": "announce", "contract": "no_queens"})
    play(session, "QC", "KC", "AC", "AH", "KH", "QH", "KS", "AS", "QS", "QD", "AD", "KD")
    client = app.test_client()
    text = client.get("/history/1/sheet.csv").data.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text)))
    assert lines[0] == ["Round", "Deal", "Contract", "Announcer", "Ada", "'=Bea", "Cem"]
    assert lines[1] == ["1", "1", "No queens", "Ada", "-7.5", "-7.5", "-15"]
    assert lines[2][4:] == ["-7.5", "-7.5", "-15"]
    german = client.get("/history/1/sheet.csv", headers={"Accept-Language": "de"})
    rows = list(csv.reader(io.StringIO(german.data.decode("utf-8-sig")), delimiter=";"))
    assert rows[1][2:] == ["Keine Damen", "Ada", "-7,5", "-7,5", "-15"]
    for ending in ("json", "yaml"):
        answer = client.get(f"/history/1/record.{ending}")
        assert f".{ending}" in answer.headers["Content-Disposition"]
        file = tmp_path / f"evening.{ending}"
        file.write_bytes(answer.data)
        assert len(read(file).events) == 13


def test_a_deal_of_zeros_has_its_line_on_the_sheet(app: Flask, session: TableSession) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"], {"cards_in_play": 12})
    session.submit({"type": "announce", "contract": "no_hearts"})
    session.submit({"type": "end_deal"})
    page = app.test_client().get("/history/1").text
    assert page.count("not played yet") == 12


def test_the_variant_is_always_in_sight(app: Flask, session: TableSession) -> None:
    session.start_game("berteln", ["Ada", "Bea", "Cem"], {"cards_in_play": 12, "may_pass": True})
    for path in ("/table", "/referee", "/history/1"):
        page = app.test_client().get(path).text
        assert "12 cards" in page
        assert "passing is free" in page


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_cannot_be_is_said_in_the_readers_language(app: Flask, language: str) -> None:
    client, headers = app.test_client(), {"Accept-Language": language, "Accept": "application/json"}
    english = {"Accept-Language": "en", "Accept": "application/json"}
    for path, sent in (
        ("/referee/undo", {}),
        ("/history/77/resume", {}),
        ("/referee/settings", {"grace_seconds": "-3"}),
        ("/referee/settings", {"colour": "red"}),
        ("/referee/flags/none", {"state": "stands"}),
        ("/referee/events/77/delete", {}),
        ("/referee/questions/none", {"choice": "yes"}),
    ):
        said = client.post(path, data=sent, headers=headers)
        source = client.post(path, data=sent, headers=english)
        assert said.status_code == source.status_code == 409, path
        assert said.json is not None
        assert source.json is not None
        assert said.json["error"] != source.json["error"], source.json["error"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_full_disk_is_said_in_the_readers_language(
    app: Flask, session: TableSession, language: str
) -> None:
    announced(session)
    text = "The disk that holds x.sqlite is full; make room on it. Nothing that was booked is lost."
    with app.test_request_context(headers={"Accept-Language": language}):
        said = log_said(f"{text} 2 seen meanwhile are kept.")
    assert "x.sqlite" in said
    assert "2" in said
    assert "disk that" not in said

"""The checking page comes to the same verdict as `companion verify`, offline and on its own."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from ..companion.games.vier_engel_tables import FIVE, Evening
from ..companion.test_verify import TAMPERED

SECOND = "7S 8S 9S TS JS"
NOT_IN_PYTHONS_WORDS = {"'maybe' is no verdict": "maybe is no verdict"}


@pytest.fixture(scope="module")
def audit() -> Any:
    story = f"lay {FIVE}, seal 9H, QH, 9H, dispute, lay {SECOND}, seal TS, call 8S, "
    evening = Evening(seed=b"x" * 32, open=True).tell(story + f"lay {FIVE}, seal AH, 7H")
    return evening.game.audit(evening.state)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: Any) -> Path:
    """The page as somebody saved it."""
    from companion.session import TableSession
    from companion.store import Store
    from companion.web import create_app

    folder = tmp_path_factory.mktemp("page")
    session = TableSession(Store(folder))
    answer = create_app(session).test_client().get("/verify/save")
    session.close()
    assert "attachment" in answer.headers["Content-Disposition"]
    file = folder / "check-the-judge.html"
    file.write_bytes(answer.data)
    return file


@pytest.fixture(scope="module")
def page(browser: Any, saved: Path) -> Iterator[Any]:
    """The saved page in a browser without any network."""
    context = browser.new_context(locale="en")
    context.set_default_timeout(8000)
    context.set_offline(True)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.goto(saved.as_uri())
    yield opened
    context.close()
    assert faults == []


def checked(page: Any, content: Any, *roots: str) -> tuple[str, list[str]]:
    """The verdict and the faults that the page finds."""
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    page.locator("#result").evaluate("result => result.replaceChildren()")
    page.locator("#roots").fill("\n".join(roots))
    file = {"name": "audit.json", "mimeType": "application/json", "buffer": text}
    page.locator("#file").set_input_files([file])
    page.wait_for_selector(".verdict")
    return page.locator(".verdict").inner_text(), page.locator(".fault").all_inner_texts()


def test_an_audit_that_fits_is_told_so(page: Any, audit: Any) -> None:
    roots = [one["root"] for one in audit["rounds"]]
    assert checked(page, audit, roots[0], roots[1].upper()) == (
        "All of it fits. Seals checked: 3.",
        [],
    )
    first = page.locator("#result li").first.inner_text()
    assert first.startswith("Seal 1, round 1, Ada laid: sealed by event 2; first answer at event 3")
    assert "the devil is 9H" in first


def test_an_audit_from_which_all_proof_was_taken_is_not_said_to_fit(page: Any, audit: Any) -> None:
    bare = copy.deepcopy(audit)
    for one in bare["rounds"]:
        one |= {"commitments": [], "openings": [], "disputed": False}
    verdict, faults = checked(page, bare)
    assert (verdict[:38], faults) == ("Nothing was found wrong, but of 3 only", [])
    assert page.locator(".verdict.wrong").count() == 1
    verdict, _ = checked(page, {**bare, "rounds": []})
    assert verdict == "There is no seal in it, so nothing was checked."


def test_a_noted_fingerprint_that_is_not_in_the_file_is_missed(page: Any, audit: Any) -> None:
    spaced = " ".join(["0123abcd"] * 8)
    verdict, faults = checked(page, audit, spaced)
    assert verdict.startswith("It does not fit")
    assert "is in no round of this file" in faults[0]


@pytest.mark.parametrize("fault", TAMPERED)
def test_what_was_changed_is_found(page: Any, audit: Any, fault: str) -> None:
    changed = copy.deepcopy(audit)
    TAMPERED[fault](changed)
    verdict, faults = checked(page, changed)
    assert verdict.startswith("It does not fit")
    assert any(NOT_IN_PYTHONS_WORDS.get(fault, fault) in found for found in faults), faults


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff{}", "That is no JSON in UTF-8."),
        (b"{", "That is no JSON in UTF-8."),
        (b"[]", "That is no audit file of version 1."),
        (b'{"a": {"b": 1, "b": 2}}', "The key b stands twice."),
        (b'{"format": "vier-engel-audit", "version": 1, "rounds": [{}]}', "Entry 1 of the rounds"),
    ],
)
def test_what_is_no_audit_is_told_in_one_sentence(page: Any, content: bytes, said: str) -> None:
    verdict, _ = checked(page, content)
    assert verdict.startswith(said)


def test_its_hashes_are_sha_256(page: Any) -> None:
    for text in ("", "abc", "ü♥", *("x" * n for n in (55, 56, 57, 63, 64, 65, 119, 120, 1000))):
        found = page.evaluate("text => sha256(text)", text)
        assert found == hashlib.sha256(text.encode()).hexdigest(), len(text)


def test_while_it_is_served_it_may_load_and_send_nothing(app: Flask) -> None:
    answer = app.test_client().get("/verify")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "connect-src" not in policy
    assert 'src="' not in answer.text
    assert "stylesheet" not in answer.text


@pytest.mark.parametrize("language", ["de", "pl"])
def test_it_works_under_its_own_policy_in_every_language(
    visit: Any, audit: Any, language: str
) -> None:
    served = visit("/verify", language=language, viewport={"width": 360, "height": 740})
    verdict, faults = checked(served, audit)
    assert faults == []
    assert {"de": "Alles passt", "pl": "Wszystko się zgadza"}[language] in verdict
    wide = served.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360

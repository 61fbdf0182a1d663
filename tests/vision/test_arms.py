"""Arms are told from light, shake and cards, and known by the edge they come over."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from scenery import HIGH, SKIN, WIDE, lit, noisy, tablecloth, with_arm, with_card

from vision.arms import Arms, ArmWatch
from vision.frame import Frame, Picture
from vision.plan import share_inside
from vision.table import Arc, Table

SEATS = (Arc("Ada", 90, 90), Arc("Bea", 180, 90), Arc("Cem", 270, 90), Arc("Dan", 0, 90))
TABLE = Table(seats=SEATS)
CLOTH = tablecloth()


def outline(x: int, y: int, tall: int = 120) -> np.ndarray:
    """The card of `with_card` in table coordinates."""
    wide = tall / 1.45
    corners = [[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]
    return ((np.array(corners) / 2 + (x, y)) / (WIDE, HIGH)).astype(np.float32)


def watched(
    scene: Callable[[int], Picture], frames: int, rate: float = 15, table: Table = TABLE
) -> list[Arms]:
    watch = ArmWatch(table)
    return [watch.see(Frame(scene(i), i / rate, i)) for i in range(frames)]


@pytest.mark.parametrize(
    ("name", "start"),
    [("Ada", (480, 600)), ("Bea", (-60, 270)), ("Cem", (480, -60)), ("Dan", (1020, 270))],
)
def test_an_arm_belongs_to_the_seat_whose_edge_it_comes_over(
    name: str, start: tuple[int, int]
) -> None:
    def scene(i: int) -> Picture:
        return with_arm(CLOTH, start, (480, 270)) if i >= 5 else CLOTH

    (arm,) = watched(scene, 8)[-1].arms
    assert arm.seat == name
    assert arm.certainty > 0.95
    assert arm.tip == pytest.approx((0.5, 0.5), abs=0.12)


def test_an_arm_that_comes_between_two_seats_is_doubtful() -> None:
    corner = Table(corners=((0.2, 0), (0.8, 0), (0.8, 1), (0.2, 1)), seats=SEATS)

    def scene(i: int) -> Picture:
        return with_arm(CLOTH, (860, 640), (480, 270)) if i >= 5 else CLOTH

    arms = watched(scene, 8, table=corner)[-1].arms
    assert arms
    assert all(arm.certainty < 0.9 for arm in arms)


def test_a_hand_is_followed_though_its_sleeve_looks_like_the_table() -> None:
    def scene(i: int) -> Picture:
        if i < 5:
            return CLOTH
        y = max(300, 580 - 40 * (i - 5)) if i < 60 else 300 + 40 * (i - 60)
        picture = CLOTH.copy()
        cv2.circle(picture, (480, y), 45, SKIN, -1, cv2.LINE_AA)
        return picture

    seen = watched(scene, 70)
    for number in range(8, 62):
        assert [arm.seat for arm in seen[number].arms] == ["Ada"], number
    assert seen[40].over(outline(480, 300)) > 0.3
    assert not seen[-1].arms


def test_the_place_of_a_card_that_an_arm_took_along_is_no_hand() -> None:
    def scene(i: int) -> Picture:
        picture = with_card(CLOTH, 480, 270) if i < 15 else CLOTH
        return with_arm(picture, (480, 600), (480, 300)) if i in range(12, 18) else picture

    seen = watched(scene, 22)
    assert seen[16].over(outline(480, 270)) > 0.5
    assert not any(arms.arms for arms in seen[18:])


def taken(tall: int, rest: list[Picture]) -> Arms:
    """Three cards are seen, a slow arm takes them along, then come the pictures `rest`."""
    places = [(x, 270) for x in (400, 480, 560)]
    cards = CLOTH
    for x, y in places:
        cards = with_card(cards, x, y, tall)
    arm = [with_arm(cards, (480, 540), (480, 420))]
    arm += [with_arm(cards, (480, 540), (480, 280))] * 5
    arm += [with_arm(CLOTH, (480, 560), (480, y)) for y in (270, 300, 330, 360, 420, 480)]
    watch, last = ArmWatch(TABLE), None
    for number, picture in enumerate([cards] * 30 + arm + rest):
        seen = [outline(x, y, tall) for x, y in places] if number < 36 else []
        last = watch.see(Frame(picture, number / 15, number), seen)
    assert last is not None
    return last


@pytest.mark.parametrize("tall", [60, 90, 120])
def test_the_places_of_cards_that_a_slow_arm_took_along_are_no_hand(tall: int) -> None:
    assert taken(tall, [CLOTH] * 8).arms == ()


def test_a_hand_that_stays_where_cards_were_is_still_a_hand() -> None:
    steps = []
    for y in range(580, 270, -40):
        step = CLOTH.copy()
        cv2.circle(step, (480, y), 45, SKIN, -1, cv2.LINE_AA)
        steps.append(step)
    last = taken(120, [CLOTH] * 4 + steps + [steps[-1]] * 15)
    assert [arm.seat for arm in last.arms] == ["Ada"]
    assert last.over(outline(480, 300, 60)) > 0.8


def test_a_hand_with_an_unseen_sleeve_stays_its_own_beside_another_arm() -> None:
    def scene(i: int) -> Picture:
        picture = with_arm(CLOTH, (-60, 270), (440, 270)) if i >= 3 else CLOTH.copy()
        if i >= 8:
            y = max(200, 580 - 40 * (i - 8)) if i < 12 else max(300, 460 - 40 * (i - 12))
            cv2.circle(picture, (500, y), 45, SKIN, -1, cv2.LINE_AA)
        return picture

    last = watched(scene, 30)[-1]
    assert sorted(str(arm.seat) for arm in last.arms) == ["Ada", "Bea"]
    ada = next(arm for arm in last.arms if arm.seat == "Ada")
    assert share_inside(ada.mask, outline(510, 300, 60)) > 0.4


def test_a_fan_of_cards_held_at_the_edge_is_no_arm_for_long() -> None:
    rng = np.random.default_rng(2)

    def scene(i: int) -> Picture:
        picture = with_card(CLOTH, 300, 500, text="Q") if i >= 3 else CLOTH
        return noisy(np.roll(picture, (i % 3 - 1, (i // 2) % 3 - 1), (0, 1)), 10, rng)

    assert not watched(scene, 3 + 15 * 8)[-1].arms


def test_two_arms_that_touch_are_two() -> None:
    def scene(i: int) -> Picture:
        if i < 5:
            return CLOTH
        return with_arm(with_arm(CLOTH, (430, 600), (460, 290)), (1020, 270), (530, 270))

    assert {arm.seat for arm in watched(scene, 8)[-1].arms} == {"Ada", "Dan"}


LIGHTS: dict[str, Callable[[int], Picture]] = {
    "exposure": lambda i: lit(CLOTH, gain=2 ** (0.9 * np.sin(i / 15))),
    "flicker": lambda i: lit(CLOTH, bands=0.07, phase=i / 15 * 2.3),
    "warmth": lambda i: lit(CLOTH, tint=(1 - 0.2 * np.sin(i / 15), 1, 1 + 0.2 * np.sin(i / 15))),
    "lamp at the side": lambda i: lit(CLOTH, slope=0.35 if i > 10 else 0.0),
    "noise": lambda i: noisy(CLOTH, 14, np.random.default_rng(i)),
    "light off": lambda i: lit(CLOTH, gain=0.45 if i > 10 else 1.0),
    "shake": lambda i: np.roll(CLOTH, ((i * 7) % 5 - 2, (i * 3) % 5 - 2), (0, 1)),
}
KINDS = sorted(LIGHTS)


def changing(kind: str, i: int) -> Picture:
    return LIGHTS[kind](i)


@pytest.mark.parametrize("kind", KINDS)
def test_no_light_and_no_shake_is_an_arm(kind: str) -> None:
    assert not [a for a in watched(lambda i: changing(kind, i), 45) if a.arms]


@pytest.mark.parametrize("kind", KINDS)
def test_an_arm_is_seen_in_any_light(kind: str) -> None:
    def scene(i: int) -> Picture:
        if i < 20:
            return changing(kind, i)
        tip = (480, max(280, 600 - 60 * (i - 20)))
        # The arm stands in the same light as the cloth.
        lights = changing(kind, i).astype(np.float32) / np.maximum(CLOTH, 1)
        arm = with_arm(CLOTH, (480, 600), tip)
        if kind in ("noise", "shake"):
            return with_arm(changing(kind, i), (480, 600), tip)
        smooth = np.median(lights, axis=1, keepdims=True) if kind == "flicker" else lights
        return np.clip(arm * smooth, 0, 255).astype(np.uint8)

    last = watched(scene, 30)[-1]
    assert [arm.seat for arm in last.arms] == ["Ada"]
    assert last.over(outline(480, 300)) > 0.5
    assert last.over(outline(150, 150)) < 0.05


def test_a_laid_card_is_soon_a_part_of_the_table() -> None:
    def scene(i: int) -> Picture:
        if i < 5:
            return CLOTH
        with_it = with_card(CLOTH, 480, 270)
        return with_arm(with_it, (480, 600), (480, 350)) if i < 20 else with_it

    seen = watched(scene, 40)
    assert seen[19].over(outline(480, 270)) > 0.5
    assert seen[21].over(outline(480, 270)) == 0
    assert not seen[-1].arms


def test_a_hand_that_rests_for_four_seconds_is_still_a_hand() -> None:
    def scene(i: int) -> Picture:
        return with_arm(CLOTH, (480, 600), (480, 300)) if i >= 5 else CLOTH

    seen = watched(scene, 5 + 4 * 15)
    assert all(a.over(outline(480, 320)) > 0.5 for a in seen[6:])


def test_a_hand_that_was_there_from_the_start_leaves_no_ghost_for_long() -> None:
    def scene(i: int) -> Picture:
        return with_arm(CLOTH, (480, 600), (480, 300)) if i < 8 else CLOTH

    assert not watched(scene, 8 + 15 * 7)[-1].arms


def test_what_moves_beside_the_table_is_no_arm() -> None:
    table = Table(corners=((0.3, 0.2), (0.7, 0.2), (0.7, 0.8), (0.3, 0.8)), seats=SEATS)

    def scene(i: int) -> Picture:
        return with_arm(CLOTH, (-50, 50 + 5 * i), (120, 50 + 5 * i))

    assert not [a for a in watched(scene, 20, table=table) if a.arms]


def test_a_picture_of_another_size_starts_anew() -> None:
    watch = ArmWatch(TABLE)
    watch.see(Frame(CLOTH, 0.0, 0))
    assert not watch.see(Frame(tablecloth(2, 1280, 720), 0.1, 1)).arms

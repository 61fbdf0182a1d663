"""Advice is shown when it lasts, and stands still."""

from __future__ import annotations

from companion.advised import Advised
from vision.advice import Advice

SIZE = (1000, 500)
GLARE = Advice("glare", 0.2, (250.0, 400.0))


def test_what_only_a_passing_hand_caused_is_not_shown() -> None:
    advised = Advised()
    for checked in ((GLARE,), (), (), (GLARE,)):
        assert not advised.take(checked, SIZE)
    assert advised.shown == ()


def test_what_lasts_is_shown_with_its_share_of_the_picture_and_goes_again() -> None:
    advised = Advised()
    assert [advised.take((GLARE,), SIZE) for _ in range(3)] == [False, True, False]
    assert [(one.fault, one.place) for one in advised.shown] == [("glare", (0.25, 0.8))]
    assert [advised.take((), SIZE) for _ in range(2)] == [False, True]
    assert advised.shown == ()


def test_a_ring_does_not_tremble_but_follows_what_moves() -> None:
    advised = Advised()
    for x in (250.0, 250.0, 262.0, 244.0):
        advised.take((Advice("glare", 0.2, (x, 400.0)),), SIZE)
    assert advised.shown[0].place == (0.25, 0.8)
    advised.take((Advice("glare", 0.2, (700.0, 400.0)),), SIZE)
    assert advised.shown[0].place == (0.7, 0.8)


def test_another_camera_begins_without_the_old_ones_faults() -> None:
    advised = Advised()
    advised.take((GLARE,), SIZE)
    advised.take((GLARE,), SIZE)
    assert advised.forget()
    assert advised.shown == ()

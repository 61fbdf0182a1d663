"""May I play this? What a player is told beforehand, by the rules and by what lies open alone."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from companion.cards import Language
from companion.games import Answer, InvalidEvent, find

from .berteln_dealer import Dealer
from .duren_evening import DurenEvening
from .evening import Evening
from .test_duren_dealt import play_games

BERTELN, DUREN, ENGEL = find("berteln"), find("duren-piatkowy"), find("vier-engel")


def told(game, state, player, *cards):
    """`yes B7 The 9 of clubs follows suit ...`; nothing is changed by asking."""
    before, sheet = game.public(state), game.sheet(state)
    answer = game.may_play(state, player, cards)
    assert (game.public(state), game.sheet(state)) == (before, sheet)
    assert all(game.reason(answer.why, language) for language in get_args(Language))
    return f"{answer.may} {answer.why.rule} {game.reason(answer.why, 'en')}"


def berteln(story, player, card, **options):
    evening = Evening("Ada Bea Cem Dan", **options).tell(story)
    return told(BERTELN, evening.states[-1], player, card)


def test_any_card_may_be_led():
    assert berteln("no_hearts", "Ada", "KH") == "yes B6 Ada leads, and any card may be led."
    assert berteln("no_hearts", None, "KH") == "yes B6 Ada leads, and any card may be led."


def test_the_suit_led_may_always_be_played():
    assert berteln("no_hearts: 7C", "Bea", "AC") == (
        "yes B7 The ace of clubs follows suit, for clubs were led."
    )


@pytest.mark.parametrize("card", ["7H", "7D"])
def test_another_suit_depends_on_a_hand_that_nobody_else_sees(card):
    assert berteln("no_hearts: 7C", "Bea", card) == (
        "depends B7 Only if Bea has no clubs any more: clubs were led, "
        "and nobody else sees that hand."
    )


def test_the_last_card_of_a_hand_may_always_be_played():
    evening = Evening("Ada Bea Cem", cards_in_play=12).tell(
        "no_queens: QC, KC, AC, AH, KH, QH, KS, AS, QS, QD"
    )
    assert told(BERTELN, evening.states[-1], "Bea", "KD").startswith("yes B7 The king of diamonds")
    evening = Evening("Ada Bea Cem", cards_in_play=12).tell(
        "no_queens: QC, KC, AC, AH, KH, QH, KS, AS, QS, KD"
    )
    assert told(BERTELN, evening.states[-1], None, "QD").startswith("yes B7")


def test_the_last_card_need_not_follow():
    # Ada leads her last heart; the others' last cards are whatever they are.
    evening = Evening("Ada Bea Cem", cards_in_play=12).tell(
        "no_queens: AC, KC, QC, AD, KD, QD, AS, KS, QS, AH"
    )
    state = evening.states[-1]
    assert told(BERTELN, state, "Bea", "KH").startswith("yes B7 The king of hearts follows")
    assert told(BERTELN, state, "Bea", "QS") == (
        "yes B7 It is the last card of that hand; there is no other."
    )


def test_who_is_not_in_turn_may_not_play_yet():
    assert berteln("no_hearts: 7C", "Dan", "8C") == "no B6 It is not Dan's turn but Bea's."
    assert berteln("no_hearts: 7C", "Ada", "8C") == (
        "no B6 Ada has already played to this trick; it is Bea's turn."
    )


def test_a_card_that_is_not_in_play_or_lies_there_may_not_be_played():
    assert berteln("no_hearts: 7C", "Bea", "2C").startswith("no B1 The 2 of clubs is not in play")
    assert berteln("no_hearts: 7C", "Bea", "JOKER").startswith("no B1 The Joker is not in play")
    assert berteln("no_hearts: 7C", "Bea", "7C").startswith("no B1 The 7 of clubs is out already")


def test_before_the_announcement_and_while_a_play_waits_nothing_may_be_played():
    assert berteln("", "Ada", "7C") == "no R6 First the contract has to be announced."
    assert berteln("no_hearts: Cem 7C", "Ada", "8C") == (
        "no R2 First rule on Cem's 7 of clubs: take it back or let it stand."
    )


def test_what_has_to_be_remembered_is_not_told():
    # The 7 of clubs lies in a finished trick, and Bea has shown to lack clubs there.
    story = "no_hearts: 7C, 9H, 8C, 9C, TC"
    as_if_held = "yes B7 The {} of clubs follows suit, for clubs were led."
    assert berteln(story, "Ada", "7C") == as_if_held.format("7")
    assert berteln(story, "Ada", "KC") == as_if_held.format("king")
    assert berteln(story, "Ada", "9H").startswith("depends B7")


def test_what_a_card_would_prove_about_an_earlier_trick_is_not_told():
    story = "no_hearts: 7C, 9H, 8C, 9C, TH, 7H"
    evening = Evening().tell(story)
    state = evening.states[-1]
    assert told(BERTELN, state, "Bea", "QC").startswith("depends B7")
    evening.tell("QC")
    assert evening.flags == ["B7 revoke Bea 9H < QC"]


def test_patience_is_answered_from_the_rows():
    begun = "patience: TC"
    assert berteln("patience", "Ada", "7H") == "yes B16 The first card of Patience may be any card."
    assert berteln(begun, "Bea", "JC") == "yes B17 The jack of clubs fits what lies there."
    assert berteln(begun, "Bea", "AH") == "yes B17 The ace of hearts fits what lies there."
    assert berteln(begun, "Bea", "KH").startswith("no B17 The king of hearts fits nowhere")
    assert berteln(begun, "Cem", "JC") == "no B16 It is not Cem's turn but Bea's."
    assert berteln(f"{begun}, JC", "Bea", "9C").startswith("no B18")
    assert berteln(f"{begun}, JC", "Cem", "9C").startswith("yes B17")
    assert berteln(f"{begun}, JC", "Cem", "JC").startswith("no B1 ")


def test_one_card_at_a_time_is_asked_about():
    state = Evening().tell("no_hearts").states[-1]
    for cards in ((), ("7C", "8C"), ("7X",), (None,)):
        with pytest.raises(InvalidEvent):
            BERTELN.may_play(state, "Ada", cards)
    with pytest.raises(InvalidEvent, match="no player"):
        BERTELN.may_play(state, "Zoe", ("7C",))


@pytest.mark.parametrize("seed", range(6))
def test_in_whole_deals_every_lawful_card_is_yes_or_depends_and_every_refused_one_no(seed):
    rng = random.Random(seed)
    names = ["Ada", "Bea", "Cem", "Dan"]
    state = BERTELN.start(names, {})
    for contract in ("no_hearts", "no_king_of_hearts", "patience"):
        public = BERTELN.public(state)
        dealer = Dealer(names, contract, 32, rng, public["dealer"], public["announcer"], 0.2)
        for one in dealer.deal():
            if one.event["type"] == "play":
                said = BERTELN.may_play(state, one.event.get("player"), (one.event["card"],))
                memory = {"already_played"} & {flag[0] for flag in one.flags}
                if not memory:
                    assert (said.may == "no") is (not one.accepted), one.event
            state, _ = BERTELN.apply(state, BERTELN.parse(state, one.event))


def duren(story, player, *cards, **more):
    return told(DUREN, DurenEvening(story, **more).states[-1], player, *cards)


def test_a_main_attack_is_pairs_and_one_further_card():
    said = "The {} can be a main attack: at most one card stands alone, and there is room."
    assert duren("", "Ada", "3C") == "yes D4 " + said.format("3 of clubs")
    assert duren("", None, "3C", "3D", "5C").startswith("yes D4 The 3 of clubs, 3 of diamonds, ")
    assert duren("", "Ada", "3C", "5C").startswith("no D4 A main attack is made of pairs")
    assert duren("", "Ada", *["3C", "3D", "3H", "3S", "5C", "5D"]).startswith("no D20 ")
    assert duren("", "Cem", "3C").startswith("no D3 It is not Cem's turn: Ada makes the main")
    assert duren("", "Ada", "JOKER").startswith("no D1 ")


def test_the_defender_is_told_what_a_card_beats():
    assert duren("6C 6D", "Bea", "7C") == "yes D7 The 7 of clubs beats the 6 of clubs."
    assert duren("6C 6D", "Bea", "2H") == (
        "yes D7 The 2 of hearts beats the 6 of clubs and 6 of diamonds."
    )
    assert duren("6C 6D", "Bea", "KS") == (
        "no D7 The king of spades does not beat the 6 of clubs or 6 of diamonds; trumps are hearts."
    )
    assert duren("6C 6D, 6C < 7C", "Bea", "8C").startswith("no D7 The 8 of clubs does not beat")
    assert duren("6C", "Ada", "6D").startswith("no R6 Now the defender beats or takes")
    with pytest.raises(InvalidEvent, match="one card at a time"):
        duren("6C 6D", "Bea", "7C", "7D")


def test_whoever_adds_needs_a_rank_that_the_defender_has_played():
    assert duren("6C, 6C < 7C", "Ada", "7S") == (
        "yes D9 The 7 of spades fits: Bea has played that rank in this attack."
    )
    assert duren("6C, 6C < 7C", "Ada", "6S").startswith("no D9 The 6 of spades does not fit")
    assert duren("6C, 6C < 7C", "Cem", "7S") == "no D8 It is not Cem's turn yet but Ada's."
    assert duren("6C, 6C < 7C", "Bea", "7S").startswith("no D8 Bea is defending")


def test_more_cards_than_the_defender_held_find_no_room():
    story = "6C 6D 6S, 6C < 7C, 6D < 7D, 6S < 7S"
    assert duren(story, "Ada", "7H").startswith("yes D9")
    assert DurenEvening(story)["room"] == 2
    bigger = "6C 6D 5C 5D, 6C < 7C, 6D < 7D, 5C < 8C, 5D < 8D"
    assert duren(bigger, "Cem", "7H").startswith("no D8")
    assert duren(bigger + ", Ada pass", "Cem", "7H", "7S").startswith("no D5 There is no room")


def test_nothing_is_played_between_two_games_or_while_a_play_waits():
    assert duren("", "Ada", "3C", trumps="").startswith("no R6 First the cards are dealt")
    assert duren("3C 5C", "Ada", "3C").startswith("no R2 First rule on Ada's 3 of clubs, 5 of")


def test_a_card_that_lies_open_elsewhere_may_not_be_played():
    assert duren("", "Ada", "9H").startswith("no D19 Ada cannot have the 9 of hearts: it lies turn")
    assert duren("6C, 6C < 7C", "Ada", "7C").startswith("no D19 Ada cannot have the 7 of clubs: it")
    state = DurenEvening("6C, take").states[-1]
    assert DUREN.public(state)["open_cards"]["Bea"] == ["6C"]
    assert told(DUREN, state, "Ada", "6C").startswith("no D3")


def test_a_card_that_is_only_remembered_to_be_elsewhere_is_not_given_away():
    # The 6 and 7 of clubs went aside; Bea took her own 9 of diamonds back into the hand.
    story = "6C, 6C < 7C, pass, pass, 8D 8C, 8D < 9D, take"
    state = DurenEvening(story).states[-1]
    assert DUREN.public(state)["remembered"]["known_cards"]["Cem"] == ["9D"]
    attack = DurenEvening(story + ", 9S").states[-1]
    for gone in ("7C", "9D"):
        as_if = told(DUREN, attack, "Ada", gone)
        assert "cannot have" not in as_if
        assert as_if.startswith("no D7")
    assert told(DUREN, attack, "Ada", "TS").startswith("yes D7")


def test_open_cards_wait_until_after_the_main_attack():
    story = "6C, take"
    assert duren(story, "Bea", "6C").startswith("no D6 Bea attacks with the 6 of clubs, but open")
    assert duren(story, "Bea", "6D").startswith("yes D4")
    assert duren(story, "Bea", "6D", "6C").startswith("no D6")


def test_with_two_decks_an_open_card_may_have_a_hidden_double():
    story = "6C, take"
    assert duren(story, "Bea", "6C", decks=2) == (
        "depends D6 Only if the 6 of clubs is hidden in the hand and not the card that lies open."
    )
    assert duren(story, "Bea", "6C", "6C", decks=2).startswith("no D6")
    assert duren("", "Ada", "9H", decks=2).startswith("yes D4")
    assert duren("", "Ada", "9H", "9H", decks=2).startswith("no D19")


@pytest.mark.parametrize("options", [{}, {"variant": "noble"}, {"open": True}])
def test_in_vier_engel_there_is_nothing_to_ask(options):
    state = ENGEL.start(["Ada", "Bea"], options)
    said = told(ENGEL, state, "Bea", "AC")
    rule = "V16" if options.get("open") else "V3"
    assert (
        said
        == f"nothing {rule} Nobody holds cards in this game: any that is not known yet may "
        + ("be drawn.")
    )
    assert isinstance(ENGEL.may_play(state, None, ()), Answer)


# ---- what is legal from a hand that is given ----


def legal(evening, **hands):
    found = evening.game.legal(evening.states[-1], hands)
    return found.types, found.cards


def test_a_given_hand_follows_suit_and_a_hidden_one_may_hold_anything():
    evening = Evening().tell("no_hearts: 7C")
    _, cards = legal(evening, Bea=["9C", "AC", "KH", "7D"])
    assert cards == {"Bea": ("9C", "AC")}
    _, cards = legal(evening, Bea=["KH", "7D"])
    assert cards == {"Bea": ("7D", "KH")}
    _, cards = legal(evening, Ada=["8C"])
    assert len(cards["Bea"]) == 31


def test_a_given_hand_may_play_the_card_that_proves_its_own_revoke():
    evening = Evening().tell("no_hearts: 7C, 9H, 8C, 9C, TC, 7H")
    assert "QC" not in legal(evening)[1]["Bea"]
    assert legal(evening, Bea=["QC", "7S"])[1] == {"Bea": ("QC",)}


def test_a_given_hand_that_can_place_a_card_may_not_pass():
    evening = Evening().tell("patience: TC")
    assert "pass" not in legal(evening, Bea=["JC", "7H"])[0]
    types, cards = legal(evening, Bea=["7H", "8D"])
    assert ("pass" in types, "play" in types, cards) == (True, False, {"Bea": ()})
    relaxed = Evening(may_pass=True).tell("patience: TC")
    assert "pass" in legal(relaxed, Bea=["JC", "7H"])[0]
    laid = evening.tell("JC")
    assert "pass" in legal(laid, Bea=["QC"])[0]


def test_a_given_hand_of_the_defender_beats_with_what_it_holds_or_takes():
    evening = DurenEvening("6C")
    assert legal(evening, Bea=["7C", "5C", "KS"])[1] == {"Bea": ("7C",)}
    types, cards = legal(evening, Bea=["5C", "KS"])
    assert (types, cards) == (("take", "annul"), {"Bea": ()})
    assert "swap" not in legal(DurenEvening("6C, 6C < 7C, pass, pass"), Bea=["3C"])[0]
    assert "swap" in legal(DurenEvening("6C, 6C < 7C, pass, pass"), Bea=["2H"])[0]


@pytest.mark.parametrize(("players", "decks"), [(3, 1), (4, 2)])
def test_in_whole_games_every_lawful_attack_and_beat_is_yes_or_depends_and_others_no(
    players, decks
):
    asked = set()

    def judge(dealt, _verdict, before, _after, _dealer):
        event = dealt.event
        if event["type"] not in ("attack", "beat") or DUREN.public(before)["pending"]:
            return
        cards = event.get("cards") or [event["card"]]
        said = DUREN.may_play(before, event.get("player"), cards)
        codes = {flag[0] for flag in dealt.flags}
        if dealt.accepted:
            assert said.may != "no", event
        elif event["type"] == "attack" and not codes & {"impossible_card", "open_card_used"}:
            assert (said.may, {said.why.code} & codes) == ("no", codes), event
        asked.add((said.may, said.why.code))

    play_games(players, decks, 3, 0.0, judge)
    play_games(players, decks, 4, 0.2, judge)
    assert {may for may, _ in asked} >= {"yes", "no"}

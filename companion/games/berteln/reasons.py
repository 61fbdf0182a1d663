"""Why a flag was raised, in one sentence a person understands, in German, English and Polish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.cards import RANK_NAMES, SUIT_NAMES, Language
from companion.games import Flag
from companion.games._rulings import REASONS as COMMON
from companion.games._rulings import words

CONTRACT_NAMES: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {
        "no_hearts": "Kein Herz",
        "no_queens": "Keine Damen",
        "no_king_of_hearts": "Kein Herz-König",
        "patience": "Patience",
    },
    "en": {
        "no_hearts": "No Hearts",
        "no_queens": "No Queens",
        "no_king_of_hearts": "No King of Hearts",
        "patience": "Patience",
    },
    "pl": {
        "no_hearts": "Bez kierów",
        "no_queens": "Bez dam",
        "no_king_of_hearts": "Bez króla kier",
        "patience": "Pasjans",
    },
}

# A key is a flag's code, with `:` and the variant that `_variant` picks where there are several.
_SENTENCES: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {
        "out_of_turn:": "{player} ist nicht an der Reihe, sondern {turn}.",
        "out_of_turn:second": "{player} hat in diesem Stich schon gespielt; {turn} ist dran.",
        "not_in_deck:": "{cards} ist nicht im Spiel: es gibt nur {lowest} bis Ass, ohne Joker.",
        "already_played:": "{cards} liegt schon: {by} hat die Karte in diesem Spiel gelegt.",
        "revoke:": "{player} hat im {trick}. Stich {suit} nicht bedient, sondern {cards} gelegt, "
        "und spielt jetzt {because}.",
        "false_pass:": "{player} hat gepasst, obwohl {because} damals schon zu legen war.",
        "cannot_place:": "{cards} passt nirgends an: {suit} liegt von {low} bis {high}.",
        "cannot_place:closed": "{cards} passt nirgends an: {suit} wird nur mit dem Ass eröffnet.",
        "one_row_one_direction:up": "{cards} geht in diesem Zug nicht: "
        "{player} legt {suit} aufwärts.",
        "one_row_one_direction:down": "{cards} geht in diesem Zug nicht: "
        "{player} legt {suit} abwärts.",
        "contract_repeated:": "{contract} wurde in diesem Durchgang schon gespielt.",
        "cards_outstanding:no_hearts": "Es sind noch Herzen offen: abbrechen geht erst, wenn alle "
        "in fertigen Stichen liegen.",
        "cards_outstanding:no_queens": "Es sind noch Damen offen: abbrechen geht erst, wenn alle "
        "in fertigen Stichen liegen.",
        "wrong_phase:": "Erst wird die Spielart angesagt.",
        "wrong_phase:annul": "Es gibt kein Spiel, das noch annulliert werden könnte.",
        "wrong_phase:announce": "Das Spiel läuft noch; angesagt wird, wenn es zu Ende ist.",
        "wrong_phase:bid": "Punkte werden nur vor der ersten Karte angesagt, "
        "und nur, wenn es vereinbart ist.",
        "wrong_phase:pass": "Passen kann man nur in der Patience, nach der ersten Karte.",
        "wrong_phase:end_deal": "Vorzeitig abbrechen kann man nur Kein Herz und Keine Damen.",
        "may_lead:": "{player} spielt aus, und ausspielen darf man jede Karte.",
        "may_follow:": "{cards} bedient, denn {suit} ist ausgespielt.",
        "may_be_last:": "Es ist die letzte Karte dieser Hand; eine andere gibt es nicht.",
        "may_if_void:": "Nur, wenn {player} kein {suit} mehr hat: {suit} ist ausgespielt, "
        "und die Hand sieht sonst niemand.",
        "may_begin:": "Die erste Karte der Patience darf jede sein.",
        "may_place:": "{cards} passt an das, was liegt.",
    },
    "en": {
        "out_of_turn:": "It is not {player}'s turn but {turn}'s.",
        "out_of_turn:second": "{player} has already played to this trick; it is {turn}'s turn.",
        "not_in_deck:": "The {cards} is not in play: the deck runs from {lowest} to ace, no joker.",
        "already_played:": "The {cards} is out already: {by} has played it in this deal.",
        "revoke:": "{player} did not follow {suit} in trick {trick} but played the {cards}, "
        "and now plays the {because}.",
        "false_pass:": "{player} passed although the {because} could have been laid then.",
        "cannot_place:": "The {cards} fits nowhere: {suit} lie from {low} to {high}.",
        "cannot_place:closed": "The {cards} fits nowhere: {suit} are opened with the ace only.",
        "one_row_one_direction:up": "The {cards} cannot be laid in this turn: "
        "{player} is laying {suit} upwards.",
        "one_row_one_direction:down": "The {cards} cannot be laid in this turn: "
        "{player} is laying {suit} downwards.",
        "contract_repeated:": "{contract} has already been played in this round.",
        "cards_outstanding:no_hearts": "There are hearts still out: the deal can end early only "
        "when all lie in finished tricks.",
        "cards_outstanding:no_queens": "There are queens still out: the deal can end early only "
        "when all lie in finished tricks.",
        "wrong_phase:": "First the contract has to be announced.",
        "wrong_phase:annul": "There is no deal that could still be annulled.",
        "wrong_phase:announce": "A deal is being played; the next is announced when it is over.",
        "wrong_phase:bid": "Points are bid before the first card only, and only where agreed on.",
        "wrong_phase:pass": "One can pass only in Patience, after the first card.",
        "wrong_phase:end_deal": "Only No Hearts and No Queens can be ended early.",
        "may_lead:": "{player} leads, and any card may be led.",
        "may_follow:": "The {cards} follows suit, for {suit} were led.",
        "may_be_last:": "It is the last card of that hand; there is no other.",
        "may_if_void:": "Only if {player} has no {suit} any more: {suit} were led, "
        "and nobody else sees that hand.",
        "may_begin:": "The first card of Patience may be any card.",
        "may_place:": "The {cards} fits what lies there.",
    },
    "pl": {
        "out_of_turn:": "To nie jest ruch gracza {player}; kolej ma {turn}.",
        "out_of_turn:second": "{player} ma już kartę w tej lewie; kolej ma {turn}.",
        "not_in_deck:": "{cards} nie jest w grze: talia ma karty {lowest}–as, bez jokera.",
        "already_played:": "{cards} jest już na stole, to karta gracza {by} z tego rozdania.",
        "revoke:": "{player} w lewie {trick} nie daje do koloru {suit}, tylko {cards}, "
        "a teraz gra {because}.",
        "false_pass:": "{player} pasuje, chociaż {because} można było wtedy położyć.",
        "cannot_place:": "{cards} nigdzie nie pasuje: {suit}: na stole {low}–{high}.",
        "cannot_place:closed": "{cards} nigdzie nie pasuje: kolor {suit} otwiera tylko as.",
        "one_row_one_direction:up": "{cards} nie należy do tego ruchu: "
        "{player} kładzie {suit} w górę.",
        "one_row_one_direction:down": "{cards} nie należy do tego ruchu: "
        "{player} kładzie {suit} w dół.",
        "contract_repeated:": "{contract}: to już było w tej rundzie.",
        "cards_outstanding:no_hearts": "Nie wszystkie kiery są w zakończonych lewach, "
        "dlatego nie można jeszcze przerwać.",
        "cards_outstanding:no_queens": "Nie wszystkie damy są w zakończonych lewach, "
        "dlatego nie można jeszcze przerwać.",
        "wrong_phase:": "Najpierw trzeba zapowiedzieć rodzaj gry.",
        "wrong_phase:annul": "Nie ma rozdania, które można by jeszcze unieważnić.",
        "wrong_phase:announce": "Rozdanie trwa; następne zapowiada się po jego końcu.",
        "wrong_phase:bid": "Punkty zapowiada się tylko przed pierwszą kartą, jeśli tak ustalono.",
        "wrong_phase:pass": "Pasować można tylko w pasjansie, po pierwszej karcie.",
        "wrong_phase:end_deal": "Przerwać można tylko grę bez kierów i bez dam.",
        "may_lead:": "{player} wychodzi, a wyjść wolno każdą kartą.",
        "may_follow:": "{cards} daje do koloru, w lewie jest {suit}.",
        "may_be_last:": "To ostatnia karta tej ręki, innej nie ma.",
        "may_if_void:": "Tylko jeśli {player} nie ma już koloru {suit}, który trzeba dać do lewy, "
        "a tej ręki nikt inny nie widzi.",
        "may_begin:": "Pierwszą kartą pasjansa może być każda.",
        "may_place:": "{cards} pasuje do tego, co leży.",
    },
}


def reason(flag: Flag, language: Language) -> str:
    """One sentence that tells a person why `flag` was raised."""
    found = words(flag, language)
    if flag.code in COMMON[language]:
        return COMMON[language][flag.code].format(**found)
    ranks = RANK_NAMES[language]
    if suit := flag.facts.get("suit"):
        found["suit"] = SUIT_NAMES[language][suit]
    if ends := flag.facts.get("ends"):
        found["low"], found["high"] = (ranks.get(rank, rank) for rank in ends)
    if lowest := flag.facts.get("lowest"):
        found["lowest"] = ranks.get(lowest, lowest)
    if contract := flag.facts.get("contract"):
        found["contract"] = CONTRACT_NAMES[language][contract]
    sentence = _SENTENCES[language][f"{flag.code}:{_variant(flag)}"].format(**found)
    return sentence[0].upper() + sentence[1:]


def _variant(flag: Flag) -> str:
    facts = flag.facts
    match flag.code:
        case "out_of_turn":
            return "second" if facts["second"] else ""
        case "cannot_place":
            return "" if facts["ends"] else "closed"
        case "one_row_one_direction":
            return "up" if facts["up"] else "down"
        case "cards_outstanding":
            return str(facts["contract"])
        case "wrong_phase":
            announcing = facts["phase"] == "announce" and facts["type"] != "annul"
            return "" if announcing else str(facts["type"])
    return ""

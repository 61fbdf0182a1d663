"""Why a flag was raised, in one sentence a person understands, in German, English and Polish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.cards import RANK_NAMES, SUIT_NAMES, Language, card_of
from companion.games import Flag
from companion.games._rulings import REASONS as COMMON
from companion.games._rulings import words

# A key is a flag's code, with `:` and the variant that `_variant` picks where there are several.
_SENTENCES: Final[Mapping[Language, Mapping[str, str]]] = {
    "de": {
        "out_of_turn:main": "{player} ist nicht an der Reihe: den Hauptangriff macht {turn}.",
        "out_of_turn:defender": "{player} verteidigt und kann nicht selbst zulegen; {turn} ist "
        "dran.",
        "out_of_turn:again": "{player} hatte in dieser Welle schon die Wahl; {turn} ist dran.",
        "out_of_turn:": "{player} ist noch nicht an der Reihe, erst {turn}.",
        "not_in_deck:": "Mit {cards} wird nicht gespielt: im Blatt ist kein Joker.",
        "not_enough_cards:": "{player} spielt mehr Karten, als noch auf der Hand sein können: "
        "{held}.",
        "impossible_card:": "{player} kann {cards} nicht haben, nach allem, was zu sehen war.",
        "impossible_card:turned_up": "{player} kann {cards} nicht haben: die Karte liegt "
        "aufgeschlagen unter dem Talon.",
        "impossible_card:table": "{player} kann {cards} nicht haben: die Karte liegt schon auf dem "
        "Tisch.",
        "impossible_card:aside": "{player} kann {cards} nicht haben: die Karte ist aus dem Spiel.",
        "impossible_card:hand": "{player} kann {cards} nicht haben: die Karte ist bei {holder}.",
        "too_many_cards:": "Für {count} ist kein Platz: {defender} hielt zu Beginn {held}, also "
        "gehen noch {room}.",
        "open_card_used:": "{player} greift mit {cards} an, aber offene Karten dürfen nicht in den "
        "Hauptangriff.",
        "bad_attack_pattern:": "Der Hauptangriff besteht aus Paaren und höchstens einer weiteren "
        "Karte: {ranks} stehen einzeln.",
        "rank_not_allowed:": "{cards} passt nicht: {defender} hat in diesem Angriff nur {ranks} "
        "gespielt.",
        "nothing_to_beat:": "{attack} liegt in diesem Angriff nicht.",
        "nothing_to_beat:beaten": "{attack} ist schon geschlagen.",
        "does_not_beat:": "{cards} schlägt {attack} nicht; Trumpf ist {trump}.",
        "swap_not_allowed:talon": "{player} darf nicht tauschen: im Talon liegt keine verdeckte "
        "Karte mehr.",
        "swap_not_allowed:two": "Es liegt schon die {trump} 2 aufgeschlagen.",
        "swap_not_allowed:not_won": "{player} darf erst tauschen, wenn ein Angriff abgewehrt ist.",
        "swap_not_allowed:hand": "{player} kann die {trump} 2 nicht haben.",
        "wrong_phase:start": "Das Spiel läuft noch; ein neues beginnt erst danach.",
        "wrong_phase:between": "Erst wird gegeben und Trumpf aufgeschlagen.",
        "wrong_phase:attack": "Jetzt ist zu schlagen oder zu nehmen; angegriffen wird danach.",
        "wrong_phase:beat": "Jetzt wird angegriffen; zu schlagen gibt es erst danach etwas.",
        "wrong_phase:take": "Nehmen kann man erst, wenn alle Angreifer gelegt oder gepasst haben.",
        "wrong_phase:pass": "Passen kann man nur, wenn in einer weiteren Welle zugelegt wird.",
        "may_attack:": "{cards} passt als Hauptangriff: höchstens eine Karte steht allein, "
        "und es ist Platz.",
        "may_if_hidden:": "Nur, wenn {cards} verdeckt auf der Hand ist und nicht die Karte, die "
        "offen liegt.",
        "may_add:": "{cards} passt: {defender} hat diesen Wert in diesem Angriff gespielt.",
        "may_beat:": "{cards} schlägt {targets}.",
        "beats_none:": "{cards} schlägt {targets} nicht; Trumpf ist {trump}.",
    },
    "en": {
        "out_of_turn:main": "It is not {player}'s turn: {turn} makes the main attack.",
        "out_of_turn:defender": "{player} is defending and cannot add cards; it is {turn}'s turn.",
        "out_of_turn:again": "{player} has had a turn in this wave already; it is {turn}'s turn.",
        "out_of_turn:": "It is not {player}'s turn yet but {turn}'s.",
        "not_in_deck:": "The {cards} is not in play: there is no joker in this deck.",
        "not_enough_cards:": "{player} plays more cards than there can be in that hand: {held}.",
        "impossible_card:": "{player} cannot have the {cards}, from all that was seen openly.",
        "impossible_card:turned_up": "{player} cannot have the {cards}: it lies turned up under "
        "the talon.",
        "impossible_card:table": "{player} cannot have the {cards}: it lies on the table already.",
        "impossible_card:aside": "{player} cannot have the {cards}: it is out of the game.",
        "impossible_card:hand": "{player} cannot have the {cards}: {holder} holds it.",
        "too_many_cards:": "There is no room for {count}: {defender} held {held} when the attack "
        "began, so there is room for {room} more.",
        "open_card_used:": "{player} attacks with the {cards}, but open cards cannot be used in "
        "the main attack.",
        "bad_attack_pattern:": "A main attack is made of pairs and at most one further card: "
        "{ranks} stand alone.",
        "rank_not_allowed:": "The {cards} does not fit: in this attack {defender} has played only "
        "{ranks}.",
        "nothing_to_beat:": "The {attack} does not lie in this attack.",
        "nothing_to_beat:beaten": "The {attack} is beaten already.",
        "does_not_beat:": "The {cards} does not beat the {attack}; trumps are {trump}.",
        "swap_not_allowed:talon": "{player} may not swap: no card lies face down in the talon any "
        "more.",
        "swap_not_allowed:two": "The 2 of {trump} lies turned up already.",
        "swap_not_allowed:not_won": "{player} may swap only after having beaten off an attack.",
        "swap_not_allowed:hand": "{player} cannot have the 2 of {trump}.",
        "wrong_phase:start": "A game is being played; the next one begins when it is over.",
        "wrong_phase:between": "First the cards are dealt and trumps turned up.",
        "wrong_phase:attack": "Now the defender beats or takes; attacks come after that.",
        "wrong_phase:beat": "Now it is time to attack; there is something to beat only after that.",
        "wrong_phase:take": "One can take only when all attackers have added or passed.",
        "wrong_phase:pass": "One can pass only where cards may be added in a later wave.",
        "may_attack:": "The {cards} can be a main attack: at most one card stands alone, "
        "and there is room.",
        "may_if_hidden:": "Only if the {cards} is hidden in the hand and not the card that lies "
        "open.",
        "may_add:": "The {cards} fits: {defender} has played that rank in this attack.",
        "may_beat:": "The {cards} beats the {targets}.",
        "beats_none:": "The {cards} does not beat the {targets}; trumps are {trump}.",
    },
    "pl": {
        "out_of_turn:main": "To nie jest ruch gracza {player}: główny atak prowadzi {turn}.",
        "out_of_turn:defender": "{player} się broni i nie może dokładać; kolej ma {turn}.",
        "out_of_turn:again": "{player} już miał wybór w tej fali; kolej ma {turn}.",
        "out_of_turn:": "Kolej gracza {player} jeszcze nie nadeszła, teraz {turn}.",
        "not_in_deck:": "{cards} nie jest w grze: w talii nie ma jokera.",
        "not_enough_cards:": "{player} zagrywa więcej kart, niż może mieć na ręce: {held}.",
        "impossible_card:": "{player} nie może mieć {cards}, to wynika z tego, co było widać.",
        "impossible_card:turned_up": "{player} nie może mieć {cards}: ta karta leży odkryta pod "
        "talonem.",
        "impossible_card:table": "{player} nie może mieć {cards}: ta karta leży już na stole.",
        "impossible_card:aside": "{player} nie może mieć {cards}: ta karta wyszła z gry.",
        "impossible_card:hand": "{player} nie może mieć {cards}: tę kartę ma {holder}.",
        "too_many_cards:": "Nie ma miejsca na {count}: {defender} na początku ataku miał na ręce "
        "{held}, zostało miejsca na {room}.",
        "open_card_used:": "{player} atakuje kartą {cards}, a odkrytych kart nie wolno użyć w "
        "głównym ataku.",
        "bad_attack_pattern:": "Główny atak to pary i najwyżej jedna karta dodatkowa: "
        "pojedynczo są {ranks}.",
        "rank_not_allowed:": "{cards} nie pasuje: {defender} w tym ataku zagrywa tylko {ranks}.",
        "nothing_to_beat:": "{attack} nie leży w tym ataku.",
        "nothing_to_beat:beaten": "{attack} jest już pobita.",
        "does_not_beat:": "{cards} nie bije {attack}; atut to {trump}.",
        "swap_not_allowed:talon": "{player} nie może wymienić: w talonie nie ma zakrytej karty.",
        "swap_not_allowed:two": "2 {trump} już leży odkryta.",
        "swap_not_allowed:not_won": "{player} może wymienić dopiero po odparciu ataku.",
        "swap_not_allowed:hand": "{player} nie może mieć 2 {trump}.",
        "wrong_phase:start": "Gra trwa; następna zaczyna się po jej końcu.",
        "wrong_phase:between": "Najpierw trzeba rozdać i odkryć atut.",
        "wrong_phase:attack": "Teraz trzeba bić albo brać; atakuje się potem.",
        "wrong_phase:beat": "Teraz się atakuje; bić można dopiero potem.",
        "wrong_phase:take": "Brać można dopiero, gdy wszyscy atakujący dołożyli albo spasowali.",
        "wrong_phase:pass": "Pasować można tylko wtedy, gdy w kolejnej fali wolno dokładać.",
        "may_attack:": "{cards} może być głównym atakiem: najwyżej jedna karta jest bez pary, "
        "a miejsca wystarczy.",
        "may_if_hidden:": "Tylko jeśli {cards} jest zakryta na ręce, a nie jest to karta leżąca "
        "odkryta.",
        "may_add:": "{cards} pasuje: {defender} zagrywa tę wartość w tym ataku.",
        "may_beat:": "{cards} bije {targets}.",
        "beats_none:": "{cards} nie bije {targets}; atut to {trump}.",
    },
}

_AND: Final[Mapping[Language, str]] = {"de": " und ", "en": " and ", "pl": " i "}
_OR: Final[Mapping[Language, str]] = {"de": " oder ", "en": " or ", "pl": " ani "}


def reason(flag: Flag, language: Language) -> str:
    """One sentence that tells a person why `flag` was raised."""
    found = words(flag, language)
    if flag.code in COMMON[language]:
        return COMMON[language][flag.code].format(**found)
    facts = flag.facts
    if "ranks" in facts:
        found["ranks"] = _ranks(facts["ranks"], language)
    if "attack" in facts:
        found["attack"] = card_of(facts["attack"]).name(language)
    if "targets" in facts:
        names = [card_of(code).name(language) for code in facts["targets"]]
        found["targets"] = _joined(names, (_OR if flag.code == "beats_none" else _AND)[language])
    if "trump" in facts:
        found["trump"] = SUIT_NAMES[language][facts["trump"]]
    if "place" in facts:
        found["holder"] = facts["place"][1]
    sentence = _SENTENCES[language][f"{flag.code}:{_variant(flag)}"].format(**found)
    return sentence[0].upper() + sentence[1:]


def _ranks(ranks: Sequence[str], language: Language) -> str:
    return _joined([RANK_NAMES[language].get(rank, rank) for rank in ranks], _AND[language])


def _joined(names: Sequence[str], word: str) -> str:
    return word.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _variant(flag: Flag) -> str:
    facts = flag.facts
    match flag.code:
        case "out_of_turn" | "swap_not_allowed":
            return str(facts["why"])
        case "impossible_card":
            return str(facts["place"][0])
        case "nothing_to_beat":
            return "beaten" if facts["beaten"] else ""
        case "wrong_phase":
            return "between" if facts["phase"] in ("deal", "over") else str(facts["type"])
    return ""

"""The sentences behind the flags of Vier Engel, in German, English and Polish.

A key is a flag's code, `:`, and the variant that `reasons` picks where there are several.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.cards import Language

_DE: Final = {
    "nothing_to_ask:": "Hier hält niemand Karten auf der Hand: ziehen darf man jede, die noch "
    "nicht bekannt ist.",
    "must_draw:": "{player} muss mindestens eine Karte ziehen, erst dann lässt sich sichern.",
    "foreign_card:": "{cards} gehört nicht zu den fünf Karten dieser Runde.",
    "foreign_card:sealing": "Zum Teufel kann nur eine der fünf Karten werden, die hier liegen.",
    "already_turned:": "{cards} liegt in dieser Runde schon offen.",
    "already_turned:open": "Für {cards} ist in dieser Runde schon geantwortet worden.",
    "cannot_accept:": "{cards} von {player} kann nicht gelten und ist zurückzunehmen.",
    "wrong_number_of_cards:": "Freigegeben wird mit fünf einzeln liegenden Karten, nicht mit "
    "{found}.",
    "wrong_number_of_cards:open": "Offen auszulegen sind fünf Karten, nicht {found}.",
    "wrong_number_of_cards:twice": "Offen auszulegen sind fünf verschiedene Karten; "
    "hier kommt eine mehrfach vor.",
    "moved_after_release:": "{player} hat nach der Freigabe die Karte an Platz {position} bewegt.",
    "moved_after_release:somebody": "Die Karte an Platz {position} ist nach der Freigabe bewegt "
    "worden.",
    "peeked:": "{player} hat sich die verdeckte Karte an Platz {position} angesehen.",
    "peeked:somebody": "Die verdeckte Karte an Platz {position} ist angesehen worden.",
    "turned_after_end:": "Die Runde ist vorbei: was verdeckt geblieben ist, bleibt geheim.",
    "call_not_allowed:": "Teufel-komm-raus ist an diesem Tisch nicht vereinbart.",
    "not_a_set:suit": "Die fünf Karten haben nicht alle dieselbe Farbe.",
    "not_a_set:rank": "Die fünf Karten haben nicht alle denselben Wert.",
    "reference_unclear:suit": "Die Bezugskarte {cards} hat nicht mit genau einer der fünf Karten "
    "den Wert gemeinsam und beweist nichts.",
    "reference_unclear:rank": "Die Bezugskarte {cards} hat nicht mit genau einer der fünf Karten "
    "die Farbe gemeinsam und beweist nichts.",
    "false_announcement:angel": "{player} hat {cards} einen Engel genannt; nach der Bezugskarte "
    "{because} ist {devil} der Teufel.",
    "false_announcement:devil": "{player} hat {cards} den Teufel genannt; nach der Bezugskarte "
    "{because} ist es {devil}.",
    "wrong_phase:elsewhere-face_down": "Hier wird offen gespielt; freigegeben und aufgedeckt wird "
    "nur im verdeckten Spiel.",
    "wrong_phase:elsewhere-open": "Hier wird verdeckt gespielt; ausgelegt und gewählt wird nur in "
    "der offenen Variante.",
    "wrong_phase:elsewhere-app": "Siegel und Anfechtung gibt es nur in der offenen Variante mit "
    "dem Programm als Richter.",
    "wrong_phase:elsewhere-layer": "Antwort und Bezugskarte gibt es nur in der offenen Variante, "
    "in der der Leger antwortet.",
    "wrong_phase:over": "Die Partie ist zu Ende, {winner} hat gewonnen.",
    "wrong_phase:annul": "Es hat keine Runde begonnen, die zu annullieren wäre.",
    "wrong_phase:start_round": "Die Runde läuft schon; andere Karten gelten erst in der nächsten.",
    "wrong_phase:release": "Die Karten sind schon freigegeben.",
    "wrong_phase:lay_open": "In dieser Runde liegen die fünf Karten schon.",
    "wrong_phase:seal-lay": "Erst werden fünf Karten offen ausgelegt, dann wird der Teufel "
    "versiegelt.",
    "wrong_phase:seal": "Der Teufel dieser Runde ist versiegelt und bleibt es.",
    "wrong_phase:devil_call-draw": "Teufel-komm-raus geht nur vor der ersten Karte.",
    "wrong_phase:devil_call-call": "Teufel-komm-raus ist schon angesagt.",
    "wrong_phase:bank-call": "Nach Teufel-komm-raus lässt sich nichts mehr sichern.",
    "wrong_phase:announce-answer": "Gefragt ist nach einer anderen Karte.",
    "wrong_phase:announce": "Es ist gerade nach keiner Karte gefragt.",
    "wrong_phase:reference": "Eine Bezugskarte ist hier nicht mehr oder noch nicht zu zeigen.",
    "wrong_phase:dispute-seal": "Anfechten lässt sich erst wieder, wenn diese Runde versiegelt "
    "ist.",
    "wrong_phase:dispute": "Es ist noch nichts versiegelt, was anzufechten wäre.",
    "wrong_phase:in-lay": "Die Runde hat noch nicht begonnen: erst legt der Leger.",
    "wrong_phase:in-seal": "Erst versiegelt der Leger den Teufel.",
    "wrong_phase:in-answer": "Erst antwortet der Leger.",
}

_EN: Final = {
    "nothing_to_ask:": "Nobody holds cards in this game: any that is not known yet may be drawn.",
    "must_draw:": "{player} has to draw at least one card before banking.",
    "foreign_card:": "The {cards} is none of the five cards of this round.",
    "foreign_card:sealing": "Only one of the five cards that lie here can be the devil.",
    "already_turned:": "The {cards} lies face up in this round already.",
    "already_turned:open": "The {cards} has been answered for in this round already.",
    "cannot_accept:": "{player}'s {cards} cannot count; it can only be taken back.",
    "wrong_number_of_cards:": "The table is released with five cards lying apart, not {found}.",
    "wrong_number_of_cards:open": "Five cards are to be laid face up, not {found}.",
    "wrong_number_of_cards:twice": "Five different cards are to be laid face up; here one comes "
    "more than once.",
    "moved_after_release:": "{player} moved the card at position {position} after the release.",
    "moved_after_release:somebody": "The card at position {position} was moved after the release.",
    "peeked:": "{player} looked at the face-down card at position {position}.",
    "peeked:somebody": "Somebody looked at the face-down card at position {position}.",
    "turned_after_end:": "The round is over: what stayed face down stays secret.",
    "call_not_allowed:": "This table plays without Teufel-komm-raus.",
    "not_a_set:suit": "The five cards are not all of one suit.",
    "not_a_set:rank": "The five cards are not all of one rank.",
    "reference_unclear:suit": "The reference {cards} does not share its rank with exactly one of "
    "the five cards, and proves nothing.",
    "reference_unclear:rank": "The reference {cards} does not share its suit with exactly one of "
    "the five cards, and proves nothing.",
    "false_announcement:angel": "{player} called the {cards} an angel; by the reference {because} "
    "the {devil} is the devil.",
    "false_announcement:devil": "{player} called the {cards} the devil; by the reference {because} "
    "it is the {devil}.",
    "wrong_phase:elsewhere-face_down": "This is the open game; releasing and turning belong to "
    "the one face down.",
    "wrong_phase:elsewhere-open": "This game is played face down; laying open and choosing belong "
    "to the open variant.",
    "wrong_phase:elsewhere-app": "Seal and dispute belong to the open variant with the program "
    "as the judge.",
    "wrong_phase:elsewhere-layer": "Answers and references belong to the open variant in which "
    "the layer answers.",
    "wrong_phase:over": "The game is over; {winner} has won.",
    "wrong_phase:annul": "No round has begun that could be annulled.",
    "wrong_phase:start_round": "The round is on already; other cards have to wait for the next.",
    "wrong_phase:release": "The table has been released already.",
    "wrong_phase:lay_open": "The five cards of this round lie already.",
    "wrong_phase:seal-lay": "First five cards are laid face up, then the devil is sealed.",
    "wrong_phase:seal": "The devil of this round is sealed, and stays so.",
    "wrong_phase:devil_call-draw": "Teufel-komm-raus is called before the first card only.",
    "wrong_phase:devil_call-call": "Teufel-komm-raus has been called already.",
    "wrong_phase:bank-call": "After Teufel-komm-raus there is nothing to bank.",
    "wrong_phase:announce-answer": "It was another card that was asked for.",
    "wrong_phase:announce": "No card has been asked for.",
    "wrong_phase:reference": "There is no reference to show at this moment.",
    "wrong_phase:dispute-seal": "There is nothing to dispute until this round is sealed.",
    "wrong_phase:dispute": "Nothing has been sealed yet that could be disputed.",
    "wrong_phase:in-lay": "The round has not begun: first the layer lays.",
    "wrong_phase:in-seal": "First the layer seals the devil.",
    "wrong_phase:in-answer": "First the layer answers.",
}

_PL: Final = {
    "nothing_to_ask:": "W tej grze nikt nie ma kart na ręce: wolno ciągnąć każdą jeszcze nieznaną.",
    "must_draw:": "{player} musi najpierw odkryć choć jedną kartę, zanim zachowa punkty.",
    "foreign_card:": "{cards} nie należy do pięciu kart tej rundy.",
    "foreign_card:sealing": "Diabłem może zostać tylko jedna z pięciu leżących tu kart.",
    "already_turned:": "{cards} leży w tej rundzie już odkryta.",
    "already_turned:open": "O kartę {cards} w tej rundzie już pytano.",
    "cannot_accept:": "Karta {cards} ({player}) nie może się liczyć, można ją tylko cofnąć.",
    "wrong_number_of_cards:": "Stół oddaje się z pięcioma osobno leżącymi kartami; "
    "tu ich liczba to {found}.",
    "wrong_number_of_cards:open": "Odkryte mają leżeć cztery anioły i diabeł, pięć kart; "
    "tu ich liczba to {found}.",
    "wrong_number_of_cards:twice": "Odkryte ma leżeć pięć różnych kart; tu jedna się powtarza.",
    "moved_after_release:": "{player} rusza po oddaniu stołu kartę na miejscu {position}.",
    "moved_after_release:somebody": "Karta na miejscu {position} została ruszona po oddaniu stołu.",
    "peeked:": "{player} podgląda zakrytą kartę na miejscu {position}.",
    "peeked:somebody": "Ktoś podgląda zakrytą kartę na miejscu {position}.",
    "turned_after_end:": "Runda się skończyła: co zostało zakryte, pozostaje tajemnicą.",
    "call_not_allowed:": "Przy tym stole gra się bez wezwania diabła.",
    "not_a_set:suit": "Nie wszystkie pięć kart ma ten sam kolor.",
    "not_a_set:rank": "Nie wszystkie pięć kart ma tę samą wartość.",
    "reference_unclear:suit": "Karta wzorcowa {cards} nie zgadza się wartością z dokładnie jedną "
    "z pięciu kart i niczego nie dowodzi.",
    "reference_unclear:rank": "Karta wzorcowa {cards} nie zgadza się kolorem z dokładnie jedną "
    "z pięciu kart i niczego nie dowodzi.",
    "false_announcement:angel": "Według odpowiedzi ({player}) {cards} to anioł, a karta wzorcowa "
    "{because} wskazuje, że diabłem jest {devil}.",
    "false_announcement:devil": "Według odpowiedzi ({player}) {cards} to diabeł, a karta wzorcowa "
    "{because} wskazuje, że jest nim {devil}.",
    "wrong_phase:elsewhere-face_down": "Tu gra się w odmianę otwartą; oddawanie stołu i odkrywanie "
    "należą do gry zakrytej.",
    "wrong_phase:elsewhere-open": "Tu gra się kartami zakrytymi; wykładanie i wybieranie należą do "
    "odmiany otwartej.",
    "wrong_phase:elsewhere-app": "Pieczęć i zakwestionowanie są tylko w odmianie otwartej, "
    "w której sędzią jest program.",
    "wrong_phase:elsewhere-layer": "Odpowiedź i karta wzorcowa są tylko w odmianie otwartej, "
    "w której odpowiada kładący.",
    "wrong_phase:over": "Gra skończona, zwycięża {winner}.",
    "wrong_phase:annul": "Nie zaczęła się żadna runda, którą można by unieważnić.",
    "wrong_phase:start_round": "Runda już trwa; inne karty można wziąć dopiero do następnej.",
    "wrong_phase:release": "Stół jest już oddany.",
    "wrong_phase:lay_open": "Pięć kart tej rundy już leży.",
    "wrong_phase:seal-lay": "Najpierw wykłada się pięć kart, potem pieczętuje diabła.",
    "wrong_phase:seal": "Diabeł tej rundy jest zapieczętowany i tak zostanie.",
    "wrong_phase:devil_call-draw": "Diabła wzywa się tylko przed pierwszą kartą.",
    "wrong_phase:devil_call-call": "Diabeł jest już wezwany.",
    "wrong_phase:bank-call": "Po wezwaniu diabła nie ma czego zachować.",
    "wrong_phase:announce-answer": "Pytanie dotyczyło innej karty.",
    "wrong_phase:announce": "Nikt teraz o żadną kartę nie pyta.",
    "wrong_phase:reference": "W tej chwili nie ma karty wzorcowej do pokazania.",
    "wrong_phase:dispute-seal": "Nie ma czego kwestionować, póki ta runda nie jest zapieczętowana.",
    "wrong_phase:dispute": "Nic jeszcze nie zapieczętowano, więc nie ma czego kwestionować.",
    "wrong_phase:in-lay": "Runda się nie zaczęła: najpierw karty rozkłada kładący.",
    "wrong_phase:in-seal": "Najpierw kładący pieczętuje diabła.",
    "wrong_phase:in-answer": "Najpierw odpowiada kładący.",
}

SENTENCES: Final[Mapping[Language, Mapping[str, str]]] = {"de": _DE, "en": _EN, "pl": _PL}

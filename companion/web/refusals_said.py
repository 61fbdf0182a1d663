"""What the session, the log and the games say when something cannot be, in the reader's language.

They speak English, so that commands and logs read the same everywhere; here their sentences are
known by heart. One that is not is said as it is; a test looks for those.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.session.asking import ASK_LATER
from companion.session.corrections import CHANGED_SINCE
from companion.session.desk import OVER
from companion.session.outcome import ANSWERED, ANSWERED_AND_OVER, GONE_ON, WOULD_WAIT
from companion.web.faults_said import faults_with_parts
from companion.web.language import _, locale


def refusal_said(text: str) -> str:
    """The sentence in the reader's language."""
    known = _whole().get(text)
    if known is not None:
        return known
    for pattern, message in _patterns().items():
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found is not None:
            return message % {name: _part(name, part) for name, part in found.groupdict().items()}
    return text


def is_known(text: str) -> bool:
    """Whether the sentence is one that is known here in every language."""
    return text in _whole() or any(re.fullmatch(one, text, re.DOTALL) for one in _patterns())


def _patterns() -> Mapping[str, str]:
    # Faults of files and cameras say more in English than could be told in every language.
    return _with_parts() if locale().language == "en" else {**_with_parts(), **faults_with_parts()}


def _part(name: str, part: str) -> str:
    """What is filled in: a sentence of its own (`more`), or a name without its quotes."""
    return refusal_said(part) if name == "more" else part.strip("'\"")


def _whole() -> Mapping[str, str]:
    return {
        "No game is running; start one on the set-up page.": _("No game is running: start one."),
        OVER: _("This game is over. Undo its end first, or start another."),
        "There is nothing to undo.": _("There is nothing to undo."),
        "There is nothing more to undo.": _("There is nothing to undo."),
        "There is nothing to do again.": _("There is nothing to do again."),
        "There is nothing more to do again.": _("There is nothing to do again."),
        "That question is no longer open.": _("That question is no longer open."),
        "That flag is no longer there, or accuses nobody.": _("That flag is no longer there."),
        GONE_ON: _("The game has gone on meanwhile: look again, then press."),
        CHANGED_SINCE: _("Somebody has changed this meanwhile: look at it again."),
        "That cannot be put right so. Nothing was changed.": _(
            "That cannot be put right so. Nothing was changed."
        ),
        ANSWERED: _(
            "The judge has answered since: that stays as it is. The round can be annulled instead."
        ),
        ANSWERED_AND_OVER: _(
            "The judge has answered since: that stays as it is. The last round can be annulled "
            "once the game goes on."
        ),
        WOULD_WAIT: _(
            "Changed like that, the game would wait for a decision, and it is over. Go on with it "
            "first, then change this."
        ),
        "Say first which card it was and who played it.": _(
            "Say first which card it was and who played it."
        ),
        ASK_LATER: _("The referee has a question to answer first; ask again after that."),
        "The game has begun: confirm that all of it is to be counted anew.": _(
            "The game has begun: confirm that all of it is to be counted anew."
        ),
        "The camera has told that already.": _("The camera has told that already."),
        "In this game nothing is kept secret that could be checked.": _(
            "In this game nothing is kept secret that could be checked."
        ),
        "The log is closed already; start the companion again.": _(
            "The log is closed already; start the program again."
        ),
        "ask about one card at a time": _("Ask about one card at a time."),
        "ask about one card at a time: each beats one": _("Ask about one card at a time."),
        "cards is an empty list; an attack has one card or more": _("Choose at least one card."),
        "the field 'type' is missing": _("The dashboard did not understand this request."),
    }


def _with_parts() -> Mapping[str, str]:
    return {
        r"There is no game (?P<n>\d+) in the log\.": _("There is no game %(n)s in the log."),
        r"Game \d+ has no event (?P<n>\S+)\.": _("There is no event %(n)s in this game."),
        r"There is no event (?P<n>\S+) in this game \(any more\)\.": _(
            "There is no event %(n)s in this game."
        ),
        r"Nobody can be called (?P<name>.+): give that player a name\.": _(
            "Nobody can be called %(name)s: give that player a name."
        ),
        r"Give (?P<name>.*) another name, with a letter and without /\.": _(
            "Give %(name)s another name, with a letter and without /."
        ),
        r"The name (?P<name>.+) is too long: (?P<n>\d+) letters at most\.": _(
            "The name %(name)s is too long: %(n)s letters at most."
        ),
        r"(?P<one>.+) and (?P<other>.+) are one name: tell them apart\.": _(
            "%(one)s and %(other)s are one name: tell them apart."
        ),
        r"A name has blanks too many or letters that cannot be seen: write (?P<name>.+)\.": _(
            "A name has blanks too many or letters that cannot be seen: write %(name)s."
        ),
        r"(?:Two|two) players are called (?P<name>.+?)(?:: tell them apart\.)?": _(
            "Two players are called %(name)s: tell them apart."
        ),
        r"The setting \S+ is a number from 0 to 999999\.": _("Write a number from 0 to 999999."),
        r"The setting \S+ is either true or false\.": _("This can only be on or off."),
        r"There is no setting .*": _("There is no such setting."),
        r"This flag cannot become .* now\.": _("This cannot become of the flag now."),
        r"no player (?P<name>.+) sits at the table": _("Nobody called %(name)s sits at the table."),
        r"\w+: no player (?P<name>.+) sits at the table": _(
            "Nobody called %(name)s sits at the table."
        ),
        r"(?P<card>.+) is no card; a card is written like .*": _("%(card)s is no card."),
        r"no contract .*": _("Choose one of the contracts."),
        r"(?P<kind>\w+) needs the field '(?P<field>\w+)'.*": _(
            "Something is missing for this: %(field)s."
        ),
        r"there is no game (?P<name>\S+); .*": _("There is no game called %(name)s."),
        r"The disk that holds (?P<log>.+) is full; .*": _(
            "The disk that holds %(log)s is full; make room on it. Nothing that was booked is lost."
        ),
        r"The log (?P<log>.+) cannot be written; .*": _(
            "The log %(log)s cannot be written: it needs write permission. Nothing that was booked "
            "is lost."
        ),
        r"Another program (?:holds the log|writes to the same log) .*": _(
            "Another program uses the same log; close it and try again."
        ),
        r"An evidence picture cannot be written .*": _(
            "A picture cannot be kept: make room on the disk. Nothing that was booked is lost."
        ),
        r"The table's file has (?P<seats>\d+) seats for (?P<players>\d+) players; .*": _(
            "The table's file has %(seats)s seats for %(players)s players; add the missing ones."
        ),
        r"(?P<file>.+) cannot be written: .*": _("%(file)s cannot be written."),
    }


def log_said(text: str) -> str:
    """Why the log cannot be written, with how much is kept meanwhile."""
    found = re.fullmatch(
        r"(?P<why>.+) (?P<n>\d+) seen meanwhile (?:is|are) kept\.", text, re.DOTALL
    )
    if found is None:
        return refusal_said(text)
    kept = _("Seen meanwhile and kept: %(n)s.", n=found["n"])
    return f"{refusal_said(found['why'])} {kept}"

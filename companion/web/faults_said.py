"""What cameras, networks, deck files and house rules say when something is wrong with them.

They speak English; here are the patterns of their sentences and what is said instead. Where only
whoever writes such a file can mend it, the page says which file, and the command says the rest.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.web.language import _


def faults_with_parts() -> Mapping[str, str]:
    """Patterns of whole sentences, each with its message; a part `more` is one itself."""
    return {**_of_decks(), **_of_house_rules(), **_of_logs(), **_of_networks(), **_of_sources()}


def _of_sources() -> Mapping[str, str]:
    lost = _("The camera %(name)s is lost: connect it again, and choose it again.")
    return {
        r"No camera is connected, or you may not use it\.": _(
            "No camera is connected, or this program may not use it."
        ),
        r"Usable cameras: (?P<names>.+)\.": _("These cameras can be used: %(names)s."),
        r"Name a source: .*": _("Choose a camera, or write a film or an address."),
        r"There is no source (?P<name>.+); a source is .*": _(
            "There is no camera, film or address called %(name)s."
        ),
        r"There is no camera backend (?P<name>.+); try .*": _(
            "Cameras cannot be opened by %(name)s here."
        ),
        r"There is no camera (?P<name>\S+)\. (?P<more>.+)": _(
            "There is no camera %(name)s. %(more)s"
        ),
        r"Camera (?P<n>\d+) cannot be opened \(tried .*?\)\. (?P<more>.+)": _(
            "Camera %(n)s cannot be opened; perhaps another program uses it. %(more)s"
        ),
        r"Camera (?P<n>\d+) cannot be opened \(tried .*?\)\.": _(
            "Camera %(n)s cannot be opened; perhaps another program uses it."
        ),
        r"No camera can be opened\. (?P<more>.+)": _("No camera can be opened. %(more)s"),
        r"camera (?P<name>.+) is lost; connect it .*": lost,
        r"There is no file (?P<name>.+)\.": _("There is no file %(name)s."),
        r"(?P<name>.+) is no film that can be read here; .*": _(
            "%(name)s is no film that can be read here; MP4 and AVI can."
        ),
        r"(?P<name>.+) holds no picture that can be read\.": _(
            "There is no picture in %(name)s that can be read."
        ),
        r"There are no pictures in the folder (?P<name>.+)\.": _(
            "There are no pictures in the folder %(name)s."
        ),
        r"No picture in (?P<name>.+) can be read: .*": _(
            "There is no picture in %(name)s that can be read."
        ),
        r"Nothing that can be shown comes from (?P<name>.+); is the address right .*": _(
            "Nothing comes from %(name)s: is the address right, and the camera on?"
        ),
        r"The process that watches the table has ended\.": _(
            "What watches the table has stopped; it is started again."
        ),
        r"(?P<name>.+) is no text in UTF-8\.": _(
            "The file %(name)s cannot be read: move it away, and the table is set up anew."
        ),
    }


def _of_networks() -> Mapping[str, str]:
    broken = _("What reads the cards is missing or damaged: install the program again.")
    return {
        r"The package with the trained networks is not installed: .*": broken,
        r"There are no trained networks in .*": broken,
        r"The network file .*": broken,
        r".+ knows no network called .*": broken,
        r".+ is not a list of networks: .*": broken,
        r".+ cannot be read \(.*\): install the program again\.": broken,
        r".+ does not say .*: install the program again.*": broken,
    }


def _of_decks() -> Mapping[str, str]:
    return {
        r"(?P<file>.+): [Tt]his deck was taught to a newer program .*": _(
            "%(file)s comes from a newer program: update this one."
        ),
        r"(?P<file>.+): it was made by a newer program: .*": _(
            "%(file)s comes from a newer program: update this one."
        ),
        r"(?P<file>.+): it is too large to be a taught deck\.": _(
            "%(file)s is too large to be a deck."
        ),
        r"(?P<file>.+): (?:[Tt]he file of the taught deck is damaged|[Aa] view of|"
        r"its list of cards (?:is damaged|cannot be read)).*": _("%(file)s is damaged."),
        r"(?P<file>.+): (?:[Tt]his is no file of a taught deck|"
        r"[Tt]he file of the taught deck does not|it does not say which version|"
        r"its list of cards is too long|there is no deck in it).*": _(
            "%(file)s is no deck that was saved here."
        ),
        r"(?P<file>.+\.toml): .*": _(
            "The list of cards %(file)s has a mistake: “companion teach --list” says which."
        ),
        r"(?P<file>.+): (?:a name is (?:text|one line)|.* is no id of a card|it has no cards|"
        r"it has \d+ cards|the card .* is there twice|\[vier-engel\]|"
        r".+: (?:copies is a number|.+ is a word)).*": _("%(file)s is damaged."),
        r"There is no deck .+; there are .*": _("That deck is no longer there: choose another."),
        r"No deck .+ has been taught\.": _("That deck is no longer there: choose another."),
        r"Nothing can be kept here: .*": _("Nothing can be kept here: there is no data folder."),
        r".+ is (?:no name of a deck|how any French deck is read)\b.*": _(
            "Give the deck another name."
        ),
        r"(?P<file>.+) cannot be deleted: .*": _("%(file)s cannot be deleted."),
        r"Give the deck a name\.": _("Give the deck a name."),
        r"This deck has no card .*": _("This deck has no such card."),
        r"“.*” can be no card's name\.": _("That can be no card's name."),
        r"That card was laid too long ago: show it again\.": _(
            "That card was laid too long ago: show it again."
        ),
        r"That picture is no longer (?:there|offered)\.": _("That picture is no longer there."),
        r"No card can be made out in that picture\.": _("No card can be made out in that picture."),
    }


def _of_house_rules() -> Mapping[str, str]:
    number = _("Write a number from 0 to 999999.")
    return {
        r"angels: .+ is not a list of four cards": _("Name four angels."),
        r"(?:cards|angels and devil): (?P<card>.+) stands twice among the five cards": _(
            "%(card)s is there twice."
        ),
        r"(?:angels and devil: |cards: |card: )?(?P<card>\S+) is no card of the deck that .*": _(
            "%(card)s is no card of this deck."
        ),
        r"\w+: .+ is (?:less than 0|no number|no number that can be .*|too large)": number,
        r"(?P<few>\d+) to (?P<most>\d+) players can take part\.": _(
            "%(few)s to %(most)s players can take part."
        ),
        r".+ is no answer to the question: .*": _("That is no answer to this question."),
    }


def _of_logs() -> Mapping[str, str]:
    return {
        r"the key file secret\.key of this folder is missing, .*": _(
            "The file secret.key of the data folder is missing, or it is another one: put it back "
            "and start again."
        ),
        r"The key file (?P<file>.+) (?:cannot be|is) .*": _(
            "The key file %(file)s cannot be used: put back a copy of it."
        ),
        r"The log (?P<log>.+) was changed outside the companion .*": _(
            "The log %(log)s was changed by another program: put back a copy of it."
        ),
        r"The log (?P<log>.+) is damaged or no log at all; .*": _(
            "The log %(log)s is damaged: put back a copy of it."
        ),
    }

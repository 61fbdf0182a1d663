"""The packages whose decks are gathered: where each comes from, its licence, what is wrong with it.

Every deck was looked at card by card. Decks that are near copies of one another are held out from
training together, or not at all; `LICENCES.md` says the same for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Draw = Literal["elements", "grid", "files", "pictures"]
"""How cards are found: named elements of one drawing; a grid of 13 x 5 in one drawing (for
drawings with clip paths, which Qt ignores); one drawing a card; photographs or scans."""


@dataclass(frozen=True)
class Package:
    """Where decks come from."""

    name: str
    registry: Literal["debian", "npm", "folder"]
    licence: str
    holder: str


PACKAGES: Final = (
    Package("gnome-cards-data", "debian", "GPL-3.0-or-later", "the Aisleriot authors"),
    Package("aisleriot", "debian", "GPL-3.0-or-later", "the Aisleriot authors"),
    Package("kdegames-card-data-kf5", "debian", "GPL-2.0-or-later", "the KDE games authors"),
    Package("cardsJS", "npm", "LGPL-3.0-or-later", "Chris Aguilar (cards), Einar Egilsson"),
    Package("deck-of-cards", "npm", "MIT", "Juha Lindstedt"),
    Package("@heruka_urgyen/react-playing-cards", "npm", "MIT", "Ilya Malyanov"),
    Package("@letele/playing-cards", "npm", "CC0-1.0", "Adrian Kennard"),
    Package(
        "@younestouati/playing-cards-standard-deck", "npm", "LGPL-3.0-or-later",
        "Chris Aguilar, Younes Touati",
    ),
    Package("bidly-photo", "folder", "MIT", "MrKeSuu"),
    Package("fomin-english-20-cc0", "folder", "CC0-1.0", "Dmitry Fomin, Cristian Patrasciuc"),
)  # fmt: skip


@dataclass(frozen=True)
class GatheredDeck:
    """One deck of a package. `file` and `backs` are paths inside it; `{rank}` and so on stand for
    the card in decks of one file a card (see `gather.card_file`)."""

    name: str
    package: str
    file: str
    draw: Draw = "elements"
    index: str = "JQK"
    names: bool = True
    held_out: bool = False
    licence: str = ""
    """Where it is not the package's."""
    joker: str = ""
    """Element or file of the joker worth keeping; the others are no jokers to the eye."""
    backs: Mapping[str, str] = field(default_factory=lambda: {"": "back"})
    """Suffix of the back's name -> element or file."""
    without: str = ""
    """Ranks to leave out: they have no index."""

    @property
    def real(self) -> bool:
        """Whether these are pictures of printed cards."""
        return self.draw == "pictures"


_NO_BACK: Final[Mapping[str, str]] = {}


def _gnome(file: str, **other: object) -> GatheredDeck:
    name = "atlasnye-ru" if file == "Атласные" else file.replace("_", "-")
    package = "aisleriot" if file == "bonded" else "gnome-cards-data"
    path = f"usr/share/aisleriot/cards/{file}.svgz"
    return GatheredDeck(f"gnome-{name}", package, path, **{"joker": "joker_black", **other})  # type: ignore[arg-type]


def _kde(name: str, file: str, **other: object) -> GatheredDeck:
    path = f"usr/share/carddecks/svg-{name}/{file}.svgz"
    return GatheredDeck(f"kde-{name}", "kdegames-card-data-kf5", path, **other)  # type: ignore[arg-type]


def _npm(name: str, package: str, file: str, **other: object) -> GatheredDeck:
    return GatheredDeck(f"npm-{name}", package, file, "files", **{"backs": _NO_BACK, **other})  # type: ignore[arg-type]


_HERUKA: Final = "package/src/images/{variant}/{rank}{suit}.svg"

DECKS: Final = (
    _gnome("ancient_french", index="1VDR", held_out=True),
    _gnome("anglo"), _gnome("anglo_bitmap"),
    _gnome("anglo_modern"), _gnome("anglo_modern_4_color"), _gnome("anglo_poker", draw="grid"),
    _gnome("atlasnye"), _gnome("atlasnye_skat", index="BDK"), _gnome("Атласные", index="ТВДК"),
    _gnome("bellot", held_out=True, joker="joker_red"),
    _gnome("berlin", draw="grid", index="BDK"), _gnome("bonded", joker=""),
    _gnome("dondorf", joker=""),
    _gnome("gnomangelo", joker=""), _gnome("gnomangelo_bitmap", joker="joker_red"),
    _gnome("guyenne-classic", without="JQK"), _gnome("lattmann", index="BDK"),
    _gnome("neoclassical", held_out=True), _gnome("neoclassical_4_color", held_out=True),
    _gnome("orell"),
    _gnome("ornamental", held_out=True, backs={"": "back", "-2": "back_alternative"}),
    _gnome("paris", held_out=True), _gnome("plastic", held_out=True),
    _gnome("rheinland", index="BDK", held_out=True),
    _gnome("simplistic", draw="grid"),
    _gnome("slavic_costumes", index="ТВДК", held_out=True, joker=""),
    _gnome("swiss-xvii", names=False, index=""),
    _gnome("tango", joker="", backs={"": "back", "-2": "back_alternative"}),
    _gnome("tango_nuevo", draw="grid"), _gnome("tarocco", index="FDR"), _gnome("tigullio"),
    _kde("ancient-egyptians", "Ancient_Egyptians"), _kde("dondorf", "dondorf"),
    _kde("gm-paris", "paris", held_out=True), _kde("jolly-royal", "jolly-royal"),
    # Left out: konqi-modern, whose hearts are green and spades red. With names it would teach that
    # colours mean nothing, without them that French signs do.
    _kde("nicu-ornamental", "ornamental", held_out=True, backs=_NO_BACK),
    _kde("nicu-white", "white", held_out=True, backs=_NO_BACK),
    _kde("oxygen", "oxygen"), _kde("oxygen-air", "oxygen-air"),
    _kde("oxygen-white", "oxygen-white", joker="joker"),
    _kde("penguins", "penguins", licence="GPL-3.0-or-later"),
    _kde("standard", "standard", held_out=True),
    _kde(
        "tigullio-international", "tigullio-international", licence="LGPL-2.0-or-later",
        backs={"": "back", "-2": "blue_back", "-3": "green_back", "-4": "red_back"},
    ),
    _kde("xskat-french", "french", index="BDK"),
    _kde("xskat-german", "german", index="", names=False, held_out=True),
    _npm(
        "cardsjs", "cardsJS", "package/cards/{rank10}{suit}.svg",
        backs={"-red": "package/cards/Red_Back.svg", "-blue": "package/cards/Blue_Back.svg"},
    ),
    _npm(
        "deck-of-cards", "deck-of-cards", "package/example/faces/{shcd}_{number}.svg",
        without="JQK", joker="package/example/faces/4_1.svg",
        backs={"": "package/example/faces/back.png"},
    ),
    *(
        _npm(
            f"heruka-{variant}", "@heruka_urgyen/react-playing-cards",
            _HERUKA.replace("{variant}", variant), joker=f"package/src/images/{variant}/2J.svg",
        )
        for variant in ("2color", "2color-bf", "4color", "4color-bf")
    ),
    _npm(
        "letele", "@letele/playing-cards", "package/svg/{suit}{rank10_low}.svg",
        joker="package/svg/J1.svg",
        backs={"-1": "package/svg/B1.svg", "-2": "package/svg/B2.svg"},
    ),
    _npm(
        "younestouati", "@younestouati/playing-cards-standard-deck",
        "package/cards/{number}{suit_low}.svg", joker="package/cards/joker.svg",
    ),
    GatheredDeck(
        "real-bidly", "bidly-photo", "cards/{rank10}{suit_low}.jpg", "pictures", backs=_NO_BACK
    ),
    GatheredDeck(
        "real-fomin", "fomin-english-20-cc0", "src/ui/resources/cards/{rank_low}{suit_low}.png",
        "pictures", backs={"": "src/ui/resources/cards/card_back.png"},
    ),
)  # fmt: skip
"""All gathered decks. Left out: kde-future, whose cards lie on their sides."""


def package(name: str) -> Package:
    """The package of that name."""
    return next(p for p in PACKAGES if p.name == name)

"""Fonts that card indices are drawn in: Debian's, unpacked into the cache, or the system's.

A deck must look the same whenever it is drawn, so fonts are sorted by file name; decks that are
held out from training use the families in `HELD_OUT` and no training deck does.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from .canvas import has_glyphs

PACKAGES = (
    "fonts-adf-accanthis", "fonts-adf-gillius", "fonts-anonymous-pro", "fonts-averia-sans-gwf",
    "fonts-averia-serif-gwf", "fonts-b612", "fonts-bebas-neue", "fonts-cabin",
    "fonts-cantarell", "fonts-cmu", "fonts-comfortaa", "fonts-courier-prime",
    "fonts-crosextra-caladea", "fonts-crosextra-carlito", "fonts-dejavu-core",
    "fonts-dejavu-extra", "fonts-dosis", "fonts-ebgaramond", "fonts-essays1743",
    "fonts-firacode", "fonts-freefont-ttf", "fonts-gfs-artemisia", "fonts-gfs-didot",
    "fonts-gfs-neohellenic", "fonts-goudybookletter", "fonts-hack", "fonts-inter", "fonts-jura",
    "fonts-lato", "fonts-liberation2", "fonts-linuxlibertine", "fonts-lobster", "fonts-manrope",
    "fonts-national-park", "fonts-noto-core", "fonts-oldstandard", "fonts-open-sans",
    "fonts-osifont", "fonts-paratype", "fonts-play", "fonts-prociono", "fonts-quattrocento",
    "fonts-roboto-slab", "fonts-roboto-unhinted", "fonts-routed-gothic", "fonts-sil-charis",
    "fonts-sil-gentium", "fonts-symbola", "fonts-tuffy", "fonts-urw-base35", "fonts-vollkorn",
    "fonts-yanone-kaffeesatz",
)  # fmt: skip
"""Debian packages; all are free to use and to draw with."""

DISPLAY = (
    "abril-fatface", "alfa-slab-one", "almendra", "amatic-sc", "anton", "antonio", "arvo",
    "atomic-age", "barlow-condensed", "bellefair", "berkshire-swash", "bevan",
    "big-shoulders-display", "bigelow-rules", "bitter", "bodoni-moda", "bowlby-one-sc", "bungee",
    "carter-one", "caveat", "chango", "chivo-mono", "chonburi", "cinzel", "corben",
    "cormorant-garamond", "crete-round", "cutive", "dm-serif-display", "elsie", "emilys-candy",
    "fanwood-text", "fascinate", "federo", "fjalla-one", "fredericka-the-great", "fugaz-one",
    "gabriela", "gfs-didot", "gloria-hallelujah", "graduate", "gravitas-one", "hanalei-fill",
    "henny-penny", "holtwood-one-sc", "im-fell-english", "im-fell-great-primer", "indie-flower",
    "josefin-slab", "kalam", "kaushan-script", "kelly-slab", "kranky", "kurale", "lancelot",
    "league-gothic", "lilita-one", "limelight", "love-ya-like-a-sister", "macondo", "maiden-orange",
    "marcellus", "medula-one", "merriweather", "metamorphous", "mirza", "mountains-of-christmas",
    "mystery-quest", "neuton", "new-rocker", "noto-serif-display", "nova-square", "old-standard-tt",
    "oldenburg", "oleo-script", "orbitron", "ostrich-sans", "oswald", "passion-one",
    "pathway-gothic-one", "patrick-hand", "patua-one", "paytone-one", "peralta", "permanent-marker",
    "pirata-one", "playfair-display", "poiret-one", "poly", "prata", "press-start-2p", "pt-mono",
    "quando", "racing-sans-one", "ranchers", "ribeye", "righteous", "rokkitt", "rozha-one",
    "ruslan-display", "russo-one", "rye", "saira-extra-condensed", "sancreek", "sarina",
    "share-tech-mono", "six-caps", "slackey", "smokum", "sniglet", "special-elite", "squada-one",
    "stardos-stencil", "stint-ultra-condensed", "suez-one", "syncopate", "tauri", "teko",
    "trade-winds", "trirong", "ultra", "uncial-antiqua", "unifrakturcook", "vast-shadow",
    "viaoda-libre", "vidaloka", "voltaire", "vt323", "wellfleet", "yatra-one", "yeseva-one",
    "zilla-slab",
)  # fmt: skip
"""Families of npm's `@fontsource` packages that a maker of cards might choose: fat, narrow,
engraved, from the Wild West, written by hand. For decks drawn for one scene only."""

# Upright faces of these families read as a card's index would.
_FAMILIES = re.compile(
    r"""^(Accanthis\w*Std-|AveriaS|B612-|Bebas\w+-(Bold|Book|Regular)|C059|Cabin|Caladea|Cantarell-
    |Carlito|CharisSIL|Comfortaa-|Courier\ Prime(\ Bold)?\.|DejaVuS|Dosis-|EBGaramond12|Essays1743
    |FiraCode|FreeS|GFS|Gentium-R|GilliusADF-|Goudy|Hack|InterDisplay-|Jura|Lato-|LiberationS
    |LinBiolinum_R|LinLibertine_(D?R|RB)\.|Manrope|NationalPark-(Heavy|Regular)|NimbusR|NimbusSans
    |NotoS\w+-(Bold|Regular)|OldStandard|OpenSans|P052|PT[CFNS]|Play-\w+\.ttf|Prociono|Quattro
    |Roboto|Tuffy|URW|Vollkorn|Yanone|cmun(bx|rm|ss|ssdc|tt|bsr)\.|lobster|osifont
    |routed-gothic)""",
    re.VERBOSE,
)
_UNSUITED = re.compile(r"(?i)ital|obli|[-_](thin|hairline|extralight|light|outline|it|i)\b|RI\.")
HELD_OUT = re.compile(r"^(Vollkorn|URWBookman|RobotoSlab|Dosis|Play-|P052|Goudy|Jura)")
"""Families of the decks that are held out from training."""

INDEX = "0123456789JQKABDWVR"
RUSSIAN = "ТВДК"
SYMBOL_FONTS = re.compile(
    r"^(DejaVuSans\.|DejaVuSerif\.|FreeSans\.|FreeSerif\.|Symbola|NotoSansSymbols2|LinLibertine_R\."
    r"|CharisSIL-R|osifont|Roboto-R|NimbusSans-R|cmunrm)"
)
"""Fonts that have the four suits."""


def folders(cache_folder: Path) -> tuple[Path, ...]:
    """Where fonts are looked for: the cache first, then what the system has installed."""
    return cache_folder / "fonts", Path("/usr/share/fonts"), Path("~/.fonts").expanduser()


@cache
def found(cache_folder: Path) -> tuple[Path, ...]:
    """Every font file, one a name, sorted by name."""
    files: dict[str, Path] = {}
    for folder in folders(cache_folder):
        if folder.is_dir():
            for file in sorted(folder.rglob("*.[ot]tf")):
                files.setdefault(file.name, file)
    return tuple(files[name] for name in sorted(files))


@cache
def for_indices(cache_folder: Path, held_out: bool, letters: str = INDEX) -> tuple[Path, ...]:
    """Fonts with all `letters`; any font there is where the usual families are missing."""
    files = found(cache_folder)
    usual = [f for f in files if _FAMILIES.match(f.name) and not _UNSUITED.search(f.stem)]
    fitting = [f for f in usual if bool(HELD_OUT.match(f.name)) == held_out]
    for choice in (fitting, usual, files):
        good = tuple(f for f in choice if has_glyphs(f, letters))
        if good:
            return good
    raise FileNotFoundError(
        "there is no font to draw card indices with: install one (apt-get install fonts-dejavu)"
    )


@cache
def for_suits(cache_folder: Path) -> tuple[Path, ...]:
    """Fonts whose suit glyphs can serve as pips; may be empty."""
    return tuple(
        f for f in found(cache_folder) if SYMBOL_FONTS.match(f.name) and has_glyphs(f, "♣♦♥♠")
    )


def display_folder(cache_folder: Path) -> Path:
    """Where the `DISPLAY` families lie."""
    return cache_folder / "fonts" / "display"


@cache
def for_display(cache_folder: Path, letters: str = INDEX) -> tuple[Path, ...]:
    """Fonts of the `DISPLAY` families with all `letters`; may be empty."""
    files = sorted(display_folder(cache_folder).glob("*.ttf"))
    return tuple(f for f in files if has_glyphs(f, letters))

"""`companion bench`: the figures of the README and the model cards, made again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands._bench_judge import command as judge
from companion.commands._bench_live import live
from companion.commands._bench_memory import command as memory
from companion.commands._bench_pages import pages
from companion.commands._new_file import NewFile
from companion.commands.simulate import Size
from companion.errors import USAGE, PlainError

if TYPE_CHECKING:
    from companion_datasets.benchmarks.accuracy import Example, Judged, Report
    from vision.frame import Picture


@click.group("bench")
def command() -> None:
    """Measure speed and accuracy; the figures of the README come from here."""


command.add_command(live)
command.add_command(pages)
command.add_command(judge)
command.add_command(memory)


@command.command()
@click.argument("labels", required=False, type=click.Path(path_type=Path))
@click.option(
    "--generated",
    "conditions",
    multiple=True,
    type=click.Choice(["easy", "normal", "hard", "strangers", "jokers", "languages", "turns"]),
    help="Also measure on generated scenes with decks held out of training.",
)
@click.option(
    "--scenes",
    default=200,
    show_default=True,
    type=click.IntRange(1),
    help="Generated scenes of each kind.",
)
@click.option("--json", "json_file", type=NewFile(), help="Write the report there.")
@click.option(
    "--sheet",
    type=NewFile(".png", ".jpg", ".jpeg"),
    help="Write a picture of all failures there (PNG or JPEG).",
)
def accuracy(
    labels: Path | None,
    conditions: tuple[str, ...],
    scenes: int,
    json_file: Path | None,
    sheet: Path | None,
) -> None:
    """How many cards are named right, wrong or not at all.

    LABELS is a file of JSON lines beside its pictures: image, source, and the cards with label,
    box and whether they are fully visible.
    """
    from companion_datasets.benchmarks import accuracy as measure
    from companion_datasets.benchmarks.generated import KINDS
    from vision.pictures import PictureError

    if labels is None and not conditions:
        raise PlainError("Name a file of labels, or scenes to generate (--generated hard).", USAGE)
    reports: dict[str, Report] = {}
    cells: list[Picture] = []
    try:
        if labels is not None:
            examples = list(measure.photographs(labels))
            reports["photographs"], more = _measured(examples, str(labels), len(examples))
            cells += more
        for kind in conditions:
            reports[f"generated, {kind}"], more = _measured(
                KINDS[kind](scenes), f"{kind} scenes", scenes
            )
            cells += more
    except (measure.LabelError, PictureError, FileNotFoundError) as fault:
        raise PlainError(str(fault)) from fault
    for name, report in reports.items():
        click.echo(f"\n== {name} ==")
        for line in report.lines():
            click.echo(line)
    if json_file is not None:
        found = {name: report.as_json() for name, report in reports.items()}
        json_file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if sheet is not None:
        from companion_datasets.benchmarks.failures import write_sheet

        try:
            write_sheet(cells, sheet)
        except OSError as fault:
            raise PlainError(str(fault)) from fault


def _measured(examples: Iterable[Example], title: str, count: int) -> tuple[Report, list[Picture]]:
    """One report, and a cell for each failure."""
    from companion_datasets.benchmarks import accuracy as measure
    from companion_datasets.benchmarks.failures import cells
    from vision.eye import Eye
    from vision.weights import ModelError

    try:
        eye = Eye.load()
    except ModelError as fault:
        raise PlainError(str(fault)) from fault
    report: Report = measure.Report()
    failures: list[Picture] = []
    looks: Iterable[Judged] = measure.judge(eye, examples)
    with click.progressbar(looks, length=count, label=title, file=sys.stderr) as bar:
        for judged in bar:
            report.add(judged)
            failures.extend(cells(judged))
    return report, failures


@command.command()
@click.option(
    "--rounds", default=30, show_default=True, type=click.IntRange(1), help="Looks that are timed."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def speed(rounds: int, as_json: bool) -> None:
    """How long one look at a 1920x1080 frame with eight cards takes."""
    from companion_datasets.benchmarks import speed as measure
    from vision.weights import ModelError

    try:
        figures = measure.measure(rounds=rounds)
    except ModelError as fault:
        raise PlainError(str(fault)) from fault
    click.echo(json.dumps(figures) if as_json else "\n".join(measure.lines(figures)))


@command.command()
@click.option(
    "--events",
    default=20_000,
    show_default=True,
    type=click.IntRange(2),
    help="Events of each evening.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def replay(events: int, as_json: bool) -> None:
    """How many events a second the rules judge, and what a state that is kept weighs.

    One made-up evening for each game, long enough to see whether later events cost more.
    """
    from companion_datasets.benchmarks import replays as measure

    for name in measure.measured():
        figures = measure.measure(name, events)
        click.echo(json.dumps(asdict(figures)) if as_json else figures.line())


@command.command()
@click.option(
    "--films",
    "count",
    default=4,
    show_default=True,
    type=click.IntRange(1),
    help="Films of each kind.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    default=("berteln", "duren-piatkowy", "vier-engel"),
    show_default=True,
    type=click.Choice(["berteln", "duren-piatkowy", "vier-engel"]),
)
@click.option(
    "--conditions",
    multiple=True,
    default=("easy", "normal", "hard"),
    show_default=True,
    type=click.Choice(["easy", "normal", "hard"]),
)
@click.option("--first-seed", type=click.IntRange(0), help="Seed of the first film.")
@click.option("--size", type=Size(), help="Size of the pictures; drawn from the seed if left out.")
@click.option(
    "--knowing-eye",
    is_flag=True,
    help="Take the truth instead of the networks: measures all that is behind the eye.",
)
@click.option(
    "--json",
    "json_file",
    type=NewFile(),
    help="Keep the results there; films that it holds already are not watched again.",
)
def table(
    count: int,
    games: tuple[str, ...],
    conditions: tuple[str, ...],
    first_seed: int | None,
    size: tuple[int, int] | None,
    knowing_eye: bool,
    json_file: Path | None,
) -> None:
    """How well films of all games are watched: events, moves, flags, the end, delay and speed.

    What is asked is answered truthfully after a moment, as a person at the table would.
    """
    from companion_datasets.benchmarks.films import FIRST_SEED
    from companion_datasets.benchmarks.table import watch
    from companion_datasets.benchmarks.table_plans import table_plans
    from companion_datasets.benchmarks.watched import Results
    from companion_datasets.simulator.knowing_eye import KnowingEye
    from vision.eye import Eye
    from vision.weights import ModelError

    try:
        results = Results(json_file)
        eye = None if knowing_eye else Eye.load()
    except (ModelError, ValueError) as fault:
        raise PlainError(f"{fault}.") from fault
    name = "knowing eye" if knowing_eye else "released networks"
    for game in dict.fromkeys(games):
        for kind in dict.fromkeys(conditions):
            for plan in table_plans(game, kind, count, first_seed or FIRST_SEED):
                if results.has(name, plan):
                    continue
                with click.progressbar(length=1000, label=plan.key, file=sys.stderr) as bar:
                    found = watch(
                        plan,
                        lambda film: eye or KnowingEye(film),
                        name,
                        size=size,
                        progress=lambda share: bar.update(int(share * 1000) - bar.pos),
                    )
                results.add(found)
                click.echo(found.line())
    for line in results.lines(name):
        click.echo(line)


@command.command()
@click.option(
    "--decks",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder with the flat pictures of real decks.",
)
@click.option(
    "--deck",
    "names",
    multiple=True,
    type=click.Choice(["tarot", "jass", "dal-negro", "elements"]),
    help="Only this deck; all of them if left out.",
)
@click.option(
    "--scenes", default=100, show_default=True, type=click.IntRange(1), help="Scenes of each deck."
)
@click.option(
    "--views",
    default=1,
    show_default=True,
    type=click.IntRange(1, 3),
    help="How often each card is shown.",
)
@click.option("--json", "json_file", type=NewFile(), help="Write the report there.")
def teach(
    folder: Path | None, names: tuple[str, ...], scenes: int, views: int, json_file: Path | None
) -> None:
    """How well decks are known that were only shown, and how long naming a card of one takes."""
    from companion_datasets.benchmarks import taught_decks
    from companion_datasets.benchmarks import teach as measure
    from companion_datasets.scenes import SceneMaker
    from vision.eye import Eye
    from vision.likeness import Likeness
    from vision.weights import ModelError

    chosen = dict.fromkeys(names or taught_decks.NAMES)
    try:
        decks = {name: taught_decks.deck_of(name, folder) for name in chosen}
        maker = SceneMaker.from_cache()
        eye, likeness = Eye.load(), Likeness.load()
    except (ModelError, FileNotFoundError) as fault:
        raise PlainError(str(fault)) from fault
    found: dict[str, Any] = {"ms": taught_decks.milliseconds(eye, likeness)}
    click.echo(f"one card of 78: {found['ms']:.1f} ms")
    for name, deck in decks.items():
        strangers = taught_decks.strangers_to(name, folder, maker.shelf)
        report = measure.measure(eye, likeness, maker, deck, scenes, strangers, views=views)
        click.echo(f"\n== {name} ==")
        for line in report.lines():
            click.echo(line)
        found[name] = report.as_json()
        if json_file is not None:
            json_file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")

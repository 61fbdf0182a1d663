"""`companion bench judge`: whether the judge's times tell anything."""

from __future__ import annotations

import click

from companion.errors import FAILED, PlainError


@click.command("judge")
@click.option("--requests", default=1000, show_default=True, type=click.IntRange(20))
@click.option("--seed", default=1, show_default=True, help="Another one plays other evenings.")
def command(requests: int, seed: int) -> None:
    """Whether the time that an answer takes tells which other card is the devil.

    So many requests of each kind are made with each of two devils, neither of which is asked for,
    taking turns at random. Status 1 if any kind differs (p < 0.01, over the five kinds of
    request together).
    """
    from companion_datasets.benchmarks import answer_times as measure

    with click.progressbar(length=2 * requests, label="rounds", show_pos=True) as bar:
        found = measure.measure(requests, seed, lambda _: bar.update(1))
    for one in found:
        click.echo(one.line())
    # Of five comparisons the smallest chance is that of any of them (Bonferroni).
    if min(one.p for one in found) * len(found) < measure.SIGNIFICANT:
        raise PlainError("The times differ.", FAILED)
    click.echo("The times tell nothing.")

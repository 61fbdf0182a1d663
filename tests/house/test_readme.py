"""What the README names is there: its commands and its files."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from companion.cli import companion_command

HOUSE = Path(__file__).parents[2]
README = (HOUSE / "README.md").read_text("utf-8")


def command(*words: str) -> click.Command | None:
    found: click.Command | None = companion_command
    for word in words:
        if not isinstance(found, click.Group):
            break
        found = found.get_command(click.Context(found), word)
    return found


def test_every_measurement_is_a_command_and_every_command_is_listed() -> None:
    listed = re.search(r"`companion bench ([a-z/ ]+)`", README)
    assert listed is not None
    bench = command("bench")
    assert isinstance(bench, click.Group)
    assert sorted(listed[1].split(" / ")) == sorted(bench.commands)


@pytest.mark.parametrize(
    "words", sorted(set(re.findall(r"companion ([a-z]+(?: [a-z]+)?)", README)))
)
def test_every_command_that_is_named_is_there(words: str) -> None:
    first, _, second = words.partition(" ")
    if f"`companion {first}" in README or f"companion {first} --" in README:
        assert command(first, *([second] if first == "bench" and second else [])) is not None


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_every_link_leads_to_a_file(link: str) -> None:
    assert (HOUSE / link).exists()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([a-z_]+/[\w./]+\.\w+)`", README))))
def test_every_file_that_is_named_is_there(path: str) -> None:
    assert (HOUSE / path).exists()

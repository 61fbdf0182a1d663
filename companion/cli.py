"""The `companion` command: finds its subcommands by file name and loads only the one called."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence

import click

import companion.commands
from companion.errors import FAILED, USAGE, PlainError

EXTRAS = {"PySide6": "decks", "fontTools": "decks"}
"""Packages that only some commands need, with the extra that installs them."""


class LazyGroup(click.Group):
    """A group whose subcommands are the modules of `companion.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of all subcommands, sorted."""
        return sorted(
            module.name.replace("_", "-")
            for module in pkgutil.iter_modules(companion.commands.__path__)
            if not module.name.startswith("_")
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name, or None (click then says that there is none)."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"companion.commands.{cmd_name.replace('-', '_')}")
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module.__name__}.command is no click command")
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="card-table-companion", prog_name="companion")
def companion_command() -> None:
    """Sees the cards on a real table, follows the game, keeps the score, and judges fairly."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a subcommand; a fault ends in one plain sentence on stderr, never in a traceback."""
    _mend_output()
    try:
        companion_command.main(args=list(arguments) if arguments is not None else None)
    except PlainError as fault:
        click.echo(str(fault), err=True)
        sys.exit(fault.status)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): that is no fault of anybody.
        _drop_output()
        sys.exit(0)
    except Exception as fault:
        if os.environ.get("COMPANION_TRACEBACK"):
            raise
        if isinstance(fault, OSError) and fault.strerror:
            if fault.filename is None:
                _drop_output()
            where = "The output" if fault.filename is None else str(fault.filename)
            click.echo(f"{where} cannot be used: {fault.strerror}.", err=True)
            sys.exit(FAILED)
        wanted = fault.name if isinstance(fault, ModuleNotFoundError) else None
        package = str(wanted).partition(".")[0]
        if package in EXTRAS:
            click.echo(
                f"Drawing decks needs {package}: install it with "
                f"pip install '.[{EXTRAS[package]}]'.",
                err=True,
            )
            sys.exit(USAGE)
        click.echo(
            f"Something went wrong inside the program ({type(fault).__name__}: {fault}). "
            "Set COMPANION_TRACEBACK=1 to see where.",
            err=True,
        )
        sys.exit(FAILED)


def _mend_output() -> None:
    """Output that is closed goes nowhere; letters that a terminal does not have become `?`."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """What could not be said yet is not tried again at the end of the process."""
    with contextlib.suppress(OSError, ValueError):  # a stream without a file has nothing to try
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()

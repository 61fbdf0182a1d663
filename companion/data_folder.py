"""Where evenings are kept: the platform's own place for such data, or where `--data DIR` says."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.errors import USAGE, PlainError

FOLDER = "card-table-companion"


def default_folder(
    platform: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> Path:
    """The platform's folder for a user's data.

    Sources: XDG Base Directory Specification 0.8; Apple's File System Programming Guide;
    Windows' known folder LocalAppData.
    """
    home = home or Path.home()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / FOLDER
    if platform == "darwin":
        return home / "Library" / "Application Support" / FOLDER
    named = environ.get("XDG_DATA_HOME", "")
    # The specification: a relative path there is to be ignored.
    return (Path(named) if os.path.isabs(named) else home / ".local" / "share") / FOLDER


def data_folder(chosen: str | os.PathLike[str] | None = None) -> Path:
    """The folder to use, made if it is not there.

    Raises `PlainError` where it cannot be made or is no folder.
    """
    folder = Path(chosen).expanduser() if chosen else default_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as fault:
        raise PlainError(
            f"{folder} is no folder; name one for the evenings with --data DIR.", USAGE
        ) from fault
    except OSError as fault:
        raise PlainError(
            f"The data folder {folder} cannot be made ({fault.strerror}); "
            "name another with --data DIR."
        ) from fault
    return folder

"""Whatever becomes of the output, a command ends with a plain sentence or with none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

RECORD = Path(__file__).parents[1] / "records" / "berteln" / "revoke-of-trumps.yaml"
COMMAND = f'"{sys.executable}" -c "from companion.cli import main; main()"'


def ended(line: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line,
        shell=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[2]), **environ},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is Linux's /dev/full")
@pytest.mark.parametrize("arguments", [f"replay {RECORD}", "teach --list"])
def test_output_led_to_a_full_disk_is_said_in_a_sentence(arguments: str, tmp_path: Path) -> None:
    found = ended(f"{COMMAND} {arguments} > /dev/full", XDG_DATA_HOME=str(tmp_path))
    assert found.returncode == 1
    assert found.stderr == "The output cannot be used: No space left on device.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes output so")
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_closed_output_hinders_nothing(closed: str) -> None:
    found = ended(f"{COMMAND} replay {RECORD} {closed}")
    assert (found.returncode, found.stderr) == (0, "")


def test_a_terminal_without_a_letter_shows_a_question_mark(tmp_path: Path) -> None:
    record = tmp_path / "abend.yaml"
    record.write_text("game: berteln\nplayers: [Żaneta, B, C, D]\nevents: []\n", "utf-8")
    source = f"sim:{record}?size=1x1"
    found = ended(f"{COMMAND} replay {record}", PYTHONIOENCODING="ascii")
    assert found.stdout == "berteln: ?aneta, B, C, D\nScore: ?aneta 0, B 0, C 0, D 0\n"
    found = ended(f"{COMMAND} watch '{source}' --game {record}", PYTHONIOENCODING="ascii")
    assert found.returncode == 2


@pytest.mark.parametrize(
    "wrong", ["seed=x", "size=1x1", "size=99999x2", "size=64", "fps=nan", "fps=0", "fps=-1"]
)
def test_a_simulated_table_is_refused_in_a_sentence(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.cli import main

    with pytest.raises(SystemExit) as stop:
        main(["watch", f"sim:{RECORD}?{wrong}", "--game", str(RECORD)])
    said = capsys.readouterr().err
    assert stop.value.code == 2
    assert "write sim:RECORD?deck=" in said
    assert "literal" not in said

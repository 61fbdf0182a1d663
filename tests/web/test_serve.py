"""`companion serve`: what it says when it cannot."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.cli import main
from companion.store import Store
from companion.web.server import is_loopback


def test_a_port_in_use_is_said_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as ended:
            main(["serve", "--port", str(port), "--data", str(tmp_path)])
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said.startswith(f"Port {port} is in use")
    assert f"--port {port + 1}" in said
    assert said.count("\n") == 1


def test_an_address_of_another_machine_is_said_plainly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--host", "192.0.2.77", "--port", "0", "--data", str(tmp_path)])
    assert ended.value.code == 2
    assert "that is no address of this machine" in capsys.readouterr().err


def test_a_second_companion_on_the_same_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--port", "0", "--data", str(tmp_path)])
    store.close()
    assert ended.value.code == 1
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("club", False)],
)
def test_only_loopback_addresses_need_no_pin(host: str, alone: bool) -> None:
    assert is_loopback(host) is alone

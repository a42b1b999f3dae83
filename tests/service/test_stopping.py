"""A server elsewhere: on IPv6, in a locale that is not UTF-8, and told to stop in the middle of a body."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from service.cli.server import address_of
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
KEYS = {"PLAYLEDGER_SECRET_KEY": "0" * 32, "COLUMNS": "200"}
MINUS = "\u2212"
"""A sign that the rules of Cape and Cowl have."""
HALF = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "service", *words]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, **ASCII, "PLAYLEDGER_DATABASE_URL": f"sqlite:///{folder}/s.db", **KEYS}


def ran(folder: Path, *words: str) -> str:
    done = subprocess.run(
        command(*words), cwd=ROOT, env=environment(folder), capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("::1", "http://[::1]:8000"),
        ("play.example", "http://play.example:8000"),
    ],
)
def test_the_address_of_a_host_is_a_url(host: str, address: str) -> None:
    assert address_of(host, 8000) == address


@pytest.mark.programs
def test_a_stop_waits_for_no_body(tmp_path: Path) -> None:
    """Over IPv6: who sends is told at once, and the process ends without a complaint."""
    log = tmp_path / "log"
    with (
        log.open("wb") as written,
        subprocess.Popen(
            command("serve", "--host", "::1", "--port", "0"),
            cwd=ROOT,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=written,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            said = process.stdout.readline().split()[-1]
            assert said.startswith("http://[::1]:")
            port = int(said.rpartition(":")[2])
            with socket.create_connection(("::1", port), timeout=PATIENCE) as sender:
                sender.sendall(b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n" + HALF)
                assert sender.recv(65536).startswith(b"HTTP/1.1 200")
                process.send_signal(signal.SIGTERM)
                head, _, body = sender.makefile("rb").read().rpartition(b"\r\n\r\n")
            assert b"HTTP/1.1 503" in head
            assert msgspec.json.decode(body)["code"] == "UNAVAILABLE"
            process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0
    told = log.read_text()
    assert "Traceback" not in told
    assert "graceful" not in told


@pytest.mark.programs
def test_commands_speak_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    assert MINUS in ran(tmp_path, "rules", "cape_and_cowl")
    made = msgspec.json.decode(ran(tmp_path, "token", "create", "--name", "Zo\u00eb \U0001f3b2", "--json"))
    listed = ran(tmp_path, "token", "list")
    assert made["id"] in listed
    assert "Zo\u00eb \U0001f3b2" in listed

"""A server that speaks the protocol of S3, as a process of its own: moto, the locked one, in an environment of its own.

Its packages and those of the service can't stand beside each other.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.e2e.servers import wait_for
from tests.kit.process import ROOT, free_port
from tests.kit.waiting import PATIENCE

ACCESS = {
    "AWS_ACCESS_KEY_ID": "only-for-this-test",
    "AWS_SECRET_ACCESS_KEY": "a-secret-that-no-line-tells",
    "AWS_REGION": "us-east-1",
}
"""What a client needs in its environment, beside the address."""


class S3Node:
    """One server. It forgets everything when it stops."""

    def __init__(self, python: Path) -> None:
        self._python = python
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Return when it answers."""
        command = (self._python, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port))
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self._answers)

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/moto-api/", timeout=PATIENCE).is_success
        except httpx.TransportError:
            return False

    def environment(self) -> dict[str, str]:
        """What a client of this one needs."""
        return {**ACCESS, "AWS_ENDPOINT_URL": self.url}


def installed_s3(folder: Path) -> Path:
    """The Python of an environment that is made in this folder. Skips the test where the index can't be reached."""
    base = Path(sys.base_prefix, "bin", "python3")
    try:
        subprocess.run((base, "-m", "venv", "--without-pip", folder), check=True, capture_output=True)
        python = folder / "bin" / "python"
        pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "--no-input")
        packages = ("install", "--require-hashes", "-r", ROOT / "requirements" / "s3.txt")
        subprocess.run((*pip, *packages), check=True, capture_output=True, timeout=PATIENCE, env=dict(os.environ))
    except (OSError, subprocess.SubprocessError):
        pytest.skip("the server of S3 can't be installed from the index")
    return python


@contextmanager
def s3_node(folder: Path) -> Iterator[S3Node]:
    """A server that runs."""
    node = S3Node(installed_s3(folder))
    try:
        node.start()
        yield node
    finally:
        node.stop()

"""A service as its own process, as `playledger serve` starts it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def demo_service(folder: Path, port: int, **settings: str) -> Iterator[list[str]]:
    """A service with demo data on SQLite in a folder; what it prints on starting. Stopped as by Ctrl-C."""
    command = [sys.executable, "-m", "service", "serve", "--demo", "--port", str(port)]
    environment = os.environ | {"PLAYLEDGER_DATABASE_URL": f"sqlite:///{folder}/playledger.db"} | settings
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line.strip())
                if line.startswith("Stop with"):
                    break
            assert said, "the service did not start"
            yield said
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(15)
    assert process.returncode == 0

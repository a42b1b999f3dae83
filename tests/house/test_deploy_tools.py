"""What other programs say of the deployment files; a check is skipped by name where its program is missing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.kit.cases import cases

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent
COMPOSE = ("compose.yaml", "compose.ha.yaml", "compose.citus.yaml")
OLDEST_KUBERNETES = "1.30"
YAML = "{extends: default, rules: {line-length: {max: 140}, document-start: disable, braces: {max-spaces-inside: 0}}}"


def program(name: str) -> str:
    """The program beside our Python, or of the machine."""
    found = shutil.which(name, path=str(BIN)) or shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def run(name: str, *arguments: str | Path) -> str:
    done = subprocess.run([program(name), *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def manifests() -> list[Any]:
    files = [file for place in ("kubernetes", "ha/kubernetes") for file in sorted((DEPLOY / place).rglob("*.yaml"))]
    return [document for file in files for document in yaml.safe_load_all(file.read_text())]


def name_of(manifest: Any) -> str:
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


@pytest.mark.programs
@pytest.mark.parametrize("file", ["Dockerfile", "ha/Dockerfile"])
def test_a_dockerfile_has_no_lint(file: str) -> None:
    run("hadolint", "--no-color", DEPLOY / file)


@pytest.mark.programs
@pytest.mark.parametrize("file", COMPOSE)
def test_a_compose_file_has_the_shape_that_is_specified(file: str) -> None:
    run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / file)


@pytest.mark.programs
@pytest.mark.parametrize("file", COMPOSE)
def test_compose_itself_can_read_the_file(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    docker = program("docker")
    if subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("docker has no compose plugin")
    for name in ("POSTGRES_PASSWORD", "SERVICE_PASSWORD", "PLAYLEDGER_SECRET_KEY", "CLUSTER_PASSWORD", "CITUS_IMAGE"):
        monkeypatch.setenv(name, "only-for-this-test")
    run("docker", "compose", "-f", DEPLOY / file, "--profile", "monitoring", "config", "--quiet")


@pytest.mark.parametrize("version", [OLDEST_KUBERNETES, "latest"])
def test_each_manifest_fits_the_schema_of_kubernetes(version: str) -> None:
    wanted = kubernetes_validate.latest_version() if version == "latest" else version
    with cases() as case:
        for manifest in manifests():
            with case(name_of(manifest)):
                kubernetes_validate.validate(manifest, wanted, strict=True)


def test_a_manifest_with_a_slip_is_refused() -> None:
    [deployment] = [found for found in manifests() if name_of(found) == "Deployment/playledger"]
    deployment["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(deployment, kubernetes_validate.latest_version(), strict=True)


@pytest.mark.programs
@pytest.mark.parametrize("place", [DEPLOY, DEPLOY / "ha"], ids=["deploy", "ha"])
def test_kustomize_puts_all_together(place: Path) -> None:
    made = list(yaml.safe_load_all(run("kubectl", "kustomize", place)))
    images = {
        container["image"]
        for found in made
        if found["kind"] in {"Deployment", "Job", "StatefulSet"}
        for container in found["spec"]["template"]["spec"]["containers"]
    }
    assert len(images) > 1
    assert images.isdisjoint({"playledger", "playledger-postgres", "playledger-etcd"})
    assert {found["metadata"].get("namespace", "playledger") for found in made} == {"playledger"}


@pytest.mark.programs
def test_yaml_has_no_lint() -> None:
    files = [*sorted(DEPLOY.rglob("*.yaml"))]
    assert len(files) > 10
    run("yamllint", "--strict", "-d", YAML, *files)


@pytest.mark.programs
def test_shell_scripts_have_no_lint() -> None:
    run("shellcheck", ".ci/run", *sorted(DEPLOY.rglob("*.sh")))


@pytest.mark.programs
def test_prometheus_can_read_its_files_and_the_alerts() -> None:
    run("promtool", "check", "config", DEPLOY / "prometheus.yaml")
    run("promtool", "check", "rules", DEPLOY / "alerts.yaml")
    run("promtool", "test", "rules", ROOT / "tests" / "house" / "alerts.yaml")

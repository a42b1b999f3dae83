"""The deployment files can be read, agree with each other, and name only what exists."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from eventstore import tables as event_store
from service import tables
from service.settings import Settings

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))


def documents(path: Path) -> list[Any]:
    return list(yaml.safe_load_all(path.read_text()))


def pod_specs() -> list[Any]:
    objects = [document for path in MANIFESTS for document in documents(path)]
    return [found["spec"]["template"]["spec"] for found in objects if found["kind"] in {"Deployment", "Job"}]


def containers() -> list[Any]:
    return [one for spec in pod_specs() for one in [*spec.get("initContainers", []), *spec["containers"]]]


def our_containers() -> dict[str, Any]:
    return {one["name"]: one for one in containers() if one["image"] == "playledger"}


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
def test_a_manifest_is_named_and_applied(path: Path) -> None:
    for document in documents(path):
        assert {"apiVersion", "kind", "metadata"} <= document.keys()
        assert re.fullmatch(r"[a-z0-9-]+", document["metadata"]["name"])
    [kustomization] = documents(DEPLOY / "kustomization.yaml")
    assert f"kubernetes/{path.name}" in kustomization["resources"]


def test_the_service_is_probed_and_runs_without_rights() -> None:
    service = our_containers()["playledger"]
    assert service["readinessProbe"]["httpGet"]["path"] == "/ready"
    assert service["livenessProbe"]["httpGet"]["path"] == "/health"
    assert our_containers().keys() == {"playledger", "migrate"}
    for container in our_containers().values():
        assert container["securityContext"] == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True}


def test_only_the_owner_migrates() -> None:
    urls = {
        name: variable["valueFrom"]["secretKeyRef"]["key"]
        for name, container in our_containers().items()
        for variable in container["env"]
        if variable["name"] == "PLAYLEDGER_DATABASE_URL"
    }
    assert urls == {"playledger": "database-url", "migrate": "owner-database-url"}


def test_compose_starts_two_replicas_after_the_migration() -> None:
    [compose] = documents(DEPLOY / "compose.yaml")
    services = compose["services"]
    assert services["service"]["deploy"]["replicas"] == 2
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= services.keys(), name
    assert services["service"]["depends_on"]["grants"]["condition"] == "service_completed_successfully"
    assert services["grants"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_the_image_copies_only_what_exists() -> None:
    copied = [
        source
        for line in (DEPLOY / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for source in shlex.split(line)[1:-1]
    ]
    let_in = (DEPLOY / "Dockerfile.dockerignore").read_text()
    assert {"domain", "eventstore", "api_schema", "service"} <= set(copied)
    for source in copied:
        assert (DEPLOY.parent / source).exists(), source
        assert f"!{source.split('/')[0]}\n" in let_in, source


def test_the_image_installs_by_hash_alone() -> None:
    installs = re.findall(r"pip (?:install|wheel) (\S+)(?: (\S+))?", (DEPLOY / "Dockerfile").read_text())
    assert len(installs) == 4
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs)


def test_settings_are_those_that_the_service_reads() -> None:
    texts = [path.read_text() for path in DEPLOY.rglob("*") if path.is_file()]
    named = {name.lower() for text in texts for name in re.findall(r"PLAYLEDGER_([A-Z_]*[A-Z])", text)}
    assert {"database_url", "redis_url", "secret_key"} <= named <= Settings.model_fields.keys()


def test_the_role_of_the_service_may_only_add_to_immutable_tables() -> None:
    grants = (DEPLOY / "grants.sql").read_text()
    [named] = re.findall(r"WHEN relname IN \((.*)\) THEN ', INSERT'\n", grants)
    assert set(re.findall(r"'(\w+)'", named)) == {*event_store.IMMUTABLE, *tables.IMMUTABLE}

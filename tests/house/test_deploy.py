"""The deployment files can be read, agree with each other, and name only what exists."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from eventstore import tables as event_store
from service import tables
from service.cli.server import GRACE
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
    assert service["livenessProbe"]["httpGet"]["path"] == "/live"
    assert our_containers().keys() == {"playledger", "migrate"}
    assert service["startupProbe"]["httpGet"]["path"] == "/live"


def test_every_container_runs_without_rights_and_within_bounds() -> None:
    assert len(containers()) == 4
    for container in containers():
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"].keys() == {"requests", "limits"}
    for spec in pod_specs():
        assert spec["securityContext"]["runAsNonRoot"]
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False


def test_a_replica_has_time_to_stop() -> None:
    [spec] = [spec for spec in pod_specs() if spec["containers"][0]["name"] == "playledger"]
    pause = int(spec["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert spec["terminationGracePeriodSeconds"] > pause + GRACE + 10
    [compose] = documents(DEPLOY / "compose.yaml")
    assert int(compose["services"]["replica-1"]["stop_grace_period"].removesuffix("s")) > GRACE + 10


def test_only_the_owner_migrates() -> None:
    urls = {
        name: variable["valueFrom"]["secretKeyRef"]["key"]
        for name, container in our_containers().items()
        for variable in container["env"]
        if variable["name"] == "PLAYLEDGER_DATABASE_URL"
    }
    assert urls == {"playledger": "database-url", "migrate": "owner-database-url"}


def test_standbys_are_named_where_there_are_some() -> None:
    given = {variable["name"]: variable.get("valueFrom") for variable in our_containers()["playledger"]["env"]}
    secret = {"name": "playledger", "key": "database-replica-url", "optional": True}
    assert given["PLAYLEDGER_DATABASE_REPLICA_URL"] == {"secretKeyRef": secret}


def test_compose_starts_two_replicas_after_the_migration() -> None:
    [compose] = documents(DEPLOY / "compose.yaml")
    services = compose["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= services.keys(), name
    for name in ("replica-1", "replica-2"):
        assert services[name]["depends_on"]["grants"]["condition"] == "service_completed_successfully"
    assert services["grants"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_clients_reach_the_proxy_alone() -> None:
    [compose] = documents(DEPLOY / "compose.yaml")
    published = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}
    assert published.keys() == {"proxy", "prometheus"}
    assert all(port.startswith("127.0.0.1:") for port in published["prometheus"])
    assert compose["networks"]["back"] == {"internal": True}
    assert all(
        service["networks"] == ["back"] for name, service in compose["services"].items() if name not in published
    )
    known = set(re.findall(r"^    server \w+ ([\w-]+):8000$", (DEPLOY / "proxy/haproxy.cfg").read_text(), re.MULTILINE))
    assert known == {name for name in compose["services"] if name.startswith("replica-")}
    [prometheus] = documents(DEPLOY / "prometheus.yaml")
    [scraped] = prometheus["scrape_configs"][0]["static_configs"]
    assert {target.partition(":")[0] for target in scraped["targets"]} == known | {"read-models"}


def test_one_process_alone_brings_the_read_models_up_to_date() -> None:
    [compose] = documents(DEPLOY / "compose.yaml")
    given = {name: one.get("environment", {}) for name, one in compose["services"].items()}
    served = {name: env for name, env in given.items() if "PLAYLEDGER_METRICS_PORT" in env}
    off = {name for name, env in served.items() if env.get("PLAYLEDGER_READ_MODELS") == "false"}
    assert (off, served.keys() - off) == ({"replica-1", "replica-2"}, {"read-models"})


def test_no_secret_stands_in_a_file() -> None:
    objects = [document for path in sorted(DEPLOY.rglob("*.yaml")) for document in documents(path)]
    assert not [found for found in objects if found.get("kind") == "Secret"]
    [compose] = documents(DEPLOY / "compose.yaml")
    for name, service in compose["services"].items():
        for variable, value in service.get("environment", {}).items():
            if re.search("PASSWORD|KEY|DATABASE_URL", variable):
                assert value is None or "${" in value, (name, variable)


def images() -> dict[str, set[str]]:
    """What the files take from registries: each name with its tag, and the digests that they give it."""
    files = {path: path.read_text() for kind in ("*.yaml", "Dockerfile") for path in DEPLOY.rglob(kind)}
    named = [
        name for text in files.values() for name in re.findall(r"^\s*image: (\S+)|^ARG \w+_IMAGE=(\S+)", text, re.M)
    ]
    found: dict[str, set[str]] = {}
    for name in map("".join, named):
        if not re.match(r"(registry\.example/)?playledger", name):
            tagged, _, digest = name.partition("@")
            found.setdefault(tagged, set()).add(digest)
    return found


def test_an_image_is_held_by_one_digest_beside_its_tag() -> None:
    assert len(images()) == 7
    for name, digests in images().items():
        assert re.fullmatch(r"[a-z/]+:[\w.-]+", name)
        assert len(digests) == 1, (name, digests)
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in digests), name


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
        assert f"!{source.split('/')[0]}\n" in let_in or f"!{source}\n" in let_in, source


def test_the_image_installs_by_hash_alone() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    installs = re.findall(r"pip(?: --python \S+)? (?:install|wheel) (\S+)", text)
    assert len(installs) == 4
    assert set(installs) == {"--require-hashes", "--no-deps"}
    assert re.findall(r"npm (\S+)", text.partition("FROM")[2]) == ["ci", "ci", "run"]


def test_the_image_runs_without_rights_and_gets_signals_itself() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().rpartition("\nFROM ")[2].splitlines()
    assert "USER 10001" in lines
    assert 'ENTRYPOINT ["playledger"]' in lines
    assert 'CMD ["serve"]' in lines


def test_settings_are_those_that_the_service_reads() -> None:
    files = [path for path in DEPLOY.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    named = {name.lower() for path in files for name in re.findall(r"PLAYLEDGER_([A-Z_]*[A-Z])", path.read_text())}
    # what only the proxy and compose read
    others = {"public_port", "tls_certificate"}
    assert {"database_url", "redis_url", "secret_key"} <= named <= Settings.model_fields.keys() | others


def test_the_role_of_the_service_may_only_add_to_immutable_tables() -> None:
    grants = (DEPLOY / "grants.sql").read_text()
    [named] = re.findall(r"WHEN relname IN \(([^)]*)\) THEN ', INSERT'\n", grants)
    assert set(re.findall(r"'(\w+)'", named)) == {*event_store.IMMUTABLE, *tables.IMMUTABLE}

"""The files of the database of three members agree with each other, and with those of the service."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.kit.process import ROOT
from tests.kit.proxies import HAPROXY, needs_haproxy

DEPLOY = ROOT / "deploy"
HA = DEPLOY / "ha"
MANIFESTS = sorted((HA / "kubernetes").rglob("*.yaml"))
NUMBERS = ("1", "2", "3")


def documents(path: Path) -> list[Any]:
    return list(yaml.safe_load_all(path.read_text()))


def manifests() -> dict[str, Any]:
    found = [document for path in MANIFESTS for document in documents(path)]
    return {f"{one['kind']}/{one['metadata']['name']}": one for one in found}


def pod(name: str) -> Any:
    return manifests()[name]["spec"]["template"]["spec"]


def environment(container: Any) -> dict[str, Any]:
    return {one["name"]: one.get("value") for one in container["env"]}


def compose() -> Any:
    [found] = documents(DEPLOY / "compose.ha.yaml")
    return found


def patroni() -> Any:
    [found] = documents(HA / "patroni.yaml")
    return found


def test_no_commit_is_acknowledged_that_one_disk_alone_has() -> None:
    held = patroni()["bootstrap"]["dcs"]
    assert held["synchronous_mode"] == "quorum"
    assert held["synchronous_mode_strict"] is True
    assert held["synchronous_node_count"] == 1
    assert held["postgresql"]["parameters"]["synchronous_commit"] == "on"


def test_patroni_takes_the_times_as_they_are() -> None:
    """It lowers what does not fit, and says so in its log only."""
    held = patroni()["bootstrap"]["dcs"]
    assert held["ttl"] >= 20
    assert held["retry_timeout"] >= 3
    assert held["loop_wait"] + 2 * held["retry_timeout"] <= held["ttl"]


def test_the_log_is_archived_and_read_by_the_stanza_of_pgbackrest() -> None:
    held = patroni()["bootstrap"]["dcs"]["postgresql"]
    commands = [held["parameters"]["archive_command"], held["recovery_conf"]["restore_command"]]
    assert held["parameters"]["archive_mode"] == "on"
    assert all(command.startswith("pgbackrest --stanza=playledger ") for command in commands)
    settings = (HA / "pgbackrest.conf").read_text()
    assert "[playledger]" in settings
    folder = patroni()["postgresql"]["data_dir"]
    assert f"pg1-path={folder}\n" in settings
    assert f"PGDATA={folder} " in (HA / "Dockerfile").read_text()


@needs_haproxy
@pytest.mark.programs
def test_haproxy_takes_its_file() -> None:
    names = {f"POSTGRES_{number}": "localhost" for number in NUMBERS}
    command = [str(HAPROXY), "-c", "-f", str(HA / "haproxy.cfg")]
    done = subprocess.run(command, env=os.environ | names, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr


def test_haproxy_asks_every_member_who_leads() -> None:
    text = (HA / "haproxy.cfg").read_text()
    asked = re.findall(r'^    server \w+ "\$\{(\w+)\}":5432 check port 8008$', text, re.MULTILINE)
    assert asked == 2 * [f"POSTGRES_{number}" for number in NUMBERS]
    leads, stand_by = text.split("\nbackend ")[1:]
    assert leads.startswith("primary\n")
    assert "option httpchk GET /primary\n" in leads
    assert stand_by.startswith("standbys\n")
    assert "option httpchk GET /quorum\n" in stand_by
    given = compose()["services"]["postgres"]["environment"]
    assert given == {f"POSTGRES_{number}": f"postgres-{number}" for number in NUMBERS}
    [proxy] = pod("Deployment/postgres-proxy")["containers"]
    names = [value.partition(".")[0] for value in environment(proxy).values()]
    assert names == [f"postgres-{number}" for number in range(manifests()["StatefulSet/postgres"]["spec"]["replicas"])]


def test_the_service_finds_the_database_under_its_old_name() -> None:
    """So nothing of the service changes: neither its URL nor the order in which all starts."""
    [plain] = documents(DEPLOY / "compose.yaml")
    services = compose()["services"]
    for name in plain["services"].keys() - {"postgres"}:
        assert services[name]["extends"] == {"file": "compose.yaml", "service": name}
        assert services[name].keys() <= {"extends", "environment"}, name
    assert set(plain["networks"]) == set(compose()["networks"])
    assert compose()["networks"]["back"] == {"internal": True}
    assert "Service/postgres" in manifests()


def test_replicas_alone_read_from_those_who_stand_by() -> None:
    """HAProxy listens for them on a port of its own; whoever migrates has no business there."""
    text = (HA / "haproxy.cfg").read_text()
    [listens] = re.findall(r"    bind :(\d+)\n    default_backend standbys", text)
    given = {
        name: one["environment"] for name, one in compose()["services"].items() if "extends" in one and len(one) > 1
    }
    url = f"postgresql://playledger_service:${{SERVICE_PASSWORD}}@postgres:{listens}/playledger"
    assert given == {f"replica-{number}": {"PLAYLEDGER_DATABASE_REPLICA_URL": url} for number in ("1", "2")}
    ports = {one["name"]: one["port"] for one in manifests()["Service/postgres"]["spec"]["ports"]}
    assert ports == {"postgres": 5432, "standbys": int(listens)}
    [proxy] = pod("Deployment/postgres-proxy")["containers"]
    assert {"name": "standbys", "containerPort": int(listens)} in proxy["ports"]
    rules = manifests()["NetworkPolicy/postgres-proxy"]["spec"]["ingress"]
    [allowed] = [rule["from"] for rule in rules if int(listens) in [port["port"] for port in rule["ports"]]]
    assert allowed == [{"podSelector": {"matchLabels": {"app": "playledger"}}}]


def test_compose_publishes_nothing_and_runs_three_of_each() -> None:
    services = {name: one for name, one in compose()["services"].items() if "extends" not in one}
    assert services.keys() == {"postgres"} | {f"{k}-{n}" for k in ("postgres", "backup", "etcd") for n in NUMBERS}
    for name, service in services.items():
        assert service["networks"] == ["back"], name
        assert "ports" not in service, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["read_only"] is True, name
        for variable, value in service.get("environment", {}).items():
            if "PASSWORD" in variable:
                assert value.startswith("${"), (name, variable)
    for number in NUMBERS:
        member, backup = services[f"postgres-{number}"], services[f"backup-{number}"]
        assert member["volumes"] == backup["volumes"]
        assert member["environment"]["PATRONI_POSTGRESQL_CONNECT_ADDRESS"] == f"postgres-{number}:5432"


def test_each_etcd_knows_all() -> None:
    services = compose()["services"]
    for number in NUMBERS:
        given = services[f"etcd-{number}"]["environment"]
        own = f"{given['ETCD_NAME']}={given['ETCD_INITIAL_ADVERTISE_PEER_URLS']}"
        assert own in given["ETCD_INITIAL_CLUSTER"].split(",")
    [etcd] = pod("StatefulSet/etcd")["containers"]
    given = environment(etcd)
    peer = given["ETCD_INITIAL_ADVERTISE_PEER_URLS"]
    names = [f"etcd-{number}" for number in range(3)]
    assert given["ETCD_INITIAL_CLUSTER"].split(",") == [
        f"{name}={peer.replace('$(ETCD_NAME)', name)}" for name in names
    ]


def test_the_members_stand_on_machines_of_their_own_and_stop_one_at_a_time() -> None:
    for name in ("postgres", "etcd"):
        spread = {
            one["topologyKey"]: one["whenUnsatisfiable"]
            for one in pod(f"StatefulSet/{name}")["topologySpreadConstraints"]
        }
        assert spread["kubernetes.io/hostname"] == "DoNotSchedule"
        assert manifests()[f"PodDisruptionBudget/{name}"]["spec"]["maxUnavailable"] == 1


def test_every_container_runs_without_rights_and_within_bounds() -> None:
    pods = [pod(name) for name in manifests() if name.split("/")[0] in {"StatefulSet", "Deployment", "Job"}]
    assert len(pods) == 4
    for spec in pods:
        assert spec["securityContext"]["runAsNonRoot"]
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        for container in spec["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert container["resources"].keys() == {"requests", "limits"}


def test_every_manifest_is_applied_but_the_optional_ones() -> None:
    [kustomization] = documents(HA / "kustomization.yaml")
    applied = {str(path.relative_to(HA)) for path in MANIFESTS if path.parent.name != "optional"}
    assert set(kustomization["resources"]) == applied
    assert not [name for name in manifests() if name.startswith("Secret/")]
    images = {one["name"]: f"{one['newName']}:{one['newTag']}" for one in kustomization["images"]}
    [restore] = pod("Job/postgres-restore")["containers"]
    assert restore["image"] == images["playledger-postgres"]

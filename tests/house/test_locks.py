"""The lock files agree with each other, and every package in them is held by its hash."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("web", "api_schema/graphql/graphiql", "api_schema/rest/reference")
NPM = ("tests/clients", "tests/foreign", *PAGES, "bench/peers")
LOCKS = ("requirements/*.txt", "tests/*/package-lock.json", "bench/*/package-lock.json")
PIN = re.compile(r"^([\w.\[\],-]+)==(\S+)", re.MULTILINE)


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text()


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall(lock(name)))


@pytest.mark.parametrize("name", ["base", "build", "node", "otel"])
def test_a_smaller_lock_agrees_with_dev(name: str) -> None:
    """`make serve` and then `make test` in one .venv must not move a version to and fro."""
    dev = pins("dev")
    assert pins(name)
    assert {package: dev.get(package, version) for package, version in pins(name).items()} == pins(name)


@pytest.mark.parametrize(
    "name", ["base", "build", "codegen", "dev", "foreign", "node", "otel", "patroni", "peers", "s3"]
)
def test_every_pin_has_a_hash(name: str) -> None:
    entries = re.split(r"\n(?=\S)", lock(name).strip())
    assert [entry for entry in entries if not PIN.match(entry) or "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("folder", NPM)
def test_every_npm_package_has_its_integrity(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    assert len(packages) > 1
    assert [path for path, package in packages.items() if path and "integrity" not in package] == []


@pytest.mark.parametrize("file", sorted(file for place in LOCKS for file in ROOT.glob(place)))
def test_no_lock_has_an_address(file: Path) -> None:
    """Where packages come from is the machine's to say."""
    assert "://" not in file.read_text()


@pytest.mark.parametrize("folder", NPM)
def test_a_lock_has_the_optional_packages_too(folder: str) -> None:
    """`npm ci` refuses a lock without the packages of other platforms, which an index may lack."""
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    held = {path.rpartition("node_modules/")[2] for path in packages}
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", ())}
    assert wanted <= held

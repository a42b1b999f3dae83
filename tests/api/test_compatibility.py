"""What a release promised, the next one keeps: a change that breaks clients fails here, whatever the changelog says."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from api_schema import compatibility
from api_schema.compatibility import RELEASED, broken
from api_schema.snapshots import FOLDER
from tests.kit.process import ROOT

Change = Callable[[Any], None]
FILES = ("schema.graphql", "openapi.json", "asyncapi.json")


def test_the_contract_keeps_what_the_last_release_promised() -> None:
    assert broken(RELEASED, FOLDER) == [], "inside version 1 things are only added: see docs/deprecation.md"


def test_a_changed_contract_has_a_line_in_the_changelog() -> None:
    """The section of what is unreleased names each document that is not as it was released."""
    changed = [name for name in FILES if _hash(RELEASED / name) != _hash(FOLDER / name)]
    text = (ROOT / "CHANGELOG.md").read_text().partition("## [Unreleased]")[2].partition("\n## [")[0]
    contract = text.partition("### Contract")[2].partition("\n### ")[0]
    assert [name for name in changed if f"`{name}`" not in contract] == []


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _gone(document: Any) -> None:
    del document["paths"]["/v1/games"]["get"]


def _elsewhere(document: Any) -> None:
    document["channels"]["matchStreamSse"]["address"] = "/elsewhere"


def _no_frame(document: Any) -> None:
    del document["channels"]["matchStreamNdjson"]["messages"]["match_closed"]


def _no_member(document: Any) -> None:
    del document["components"]["schemas"]["Event"]["properties"]["hash"]


def _other_type(document: Any) -> None:
    document["components"]["schemas"]["Event"]["properties"]["version"]["type"] = "string"


def _not_always(document: Any) -> None:
    document["components"]["schemas"]["Event"]["required"].remove("hash")


def _required(document: Any) -> None:
    for parameter in document["paths"]["/v1/matches"]["get"]["parameters"]:
        parameter["required"] = True


def _no_answer(document: Any) -> None:
    del document["paths"]["/v1/matches"]["post"]["responses"]["201"]


def _fewer_values(document: Any) -> None:
    document["components"]["schemas"]["Match"]["properties"]["status"]["enum"].remove("OPEN")


def _fewer_actions(document: Any) -> None:
    document["components"]["schemas"]["ActionBody"]["anyOf"].pop()


BREAKING = [
    *(("openapi.json", change) for change in (_gone, _no_member, _other_type, _required, _no_answer)),
    *(("openapi.json", change) for change in (_not_always, _fewer_values, _fewer_actions)),
    *(("asyncapi.json", change) for change in (_elsewhere, _no_frame, _no_member, _other_type)),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copy(FOLDER / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "change"), BREAKING)
def test_what_breaks_clients_is_found(folder: Path, name: str, change: Change) -> None:
    document = json.loads((folder / name).read_text())
    change(document)
    (folder / name).write_text(json.dumps(document))
    found = broken(FOLDER, folder)
    assert found
    assert all(fault.startswith(name) for fault in found)


def test_a_field_that_goes_from_graphql_is_found(folder: Path) -> None:
    file = folder / "schema.graphql"
    file.write_text(file.read_text().replace("  seatToken: ", "  token: "))
    assert broken(FOLDER, folder) == ["schema.graphql: Field JoinMatchPayload.seatToken was removed."]


def test_what_is_only_added_breaks_nothing(folder: Path) -> None:
    document = json.loads((folder / "openapi.json").read_text())
    document["paths"]["/v1/new"] = {"get": {"responses": {"200": {"description": "new"}}}}
    document["components"]["schemas"]["Match"]["properties"]["new"] = {"type": "string"}
    document["components"]["schemas"]["Match"]["properties"]["status"]["enum"].append("PAUSED")
    (folder / "openapi.json").write_text(json.dumps(document))
    assert broken(FOLDER, folder) == []


def test_a_release_takes_the_present_documents(folder: Path, tmp_path: Path) -> None:
    compatibility.release(tmp_path / "released", folder)
    assert broken(tmp_path / "released", folder) == []
    assert sorted(file.name for file in (tmp_path / "released").iterdir()) == sorted(FILES)

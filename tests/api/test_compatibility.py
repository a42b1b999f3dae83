"""What a release promised, the next one keeps: a change that breaks clients fails here, whatever the changelog says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from api_schema import release
from api_schema.compatibility import broken
from api_schema.snapshots import committed
from scripts.release import unreleased, version
from tests.kit.process import ROOT

Change = Callable[[Any], None]
NOW = committed()


def contract_lines() -> list[str]:
    """What the changelog says of the contract since the last release."""
    return unreleased(ROOT).partition("### Contract\n")[2].partition("\n###")[0].splitlines()


def test_the_contract_keeps_what_the_last_release_promised() -> None:
    """Before 1.0.0 a document may break clients, if the changelog says so."""
    told = [
        line
        for line in contract_lines()
        if line.startswith("- **Breaking**") and version(release.last().version)[0] == 0
    ]
    faults = [
        one
        for one in broken(release.documents(), NOW)
        if not any(f"`{one.partition(':')[0]}`" in line for line in told)
    ]
    assert faults == [], "inside version 1 things are only added: see docs/deprecation.md"


def test_a_changed_contract_has_a_line_in_the_changelog() -> None:
    """The section of what is unreleased names each document that is not as it was released."""
    changed = [name for name, text in release.documents().items() if text != NOW[name]]
    assert [name for name in changed if f"`{name}`" not in "\n".join(contract_lines())] == []


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


def _wider(document: Any, schema: str, member: str) -> None:
    """Another type beside the one that there was."""
    members = document["components"]["schemas"][schema]["properties"]
    members[member] = {"anyOf": [members[member], {"type": "integer"}]}


def _other_beside_it(document: Any) -> None:
    _wider(document, "Event", "hash")


BREAKING = [
    *(("openapi.json", change) for change in (_gone, _no_member, _other_type, _required, _no_answer)),
    *(("openapi.json", change) for change in (_not_always, _fewer_values, _fewer_actions, _other_beside_it)),
    *(("asyncapi.json", change) for change in (_elsewhere, _no_frame, _no_member, _other_type)),
]


@pytest.mark.parametrize(("name", "change"), BREAKING)
def test_what_breaks_clients_is_found(name: str, change: Change) -> None:
    document = json.loads(NOW[name])
    change(document)
    found = broken(NOW, {**NOW, name: json.dumps(document)})
    assert found
    assert all(fault.startswith(name) for fault in found)


def test_a_field_that_goes_from_graphql_is_found() -> None:
    schema = NOW["schema.graphql"].replace("  seatToken: ", "  token: ")
    found = broken(NOW, {**NOW, "schema.graphql": schema})
    assert found == ["schema.graphql: Field JoinMatchPayload.seatToken was removed."]


def test_what_is_only_added_breaks_nothing() -> None:
    document = json.loads(NOW["openapi.json"])
    _wider(document, "CreateMatch", "game")
    document["paths"]["/v1/new"] = {"get": {"responses": {"200": {"description": "new"}}}}
    document["components"]["schemas"]["Match"]["properties"]["new"] = {"type": "string"}
    document["components"]["schemas"]["Match"]["properties"]["status"]["enum"].append("PAUSED")
    assert broken(NOW, {**NOW, "openapi.json": json.dumps(document)}) == []

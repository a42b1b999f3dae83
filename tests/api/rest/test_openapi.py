"""The OpenAPI document is whole, and says of each game what its actions are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from api_schema.errors import STATUS
from api_schema.operations.table import OPERATIONS
from api_schema.rest.openapi import build
from domain.kernel.actions import Action
from domain.kernel.game import CardGame
from tests.toy_game import GAME


@cache
def document() -> dict[str, Any]:
    """The document of the toy game."""
    return build([GAME])


def schemas() -> dict[str, Any]:
    """Its schemas by name."""
    found: dict[str, Any] = document()["components"]["schemas"]
    return found


def references(value: Any) -> Iterator[str]:
    """Every reference inside the value."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name == "$ref":
                yield item
            elif name == "mapping":
                yield from item.values()
            else:
                yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def answer(operation: dict[str, Any], status: str) -> dict[str, Any]:
    """The answer of an operation, which may share it."""
    found: dict[str, Any] = operation["responses"][status]
    name = found.get("$ref", "").rpartition("/")[2]
    return document()["components"]["responses"][name] if name else found


def action_body(body: object) -> bool:
    """Whether the document takes this as the body of an action."""
    schema = {"$ref": "#/components/schemas/ActionBody", "components": {"schemas": schemas()}}
    return jsonschema_rs.validator_for(schema).is_valid(body)


def test_every_reference_leads_somewhere() -> None:
    """And every schema, header and shared answer is referred to."""
    there = [(kind, name) for kind, named in document()["components"].items() for name in named]
    assert set(references(document())) == {
        f"#/components/{kind}/{name}" for kind, name in there if kind != "securitySchemes"
    }


def test_every_operation_says_more_than_its_title() -> None:
    found = [one for path in document()["paths"].values() for one in path.values() if "operationId" in one]
    assert len(found) >= len(OPERATIONS)
    assert [one["operationId"] for one in found if one.get("description", one["summary"]) == one["summary"]] == []


def test_links_lead_to_operations_and_their_parameters() -> None:
    known = {operation.id: operation for operation in OPERATIONS}
    links = [link for operation in OPERATIONS for link in operation.links.values()]
    assert len(known) == len(OPERATIONS)
    for link in links:
        target = known[link["operationId"]]
        found = document()["paths"][target.path][target.method.lower()]
        assert link["parameters"].keys() <= {parameter["name"] for parameter in found["parameters"]}


def test_expected_codes_have_their_status_in_the_responses() -> None:
    for operation in OPERATIONS:
        responses = document()["paths"][operation.path][operation.method.lower()]["responses"]
        assert {str(STATUS[code]) for code in operation.codes} <= responses.keys()


def test_integers_are_bounded_integers() -> None:
    assert schemas()["Match"]["properties"]["version"] == {
        "type": "integer",
        "format": "int64",
        "minimum": -(2**53) + 1,
        "maximum": 2**53 - 1,
    }


@pytest.mark.parametrize(
    ("body", "valid"),
    [
        ({"token": "tok-1"}, True),
        ({"type": "concede"}, True),
        ({"type": "send", "card": "fox", "promptId": "pr_1", "revision": 0, "seat": 1}, True),
        ({"type": "send"}, False),
        ({"type": "send", "card": "fox", "colour": "red"}, False),
        ({"type": "dance"}, False),
        ({"token": "tok-1", "type": "send", "card": "fox"}, False),
    ],
)
def test_the_body_of_an_action_is_a_token_or_an_action_beside_its_guard(body: object, valid: bool) -> None:
    assert action_body(body) is valid


def renamed(slug: str) -> CardGame:
    """Envoys under another name."""
    return replace(GAME, slug=slug)


def test_the_document_does_not_depend_on_the_order_of_the_games() -> None:
    other = renamed("another")
    one, two = build([GAME, other]), build([other, GAME])
    assert msgspec.json.encode(one) == msgspec.json.encode(two)
    assert {"AnotherSendAction", "EnvoysSendAction"} <= one["components"]["schemas"].keys()


def test_an_action_with_a_reserved_parameter_is_refused() -> None:
    class Clash(Action, frozen=True, tag="clash"):
        seat: int

    game = replace(GAME, slug="clashing", actions=(Clash,))
    with pytest.raises(ValueError, match=r"ClashingClashAction.*seat.*reserved"):
        build([game])


def test_every_body_says_what_its_schema_cannot() -> None:
    with_body = {one.id for one in OPERATIONS if one.body is not None or one.actions or one.upload}
    assert {one.id for one in OPERATIONS if one.beyond} == with_body
    operations = [operation for path in document()["paths"].values() for operation in path.values()]
    refused = {one["operationId"]: answer(one, "400")["description"] for one in operations}
    assert {name for name, text in refused.items() if "Valid by the schema" in text} == with_body


def schemas_in(value: Any, where: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every object of the document with its place in it."""
    if isinstance(value, dict):
        yield where, value
        for name, item in value.items():
            yield from schemas_in(item, (*where, str(name)))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from schemas_in(item, (*where, str(number)))


@pytest.mark.parametrize("word", ["default", "title", "prefixItems"])
def test_no_schema_says_what_generators_make_nonsense_of(word: str) -> None:
    """A member may be called so."""
    assert [place for place, schema in schemas_in(schemas()) if word in schema and place[-1:] != ("properties",)] == []


def test_no_array_has_items_that_are_no_schema() -> None:
    assert [place for place, schema in schemas_in(document()) if isinstance(schema.get("items"), bool)] == []


def test_an_open_object_says_so() -> None:
    """Some generators take one that says nothing for an empty one."""
    kinds = [schema for _, schema in schemas_in(schemas()) if schema.get("type") == "object"]
    assert [schema for schema in kinds if not {"properties", "additionalProperties"} & schema.keys()] == []
    assert schemas()["CreateMatch"]["properties"]["options"]["additionalProperties"] is True


def test_what_is_sent_may_leave_out_what_has_a_default_in_words() -> None:
    member = schemas()["CreateMatch"]["properties"]["reveal"]
    assert "reveal" not in schemas()["CreateMatch"]["required"]
    assert (member["x-default"], member["description"]) == ("ALL", 'Default: `"ALL"`.')


def test_an_answer_has_all_members_but_of_what_leaves_some_out() -> None:
    assert {*schemas()["Match"]["required"]} == schemas()["Match"]["properties"].keys()
    assert schemas()["TableCard"]["properties"]["hidden"]["description"] == "Left out where it is `false`."
    assert schemas()["TableCard"].get("required", []) == []


def test_what_is_sent_and_answered_alike_has_a_schema_for_each() -> None:
    sent, told = schemas()["TournamentPolicyInput"], schemas()["TournamentPolicy"]
    assert sent["properties"].keys() == told["properties"].keys() == {*told["required"]}
    assert sent["required"] == ["format"]
    assert schemas()["CreateTournament"]["properties"]["policy"] == {
        "$ref": "#/components/schemas/TournamentPolicyInput"
    }


def test_no_tag_is_called_as_a_section_of_the_document_is() -> None:
    assert {tag["name"] for tag in document()["tags"]} & document().keys() == set()


def test_links_have_bodies_that_are_expressions() -> None:
    """Validators of other tools take nothing else."""
    links = [link for operation in OPERATIONS for link in operation.links.values()]
    assert [link for link in links if not isinstance(link.get("requestBody", ""), str)] == []

"""The inputs of tournaments are the ports' requests: the same fields, the same defaults, the enums of the answers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLSchema,
    get_named_type,
    is_required_input_field,
)
from graphql.utilities import value_from_ast_untyped

from api_schema.errors import ApiError
from api_schema.graphql import enums, request_inputs
from api_schema.graphql.mutation_rows import taken_by
from api_schema.graphql.request_inputs import MadeInput
from api_schema.graphql.schema import Schema
from api_schema.input.names import enum_value
from api_schema.operations.operation import Change
from api_schema.operations.tournament_rounds import START_ROUND
from api_schema.operations.tournaments import CREATE_TOURNAMENT
from api_schema.ports.tournaments import (
    CreateTournament,
    CutPolicy,
    DeckOrder,
    FloorPolicy,
    LateEntryPolicy,
    PodsPolicy,
    PointsPolicy,
    RegisterEntrant,
    ReportResult,
    RulePairing,
    StartRound,
    TableResultIn,
    TournamentPolicy,
)

INPUTS: dict[str, type[msgspec.Struct]] = {
    "CreateTournamentInput": CreateTournament,
    "RegisterEntrantInput": RegisterEntrant,
    "ChangeEntrantDeckInput": DeckOrder,
    "StartRoundInput": StartRound,
    "ReportResultInput": ReportResult,
    "RulePairingInput": RulePairing,
    "TournamentPolicyInput": TournamentPolicy,
    "PointsPolicyInput": PointsPolicy,
    "PodsPolicyInput": PodsPolicy,
    "CutPolicyInput": CutPolicy,
    "LateEntryPolicyInput": LateEntryPolicy,
    "FloorPolicyInput": FloorPolicy,
    "DeckOrderInput": DeckOrder,
    "PairingResultInput": TableResultIn,
}


@pytest.mark.parametrize("name", INPUTS)
def test_fields_and_defaults_are_those_of_the_order(schema: Schema, name: str) -> None:
    core: GraphQLSchema = schema._schema
    found, request = core.type_map[name], INPUTS[name]
    assert isinstance(found, GraphQLInputObjectType)
    fields = {field.encode_name: field for field in msgspec.structs.fields(request)}
    assert found.fields.keys() - {"tournamentId", "idempotencyKey"} == fields.keys()
    for encoded, field in fields.items():
        shown: Any = found.fields[encoded]
        assert field.required == is_required_input_field(shown)
        if shown.default is not None:
            assert as_python(shown) == field.default


def as_python(shown: GraphQLInputField) -> Any:
    """A default of the schema as a Struct holds it."""
    default: Any = shown.default
    told = default.value if default.literal is None else value_from_ast_untyped(default.literal)
    kind = get_named_type(shown.type)
    if isinstance(kind, GraphQLEnumType) and told not in kind.values:
        return kind.serialize(told)
    return tuple(told) if isinstance(told, list) else told


def taken(change: Change) -> MadeInput:
    """The input of a change."""
    found = taken_by(change)
    assert found is not None
    return found


def test_a_request_of_what_is_needed_alone_has_the_defaults_of_the_port() -> None:
    taken(CREATE_TOURNAMENT)
    policy: Any = shapes_of("TournamentPolicyInput")(format=enums.enum("TournamentFormat")["SWISS"])
    request = taken(CREATE_TOURNAMENT).type(idempotency_key="k", game="c4", name="x", policy=policy)
    wanted = CreateTournament("c4", "x", TournamentPolicy("SWISS"))
    assert taken(CREATE_TOURNAMENT).read(request) == wanted


def test_what_a_request_may_not_hold_is_refused_with_its_place() -> None:
    request = taken(START_ROUND).type(tournament_id="tn_x", idempotency_key="k", round=0)
    with pytest.raises(ApiError) as refused:
        taken(START_ROUND).read(request)
    assert (refused.value.code, refused.value.path) == ("INVALID_INPUT", ("round",))


def test_inputs_and_answers_share_their_enums(schema: Schema) -> None:
    core: GraphQLSchema = schema._schema
    for name, values in enums.NAMED.items():
        assert list(core.type_map[name].values) == [enum_value(value) for value in values]  # type: ignore[attr-defined]
    asked, told = core.type_map["TournamentPolicyInput"], core.type_map["TournamentPolicy"]
    for field in ("format", "ownBye", "drops", "seeding", "regulations"):
        both = [get_named_type(kind.fields[field].type).name for kind in (asked, told)]  # type: ignore[attr-defined]
        assert both[0] == both[1] in enums.NAMED


def shapes_of(name: str) -> Any:
    """The Strawberry input of that name."""
    return next(shape.annotation for shape in request_inputs.STRUCTS.values() if shape.annotation.__name__ == name)

"""What clients may change stands once, and both skins have it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from api_schema.graphql.outputs import OutputTypes, Shape
from api_schema.graphql.schema import build_schema
from api_schema.limiting.budgets import Bucket
from api_schema.operations.accounts import CREATE_TOKEN
from api_schema.operations.table import CHANGES, OPERATIONS
from api_schema.ports.matches import ClockOut, TournamentGameOut
from api_schema.ports.tournaments import CodeInput
from tests.toy_game.game import GAME


def test_every_change_is_a_mutation() -> None:
    mutations = build_schema({GAME.slug: GAME})._schema.mutation_type
    assert mutations is not None
    assert mutations.fields.keys() == {change.id for change in CHANGES} | {"act"}


def test_rest_writes_nothing_that_is_no_change_but_what_it_alone_has() -> None:
    writes = {operation.id for operation in OPERATIONS if operation.budget is Bucket.WRITES}
    assert writes - {change.id for change in CHANGES} == {"changeDeck"}


def test_a_row_asks_for_all_that_its_use_case_needs() -> None:
    with pytest.raises(AssertionError, match="createToken: nothing asks for"):
        replace(CREATE_TOKEN, body=CodeInput)


def test_a_type_that_stands_for_a_struct_comes_before_the_struct_is_used() -> None:
    types = OutputTypes("")
    types.stands_for(ClockOut, Shape(int))
    types.of(TournamentGameOut)
    with pytest.raises(AssertionError, match="TournamentGameOut"):
        types.stands_for(TournamentGameOut, Shape(int))

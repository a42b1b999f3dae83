"""What clients may change stands once, and both skins have it."""

from __future__ import annotations

import pytest

from api_schema import changes
from api_schema.changes import Change
from api_schema.graphql.mutations import MUTATIONS
from api_schema.graphql.outputs import OutputTypes, Shape
from api_schema.limiting.budgets import Bucket
from api_schema.ports.matches import ClockOut, TournamentGameOut
from api_schema.rest.table import OPERATIONS

CHANGES = {found.id: found for found in vars(changes).values() if isinstance(found, Change)}


def test_every_change_is_a_mutation_and_an_operation_of_rest() -> None:
    assert {row.change.id for row in MUTATIONS} == CHANGES.keys()
    assert CHANGES.keys() <= {operation.id for operation in OPERATIONS}


def test_rest_writes_nothing_that_is_no_change_but_what_it_alone_has() -> None:
    writes = {operation.id for operation in OPERATIONS if operation.budget is Bucket.WRITES}
    assert writes - CHANGES.keys() == {"changeDeck"}


@pytest.mark.parametrize("name", CHANGES)
def test_an_operation_needs_and_costs_what_its_change_does(name: str) -> None:
    change, operation = CHANGES[name], next(found for found in OPERATIONS if found.id == name)
    assert (operation.scope, operation.sight, operation.codes) == (change.scope, change.sight, change.codes)
    assert operation.cost(None) == change.units


def test_a_type_that_stands_for_a_struct_comes_before_the_struct_is_used() -> None:
    types = OutputTypes("")
    types.stands_for(ClockOut, Shape(int))
    types.of(TournamentGameOut)
    with pytest.raises(AssertionError, match="TournamentGameOut"):
        types.stands_for(TournamentGameOut, Shape(int))

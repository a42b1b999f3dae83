"""All faults of an input at once are the ones that msgspec finds one after the other, and no others."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.faults import MOST, every_fault
from api_schema.ports.tournaments import CreateTournament, TournamentPolicy
from api_schema.tournament_policy import tournament_of

NAMES = ["format", "rounds", "bestOf", "points", "pods", "tieBreaks", "floor", "ownBye", "cut", "other", "lateEntry"]
VALUES: Any = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 70),
    st.sampled_from(["SWISS", "swiss", "PODS", "WIN", "OMW", "x" * 20]),
    st.lists(st.sampled_from(["OMW", "GW", 3, None])),
    st.dictionaries(st.sampled_from(["size", "win", "bye", "until", "numerator", "byPlace", "no"]), st.integers(-1, 9)),
)
POLICIES = st.dictionaries(st.sampled_from(NAMES), VALUES)


@given(POLICIES)
def test_there_are_faults_exactly_where_msgspec_finds_one(policy: dict[str, Any]) -> None:
    try:
        msgspec.convert(policy, TournamentPolicy)
    except msgspec.ValidationError:
        assert list(every_fault(policy, TournamentPolicy))
    else:
        assert list(every_fault(policy, TournamentPolicy)) == []


@given(POLICIES)
def test_every_fault_is_told_by_a_refusal_of_the_whole(policy: dict[str, Any]) -> None:
    data = {"game": "c4", "name": "Cup", "policy": policy}
    if not list(every_fault(policy, TournamentPolicy)):
        assert tournament_of(data) == msgspec.convert(data, CreateTournament)
        return
    with pytest.raises(ApiError) as refused:
        tournament_of(data)
    assert refused.value.code is ErrorCode.INVALID_INPUT
    assert {(fault.path[0], fault.code is None) for fault in refused.value.faults} == {("policy", False)}


def test_a_body_of_very_many_faults_is_answered_briefly() -> None:
    with pytest.raises(ApiError) as refused:
        tournament_of({str(number): number for number in range(10_000)})
    assert len(refused.value.faults) == MOST


@pytest.mark.parametrize("data", [None, 7, "x", [], {}, {"policy": None}, {"policy": []}])
def test_what_is_no_tournament_at_all_is_refused(data: Any) -> None:
    with pytest.raises(ApiError):
        tournament_of(data)

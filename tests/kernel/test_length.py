"""A match that has come to its version limit ends by a rule of the kernel, and only such a one."""

from __future__ import annotations

import pytest

from domain.kernel import length
from domain.kernel.length import LENGTH_RULE, is_outgrown, outgrow
from domain.kernel.match import MatchEnded, SecretsRevealed, State
from tests.kernel.test_decide import SEED, created, refused, started
from tests.kit.play import NOW, accepted
from tests.toy_game import GAME


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> State:
    """A running match that has just come to the limit."""
    state = started()
    monkeypatch.setattr(length, "VERSION_LIMIT", state.version)
    return state


@pytest.mark.rule("KERNEL-LENGTH")
def test_a_match_at_its_version_limit_ends_without_a_result(state: State) -> None:
    assert is_outgrown(state)
    end = accepted(outgrow(GAME, state, NOW, SEED))
    assert [type(fact.event) for fact in end.facts] == [MatchEnded, SecretsRevealed]
    result = end.state.result
    assert result is not None
    assert (end.state.status, result.rule, result.reason) == ("aborted", LENGTH_RULE, "version limit")
    assert result.placings == (tuple(range(len(state.seats))),)
    assert not is_outgrown(end.state)
    assert refused(outgrow(GAME, end.state, NOW, SEED)).code == "MATCH_OVER"


@pytest.mark.rule("KERNEL-LENGTH")
def test_a_shorter_match_goes_on(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(length, "VERSION_LIMIT", state.version + 1)
    assert not is_outgrown(state)
    assert refused(outgrow(GAME, state, NOW, SEED)).rule == LENGTH_RULE


@pytest.mark.rule("KERNEL-LENGTH")
def test_one_that_nobody_has_begun_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = created()
    monkeypatch.setattr(length, "VERSION_LIMIT", state.version)
    assert accepted(outgrow(GAME, state, NOW, SEED)).state.status == "aborted"
